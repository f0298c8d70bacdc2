"""Order Screw Up: any two cards on orders change places (asked for in `rules/questions/order_cards.py`)."""

from typing import Any

from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.questions import order_cards
from fattorino.games.new_york.state import Phase, Rule
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-TIMED-2: there must be two cards on orders."""
    return Rule.OK if order_cards.cards_on_orders(state) > 1 else Rule.NY_TIMED_2


# NY-POWER-SCREWUP-1: ask for the order of the first card
POWER_CARD = Card(
    Power.ORDER_SCREW_UP, check=check, play=asks(Phase.PICK_ORDER, Power.ORDER_SCREW_UP, NONE), liking=0
)
