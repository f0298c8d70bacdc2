"""The city as bits, compared with a plain reading of the stacked cards."""

from typing import Any

import numpy as np
import pytest

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.state import CORNERS, FACES, SEGMENTS, UPRIGHT, WIDE, corner_at

Cell = tuple[int, int]
End = tuple[int, int]
STEPS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def lying(segment: int, flip: int) -> tuple[Cell, Cell, End, End]:
    """PC-PLACE-2, read off its table: left cell, right cell, north end, south end."""
    if segment < UPRIGHT:
        x, j = segment // 6, segment % 6
        west, east, upper, lower = (x - 1, j), (x, j), (x, j), (x, j + 1)
        return (west, east, upper, lower) if not flip else (east, west, lower, upper)
    y, i = (segment - UPRIGHT) // 6, (segment - UPRIGHT) % 6
    above, below, left, right = (i, y - 1), (i, y), (i, y), (i + 1, y)
    return (above, below, right, left) if not flip else (below, above, left, right)


class City:
    """What lies on top, cell by cell and road by road."""

    def __init__(self, view: Any) -> None:
        self.cells: dict[Cell, tuple[int, str]] = {}  # which card shows here, and what
        self.roads: dict[frozenset[End], tuple[int, str, End, End]] = {}
        self.signs: dict[tuple[frozenset[End], End], str] = {}
        for n in range(int(view.n_laid)):
            segment, flip = divmod(int(view.laid_at[n]), 2)
            face = FACES[int(view.laid_face[n])]
            left, right, north, south = lying(segment, flip)
            road = frozenset((north, south))
            self.cells[left], self.cells[right] = (n, face["left"]), (n, face["right"])
            self.roads[road] = (n, face["road"], north, south)
            self.signs[road, north], self.signs[road, south] = face["north"], face["south"]

    def free(self, x: int, y: int, dx: int, dy: int) -> bool:
        """PC-MOVE-3 in plain words."""
        if not (0 <= x + dx < WIDE and 0 <= y + dy < WIDE):
            return False
        if dx and dy:
            cell = (x if dx > 0 else x - 1, y if dy > 0 else y - 1)
            return self.cells.get(cell, (0, "building"))[1] == "park"
        road = self.roads.get(frozenset(((x, y), (x + dx, y + dy))))
        return road is None or road[1] != "one_way" or (road[3], road[2]) == ((x, y), (x + dx, y + dy))

    def lane(self, x: int, y: int, dx: int, dy: int) -> bool:
        road = self.roads.get(frozenset(((x, y), (x + dx, y + dy))))
        return road is not None and road[1] == "bike_lane"

    def has_sign(self, corner: End, sign: str) -> bool:
        return any(end == corner and shown == sign for (_road, end), shown in self.signs.items())

    def covered(self, segment: int) -> bool:
        """PC-PLACE-3: both cells show blocks of one card."""
        left, right, _north, _south = lying(segment, 0)
        shown = self.cells.get(left), self.cells.get(right)
        return shown[0] is not None and shown[1] is not None and shown[0][0] == shown[1][0]


@pytest.mark.rule("PC-BOARD-6", "PC-BOARD-7", "PC-PLACE-2", "PC-PLACE-3", "PC-PLACE-5")
@pytest.mark.parametrize("seed", range(6))
def test_the_bits_say_what_the_cards_show(seed: int) -> None:
    match = GAME.new(seed=seed)
    chance = np.random.default_rng(seed)
    laid = -1
    while not match.over:
        view = match.view(None)
        if int(view.n_laid) != laid and int(view.n_laid) % 5 == 0:
            laid = int(view.n_laid)
            compare(view, City(view))
        match.play(int(chance.choice(match.legal())))
    compare(match.view(None), City(match.view(None)))
    assert int(match.view(None).n_laid) > 20


def compare(view: Any, city: City) -> None:
    """Every corner and every segment."""
    stations = 0
    for corner in range(CORNERS):
        x, y = corner % WIDE, corner // WIDE
        ways = sum(1 << d for d, (dx, dy) in enumerate(STEPS) if city.free(x, y, dx, dy))
        lanes = sum(1 << d // 2 for d, (dx, dy) in enumerate(STEPS) if d % 2 == 0 and city.lane(x, y, dx, dy))
        assert int(view.ways[corner]) == ways
        assert int(view.lanes[corner]) == lanes
        assert bool(view.stops[corner]) == city.has_sign((x, y), "stop")
        assert bool(view.subways[corner]) == city.has_sign((x, y), "subway")
        stations |= int(city.has_sign((x, y), "subway")) << corner_at(x, y)
    assert int(view.stations) == stations
    for segment in range(SEGMENTS):
        kept = int(view.covered[segment // UPRIGHT]) >> segment % UPRIGHT & 1
        assert bool(kept) == city.covered(segment)
