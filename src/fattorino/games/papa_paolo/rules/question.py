"""A question: everything about one decision, in one place.

Each file of `questions/` declares the questions of one subject: guard, effect, prompt and labels.
`catalog.py` finds them by scanning the folder.
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
    """A rule that lists those actions of a block that the guard allows."""

    @jit(inline=True)
    def answers(state: State, seat: Seat, actions: Any) -> int:
        n = 0
        for action in range(first, first + size):
            actions[n] = action  # see `list_bits`
            n += 1 if check(state, seat, action) == Rule.OK else 0
        return n

    return answers


def teach(target: str, *rules: str) -> Callable[..., list[Taught]]:
    """Rules that matter whenever a question is asked, shown at a thing on the board."""
    return lambda view, seat, actions: [Taught(rule, target) for rule in rules]


def one_term(worth: Any, words: Callable[[], str]) -> Callable[..., list[Reason]]:
    """The reason for an answer whose value is a single term."""
    return lambda view, seat, action, plan: [(words(), float(worth(view, seat, action, plan)))]


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked, which answers are possible, what they do, and the texts.

    `check(state, seat, action)` returns the rule that forbids an answer, `answers(state, seat, actions)`
    lists the legal ones, `apply(state, seat, action, log)` applies one and returns whether the seat is done.
    `labels` has a text for each block of actions that can answer it. `why(view, seat, action)` returns what
    is missing for an answer, in numbers, or ""; `looked_for(view, seat)` the answers whose absence needs an
    explanation. `worth(view, seat, action, plan)` is greedy's evaluation, `terms` its terms, in words.
    """

    phase: Any
    check: Any
    apply: Any
    answers: Any
    prompt: Callable[[Any], str]
    labels: Mapping[str, Label]
    matters: Callable[[Any, Seat, Any], list[Taught]]  # the rules it depends on, the most important first
    worth: Any = None  # a delivery is planned as a whole
    terms: Callable[[Any, Seat, int, Any], list[Reason]] = lambda view, seat, action, plan: []
    why: Callable[[Any, Seat, int], str] = lambda view, seat, action: ""
    looked_for: Callable[[Any, Seat], Iterable[int]] = lambda view, seat: ()
    warning: Callable[[Any, Seat, int], str] = lambda view, seat, action: ""  # before a wasteful answer
