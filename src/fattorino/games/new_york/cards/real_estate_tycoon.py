"""Real-Estate Tycoon: one paid build and a free one of no higher price (`rules/questions/building.py`)."""

from typing import Any

from fattorino.games.new_york.rules import hands, stack
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.rules.questions import building
from fattorino.games.new_york.state import Act, Phase, Rule, Way
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State

LIKING, LEAST_MONEY = 4, 3


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-POWER-TYCOON-2, NY-TIMED-2: not beside an increase, and only where a build is possible."""
    if state.acted == Act.REPUTATION:
        return Rule.NY_POWER_TYCOON_2
    return Rule.OK if building.can_build(state, seat, Way.TYCOON.value, 1) else Rule.NY_TIMED_2


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-TYCOON-1: the paid build comes first."""
    state.tycoon = 1
    stack.push(state, Phase.BUILD_CARD.value, seat, Way.TYCOON.value, 0)


@jit
def worth(view: State, seat: Seat, delivers: bool) -> float:
    """Not without money."""
    return 1.0 if hands.money_of(view, seat) < LEAST_MONEY else 10.0 * LIKING


POWER_CARD = Card(Power.REAL_ESTATE_TYCOON, check=check, play=play, liking=LIKING, worth=worth)
