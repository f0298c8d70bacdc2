"""A player's district: laying tiles, where they fit, what the roads join, what can be reached."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.state import Touch
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

NORTH, EAST, SOUTH, WEST = range(s.N_SIDES)


# -- laying tiles ----------------------------------------------------------------------------------------


@jit
def start_district(state: State, seat: Seat, number: int) -> None:
    """PP-SETUP-9, PP-SETUP-11: the two squares of the start tile, three pizzas in its pizzeria."""
    for cell in range(s.CELLS):
        state.at[seat, cell] = NONE
        state.touch[seat, cell] = -t.TOUCH_BASE
    for square in range(s.MAX_SQUARES):
        state.cell[seat, square] = NONE
        state.piece[seat, square] = NONE
    state.box[seat, NORTH] = s.HOME // s.GRID
    state.box[seat, SOUTH] = s.HOME // s.GRID
    state.box[seat, EAST] = s.HOME % s.GRID
    state.box[seat, WEST] = s.HOME % s.GRID
    state.supply[seat] = s.PIZZAS - s.START_PIZZAS
    add(state, seat, s.HOME, t.START_PIZZERIA, t.ALL_ROADS, s.START_PIZZAS)
    add(state, seat, s.HOME + 1, t.START_PIECE + number, t.start_roads(number), 0)


@jit
def add(state: State, seat: Seat, cell: int, piece: int, roads: int, pizzas: int) -> None:
    """Lay a piece on a cell and update its neighbours. All its roads meet (PP-EXPAND-8)."""
    square = int(state.n_squares[seat])
    state.n_squares[seat] = square + 1
    state.at[seat, cell] = square
    state.cell[seat, square] = cell
    state.piece[seat, square] = piece
    state.roads[seat, square] = roads
    state.pizzas[seat, square] = pizzas
    is_shop = piece >= t.START_PIZZERIA
    if is_shop:
        state.shops[seat] = int(state.shops[seat]) | 1 << square
        state.room[seat] = int(state.room[seat]) + t.capacity_of(piece) - pizzas
    else:
        state.hungry[seat] = int(state.hungry[seat]) | 1 << square
    joined = 0
    for side in range(s.N_SIDES):
        cell_there = t.beside(cell, side)
        if cell_there == NONE:
            continue
        back = (side + 2) % s.N_SIDES
        is_open = t.has(roads, side)
        touched = Touch.PIZZERIA.value if is_shop else Touch.ROAD.value if is_open else Touch.HOUSES.value
        state.touch[seat, cell_there] = int(state.touch[seat, cell_there]) + (touched << 2 * back)
        there = int(state.at[seat, cell_there])
        if there != NONE and is_open and t.has(int(state.roads[seat, there]), back):
            joined |= 1 << there
            state.joined[seat, there] = int(state.joined[seat, there]) | 1 << square
    state.joined[seat, square] = joined
    row, column = cell // s.GRID, cell % s.GRID
    state.box[seat, NORTH] = min(int(state.box[seat, NORTH]), row)
    state.box[seat, SOUTH] = max(int(state.box[seat, SOUTH]), row)
    state.box[seat, WEST] = min(int(state.box[seat, WEST]), column)
    state.box[seat, EAST] = max(int(state.box[seat, EAST]), column)
    update_fits(state, seat)


@jit
def update_fits(state: State, seat: Seat) -> None:
    """Store which shapes fit somewhere (PP-EXPAND-7), and whether a pizzeria does (PP-BUILD-8)."""
    somewhere = 0
    north, south, west, east = reach(state, seat)
    for row in range(north, south + 1):
        for cell in range(s.GRID * row + west, s.GRID * row + east + 1):
            somewhere |= fitting_on(state, seat, cell)
    takes = 0
    for shape in range(t.N_SHAPES):
        if (somewhere >> s.N_SIDES * shape) & t.ALL_ROADS:
            takes |= 1 << shape
    state.takes[seat] = takes
    state.sites[seat] = t.has(somewhere, t.SITE)


# -- where things fit ------------------------------------------------------------------------------------


@jit
def touches(state: State, seat: Seat, cell: int) -> int:
    """What touches a cell on its sides, two bits each."""
    return int(state.touch[seat, cell]) + t.TOUCH_BASE


@jit
def within(state: State, seat: Seat, row: int, column: int) -> bool:
    """PP-EXPAND-2: whether the district with this place still fits in 4 x 5 or 5 x 4."""
    height = max(int(state.box[seat, SOUTH]), row) - min(int(state.box[seat, NORTH]), row) + 1
    width = max(int(state.box[seat, EAST]), column) - min(int(state.box[seat, WEST]), column) + 1
    return max(height, width) <= s.BOX_LONG and min(height, width) <= s.BOX_SHORT


@jit
def reach(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """PP-EXPAND-2: the first and last row, the first and last column where something may still be put.

    A new piece touches the district, so it is at most one place outside it, and never in a corner.
    """
    north, south = int(state.box[seat, NORTH]), int(state.box[seat, SOUTH])
    west, east = int(state.box[seat, WEST]), int(state.box[seat, EAST])
    taller = 1 if within(state, seat, south + 1, east) else 0
    wider = 1 if within(state, seat, south, east + 1) else 0
    return north - taller, south + taller, west - wider, east + wider


@jit
def fitting_on(state: State, seat: Seat, cell: int) -> int:
    """What fits on a cell, encoded as in `fitting`; nothing if the cell is taken or touches nothing."""
    is_empty = (
        int(state.at[seat, cell]) >> s.MAX_SQUARES
    )  # NONE has all bits set, the number of a square none: avoids a branch
    return t.fitting(touches(state, seat, cell)) & is_empty


@jit
def is_free(state: State, seat: Seat, row: int, column: int) -> bool:
    """Whether a place is on the map, empty, beside something, and inside the limit."""
    if row < 0 or row >= s.GRID or column < 0 or column >= s.GRID:
        return False
    cell = s.GRID * row + column
    return (
        state.touch[seat, cell] != -t.TOUCH_BASE
        and state.at[seat, cell] == NONE
        and within(state, seat, row, column)
    )


@jit(inline=True)
def list_cells(state: State, seat: Seat, wanted: int, actions: Any) -> int:
    """The cells where one of the wanted things fits, bits as in `fitting`."""
    n = 0
    north, south, west, east = reach(state, seat)
    for row in range(north, south + 1):
        for cell in range(s.GRID * row + west, s.GRID * row + east + 1):
            actions[n] = s.CELL + cell  # see `list_bits`
            n += 1 if fitting_on(state, seat, cell) & wanted else 0
    return n


@jit
def leads_on(state: State, seat: Seat, cell: int) -> bool:
    """Whether a road of a district ends at this empty cell."""
    code = touches(state, seat, cell)
    for side in range(s.N_SIDES):
        if (code >> 2 * side) & 3 == Touch.ROAD:
            return True
    return False


# -- pizzerias and roads ---------------------------------------------------------------------------------


@jit
def insert(actions: Any, n: int, action: int) -> int:
    """Insert an action into an ascending list; returns the new length."""
    place = n
    while place > 0 and actions[place - 1] > action:
        actions[place] = actions[place - 1]
        place -= 1
    actions[place] = action
    return n + 1


@jit
def stocked(state: State, seat: Seat) -> int:
    """The pizzerias with pizzas, as a set of squares."""
    found = 0
    shops = int(state.shops[seat])
    square = 0
    while shops >> square:
        if t.has(shops, square) and state.pizzas[seat, square] > 0:
            found |= 1 << square
        square += 1
    return found


@jit
def joined_to(state: State, seat: Seat, squares: int) -> int:
    """The squares that a road joins to one of these."""
    found = 0
    square = 0
    while squares >> square:
        if t.has(squares, square):
            found |= int(state.joined[seat, square])
        square += 1
    return found


@jit
def serves(state: State, seat: Seat, exits: int, distance: int) -> bool:
    """Whether a courier whose first step leads here can reach an unserved house (PP-DELIVER-3 to -5)."""
    city = ~int(state.shops[seat])
    hungry = int(state.hungry[seat])
    edge = exits & city
    seen = 0
    for _ in range(distance):
        if edge & hungry:
            return True
        if edge == 0:
            return False
        seen |= edge
        edge = joined_to(state, seat, edge) & city & ~seen
    return False


@jit
def unserved(state: State, seat: Seat, square: int) -> int:
    """Houses without a pizza on a square."""
    return t.houses_of(int(state.piece[seat, square])) - int(state.pizzas[seat, square])


@jit
def stock_room(state: State, seat: Seat, square: int) -> int:
    """How many pizzas still fit on a pizzeria (PP-SHOP-4)."""
    return t.capacity_of(int(state.piece[seat, square])) - int(state.pizzas[seat, square])


@jit
def is_shop(state: State, seat: Seat, square: int) -> bool:
    """Whether a square is a pizzeria; NONE is not."""
    return square >= 0 and t.has(int(state.shops[seat]), square)


@jit
def open_houses(state: State, seat: Seat) -> int:
    """Houses of a district without a pizza."""
    count = 0
    for square in range(int(state.n_squares[seat])):
        if t.has(int(state.hungry[seat]), square):
            count += unserved(state, seat, square)
    return count
