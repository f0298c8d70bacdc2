"""Delivering: tours along the roads, pizzas on houses, experience for completed tiles."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.district import insert, serves, stocked, unserved
from fattorino.games.papa_paolo.state import Colour, Event, Phase, Rule, Stage
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def begin_delivery(state: State, seat: Seat, pizzas: int, distance: int) -> None:
    """PP-DELIVER-2, PP-XP-6: limits are fixed now, whatever the delivery itself will teach."""
    state.tours_left = t.track_value(Colour.GREEN.value, int(state.track[seat, Colour.GREEN]))
    state.pizzas_left = pizzas
    state.distance = distance
    state.tour_from = NONE
    state.tour_at = NONE
    state.phase = Phase.TOUR


# -- choosing a pizzeria ---------------------------------------------------------------------------------


@jit
def check_tour(state: State, seat: Seat, cell: int) -> Any:
    """Name the rule that forbids a tour from this cell, or Rule.OK."""
    square = int(state.at[seat, cell])
    if square == NONE or not t.has(stocked(state, seat), square):
        return Rule.PP_DELIVER_3
    exits = int(state.joined[seat, square])
    return Rule.OK if serves(state, seat, exits, int(state.distance)) else Rule.PP_DELIVER_3


@jit(inline=True)
def list_tours(state: State, seat: Seat, actions: Any) -> int:
    """PP-DELIVER-10, PP-DELIVER-11: any pizzeria that can serve somebody, or no more tours."""
    n = 0
    shops = stocked(state, seat)
    square = 0
    while shops >> square:
        exits = int(state.joined[seat, square])
        if t.has(shops, square) and serves(state, seat, exits, int(state.distance)):
            n = insert(actions, n, s.CELL + int(state.cell[seat, square]))
        square += 1
    actions[n] = s.END_DELIVERY
    return n + 1


@jit(inline=True)
def apply_tour(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """Set out with full distance and no side crossed yet, or stop; whether the delivery is over."""
    if action == s.END_DELIVERY:
        return end_delivery(state, seat, log)
    square = int(state.at[seat, action - s.CELL])
    state.tour_from = square
    state.tour_at = square
    state.tours_left = int(state.tours_left) - 1
    state.distance_left = state.distance
    state.crossed = 0
    state.visited = 0
    state.phase = Phase.ROAD
    tell(log, Event.TOUR, seat, EVERYONE, action - s.CELL)
    return False


# -- on the road -----------------------------------------------------------------------------------------


@jit
def side_crossed(square: int, there: int, side: int) -> int:
    """The side between two squares, as a bit: a square keeps its east and its south side."""
    if side == 1:
        return 1 << 2 * square
    if side == 2:
        return 1 << (2 * square + 1)
    return 1 << 2 * there if side == 3 else 1 << (2 * there + 1)


@jit
def check_step(state: State, seat: Seat, side: int) -> Any:
    """Name the rule that forbids going this way, or Rule.OK."""
    square = int(state.tour_at)
    cell = t.beside(int(state.cell[seat, square]), side)
    there = NONE if cell == NONE else int(state.at[seat, cell])
    if there == NONE or not t.has(int(state.joined[seat, square]), there):
        return Rule.PP_DELIVER_4
    if t.has(int(state.shops[seat]), there):
        return Rule.PP_DELIVER_5
    if state.distance_left == 0:
        return Rule.PP_DELIVER_2
    if int(state.crossed) & side_crossed(square, there, side):
        return Rule.PP_DELIVER_6
    if state.no_revisit and t.has(int(state.visited), there):
        return Rule.PP_DELIVER_6
    return Rule.OK


@jit
def check_drop(state: State, seat: Seat) -> Any:
    """PP-DELIVER-7: an unserved house here (limit and stock end the tour by themselves)."""
    return Rule.OK if unserved(state, seat, int(state.tour_at)) > 0 else Rule.PP_DELIVER_7


@jit(inline=True)
def list_roads(state: State, seat: Seat, actions: Any) -> int:
    """Steps, a drop, and the end of the tour, which is always possible (PP-DELIVER-9)."""
    n = 0
    if state.distance_left > 0:
        square = int(state.tour_at)
        ways = int(state.joined[seat, square]) & ~int(state.shops[seat])
        if state.no_revisit:
            ways &= ~int(state.visited)
        for side in range(s.N_SIDES):
            if t.has(int(state.roads[seat, square]), side):
                cell = t.beside(int(state.cell[seat, square]), side)
                there = NONE if cell == NONE else int(state.at[seat, cell])
                if there != NONE and t.has(ways, there):
                    if int(state.crossed) & side_crossed(square, there, side) == 0:
                        actions[n] = s.STEP + side
                        n += 1
    if check_drop(state, seat) == Rule.OK:
        actions[n] = s.DROP
        n += 1
    actions[n] = s.END_TOUR
    return n + 1


@jit(inline=True)
def apply_road(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """A step, a drop or the end of the tour; whether the whole delivery is over."""
    square = int(state.tour_at)
    if action < s.DROP:  # PP-DELIVER-4: each tile entered counts, served or not (PP-DELIVER-5)
        side = action - s.STEP
        cell = t.beside(int(state.cell[seat, square]), side)
        there = int(state.at[seat, cell])
        state.crossed = int(state.crossed) | side_crossed(square, there, side)
        state.visited = int(state.visited) | 1 << there
        state.tour_at = there
        state.distance_left = int(state.distance_left) - 1
        tell(log, Event.WENT, seat, EVERYONE, cell, int(state.distance_left))
        return False
    if action == s.DROP:
        drop(state, seat, square)
        cell = int(state.cell[seat, square])
        tell(log, Event.DROPPED, seat, EVERYONE, cell, int(state.piece[seat, square]), int(state.pizzas_left))
        if state.pizzas_left > 0 and state.pizzas[seat, int(state.tour_from)] > 0:
            return False  # PP-DELIVER-9: otherwise the tour ends by itself
    tell(log, Event.TOUR_ENDED, seat, EVERYONE)
    state.tour_from = NONE
    state.tour_at = NONE
    state.phase = Phase.TOUR
    if state.tours_left > 0 and state.pizzas_left > 0:
        return False
    return end_delivery(state, seat, log)


@jit
def drop(state: State, seat: Seat, square: int) -> None:
    """PP-DELIVER-7, PP-DELIVER-8, PP-DELIVER-12: a pizza from the starting pizzeria, to stay."""
    source = int(state.tour_from)
    state.pizzas[seat, source] = int(state.pizzas[seat, source]) - 1
    state.room[seat] = int(state.room[seat]) + 1
    state.pizzas[seat, square] = int(state.pizzas[seat, square]) + 1
    state.pizzas_left = int(state.pizzas_left) - 1
    if unserved(state, seat, square) == 0:  # PP-XP-1, PP-XP-4: completed once and for all
        state.hungry[seat] = int(state.hungry[seat]) & ~(1 << square)
        colour = t.colour_of(int(state.piece[seat, square]))
        state.gained[seat, colour] = int(state.gained[seat, colour]) + 1


@jit
def end_delivery(state: State, seat: Seat, log: Log) -> bool:
    """What is left of tours and pizzas is lost; an express teaches at once (PP-EXPRESS-5, PP-XP-3)."""
    tell(log, Event.DELIVERED, seat, EVERYONE, int(state.pizzas_left))
    state.tours_left = 0
    state.pizzas_left = 0
    if state.stage != Stage.DELIVER:
        learn(state, seat, log)
    return True


@jit
def learn(state: State, seat: Seat, log: Log) -> None:
    """PP-XP-2, PP-XP-5: a marker moves a column for each tile completed; at column 5 the rest is lost."""
    for colour in range(s.N_COLOURS):
        column = min(int(state.track[seat, colour]) + int(state.gained[seat, colour]), s.LAST_COLUMN)
        state.gained[seat, colour] = 0
        if column > state.track[seat, colour]:
            state.track[seat, colour] = column
            tell(log, Event.LEARNED, seat, EVERYONE, colour, column)
