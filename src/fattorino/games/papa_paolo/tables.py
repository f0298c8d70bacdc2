"""What is printed on boards and tiles, as tables made from components.toml, each behind one function."""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.state import Touch
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE

# -- pieces: city tiles 0 to 83, city halves of start tiles, the start pizzeria, built pizzerias by price --

PRICES: list[int] = sorted(kind["value"] for kind in s.COMPONENTS["pizzerias"]["kinds"])
KINDS = [next(k for k in s.COMPONENTS["pizzerias"]["kinds"] if k["value"] == price) for price in PRICES]
START_PIECE = s.N_CITY  # + number - 1
START_PIZZERIA = s.N_CITY + len(s.COMPONENTS["start_tiles"]["tiles"])
BUILT = START_PIZZERIA + 1  # + index of the price
N_PIECES = BUILT + len(PRICES)

_CITY = s.COMPONENTS["city_tiles"]["tiles"] + s.COMPONENTS["start_tiles"]["tiles"]
SHAPES = [shape for shape in s.COMPONENTS["shape_rotations"] if shape != "source"]
N_SHAPES = len(SHAPES)
N_SHOPS = N_PIECES - len(_CITY)


def _bits(sides: str) -> int:
    return sum(1 << s.SIDES.index(side) for side in sides)


ALL_ROADS = _bits("".join(s.SIDES))

_COLOUR_OF = np.array([s.COLOURS.index(tile["colour"]) for tile in _CITY] + [NONE] * N_SHOPS, np.int8)
_HOUSES_OF = np.array([tile["houses"] for tile in _CITY] + [0] * N_SHOPS, np.int8)
_START_ROADS = np.array([_bits(tile["exits"]) for tile in _CITY[s.N_CITY :]], np.int8)
_SHAPE_OF = np.array([SHAPES.index(tile["shape"]) for tile in _CITY[: s.N_CITY]], np.int8)
_CAPACITY_OF = np.array(
    [0] * len(_CITY) + [s.COMPONENTS["pizzerias"]["start_capacity"]] + [kind["capacity"] for kind in KINDS],
    np.int8,
)


def _turn(roads: int, quarters: int) -> int:
    return (roads << quarters | roads >> (s.N_SIDES - quarters)) & ALL_ROADS


_ROADS = np.array(
    [[_turn(_bits(s.COMPONENTS["shapes"][shape]), k) for k in range(s.N_SIDES)] for shape in SHAPES], np.int8
)

TOUCH_BASE = 128
N_TOUCH = 1 << (2 * s.N_SIDES)


SITE = s.N_SIDES * N_SHAPES  # the bit of a pizzeria, after those of the shapes


def _fitting(code: int) -> int:
    """Which shapes fit, turned how, four bits a shape (PP-EXPAND-3 to PP-EXPAND-6); then a pizzeria."""
    touched = [Touch(code >> 2 * side & 3) for side in range(s.N_SIDES)]
    fitting = 0
    for shape, name in enumerate(SHAPES):
        for quarters in s.COMPONENTS["shape_rotations"][name]:
            open_sides = [bool(_ROADS[shape, quarters] >> side & 1) for side in range(s.N_SIDES)]
            pairs = list(zip(touched, open_sides, strict=True))
            agree = all(is_open == (touch == Touch.ROAD) for touch, is_open in pairs if touch in (1, 2))
            connected = any(is_open and touch in (Touch.ROAD, Touch.PIZZERIA) for touch, is_open in pairs)
            if agree and connected:
                fitting |= 1 << (s.N_SIDES * shape + quarters)
    beside_city = Touch.HOUSES in touched or Touch.ROAD in touched
    return fitting | (beside_city and Touch.PIZZERIA not in touched) << SITE  # PP-BUILD-3, PP-BUILD-4


_FITTING = np.array([_fitting(code) for code in range(N_TOUCH)], np.int32)


def _beside(cell: int, side: int) -> int:
    x = cell % s.GRID + s.COMPONENTS["conventions"]["step_dx"][s.SIDES[side]]
    y = cell // s.GRID + s.COMPONENTS["conventions"]["step_dy"][s.SIDES[side]]
    return y * s.GRID + x if 0 <= x < s.GRID and 0 <= y < s.GRID else NONE


_BESIDE = np.array([[_beside(cell, side) for cell in range(s.CELLS)] for side in range(s.N_SIDES)], np.int8)

# -- boards, tracks, tiles on offer ----------------------------------------------------------------------

BOARDS = {n: s.COMPONENTS["board"][str(n)] for n in range(s.MIN_SEATS, s.MAX_SEATS + 1)}


def _deeds(n: int, slot: int) -> int:
    row, column = divmod(slot, s.SLOTS_WIDE)
    board = BOARDS[n]
    if row >= board["rows"] or column >= board["columns"]:
        return NONE
    names = board["row_actions"][row] + board["column_actions"][column]
    return sum(1 << k for k, deed in enumerate(s.DEEDS) if deed in names)


_DEEDS = np.array(
    [[_deeds(max(n, s.MIN_SEATS), slot) for slot in range(s.N_SLOTS)] for n in range(s.MAX_SEATS + 1)],
    np.int8,
)
_ROWS = np.array([BOARDS[max(n, s.MIN_SEATS)]["rows"] for n in range(s.MAX_SEATS + 1)], np.int8)
_COLUMNS = np.array([BOARDS[max(n, s.MIN_SEATS)]["columns"] for n in range(s.MAX_SEATS + 1)], np.int8)


def _coins(n: int) -> list[int]:
    coins: list[int] = s.COMPONENTS["setup"][str(n)]["board_coins"]
    return coins + [0] * (s.N_LINES - len(coins))


_COINS = np.array([_coins(max(n, s.MIN_SEATS)) for n in range(s.MAX_SEATS + 1)], np.int8)
_SUPPLY = np.array(
    [
        [s.COMPONENTS["setup"][str(max(n, s.MIN_SEATS))]["pizzerias"][str(price)] for price in PRICES]
        for n in range(s.MAX_SEATS + 1)
    ],
    np.int8,
)
_TRACK = np.array(
    [s.COMPONENTS["experience"][track]["values"] for track in [*s.TRACKS, "versatility"]], np.int8
)
_BID = np.array(s.COMPONENTS["piazza"]["values"], np.int8).reshape(-1)
_SHOP = np.array(s.COMPONENTS["shop"]["price"], np.int8)
MAX_BUY = len(_SHOP)
N_PRICES = len(PRICES)
_PRICE = np.array(PRICES, np.int8)
TICKETS = s.COMPONENTS["delivery_tiles"]["tiles"]
_TICKET_PIZZAS = np.array([tile["pizzas"] for tile in TICKETS], np.int8)
_TICKET_DISTANCE = np.array([tile["distance"] for tile in TICKETS], np.int8)
LARGE = s.COMPONENTS["large_investment_tiles"]["tiles"]
_QUARTER = np.array([[tile["quarters"].index(colour) for colour in s.COLOURS] for tile in LARGE], np.int8)
VERSATILITY = s.N_COLOURS  # the row of the table after the four tracks


@jit
def colour_of(piece: int) -> int:
    """The colour of a city tile."""
    return int(_COLOUR_OF[piece])


@jit
def houses_of(piece: int) -> int:
    """The houses on a piece; pizzerias have none."""
    return int(_HOUSES_OF[piece])


@jit
def shape_of(tile: int) -> int:
    """The shape of a city tile's roads."""
    return int(_SHAPE_OF[tile])


@jit
def start_roads(number: int) -> int:
    """PP-SETUP-9: the roads of a start tile's city half."""
    return int(_START_ROADS[number])


@jit
def capacity_of(piece: int) -> int:
    """PP-SHOP-4, PP-BUILD-7: how many pizzas a pizzeria holds."""
    return int(_CAPACITY_OF[piece])


@jit
def roads_of(shape: int, quarters: int) -> int:
    """The roads of a shape after some quarter turns clockwise."""
    return int(_ROADS[shape, quarters])


@jit
def fitting(code: int) -> int:
    """What fits where this touches: four bits a shape, one for each turn, and SITE for a pizzeria."""
    return int(_FITTING[code])


@jit
def is_site(code: int) -> bool:
    """PP-BUILD-3, PP-BUILD-4: a city tile beside it and no pizzeria."""
    return has(fitting(code), SITE)


@jit
def beside(cell: int, side: int) -> int:
    """The neighbouring cell, or NONE outside the map."""
    return int(_BESIDE[side, cell])


@jit
def deeds_at(n: int, slot: int) -> int:
    """The actions printed at a slot's row and column, one bit each; NONE: no such slot with n players."""
    return int(_DEEDS[n, slot])


@jit
def board_rows(n: int) -> int:
    """PP-SETUP-2, PP-3P-1, PP-2P-1: rows of slots with n players."""
    return int(_ROWS[n])


@jit
def board_columns(n: int) -> int:
    """Columns of slots with n players."""
    return int(_COLUMNS[n])


@jit
def coin_of(n: int, which: int) -> int:
    """The coins of the board with n players, in no order."""
    return int(_COINS[n, which])


@jit
def pizzerias_of(n: int, kind: int) -> int:
    """How many pizzerias of a price there are with n players."""
    return int(_SUPPLY[n, kind])


@jit
def track_value(track: int, column: int) -> int:
    """What a marker in a column is worth; VERSATILITY: the points of the leftmost column."""
    return int(_TRACK[track, column])


@jit
def bid_value(cell: int) -> int:
    """PP-BID-1: what a cell of the Piazza costs."""
    return int(_BID[cell])


@jit
def shop_price(pizzas: int) -> int:
    """PP-SHOP-1: what so many pizzas cost."""
    return int(_SHOP[pizzas - 1])


@jit
def building_price(kind: int) -> int:
    """What a pizzeria costs."""
    return int(_PRICE[kind])


@jit
def ticket_pizzas(round_: int, number: int) -> int:
    """The pizzas of a delivery tile."""
    return int(_TICKET_PIZZAS[s.N_TICKETS * (round_ - 1) + number])


@jit
def ticket_distance(round_: int, number: int) -> int:
    """The distance of a delivery tile."""
    return int(_TICKET_DISTANCE[s.N_TICKETS * (round_ - 1) + number])


@jit
def quarter_of(large: int, colour: int) -> int:
    """Where a colour lies on a large tile, clockwise."""
    return int(_QUARTER[large, colour])


@jit
def has(squares: int, square: int) -> bool:
    """Whether a square (a colour, a shape) is among the bits."""
    return (squares >> square) & 1 != 0


@jit
def write_out(actions: Any, n: int, first: int, chosen: int, size: int) -> int:
    """Add the actions of a block whose bits are set to a list; its new length.

    Each is written and stays if it counts: quicker than to ask first, which no processor can guess.
    """
    for place in range(size):
        actions[n] = first + place
        n += (chosen >> place) & 1
    return n


def cell_name(cell: int) -> str:
    """A cell as people read it: A1 in the north-west, E5 the start pizzeria."""
    return f"{'ABCDEFGHI'[cell % s.GRID]}{cell // s.GRID + 1}"


def cell_at(x: int, y: int) -> int:
    """The cell at a place counted from the start pizzeria."""
    return s.HOME + s.GRID * y + x
