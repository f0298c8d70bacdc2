"""Why something is not possible just now, in numbers: actions one looks for, and things one clicks."""

from collections.abc import Callable
from typing import Any

from fattorino.games.papa_paolo import auction, deeds, district, tours
from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.state import Colour, Phase, Rule, Stage
from fattorino.games.papa_paolo.words import (
    colour_name,
    deed_name,
    label,
    pizzas_word,
    seat_name,
    track_name,
)
from fattorino.kernel.guide import Missing
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

# -- what one would look for -----------------------------------------------------------------------------


def missing(view: Any, seat: Seat) -> list[Missing]:
    """What the seat that decides would look for and cannot do."""
    if view.over or view.seat != seat or seat < 0:
        return []
    if view.phase == Phase.USE:
        return missing_uses(view, seat)
    if view.phase == Phase.INVEST:
        colour = int(view.invest[seat])
        found = [Missing(deed_name(colour), reason)] if (reason := deed_reason(view, seat, colour)) else []
        if view.track[seat, colour] >= s.LAST_COLUMN:
            text = _("{track} is at its last column already.").format(track=track_name(colour))
            found.append(Missing(_("A step on {track}").format(track=track_name(colour)), text))
        return found
    if view.phase == Phase.BUY:
        buys = ((s.BUY + n - 1, buy_reason(view, seat, n)) for n in range(1, t.MAX_BUY + 1))
        return [Missing(label(view, action), reason) for action, reason in buys if reason]
    if view.phase == Phase.PRICE:
        prices = ((kind, price_reason(view, seat, kind)) for kind in range(t.N_PRICES))
        return [
            Missing(label(view, s.PRICE + kind), reason, f"shop-{t.PRICES[kind]}")
            for kind, reason in prices
            if reason
        ]
    if view.phase == Phase.TOUR:
        shops = [int(view.cell[seat, k]) for k in range(int(view.n_squares[seat])) if is_shop(view, seat, k)]
        reasons = ((cell, tour_reason(view, seat, cell)) for cell in shops)
        return [
            Missing(_("A tour from {cell}").format(cell=t.cell_name(cell)), reason, f"cell-{cell}")
            for cell, reason in reasons
            if reason
        ]
    if view.phase == Phase.ROAD and view.distance_left == 0:
        return [Missing(_("Drive on"), _("The distance of this tour is used up."))]
    return []


def missing_uses(view: Any, seat: Seat) -> list[Missing]:
    """The tile and the actions of the slot that cannot be had."""
    slot = int(view.slot)
    printed = t.deeds_at(int(view.n), slot)
    found = []
    if not t.has(int(view.takes[seat]), t.shape_of(int(view.slot_tile[slot]))):
        found.append(Missing(_("Take the tile"), tile_reason(), f"slot-{slot}"))
    for deed in range(s.N_COLOURS):
        reason = deed_reason(view, seat, deed) if t.has(printed, deed) else ""
        if reason:
            found.append(Missing(deed_name(deed), reason, f"deed-{s.DEEDS[deed]}"))
    return found


def is_shop(view: Any, seat: Seat, square: int) -> bool:
    return square >= 0 and t.has(int(view.shops[seat]), square)


def tile_reason() -> str:
    return _(
        "It fits nowhere: its roads must join yours, and a district is at most {long} by {short} squares."
    ).format(long=s.BOX_LONG, short=s.BOX_SHORT)


def money_reason(price: int, money: int) -> str:
    return _("It costs £{price}, you have £{money}.").format(price=price, money=money)


def deed_reason(view: Any, seat: Seat, deed: int) -> str:
    """What is missing for an action; '' if it can be done."""
    if deeds.check_deed(view, seat, deed) == Rule.OK:
        return ""
    money = int(view.money[seat])
    if deed == Colour.BLUE:
        if money < t.shop_price(1):
            return money_reason(t.shop_price(1), money)
        if view.room[seat] == 0:
            return _("All your pizzerias are full: deliver first, or build.")
        return _("None of your {n} pizzas is left to buy.").format(n=s.PIZZAS)
    if deed == Colour.RED:
        if money < s.EXPRESS_COST:
            return money_reason(s.EXPRESS_COST, money)
        if not district.stocked(view, seat):
            return _("Your pizzerias are empty: shop first.")
        return _("No road leads from a pizzeria with pizzas to a house without one.")
    prices = [price for kind, price in enumerate(t.PRICES) if view.pizzerias[kind] > 0]
    if not prices:
        return _("All pizzerias are built.")
    if money < prices[0]:
        return money_reason(prices[0], money)
    return _("No square is left beside a city tile and away from your other pizzerias.")


def buy_reason(view: Any, seat: Seat, pizzas: int) -> str:
    """What is missing for buying so many pizzas."""
    if deeds.check_buy(view, seat, pizzas) == Rule.OK:
        return ""
    if pizzas > view.room[seat]:
        return _("Your pizzerias have room for {pizzas}.").format(pizzas=pizzas_word(int(view.room[seat])))
    if pizzas > deeds.in_supply(view, seat):
        return _("Only {pizzas} of yours can still be bought.").format(
            pizzas=pizzas_word(deeds.in_supply(view, seat))
        )
    return money_reason(t.shop_price(pizzas), int(view.money[seat]))


def price_reason(view: Any, seat: Seat, kind: int) -> str:
    """What is missing for building a pizzeria of this price."""
    if deeds.check_price(view, seat, kind) == Rule.OK:
        return ""
    if view.pizzerias[kind] == 0:
        return _("All pizzerias of this price are built.")
    return money_reason(t.PRICES[kind], int(view.money[seat]))


def tour_reason(view: Any, seat: Seat, cell: int) -> str:
    """What is missing for a tour from this square."""
    if tours.check_tour(view, seat, cell) == Rule.OK:
        return ""
    square = int(view.at[seat, cell])
    if not is_shop(view, seat, square):
        return _("A tour starts at one of your pizzerias.")
    if view.pizzas[seat, square] == 0:
        return _("This pizzeria has no pizzas.")
    if view.stage != Stage.DELIVER:
        return _("No road leads from here to a house without a pizza.")
    return ngettext(
        "No house without a pizza is within {n} step of here.",
        "No house without a pizza is within {n} steps of here.",
        int(view.distance),
    )


# -- what one clicks -------------------------------------------------------------------------------------


def unavailable(view: Any, seat: Seat, target: str) -> str:
    """What is wanted now, and what would make a thing on the board do something."""
    kind, _dash, rest = target.partition("-")
    place = int(rest) if rest.isdigit() else NONE
    because = {
        "slot": slot_words,
        "cell": cell_words,
        "bid": bid_words,
        "amount": amount_words,
        "delivery": ticket_reason,
        "colour": colour_words,
        "shop": shop_words,
        "deed": deed_words,
    }.get(kind, other_words(kind))
    if view.over:
        return _("The game is over.")
    if kind == "colour":
        place = s.COLOURS.index(rest) if rest in s.COLOURS else NONE
    if kind == "deed":
        place = s.DEEDS.index(rest) if rest in s.DEEDS else NONE
    mine = seat >= 0 and view.seat == seat
    now = wanted(view) if mine else _("Wait for {who}.").format(who=seat_name(int(view.seat), seat))
    return " ".join(part for part in (now, because(view, seat if mine else NONE, place)) if part)


def wanted(view: Any) -> str:
    """What the seat that decides is to click now."""
    return {
        Phase.START: _("Choose one of your two start tiles."),
        Phase.SLOT: _("Choose a free slot of the city for your pawn."),
        Phase.USE: _("Your pawn stands: take its tile, or do one of its actions."),
        Phase.TILE: _("Choose a marked square of your district for the tile."),
        Phase.ROT: _("Choose which way the tile lies."),
        Phase.BUY: _("Choose how many pizzas you buy."),
        Phase.STOCK: _("Choose a pizzeria for the next pizza."),
        Phase.PRICE: _("Choose which pizzeria you build."),
        Phase.SITE: _("Choose a marked square for your new pizzeria."),
        Phase.TOUR: _("Choose a pizzeria for a tour, or stop delivering."),
        Phase.ROAD: _("Choose a marked square, or end the tour."),
        Phase.BID: _("Bid on the Piazza, or withdraw."),
        Phase.BID2: _("Bid an amount, or pass."),
        Phase.PICK: _("Choose an investment."),
        Phase.INVEST: _("Choose how you use your investment."),
        Phase.BIG: _("Choose a colour of the large investment tile."),
        Phase.TURN: _("Choose a colour for the other side."),
        Phase.SMALL: _("Choose one of the two colours on your side."),
        Phase.DELIVERY: _("Choose a delivery tile."),
    }.get(Phase(int(view.phase)), "")


Words = Callable[[Any, Seat, int], str]


def other_words(kind: str) -> Words:
    """Things that are never chosen: coins, markers, players."""

    def words(view: Any, seat: Seat, place: int) -> str:
        if kind.startswith("line"):
            return _("Most pawns in a row or column take its coin, once all pawns are placed.")
        if kind.startswith("marker") or kind.startswith("track"):
            return _(
                "A marker moves when all houses of a tile of its colour are served, or by an investment."
            )
        if kind.startswith("at"):
            return _("This is another player's district.")
        return ""

    return words


def slot_words(view: Any, seat: Seat, place: int) -> str:
    if view.stage != Stage.PLACE:
        return _("Pawns are placed at the beginning of a round.")
    if 0 <= place < s.N_SLOTS and view.pawn[place] >= 0 and view.phase == Phase.SLOT:
        return _("This slot has its pawn; each is used once a round.")
    return ""


def bid_words(view: Any, seat: Seat, place: int) -> str:
    if view.stage < Stage.BID:
        return _("Bidding comes when all pawns are placed.")
    if view.phase != Phase.BID:
        return _("The bidding of this round is over.")
    if seat < 0 or not 0 <= place < s.N_BIDS:
        return ""
    rule, column = auction.check_bid(view, seat, place), place % s.PIAZZA_COLUMNS
    if rule == Rule.PP_BID_4:
        row = auction.top_row(view, seat, column) + 2
        if row > s.PIAZZA_ROWS:
            return _("Nobody can outbid the pawn on top of this column.")
        return _("To outbid the pawn in this column you need row {row} or higher.").format(row=row)
    if rule == Rule.PP_BID_5:
        row = int(view.bid[seat]) // s.PIAZZA_COLUMNS + 1
        return _("Your pawn stands on row {row} and may not go lower.").format(row=row)
    if rule == Rule.PP_BID_6:
        return money_reason(t.bid_value(place), int(view.money[seat]))
    return ""


def amount_words(view: Any, seat: Seat, place: int) -> str:
    if view.stage < Stage.BID:
        return _("Bidding comes when all pawns are placed.")
    if view.phase != Phase.BID2:
        return _("The bidding of this round is over.")
    if seat < 0 or place < 1:
        return ""
    if place > view.money[seat]:
        return money_reason(place, int(view.money[seat]))
    standing = auction.price_of_bid(view, 1 - seat)
    return _("The other player bids £{n}: bid more.").format(n=standing) if place <= standing else ""


def ticket_reason(view: Any, seat: Seat, place: int) -> str:
    return _("A delivery tile goes to the bid below it; without one you do not deliver this round.")


def colour_words(view: Any, seat: Seat, place: int) -> str:
    if view.stage in (Stage.PLACE, Stage.BID):
        return _("Investments are chosen after the bidding, the highest row first.")
    if view.phase == Phase.PICK and place >= 0 and not t.has(int(view.offer), place):
        return _("Somebody has the {colour} investment already.").format(colour=colour_name(place))
    return ""


def shop_words(view: Any, seat: Seat, place: int) -> str:
    if view.phase != Phase.PRICE:
        return _("Pizzerias are built by the action “{action}”.").format(action=deed_name(Colour.GREEN))
    return price_reason(view, seat, t.PRICES.index(place)) if seat >= 0 and place in t.PRICES else ""


def deed_words(view: Any, seat: Seat, place: int) -> str:
    if seat < 0 or place < 0 or view.phase != Phase.USE:
        return ""
    return deed_reason(view, seat, place) or _("This slot does not offer it.")


def cell_words(view: Any, seat: Seat, place: int) -> str:
    """What is wrong with a square of the own district."""
    if seat < 0 or not 0 <= place < s.CELLS:
        return ""
    square = int(view.at[seat, place])
    if view.phase == Phase.TILE:
        return {
            Rule.PP_EXPAND_1: _("There is something on this square."),
            Rule.PP_EXPAND_2: _("A district is at most {long} by {short} squares.").format(
                long=s.BOX_LONG, short=s.BOX_SHORT
            ),
            Rule.PP_EXPAND_3: _("Here roads would run into houses, however the tile is turned."),
            Rule.PP_EXPAND_5: _("Here no road would join the tile to your roads."),
        }.get(district.check_tile(view, seat, t.shape_of(int(view.slot_tile[int(view.slot)])), place), "")
    if view.phase == Phase.SITE:
        return {
            Rule.PP_BUILD_2: _(
                "The square must be empty, and a district is at most {long} by {short}."
            ).format(long=s.BOX_LONG, short=s.BOX_SHORT),
            Rule.PP_BUILD_3: _("A pizzeria must lie beside a city tile."),
            Rule.PP_BUILD_4: _("Two pizzerias may not lie side by side."),
        }.get(district.check_site(view, seat, place), "")
    if view.phase == Phase.STOCK:
        full = _("This pizzeria is full.") if is_shop(view, seat, square) else ""
        return full or _("Pizzas go to your pizzerias.")
    if view.phase == Phase.TOUR:
        return tour_reason(view, seat, place)
    if view.phase == Phase.ROAD:
        return road_words(view, seat, place, square)
    if view.phase == Phase.SLOT:
        return _("Your district grows when a pawn takes a tile.")
    return ""


def road_words(view: Any, seat: Seat, place: int, square: int) -> str:
    """Why the courier cannot go to a square."""
    here = int(view.cell[seat, int(view.tour_at)])
    if place == here:
        return _("All houses here have their pizza.")
    for side in range(s.N_SIDES):
        if t.beside(here, side) == place:
            return {
                Rule.PP_DELIVER_4: _("No road leads there."),
                Rule.PP_DELIVER_5: _("A tour does not pass through a pizzeria."),
                Rule.PP_DELIVER_2: _("The distance of this tour is used up."),
                Rule.PP_DELIVER_6: _("A tour does not turn back on its road."),
            }.get(tours.check_step(view, seat, side), "")
    return _("A tour goes from square to square, along the roads.")
