"""A player's district: laying tiles, where they fit, what the roads join, what can be reached."""

from typing import Any

from fattorino.games.papa_paolo.state import (
    BOX_LONG,
    BOX_SHORT,
    CELL,
    CELLS,
    GRID,
    HOME,
    MAX_SQUARES,
    N_SIDES,
    PIZZAS,
    ROT,
    START_PIZZAS,
    Rule,
    Touch,
)
from fattorino.games.papa_paolo.tables import (
    ALL_ROADS,
    N_SHAPES,
    SITE,
    START_PIECE,
    START_PIZZERIA,
    START_ROADS,
    TOUCH_BASE,
    beside,
    capacity_of,
    fitting,
    has,
    houses_of,
    is_site,
    roads_of,
    write_out,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

NORTH, EAST, SOUTH, WEST = range(N_SIDES)


# -- founding and growing --------------------------------------------------------------------------------


@jit
def found(state: State, seat: Seat, number: int) -> None:
    """PP-SETUP-9, PP-SETUP-11: the two squares of the start tile, three pizzas in its pizzeria."""
    for cell in range(CELLS):
        state.at[seat, cell] = NONE
        state.touch[seat, cell] = -TOUCH_BASE
    for square in range(MAX_SQUARES):
        state.cell[seat, square] = NONE
        state.piece[seat, square] = NONE
    state.box[seat, NORTH] = HOME // GRID
    state.box[seat, SOUTH] = HOME // GRID
    state.box[seat, EAST] = HOME % GRID
    state.box[seat, WEST] = HOME % GRID
    state.supply[seat] = PIZZAS - START_PIZZAS
    add(state, seat, HOME, START_PIZZERIA, ALL_ROADS, START_PIZZAS)
    add(state, seat, HOME + 1, START_PIECE + number, START_ROADS, 0)


@jit
def add(state: State, seat: Seat, cell: int, piece: int, roads: int, pizzas: int) -> None:
    """Put a piece on a cell for good, and tell its neighbours. All its roads meet (PP-EXPAND-8)."""
    square = int(state.n_squares[seat])
    state.n_squares[seat] = square + 1
    state.at[seat, cell] = square
    state.cell[seat, square] = cell
    state.piece[seat, square] = piece
    state.roads[seat, square] = roads
    state.pizzas[seat, square] = pizzas
    is_shop = piece >= START_PIZZERIA
    if is_shop:
        state.shops[seat] = int(state.shops[seat]) | 1 << square
        state.room[seat] = int(state.room[seat]) + capacity_of(piece) - pizzas
    else:
        state.hungry[seat] = int(state.hungry[seat]) | 1 << square
    joined = 0
    for side in range(N_SIDES):
        cell_there = beside(cell, side)
        if cell_there == NONE:
            continue
        back = (side + 2) % N_SIDES
        is_open = has(roads, side)
        felt = Touch.PIZZERIA.value if is_shop else Touch.ROAD.value if is_open else Touch.HOUSES.value
        state.touch[seat, cell_there] = int(state.touch[seat, cell_there]) + (felt << 2 * back)
        there = int(state.at[seat, cell_there])
        if there != NONE and is_open and has(int(state.roads[seat, there]), back):
            joined |= 1 << there
            state.joined[seat, there] = int(state.joined[seat, there]) | 1 << square
    state.joined[seat, square] = joined
    row, column = cell // GRID, cell % GRID
    state.box[seat, NORTH] = min(int(state.box[seat, NORTH]), row)
    state.box[seat, SOUTH] = max(int(state.box[seat, SOUTH]), row)
    state.box[seat, WEST] = min(int(state.box[seat, WEST]), column)
    state.box[seat, EAST] = max(int(state.box[seat, EAST]), column)
    survey(state, seat)


@jit
def survey(state: State, seat: Seat) -> None:
    """Note which shapes fit somewhere (PP-EXPAND-7), and whether a pizzeria does (PP-BUILD-8)."""
    somewhere = 0
    north, south, west, east = reach(state, seat)
    for row in range(north, south + 1):
        for cell in range(GRID * row + west, GRID * row + east + 1):
            somewhere |= welcome(state, seat, cell)
    takes = 0
    for shape in range(N_SHAPES):
        if (somewhere >> N_SIDES * shape) & ALL_ROADS:
            takes |= 1 << shape
    state.takes[seat] = takes
    state.sites[seat] = has(somewhere, SITE)


# -- where things fit ------------------------------------------------------------------------------------


@jit
def touches(state: State, seat: Seat, cell: int) -> int:
    """What a cell feels on its sides, two bits each."""
    return int(state.touch[seat, cell]) + TOUCH_BASE


@jit
def within(state: State, seat: Seat, row: int, column: int) -> bool:
    """PP-EXPAND-2: whether the district, with this place, still fits in 4 x 5 or 5 x 4."""
    height = max(int(state.box[seat, SOUTH]), row) - min(int(state.box[seat, NORTH]), row) + 1
    width = max(int(state.box[seat, EAST]), column) - min(int(state.box[seat, WEST]), column) + 1
    return max(height, width) <= BOX_LONG and min(height, width) <= BOX_SHORT


@jit
def reach(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """PP-EXPAND-2: the first and last row, the first and last column where something may still be put.

    Whatever is put touches the district, so it lies one place outside it at most, and never in a corner.
    """
    north, south = int(state.box[seat, NORTH]), int(state.box[seat, SOUTH])
    west, east = int(state.box[seat, WEST]), int(state.box[seat, EAST])
    taller = 1 if within(state, seat, south + 1, east) else 0
    wider = 1 if within(state, seat, south, east + 1) else 0
    return north - taller, south + taller, west - wider, east + wider


@jit
def welcome(state: State, seat: Seat, cell: int) -> int:
    """What fits on a cell, as `fitting` says it; nothing on a cell that is taken, or touches nothing."""
    is_empty = int(state.at[seat, cell]) >> MAX_SQUARES  # NONE is all ones, a square's number none: no branch
    return fitting(touches(state, seat, cell)) & is_empty


@jit
def is_free(state: State, seat: Seat, row: int, column: int) -> bool:
    """Whether a place is on the map, empty, beside something, and inside the limit."""
    if row < 0 or row >= GRID or column < 0 or column >= GRID:
        return False
    cell = GRID * row + column
    return (
        state.touch[seat, cell] != -TOUCH_BASE
        and state.at[seat, cell] == NONE
        and within(state, seat, row, column)
    )


@jit
def check_tile(state: State, seat: Seat, shape: int, cell: int) -> Any:
    """Name the rule that keeps a tile off a cell however it is turned, or Rule.OK."""
    if state.at[seat, cell] != NONE:
        return Rule.PP_EXPAND_1
    if not within(state, seat, cell // GRID, cell % GRID):
        return Rule.PP_EXPAND_2
    code = touches(state, seat, cell)
    if (fitting(code) >> N_SIDES * shape) & ALL_ROADS:
        return Rule.OK
    for side in range(N_SIDES):
        if (code >> 2 * side) & 3 >= Touch.ROAD:
            return Rule.PP_EXPAND_3
    return Rule.PP_EXPAND_5


@jit
def check_turn(state: State, seat: Seat, shape: int, cell: int, quarters: int) -> Any:
    """Name the rule that forbids this turn of a tile, or Rule.OK."""
    code = touches(state, seat, cell)
    if has(fitting(code), N_SIDES * shape + quarters):
        return Rule.OK
    connected = False
    for side in range(N_SIDES):
        felt = (code >> 2 * side) & 3
        is_open = has(roads_of(shape, quarters), side)
        if (felt == Touch.HOUSES and is_open) or (felt == Touch.ROAD and not is_open):
            return Rule.PP_EXPAND_3
        if felt >= Touch.ROAD and is_open:
            connected = True
    return Rule.PP_EXPAND_1 if connected else Rule.PP_EXPAND_5  # a turn that looks the same is one choice


@jit
def check_site(state: State, seat: Seat, cell: int) -> Any:
    """Name the rule that forbids a pizzeria on a cell, or Rule.OK."""
    if state.at[seat, cell] != NONE or not within(state, seat, cell // GRID, cell % GRID):
        return Rule.PP_BUILD_2
    code = touches(state, seat, cell)
    if is_site(code):
        return Rule.OK
    for side in range(N_SIDES):
        if (code >> 2 * side) & 3 == Touch.PIZZERIA:
            return Rule.PP_BUILD_4
    return Rule.PP_BUILD_3


@jit(inline=True)
def list_cells(state: State, seat: Seat, shape: int, actions: Any) -> int:
    """The cells where a shape fits; NONE: where a pizzeria may be built."""
    n = 0
    wanted = 1 << SITE if shape == NONE else ALL_ROADS << N_SIDES * shape
    north, south, west, east = reach(state, seat)
    for row in range(north, south + 1):
        for cell in range(GRID * row + west, GRID * row + east + 1):
            actions[n] = CELL + cell  # see `write_out`
            n += 1 if welcome(state, seat, cell) & wanted else 0
    return n


@jit(inline=True)
def list_turns(state: State, seat: Seat, shape: int, cell: int, actions: Any) -> int:
    """The turns of a shape that fit a cell."""
    turns = fitting(touches(state, seat, cell)) >> N_SIDES * shape
    return write_out(actions, 0, ROT, turns, N_SIDES)


# -- pizzerias and roads ---------------------------------------------------------------------------------


@jit
def insert(actions: Any, n: int, action: int) -> int:
    """Put an action into an ascending list; its new length."""
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
        if has(shops, square) and state.pizzas[seat, square] > 0:
            found |= 1 << square
        square += 1
    return found


@jit
def next_door(state: State, seat: Seat, squares: int) -> int:
    """The squares that a road joins to one of these."""
    found = 0
    square = 0
    while squares >> square:
        if has(squares, square):
            found |= int(state.joined[seat, square])
        square += 1
    return found


@jit
def serves(state: State, seat: Seat, doors: int, distance: int) -> bool:
    """Whether a courier whose first step leads here can get to a hungry house (PP-DELIVER-3 to -5)."""
    city = ~int(state.shops[seat])
    hungry = int(state.hungry[seat])
    edge = doors & city
    seen = 0
    for _ in range(distance):
        if edge & hungry:
            return True
        if edge == 0:
            return False
        seen |= edge
        edge = next_door(state, seat, edge) & city & ~seen
    return False


@jit
def unserved(state: State, seat: Seat, square: int) -> int:
    """Houses without a pizza on a square."""
    return houses_of(int(state.piece[seat, square])) - int(state.pizzas[seat, square])


@jit
def stock_room(state: State, seat: Seat, square: int) -> int:
    """How many pizzas still fit on a pizzeria (PP-SHOP-4)."""
    return capacity_of(int(state.piece[seat, square])) - int(state.pizzas[seat, square])
