"""Laying a city tile: on which square, and in which orientation."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import district
from fattorino.games.papa_paolo.rules.question import Question, teach
from fattorino.games.papa_paolo.state import Event, Phase, Rule, Touch
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, list_bits, tell


@jit
def in_hand(state: State) -> int:
    """The tile that is being laid."""
    return int(state.slot_tile[int(state.slot)])


@jit
def turns_on(state: State, seat: Seat, shape: int, cell: int) -> int:
    """The orientations of a shape that fit an empty cell, one bit each."""
    return (t.fitting(district.touches(state, seat, cell)) >> s.N_SIDES * shape) & t.ALL_ROADS


# -- on which square -------------------------------------------------------------------------------------


@jit
def check_tile(state: State, seat: Seat, shape: int, cell: int) -> Any:
    """Name the rule that forbids a tile on a cell in any orientation, or Rule.OK."""
    if state.at[seat, cell] != NONE:
        return Rule.PP_EXPAND_1
    if not district.within(state, seat, cell // s.GRID, cell % s.GRID):
        return Rule.PP_EXPAND_2
    if turns_on(state, seat, shape, cell):
        return Rule.OK
    code = district.touches(state, seat, cell)
    for side in range(s.N_SIDES):
        if (code >> 2 * side) & 3 >= Touch.ROAD:
            return Rule.PP_EXPAND_3
    return Rule.PP_EXPAND_5


@jit
def check_spot(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids this square, or Rule.OK."""
    if action < s.CELL or action >= s.ROT:
        return Rule.PP_EXPAND_1
    return check_tile(state, seat, t.shape_of(in_hand(state)), action - s.CELL)


@jit(inline=True)
def list_spots(state: State, seat: Seat, actions: Any) -> int:
    """The cells where the tile fits."""
    wanted = t.ALL_ROADS << s.N_SIDES * t.shape_of(in_hand(state))
    return district.list_cells(state, seat, wanted, actions)


@jit(inline=True)
def apply_spot(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-EXPAND-1: choose the square; the orientation is chosen next."""
    state.spot = action - s.CELL
    state.phase = Phase.ROT
    tell(log, Event.SPOT, seat, EVERYONE, action - s.CELL)
    return False


@jit
def best_turn(view: State, seat: Seat, tile: int, cell: int) -> int:
    """The value of a tile on a cell in its best orientation."""
    turns = turns_on(view, seat, t.shape_of(tile), cell)
    best = opinion.NOTHING
    for quarters in range(s.N_SIDES):
        if t.has(turns, quarters):
            roads = t.roads_of(t.shape_of(tile), quarters)
            best = max(best, place_worth(view, seat, t.houses_of(tile), cell, roads))
    return best


@jit
def tile_worth(view: State, seat: Seat, tile: int, plan: Any) -> int:
    """The value of a tile on its best square, weighted by the number of unserved houses."""
    if not t.has(int(view.takes[seat]), t.shape_of(tile)):
        return opinion.NOTHING
    best = opinion.NOTHING
    for row in range(int(view.box[seat, district.NORTH]) - 1, int(view.box[seat, district.SOUTH]) + 2):
        for column in range(int(view.box[seat, district.WEST]) - 1, int(view.box[seat, district.EAST]) + 2):
            if district.is_free(view, seat, row, column):
                best = max(best, best_turn(view, seat, tile, s.GRID * row + column))
    waiting = opinion.reachable(view, seat, plan, 4)
    rounds = s.ROUNDS - int(view.round_no)
    wanted = opinion.expected(view) + (3 if rounds else 0)
    return best * min(rounds, 2) // 4 if waiting >= wanted else best


@jit
def place_worth(view: State, seat: Seat, houses: int, cell: int, roads: int) -> int:
    """Houses near a pizzeria, roads that lead on, and no dead ends while the district is small."""
    exits = 0
    steps = 9
    openings = 0
    for side in range(s.N_SIDES):
        if not t.has(roads, side):
            continue
        there = t.beside(cell, side)
        square = NONE if there == NONE else int(view.at[seat, there])
        if square == NONE:
            if there != NONE and is_free_for_later(view, seat, there):
                openings += 1
        elif t.has(int(view.shops[seat]), square):
            steps = 1
            exits += 1
        else:
            exits += 1
            steps = min(steps, 1 + opinion.distance_of(view, seat, square))
    room = s.MAX_SQUARES - int(view.n_squares[seat])
    near = int(opinion.BY_DISTANCE[min(steps, 7)])
    return houses * near + min(openings, 2) * (3 if room > 8 else 1) + exits


@jit
def is_free_for_later(view: State, seat: Seat, cell: int) -> bool:
    """Whether a tile could still be laid on a cell, as far as the limit is concerned."""
    return district.is_free(view, seat, cell // s.GRID, cell % s.GRID) or (
        view.at[seat, cell] == NONE and view.n_squares[seat] < s.MAX_SQUARES // 2
    )


@jit
def worth_spot(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """A square, by its best turn."""
    return best_turn(view, seat, in_hand(view), action - s.CELL)


def terms(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """Houses near a pizzeria, and roads; a square counts as its best turn does."""
    tile, turned = in_hand(view), action >= s.ROT
    total = float((worth_turn if turned else worth_spot)(view, seat, action, plan))
    cell = int(view.spot) if turned else action - s.CELL
    for quarters in [action - s.ROT] if turned else range(s.N_SIDES):
        roads = t.roads_of(t.shape_of(tile), quarters)
        if place_worth(view, seat, t.houses_of(tile), cell, roads) == total:
            bare = float(place_worth(view, seat, 0, cell, roads))
            return [
                (_("its houses lie near a pizzeria"), total - bare),
                (_("its roads join yours and lead on"), bare),
            ]
    return []


def why_nowhere() -> str:
    """Why a tile cannot be taken."""
    return _(
        "It fits nowhere: its roads must join yours, and a district is at most {long} by {short} squares."
    ).format(long=s.BOX_LONG, short=s.BOX_SHORT)


def why_spot(view: Any, seat: Seat, action: int) -> str:
    """What is wrong with a square for the tile."""
    limit = _("A district is at most {long} by {short} squares.")
    return {
        Rule.PP_EXPAND_1: _("There is something on this square."),
        Rule.PP_EXPAND_2: limit.format(long=s.BOX_LONG, short=s.BOX_SHORT),
        Rule.PP_EXPAND_3: _("Here roads would run into houses, however the tile is turned."),
        Rule.PP_EXPAND_5: _("Here no road would join the tile to your roads."),
    }.get(check_spot(view, seat, action), "")


ASK_TILE = Question(
    Phase.TILE,
    check_spot,
    apply_spot,
    list_spots,
    prompt=lambda view: _("Choose a square of your district for the tile: its road must join yours."),
    labels={"CELL": lambda view, cell: _("Lay the tile at {cell}").format(cell=t.cell_name(cell))},
    worth=worth_spot,
    terms=terms,
    matters=teach("pp-district", "PP-EXPAND-5", "PP-EXPAND-2", "PP-EXPAND-3"),
    why=why_spot,
)


# -- which way -------------------------------------------------------------------------------------------


@jit
def check_turn(state: State, seat: Seat, shape: int, cell: int, quarters: int) -> Any:
    """Name the rule that forbids this orientation of a tile, or Rule.OK."""
    if t.has(turns_on(state, seat, shape, cell), quarters):
        return Rule.OK
    code = district.touches(state, seat, cell)
    connected = False
    for side in range(s.N_SIDES):
        touched = (code >> 2 * side) & 3
        is_open = t.has(t.roads_of(shape, quarters), side)
        if (touched == Touch.HOUSES and is_open) or (touched == Touch.ROAD and not is_open):
            return Rule.PP_EXPAND_3
        if touched >= Touch.ROAD and is_open:
            connected = True
    return Rule.PP_EXPAND_1 if connected else Rule.PP_EXPAND_5  # those that look the same are one


@jit
def check_rot(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids this orientation on the chosen square, or Rule.OK."""
    if action < s.ROT or action >= s.BUY:
        return Rule.PP_EXPAND_1
    return check_turn(state, seat, t.shape_of(in_hand(state)), int(state.spot), action - s.ROT)


@jit(inline=True)
def list_turns(state: State, seat: Seat, actions: Any) -> int:
    """The orientations that fit the chosen square."""
    turns = turns_on(state, seat, t.shape_of(in_hand(state)), int(state.spot))
    return list_bits(turns, s.ROT, s.N_SIDES, actions, 0)


@jit(inline=True)
def apply_turn(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-EXPAND-1, PP-PLACE-4: move the tile from its slot to the district; the pawn stays."""
    tile = in_hand(state)
    roads = t.roads_of(t.shape_of(tile), action - s.ROT)
    state.slot_tile[int(state.slot)] = NONE
    district.add(state, seat, int(state.spot), tile, roads, 0)
    tell(log, Event.LAID, seat, EVERYONE, tile, int(state.spot), roads)
    state.spot = NONE
    return True


@jit
def worth_turn(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """A turn on the square that was chosen."""
    tile = in_hand(view)
    roads = t.roads_of(t.shape_of(tile), action - s.ROT)
    return place_worth(view, seat, t.houses_of(tile), int(view.spot), roads)


def label_turn(view: Any, quarters: int) -> str:
    """Where the roads of the tile in hand lead after some quarter turns."""
    tile = in_hand(view) if view.slot >= 0 else NONE
    if tile < 0:
        return _("Turn {n}").format(n=quarters)
    return _("Roads: {roads}").format(roads=names.road_words(t.roads_of(t.shape_of(tile), quarters)))


ASK_ROT = Question(
    Phase.ROT,
    check_rot,
    apply_turn,
    list_turns,
    prompt=lambda view: _("Choose which way the tile lies."),
    labels={"ROT": label_turn},
    worth=worth_turn,
    terms=terms,
    matters=teach("pp-district", "PP-EXPAND-1"),
)
