"""The record of a Ghost Town game: its fields, enums, and the tables made from components.toml."""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.components import enum_of
from fattorino.kernel.errors import BadGame
from fattorino.kernel.fields import Fields, custom, public, secret
from fattorino.kernel.game import read_components
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup
from fattorino.kernel.options import Options
from fattorino.kernel.records import NONE, has as has
from fattorino.kernel.rulebook import read_rulebook, rule_enum
from fattorino.kernel.tables import entry

FOLDER = Path(__file__).parent
COMPONENTS = read_components(FOLDER)
RULEBOOK = read_rulebook(FOLDER)
Rule: Any = rule_enum(RULEBOOK, __name__)

WIDTH: int = COMPONENTS["map"]["width"]
HEIGHT: int = COMPONENTS["map"]["height"]
SQUARES = WIDTH * HEIGHT
COLUMNS: str = COMPONENTS["map"]["columns"]
ROWS: str = COMPONENTS["map"]["rows"]
CENTRE = COLUMNS.index(COMPONENTS["map"]["centre"][0]) + WIDTH * ROWS.index(COMPONENTS["map"]["centre"][1])

MIN_DELIVERERS: int = COMPONENTS["players"]["deliverers_min"]
MAX_DELIVERERS: int = COMPONENTS["players"]["deliverers_max"]
ICONS: list[str] = COMPONENTS["icons"]["pizza"]
N_ICONS = len(ICONS)
N_GRAVES: int = COMPONENTS["setup"]["graves"]
N_WALLS: int = COMPONENTS["setup"]["walls"]
TELEPORTS: list[str] = COMPONENTS["icons"]["teleport"]
N_TELEPORTS = len(TELEPORTS)
DEALT: int = COMPONENTS["setup"]["initial_cards"]
N_GHOSTS: int = entry(COMPONENTS["token"], "ghost")["count"]
N_MANHOLES: int = entry(COMPONENTS["tile"], "manhole_cover")["count"]
N_PIGS = len(COMPONENTS["town"][0]["variant_spots"]["little_pigs"])

CARDS: list[str] = [card["id"] for card in COMPONENTS["psychic_card"]]
N_KINDS = len(CARDS)
_WHITE = [int(card["white"]) for card in COMPONENTS["psychic_card"]]
_BLACK = [int(card["black"]) for card in COMPONENTS["psychic_card"]]
MOST_ALIKE = max(white + black for white, black in zip(_WHITE, _BLACK, strict=True))  # cards of a kind
N_WHITE = sum(_WHITE)
N_CARDS = N_WHITE + sum(_BLACK)  # numbered by kind; of each kind the white-framed ones first

TURN_LIMITS: list[int] = entry(COMPONENTS["option"], "turn_limit")["values"]
MAX_SEATS = MAX_DELIVERERS + 1  # the game master has the last seat
MAX_RECORDS = MAX_DELIVERERS * (max(TURN_LIMITS) + 1)  # one per action, and the opening reports
MAX_DRAWS = N_GRAVES + 8 * N_ICONS  # at most one card per ghost that ever appears
MAX_BATCHES = 2 + max(0, MAX_DRAWS - sum(_BLACK))
GAME_MASTER_HELP = "Deliverers; the computer is the game master, unless somebody takes that seat."

OPTIONS = Options((MIN_DELIVERERS, MAX_DELIVERERS), GAME_MASTER_HELP, COMPONENTS["option"])


Voice: Any = enum_of("Voice", (voice["id"] for voice in COMPONENTS["voice"]), __name__)  # of a pig
N_VOICES = len(Voice)

_STRAIGHT = len(COMPONENTS["directions"]["orthogonal"])
_DIAGONAL = len(COMPONENTS["directions"]["diagonal"])
SPACE = ActionSpace(
    COMPONENTS["action_range"],
    move=_STRAIGHT,
    attack=_STRAIGHT,
    hop_step=_STRAIGHT,
    diagonal_move=_DIAGONAL,
    rook_teleport=_STRAIGHT,
    bishop_teleport=_DIAGONAL,
    square=SQUARES,
    oink=N_VOICES,
)
(
    MOVE,
    ATTACK,
    HOP_STEP,
    DIAGONAL_MOVE,
    ROOK_TELEPORT,
    BISHOP_TELEPORT,
    BACK_TO_START,
    POINT_SYMMETRIC,
    BARRIER_USE,
    BARRIER_KEEP,
    SQUARE,
    OINK,
) = SPACE
NUM_ACTIONS = SPACE.size


MAX_DECISIONS = 3 * MAX_RECORDS + SQUARES  # at most three decisions per action: card, extra, barrier or oink


def longest(settings: dict[str, Any]) -> int:
    """The most decisions a game with these settings can have; a person may lay the town tile by tile."""
    laid = SQUARES if settings["town"] == "human_gm" else 0
    return 3 * int(settings["seats"]) * (int(settings["turn_limit"]) + 1) + laid


class Phase(IntEnum):
    """What is being decided."""

    BUILD = 0
    ACT = 1
    EXTRA = 2  # the Move or Attack after Back-to-Start
    BARRIER = 3
    END = 4
    OINK = 5  # the game master answers for a pig


# What lies on a square: nothing, or a tile by its row of components.toml.
Tile: Any = enum_of("Tile", ["empty", *(row["id"] for row in COMPONENTS["tile"])], __name__)
N_TILES = len(Tile)
TILES = list(zip(list(Tile)[1:], COMPONENTS["tile"], strict=True))
ROUND_TILES = [(tile, row) for tile, row in TILES if "spots" in row]  # those of the variants
FIRST_ROUND = int(ROUND_TILES[0][0])


def wrong_tile(row: dict[str, Any]) -> str:
    """What a tile's row does not say, in one sentence, or ''."""
    wanted = [] if row["id"] == "teleport" else ["name", "symbol"]  # each teleport has its own
    wanted += ["text", "letter", "spots", "option"] if "code" not in row else []  # of a round tile
    if lacking := [key for key in wanted if key not in row]:
        return f"the tile {row['id']} has no {', no '.join(lacking)}"
    if "option" in row and row["option"] not in OPTIONS:
        return f"the tile {row['id']} comes into play with the option {row['option']}, which there is not"
    return ""


if _wrong := "; ".join(filter(None, (wrong_tile(row) for _tile, row in TILES))):
    raise BadGame(f"ghost_town: {_wrong} (components.toml)")


class Card(IntEnum):
    """The kinds of psychic card, in the order of components.toml."""

    HOP_STEP = 0
    DIAGONAL_MOVE = 1
    ROOK_TELEPORT = 2
    BISHOP_TELEPORT = 3
    BACK_TO_START = 4
    POINT_SYMMETRIC = 5
    BARRIER = 6


class Place(IntEnum):
    """Where a card is; 0 to 2 are the deliverers' hands."""

    DECK = 3
    USED = 4
    LEFT_OUT = 5
    IN_PLAY = 6  # revealed, its action not yet applied in full
    GONE = 7  # plus the seat that took it along when it went out


class Sign(IntEnum):
    """What can be sensed on the surrounding squares, one bit each."""

    GHOST = 1
    PIZZA = 2
    HOUSE = 4


# What the game master can say, in spoken order; a record keeps one bit for each.
Report: Any = enum_of("Report", (report["id"] for report in COMPONENTS["report"]), __name__)
Oink: Any = enum_of("Oink", OPTIONS["oink"].values, __name__)
Town: Any = enum_of("Town", OPTIONS["town"].values, __name__)


class Event(IntEnum):
    """Kinds of events, with the meaning of their numbers."""

    PLACED = 0  # tile, face, square
    PLACED_UNSEEN = 1  # tile, face
    REBUILD = 2
    ANNOUNCED = 3  # action (NONE: an opening report), 1 for the one after Back-to-Start
    REPORTED = 4  # report, detail
    DREW = 5  # kind of card
    SURROUNDINGS = 6  # walls, signs, pizza_at
    OUT = 7  # place; 0 where winners are not ranked
    ENDED = 8
    SHUFFLED = 9  # cards in the new deck


MAP = 1  # a group of fields; view.py decides who sees it
FIELDS = Fields(
    [
        # the town
        secret("walls", np.int64, about="one bit a square", unless=MAP),
        secret("ghosts", np.int64, unless=MAP),
        secret("manholes", np.int64, unless=MAP),
        secret("tile", np.int8, (SQUARES,), unless=MAP),
        secret("built", np.int8, (SQUARES,), "the tiles as they lay when play began", unless=MAP),
        secret("start_at", np.int8, (MAX_DELIVERERS,), unless=MAP),
        secret("box_at", np.int8, (N_ICONS,), unless=MAP),
        secret("sign_at", np.int8, (N_ICONS,), unless=MAP),
        secret("teleport_at", np.int8, (N_TELEPORTS,), unless=MAP),
        secret("pizza", np.int8, (N_ICONS,), "1 while it lies on its box", unless=MAP),
        secret("house", np.int8, (N_ICONS,), "1 once it stands on its signboard", unless=MAP),
        secret("supply", np.int8, about="ghosts not on the map", unless=MAP),
        public("placed", np.int8, about="tiles laid so far"),
        # the deliverers
        public("n", np.int8),
        secret("position", np.int8, (MAX_DELIVERERS,), "any number may share a square: GT-MAP-5", unless=MAP),
        public("carried", np.int8, (MAX_DELIVERERS,), "an icon, or NONE"),
        public("place", np.int8, (MAX_DELIVERERS,), "in which order they went out; 0: still in play"),
        public("n_out", np.int8),
        public("monkey_of", np.int8),
        public("crow_of", np.int8),
        public("covers", np.int8, (MAX_DELIVERERS,), "manhole covers taken"),
        # the psychic cards
        custom("card_at", np.int8, (N_CARDS,)),
        public(
            "batch", np.int8, (N_CARDS,), "the white deal, the first deck, or the reshuffle it last came from"
        ),
        public("batches", np.int8),
        public("held", np.int8, (MAX_DELIVERERS, MAX_BATCHES), "cards in hand by batch: open to all"),
        # the course of play
        custom("phase", np.int8),
        public("turn", np.int8),
        custom("resume", np.int8, about="the phase in which a BARRIER was asked"),
        custom("towards", np.int8, about="the direction of the Move that met a ghost"),
        secret("arrived", np.int8, about="whether the action under way moved the token"),
        secret("drawn", np.int8, about="the kind of card drawn last"),
        # the public record, one line per action
        public("n_records", np.int16),
        custom("said", np.int32, (MAX_RECORDS,), "a bit for each report"),
        custom("pizza_at", np.int16, (MAX_RECORDS,), "directions the Monkey names; NONE: it says nothing"),
        custom("by", np.int8, (MAX_RECORDS,)),
        custom("action", np.int8, (MAX_RECORDS,), "NONE: an opening report"),
        custom("extra", np.int8, (MAX_RECORDS,), "the Move or Attack after Back-to-Start, or NONE"),
        custom("detail", np.int8, (MAX_RECORDS,), "icon or voice"),
        custom("distance", np.int8, (MAX_RECORDS,)),
        custom("near_walls", np.int8, (MAX_RECORDS,)),
        custom("signs", np.int8, (MAX_RECORDS,)),
        custom(
            "path", np.int8, (MAX_RECORDS,), "where the token stood afterwards: the game master's to know"
        ),
        # options: GT-VAR-ALL-2, everybody knows them
        public("town", np.int8),
        public("difficulty", np.int8, about="of a random town; any where somebody built it"),
        public("report_distance", np.int8),
        public("opening_report", np.int8),
        public("gm_can_win", np.int8),
        public("ranking", np.int8),
        public("race", np.int8),
        public("turn_limit", np.int8),
        public("reveal", np.int8),
        public("in_play", np.int8, (N_ICONS,), "icons"),
        public("pigs", np.int8, about="Little Pigs in use, 0 without the variant"),
        public("oink", np.int8),
        public("monkey", np.int8),
        public("crow", np.int8),
        public("covers_used", np.int8),
    ]
)
STATE = FIELDS.dtype

# -- cards -----------------------------------------------------------------------------------------------

_FIRST_CARD = np.cumsum([0, *np.add(_WHITE, _BLACK)]).astype(np.int16)
_KIND = np.repeat(np.arange(N_KINDS), np.add(_WHITE, _BLACK)).astype(np.int8)

kind_of = lookup(_KIND)
first_card = lookup(_FIRST_CARD)  # of a kind; its last is just before the first of the next kind
is_white = lookup(  # whether a card has a white frame, and so may be dealt at the start
    [card - _FIRST_CARD[kind] < _WHITE[kind] for card, kind in enumerate(_KIND)]
)


# -- geometry --------------------------------------------------------------------------------------------

ORTHOGONAL = [tuple(delta) for delta in COMPONENTS["directions"]["orthogonal_delta"]]
DIAGONAL = [tuple(delta) for delta in COMPONENTS["directions"]["diagonal_delta"]]
DELTAS = ORTHOGONAL + DIAGONAL
DIRECTIONS: list[str] = COMPONENTS["directions"]["orthogonal"] + COMPONENTS["directions"]["diagonal"]
N_DIRECTIONS = len(DIRECTIONS)  # the four straight ones first
STRAIGHT = len(ORTHOGONAL)


def _direction(action: int) -> int:
    block, place = SPACE.block(action)
    return place + STRAIGHT if block.name in ("DIAGONAL_MOVE", "BISHOP_TELEPORT") else place


direction_of = lookup([_direction(action) for action in range(BACK_TO_START)])  # of actions that have one
steps_of = lookup(  # how far ahead the square is that an action is about; a flight has no fixed length
    [2 if HOP_STEP <= action < DIAGONAL_MOVE else 1 for action in range(ROOK_TELEPORT)]
)


def _neighbour(square: int, delta: tuple[int, ...]) -> int:
    column, row = square % WIDTH + delta[0], square // WIDTH + delta[1]
    return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < HEIGHT else NONE


_NEXT = np.array([[_neighbour(s, d) for s in range(SQUARES)] for d in DELTAS], np.int8)
beside = lookup(  # the 4 adjacent squares, as bits
    [sum(1 << int(t) for t in _NEXT[:STRAIGHT, s] if t >= 0) for s in range(SQUARES)], np.int64
)
around = lookup(  # the 8 surrounding squares, as bits
    [sum(1 << int(t) for t in _NEXT[:, s] if t >= 0) for s in range(SQUARES)], np.int64
)

WORD = 63  # NONE & WORD is the last bit of a number, which is no square
ALL = (1 << SQUARES) - 1  # GT-MAP-2 names the perimeter below and the centre above
FIRST_COLUMN = sum(1 << (row * WIDTH) for row in range(HEIGHT))
LAST_COLUMN = FIRST_COLUMN << (WIDTH - 1)
TOP_ROW = (1 << WIDTH) - 1
BOTTOM_ROW = TOP_ROW << (SQUARES - WIDTH)
PERIMETER = FIRST_COLUMN | LAST_COLUMN | TOP_ROW | BOTTOM_ROW


def square_name(square: int) -> str:
    """GT-MAP-1: A1 (top left) to G7 (bottom right)."""
    return f"{COLUMNS[square % WIDTH]}{ROWS[square // WIDTH]}"


def square_number(name: str) -> int:
    """The square of that name."""
    return COLUMNS.index(name[0]) + WIDTH * ROWS.index(name[1])


@jit
def next_square(square: int, direction: int) -> int:
    """The neighbour in one of the 8 directions, or NONE outside the map."""
    return int(_NEXT[direction, square])


@jit
def squares_between(here: int, there: int) -> int:
    """The number of straight or diagonal steps between two squares on an empty map."""
    return max(abs(here % WIDTH - there % WIDTH), abs(here // WIDTH - there // WIDTH))
