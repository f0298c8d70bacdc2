"""A Power Card: what it does beyond its row in components.toml, declared in a file of `cards/`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.state import Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State

USUAL_LIKING = 5
_LIKINGS = np.full(t.N_POWERS, USUAL_LIKING, np.int8)  # set by each card
_REACHES = np.zeros(t.N_POWERS, np.int8)


@jit
def liking(power: int) -> int:
    """How much greedy likes to play or keep a Power Card."""
    return int(_LIKINGS[power])


@jit
def reach(power: int) -> int:
    """The free spaces that a Power Card in play adds to the deliveries of its player."""
    return int(_REACHES[power])


@jit
def own_or_toll(state: State, seat: Seat, owner: Seat, power: int) -> int:
    """NY-DELIVER-22, -23, NY-COOP-33: what is printed on a card: `own` for its player, `toll` for others."""
    if seat == owner:
        return t.owner_earns(power)
    return 0 if state.coop else -t.toll_of(power)


always = jit(lambda state, seat, after: Rule.OK)
nothing = jit(lambda state, seat, log: None)
with_sewer = jit(lambda state, seat, after: Rule.OK if state.n_sewer > 0 else Rule.NY_TIMED_2)
no_dollars = jit(lambda state, seat, owner: 0)
by_liking = jit(lambda view, seat, delivers: -1.0)


def before_action(rule: Any) -> Any:
    """The guard of a card that this rule forbids to play after the action."""
    return jit(lambda state, seat, after: rule if after else Rule.OK)


def asks(phase: Any, first: int = 0, second: int = 0) -> Any:
    """The effect of a card that only asks its player a question, or everybody in turn."""
    what, a, b = int(phase), int(first), int(second)
    return jit(lambda state, seat, log: stack.push(state, what, seat, a, b))


@dataclass(frozen=True, eq=False)
class Card:
    """When a card may be played, what it does then, in play and when it leaves, and greedy's evaluation.

    `check(state, seat, after)` returns the rule that forbids playing it, before or after the action of the
    turn; `play(state, seat, log)` is its immediate effect (of a Global when it takes its slot);
    `leave(state, seat, log)` removes what belongs to it. `worth(view, seat, delivers)` is greedy's evaluation
    of playing it now.

    While it is in play its player has `reach` further free spaces in every delivery, and a delivery of `seat`
    earns `earns(state, seat, owner)` dollars more. Below zero it costs them: its owner pays the bank, anybody
    else pays the owner a toll.
    """

    power: Any
    check: Any = always
    play: Any = nothing
    leave: Any = nothing
    reach: int = 0
    earns: Any = no_dollars
    liking: int = USUAL_LIKING
    worth: Any = by_liking
    under: Callable[[Any], list[str]] | None = None  # what is under or on it, in words

    def __post_init__(self) -> None:
        _LIKINGS[self.power] = self.liking
        _REACHES[self.power] = self.reach
