"""Special Sale: this turn's delivery takes each ingredient twice and pays twice, less a discount."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules.power_card import Card, before_action
from fattorino.games.new_york.state import Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State

SALE_DISCOUNT = t.printed(t.POWERS, "special_sale", "dollars")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """Wait for the delivery."""
    state.sale = 1


POWER_CARD = Card(t.Power.SPECIAL_SALE, check=before_action(Rule.NY_POWER_SPECIALSALE_1), play=play, liking=0)
