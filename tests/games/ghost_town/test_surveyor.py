"""Where a tile may be placed, computed a second time from a plain reading of the rules."""

from collections.abc import Callable

import numpy as np
import pytest

from fattorino.games.ghost_town.state import SQUARE, SQUARES, Tile
from fattorino.games.ghost_town.town import tile_to_place
from games.ghost_town.street import GAME
from games.ghost_town.test_moderator import STEPS, Spot, inside, onto, spot

Laid = dict[Spot, tuple[Tile, int]]  # what lies where, and its face
ALL = [spot(square) for square in range(SQUARES)]


def beside(here: Spot) -> set[Spot]:
    return {there for step in STEPS.values() if inside(there := onto(here, step))}


def reached(origin: Spot, ways: Callable[[Spot], set[Spot]]) -> set[Spot]:
    """Every reachable square."""
    found, waiting = {origin}, [origin]
    while waiting:
        new = ways(waiting.pop()) - found
        found |= new
        waiting += new
    return found


def squares_of(laid: Laid, tile: Tile) -> dict[int, Spot]:
    return {face: there for there, (other, face) in laid.items() if other == tile}


def one_area(laid: Laid) -> bool:
    """GT-BUILD-8."""
    free = {there for there in ALL if laid.get(there, (Tile.EMPTY, 0))[0] != Tile.WALL}
    return reached(min(free), lambda here: beside(here) & free) == free


def nobody_is_trapped(laid: Laid) -> bool:
    """GT-BUILD-9: from every square to every other, entering a Teleport leads onto the next."""
    free = {there for there in ALL if laid.get(there, (Tile.EMPTY, 0))[0] != Tile.WALL}
    teleports = squares_of(laid, Tile.TELEPORT)
    onwards = {teleports[face]: teleports[(face + 1) % 3] for face in range(3)}

    def ways(here: Spot) -> set[Spot]:
        return {onwards.get(there, there) for there in beside(here) & free}

    return all(reached(origin, ways) == free for origin in free)


def fits(laid: Laid, tile: Tile, face: int, there: Spot) -> bool:
    """GT-BUILD-2 to GT-BUILD-11 for one tile on one square."""
    starts = set(squares_of(laid, Tile.START).values())
    if there in laid or beside(there) & starts:
        return False
    if tile == Tile.START:
        return 0 < there[0] < 6 and 0 < there[1] < 6 and not beside(there) & laid.keys()
    after = laid | {there: (tile, face)}
    if tile == Tile.SIGNBOARD:
        return squares_of(laid, Tile.BOX)[face] not in beside(there)
    if tile == Tile.WALL:
        return one_area(after)
    if tile == Tile.TELEPORT and face == 1:
        return any(fits(after, tile, 2, third) for third in ALL)
    return tile != Tile.TELEPORT or face < 2 or nobody_is_trapped(after)


@pytest.mark.rule(
    "GT-BUILD-2", "GT-BUILD-3", "GT-BUILD-4", "GT-BUILD-6", "GT-BUILD-8", "GT-BUILD-9", "GT-BUILD-10"
)
@pytest.mark.parametrize("seed", range(8))
def test_a_plain_surveyor_allows_the_same_squares(seed: int) -> None:
    chance = np.random.default_rng(seed)
    match = GAME.new(seats=2 + seed % 2, seed=seed, town="human_gm", variant_pigs=True, variant_crow=True)
    laid: Laid = {}
    crowded = seed % 4 > 0  # walls and teleports into the corners, where they hurt
    while match.to_move == len(match.roles) - 1:
        state = match.state[0]
        number, face = tile_to_place(state, int(state.placed))
        tile = Tile(number)
        allowed = [int(action) - SQUARE for action in match.legal()]
        assert allowed == [square for square in range(SQUARES) if fits(laid, tile, face, spot(square))]
        corner = [s for s in allowed if spot(s)[0] + spot(s)[1] < 4]
        near = crowded and tile in (Tile.WALL, Tile.TELEPORT) and corner and chance.random() < 0.7
        square = int(chance.choice(corner if near else allowed))
        laid[spot(square)] = (tile, face)
        match.play(square + SQUARE)
    assert nobody_is_trapped(laid)
