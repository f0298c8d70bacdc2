"""System Error: the cards of one order are rearranged (asked for in `rules/questions/order_cards.py`)."""

from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import tickets
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-TIMED-2: an order with more than one card."""
    for slot in range(t.SLOTS):
        if tickets.is_filled(state, slot) and tickets.order_size(state, slot) > 1:
            return Rule.OK
    return Rule.NY_TIMED_2


# NY-POWER-SYSTEMERROR-1: ask for the order
POWER_CARD = Card(
    t.Power.SYSTEM_ERROR, check=check, play=asks(Phase.PICK_ORDER, t.Power.SYSTEM_ERROR, NONE), liking=0
)
