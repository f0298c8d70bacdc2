"""The record of a Pizza City game: its fields, enums, and the tables made from components.toml.

The city is stored as bikes need it: for each corner the directions that are open, those along a bike lane,
and the road ends with a stop sign or a subway stop. Laying a card changes a few of these bits.
"""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.components import enum_of
from fattorino.kernel.fields import Fields, custom, public, secret
from fattorino.kernel.game import read_components
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup, lookup_by_two
from fattorino.kernel.options import Options
from fattorino.kernel.records import NONE, has as has
from fattorino.kernel.rulebook import read_rulebook, rule_enum
from fattorino.kernel.tables import entry

FOLDER = Path(__file__).parent
COMPONENTS = read_components(FOLDER)
RULEBOOK = read_rulebook(FOLDER)
Rule: Any = rule_enum(RULEBOOK, __name__)

BLOCKS_WIDE: int = COMPONENTS["board"]["blocks_wide"]
BLOCKS = BLOCKS_WIDE * int(COMPONENTS["board"]["blocks_high"])
WIDE: int = COMPONENTS["board"]["corners_wide"]
HIGH: int = COMPONENTS["board"]["corners_high"]
CORNERS = WIDE * HIGH
UPRIGHT: int = COMPONENTS["board"]["segments_vertical"]  # the vertical segments come first
SEGMENTS: int = COMPONENTS["board"]["segments"]
PLACES = 2 * SEGMENTS  # a segment, and which way round
COLUMNS = "ABCDEFG"

TEAMS: list[str] = COMPONENTS["players"]["teams"]
CHAIRS: list[str] = COMPONENTS["players"]["seats"]  # a chair is a place in the turn order
N_TEAMS = len(TEAMS)
N_CHAIRS = len(CHAIRS)
SEAT_COUNTS: list[int] = COMPONENTS["players"]["seat_counts"]

CITY_HAND: int = COMPONENTS["setup"]["city_hand"]
BIKE_HAND: int = COMPONENTS["setup"]["bike_hand"]
CITY_PLAYS: int = COMPONENTS["turn"]["city_plays"]
CITY_DRAWS: int = COMPONENTS["turn"]["city_draws"]
BIKE_PLAYS: int = COMPONENTS["turn"]["bike_plays"]
BIKE_DRAWS: int = COMPONENTS["turn"]["bike_draws"]
N_TOKENS: int = COMPONENTS["counts"]["drop_off_tokens"]
FROM_BIKES: int = COMPONENTS["drop_off"]["min_distance_from_bikes"]
FROM_TOKENS: int = COMPONENTS["drop_off"]["min_distance_from_tokens"]

FACES: list[dict[str, Any]] = COMPONENTS["city_card"]
N_FACES = len(FACES)
N_CITY_CARDS: int = COMPONENTS["city_deck"]["total"]
BIKE_CARDS: list[dict[str, Any]] = COMPONENTS["bike_card"]
N_KINDS = len(BIKE_CARDS)  # the Move cards by value, then the Flair cards
N_BIKE_CARDS: int = COMPONENTS["bike_deck"]["total"]
N_MOVES = sum(card["kind"] == "move" for card in BIKE_CARDS)
FLAIR_CARDS = BIKE_CARDS[N_MOVES:]
FLAIRS: list[str] = [card["id"] for card in FLAIR_CARDS]
N_FLAIRS = len(FLAIRS)

# PC-TEAM-3, PC-INFO-4: option `chat` gives the table a public channel or none; there is no private one.
SEATS_HELP = (
    "Four seats: a City lays streets, a Bike rides on them, which is easier to begin with. "
    "Two seats: each person plays both roles of a team."
)
OPTIONS = Options(SEAT_COUNTS, SEATS_HELP, COMPONENTS["option"])
# The most decisions a City and a Bike turn can take together: each Flair card with the choice after it, each
# hand card with a direction and an end, a straight run of steps after each direction, City cards and tokens.
TURN_DECISIONS = (
    2 * sum(card["count"] for card in FLAIR_CARDS)
    + 3 * BIKE_HAND
    + (BIKE_HAND + sum(card["count"] for card in BIKE_CARDS if card["id"] in ("juke", "ticket"))) * (WIDE - 1)
    + 2 * CITY_PLAYS
    + N_TOKENS
)
ROUND_LIMITS: list[int] = entry(COMPONENTS["option"], "max_rounds")["values"]
MAX_DECISIONS = 2 * max(ROUND_LIMITS) * TURN_DECISIONS


def longest(settings: dict[str, Any]) -> int:
    """The most decisions a game with these settings can have."""
    rounds: int = settings["max_rounds"]
    return int(2 * rounds * TURN_DECISIONS)


SPACE = ActionSpace(
    COMPONENTS["action_range"],
    city_card=N_FACES,
    place=PLACES,
    corner=CORNERS,
    direction=len(COMPONENTS["direction"]),
    play_move=N_MOVES,
    play_flair=N_FLAIRS,
    use_flair=N_FLAIRS,
)
CITY_CARD, PLACE, CORNER, DIRECTION, PLAY_MOVE, PLAY_FLAIR, USE_FLAIR, GO, END = SPACE
NUM_ACTIONS = SPACE.size


class Team(IntEnum):
    """The two teams."""

    RED = 0
    BLUE = 1


class Phase(IntEnum):
    """What is being decided."""

    CITY_CARD = 0
    CITY_PLACE = 1
    BIKE_MAIN = 2
    BIKE_DIR = 3
    BIKE_STEP = 4
    BIKE_STOP = 5
    BIKE_JUKE = 6
    BIKE_TICKET = 7
    DROP = 8
    OVER = 9


Flair: Any = enum_of("Flair", FLAIRS, __name__)


class Status(IntEnum):
    """What is in the way of the next step (PC-MOVE-3)."""

    FREE = 0
    OFF = 1
    AGAINST = 2
    BUILDING = 3


class Road(IntEnum):
    """Kinds of road on a City card."""

    PLAIN = 0
    ONE_WAY = 1
    BIKE_LANE = 2


class Sign(IntEnum):
    """What the end of a road shows."""

    NONE = 0
    STOP = 1
    SUBWAY = 2


Draw: Any = enum_of("Draw", OPTIONS["bike_draw"].values, __name__)
Cover: Any = enum_of("Cover", OPTIONS["cover_rule"].values, __name__)
Blocked: Any = enum_of("Blocked", OPTIONS["blocked_start"].values, __name__)


class Event(IntEnum):
    """Kinds of events, with the meaning of their numbers. `seat` is the chair, not the person."""

    CHOSE = 0  # face
    LAID = 1  # face, place
    DREW = 2  # how many, 0 City or 1 Bike cards
    GOT = 3  # face or kind, 0 City or 1 Bike card
    SHUFFLED = 4  # cards in the new Bike deck
    PLAYED_MOVE = 5  # value
    PLAYED_FLAIR = 6  # flair
    USED = 7  # flair
    HEADED = 8  # direction
    STEPPED = 9  # corner, direction
    RODE_SUBWAY = 10  # corner
    SIGNED = 11  # corner: a stop sign holds the bike
    ENDED_MOVE = 12  # corner
    BUMPED = 13  # corner the bike goes back to
    STOOD = 14  # a dead move
    DELIVERED = 15  # corner, the team's score
    DROPPED = 16  # corner
    IDLE = 17  # a City turn without cards
    WON = 18  # team
    TIED = 19
    TURN = 20  # turns completed before it


# -- directions and corners --------------------------------------------------------------------------------

DIRECTIONS: list[str] = [direction["id"] for direction in COMPONENTS["direction"]]
DELTAS = [(direction["dx"], direction["dy"]) for direction in COMPONENTS["direction"]]
N_DIRECTIONS = len(DIRECTIONS)
HALF_TURN = N_DIRECTIONS // 2
ALONG_ROADS = sum(1 << d for d, (dx, dy) in enumerate(DELTAS) if dx == 0 or dy == 0)
DIAGONALS = (1 << N_DIRECTIONS) - 1 - ALONG_ROADS
NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(N_DIRECTIONS)


def corner_at(x: int, y: int) -> int:
    """The number of corner (x,y), or NONE off the board (PC-BOARD-2)."""
    return WIDE * y + x if 0 <= x < WIDE and 0 <= y < HIGH else NONE


def corner_name(corner: int) -> str:
    """A1 (north-west) to G7 (south-east)."""
    return f"{COLUMNS[corner % WIDE]}{corner // WIDE + 1}"


def block_at(i: int, j: int) -> int:
    """The number of block (i,j), or NONE off the board (PC-BOARD-1)."""
    return BLOCKS_WIDE * j + i if 0 <= i < BLOCKS_WIDE and 0 <= j < BLOCKS // BLOCKS_WIDE else NONE


def vertical(x: int, j: int) -> int:
    """Segment V(x,j) (PC-BOARD-3)."""
    return BLOCKS_WIDE * x + j


def horizontal(i: int, y: int) -> int:
    """Segment H(i,y) (PC-BOARD-3)."""
    return UPRIGHT + BLOCKS_WIDE * y + i


def corners_in(bits: int) -> list[int]:
    """The corners of a set."""
    return [corner for corner in range(CORNERS) if has(bits, corner)]


def direction_to(corner: int, other: int) -> int:
    """The direction from one corner to another, or NONE if they are not in line."""
    dx, dy = other % WIDE - corner % WIDE, other // WIDE - corner // WIDE
    if corner == other or 0 not in (dx, dy, abs(dx) - abs(dy)):
        return NONE
    return DELTAS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))


def segment_ends(segment: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corners (x,y) a segment joins, the north or west one first."""
    if segment < UPRIGHT:
        x, j = divmod(segment, BLOCKS_WIDE)
        return (x, j), (x, j + 1)
    y, i = divmod(segment - UPRIGHT, BLOCKS_WIDE)
    return (i, y), (i + 1, y)


def segment_cells(segment: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The cells (i,j) beside a segment, the west or north one first; one may lie off the board."""
    (x, y), _ = segment_ends(segment)
    return ((x - 1, y), (x, y)) if segment < UPRIGHT else ((x, y - 1), (x, y))


def road_between(one: int, other: int) -> int:
    """The segment that joins two neighbouring corners."""
    y, x = divmod(min(one, other), WIDE)
    return vertical(x, y) if abs(one - other) == WIDE else horizontal(x, y)


def distance(one: int, other: int) -> int:
    """PC-DROP-4: blocks along the grid."""
    return abs(one % WIDE - other % WIDE) + abs(one // WIDE - other // WIDE)


def _within(corner: int, steps: int) -> int:
    return sum(1 << other for other in range(CORNERS) if distance(corner, other) < steps)


_NEXT = np.array(
    [[corner_at(c % WIDE + dx, c // WIDE + dy) for c in range(CORNERS)] for dx, dy in DELTAS], np.int8
)
on_board = lookup(  # the directions that do not lead off the board, as bits
    [sum(1 << d for d in range(N_DIRECTIONS) if _NEXT[d, c] >= 0) for c in range(CORNERS)], np.int16
)
# the corners too near a bike (PC-DROP-2) or a token (PC-DROP-3) on this corner for a new token, as bits
near_bike = lookup([_within(c, FROM_BIKES) for c in range(CORNERS)], np.int64)
near_token = lookup([_within(c, FROM_TOKENS) for c in range(CORNERS)], np.int64)
ALL_CORNERS = (1 << CORNERS) - 1
ALL_UPRIGHT = (1 << UPRIGHT) - 1  # and as many level segments

START_BIKES = [corner_at(*COMPONENTS["start"][f"{team}_bike"]) for team in TEAMS]
RED_START, BLUE_START = START_BIKES
START_TOKENS = sum(1 << corner_at(x, y) for x, y in COMPONENTS["start"]["drop_offs"])
START_SUPPLY: int = COMPONENTS["drop_off"]["supply_after_setup"]  # PC-DROP-7: enough for a goal of 3


@jit
def next_corner(corner: int, direction: int) -> int:
    """The neighbour in one of the 8 directions, or NONE off the board."""
    return int(_NEXT[direction, corner])


# -- City cards and where they can lie ----------------------------------------------------------------------

LEFT, RIGHT, ROAD, HEAD_SIGN, TAIL_SIGN, SYMMETRIC, COPIES = range(7)  # what is printed on a face
LEFT_BLOCK, RIGHT_BLOCK, HEAD, TAIL, TOWARDS = range(5)  # where the parts of a laid card come to lie


def _symmetric(face: dict[str, Any]) -> bool:
    """PC-PLACE-4: whether a half turn leaves a face unchanged; it reverses a one-way road."""
    same = face["left"] == face["right"] and face["north"] == face["south"]
    return bool(same and face["road"] != "one_way")


face_part = lookup_by_two(  # what a face shows: LEFT and RIGHT are 1 for a Park
    [
        [
            int(face["left"] == "park"),
            int(face["right"] == "park"),
            Road[face["road"].upper()],
            Sign[face["north"].upper()],
            Sign[face["south"].upper()],
            int(_symmetric(face)),
            face["count"],
        ]
        for face in FACES
    ]
)


def _geometry(place: int) -> list[int]:
    """PC-PLACE-2: the road runs from its tail (printed south) to its head (printed north)."""
    segment, flip = divmod(place, 2)
    first, second = (corner_at(*end) for end in segment_ends(segment))
    cells = [block_at(*cell) for cell in segment_cells(segment)]
    upright = segment < UPRIGHT
    if upright != bool(flip):  # V/0 heads north, H/1 heads west
        head, tail = first, second
    else:
        head, tail = second, first
    left, right = cells if not flip else cells[::-1]
    return [left, right, head, tail, direction_to(tail, head)]


def _beside(segment: int) -> list[int]:
    """The other segments around the two cells of a segment, as bits: the upright (0) and level (1) ones."""
    bits = [0, 0]
    for i, j in segment_cells(segment):
        if block_at(i, j) == NONE:
            continue
        for other in (vertical(i, j), vertical(i + 1, j), horizontal(i, j), horizontal(i, j + 1)):
            if other != segment:
                bits[other // UPRIGHT] |= 1 << (other % UPRIGHT)
    return bits


lies = lookup_by_two([_geometry(place) for place in range(PLACES)])  # where a part of a laid card is
beside = lookup_by_two([_beside(segment) for segment in range(SEGMENTS)], np.int64)
move_value = lookup([card["value"] for card in BIKE_CARDS if card["kind"] == "move"])  # ascending by kind


# -- chairs and seats ---------------------------------------------------------------------------------------

RED_CITY, BLUE_BIKE, BLUE_CITY, RED_BIKE = range(N_CHAIRS)
assert CHAIRS == ["red_city", "blue_bike", "blue_city", "red_bike"]


@jit
def team_of(chair: int) -> int:
    """PC-TEAM-1: red City, blue Bike, blue City, red Bike."""
    return Team.BLUE.value if BLUE_BIKE <= chair <= BLUE_CITY else Team.RED.value


@jit
def city_chair(team: int) -> int:
    """The chair of a team's City player."""
    return RED_CITY if team == Team.RED else BLUE_CITY


@jit
def bike_chair(team: int) -> int:
    """The chair of a team's Bike player."""
    return RED_BIKE if team == Team.RED else BLUE_BIKE


@jit
def person_in(n: int, chair: int) -> int:
    """The seat that decides for a chair: its own, or that of its team if there are two people."""
    return chair if n == N_CHAIRS else team_of(chair)


@jit
def team_at(n: int, seat: int) -> int:
    """The team of a seat."""
    return team_of(seat) if n == N_CHAIRS else seat


FIELDS = Fields(
    [
        # the city
        public("ways", np.int16, (CORNERS,), "the FREE directions, one bit each"),
        public("lanes", np.int8, (CORNERS,), "bike lanes that leave here: one bit for N, E, S, W"),
        public("stops", np.int8, (CORNERS,), "road ends with a stop sign, likewise"),
        public("subways", np.int8, (CORNERS,), "road ends with a subway stop, likewise"),
        public("stations", np.int64, about="corners with a subway stop"),
        public("covered", np.int64, (2,), "upright and level segments on which no card may be laid"),
        custom("laid_at", np.int16, (N_CITY_CARDS,), "places of the laid cards, oldest first"),
        custom("laid_face", np.int8, (N_CITY_CARDS,)),
        public("n_laid", np.int8),
        # bikes and tokens; PC-BOARD-5: always on corners
        public("bike", np.int8, (N_TEAMS,)),
        public("tokens", np.int64, about="corners with a drop-off token"),
        public("supply", np.int8),
        public("score", np.int8, (N_TEAMS,)),
        public("owed", np.int8, about="tokens to be placed after this Bike turn"),
        # cards
        custom("city_hand", np.int8, (N_TEAMS, CITY_HAND), "ascending, then NONE"),
        custom("bike_hand", np.int8, (N_TEAMS, N_KINDS), "how many of each kind"),
        public("held", np.int8, (N_CHAIRS,), "sizes of the hands: open to all"),
        public("table", np.int8, (N_TEAMS, N_FLAIRS)),
        public("discard", np.int8, (N_KINDS,), "open to all: PC-DECK-4"),
        secret("city_deck", np.int8, (N_CITY_CARDS,), "in no order: each draw takes any of them"),
        public("n_city", np.int8),
        secret("bike_deck", np.int8, (N_BIKE_CARDS,)),
        public("n_bike", np.int8),
        # what can be remembered from the last reshuffle of the Bike deck
        custom("kept", np.int8, (N_TEAMS, N_KINDS), "the hands at that time"),
        public("kept_size", np.int8, (N_TEAMS,)),
        public("both", np.int8, (N_KINDS,), "both hands together: everybody can count them"),
        public("spent", np.int8, (N_TEAMS, N_KINDS), "cards played since"),
        # the course of play
        custom("phase", np.int8),
        public("turn", np.int16, about="turns completed"),
        public("plays", np.int8, about="left in this turn"),
        custom("chosen", np.int8, about="the City card about to be laid, or NONE"),
        # the current move
        public("heading", np.int8, about="NONE outside a Move card"),
        public("rest", np.int8, about="movement still to be made"),
        public("stepped", np.int8, about="1 after the first step"),
        public("turned", np.int8, about="1 between a Juke and the next step"),
        public("before", np.int8, about="the corner of the path before the present one"),
        public("trail", np.int64, about="corners of this or the last move"),
        # options
        public("n", np.int8, about="seats"),
        public("goal", np.int8),
        public("bike_draw", np.int8),
        public("cover_rule", np.int8),
        public("blocked_start", np.int8),
        public("max_rounds", np.int8),
    ]
)
STATE = FIELDS.dtype
