"""Special Sale: this turn's delivery takes each ingredient twice and pays twice, less a discount."""

from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Rule
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State

SALE_DISCOUNT = t.printed(t.POWERS, "special_sale", "dollars")


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-POWER-SPECIALSALE-1: before the action."""
    return Rule.NY_POWER_SPECIALSALE_1 if after else Rule.OK


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """Wait for the delivery."""
    state.sale = 1


POWER_CARD = Card(Power.SPECIAL_SALE, check=check, play=play, liking=0)
