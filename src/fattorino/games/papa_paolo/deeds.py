"""The four actions: find a sponsor, shop, express delivery, build; and money in and out."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.district import (
    add,
    insert,
    joined_to,
    serves,
    stock_room,
    stocked,
)
from fattorino.games.papa_paolo.state import Colour, Event, Phase, Rule
from fattorino.games.papa_paolo.tours import begin_delivery
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

# -- money and pizzas ------------------------------------------------------------------------------------


@jit
def pay(state: State, seat: Seat, lire: int) -> None:
    """PP-ROUND-5: payments go to the bank."""
    state.money[seat] = int(state.money[seat]) - lire
    state.bank = int(state.bank) + lire


@jit
def sponsored(state: State, seat: Seat) -> int:
    """PP-SPONSOR-1, PP-ROUND-5: what a sponsor gives; the bank only runs dry with the option."""
    lire = t.track_value(Colour.GOLD.value, int(state.track[seat, Colour.GOLD]))
    return min(lire, max(int(state.bank), 0)) if state.bank_limit else lire


@jit
def in_supply(state: State, seat: Seat) -> int:
    """PP-ROUND-6: the pizzas a player can still bring into play."""
    return int(state.supply[seat]) if state.pizza_limit else s.NO_LIMIT


@jit
def free_pizzas(state: State, seat: Seat, bought: int) -> int:
    """PP-SHOP-2, PP-SHOP-5: the free ones that come with so many, as far as they fit."""
    free = t.track_value(Colour.BLUE.value, int(state.track[seat, Colour.BLUE]))
    return min(free, int(state.room[seat]) - bought, in_supply(state, seat) - bought)


# -- what is available -----------------------------------------------------------------------------------


@jit
def check_deed(state: State, seat: Seat, deed: int) -> Any:
    """PP-PLACE-6, PP-INVEST-5: name the rule that makes an action unavailable, or Rule.OK."""
    if deed == Colour.BLUE:
        if state.money[seat] < t.shop_price(1) or state.room[seat] == 0 or in_supply(state, seat) == 0:
            return Rule.PP_SHOP_6
    elif deed == Colour.RED:
        if state.money[seat] < s.EXPRESS_COST or not is_awaited(state, seat):
            return Rule.PP_EXPRESS_2
    elif deed == Colour.GREEN:
        if not state.sites[seat] or not prices_open(state, seat):
            return Rule.PP_BUILD_8
    return Rule.OK  # PP-SPONSOR-2


@jit
def is_awaited(state: State, seat: Seat) -> bool:
    """PP-EXPRESS-2: whether a courier from a pizzeria with pizzas reaches an unserved house, however far."""
    return serves(state, seat, joined_to(state, seat, stocked(state, seat)), s.NO_LIMIT)


@jit(inline=True)
def open_deeds(state: State, seat: Seat, printed: int) -> int:
    """Those of the printed actions that `check_deed` allows, one bit each."""
    money = int(state.money[seat])
    shop = money >= t.shop_price(1) and state.room[seat] != 0 and in_supply(state, seat) != 0
    express = t.has(printed, Colour.RED.value) and money >= s.EXPRESS_COST and is_awaited(state, seat)
    build = t.has(printed, Colour.GREEN.value) and state.sites[seat] and prices_open(state, seat)
    allowed = 1 << Colour.GOLD.value  # PP-SPONSOR-2
    allowed |= 1 << Colour.BLUE.value if shop else 0
    allowed |= 1 << Colour.RED.value if express else 0
    allowed |= 1 << Colour.GREEN.value if build else 0
    return printed & allowed


@jit
def begin_deed(state: State, seat: Seat, deed: int, log: Log) -> bool:
    """Start an action; whether it is finished already."""
    if deed == Colour.GOLD:
        lire = sponsored(state, seat)
        pay(state, seat, -lire)
        tell(log, Event.SPONSOR, seat, EVERYONE, lire)
        return True
    if deed == Colour.BLUE:
        state.phase = Phase.BUY
    elif deed == Colour.GREEN:
        state.phase = Phase.PRICE
    else:  # PP-EXPRESS-1, PP-EXPRESS-3, PP-EXPRESS-4, PP-EXPRESS-6, PP-EXPRESS-7: a delivery like any other
        pay(state, seat, s.EXPRESS_COST)
        pizzas = t.track_value(deed, int(state.track[seat, deed]))
        begin_delivery(state, seat, pizzas, s.NO_LIMIT)
        tell(log, Event.EXPRESS, seat, EVERYONE, s.EXPRESS_COST, pizzas, int(state.tours_left))
    return False


# -- shop ------------------------------------------------------------------------------------------------


@jit
def check_buy(state: State, seat: Seat, pizzas: int) -> Any:
    """Name the rule that forbids buying so many pizzas, or Rule.OK."""
    if pizzas > state.room[seat] or pizzas > in_supply(state, seat):
        return Rule.PP_SHOP_5
    if t.shop_price(pizzas) > state.money[seat]:
        return Rule.PP_ROUND_5
    return Rule.OK


@jit(inline=True)
def list_buys(state: State, seat: Seat, actions: Any) -> int:
    """How many pizzas may be bought (PP-SHOP-1)."""
    n = 0
    for pizzas in range(1, min(t.MAX_BUY, int(state.room[seat]), in_supply(state, seat)) + 1):
        if t.shop_price(pizzas) <= state.money[seat]:
            actions[n] = s.BUY + pizzas - 1
            n += 1
    return n


@jit
def apply_buy(state: State, seat: Seat, pizzas: int, log: Log) -> None:
    """PP-SHOP-1: pay, and take the free ones too."""
    lire = t.shop_price(pizzas)
    pay(state, seat, lire)
    free = free_pizzas(state, seat, pizzas)
    state.to_stock = pizzas + free
    state.phase = Phase.STOCK
    tell(log, Event.BOUGHT, seat, EVERYONE, pizzas, lire, free)


@jit
def check_stock(state: State, seat: Seat, cell: int) -> Any:
    """Name the rule that keeps a pizza off a cell, or Rule.OK."""
    square = int(state.at[seat, cell])
    if square == NONE or not t.has(int(state.shops[seat]), square):
        return Rule.PP_SHOP_3
    return Rule.OK if stock_room(state, seat, square) > 0 else Rule.PP_SHOP_4


@jit(inline=True)
def list_stocks(state: State, seat: Seat, actions: Any) -> int:
    """The pizzerias with room."""
    n = 0
    square = 0
    while int(state.shops[seat]) >> square:
        if t.has(int(state.shops[seat]), square) and stock_room(state, seat, square) > 0:
            n = insert(actions, n, s.CELL + int(state.cell[seat, square]))
        square += 1
    return n


@jit
def apply_stock(state: State, seat: Seat, cell: int, log: Log) -> bool:
    """PP-SHOP-3: one pizza onto a pizzeria; whether it was the last."""
    square = int(state.at[seat, cell])
    state.pizzas[seat, square] = int(state.pizzas[seat, square]) + 1
    state.supply[seat] = int(state.supply[seat]) - 1
    state.room[seat] = int(state.room[seat]) - 1
    state.to_stock = int(state.to_stock) - 1
    tell(log, Event.STOCKED, seat, EVERYONE, cell)
    return bool(state.to_stock == 0)


# -- build -----------------------------------------------------------------------------------------------


@jit
def check_price(state: State, seat: Seat, kind: int) -> Any:
    """Name the rule that forbids buying this pizzeria, or Rule.OK."""
    if state.pizzerias[kind] == 0:
        return Rule.PP_BUILD_9
    return Rule.OK if t.building_price(kind) <= state.money[seat] else Rule.PP_ROUND_5


@jit
def prices_open(state: State, seat: Seat) -> int:
    """The prices that can be paid for a pizzeria there is, one bit each."""
    found = 0
    for kind in range(t.N_PRICES):
        if check_price(state, seat, kind) == Rule.OK:
            found |= 1 << kind
    return found


@jit(inline=True)
def list_prices(state: State, seat: Seat, actions: Any) -> int:
    """The pizzerias that can be bought (PP-BUILD-1)."""
    return t.write_out(actions, 0, s.PRICE, prices_open(state, seat), t.N_PRICES)


@jit
def apply_price(state: State, seat: Seat, kind: int, log: Log) -> None:
    """PP-BUILD-1: pay for a pizzeria of the supply, which is not refilled (PP-BUILD-9)."""
    pay(state, seat, t.building_price(kind))
    state.pizzerias[kind] = int(state.pizzerias[kind]) - 1
    state.price = kind
    state.phase = Phase.SITE
    tell(log, Event.PRICED, seat, EVERYONE, t.building_price(kind))


@jit
def building_gift(state: State, seat: Seat) -> int:
    """PP-BUILD-6: the pizzas that are put on a new pizzeria."""
    return min(s.FREE_PIZZAS, in_supply(state, seat))


@jit(inline=True)
def apply_site(state: State, seat: Seat, cell: int, log: Log) -> None:
    """PP-BUILD-5 to PP-BUILD-7: four exits, two pizzas from the supply, its own capacity."""
    pizzas = building_gift(state, seat)
    state.supply[seat] = int(state.supply[seat]) - pizzas
    add(state, seat, cell, t.BUILT + int(state.price), t.ALL_ROADS, pizzas)
    tell(log, Event.BUILT, seat, EVERYONE, t.building_price(int(state.price)), cell, pizzas)
    state.price = NONE
