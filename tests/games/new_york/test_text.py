"""New York in the terminal: the map, what stands beside it, and what its letters mean."""

from typing import Any

import pytest
from rich.text import Text

import fattorino
from fattorino.games.new_york import names, streets, text, text_map
from fattorino.games.new_york.tables import GOALS, N_INGREDIENTS
from fattorino.kernel.records import Seat

SIDES = [(2, 0), (4, 0), (6, 1)]  # seats, and the side of the board


def shown(view: Any, seat: Seat) -> list[str]:
    """The board as the terminal prints it."""
    return Text.from_markup(text.board(view, seat)).plain.splitlines()


def streets_of(view: Any, seat: Seat) -> list[str]:
    """The map alone, line by line."""
    lines = text_map.map_lines(view, seat)
    wide = len(lines[0])
    return [line[:wide].ljust(wide) for line in shown(view, seat)[: len(lines)]]


@pytest.mark.parametrize(("seats", "large"), SIDES)
def test_the_map_has_every_lot_station_dock_and_zone(seats: int, large: int) -> None:
    plan = "\n".join(streets_of(fattorino.load("new_york").new(seats=seats, seed=1).view(0), 0))
    side = streets.SIDES[large]
    for lot in side["lots"]:
        number = lot["id"].rsplit("_", 1)[1]
        alike = [one for one in side["lots"] if one["id"].endswith(number) and one["price"] == lot["price"]]
        assert plan.count(f"{number} ${lot['price']}") == len(alike)
    assert plan.count("$") == len(side["lots"])
    assert plan.count("≈") == len(side["docks"]["spaces"])
    for code in names.VILLAGE_CODES:
        assert plan.count(code) == 1
    marks = [mark for line in plan.splitlines() for mark in line.replace("─", " ").split()]
    assert [marks.count(mark) for mark in "RB"] == [len(side["subway"][one]) for one in ("red", "blue")]


@pytest.mark.parametrize(("seats", "large"), SIDES)
def test_the_map_draws_the_streets_there_are_and_no_others(seats: int, large: int) -> None:
    rows = text_map.street_grid(large)
    side, columns = streets.SIDES[large], text_map.avenues(large)
    where = {node["id"]: (node["x"], node["y"]) for node in side["nodes"]}
    joined = {frozenset((where[one], where[other])) for one, other in side["edges"]}
    beside = below = 0
    for x, y in where.values():
        if (x + 1, y) in where.values():
            beside += 1
            drawn = rows[y][columns[x + 1] - 1] == "─"
            assert drawn == (frozenset(((x, y), (x + 1, y))) in joined)
        if (x, y + 1) in where.values() and y + 0.5 in rows:
            below += 1
            assert (rows[y + 0.5][columns[x]] == "│") == (frozenset(((x, y), (x, y + 1))) in joined)
    assert beside > 40
    assert below > 40


def test_the_map_shows_pizzerias_reserved_lots_and_the_park_path(two: Any) -> None:
    two.pizzeria(0, "hk_4", 2, "ham/hells_kitchen").pizzeria(1, "fd_2", 3, "onions/midtown")
    two.state.tokens = 1 << two.lot("ues_2")
    plan = "\n".join(streets_of(two.view(0), 0))
    assert (plan.count("P1:2"), plan.count("P2:3"), plan.count("2!$5")) == (1, 1, 1)
    assert "Central Park" in plan
    assert "Park Path" not in plan
    two.play_card(1, "park_path")
    plan = "\n".join(streets_of(two.view(0), 0))
    assert "Park Path" in plan
    assert "Central Park" not in plan


@pytest.mark.parametrize("seats", [1, 2, 5, 6])
def test_the_board_fits_into_80_columns_and_says_what_its_letters_mean(seats: int) -> None:
    options = {"mode": "coop"} if seats == 1 else {"personal_goals": True}
    match = fattorino.load("new_york").new(seats=seats, seed=2, **options)
    for _move in range(12):
        match.play(match.legal()[0])
    wide = len(text_map.map_lines(match.view(None), -1)[0])
    for viewer in (None, match.to_move):
        lines = match.text(viewer, plain=True).splitlines()
        assert max(map(len, lines)) < 80
        beside = " ".join(line[wide:].strip() for line in lines)
        for number, code in enumerate(names.VILLAGE_CODES):
            assert f"{code} {names.village_name(number)}" in beside
        for kind in range(N_INGREDIENTS):
            assert f"{names.KIND_SIGNS[kind]} {names.kind_name(kind)}" in beside


def test_a_goal_that_is_reached_has_a_cross(two: Any) -> None:
    goal = next(number for number, goal in enumerate(GOALS) if goal["id"] == "uptown_empire")
    two.state.goal_at[goal] = 0
    assert any("Goal [ ] $6" in line for line in shown(two.view(0), 0))
    for lot in ("harlem_1", "uws_1", "ues_1"):
        two.pizzeria(0, lot, 1, "ham/midtown")
    assert any("Goal [x] $6" in line for line in shown(two.view(0), 0))
