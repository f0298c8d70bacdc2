"""The four actions, done by a pawn or with an investment: sponsor, shop, express delivery, build."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import delivery, district, money
from fattorino.games.papa_paolo.rules.questions import building, shopping
from fattorino.games.papa_paolo.state import Colour, Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Log, Seat, State, tell

RULES = ["PP-SPONSOR-1", "PP-SHOP-1", "PP-EXPRESS-1", "PP-BUILD-1"]  # of each action


@jit
def check_deed(state: State, seat: Seat, deed: int) -> Any:
    """PP-PLACE-6, PP-INVEST-5: name the rule that makes an action unavailable, or Rule.OK."""
    if deed == Colour.BLUE:
        return Rule.OK if shopping.is_open(state, seat) else Rule.PP_SHOP_6
    if deed == Colour.RED:
        return Rule.OK if is_awaited(state, seat) else Rule.PP_EXPRESS_2
    if deed == Colour.GREEN:
        return Rule.OK if building.is_open(state, seat) else Rule.PP_BUILD_8
    return Rule.OK  # PP-SPONSOR-2


@jit
def is_awaited(state: State, seat: Seat) -> bool:
    """PP-EXPRESS-2: whether it can be paid, and there are pizzas and a way to an unserved house."""
    if state.money[seat] < s.EXPRESS_COST:
        return False
    exits = district.joined_to(state, seat, district.stocked(state, seat))
    return district.serves(state, seat, exits, s.NO_LIMIT)


@jit(inline=True)
def open_deeds(state: State, seat: Seat, printed: int) -> int:
    """Those of the printed actions that `check_deed` allows, one bit each."""
    allowed = 1 << Colour.GOLD.value
    allowed |= 1 << Colour.BLUE.value if shopping.is_open(state, seat) else 0
    if t.has(printed, Colour.RED.value):
        allowed |= 1 << Colour.RED.value if is_awaited(state, seat) else 0
    if t.has(printed, Colour.GREEN.value):
        allowed |= 1 << Colour.GREEN.value if building.is_open(state, seat) else 0
    return printed & allowed


@jit
def begin_deed(state: State, seat: Seat, deed: int, log: Log) -> bool:
    """Start an action; returns whether it is already finished."""
    if deed == Colour.GOLD:
        lire = money.sponsored(state, seat)
        money.pay(state, seat, -lire)
        tell(log, Event.SPONSOR, seat, EVERYONE, lire)
        return True
    if deed == Colour.BLUE:
        state.phase = Phase.BUY
    elif deed == Colour.GREEN:
        state.phase = Phase.PRICE
    else:  # PP-EXPRESS-1, PP-EXPRESS-3, PP-EXPRESS-4, PP-EXPRESS-6, PP-EXPRESS-7: a delivery like any other
        money.pay(state, seat, s.EXPRESS_COST)
        pizzas = t.track_value(deed, int(state.track[seat, deed]))
        delivery.begin(state, seat, pizzas, s.NO_LIMIT)
        tell(log, Event.EXPRESS, seat, EVERYONE, s.EXPRESS_COST, pizzas, int(state.tours_left))
    return False


# -- evaluation ------------------------------------------------------------------------------------------


@jit
def deed_worth(view: State, seat: Seat, deed: int, plan: Any) -> int:
    """The value of an action of the board or of an investment."""
    if check_deed(view, seat, deed) != Rule.OK:
        return opinion.NOTHING
    lira = opinion.lira(view, seat)
    if deed == Colour.GOLD:
        return t.track_value(deed, int(view.track[seat, deed])) * lira
    if deed == Colour.BLUE:
        return shopping.best_worth(view, seat, plan)
    if deed == Colour.RED:
        budget = t.track_value(deed, int(view.track[seat, deed]))
        return opinion.best_tour(view, seat, plan, budget, s.NO_LIMIT)[0] * 3 // 4 - s.EXPRESS_COST * lira
    return building.best_worth(view, seat, plan)


def reason(deed: int) -> str:
    """The reason for an action of the board."""
    return [
        _("a sponsor's money is worth much now"),
        _("pizzas are missing that could be delivered"),
        _("pizzas can be delivered at once"),
        _("another pizzeria brings pizzas and reach"),
    ][deed]


# -- words -----------------------------------------------------------------------------------------------


def label(view: Any, deed: int) -> str:
    """What an action of the board costs and gives the seat that decides."""
    seat = int(view.seat)
    if seat < 0:
        return names.deed_name(deed)
    value = t.track_value(deed, int(view.track[seat, deed]))
    if deed == Colour.RED:
        tours = t.track_value(Colour.GREEN, int(view.track[seat, Colour.GREEN]))
        return _("Express delivery: costs £{cost}, up to {pizzas} on {tours}, any distance").format(
            cost=s.EXPRESS_COST, pizzas=names.pizzas_word(value), tours=names.tours_word(tours)
        )
    if deed == Colour.BLUE:
        text = _("Shop: costs £{price} or more for pizzas").format(price=t.shop_price(1))
        return text + (_(", {n} free").format(n=value) if value else "")
    if deed == Colour.GREEN:
        pizzas = names.pizzas_word(building.gift(view, seat))
        return _("Build a pizzeria: costs £{low} to £{high}, {pizzas} on it").format(
            low=t.PRICES[0], high=t.PRICES[-1], pizzas=pizzas
        )
    return _("Find a sponsor: take £{n}").format(n=money.sponsored(view, seat))


def why(view: Any, seat: Seat, deed: int) -> str:
    """What is missing for an action; '' if it can be done."""
    if check_deed(view, seat, deed) == Rule.OK:
        return ""
    if deed == Colour.BLUE:
        return shopping.why_none(view, seat)
    if deed == Colour.GREEN:
        return building.why_none(view, seat)
    if view.money[seat] < s.EXPRESS_COST:
        return money.too_little(view, seat, s.EXPRESS_COST)
    if not district.stocked(view, seat):
        return _("Your pizzerias are empty: shop first.")
    return _("No road leads from a pizzeria with pizzas to a house without one.")
