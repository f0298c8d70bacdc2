"""A Power Card: what it does beyond its row in components.toml, declared in a file of `cards/`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.state import Rule
from fattorino.kernel.jit import jit

USUAL_LIKING = 5
_LIKINGS = np.full(t.N_POWERS, USUAL_LIKING, np.int8)  # each card enters its own


@jit
def liking(power: int) -> int:
    """How gladly greedy plays and keeps a Power Card."""
    return int(_LIKINGS[power])


always = jit(lambda state, seat, after: Rule.OK)
nothing = jit(lambda state, seat, log: None)
by_liking = jit(lambda view, seat, delivers: -1.0)


@dataclass(frozen=True, eq=False)
class Card:
    """When a card may be played, what happens when it comes and goes, and what greedy thinks of it.

    `check(state, seat, after)` names the rule that keeps it in hand, before or after the action of the turn;
    `play(state, seat, log)` is what it does at once, for a Global when it takes its slot; `leave(state, seat,
    log)` takes back what belongs to it. `worth(view, seat, delivers)` is greedy's opinion of playing it now.
    """

    power: Any
    check: Any = always
    play: Any = nothing
    leave: Any = nothing
    liking: int = USUAL_LIKING
    worth: Any = by_liking
    under: Callable[[Any], list[str]] | None = None  # what lies under or on it, in words

    def __post_init__(self) -> None:
        _LIKINGS[self.power] = self.liking
