"""Manhattan as text: streets with their stations, docks and zones, and the lots between them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from fattorino.games.new_york import names, streets as town, tables as t
from fattorino.games.new_york.rules import covering
from fattorino.kernel.i18n import _
from fattorino.kernel.records import NONE, Seat

BLOCK = 5  # the least width of a block, between two avenues
NORTH, SOUTH, WEST, EAST = 1, 2, 4, 8
CORNERS = " │││─┘┐┤─└┌├─┴┬┼"  # by the sum of the directions in which streets lead
Line = list[str]  # one entry for each column
Corner = tuple[int, float]  # avenue and street


def styled(text: str, style: str) -> Line:
    """A text of which every column has a style."""
    return [f"[{style}]{sign}[/]" for sign in text]


def lot_text(large: int, lot: int) -> str:
    """An empty lot: its number in its village, and its price."""
    return f"{names.lot_number(large, lot)} ${int(town.lot_price(large, lot))}"


@cache
def avenues(large: int) -> list[int]:
    """The column of each avenue: blocks are as wide as the lots in them."""
    side, columns = town.SIDES[large], [0]
    for block in range(int(max(node["x"] for node in side["nodes"]))):
        rows: dict[float, int] = {}
        for lot in side["lots"]:
            if int(lot["x"]) == block:
                rows[lot["y"]] = rows.get(lot["y"], 0) + len(lot_text(large, int(lot["index"]))) + 1
        columns.append(columns[-1] + max(BLOCK, *rows.values(), 0) + 1)
    return columns


@cache
def street_grid(large: int) -> dict[float, Line]:
    """What never changes, line by line: each street, and half a step below it the avenues beside its lots."""
    side, columns = town.SIDES[large], avenues(large)
    rows = {lot["y"] for lot in side["lots"]} | {node["y"] for node in side["nodes"]}
    lines = {row: [" "] * (columns[-1] + 2) for row in sorted(rows)}
    where = {node["id"]: (int(node["x"]), node["y"]) for node in side["nodes"]}
    for (x, y), directions in leads(where, side["edges"]).items():
        lines[y][columns[x]] = CORNERS[directions]
        if directions & EAST:
            lines[y][columns[x] + 1 : columns[x + 1]] = "─" * (columns[x + 1] - columns[x] - 1)
        if directions & SOUTH and y + 0.5 in lines:
            lines[y + 0.5][columns[x]] = "│"
    for name, sign in street_signs(side):
        x, y = where[name]
        lines[y][columns[x] : columns[x] + len(sign)] = sign
    return lines


def leads(where: dict[str, Corner], edges: list[list[str]]) -> dict[Corner, int]:
    """In which directions streets lead from each corner."""
    found: dict[Corner, int] = dict.fromkeys(where.values(), 0)
    for edge in edges:
        one, other = sorted(where[name] for name in edge)
        along = one[1] == other[1]
        found[one] |= EAST if along else SOUTH
        found[other] |= WEST if along else NORTH
    return found


def street_signs(side: dict[str, Any]) -> Iterator[tuple[str, Line]]:
    """Stations, docks and the zones of the villages, each with its space."""
    signs = {"R": ("bold red", side["subway"]["red"]), "B": ("bold blue", side["subway"]["blue"])}
    signs["≈"] = ("bold cyan", side["docks"]["spaces"])
    for sign, (style, spaces) in signs.items():
        yield from ((name, styled(sign, style)) for name in spaces)
    for village, code in zip(t.VILLAGES, names.VILLAGE_CODES, strict=True):
        yield side["zones"][village], styled(code, "bold")


def map_lines(view: Any, seat: Seat) -> list[Line]:
    """The map as a viewer sees it, from north to south."""
    large = int(view.large)
    side, columns = town.SIDES[large], avenues(large)
    drawn = {row: list(line) for row, line in street_grid(large).items()}
    for lot in side["lots"]:
        block = int(lot["x"])
        row = drawn[lot["y"]]
        sign = lot_sign(view, int(lot["index"]), seat)
        start = columns[block] + 1
        if lot["x"] > block + 0.5:  # the right one of two
            start = columns[block + 1] - len(sign)
        row[start : start + len(sign)] = sign
    park = _("Park Path") if covering.path_open(view) else names.village_name(t.N_VILLAGES - 1)
    row, path = drawn[int(side["park_path"]["y"])], side["park_path"]
    middle = (columns[int(path["x"])] + columns[int(path["x"]) + 1]) // 2
    start = middle - len(park) // 2
    row[start : start + len(park)] = styled(park, "green")
    return [drawn[row] for row in sorted(drawn)]


def lot_sign(view: Any, lot: int, seat: Seat) -> Line:
    """A lot: number and price, ! if it is reserved; or the owner and the disks of the pizzeria there."""
    large, owner = int(view.large), int(view.owner[lot])
    if owner == NONE:
        text = lot_text(large, lot)
        return styled(text.replace(" ", "!"), "dim") if int(view.tokens) >> lot & 1 else styled(text, "dim")
    disks = int(view.disks[owner, town.lot_village(large, lot)])
    return styled(f"P{owner + 1}:{disks}", "bold green" if owner == seat else "bold yellow")


def legend() -> list[str]:
    """What the letters of the map and of the cards stand for."""
    villages = ", ".join(
        f"{code} {names.village_name(number)}" for number, code in enumerate(names.VILLAGE_CODES)
    )
    kinds = ", ".join(f"{names.KIND_SIGNS[kind]} {names.kind_name(kind)}" for kind in range(t.N_INGREDIENTS))
    signs = _(
        "1 $4 is lot 1 for $4, P2:3 a pizzeria of player 2 with 3 disks, ! reserved; R, B subway, ≈ dock."
    )
    numbers = _("$4+? is $4 and a hidden tip; 6+1 cards are 6 ingredients and 1 Power Card.")
    return [f"{signs} {numbers}", f"{villages}; {kinds}"]
