"""The guide of Pizza City."""

from typing import Any

import numpy as np
import pytest

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.state import END, NUM_ACTIONS, PLACE, Event, corner_at
from fattorino.games.pizza_city.words import target
from fattorino.kernel.guide import Guide, turns
from fattorino.kernel.records import hears
from games.pizza_city.table import Table, action_number, place_number

assert isinstance(GAME.guide, Guide)
GUIDE: Guide = GAME.guide


def told(table: Table, viewer: int) -> list[Any]:
    """The events that a viewer heard."""
    return [row for row in table.log[1 : int(table.log[0, 0]) + 1] if hears(row, viewer)]


def retold(table: Table, viewer: int) -> list[str]:
    """Each turn in a sentence."""
    events = told(table, viewer)
    return [GUIDE.retell(events[first:last], viewer) for first, last in turns(events, GUIDE.starts_turn)]


def test_a_turn_is_one_sentence_of_what_was_done() -> None:
    table = Table(turn=2, hand=["stop_bb", "plain_pp", "plain_bb"], tokens=((3, 5), (5, 1)), red=(3, 6))
    table.play("card stop_bb", "V(3,2)/0", "card plain_pp", "V(1,1)/0")
    table.hold(["move_1", "juke", "boost"])
    table.play("move 1", "N", "flair juke")

    lines = retold(table, -1)
    assert lines[0] == "The cards are dealt."  # the position was made by hand: this turn has no beginning
    assert lines[1].startswith("Red Bike rode north to D6, delivered the pizza on D6 (1 so far)")
    assert "put Juke on the table" in lines[1]
    mine = retold(table, 3)[1]
    assert mine.startswith("You rode north to D6")
    assert "drew " in mine
    assert "drew " not in lines[1]


def test_every_event_of_a_turn_belongs_to_who_is_on_turn_or_follows_it() -> None:
    match = GAME.new(seed=5)
    chance = np.random.default_rng(5)
    while not match.over and match.move < 220:
        match.play(int(chance.choice(match.legal())))
    for viewer in (-1, 0, 3):
        events = match.heard(None if viewer < 0 else viewer)
        for first, last in turns(events, GUIDE.starts_turn)[1:]:
            chairs = {
                int(row[7]) for row in events[first:last] if int(row[0]) not in (Event.DROPPED, Event.TIED)
            }
            assert len(chairs) == 1
    counts = {len(turns(match.heard(viewer), GUIDE.starts_turn)) for viewer in (None, 0, 1, 2, 3)}
    assert len(counts) == 1  # the same turns for everybody


def test_a_stop_sign_and_a_nonstop_are_told_apart() -> None:
    held = Table(lay=["stop_bb V(0,3)/1"], hand=["move_3", "move_1"])
    held.play("move 3", "N")
    assert "held by a stop sign" in GUIDE.retell([turn_row(3), *told(held, -1)], -1)

    passed = Table(lay=["stop_bb V(0,3)/1"], hand=["move_3", "move_1"], flair=["nonstop"])
    passed.play("move 3", "N", "use nonstop")
    line = GUIDE.retell([turn_row(3), *told(passed, -1)], -1)
    assert "rode north, used Nonstop, rode north to A4" in line
    assert "held" not in line


def turn_row(chair: int) -> list[int]:
    """The beginning of a turn."""
    return [int(Event.TURN), chair, -1, chair, 0, 0, 0, chair]


def test_the_order_begins_with_who_decides() -> None:
    table = Table(tokens=((0, 5), (3, 3), (5, 1)), hand=["move_1", "boost"])
    assert list(GUIDE.summary(table.view(3), 3).order) == [3, 0, 1, 2]
    table.play("move 1", "N", "flair boost")
    assert list(GUIDE.summary(table.view(2), 2).order) == [2, 0, 1, 3]  # blue City places a token first


def test_the_running_score_is_the_final_one() -> None:
    match = GAME.new(seed=3, pizzas_to_win=1)
    chance = np.random.default_rng(3)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
    view = match.view(None)
    assert [list(lines) for lines in GUIDE.summary(view, -1).scores] == GAME.score_breakdown(view)
    assert GUIDE.summary(view, -1).share == 1


def test_a_closed_way_is_missing_with_its_reason() -> None:
    table = Table(lay=["oneway_bb V(0,5)/1"], hand=["move_3"])
    table.play("move 3")
    found = {one.label: one for one in GUIDE.missing(table.view(3), 3)}
    assert found["Ride north"].reason == "That road is one-way, against you."
    assert found["Ride north"].target == f"corner-{corner_at(0, 5)}"
    assert GUIDE.unavailable(table.view(3), 3, f"corner-{corner_at(1, 5)}") == (
        "Choose a marked corner to ride to. A Building is in the way: diagonals lead through Parks only."
    )
    assert "one-way" in GUIDE.unavailable(table.view(3), 3, f"corner-{corner_at(0, 4)}")
    assert GUIDE.unavailable(table.view(3), 3, f"corner-{corner_at(1, 4)}").endswith(
        "A move goes straight on: 3 blocks, or less if something is in the way."
    )
    assert GUIDE.missing(table.view(2), 2) == []


def test_a_hand_that_cannot_deliver_is_told_so() -> None:
    far = Table(hand=["move_1", "move_2", "boost"])
    assert "Deliver at once" in {one.label for one in GUIDE.missing(far.view(3), 3)}
    near = Table(hand=["move_1", "move_2", "boost"], tokens=((0, 4), (3, 3)))
    assert "Deliver at once" not in {one.label for one in GUIDE.missing(near.view(3), 3)}


@pytest.mark.parametrize(
    ("clicked", "answer"),
    [
        ("corner-28", "Play a card from your hand. Move 2 can end on A5."),
        ("corner-21", "Play a card from your hand. No Move card of yours ends on A4 from here."),
        ("corner-10", "Play a card from your hand. No Move card of yours ends on D2 from here."),
        ("road-3", "Play a card from your hand. Only a City player lays cards on roads."),
        ("table-0-3", "Play a card from your hand. Nonstop works when a move has just reached a stop sign."),
        ("elsewhere", ""),
    ],
)
def test_a_click_that_does_nothing_says_what_would(clicked: str, answer: str) -> None:
    table = Table(hand=["move_1", "move_2", "boost"], flair=["nonstop"])
    assert GUIDE.unavailable(table.view(3), 3, clicked) == answer


def test_a_corner_too_near_is_refused_with_the_numbers() -> None:
    table = Table(tokens=((0, 5), (3, 3), (5, 1)), hand=["move_1", "boost"])
    table.play("move 1", "N", "flair boost")
    assert "A5 is 1 from a bike: at least 3 are needed." in GUIDE.unavailable(table.view(2), 2, "corner-28")


def test_every_thing_that_can_be_clicked_has_an_answer() -> None:
    match = GAME.new(seed=11)
    chance = np.random.default_rng(11)
    for _ in range(60):
        for seat in (-1, 0, 3):
            view = match.view(None if seat < 0 else seat)
            things = {target(view, action) for action in range(NUM_ACTIONS)} - {""}
            for thing in things:
                assert GUIDE.unavailable(view, seat, thing).endswith("."), thing
        match.play(int(chance.choice(match.legal())))


def test_every_rule_that_is_taught_has_a_sentence() -> None:
    match = GAME.new(seed=4)
    chance = np.random.default_rng(4)
    taught = set()
    while not match.over and match.move < 300:
        seat = match.to_move
        assert seat is not None
        view = match.view(seat)
        taught |= {one.rule for one in GUIDE.matters(view, seat, match.legal().tolist())}
        match.play(int(chance.choice(match.legal())))
    taught |= {one.rule for event in match.heard(None) for one in GUIDE.shows(event, -1)}
    assert taught <= set(GAME.rulebook.lessons)
    core = {rule for rule, lesson in GAME.rulebook.lessons.items() if lesson.level == "core"}
    assert core <= taught


def test_the_guide_knows_nothing_of_other_hands() -> None:
    table = Table(hand=["move_1", "move_2", "boost"])
    twin = Table(hand=["move_3", "move_4", "juke"])
    for seat in (-1, 0, 1, 2):
        one, other = table.view(seat), twin.view(seat)
        assert GUIDE.summary(one, seat) == GUIDE.summary(other, seat)
        assert GUIDE.missing(one, seat) == GUIDE.missing(other, seat)
        for corner in range(49):
            clicked = f"corner-{corner}"
            assert GUIDE.unavailable(one, seat, clicked) == GUIDE.unavailable(other, seat, clicked)
    assert GUIDE.summary(table.view(3), 3) != GUIDE.summary(twin.view(3), 3)


def test_a_hint_names_the_corner_that_a_card_closes() -> None:
    table = Table(
        turn=0, blue=(5, 0), tokens=((5, 2), (1, 5)), score=(0, 2), hand=["stop_bb", "plain_bb", "lane_bb"]
    )
    table.play("card stop_bb")
    assert GAME.reasons is not None
    words = [text for text, _amount in GAME.reasons(table.view(0), 0, None, PLACE + place_number("V(5,0)/1"))]
    assert "Blue can no longer win on F3 with one card" in words


def test_a_move_that_has_only_begun_is_told() -> None:
    table = Table(hand=["move_3", "move_1"])
    table.play("move 3")
    assert GUIDE.retell([turn_row(3), *told(table, 3)], 3) == "You played Move 3."
    table.play("N")
    assert GUIDE.retell([turn_row(3), *told(table, 3)], 3) == "You rode north to A4."


@pytest.mark.rule("PC-BUMP-3", "PC-MOVE-13")
def test_a_move_in_vain_is_warned_of() -> None:
    table = Table(blue=(0, 5), hand=["move_1", "move_3"])
    table.play("move 1")
    view = table.view(3)
    assert "goes back to A7" in GUIDE.warning(view, action_number("N"))
    assert GUIDE.warning(view, action_number("E")) == ""
    assert GUIDE.declines(view, END)
    assert "the Move card is lost" in GUIDE.warning(view, END)
    assert not GUIDE.declines(view, action_number("E"))
