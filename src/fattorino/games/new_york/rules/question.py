"""A question: everything about one decision, in one place.

Each file of `questions/` declares the questions of one subject: guard, effect, prompt and labels. What only
one Power Card asks is declared in that card's file. `catalog.py` finds them by scanning the folders.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE

CARDS = 2  # the run of `narrow` that stands for cards; 0 and 1 are the runs of other actions
always = jit(lambda state, seat, left: True)
some_left = jit(lambda state, seat, left: left > 0)
everything = jit(lambda state, seat, run: -1)


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked, which answers are possible, what they do, and the texts.

    `check(state, seat, action)` returns the rule that forbids an answer, `apply(state, seat, action, log)`
    applies it, `due(state, seat, left)` returns whether a question on the stack still has to be asked (`left`
    is its second number). `runs` and `cards` are the candidate answers; `narrow(state, seat, run)` reduces
    them to those that need checking, a bit each. `worth(view, seat, action, delivers)` is greedy's
    evaluation. `labels` has for a block a text, a text for each place, or a function of view and place; for a
    Power Card also under POWER.
    """

    phase: Any
    check: Any
    apply: Any
    prompt: Callable[[Any], str]
    runs: tuple[tuple[int, int], ...] = ()  # actions below CARD: the first, and how many
    cards: str = "none"  # powers, blue, held, market or anywhere: where candidate cards are
    look: str = "each"  # each, kinds or sure: cards are checked one by one, kind by kind, or all answer
    exact: bool = False  # what `narrow` leaves of the runs is legal
    due: Any = always
    narrow: Any = everything
    worth: Any = None  # as a payment
    labels: Callable[[], Mapping[str, Any]] = dict
    chose: Callable[[], str] | None = None  # in the log, if there is no other event
    declined: Callable[[], str] | None = None
    targets: Mapping[str, str] = field(default_factory=dict)  # the thing on the board for a block


def argument_seen(view: Any, k: int) -> int:
    """A number of the question on top of the stack, as a viewer sees it."""
    return int(view.stack[int(view.n_stack) - 1, k]) if view.n_stack > 0 else NONE
