"""What is printed on boards and tiles, as tables made from components.toml, with one function for each."""

import numpy as np

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.state import Touch
from fattorino.kernel.lookup import lookup, lookup_by_two
from fattorino.kernel.records import NONE, has as has

# -- pieces: city tiles 0 to 83, city halves of start tiles, the start pizzeria, built pizzerias by price --

PRICES: list[int] = sorted(kind["value"] for kind in s.COMPONENTS["pizzerias"]["kinds"])
N_PRICES = len(PRICES)
KINDS = [next(k for k in s.COMPONENTS["pizzerias"]["kinds"] if k["value"] == price) for price in PRICES]
START_PIECE = s.N_CITY  # + number - 1
START_PIZZERIA = s.N_CITY + len(s.COMPONENTS["start_tiles"]["tiles"])
BUILT = START_PIZZERIA + 1  # + index of the price

_CITY = s.COMPONENTS["city_tiles"]["tiles"] + s.COMPONENTS["start_tiles"]["tiles"]
SHAPES = [shape for shape in s.COMPONENTS["shape_rotations"] if shape != "source"]
N_SHAPES = len(SHAPES)
_ROOMS = [s.COMPONENTS["pizzerias"]["start_capacity"], *(kind["capacity"] for kind in KINDS)]


def _bits(sides: str) -> int:
    return sum(1 << s.SIDES.index(side) for side in sides)


ALL_ROADS = _bits("".join(s.SIDES))

colour_of = lookup([s.COLOURS.index(tile["colour"]) for tile in _CITY] + [NONE] * len(_ROOMS))
houses_of = lookup([tile["houses"] for tile in _CITY] + [0] * len(_ROOMS))  # pizzerias have none
shape_of = lookup([SHAPES.index(tile["shape"]) for tile in _CITY[: s.N_CITY]])  # of a city tile's roads
start_roads = lookup([_bits(tile["exits"]) for tile in _CITY[s.N_CITY :]])  # PP-SETUP-9: of its city half
capacity_of = lookup([0] * len(_CITY) + _ROOMS)  # PP-SHOP-4, PP-BUILD-7: pizzas that a pizzeria holds
building_price = lookup(PRICES)

# -- roads: what fits where, and what lies beside what ---------------------------------------------------


def _turn(roads: int, quarters: int) -> int:
    return (roads << quarters | roads >> (s.N_SIDES - quarters)) & ALL_ROADS


_ROADS = [[_turn(_bits(s.COMPONENTS["shapes"][shape]), k) for k in range(s.N_SIDES)] for shape in SHAPES]
roads_of = lookup_by_two(_ROADS)  # the roads of a shape after some quarter turns clockwise

TOUCH_BASE = 128
N_TOUCH = 1 << (2 * s.N_SIDES)
SITE = s.N_SIDES * N_SHAPES  # the bit of a pizzeria, after those of the shapes


def _fitting(code: int) -> int:
    """Shapes and orientations that fit, four bits a shape (PP-EXPAND-3 to PP-EXPAND-6); then a pizzeria."""
    touched = [Touch(code >> 2 * side & 3) for side in range(s.N_SIDES)]
    fitting = 0
    for shape, name in enumerate(SHAPES):
        for quarters in s.COMPONENTS["shape_rotations"][name]:
            open_sides = [bool(_ROADS[shape][quarters] >> side & 1) for side in range(s.N_SIDES)]
            pairs = list(zip(touched, open_sides, strict=True))
            agree = all(is_open == (touch == Touch.ROAD) for touch, is_open in pairs if touch in (1, 2))
            connected = any(is_open and touch in (Touch.ROAD, Touch.PIZZERIA) for touch, is_open in pairs)
            if agree and connected:
                fitting |= 1 << (s.N_SIDES * shape + quarters)
    beside_city = Touch.HOUSES in touched or Touch.ROAD in touched
    return fitting | (beside_city and Touch.PIZZERIA not in touched) << SITE  # PP-BUILD-3, PP-BUILD-4


fitting = lookup([_fitting(code) for code in range(N_TOUCH)], np.int32)  # what fits, by what touches the cell


def _beside(cell: int, side: int) -> int:
    x = cell % s.GRID + s.COMPONENTS["conventions"]["step_dx"][s.SIDES[side]]
    y = cell // s.GRID + s.COMPONENTS["conventions"]["step_dy"][s.SIDES[side]]
    return y * s.GRID + x if 0 <= x < s.GRID and 0 <= y < s.GRID else NONE


beside = lookup_by_two(  # the cell on a side of a cell, or NONE outside the map
    [[_beside(cell, side) for side in range(s.N_SIDES)] for cell in range(s.CELLS)]
)


def cell_name(cell: int) -> str:
    """The name of a cell: A1 in the north-west, E5 the start pizzeria."""
    return f"{'ABCDEFGHI'[cell % s.GRID]}{cell // s.GRID + 1}"


# -- the board, by the number of players -----------------------------------------------------------------

BOARDS = {n: s.COMPONENTS["board"][str(n)] for n in range(s.MIN_SEATS, s.MAX_SEATS + 1)}
_COUNTS = [max(n, s.MIN_SEATS) for n in range(s.MAX_SEATS + 1)]  # smaller numbers count as the smallest
_SETUPS = [s.COMPONENTS["setup"][str(n)] for n in _COUNTS]


def _deeds(n: int, slot: int) -> int:
    row, column = divmod(slot, s.SLOTS_WIDE)
    board = BOARDS[n]
    if row >= board["rows"] or column >= board["columns"]:
        return NONE
    names = board["row_actions"][row] + board["column_actions"][column]
    return sum(1 << k for k, deed in enumerate(s.DEEDS) if deed in names)


deeds_at = lookup_by_two(  # the actions printed at a slot's row and column, a bit each; NONE: no such slot
    [[_deeds(n, slot) for slot in range(s.N_SLOTS)] for n in _COUNTS]
)
board_rows = lookup([BOARDS[n]["rows"] for n in _COUNTS])  # PP-SETUP-2, PP-3P-1, PP-2P-1: rows of slots
board_columns = lookup([BOARDS[n]["columns"] for n in _COUNTS])
coin_of = lookup_by_two(  # the coins of the board, in no order
    [(setup["board_coins"] + [0] * s.N_LINES)[: s.N_LINES] for setup in _SETUPS]
)
pizzerias_of = lookup_by_two(  # how many pizzerias of a price there are
    [[setup["pizzerias"][str(price)] for price in PRICES] for setup in _SETUPS]
)

# -- tracks, prices, tiles on offer ----------------------------------------------------------------------

VERSATILITY = s.N_COLOURS  # the row of the table after the four tracks
track_value = lookup_by_two(  # what a marker in a column is worth; VERSATILITY: points of the leftmost one
    [s.COMPONENTS["experience"][track]["values"] for track in [*s.TRACKS, "versatility"]]
)
bid_value = lookup([lire for row in s.COMPONENTS["piazza"]["values"] for lire in row])  # PP-BID-1: by cell
MAX_BUY = len(s.COMPONENTS["shop"]["price"])
shop_price = lookup([0, *s.COMPONENTS["shop"]["price"]])  # PP-SHOP-1: of so many pizzas


TICKETS = s.COMPONENTS["delivery_tiles"]["tiles"]


def _by_round(key: str) -> list[list[int]]:
    """A number of all delivery tiles, by round (from 1) and number."""
    numbers = [0] * s.N_TICKETS + [tile[key] for tile in TICKETS]
    return [numbers[k : k + s.N_TICKETS] for k in range(0, len(numbers), s.N_TICKETS)]


ticket_pizzas = lookup_by_two(_by_round("pizzas"))
ticket_distance = lookup_by_two(_by_round("distance"))

LARGE = s.COMPONENTS["large_investment_tiles"]["tiles"]
quarter_of = lookup_by_two(  # where a colour lies on a large tile, clockwise
    [[tile["quarters"].index(colour) for colour in s.COLOURS] for tile in LARGE]
)
