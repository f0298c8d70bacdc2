"""A question: all that a decision is, in one place.

Each file of `questions/` declares the questions of one subject, guard and effect beside prompt and labels;
what only one Power Card asks stands in that card's file. `catalog.py` finds them by folder.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE

CARDS = 2  # the run of `narrow` that stands for cards; 0 and 1 are the runs of other actions
always = jit(lambda state, seat, left: True)
some_left = jit(lambda state, seat, left: left > 0)
everything = jit(lambda state, seat, run: -1)


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked, which answers it takes, what they do, and how all that is said.

    `check(state, seat, action)` names the rule that forbids an answer, `apply(state, seat, action, log)` does
    it, `due(state, seat, left)` says whether a question on the stack still has to be asked (`left` is its
    second number). `runs` and `cards` are what can answer it at all, `narrow(state, seat, run)` picks those
    worth a look, a bit each. `worth(view, seat, action, delivers)` is greedy's opinion. `labels` has for a
    block a text, a text for each place, or a function of view and place; for a Power Card also under POWER.
    """

    phase: Any
    check: Any
    apply: Any
    prompt: Callable[[Any], str]
    runs: tuple[tuple[int, int], ...] = ()  # actions below CARD: the first, and how many
    cards: str = "none"  # powers, blue, held, market or anywhere: where the cards lie that can answer
    look: str = "each"  # each, kinds or sure: cards are checked one by one, kind by kind, or all answer
    exact: bool = False  # `narrow` leaves no action of the runs that is not legal
    due: Any = always
    narrow: Any = everything
    worth: Any = None  # as a payment
    labels: Callable[[], Mapping[str, Any]] = dict
    chose: Callable[[], str] | None = None  # in the log, where nothing else is told
    declined: Callable[[], str] | None = None
    targets: Mapping[str, str] = field(default_factory=dict)  # what on the board stands for a block


def declared(modules: list[ModuleType], kind: type) -> list[Any]:
    """What the modules declare of a kind, in their order."""
    return [thing for module in modules for thing in vars(module).values() if isinstance(thing, kind)]


def argument_seen(view: Any, k: int) -> int:
    """A number of the question on top of the stack, as a viewer sees it."""
    return int(view.stack[int(view.n_stack) - 1, k]) if view.n_stack > 0 else NONE
