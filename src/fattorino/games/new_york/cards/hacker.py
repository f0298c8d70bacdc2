"""Hacker: a hand card replaces any card of an order.

The order, its card and the hand card are asked for in `rules/questions/order_cards.py`, as for all cards that
change orders.
"""

from typing import Any

from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.questions import order_cards
from fattorino.games.new_york.state import Phase, Rule
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-TIMED-2: there must be a card on an order and one in hand."""
    possible = order_cards.cards_on_orders(state) > 0 and state.n_hand[seat] > 0
    return Rule.OK if possible else Rule.NY_TIMED_2


# NY-POWER-HACKER-1: ask for the order
POWER_CARD = Card(Power.HACKER, check=check, play=asks(Phase.PICK_ORDER, Power.HACKER, NONE), liking=0)
