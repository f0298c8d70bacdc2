"""How greedy evaluates money, houses, tours and experience, in tenths of a point.

A plan is a small copy of a district, in rows: NEED (unserved houses) and STOCK (pizzas) by square, two rows
for a tour (the square at each depth, and the neighbours not tried yet), and the value of each of the four
actions. A planned tour never enters a square twice, which is slightly stricter than the rules.
"""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.rules.district import joined_to, unserved
from fattorino.games.papa_paolo.state import Colour
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

PIZZA = 20  # a point for delivering it, a point for not keeping it
POINT = 10
NOTHING = -1000
BY_DISTANCE = np.array([0, 11, 9, 6, 3, 1, 0, 0], np.int64)  # of a house, so many steps from a pizzeria
FAR = 6  # steps an express tour is planned ahead
NEED, STOCK, PATH, LEFT, DEEDS = range(5)
PLAN = (5, s.MAX_SQUARES)  # the shape of a plan


@jit
def step_worth(view: State, seat: Seat, colour: int) -> int:
    """The value of one more column on a track: points at the end, and its use until then."""
    column = int(view.track[seat, colour])
    if column >= s.LAST_COLUMN:
        return 0
    worth = 2 * POINT if column == s.LAST_COLUMN - 1 else 2
    lowest = s.LAST_COLUMN
    for other in range(s.N_COLOURS):
        if other != colour:
            lowest = min(lowest, int(view.track[seat, other]))
    if column < lowest:
        worth += POINT * (t.track_value(t.VERSATILITY, column + 1) - t.track_value(t.VERSATILITY, column))
    elif column == lowest:
        worth += 3  # towards the next trophy
    rounds = s.ROUNDS - int(view.round_no)
    gain = t.track_value(colour, column + 1) - t.track_value(colour, column)
    use = 3 if colour == Colour.GOLD else 12 if colour == Colour.GREEN else 5
    return worth + gain * use * rounds


@jit
def survey_houses(view: State, seat: Seat, plan: Any) -> None:
    """Fill in the unserved houses and the pizzas of every square."""
    for square in range(s.MAX_SQUARES):
        plan[NEED, square] = 0
        plan[STOCK, square] = 0
    for square in range(int(view.n_squares[seat])):
        if t.has(int(view.shops[seat]), square):
            plan[STOCK, square] = view.pizzas[seat, square]
        else:
            plan[NEED, square] = unserved(view, seat, square)


@jit
def allot(view: State, seat: Seat, plan: Any, squares: int, budget: int, asked: int) -> tuple[int, int]:
    """Distribute pizzas over squares, small tiles first; returns the value, and the share of one square."""
    worth = 0
    given = 0
    for houses in range(1, 4):
        for square in range(int(view.n_squares[seat])):
            if budget == 0 or not t.has(squares, square) or plan[NEED, square] != houses:
                continue
            pizzas = min(houses, budget)
            budget -= pizzas
            worth += PIZZA * pizzas
            if pizzas == houses:
                worth += step_worth(view, seat, t.colour_of(int(view.piece[seat, square])))
            if square == asked:
                given = pizzas
    return worth, given


@jit
def best_route(
    view: State, seat: Seat, plan: Any, start: int, visited: int, distance: int, budget: int
) -> tuple[int, int, int]:
    """The best way on from a square: its value, its squares (with the start), its first step or NONE."""
    city = ~int(view.shops[seat])
    here = 1 << start
    best, best_squares, best_first = allot(view, seat, plan, here, budget, NONE)[0], here, NONE
    distance = min(distance, FAR)
    depth = 0
    squares = here
    plan[PATH, 0] = start
    plan[LEFT, 0] = int(view.joined[seat, start]) & city & ~visited & ~here
    while depth >= 0:
        if depth == distance or plan[LEFT, depth] == 0:
            squares &= ~(1 << int(plan[PATH, depth]))
            depth -= 1
            continue
        square = 0
        while not t.has(int(plan[LEFT, depth]), square):
            square += 1
        plan[LEFT, depth] = int(plan[LEFT, depth]) & ~(1 << square)
        depth += 1
        plan[PATH, depth] = square
        squares |= 1 << square
        plan[LEFT, depth] = int(view.joined[seat, square]) & city & ~visited & ~squares
        if plan[NEED, square] == 0:
            continue
        worth = allot(view, seat, plan, squares, budget, NONE)[0] - depth  # ties: the shorter one
        if worth > best:
            best, best_squares, best_first = worth, squares, int(plan[PATH, 1])
    return best, best_squares, best_first


@jit
def best_tour(view: State, seat: Seat, plan: Any, pizzas: int, distance: int) -> tuple[int, int, int]:
    """The best pizzeria to start from: the tour's value, its squares, the pizzeria or NONE."""
    best, squares, shop = 0, 0, NONE
    for square in range(int(view.n_squares[seat])):
        if plan[STOCK, square] > 0:
            budget = min(pizzas, int(plan[STOCK, square]))
            worth, route, _first = best_route(view, seat, plan, square, 0, distance, budget)
            if worth > best:
                best, squares, shop = worth, route, square
    return best, squares, shop


@jit
def prospect(view: State, seat: Seat, plan: Any, pizzas: int, distance: int) -> int:
    """The value of a whole delivery now, tour after tour; modifies need and stock."""
    worth = 0
    tours = t.track_value(Colour.GREEN.value, int(view.track[seat, Colour.GREEN]))
    for _ in range(tours):
        gain, squares, shop = best_tour(view, seat, plan, pizzas, distance)
        if shop == NONE or pizzas == 0:
            break
        worth += gain
        budget = min(pizzas, int(plan[STOCK, shop]))
        for houses in range(1, 4):
            for square in range(int(view.n_squares[seat])):
                if budget > 0 and t.has(squares, square) and plan[NEED, square] == houses:
                    served = min(houses, budget)
                    budget -= served
                    pizzas -= served
                    plan[STOCK, shop] -= served
                    plan[NEED, square] = -(houses - served)  # not again in this tour
        for square in range(int(view.n_squares[seat])):
            plan[NEED, square] = abs(plan[NEED, square])
    return worth


@jit
def near_houses(view: State, seat: Seat, plan: Any, from_squares: int, steps: int) -> int:
    """Unserved houses within some steps of a set of squares, these included."""
    city = ~int(view.shops[seat])
    seen = 0
    edge = from_squares & city
    houses = 0
    for _ in range(steps):
        seen |= edge
        further = 0
        for square in range(int(view.n_squares[seat])):
            if t.has(edge, square):
                houses += int(plan[NEED, square])
                further |= int(view.joined[seat, square])
        edge = further & city & ~seen
    return houses


@jit
def distance_of(view: State, seat: Seat, square: int) -> int:
    """Steps from the nearest pizzeria to a city tile; a large number if there is no way."""
    shops = int(view.shops[seat])
    seen = 1 << square
    edge = seen
    for steps in range(1, 7):
        further = joined_to(view, seat, edge)
        if further & shops:
            return steps
        edge = further & ~seen
        seen |= edge
    return 8


# -- money and pizzas ------------------------------------------------------------------------------------


@jit
def lira(view: State, seat: Seat) -> int:
    """The value of a lira: high while money is short, low when the game is nearly over."""
    if view.round_no == s.ROUNDS:
        return 2
    money = int(view.money[seat])
    return 7 if money < 6 else 5 if money < 12 else 3


@jit
def expected(view: State) -> int:
    """How many pizzas a delivery tile of this round allows."""
    return t.ticket_pizzas(int(view.round_no), 2)


@jit
def reachable(view: State, seat: Seat, plan: Any, steps: int) -> int:
    """Unserved houses within some steps of any pizzeria."""
    return near_houses(view, seat, plan, joined_to(view, seat, int(view.shops[seat])), steps)


@jit
def shortage(view: State, seat: Seat, plan: Any) -> int:
    """How many more pizzas could be delivered than are in stock; one more can wait for the next round."""
    pizzas = 0
    for square in range(int(view.n_squares[seat])):
        pizzas += int(plan[STOCK, square])
    houses = reachable(view, seat, plan, 4)
    wanted = expected(view) + (0 if view.round_no == s.ROUNDS else 1)
    return min(houses, wanted) - pizzas


@jit
def ticket_worth(view: State, seat: Seat, number: int, plan: Any) -> int:
    """What could be delivered with a delivery tile in the current district."""
    round_no = int(view.round_no)
    survey_houses(view, seat, plan)
    worth = prospect(view, seat, plan, t.ticket_pizzas(round_no, number), t.ticket_distance(round_no, number))
    survey_houses(view, seat, plan)
    return worth
