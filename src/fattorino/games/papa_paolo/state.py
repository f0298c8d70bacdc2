"""The record of a Papà Paolo game: its fields and enums.

A district is stored in two forms. As a list: its squares are numbered in the order they were laid, 20 at
most, so that a set of squares is the bits of one integer, and the squares joined by road to another are one
integer. And as a 9 x 9 map, in which eight bits of an empty cell describe what touches it; they determine
which tiles fit there, and in which orientation.
"""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.errors import BadGame
from fattorino.kernel.fields import Fields, custom, own, public, secret
from fattorino.kernel.game import read_components
from fattorino.kernel.options import Option, Options
from fattorino.kernel.rulebook import read_rulebook, rule_enum

FOLDER = Path(__file__).parent
COMPONENTS = read_components(FOLDER)
RULEBOOK = read_rulebook(FOLDER)
Rule: Any = rule_enum(RULEBOOK, __name__)

MIN_SEATS: int = COMPONENTS["meta"]["min_players"]
MAX_SEATS: int = COMPONENTS["meta"]["max_players"]
ROUNDS: int = COMPONENTS["meta"]["rounds"]
SEATS_HELP = "The city, the auction and the investments fit the number of players."

OPTIONS = Options(range(MIN_SEATS, MAX_SEATS + 1), SEATS_HELP, COMPONENTS["option"])
OPTIONS["seats"] = Option("seats", SEATS_HELP, MAX_SEATS, OPTIONS["seats"].values)

PAWNS: int = COMPONENTS["per_player"]["action_pawns"]
PIZZAS: int = COMPONENTS["per_player"]["pizzas"]
START_MONEY: int = COMPONENTS["per_player"]["start_money"]
START_PIZZAS: int = COMPONENTS["per_player"]["start_pizzas"]
FREE_PIZZAS: int = COMPONENTS["pizzerias"]["free_pizzas"]
EXPRESS_COST: int = COMPONENTS["express"]["cost"]
PASS_PRICE: int = COMPONENTS["invest"]["pass_price"]
BANK: int = COMPONENTS["money"]["total"]
LAST_COLUMN: int = COMPONENTS["experience"]["expert_column"]
EXPERT_POINTS: int = COMPONENTS["experience"]["expert_points"]
RICHEST_POINTS: list[int] = COMPONENTS["scoring"]["variant_c_points"]

COLOURS: list[str] = COMPONENTS["colours"]["order"]
N_COLOURS = len(COLOURS)
TRACKS = [COMPONENTS["colours"]["track"][colour] for colour in COLOURS]
DEEDS = [COMPONENTS["colours"]["action"][colour] for colour in COLOURS]

SLOTS_WIDE = 4  # slot = 4 x row + column at every player count
N_SLOTS = SLOTS_WIDE * SLOTS_WIDE
N_LINES = 2 * SLOTS_WIDE  # rows first, then columns
PIAZZA_ROWS: int = COMPONENTS["piazza"]["rows"]
PIAZZA_COLUMNS: int = COMPONENTS["piazza"]["columns"]
N_BIDS = PIAZZA_ROWS * PIAZZA_COLUMNS
BID2_MAX: int = COMPONENTS["setup"]["2"]["bid_max"]
LOW_ANSWER_FROM: int = COMPONENTS["setup"]["2"]["low_answer_from"]
N_TICKETS = PIAZZA_COLUMNS  # delivery tiles of a letter
N_LARGE: int = COMPONENTS["large_investment_tiles"]["count"]

GRID: int = COMPONENTS["neighbourhood"]["grid_size"]
CELLS = GRID * GRID
HOME: int = COMPONENTS["neighbourhood"]["grid_origin"] * (GRID + 1)  # the start pizzeria's cell
BOX_LONG: int = COMPONENTS["neighbourhood"]["box_long"]
BOX_SHORT: int = COMPONENTS["neighbourhood"]["box_short"]
MAX_SQUARES = BOX_LONG * BOX_SHORT
SIDES: list[str] = COMPONENTS["conventions"]["edges"]
N_SIDES = len(SIDES)


def check_rounds() -> None:
    """PP-ROUND-1: refuse more rounds than there are components for."""
    board = COMPONENTS["board"][str(MAX_SEATS)]
    there = {
        "delivery tiles": (len(COMPONENTS["delivery_tiles"]["tiles"]), N_TICKETS * ROUNDS),
        "large investment tiles": (N_LARGE, ROUNDS),
        "city tiles": (len(COMPONENTS["city_tiles"]["tiles"]), board["rows"] * board["columns"] * ROUNDS),
    }
    short = [
        f"{wanted} {name} (there are {count})" for name, (count, wanted) in there.items() if count < wanted
    ]
    if short:
        raise BadGame(f"papa_paolo: {ROUNDS} rounds need {', '.join(short)}")


check_rounds()
MAX_DECISIONS = 1_000 * MAX_SEATS * ROUNDS  # a turn: six deliveries, each with three tours over 31 sides


def longest(settings: dict[str, Any]) -> int:
    """The most decisions a game with these settings can have: a turn for each player in every round."""
    return MAX_DECISIONS * int(settings["seats"]) // MAX_SEATS


NO_LIMIT = 99  # an express delivery's distance

SPACE = ActionSpace(
    COMPONENTS["action_range"],
    slot=N_SLOTS,
    cell=CELLS,
    rot=N_SIDES,
    buy=len(COMPONENTS["shop"]["price"]),
    price=len(COMPONENTS["pizzerias"]["kinds"]),
    step=N_SIDES,
    bid=N_BIDS,
    bid2=BID2_MAX,
    colour=N_COLOURS,
    delivery=N_TICKETS,
    start=len(COMPONENTS["start_tiles"]["tiles"]),
)
(
    SLOT, TAKE, SPONSOR, SHOP, EXPRESS, BUILD, IDLE, CELL, ROT, BUY, PRICE, STEP, DROP, END_TOUR,
    END_DELIVERY, BID, BID2, PASS, COLOUR, USE_ACTION, USE_XP, DELIVERY, START,
) = SPACE  # fmt: skip
NUM_ACTIONS = SPACE.size


class Stage(IntEnum):
    """The phase of the round."""

    START = 0  # two players choose their start tiles
    PLACE = 1
    BID = 2
    PICK = 3
    INVEST = 4
    DELIVER = 5
    END = 6


class Phase(IntEnum):
    """What is being decided."""

    START = 0
    SLOT = 1
    USE = 2
    TILE = 3
    ROT = 4
    BUY = 5
    STOCK = 6
    PRICE = 7
    SITE = 8
    TOUR = 9
    ROAD = 10
    BID = 11
    BID2 = 12
    PICK = 13
    INVEST = 14
    BIG = 15
    TURN = 16
    SMALL = 17
    DELIVERY = 18
    END = 19


class Colour(IntEnum):
    """Colours of houses, tracks and investments."""

    GOLD = 0
    BLUE = 1
    RED = 2
    GREEN = 3


class Touch(IntEnum):
    """What touches an empty cell on one of its sides."""

    NOTHING = 0
    HOUSES = 1  # a city tile without a road there
    ROAD = 2
    PIZZERIA = 3


class Acted(IntEnum):
    """What a player has done in the auction."""

    NOT_YET = 0
    BID = 1
    WITHDREW = 2


class Event(IntEnum):
    """Kinds of events, with the meaning of their numbers."""

    ROUND = 0  # round, of so many; the seat is the first player
    ROW = 1  # row, its tiles
    COINS = 2  # 0 rows or 1 columns, coins
    TICKETS = 3  # round, numbers by column
    LARGE = 4  # large tile
    FACE_DOWN = 5  # line, round, of so many
    DEALT = 6  # start tile number
    CHOSE = 7
    KEPT = 8  # start tile number
    PAWN = 9  # slot
    LAID = 10  # piece, cell, roads
    IDLE = 11
    SPONSOR = 12  # lire
    BOUGHT = 13  # pizzas, lire, free ones
    STOCKED = 14  # cell
    EXPRESS = 15  # lire, pizzas, tours
    BUILT = 16  # lire, cell, pizzas
    TOUR = 17  # cell
    WENT = 18  # cell, distance left
    DROPPED = 19  # cell, piece, pizzas left to deliver
    TOUR_ENDED = 20
    DELIVERED = 21  # pizzas left undelivered
    LEARNED = 22  # colour, column
    BRIBE = 23  # line, lire
    BID = 24  # cell of the Piazza, lire
    BID2 = 25  # lire
    WITHDREW = 26
    PAID = 27  # lire
    PICKED = 28  # colour, lire
    TICKET = 29  # round, number
    DECLINED = 30
    FIRST_NEXT = 31
    TURNED = 32  # colour on the other side
    AS_ACTION = 33  # colour
    AS_EXPERIENCE = 34  # colour
    DISCARDED = 35  # colour
    DELIVERS = 36  # pizzas, distance, tours
    ENDED = 37
    PRICED = 38  # lire
    USES = 39  # colour of the action
    TAKES = 40  # piece
    SPOT = 41  # cell
    ORDER_NEXT = 42  # seats, NONE for a fourth of three


N_CITY = len(COMPONENTS["city_tiles"]["tiles"])
SEAT_BYTES = (MAX_SEATS,)

MONEY, OPEN_BANK = 1, 2  # groups of fields; view.py decides who sees them
FIELDS = Fields(
    [
        # the city board
        public(
            "unseen", np.int8, (N_CITY,), "city tiles not turned up yet, as a set: the order means nothing"
        ),
        public("n_unseen", np.int8),
        public("gone", np.int8, about="city tiles that left the game"),
        public("slot_tile", np.int8, (N_SLOTS,)),
        public("pawn", np.int8, (N_SLOTS,), "a seat"),
        public("coin", np.int8, (N_LINES,)),
        public("face_down", np.int8, about="PP-VAR-A: the line with the start coin"),
        public("start_coin_to", np.int8, about="who won it"),
        secret("bank", np.int16, unless=OPEN_BANK),
        # what is on offer
        public(
            "tickets", np.int8, (N_TICKETS,), "the delivery tile above each Piazza column, numbered from 0"
        ),
        public("preview", np.int8, (N_TICKETS,), "PP-VAR-D: those of the next round"),
        public("offer", np.int8, about="colours of small investment tiles, one bit each"),
        public("large", np.int8),
        public("large_left", np.int8, about="one bit each"),
        public("pizzerias", np.int8, (3,), "in the supply, by price"),
        public("dealt", np.int8, (MAX_SEATS,), "start tiles; two players: two each"),
        # the players
        custom("kept", np.int8, SEAT_BYTES, "the start tile"),
        own("money", np.int16, SEAT_BYTES, unless=MONEY),
        public("supply", np.int8, SEAT_BYTES, "pizzas not in play"),
        public("track", np.int8, (MAX_SEATS, N_COLOURS)),
        public("gained", np.int8, (MAX_SEATS, N_COLOURS), "tiles completed, not booked yet"),
        public("bid", np.int8, SEAT_BYTES, "a cell of the Piazza; two players: the amount less 1"),
        public("acted", np.int8, SEAT_BYTES),
        public("invest", np.int8, SEAT_BYTES, "a colour"),
        public("ticket", np.int8, SEAT_BYTES, "the delivery tile's number from 0"),
        # their districts
        public("at", np.int8, (MAX_SEATS, CELLS), "the square on a cell"),
        public("touch", np.int8, (MAX_SEATS, CELLS), "two bits a side, less TOUCH_BASE to fit a byte"),
        public("n_squares", np.int8, SEAT_BYTES),
        public("cell", np.int8, (MAX_SEATS, MAX_SQUARES)),
        public("piece", np.int8, (MAX_SEATS, MAX_SQUARES)),
        public("roads", np.int8, (MAX_SEATS, MAX_SQUARES), "one bit a side"),
        public("pizzas", np.int8, (MAX_SEATS, MAX_SQUARES), "on houses, or in stock"),
        public("joined", np.int32, (MAX_SEATS, MAX_SQUARES), "squares next door by road"),
        public("hungry", np.int32, SEAT_BYTES, "squares with an unserved house"),
        public("shops", np.int32, SEAT_BYTES, "squares that are pizzerias"),
        public("room", np.int8, SEAT_BYTES, "pizzas that still fit on all pizzerias"),
        public("box", np.int8, (MAX_SEATS, N_SIDES), "the outermost rows and columns in use: N, E, S, W"),
        public("takes", np.int8, SEAT_BYTES, "shapes of tile that fit somewhere, one bit each"),
        public("sites", np.int8, SEAT_BYTES, "whether a pizzeria could be built somewhere"),
        # the course of play
        public("n", np.int8),
        public("round_no", np.int8),
        public("stage", np.int8),
        public("phase", np.int8),
        public("order", np.int8, SEAT_BYTES),
        public("next_order", np.int8, SEAT_BYTES),
        public("placed", np.int8, about="pawns placed this round"),
        public("queue", np.int8, SEAT_BYTES, "who picks an investment, in order"),
        public("turn", np.int8, about="whose turn it is, as a place in the order or the queue"),
        public("slot", np.int8, about="of the pawn just placed"),
        public("spot", np.int8, about="the cell chosen for a tile"),
        public("price", np.int8, about="of the pizzeria to build, by index"),
        public("to_stock", np.int8),
        public("chosen", np.int8, about="the higher bidder's quarter of the large tile"),
        public("side", np.int8, about="the colours on the other side of it, one bit each"),
        # the current delivery
        public("tours_left", np.int8),
        public("pizzas_left", np.int8),
        public("distance", np.int8, about="of each tour"),
        public("distance_left", np.int8),
        public("tour_from", np.int8, about="a square"),
        public("tour_at", np.int8),
        public("crossed", np.int64, about="sides: two bits a square, its east and its south side"),
        public("visited", np.int32, about="squares"),
        # options
        public("start_coin", np.int8),
        public("reverse_order", np.int8),
        public("money_points", np.int8),
        public("preview_used", np.int8),
        public("money_shown", np.int8),
        public("idle_allowed", np.int8),
        public("no_revisit", np.int8),
        public("final_experience", np.int8),
        public("pizza_limit", np.int8),
        public("bank_limit", np.int8),
    ]
)
STATE = FIELDS.dtype
