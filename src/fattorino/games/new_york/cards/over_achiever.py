"""Over Achiever: this turn's delivery pays more."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules.power_card import Card, before_action
from fattorino.games.new_york.state import Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State

ACHIEVER_DOLLARS = t.printed(t.POWERS, "over_achiever", "dollars")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """Wait for the delivery."""
    state.achiever = 1


POWER_CARD = Card(
    t.Power.OVER_ACHIEVER,
    check=before_action(Rule.NY_POWER_OVERACHIEVER_1),
    play=play,
    liking=3,
    worth=jit(lambda view, seat, delivers: 65.0 if delivers else 1.0),
)
