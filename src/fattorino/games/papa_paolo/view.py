"""What each seat may see of a state, and the same as numbers for a learner.

Nearly everything is public. Hidden are the generator, from which the tiles and coins of later rounds are
drawn, the start tiles that two players choose in secret, and other players' money if `money_shown` is off.
"""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.features import LAYOUT, N_PHASES, REACH
from fattorino.games.papa_paolo.rules.district import touches
from fattorino.games.papa_paolo.state import Phase
from fattorino.kernel.features import size, starts, widths
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def sees(state: State, seat: Seat) -> int:
    """Everybody's money, if it is open or after the end; PP-Q-92: the bank also if it is limited."""
    shown = state.money_shown or state.over
    return (s.MONEY if shown else 0) | (s.OPEN_BANK if shown or state.bank_limit else 0)


@jit
def show(state: State, seat: Seat, view: State) -> None:
    """The start tiles, once all are chosen; until then everyone sees their own, and who has none yet."""
    for each in range(s.MAX_SEATS):
        if state.phase != Phase.START or state.kept[each] == NONE or each == seat:
            view.kept[each] = state.kept[each]


# -- numbers for a learner -------------------------------------------------------------------------------

AT, WIDTH = starts(LAYOUT), widths(LAYOUT)
AT_SLOTS, SLOT_FEATURES = AT["slots"], WIDTH["slots"]
AT_PLAYERS, PLAYER_FEATURES = AT["players"], WIDTH["players"]
AT_CELLS, CELL_FEATURES = AT["cells"], WIDTH["cells"]
AT_HAND, AT_TOUCH, AT_COURIER = AT["hand"], AT["hand.touch"], AT["hand.hungry"]
AT_REACH = AT["reach"]
NUM_FEATURES = size(LAYOUT)


@jit
def observe(view: State, seat: Seat, features: Any) -> None:
    """The round, the city board, each player in brief (the viewer first), the viewer's district by cell."""
    for at in range(NUM_FEATURES):
        features[at] = 0.0
    n = int(view.n)
    me = seat if 0 <= seat < n else 0
    observe_table(view, seat, features)
    for slot in range(s.N_SLOTS):
        at = AT_SLOTS + slot * SLOT_FEATURES
        tile = int(view.slot_tile[slot])
        if tile != NONE:
            features[at + t.colour_of(tile)] = 1.0
            features[at + s.N_COLOURS + t.shape_of(tile)] = 1.0
            features[at + s.N_COLOURS + t.N_SHAPES] = t.houses_of(tile) / 3.0
        features[at + s.N_COLOURS + t.N_SHAPES + 1] = 1.0 if view.slot == slot else 0.0
        if view.pawn[slot] != NONE:
            features[at + s.N_COLOURS + t.N_SHAPES + 2 + (int(view.pawn[slot]) - me) % n] = 1.0
    for other in range(n):
        k = (me + other) % n
        observe_player(view, k, features, AT_PLAYERS + other * PLAYER_FEATURES)
    for square in range(int(view.n_squares[me])):
        at = AT_CELLS + int(view.cell[me, square]) * CELL_FEATURES
        observe_square(view, me, square, features, at)
    observe_hand(view, features)
    for other in range(n):
        observe_reach(view, (me + other) % n, features, AT_REACH + other * REACH)


@jit
def observe_table(view: State, seat: Seat, features: Any) -> None:
    """Round, decision, coins, delivery and investment tiles, the current tour."""
    features[0] = view.round_no / s.ROUNDS
    features[1] = 1.0 if view.seat == seat else 0.0
    features[2] = view.n / s.MAX_SEATS
    features[3] = view.placed / 16.0
    features[4] = view.to_stock / 7.0
    features[5] = view.tours_left / 3.0
    features[6] = view.pizzas_left / 9.0
    features[7] = min(int(view.distance_left), 9) / 9.0
    if view.tour_at >= 0 and view.seat >= 0:  # where the courier stands, counted from the start pizzeria
        cell = int(view.cell[int(view.seat), int(view.tour_at)])
        features[8] = (cell % s.GRID - s.HOME % s.GRID) / 4.0
        features[9] = (cell // s.GRID - s.HOME // s.GRID) / 4.0
    if view.spot >= 0:
        features[10] = (view.spot % s.GRID - s.HOME % s.GRID) / 4.0
        features[11] = (view.spot // s.GRID - s.HOME // s.GRID) / 4.0
    at = 12
    features[at + int(view.phase)] = 1.0
    at += N_PHASES
    for line in range(s.N_LINES):
        features[at + line] = view.coin[line] / 3.0
    at += s.N_LINES
    for column in range(s.N_TICKETS):
        if view.tickets[column] >= 0:
            features[at + 2 * column] = t.ticket_pizzas(int(view.round_no), int(view.tickets[column])) / 9.0
            features[at + 2 * column + 1] = (
                t.ticket_distance(int(view.round_no), int(view.tickets[column])) / 4.0
            )
    at += s.N_TICKETS * 2
    for kind in range(t.N_PRICES):
        features[at + kind] = view.pizzerias[kind] / 3.0
    at += t.N_PRICES
    for colour in range(s.N_COLOURS):
        features[at + colour] = 1.0 if t.has(int(view.offer), colour) else 0.0
        features[at + s.N_COLOURS + colour] = 1.0 if t.has(int(view.side), colour) else 0.0


@jit
def observe_player(view: State, k: Seat, features: Any, at: int) -> None:
    """Money, supply, tracks, bid, tiles, houses still to serve and pizzas of one player."""
    n = int(view.n)
    features[at] = max(int(view.money[k]), 0) / 20.0  # 0 where it is hidden
    features[at + 1] = view.supply[k] / s.PIZZAS
    features[at + 2] = view.room[k] / 6.0
    features[at + 3] = view.acted[k] / 2.0
    for place in range(n):
        if view.order[place] == k:
            features[at + 4] = place / s.MAX_SEATS
        if view.next_order[place] == k:
            features[at + 5] = (place + 1) / s.MAX_SEATS
    at += 6
    for colour in range(s.N_COLOURS):
        features[at + colour] = view.track[k, colour] / s.LAST_COLUMN
        features[at + s.N_COLOURS + colour] = view.gained[k, colour] / 3.0
        features[at + 2 * s.N_COLOURS + colour] = 1.0 if view.invest[k] == colour else 0.0
    at += 3 * s.N_COLOURS
    if view.bid[k] >= 0:
        features[at + int(view.bid[k])] = 1.0
    at += s.N_BIDS
    if view.ticket[k] >= 0:
        features[at + int(view.ticket[k])] = 1.0
    at += s.N_TICKETS
    counts = 0  # houses to serve by colour, houses served, pizzas in stock: a byte each
    for square in range(int(view.n_squares[k])):
        piece, pizzas = int(view.piece[k, square]), int(view.pizzas[k, square])
        if piece < t.START_PIZZERIA:
            counts += (t.houses_of(piece) - pizzas) << 8 * t.colour_of(piece) | pizzas << 8 * s.N_COLOURS
        else:
            counts += pizzas << 8 * (s.N_COLOURS + 1)
    for kind in range(s.N_COLOURS + 2):
        features[at + kind] = (counts >> 8 * kind & 255) / 9.0


@jit
def observe_square(view: State, k: Seat, square: int, features: Any, at: int) -> None:
    """One square of a district."""
    piece = int(view.piece[k, square])
    for side in range(s.N_SIDES):
        features[at + side] = 1.0 if t.has(int(view.roads[k, square]), side) else 0.0
    at += s.N_SIDES
    if piece < t.START_PIZZERIA:
        features[at + t.colour_of(piece)] = 1.0
        at += s.N_COLOURS
        features[at] = (t.houses_of(piece) - view.pizzas[k, square]) / 3.0
        features[at + 1] = view.pizzas[k, square] / 3.0
    else:
        at += s.N_COLOURS
        features[at + 2] = view.pizzas[k, square] / 6.0
        features[at + 3] = t.capacity_of(piece) / 6.0


@jit
def observe_hand(view: State, features: Any) -> None:
    """What the decision is about: the tile of the chosen slot, the chosen cell, the courier's next steps."""
    if view.slot >= 0 and view.slot_tile[int(view.slot)] >= 0:
        tile = int(view.slot_tile[int(view.slot)])
        features[AT_HAND + t.colour_of(tile)] = 1.0
        features[AT_HAND + s.N_COLOURS + t.shape_of(tile)] = 1.0
        features[AT_HAND + s.N_COLOURS + t.N_SHAPES] = t.houses_of(tile) / 3.0
    who = int(view.seat)
    at = AT_TOUCH
    if view.spot >= 0 and who >= 0:
        code = touches(view, who, int(view.spot))
        for side in range(s.N_SIDES):
            felt = (code >> 2 * side) & 3
            if felt:
                features[at + 3 * side + felt - 1] = 1.0
    at = AT_COURIER
    if view.tour_at >= 0 and who >= 0:
        square = int(view.tour_at)
        features[at] = hungry_at(view, who, square) / 3.0
        features[at + 1] = view.pizzas[who, int(view.tour_from)] / 6.0
        for side in range(s.N_SIDES):
            there = t.beside(int(view.cell[who, square]), side)
            other = NONE if there == NONE else int(view.at[who, there])
            if other >= 0 and t.has(int(view.joined[who, square]), other):
                features[at + 2 + 2 * side] = 1.0
                features[at + 3 + 2 * side] = hungry_at(view, who, other) / 3.0


@jit
def observe_reach(view: State, k: Seat, features: Any, at: int) -> None:
    """The unserved houses of a player within one step of a pizzeria, within two, and so on."""
    squares, shops = int(view.n_squares[k]), int(view.shops[k])
    edge = 0
    for square in range(squares):
        edge |= int(view.joined[k, square]) & -(shops >> square & 1)
    seen = shops
    edge &= ~seen
    houses = 0
    for steps in range(REACH):
        further = 0
        for square in range(squares):
            there = -(edge >> square & 1)  # all bits or none, instead of a branch
            houses += hungry_at(view, k, square) & there
            further |= int(view.joined[k, square]) & there
        features[at + steps] = houses / 9.0
        seen |= edge
        edge = further & ~seen


@jit
def hungry_at(view: State, k: Seat, square: int) -> int:
    """The unserved houses on a square; a pizzeria has none."""
    return max(t.houses_of(int(view.piece[k, square])) - int(view.pizzas[k, square]), 0)
