"""Boards, tracks and districts for the referee, told plainly: sets and dictionaries instead of bits.

The numbers are written out once more, as they are printed in the rulebook; only the tiles come from the data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fattorino.games.papa_paolo.state import COMPONENTS, GRID, HOME

Cell = tuple[int, int]
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
SIDES = "NESW"
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
COLOURS = ["gold", "blue", "red", "green"]
DEEDS = ["sponsor", "shop", "express", "build"]
PRICES = [2, 4, 5]
ROOM = {5: 6, 4: 5, 2: 3}
FINANCE, MARKET = [3, 5, 7, 9, 11, 13], [0, 0, 1, 1, 2, 2]
EXPRESS, NETWORK = [1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 3, 3]
TROPHIES = [0, 1, 2, 4, 6, 8]
SHOP = [0, 2, 3, 5, 7, 9]
TICKETS = {
    1: [(2, 1), (2, 2), (3, 2), (4, 2)],
    2: [(3, 2), (4, 2), (4, 3), (5, 3)],
    3: [(4, 2), (5, 2), (5, 3), (6, 3)],
    4: [(5, 3), (6, 3), (7, 3), (7, 4)],
    5: [(6, 3), (7, 3), (8, 4), (9, 4)],
}
ROWS = {4: DEEDS, 3: DEEDS, 2: ["sponsor", "shop", "express/build"]}
COLUMNS = {4: DEEDS, 3: ["sponsor", "shop", "express/build"], 2: ["sponsor", "shop", "express/build"]}
ROADS = {"cross": "NESW", "tee": "NES", "straight": "NS", "bend": "NE", "dead_end": "N"}
TURNS = {
    "cross": [0],
    "straight": [0, 1],
    "tee": [0, 1, 2, 3],
    "bend": [0, 1, 2, 3],
    "dead_end": [0, 1, 2, 3],
}
TILES = COMPONENTS["city_tiles"]["tiles"]
LARGE = [tile["quarters"] for tile in COMPONENTS["large_investment_tiles"]["tiles"]]

TAKE, SPONSOR, IDLE, CELL, ROT, BUY, PRICE, STEP = 16, 17, 21, 22, 103, 107, 112, 115
DROP, END_TOUR, END_DELIVERY, BID, BID2, PASS, COLOUR = 119, 120, 121, 122, 150, 166, 167
USE_ACTION, USE_XP, DELIVERY, START = 171, 172, 173, 177


def turned(shape: str, quarters: int) -> set[str]:
    return {SIDES[(SIDES.index(side) + quarters) % 4] for side in ROADS[shape]}


def cell_action(cell: Cell) -> int:
    return CELL + 9 * (cell[1] + 4) + cell[0] + 4


@dataclass
class Square:
    """A city tile (houses of a colour) or a pizzeria (room for pizzas)."""

    roads: set[str]
    colour: str = ""
    houses: int = 0
    room: int = 0
    pizzas: int = 0

    @property
    def is_shop(self) -> bool:
        return self.room > 0


@dataclass
class Player:
    """Money, pizzas and markers, and a district by coordinates."""

    money: int = 10
    supply: int = 33
    track: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    squares: dict[Cell, Square] = field(default_factory=dict)

    def shops(self) -> Iterator[tuple[Cell, Square]]:
        return ((cell, square) for cell, square in self.squares.items() if square.is_shop)

    def fits(self, cell: Cell) -> bool:
        xs = [x for x, _ in [*self.squares, cell]]
        ys = [y for _, y in [*self.squares, cell]]
        width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        lies_well = (width <= 5 and height <= 4) or (width <= 4 and height <= 5)
        return lies_well and cell not in self.squares

    def beside(self, cell: Cell) -> dict[str, Square]:
        found = {}
        for side, (dx, dy) in STEPS.items():
            there = self.squares.get((cell[0] + dx, cell[1] + dy))
            if there:
                found[side] = there
        return found

    def places(self) -> list[Cell]:
        return [(x, y) for y in range(-4, 5) for x in range(-4, 5) if self.fits((x, y))]

    def turns_at(self, cell: Cell, shape: str) -> list[int]:
        good = []
        for quarters in TURNS[shape]:
            roads, joined, clash = turned(shape, quarters), False, False
            for side, there in self.beside(cell).items():
                if there.is_shop:
                    joined |= side in roads
                elif (side in roads) != (BACK[side] in there.roads):
                    clash = True
                else:
                    joined |= side in roads
            if joined and not clash:
                good.append(quarters)
        return good

    def tile_cells(self, shape: str) -> list[Cell]:
        return [cell for cell in self.places() if self.turns_at(cell, shape)]

    def sites(self) -> list[Cell]:
        found = []
        for cell in self.places():
            around = list(self.beside(cell).values())
            if any(not s.is_shop for s in around) and not any(s.is_shop for s in around):
                found.append(cell)
        return found

    def ways(self, cell: Cell) -> Iterator[tuple[str, Cell]]:
        """Sides of a square that lead by road onto a city tile."""
        for side, there in self.beside(cell).items():
            if side in self.squares[cell].roads and BACK[side] in there.roads and not there.is_shop:
                yield side, (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])

    def reaches(self, start: Cell, distance: int) -> bool:
        seen, edge = {start}, [start]
        for _ in range(distance):
            edge = [to for at in edge for _side, to in self.ways(at) if to not in seen]
            seen |= set(edge)
            if any(self.squares[cell].pizzas < self.squares[cell].houses for cell in edge):
                return True
        return False

    def starts(self, distance: int) -> list[Cell]:
        return [cell for cell, shop in self.shops() if shop.pizzas and self.reaches(cell, distance)]

    def free_room(self) -> int:
        return sum(shop.room - shop.pizzas for _cell, shop in self.shops())

    def points(self) -> int:
        served = sum(s.pizzas for s in self.squares.values() if not s.is_shop)
        left = sum(s.pizzas for _cell, s in self.shops())
        experts = sum(column == 5 for column in self.track.values())
        return served - left + TROPHIES[min(self.track.values())] + 2 * experts


def cell_at(x: int, y: int) -> int:
    """The number of the cell at a place counted from the start pizzeria."""
    return HOME + GRID * y + x
