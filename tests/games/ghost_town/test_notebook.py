"""The deliverer's notebook: what is drawn is true, visible, and known from reports."""

import random
from typing import Any

import pytest

from fattorino.games.ghost_town.notebook import head, roses
from fattorino.games.ghost_town.squares import clear_squares, is_outside, standing_on, time_now, window
from fattorino.games.ghost_town.state import HEIGHT, WIDTH, Card, has
from fattorino.games.ghost_town.walk import walk_of
from fattorino.kernel.records import namespace
from games.ghost_town.street import BACK, GAME, LEFT, RIGHT, UP, Street, attack, move, rook


def scene(street: Street, seat: int) -> dict[str, Any]:
    return GAME.scene(street.view(seat), seat)


def cell(shown: dict[str, Any], name: str) -> dict[str, Any]:
    """A square of the sheet one stands on, by its name."""
    return next(found for found in shown["sheets"][0]["cells"] if found["name"] == f"sheet0-{name}")


@pytest.mark.parametrize("seed", range(6))
def test_what_is_drawn_of_a_walk_is_true_and_in_view(seed: int) -> None:
    chance = random.Random(seed)
    match = GAME.new(seats=2 + seed % 2, seed=seed)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
        state = match.state[0]
        if match.over:
            break
        for seat in range(int(state.n)):
            view = namespace(match.view(seat))
            if view.place[seat] == 0:
                check_sheet(state, view, seat)


def check_sheet(state: Any, view: Any, seat: int) -> None:
    """Compare the sheet a deliverer stands on with the town."""
    walk, number, spot = standing_on(view, seat)
    sheet = walk.sheets[number]
    at = int(state.position[seat])
    assert {(c + dx, r + dy) for c, r in sheet.trail for dx in (-1, 0, 1) for dy in (-1, 0, 1)} <= set(
        window(sheet)
    )
    for c, r in window(sheet):
        column, row = at % WIDTH + c - spot[0], at // WIDTH + r - spot[1]
        inside = 0 <= column < WIDTH and 0 <= row < HEIGHT
        assert not (inside and is_outside(sheet, (c, r))), "a square of the town is never crossed out"
        if inside and (c, r) in clear_squares(sheet, time_now(view)):
            square = row * WIDTH + column
            assert not has(int(state.ghosts), square)
            assert square not in [state.box_at[icon] for icon in range(3) if state.pizza[icon]]
            assert square not in [state.sign_at[icon] for icon in range(3) if state.house[icon]]


def test_squares_beside_are_where_arrows_lead_unless_a_wall_is_known() -> None:
    street = Street().put(0, "B4")  # below a wall
    street.play(attack(LEFT))
    shown = scene(street, 0)

    assert [cell(shown, name)["target"] for name in ("5_4", "5_6", "4_5", "6_5")] == [
        "",
        "move-down",
        "move-left",
        "move-right",
    ]
    assert cell(shown, "5_4")["tell"] == "1 up: a wall or the edge."
    assert cell(shown, "5_5")["tell"].startswith("You are here: your start; sensed around it: ")
    assert cell(shown, "4_5")["tell"] == "1 left: not a wall; no ghost, pizza or house."
    assert cell(shown, "1_1")["tell"] == "4 up, 4 left: not known."


def test_a_wall_and_a_ghost_that_are_known_are_told_where_one_would_go() -> None:
    street = Street().put(0, "D2")
    street.play(move(LEFT))
    keys = {key["direction"]: key for key in roses(namespace(street.view(0)), 0)}

    assert keys["left"]["attack"] == "Attack left: a ghost is known there; a hit brings a card."
    assert keys["up"]["fact"] == "open" and keys["up"]["move"] == "Move up"


def test_the_ghost_a_barrier_is_asked_for_is_drawn_for_the_asked_only() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    before = scene(street, 1)
    street.play(move(LEFT))

    assert scene(street, 0)["sheets"][0]["ghost"] == (-20, 20)
    assert scene(street, 1)["sheets"] == before["sheets"]
    assert scene(street, 1)["reports"] == before["reports"]


def test_back_at_the_start_one_stands_on_the_first_sheet_at_once() -> None:
    street = Street().put(0, "D4").hand(0, Card.ROOK_TELEPORT, Card.BACK_TO_START)
    street.play(rook(LEFT))
    assert scene(street, 0)["sheets"][0]["number"] == 1

    street.turn_of(0).play(BACK)

    assert scene(street, 0)["sheets"][0]["number"] == 0
    assert head(namespace(street.view(0)), 0, walk_of(namespace(street.view(0)), 0), 0)[1] == (
        "Back at your start."
    )


def test_what_was_sensed_grows_old_when_a_pizza_is_taken() -> None:
    street = Street().put(0, "A6")
    street.play(attack(LEFT))
    view = namespace(street.view(0))
    assert (0, -1) in clear_squares(walk_of(view, 0).sheet, time_now(view))

    street.put(1, "A4").play(move(RIGHT))  # the other one takes the Shrimp pizza

    view = namespace(street.view(0))
    assert clear_squares(walk_of(view, 0).sheet, time_now(view)) == set()


def test_a_house_lights_up_when_its_pizza_is_taken() -> None:
    street = Street().put(0, "A4")
    assert [house["lit"] for house in scene(street, 1)["houses"]] == [False, False]

    street.play(move(RIGHT))

    assert [house["lit"] for house in scene(street, 1)["houses"]] == [True, False]


def test_the_others_are_heard_as_a_diagram() -> None:
    street = Street().put(0, "D3")
    street.play(move(UP))
    (card,) = scene(street, 1)["reports"]

    assert card["walls"] == []
    assert [name for name, _colour in card["signs"]] == ["ghost"]
    assert card["tell"] == "Deliverer 1: Move up. Nothing here. Around them: no walls; sensed: ghost."
