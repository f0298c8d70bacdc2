"""greedy: lay tiles near pizzerias, buy what can be delivered, bid what a delivery will bring.

Every option gets a worth in tens of a point; money is turned into points by how scarce it is.
"""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.auction import price_of_bid
from fattorino.games.papa_paolo.city import line_slot
from fattorino.games.papa_paolo.courier import (
    DEPTH,
    allot,
    best_route,
    best_tour,
    lesson,
    near_houses,
    prospect,
    survey_houses,
)
from fattorino.games.papa_paolo.deeds import check_deed, in_supply
from fattorino.games.papa_paolo.district import EAST, NORTH, SOUTH, WEST, is_free, touches
from fattorino.games.papa_paolo.state import Colour, Phase, Rule, Touch
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State
from fattorino.kernel.rng import below, following, seeded

NOTHING = -1000
BY_DISTANCE = np.array(
    [0, 11, 9, 6, 3, 1, 0, 0], np.int64
)  # what a house is worth, so many steps from a pizzeria


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The legal action with the highest worth; among equals any."""
    need = np.zeros(s.MAX_SQUARES, np.int64)
    stock = np.zeros(s.MAX_SQUARES, np.int64)
    path = np.zeros(DEPTH + 1, np.int64)
    left = np.zeros(DEPTH + 1, np.int64)
    survey_houses(view, seat, need, stock)
    phase = int(view.phase)
    if phase == Phase.ROAD:
        return drive(view, seat, need, path, left)
    if phase == Phase.TOUR:
        shop = best_tour(view, seat, need, stock, int(view.pizzas_left), int(view.distance), path, left)[2]
        return s.END_DELIVERY if shop == NONE else s.CELL + int(view.cell[seat, shop])
    deeds = np.zeros(s.N_COLOURS, np.int64)
    if (
        phase == Phase.SLOT
        or phase == Phase.USE
        or phase == Phase.INVEST
        or Phase.PICK <= phase <= Phase.SMALL
    ):
        for deed in range(s.N_COLOURS):
            deeds[deed] = deed_worth(view, seat, deed, need, stock, path, left)
    chance = following(seeded(seed))
    best, choice = NOTHING * 100, int(actions[0])
    for at in range(n):
        action = int(actions[at])
        chance = following(chance)
        worth = 8 * worth_of(view, seat, action, deeds, need, stock, path, left) + below(chance, 8)
        if worth > best:
            best, choice = worth, action
    return choice


@jit
def worth_of(
    view: State, seat: Seat, action: int, deeds: Any, need: Any, stock: Any, path: Any, left: Any
) -> int:
    """What an option of the present decision is worth."""
    phase = int(view.phase)
    if phase == Phase.SLOT:
        return slot_worth(view, seat, action, deeds, need)
    if phase == Phase.USE:
        if action == s.TAKE:
            return tile_worth(view, seat, int(view.slot_tile[int(view.slot)]), need)
        return 0 if action == s.IDLE else int(deeds[action - s.SPONSOR])
    if phase == Phase.TILE or phase == Phase.ROT:
        return lay_worth(view, seat, action)
    if phase == Phase.BUY:
        return buy_worth(view, seat, action - s.BUY + 1, need, stock)
    if phase == Phase.STOCK:
        square = int(view.at[seat, action - s.CELL])
        return near_houses(view, seat, need, int(view.joined[seat, square]), 3) - 2 * int(stock[square])
    if phase == Phase.PRICE:
        spare = int(view.money[seat]) - 5
        return -abs(t.building_price(action - s.PRICE) - spare) if spare > 2 else -action
    if phase == Phase.SITE:
        return site_worth(view, seat, action - s.CELL, need)
    if phase == Phase.BID:
        return bid_worth(view, seat, action, need, stock, path, left)
    if phase == Phase.BID2:
        return bid2_worth(view, seat, action, need, stock, path, left)
    if phase == Phase.DELIVERY:
        return ticket_worth(view, seat, action - s.DELIVERY, need, stock, path, left)
    if phase == Phase.INVEST:
        colour = int(view.invest[seat])
        if action == s.USE_ACTION:
            return int(deeds[colour])
        return lesson(view, seat, colour) if action == s.USE_XP else 0
    if phase == Phase.TURN:
        return -lesson(view, 1 - seat, action - s.COLOUR)
    if phase == Phase.START:
        return -action
    if action == s.PASS:
        return 0
    worth = max(int(deeds[action - s.COLOUR]), lesson(view, seat, action - s.COLOUR))
    return worth - (s.PASS_PRICE * lira(view, seat) if view.bid[seat] == NONE else 0)


# -- money and pizzas ------------------------------------------------------------------------------------


@jit
def lira(view: State, seat: Seat) -> int:
    """What a lira is worth: much while money is short, little when the game is nearly over."""
    if view.round_no == s.ROUNDS:
        return 2
    money = int(view.money[seat])
    return 7 if money < 6 else 5 if money < 12 else 3


@jit
def expected(view: State) -> int:
    """How many pizzas a delivery tile of this round allows."""
    return t.ticket_pizzas(int(view.round_no), 2)


@jit
def shortage(view: State, seat: Seat, need: Any, stock: Any) -> int:
    """How many more pizzas could be delivered than are in stock; one more may wait for next round."""
    pizzas = 0
    for square in range(int(view.n_squares[seat])):
        pizzas += int(stock[square])
    houses = reachable(view, seat, need, 4)
    wanted = expected(view) + (0 if view.round_no == s.ROUNDS else 1)
    return min(houses, wanted) - pizzas


@jit
def reachable(view: State, seat: Seat, need: Any, steps: int) -> int:
    """Unserved houses within some steps of any pizzeria."""
    exits = 0
    for square in range(int(view.n_squares[seat])):
        if t.has(int(view.shops[seat]), square):
            exits |= int(view.joined[seat, square])
    return near_houses(view, seat, need, exits, steps)


@jit
def buy_worth(view: State, seat: Seat, pizzas: int, need: Any, stock: Any) -> int:
    """Pizzas that can be delivered are points, others are a burden; all cost money."""
    free = t.track_value(Colour.BLUE.value, int(view.track[seat, Colour.BLUE]))
    got = pizzas + min(free, int(view.room[seat]) - pizzas, in_supply(view, seat) - pizzas)
    useful = max(min(got, shortage(view, seat, need, stock)), 0)
    burden = 8 if view.round_no == s.ROUNDS else 3
    return 12 * useful - burden * (got - useful) - t.shop_price(pizzas) * (lira(view, seat) - 1)


@jit
def deed_worth(view: State, seat: Seat, deed: int, need: Any, stock: Any, path: Any, left: Any) -> int:
    """What an action of the board, or of an investment, is worth now."""
    if check_deed(view, seat, deed) != Rule.OK:
        return NOTHING
    if deed == Colour.GOLD:
        return t.track_value(deed, int(view.track[seat, deed])) * lira(view, seat)
    if deed == Colour.BLUE:
        best = NOTHING
        for pizzas in range(1, t.MAX_BUY + 1):
            if pizzas <= view.room[seat] and t.shop_price(pizzas) <= view.money[seat]:
                best = max(best, buy_worth(view, seat, pizzas, need, stock))
        return best
    if deed == Colour.RED:
        budget = t.track_value(deed, int(view.track[seat, deed]))
        worth = best_tour(view, seat, need, stock, budget, s.NO_LIMIT, path, left)[0]
        return worth * 3 // 4 - s.EXPRESS_COST * lira(view, seat)
    shops = 0
    for square in range(int(view.n_squares[seat])):
        if t.has(int(view.shops[seat]), square):
            shops += 1
    useful = max(min(s.FREE_PIZZAS, shortage(view, seat, need, stock)), 0)
    rounds = s.ROUNDS - int(view.round_no)
    room = 6 * rounds if shops == 1 else 2 * rounds if shops == 2 else 0
    return 12 * useful + room - 6 * (s.FREE_PIZZAS - useful) - t.building_price(0) * lira(view, seat)


# -- tiles -----------------------------------------------------------------------------------------------


@jit
def slot_worth(view: State, seat: Seat, slot: int, deeds: Any, need: Any) -> int:
    """The best use of a slot, and the bribes it helps to win."""
    best = tile_worth(view, seat, int(view.slot_tile[slot]), need)
    printed = t.deeds_at(int(view.n), slot)
    for deed in range(s.N_COLOURS):
        if t.has(printed, deed):
            best = max(best, int(deeds[deed]))
    if view.idle_allowed or best == NOTHING:  # PP-PLACE-3: what can be used must be
        best = max(0, best)
    return (
        best
        + line_worth(view, seat, slot // s.SLOTS_WIDE)
        + line_worth(view, seat, s.SLOTS_WIDE + slot % s.SLOTS_WIDE)
    )


@jit
def line_worth(view: State, seat: Seat, line: int) -> int:
    """A share of a line's coin, if one pawn more takes or keeps the lead there."""
    length = t.board_columns(int(view.n)) if line < s.SLOTS_WIDE else t.board_rows(int(view.n))
    mine = 1
    most = 0
    for other in range(int(view.n)):
        pawns = 0
        for place in range(length):
            if view.pawn[line_slot(line, place)] == other:
                pawns += 1
        if other == seat:
            mine += pawns
        else:
            most = max(most, pawns)
    share = 2 if mine > most else 1 if mine == most else 0
    return int(view.coin[line]) * lira(view, seat) * share // 5


@jit
def tile_worth(view: State, seat: Seat, tile: int, need: Any) -> int:
    """The best place a tile could have, weighed by how many houses are waiting already."""
    shape = t.shape_of(tile)
    if not t.has(int(view.takes[seat]), shape):
        return NOTHING
    best = NOTHING
    for row in range(int(view.box[seat, NORTH]) - 1, int(view.box[seat, SOUTH]) + 2):
        for column in range(int(view.box[seat, WEST]) - 1, int(view.box[seat, EAST]) + 2):
            if is_free(view, seat, row, column):
                turns = (
                    t.fitting(touches(view, seat, s.GRID * row + column)) >> s.N_SIDES * shape
                ) & t.ALL_ROADS
                for quarters in range(s.N_SIDES):
                    if t.has(turns, quarters):
                        roads = t.roads_of(shape, quarters)
                        best = max(
                            best, place_worth(view, seat, t.houses_of(tile), s.GRID * row + column, roads)
                        )
    waiting = reachable(view, seat, need, 4)
    rounds = s.ROUNDS - int(view.round_no)
    wanted = expected(view) + (3 if rounds else 0)
    if waiting >= wanted:
        return best * min(rounds, 2) // 4
    return best


@jit
def lay_worth(view: State, seat: Seat, action: int) -> int:
    """A cell, by its best turn; or a turn on the cell that was chosen."""
    tile = int(view.slot_tile[int(view.slot)])
    shape = t.shape_of(tile)
    if action >= s.ROT:
        return place_worth(view, seat, t.houses_of(tile), int(view.spot), t.roads_of(shape, action - s.ROT))
    cell = action - s.CELL
    turns = (t.fitting(touches(view, seat, cell)) >> s.N_SIDES * shape) & t.ALL_ROADS
    best = NOTHING
    for quarters in range(s.N_SIDES):
        if t.has(turns, quarters):
            best = max(best, place_worth(view, seat, t.houses_of(tile), cell, t.roads_of(shape, quarters)))
    return best


@jit
def place_worth(view: State, seat: Seat, houses: int, cell: int, roads: int) -> int:
    """Houses near a pizzeria, roads that lead on, and no dead ends while the district is young."""
    exits = 0
    steps = 9
    openings = 0
    for side in range(s.N_SIDES):
        if not t.has(roads, side):
            continue
        there = t.beside(cell, side)
        square = NONE if there == NONE else int(view.at[seat, there])
        if square == NONE:
            if there != NONE and is_free_for_later(view, seat, there):
                openings += 1
        elif t.has(int(view.shops[seat]), square):
            steps = 1
            exits += 1
        else:
            exits += 1
            steps = min(steps, 1 + distance_of(view, seat, square))
    room = s.MAX_SQUARES - int(view.n_squares[seat])
    near = int(BY_DISTANCE[min(steps, 7)])
    return houses * near + min(openings, 2) * (3 if room > 8 else 1) + exits


@jit
def is_free_for_later(view: State, seat: Seat, cell: int) -> bool:
    """Whether a tile could still be laid on a cell, as far as the limit is concerned."""
    return is_free(view, seat, cell // s.GRID, cell % s.GRID) or (
        view.at[seat, cell] == NONE and view.n_squares[seat] < s.MAX_SQUARES // 2
    )


@jit
def distance_of(view: State, seat: Seat, square: int) -> int:
    """Steps from the nearest pizzeria to a city tile; many, if none leads there."""
    shops = int(view.shops[seat])
    seen = 1 << square
    edge = seen
    for steps in range(1, 7):
        further = 0
        for other in range(int(view.n_squares[seat])):
            if t.has(edge, other):
                further |= int(view.joined[seat, other])
        if further & shops:
            return steps
        edge = further & ~seen
        seen |= edge
    return 8


@jit
def site_worth(view: State, seat: Seat, cell: int, need: Any) -> int:
    """Houses a new pizzeria would have at its exits."""
    exits = 0
    open_sides = 0
    code = touches(view, seat, cell)
    for side in range(s.N_SIDES):
        touched = (code >> 2 * side) & 3
        if touched == Touch.ROAD:
            exits |= 1 << int(view.at[seat, t.beside(cell, side)])
        elif touched == Touch.NOTHING:
            open_sides += 1
    return 3 * near_houses(view, seat, need, exits, 2) + open_sides + (4 if exits else 0)


# -- bids ------------------------------------------------------------------------------------------------


@jit
def ticket_worth(view: State, seat: Seat, number: int, need: Any, stock: Any, path: Any, left: Any) -> int:
    """What could be delivered with a delivery tile, as the district stands."""
    survey_houses(view, seat, need, stock)
    pizzas, distance = (
        t.ticket_pizzas(int(view.round_no), number),
        t.ticket_distance(int(view.round_no), number),
    )
    worth = prospect(view, seat, need, stock, pizzas, distance, path, left)
    survey_houses(view, seat, need, stock)
    return worth


@jit
def bid_worth(view: State, seat: Seat, action: int, need: Any, stock: Any, path: Any, left: Any) -> int:
    """The delivery, and an earlier choice of investments; less the price."""
    if action == s.PASS:
        return 0
    cell = action - s.BID
    number = int(view.tickets[cell % s.PIAZZA_COLUMNS])
    worth = ticket_worth(view, seat, number, need, stock, path, left)
    return worth + 3 + 2 * (cell // s.PIAZZA_COLUMNS) - t.bid_value(cell) * lira(view, seat)


@jit
def bid2_worth(view: State, seat: Seat, action: int, need: Any, stock: Any, path: Any, left: Any) -> int:
    """Two players: a small bid always pays, a higher one only for the better of two tiles."""
    a = ticket_worth(view, seat, int(view.tickets[0]), need, stock, path, left)
    b = ticket_worth(view, seat, int(view.tickets[1]), need, stock, path, left)
    if action == s.PASS:
        return min(a, b) if view.bid[seat] != NONE else 0
    lire = action - s.BID2 + 1
    paid = price_of_bid(view, seat)
    top = lire > price_of_bid(view, 1 - seat)
    first = 6 if top else 0  # the choice of investments
    opening = lire if paid == 0 and price_of_bid(view, 1 - seat) == 0 else 0
    return (max(a, b) if top else min(a, b)) + first + min(opening, 3) * 4 - (lire - paid) * lira(view, seat)


# -- tours -----------------------------------------------------------------------------------------------


@jit
def drive(view: State, seat: Seat, need: Any, path: Any, left: Any) -> int:
    """Serve what the best way on leaves for this tile, then follow it."""
    square = int(view.tour_at)
    budget = min(int(view.pizzas_left), int(view.pizzas[seat, int(view.tour_from)]))
    visited = int(view.visited) | 1 << square
    steps = int(view.distance_left)
    _worth, squares, first = best_route(view, seat, need, square, visited, steps, budget, path, left)
    if need[square] > 0 and allot(view, seat, need, squares, budget, square)[1] > 0:
        return s.DROP
    if first == NONE:
        return s.END_TOUR
    for side in range(s.N_SIDES):
        there = t.beside(int(view.cell[seat, square]), side)
        if there != NONE and view.at[seat, there] == first:
            return s.STEP + side
    return s.END_TOUR
