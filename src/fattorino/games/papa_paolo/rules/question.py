"""A question: all that a decision is, in one place.

Each file of `questions/` declares the questions of one subject, guard and effect beside prompt and labels.
`catalog.py` finds them by folder.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fattorino.games.papa_paolo.state import Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State

Label = Callable[[Any, int], str]  # of a view and a place in a block of actions


def answers_by(check: Any, first: int, size: int) -> Any:
    """A list of the answers that the guard lets pass, out of a block of actions."""

    @jit(inline=True)
    def answers(state: State, seat: Seat, actions: Any) -> int:
        n = 0
        for action in range(first, first + size):
            actions[n] = action  # see `write_out`
            n += 1 if check(state, seat, action) == Rule.OK else 0
        return n

    return answers


def teach(target: str, *rules: str) -> Callable[..., list[Taught]]:
    """Rules that matter whenever a question is asked, shown at a thing on the board."""
    return lambda view, seat, actions: [Taught(rule, target) for rule in rules]


def one_term(worth: Any, words: Callable[[], str]) -> Callable[..., list[Reason]]:
    """The reason for an answer whose worth is one term."""
    return lambda view, seat, action, plan: [(words(), float(worth(view, seat, action, plan)))]


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked, which answers it takes, what they do, and how all that is said.

    `check(state, seat, action)` names the rule that forbids an answer, `answers(state, seat, actions)` lists
    those it lets pass, `apply(state, seat, action, log)` does one and says whether the seat is done.
    `labels` has a text for each block of actions that can answer it. `why(view, seat, action)` says what an
    answer lacks, in numbers, or ""; `looked_for(view, seat)` are the answers one would miss. `worth(view,
    seat, action, plan)` is greedy's opinion, `terms` what it is made of, in words.
    """

    phase: Any
    check: Any
    apply: Any
    answers: Any
    prompt: Callable[[Any], str]
    labels: Mapping[str, Label]
    matters: Callable[[Any, Seat, Any], list[Taught]]  # the rules that it rests on, the most needed first
    worth: Any = None  # a delivery is planned as a whole
    terms: Callable[[Any, Seat, int, Any], list[Reason]] = lambda view, seat, action, plan: []
    why: Callable[[Any, Seat, int], str] = lambda view, seat, action: ""
    looked_for: Callable[[Any, Seat], Iterable[int]] = lambda view, seat: ()
    warning: Callable[[Any, Seat, int], str] = lambda view, seat, action: ""  # what it would cost in vain
