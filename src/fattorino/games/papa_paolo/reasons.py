"""Why greedy likes an action: the terms of its worth in words, for a hint."""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.auction import price_of_bid
from fattorino.games.papa_paolo.courier import DEPTH, best_route, best_tour, lesson, survey_houses
from fattorino.games.papa_paolo.greedy import (
    NOTHING,
    deed_worth,
    line_worth,
    lira,
    place_worth,
    ticket_worth,
    tile_worth,
    worth_of,
)
from fattorino.games.papa_paolo.state import Phase
from fattorino.games.papa_paolo.words import line_name, track_name
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _
from fattorino.kernel.records import NONE, Seat


class Look:
    """A district as greedy looks at it, once for all the terms of a decision."""

    def __init__(self, view: Any, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.need = np.zeros(s.MAX_SQUARES, np.int64)
        self.stock = np.zeros(s.MAX_SQUARES, np.int64)
        self.path = np.zeros(DEPTH + 1, np.int64)
        self.left = np.zeros(DEPTH + 1, np.int64)
        self.deeds = np.zeros(s.N_COLOURS, np.int64)
        survey_houses(view, seat, self.need, self.stock)
        for deed in range(s.N_COLOURS):
            self.deeds[deed] = deed_worth(view, seat, deed, self.need, self.stock, self.path, self.left)

    def worth(self, action: int) -> float:
        """What greedy makes of an option."""
        return float(
            worth_of(self.view, self.seat, action, self.deeds, self.need, self.stock, self.path, self.left)
        )

    def delivery(self, number: int) -> float:
        """What could be delivered with a delivery tile."""
        return float(ticket_worth(self.view, self.seat, number, self.need, self.stock, self.path, self.left))

    def tile(self, slot: int) -> float:
        """What the tile in a slot is worth."""
        return float(tile_worth(self.view, self.seat, int(self.view.slot_tile[slot]), self.need))


def reasons(view: Any, seat: Seat, actions: Any, action: int) -> list[Reason]:
    """The terms of an option's worth, in tens of a point."""
    look, phase = Look(view, seat), int(view.phase)
    if phase == Phase.ROAD or phase == Phase.TOUR:
        return way_terms(look, action)
    if phase == Phase.SLOT:
        return slot_terms(look, action)
    if phase == Phase.TILE or phase == Phase.ROT:
        return lay_terms(look, action)
    total = look.worth(action)
    if phase == Phase.BID or phase == Phase.BID2:
        return bid_terms(look, action, total)
    if phase == Phase.BUY:
        price = int(t.shop_price(action - s.BUY + 1))
        paid = -price * (lira(view, seat) - 1.0)
        useful = total - paid
        words = _("they can be delivered") if useful > 0 else _("more than can be delivered")
        return [(words, useful), (_("it costs £{price}").format(price=price), paid)]
    if Phase.PICK <= phase <= Phase.SMALL and action >= s.COLOUR and phase != Phase.TURN:
        colour = action - s.COLOUR if phase != Phase.INVEST else int(view.invest[seat])
        return colour_terms(look, action, colour, total)
    words = plain_words(look, action)
    return [(words, total)] if words else []


def plain_words(look: Look, action: int) -> str:
    """An option whose worth is one term."""
    phase = int(look.view.phase)
    if phase == Phase.USE:
        if action == s.TAKE:
            return _("the tile brings houses near your pizzerias")
        return "" if action == s.IDLE else deed_words(action - s.SPONSOR)
    return {
        Phase.STOCK: _("most houses wait near this pizzeria"),
        Phase.PRICE: _("the price leaves enough money for the next things"),
        Phase.SITE: _("houses lie right beside a pizzeria there"),
        Phase.DELIVERY: _("most can be delivered with it"),
        Phase.TURN: _("the other side helps your rival less"),
    }.get(Phase(phase), "")


def deed_words(deed: int) -> str:
    """Why an action of the board."""
    return [
        _("a sponsor's money is worth much now"),
        _("pizzas are missing that could be delivered"),
        _("pizzas can be delivered at once"),
        _("another pizzeria brings pizzas and reach"),
    ][deed]


def slot_terms(look: Look, slot: int) -> list[Reason]:
    """The best use of a slot, and the coins of its row and its column."""
    printed = t.deeds_at(int(look.view.n), slot)
    use, words = look.tile(slot), _("its tile brings houses near your pizzerias")
    for deed in range(s.N_COLOURS):
        if t.has(printed, deed) and look.deeds[deed] > use:
            use, words = float(look.deeds[deed]), deed_words(deed)
    if use < 0:
        idle = look.view.idle_allowed or use == NOTHING
        use, words = 0.0 if idle else use, _("a pawn there has to do what is of little use")
    found = [(words, use)] if use else []
    for line in (slot // s.SLOTS_WIDE, s.SLOTS_WIDE + slot % s.SLOTS_WIDE):
        coin = float(line_worth(look.view, look.seat, line))
        found.append((_("it helps you to the coin of {line}").format(line=line_name(line)), coin))
    return found


def lay_terms(look: Look, action: int) -> list[Reason]:
    """Houses near a pizzeria, and roads; a square counts as its best turn does."""
    view, seat = look.view, look.seat
    tile = int(view.slot_tile[int(view.slot)])
    total, cell = look.worth(action), int(view.spot) if action >= s.ROT else action - s.CELL
    turns = [action - s.ROT] if action >= s.ROT else range(s.N_SIDES)
    for quarters in turns:
        roads = t.roads_of(t.shape_of(tile), quarters)
        if place_worth(view, seat, t.houses_of(tile), cell, roads) == total:
            bare = float(place_worth(view, seat, 0, cell, roads))
            return [
                (_("its houses lie near a pizzeria"), total - bare),
                (_("its roads join yours and lead on"), bare),
            ]
    return []


def bid_terms(look: Look, action: int, total: float) -> list[Reason]:
    """The delivery, an earlier choice of investments, and the price."""
    view, seat = look.view, look.seat
    if action == s.PASS:
        return [(_("no bid is worth its price"), 1.0)]
    if view.phase == Phase.BID:
        delivery = look.delivery(int(view.tickets[(action - s.BID) % s.PIAZZA_COLUMNS]))
        price = int(t.bid_value(action - s.BID))
    else:
        both = [look.delivery(int(view.tickets[side])) for side in range(2)]
        top = action - s.BID2 + 1 > price_of_bid(view, 1 - seat)
        delivery = max(both) if top else min(both)
        price = action - s.BID2 + 1 - int(price_of_bid(view, seat))
    paid = -price * float(lira(view, seat))
    return [
        (_("its delivery tile suits your district"), delivery),
        (_("it costs £{price}").format(price=price), paid),
        (_("you choose investments early"), total - delivery - paid),
    ]


def colour_terms(look: Look, action: int, colour: int, total: float) -> list[Reason]:
    """An investment: its action or its experience, whichever is worth more, and what it costs."""
    view, seat = look.view, look.seat
    lessons = float(lesson(view, seat, colour))
    deed = float(look.deeds[colour])
    experience = _("a step on {track} is worth much").format(track=track_name(colour))
    if view.phase == Phase.INVEST:
        return [(deed_words(colour) if action == s.USE_ACTION else experience, total)]
    found = [(deed_words(colour), deed) if deed >= lessons else (experience, lessons)]
    if view.bid[seat] == NONE:
        found.append(
            (_("it costs £{price}").format(price=s.PASS_PRICE), -s.PASS_PRICE * float(lira(view, seat)))
        )
    return found


def way_terms(look: Look, action: int) -> list[Reason]:
    """What the best tour, or the best way on, still delivers."""
    view, seat = look.view, look.seat
    if action in (s.END_TOUR, s.END_DELIVERY):
        return [(_("nothing more can be delivered"), 1.0)]
    if view.phase == Phase.TOUR:
        pizzas, distance = int(view.pizzas_left), int(view.distance)
        worth = best_tour(view, seat, look.need, look.stock, pizzas, distance, look.path, look.left)[0]
        return [(_("the best tour starts there"), float(worth))]
    square = int(view.tour_at)
    if action == s.DROP:
        return [(_("a house here waits for a pizza"), float(look.need[square]))]
    there = t.beside(int(view.cell[seat, square]), action - s.STEP)
    to = int(view.at[seat, there])
    visited = int(view.visited) | 1 << square | 1 << to
    budget = min(int(view.pizzas_left), int(view.pizzas[seat, int(view.tour_from)]))
    steps = int(view.distance_left) - 1
    worth = best_route(view, seat, look.need, to, visited, steps, budget, look.path, look.left)[0]
    return [(_("most houses can be served on that way"), float(worth))] if worth > 0 else []
