"""Planning for greedy: what a tour could bring, what a step of experience is worth, in tens of a point.

Plans are made on a small copy of a district: `need` (unserved houses) and `stock` (pizzas) by square. A plan
never enters a square twice, which is a little less than the rules allow and never more.
"""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.district import unserved
from fattorino.games.papa_paolo.state import Colour
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

PIZZA = 20  # a point for delivering it, a point for not keeping it
POINT = 10
FAR = 6  # steps an express tour is planned ahead
DEPTH = FAR + 1


@jit
def lesson(view: State, seat: Seat, colour: int) -> int:
    """What one column more on a track is worth: points at the end, and its use until then."""
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
        worth += 3  # on the way to the next trophy
    rounds = s.ROUNDS - int(view.round_no)
    gain = t.track_value(colour, column + 1) - t.track_value(colour, column)
    use = 3 if colour == Colour.GOLD else 12 if colour == Colour.GREEN else 5
    return worth + gain * use * rounds


@jit
def survey_houses(view: State, seat: Seat, need: Any, stock: Any) -> None:
    """Fill in the unserved houses and the pizzas of every square."""
    for square in range(s.MAX_SQUARES):
        need[square] = 0
        stock[square] = 0
    for square in range(int(view.n_squares[seat])):
        if t.has(int(view.shops[seat]), square):
            stock[square] = view.pizzas[seat, square]
        else:
            need[square] = unserved(view, seat, square)


@jit
def allot(view: State, seat: Seat, need: Any, squares: int, budget: int, asked: int) -> tuple[int, int]:
    """Share pizzas out over squares, small tiles first: the worth, and how many the asked square gets."""
    worth = 0
    given = 0
    for houses in range(1, 4):
        for square in range(int(view.n_squares[seat])):
            if budget == 0 or not t.has(squares, square) or need[square] != houses:
                continue
            pizzas = min(houses, budget)
            budget -= pizzas
            worth += PIZZA * pizzas
            if pizzas == houses:
                worth += lesson(view, seat, t.colour_of(int(view.piece[seat, square])))
            if square == asked:
                given = pizzas
    return worth, given


@jit
def best_route(
    view: State,
    seat: Seat,
    need: Any,
    start: int,
    visited: int,
    distance: int,
    budget: int,
    path: Any,
    left: Any,
) -> tuple[int, int, int]:
    """The best way on from a square: its worth, its squares (the start too), its first step or NONE.

    `path` and `left` are scratch: the square of each depth, and the neighbours not tried there yet.
    """
    city = ~int(view.shops[seat])
    here = 1 << start
    best, best_squares, best_first = allot(view, seat, need, here, budget, NONE)[0], here, NONE
    distance = min(distance, FAR)
    depth = 0
    squares = here
    path[0] = start
    left[0] = int(view.joined[seat, start]) & city & ~visited & ~here
    while depth >= 0:
        if depth == distance or left[depth] == 0:
            squares &= ~(1 << int(path[depth]))
            depth -= 1
            continue
        square = 0
        while not t.has(int(left[depth]), square):
            square += 1
        left[depth] = int(left[depth]) & ~(1 << square)
        depth += 1
        path[depth] = square
        squares |= 1 << square
        left[depth] = int(view.joined[seat, square]) & city & ~visited & ~squares
        if need[square] == 0:
            continue
        worth = allot(view, seat, need, squares, budget, NONE)[0] - depth  # the shorter of equals
        if worth > best:
            best, best_squares, best_first = worth, squares, int(path[1])
    return best, best_squares, best_first


@jit
def best_tour(
    view: State, seat: Seat, need: Any, stock: Any, pizzas: int, distance: int, path: Any, left: Any
) -> tuple[int, int, int]:
    """The best pizzeria to start from: the tour's worth, its squares, the pizzeria or NONE."""
    best, squares, shop = 0, 0, NONE
    for square in range(int(view.n_squares[seat])):
        if stock[square] > 0:
            budget = min(pizzas, int(stock[square]))
            worth, route, _first = best_route(view, seat, need, square, 0, distance, budget, path, left)
            if worth > best:
                best, squares, shop = worth, route, square
    return best, squares, shop


@jit
def prospect(
    view: State, seat: Seat, need: Any, stock: Any, pizzas: int, distance: int, path: Any, left: Any
) -> int:
    """What a whole delivery would bring now, tour after tour; need and stock are used up by it."""
    worth = 0
    tours = t.track_value(Colour.GREEN.value, int(view.track[seat, Colour.GREEN]))
    for _ in range(tours):
        gain, squares, shop = best_tour(view, seat, need, stock, pizzas, distance, path, left)
        if shop == NONE or pizzas == 0:
            break
        worth += gain
        budget = min(pizzas, int(stock[shop]))
        for houses in range(1, 4):
            for square in range(int(view.n_squares[seat])):
                if budget > 0 and t.has(squares, square) and need[square] == houses:
                    served = min(houses, budget)
                    budget -= served
                    pizzas -= served
                    stock[shop] -= served
                    need[square] = -(houses - served)  # not again in this pass
        for square in range(int(view.n_squares[seat])):
            need[square] = abs(need[square])
    return worth


@jit
def near_houses(view: State, seat: Seat, need: Any, from_squares: int, steps: int) -> int:
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
                houses += int(need[square])
                further |= int(view.joined[seat, square])
        edge = further & city & ~seen
    return houses
