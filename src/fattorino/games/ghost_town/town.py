"""Building the town: where each tile may be placed, random towns by difficulty, ready-made towns."""

from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup_by_two
from fattorino.kernel.records import NONE, State
from fattorino.kernel.rng import draw, draw_at

# -- ready-made towns, read from components.toml ---------------------------------------------------------

TOWNS: list[dict[str, Any]] = s.COMPONENTS["town"]
CODES = {row["code"]: tile for tile, row in s.TILES if "code" in row}
FACES = {"1": 0, "2": 1, "3": 2, "s": 0, "b": 1, "c": 2, "r": 0, "a": 0}
TELEPORT_FACES = {"c": 0, "t": 1, "s": 2}


def read_grid(grid: str) -> list[tuple[int, s.Tile, int]]:
    """(square, tile, face) for each tile of a town drawn as a grid (see the towns in components.toml)."""
    tiles = []
    for square, code in enumerate(grid.split()):
        if code != "..":
            tile = CODES[code[0]]
            face = TELEPORT_FACES[code[1]] if tile == s.Tile.TELEPORT else FACES[code[1]]
            tiles.append((square, tile, face))
    return tiles


TILE, FACE, ROUND = 0, 1, 2  # of a square: its basic tile with its face, the round tile of a variant


def _towns() -> np.ndarray[Any, Any]:
    towns = np.zeros((len(TOWNS), 3, s.SQUARES), np.int8)
    for number, town in enumerate(TOWNS):
        for square, tile, face in read_grid(town["grid"]):
            towns[number, TILE, square] = tile
            towns[number, FACE, square] = face
        for tile, row in s.ROUND_TILES:
            for spot in town["variant_spots"].get(row["spots"], []):
                towns[number, ROUND, s.square_number(spot)] = tile
    return towns


_TOWNS = _towns()
_TOWN_ICONS = np.array([[icon in town["icons"] for icon in s.ICONS] for town in TOWNS], np.int8)
# for how many deliverers a town can be drawn at random; NONE: never
_DRAWN_FOR = np.array([town["players"] for town in TOWNS], np.int8)
_DRAWN_FOR[[town["difficulty"] == "tutorial" for town in TOWNS]] = NONE
_PAIRS = np.array(
    [[icon in pair for icon in s.ICONS] for pair in s.OPTIONS["two_player_icons"].values], np.int8
)
ANY = s.OPTIONS["difficulty"].values.index("any")
_ROW, _COLUMN = np.divmod(np.arange(s.SQUARES), s.WIDTH)
_FAR = np.maximum(abs(_ROW[:, None] - _ROW), abs(_COLUMN[:, None] - _COLUMN))  # a diagonal step counts as one
_AS_FAR = np.full((len(s.OPTIONS["difficulty"].values), 2, s.SQUARES), s.ALL, np.int64)
for _number, _name in enumerate(s.OPTIONS["difficulty"].values):
    for _kind, _tile in enumerate(("box", "signboard")):
        if _number != ANY:
            _least, _most = s.COMPONENTS["difficulty"][_name][_tile]
            _AS_FAR[_number, _kind] = np.sum(
                ((_least <= _FAR) & (_most >= _FAR)) << np.arange(s.SQUARES), axis=1
            )
# GT-BUILD-14, by difficulty: where a Box may lie, given its Start, and a Signboard, given the Box of its icon
as_far_from_start = lookup_by_two(_AS_FAR[:, 0])
as_far_from_box = lookup_by_two(_AS_FAR[:, 1])


# -- the order of building -------------------------------------------------------------------------------


@jit
def count_of(state: State, tile: int) -> int:
    """How many tiles of a kind are in the town."""
    if tile <= s.Tile.SIGNBOARD:
        return int(state.n)
    if tile == s.Tile.GRAVE:
        return s.N_GRAVES
    if tile == s.Tile.WALL:
        return s.N_WALLS
    if tile == s.Tile.TELEPORT:
        return s.N_TELEPORTS
    if tile == s.Tile.LITTLE_PIG:  # GT-VAR-PIG-1
        return int(state.pigs)
    if tile == s.Tile.PARENT_PIG:
        return 1 if state.pigs else 0
    if tile == s.Tile.MONKEY:  # GT-VAR-MONKEY-1
        return int(state.monkey)
    if tile == s.Tile.CROW:  # GT-VAR-CROW-1
        return int(state.crow)
    if tile == s.Tile.MANHOLE_COVER:  # GT-VAR-MANHOLE-1
        return s.N_MANHOLES if state.covers_used else 0
    return 0


@jit
def still_to_lay(state: State, tile: int) -> int:
    """How many tiles of a kind are not on the map yet."""
    left = count_of(state, tile)
    for square in range(s.SQUARES):
        left -= int(state.tile[square] == tile)
    return left


@jit
def tiles_in_all(state: State) -> int:
    """The number of tiles in the town."""
    tiles = 0
    for tile in range(s.Tile.START.value, s.N_TILES):
        tiles += count_of(state, tile)
    return tiles


@jit
def nth_icon(state: State, nth: int) -> int:
    """The nth icon in play."""
    for icon in range(s.N_ICONS):
        if state.in_play[icon]:
            if nth == 0:
                return icon
            nth -= 1
    return 0


@jit
def tile_to_place(state: State, step: int) -> tuple[int, int]:
    """GT-BUILD-1: which tile is placed as number `step`, and its face (GT-DEC-3: kinds, not single tiles)."""
    tile = s.Tile.START.value
    while tile < s.N_TILES - 1 and step >= count_of(state, tile):
        step -= count_of(state, tile)
        tile += 1
    if tile == s.Tile.BOX or tile == s.Tile.SIGNBOARD:
        return tile, nth_icon(state, step)
    return tile, step if tile == s.Tile.START or tile == s.Tile.TELEPORT else 0


# -- where a tile may lie --------------------------------------------------------------------------------


@jit
def spread(squares: int) -> int:
    """The squares adjacent to a set of squares."""
    sideways = ((squares & ~s.LAST_COLUMN) << 1) | ((squares & ~s.FIRST_COLUMN) >> 1)
    return (sideways | (squares << s.WIDTH) | (squares >> s.WIDTH)) & s.ALL


@jit
def lowest(squares: int) -> int:
    """One square of a set, as a set."""
    return squares & -squares


@jit
def connected(squares: int) -> bool:
    """Whether one can walk from any square of a set to any other without leaving it."""
    reached = lowest(squares)
    while True:
        more = (reached | spread(reached)) & squares
        if more == reached:
            return reached == squares
        reached = more


@jit
def joined(walls: int) -> bool:
    """GT-BUILD-8: whether the squares without a Wall form one connected area."""
    return connected(s.ALL & ~walls)


@jit
def all_reachable(walls: int, circle: int, triangle: int, square: int) -> bool:
    """GT-BUILD-9: whether every square can be reached from every other, teleports working."""
    free = s.ALL & ~walls
    on_circle, on_triangle, on_square = 1 << circle, 1 << triangle, 1 << square
    teleports = on_circle | on_triangle | on_square
    home = lowest(free & ~teleports)
    reached = home
    while True:  # forwards: who can be reached from home
        entered = spread(reached) & free
        more = reached | (entered & ~teleports)
        if entered & on_circle:
            more |= on_triangle
        if entered & on_triangle:
            more |= on_square
        if entered & on_square:
            more |= on_circle
        if more == reached:
            break
        reached = more
    if reached != free:
        return False
    reached = home
    while True:  # backwards: who can reach home
        entered = reached & ~teleports
        if reached & on_triangle:
            entered |= on_circle
        if reached & on_square:
            entered |= on_triangle
        if reached & on_circle:
            entered |= on_square
        more = reached | (spread(entered) & free)
        if more == reached:
            return reached == free
        reached = more


@jit
def passable(walls: int, circle: int, triangle: int, square: int) -> bool:
    """GT-BUILD-8 and GT-BUILD-9 together."""
    teleports = (1 << circle) | (1 << triangle) | (1 << square)
    plain = s.ALL & ~walls & ~teleports
    if connected(plain) and spread(plain) & teleports == teleports:  # implies both, and holds in most towns
        return True
    return joined(walls) and all_reachable(walls, circle, triangle, square)


@jit
def near_start(state: State, square: int) -> bool:
    """Whether a Start tile lies on an adjacent square."""
    for k in range(s.MAX_DELIVERERS):
        if state.start_at[k] >= 0 and s.has(s.beside(square), int(state.start_at[k])):
            return True
    return False


@jit
def any_tile_beside(state: State, square: int) -> bool:
    """Whether any tile lies on an adjacent square."""
    for direction in range(s.STRAIGHT):
        other = s.next_square(square, direction)
        if other != NONE and state.tile[other]:
            return True
    return False


@jit
def third_teleport_fits(state: State, second: int, square: int) -> bool:
    """Whether the last Teleport may lie here, the one before it lying on the second square."""
    if state.tile[square] or square == second or near_start(state, square):
        return False
    return all_reachable(int(state.walls), int(state.teleport_at[0]), second, square)


@jit
def check_build(state: State, tile: int, face: int, square: int) -> Any:
    """Name the rule that forbids this tile on this square, or Rule.OK."""
    if state.tile[square]:
        return s.Rule.GT_BUILD_2  # squares hold one tile: GT-MAP-3
    if tile == s.Tile.START:
        if s.has(s.PERIMETER, square):
            return s.Rule.GT_BUILD_3
        if any_tile_beside(state, square):
            return s.Rule.GT_BUILD_4
        return s.Rule.OK
    if near_start(state, square):
        return s.Rule.GT_BUILD_11 if tile >= s.FIRST_ROUND else s.Rule.GT_BUILD_4
    if tile == s.Tile.SIGNBOARD and s.has(s.beside(square), int(state.box_at[face])):
        return s.Rule.GT_BUILD_6
    if tile == s.Tile.WALL and not joined(int(state.walls) | (1 << square)):
        return s.Rule.GT_BUILD_8
    if tile == s.Tile.TELEPORT and face == 1:
        for third in range(s.SQUARES):
            if third_teleport_fits(state, square, third):
                return s.Rule.OK
        return s.Rule.GT_BUILD_10
    if tile == s.Tile.TELEPORT and face == 2:
        if not third_teleport_fits(state, int(state.teleport_at[1]), square):
            return s.Rule.GT_BUILD_9
    return s.Rule.OK


@jit
def lay(state: State, tile: int, face: int, square: int) -> None:
    """Put a tile, with the token that belongs on it, on a square."""
    state.tile[square] = tile
    state.placed = int(state.placed) + 1
    if tile == s.Tile.START:
        state.start_at[face] = square
    elif tile == s.Tile.BOX:
        state.box_at[face] = square
        state.pizza[face] = 1  # GT-MAP-4
    elif tile == s.Tile.SIGNBOARD:
        state.sign_at[face] = square  # GT-BUILD-7: without a House
    elif tile == s.Tile.GRAVE:
        state.ghosts = int(state.ghosts) | (1 << square)
        state.supply = int(state.supply) - 1
    elif tile == s.Tile.WALL:
        state.walls = int(state.walls) | (1 << square)
    elif tile == s.Tile.TELEPORT:
        state.teleport_at[face] = square
    elif tile == s.Tile.MANHOLE_COVER:
        state.manholes = int(state.manholes) | (1 << square)


@jit
def clear_town(state: State) -> None:
    """An empty map."""
    state.walls = 0
    state.ghosts = 0
    state.manholes = 0
    state.supply = s.N_GHOSTS
    state.placed = 0
    for square in range(s.SQUARES):
        state.tile[square] = s.Tile.EMPTY
    for k in range(s.MAX_DELIVERERS):
        state.start_at[k] = NONE
    for icon in range(s.N_ICONS):
        state.box_at[icon] = NONE
        state.sign_at[icon] = NONE
        state.pizza[icon] = 0
        state.house[icon] = 0
    for face in range(s.N_TELEPORTS):
        state.teleport_at[face] = NONE


@jit
def as_far(state: State, tile: int, face: int) -> int:
    """GT-BUILD-14: the squares at the distance that the difficulty requires for the next tile."""
    if tile == s.Tile.BOX:
        start = int(state.placed) - int(state.n)
        return as_far_from_start(int(state.difficulty), int(state.start_at[start]))
    if tile == s.Tile.SIGNBOARD:
        return as_far_from_box(int(state.difficulty), int(state.box_at[face]))
    return s.ALL


@jit
def build_random(state: State, tiles: int) -> None:
    """GT-BUILD-12: place tiles, each on a uniformly random legal square."""
    clear_town(state)
    closed = 0  # squares that hold a tile or lie beside a Start
    while state.placed < tiles:
        tile, face = tile_to_place(state, int(state.placed))
        squares = as_far(state, tile, face) & ~closed
        square = NONE
        while squares and square == NONE:
            drawn = draw(state, s.SQUARES)
            if s.has(squares, drawn):
                if check_build(state, tile, face, drawn) == s.Rule.OK:
                    square = drawn
                else:
                    squares &= ~(1 << drawn)
        if square == NONE:  # no square is legal: start again
            clear_town(state)
            closed = 0
            continue
        lay(state, tile, face, square)
        closed |= 1 << square
        if tile == s.Tile.START:
            closed |= s.beside(square)


@jit
def build_designed(state: State, town_id: int) -> None:
    """GT-BUILD-13: a ready-made town; town_id counts from 1, 0 draws one of fitting size."""
    town = town_id - 1 if town_id else draw_at(state, _DRAWN_FOR, int(state.n))
    clear_town(state)
    for icon in range(s.N_ICONS):
        state.in_play[icon] = _TOWN_ICONS[town, icon]
    for square in range(s.SQUARES):
        tile = int(_TOWNS[town, TILE, square])
        if tile:
            lay(state, tile, int(_TOWNS[town, FACE, square]), square)
    for square in range(s.SQUARES):
        tile = int(_TOWNS[town, ROUND, square])
        if tile and still_to_lay(state, tile) > 0:
            lay(state, tile, 0, square)
    for tile in range(s.FIRST_ROUND, s.N_TILES):  # those for which the town names no square
        while still_to_lay(state, tile) > 0:
            square = draw(state, s.SQUARES)
            if check_build(state, tile, 0, square) == s.Rule.OK:
                lay(state, tile, 0, square)


@jit
def choose_icons(state: State, pair: int) -> None:
    """GT-BUILD-5: with three deliverers all icons, with two those of the option."""
    for icon in range(s.N_ICONS):
        state.in_play[icon] = 1 if state.n == s.N_ICONS else _PAIRS[pair, icon]
