"""What the table shows, as data for the picture and as text."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import fattorino
from fattorino import render
from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.route import route
from fattorino.games.pizza_city.scene import MARGIN, PITCH, STRIP, scene, spot
from fattorino.games.pizza_city.state import Phase, Team, corner_at, vertical
from fattorino.render import paint
from games.pizza_city.table import Table


def targets(shown: dict[str, Any]) -> set[str]:
    """Everything that can be clicked in a scene."""
    found = {f"corner-{corner['n']}" for corner in shown["corners"]}
    found |= {f"road-{road['n']}" for roads in shown["road_regions"] for road in roads}
    found |= {flair["target"] for team in shown["teams"] for flair in team["flairs"]}
    found |= {card["target"] for part in ("hand", "city_hand") for card in shown.get(part, [])}
    return found


@pytest.mark.parametrize("seats", [4, 2])
def test_every_legal_action_can_be_clicked(seats: int) -> None:
    match = GAME.new(seed=8, seats=seats)
    chance = np.random.default_rng(8)
    phases = set()
    for _ in range(160):
        if match.over:
            break
        seat = match.to_move
        assert seat is not None
        view = match.view(seat)
        phases.add(Phase(int(view.phase)))
        shown = scene(view, seat)
        (piles,) = shown.pop("tables")
        assert all(len(piles["row"](n)) == len(piles["columns"]) for n in range(piles["count"]))
        json.dumps(shown)  # the rest is plain data
        wanted = {GAME.target(view, int(action)) for action in match.legal()} - {""}
        assert wanted <= targets(shown)
        match.play(int(chance.choice(match.legal())))
    assert len(phases) >= 5


def test_what_can_be_clicked_is_in_the_pictures() -> None:
    match = fattorino.load("pizza_city").new(seed=8)
    chance = np.random.default_rng(8)
    for _ in range(40):
        seat = match.to_move
        if seat is None:
            break
        view = match.view(seat)
        shown = scene(view, seat)
        drawn = match.svg(seat) + (str(paint(GAME, shown, part="pad")) if "pad" in shown else "")
        in_pictures = set(re.findall(r'data-target="([^"]+)"', drawn))
        wanted = {GAME.target(view, int(action)) for action in match.legal()} - {""}
        assert {
            name for name in wanted if not name.startswith("hand-")
        } <= in_pictures  # the page lists the hand
        ElementTree.fromstring(match.svg(seat))
        match.play(int(chance.choice(match.legal())))


def changes_at(card: str, segment: int) -> list[dict[str, Any]]:
    """What is shown at a road to red City, whose bike stands in the middle, with a card chosen."""
    table = Table(turn=0, red=(3, 3), blue=(6, 0), hand=["plain_pp", "oneway_bb", "stop_bb"])
    assert scene(table.view(0), 0)["changes"] == []
    table.play(f"card {card}", settle=False)
    assert scene(table.view(1), 1)["changes"] == [], "only who lays the card is shown what it would do"
    found = [change["ways"] for change in scene(table.view(0), 0)["changes"] if change["segment"] == segment]
    return found[0] if found else []


def test_a_road_shows_what_the_card_would_do_to_the_ways_of_both_bikes() -> None:
    south = vertical(3, 3)  # the road from the bike to the south
    opened = changes_at("plain_pp", south)
    assert {way["end"] for way in opened} == {spot(corner_at(2, 4)), spot(corner_at(4, 4))}
    assert [way["team"] for way in opened] == [Team.RED, Team.RED]
    (x, y), (_x, below) = spot(corner_at(3, 3)), spot(corner_at(3, 4))
    assert changes_at("oneway_bb", south) == [{"team": Team.RED, "closed": (x, (y + below) / 2)}]
    assert changes_at("plain_pp", vertical(0, 5)) == [], "far from both bikes"


def told_at(card: str, segment: int, seat: int = 0) -> str:
    """What is said of a road to red City, whose bike stands in the middle, with a card chosen."""
    table = Table(turn=0, red=(3, 3), blue=(6, 0), hand=["plain_pp", "oneway_bb", "stop_bb"])
    table.play(f"card {card}", settle=False)
    roads = [road for roads in scene(table.view(seat), seat)["road_regions"] for road in roads]
    return str(next(road["name"] for road in roads if road["n"] == segment))


def test_a_road_says_what_the_card_would_do_to_the_ways_of_both_bikes() -> None:
    south = vertical(3, 3)
    plain = "D4 to D5: plain road, Building west, Building east."
    assert (
        told_at("plain_pp", south) == f"{plain} Then Red rides south-east to E5, Red rides south-west to C5."
    )
    assert told_at("oneway_bb", south) == f"{plain} Laid from D5 to D4: Red cannot ride south."
    assert told_at("stop_bb", south).endswith("Laid from D4 to D5: Red rides south to D5.")
    assert told_at("oneway_bb", south, seat=1) == plain, "only who lays the card hears what it would do"
    assert "Then" not in told_at("plain_pp", vertical(0, 5))


def test_the_gallery_shows_every_component() -> None:
    sections = render.gallery(GAME)

    assert [len(pieces) for _title, pieces in sections] == [24, 4, 8, 3]
    for _title, pieces in sections:
        assert len({name for name, _note, _svg in pieces}) == len(pieces)
        assert all("<svg" in str(svg) for _name, _note, svg in pieces)


def test_a_viewer_is_shown_their_own_hand_only() -> None:
    match = GAME.new(seed=3)
    shown = [scene(match.view(seat), -1 if seat is None else seat) for seat in (0, 1, 2, 3, None)]

    assert [len(one.get("city_hand", [])) for one in shown] == [3, 0, 3, 0, 0]
    assert [bool(one.get("hand")) for one in shown] == [False, True, False, True, False]
    assert [one["players"] for one in shown] == [shown[0]["players"]] * 5


def test_cards_are_drawn_as_they_lie() -> None:
    table = Table(lay=["oneway_bb H(2,3)/0", "plain_pp V(0,5)/0"])
    one, other = scene(table.view(3), 3)["cards"]

    assert (one["x"], one["y"]) == (MARGIN + 2.5 * PITCH, STRIP + MARGIN + 3 * PITCH)
    assert (one["angle"], one["hangs"], one["road"]) == (90, "", "one_way")
    assert (other["angle"], other["hangs"], other["left"]) == (0, "left", "park")


def roads_of(table: Table, seat: int) -> list[dict[str, Any]]:
    """The roads that a seat is shown."""
    return [road for roads in scene(table.view(seat), seat)["road_regions"] for road in roads]


def test_a_road_is_one_mark_with_both_ways_round_unless_the_card_is_the_same() -> None:
    table = Table(turn=0, hand=["plain_bb", "stop_bb", "plain_pp"], lay=["plain_pp V(2,2)/0"])
    table.play("card stop_bb")
    roads = roads_of(table, 0)
    assert len(roads) == 84
    assert sum(not road["open"] for road in roads) == 1
    assert roads[0]["pictures"] == "city-preview0left city-preview180right"
    assert {len(choices) for choices in by_target(table).values()} == {2}
    assert not any(road["open"] or road["pictures"] for road in roads_of(table, 1))

    table = Table(turn=0, hand=["plain_bb", "stop_bb", "plain_pp"])
    table.play("card plain_bb")
    assert {len(choices) for choices in by_target(table).values()} == {1}
    assert not any(road["pictures"] for road in roads_of(table, 0))


def by_target(table: Table) -> dict[str, list[int]]:
    """The legal actions by what is clicked for them."""
    view = table.view(int(table.state.seat))
    found: dict[str, list[int]] = {}
    for action in table.listed():
        found.setdefault(GAME.target(view, action), []).append(action)
    return found


def test_corners_and_roads_say_what_is_known_of_them() -> None:
    table = Table(
        lay=["oneway_bp V(3,3)/0", "stop_pp H(3,3)/1", "lane_bb V(2,3)/0"], tokens=((3, 3),), red=(2, 3)
    )
    shown = scene(table.view(3), 3)
    corners = {corner["n"]: corner for corner in shown["corners"]}
    roads = {road["n"]: road["name"] for roads in shown["road_regions"] for road in roads}

    assert corners[24]["name"] == (
        "D4: drop-off token, end a move here to deliver, stop sign. "
        "Ways: north, north-east through a Park, east, south-east through a Park, west."
    )
    assert corners[23]["name"].startswith("C4: Red bike. Ways: north, east, south by bike lane, west")
    assert corners[23]["mine"]
    assert not corners[24]["mine"]
    assert roads[6 * 3 + 3] == "D4 to D5: one-way north, Building west, Park east."
    assert roads[6 * 2 + 3] == "C4 to C5: bike lane, Building west, Building east."


def test_a_city_player_sees_the_ways_of_both_bikes_and_a_bike_where_its_cards_lead() -> None:
    city = Table(turn=0)
    assert {way["team"] for way in scene(city.view(0), 0)["sights"]} == {0, 1}
    assert scene(city.view(1), 1)["sights"] == []

    bike = Table(hand=["move_2", "boost"])
    (two, *_rest) = [reach for reach in scene(bike.view(3), 3)["reaches"] if reach["kind"] == 1]
    assert {(x, y) for _points, x, y in two["ways"]} == {spot(corner_at(0, 4)), spot(corner_at(2, 6))}
    assert scene(bike.view(0), 0)["reaches"] == []  # nobody else sees what is in the hand


def test_the_bar_of_the_team_that_decides_is_marked() -> None:
    table = Table(tokens=((0, 5), (3, 3)), hand=["move_1", "boost"])
    table.play("move 1", "N", "flair boost")
    assert [team["on_turn"] for team in scene(table.view(0), 0)["teams"]] == [False, True]


@pytest.mark.rule("PC-MOVE-6", "PC-BUMP-2")
def test_the_shown_way_is_the_way_that_is_ridden() -> None:
    match = GAME.new(seed=12)
    chance = np.random.default_rng(12)
    seen = 0
    for _ in range(250):
        if match.over:
            break
        view = match.view(match.to_move)
        action = int(chance.choice(match.legal()))
        team = int(Team.BLUE) if match.to_move == 1 else int(Team.RED)
        alone = not view.table[team].any()
        if view.phase == Phase.BIKE_DIR and alone:
            ways = route(view, team, action - GAME.space.first("DIRECTION"), int(view.rest))
            match.play(action)
            assert int(match.view(None).bike[team]) == ways[-1]
            seen += 1
        else:
            match.play(action)
    assert seen > 5


def test_the_table_as_text_can_be_read() -> None:
    table = Table(
        lay=["stop_bb V(0,3)/1", "lane_bb H(2,3)/0", "oneway_bp V(5,2)/1"], red=(2, 5), hand=["move_2"]
    )
    text = re.sub(r"\[/?[a-z ]*\]", "", GAME.board(table.view(3), 3))
    lines = text.splitlines()
    row = {corner: lines[1 + 2 * corner] for corner in range(7)}

    assert row[5].split()[0] == "6"
    assert "R" in row[5]
    assert "B" in row[0]
    assert "!·" in row[4]
    assert "====" in row[3]
    assert "v" in lines[1 + 2 * 2 + 1]
    assert len({len(line.rstrip()) for line in (row[1], row[6])}) == 1
    assert "Move 2" in text
    assert "Move 2" not in GAME.board(table.view(0), 0)


def test_the_text_says_how_to_type_a_road() -> None:
    table = Table(turn=0, hand=["plain_bb", "stop_bb", "plain_pp"])
    assert "c4c3" not in GAME.board(table.view(0), 0)

    table.play("card stop_bb")
    assert "c4c3" in GAME.board(table.view(0), 0)
    assert "c4c3" not in GAME.board(table.view(1), 1)


def test_corners_are_apart_by_one_pitch() -> None:
    (ax, ay), (bx, by) = spot(corner_at(0, 0)), spot(corner_at(6, 6))

    assert (bx - ax, by - ay) == (6 * PITCH, 6 * PITCH)
