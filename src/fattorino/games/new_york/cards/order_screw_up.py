"""Order Screw Up: any two cards on orders change places (asked for in `rules/questions/order_cards.py`)."""

from typing import Any

from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.rules.questions import order_cards
from fattorino.games.new_york.state import Phase, Rule
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Log, Seat, State


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-TIMED-2: there must be two cards on orders."""
    return Rule.OK if order_cards.cards_on_orders(state) > 1 else Rule.NY_TIMED_2


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-SCREWUP-1: ask for the order of the first card."""
    stack.push(state, Phase.PICK_ORDER.value, seat, Power.ORDER_SCREW_UP.value, NONE)


POWER_CARD = Card(Power.ORDER_SCREW_UP, check=check, play=play, liking=0)
