"""Payments, and the pizzas a player can still bring into play."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.state import Colour
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State


@jit
def pay(state: State, seat: Seat, lire: int) -> None:
    """PP-ROUND-5: payments go to the bank."""
    state.money[seat] = int(state.money[seat]) - lire
    state.bank = int(state.bank) + lire


@jit
def sponsored(state: State, seat: Seat) -> int:
    """PP-SPONSOR-1, PP-ROUND-5: income; the bank is limited only with the option."""
    lire = t.track_value(Colour.GOLD.value, int(state.track[seat, Colour.GOLD]))
    return min(lire, max(int(state.bank), 0)) if state.bank_limit else lire


@jit
def in_supply(state: State, seat: Seat) -> int:
    """PP-ROUND-6: the pizzas a player can still bring into play."""
    return int(state.supply[seat]) if state.pizza_limit else s.NO_LIMIT


def too_little(view: Any, seat: Seat, price: int) -> str:
    """What something costs, and what the player has."""
    return _("It costs £{price}, you have £{money}.").format(price=price, money=int(view.money[seat]))
