"""The guide of Ghost Town: what it says, and to whom."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from fattorino.games.ghost_town import guide, lessons, story
from fattorino.games.ghost_town.state import RULEBOOK, Card, Tile
from fattorino.games.ghost_town.words import card_name
from fattorino.kernel import records
from fattorino.kernel.guide import turns
from games.ghost_town.street import (
    BACK,
    DOWN,
    GAME,
    KEEP,
    LEFT,
    RIGHT,
    UP,
    UP_LEFT,
    USE,
    Street,
    attack,
    bishop,
    move,
    rook,
)

SHRIMP, BASIL = 0, 1


def told_of(street: Street, viewer: int, *actions: int) -> list[str]:
    """Actions one after the other, as a viewer is told them."""
    events: list[Any] = []
    for action in actions:
        street.play(action)
        told = street.log[1 : 1 + int(street.log[0, 0])]
        events += [event.copy() for event in told if records.hears(event, viewer)]
    return [story.retell(events[a:b], viewer) for a, b in turns(events, story.starts_turn)]


def test_an_action_and_its_reports_are_one_sentence() -> None:
    told = told_of(Street().put(0, "C5"), 0, move(LEFT))

    assert told == ["You went left: nothing was there; no walls; sensed: pizza."]


def test_back_to_start_and_what_follows_are_one_sentence() -> None:
    street = Street().put(0, "A7").hand(0, Card.BACK_TO_START)

    told = told_of(street, 1, BACK, attack(UP))

    assert told == [
        "Deliverer 1 flew back to the start and attacked up: no ghost was there; no walls; sensed: ghost."
    ]


def test_only_the_drawer_is_told_which_card_it_was() -> None:
    mine = told_of(Street().put(0, "D2"), 0, attack(LEFT))
    other = told_of(Street().put(0, "D2"), 1, attack(LEFT))

    assert "; you drew " in mine[0]
    assert "; a card was drawn;" in other[0]
    assert "; a card was drawn;" not in mine[0]
    assert not any(card_name(kind) in other[0] for kind in Card)


@pytest.mark.rule("GT-INFO-5")
def test_others_are_told_of_a_ghost_met_only_when_the_question_is_answered() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    before = guide.summary(street.view(1), 1), guide.unavailable(street.view(1), 1, "move-up")

    assert told_of(street, 1, move(LEFT)) == []
    assert (guide.summary(street.view(1), 1), guide.unavailable(street.view(1), 1, "move-up")) == before
    assert told_of(street, 1, USE) == [
        "Deliverer 1 went left: a ghost was in the way; the Anti-Ghost Barrier drove it off; "
        "no walls; sensed: ghost."
    ]


def test_a_barrier_kept_is_not_told() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)

    street.play(move(LEFT))

    assert told_of(street, 1, KEEP) == [
        "Deliverer 1 went left: a ghost was in the way; no walls; sensed: ghost."
    ]


def test_the_goal_follows_the_pizza() -> None:
    street = Street().put(0, "A4")
    assert guide.summary(street.view(0), 0).goal == "Find a pizza, then the house with the same sign."

    street.play(move(RIGHT))
    assert guide.summary(street.view(0), 0).goal == "You carry the Shrimp pizza: find the Shrimp house."

    street.put(0, "A6").play(move(RIGHT))
    assert guide.summary(street.view(0), 0).goal == (
        "You delivered the Shrimp pizza and won; the others play on."
    )


def test_nobody_comes_a_second_time_in_the_last_turn() -> None:
    street = Street()
    assert guide.order(street.view(0)) == [0, 1]
    street.state.turn = street.state.turn_limit
    street.turn_of(1)

    assert guide.order(street.view(0)) == [1]


def test_a_pizza_and_a_delivery_are_moments_for_all_but_not_in_the_same_words() -> None:
    street = Street().put(0, "A4")
    street.play(move(RIGHT))
    moments = [[story.moment(event, viewer) for event in street.log[1:4]] for viewer in (0, 1)]

    assert [m.words.split("!")[0] for m in moments[0] if m] == ["A pizza"]
    assert [m.words.split(".")[0] for m in moments[1] if m] == ["Deliverer 1 found the Shrimp pizza"]


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("card-anti_ghost_barrier", "It waits"),
        ("card-hop_step", "You do not hold this card"),
        ("cell-0-0", "This is your sheet"),
    ],
)
def test_a_click_that_does_nothing_says_what_would_do_something(target: str, words: str) -> None:
    street = Street().hand(0, Card.BARRIER)

    assert guide.unavailable(street.view(0), 0, target).startswith(words)


def test_a_question_comes_first() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    street.play(move(LEFT))

    assert guide.unavailable(street.view(0), 0, "move-up").startswith("First answer the question")
    assert guide.unavailable(street.view(1), 1, "move-up") == "Turn 1 of 20: waiting for Deliverer 1."


def test_whoever_holds_no_card_is_told_how_to_get_one() -> None:
    assert [m.label for m in guide.missing(Street().view(0), 0)] == ["Play a card"]
    assert guide.missing(Street().hand(0, Card.HOP_STEP).view(0), 0) == []
    assert guide.missing(Street().view(1), 1) == [], "it is not their turn"


def rules_taught(view: Any, seat: int) -> set[str]:
    return {taught.rule for taught in lessons.matters(view, seat, [])}


def test_a_rule_is_taught_when_it_matters_and_not_before() -> None:
    street = Street().hand(0, Card.HOP_STEP)
    assert rules_taught(street.view(0), 0) == {"GT-WIN-1", "GT-TURN-2"}

    street.put(0, "B5").play(move(DOWN))
    first = rules_taught(street.view(0), 0)
    street.put(0, "C2").play(attack(UP))
    second = rules_taught(street.view(0), 0)

    assert "GT-MAP-1" in first
    assert not {"GT-CARD-1", "GT-CARD-HOP-1", "GT-HOUSE-1", "GT-TELE-3"} & first
    assert {"GT-CARD-1", "GT-CARD-HOP-1"} < second
    assert "GT-HOUSE-1" in rules_taught(street.carry(0, BASIL).view(0), 0)


def test_all_that_is_taught_has_its_sentence() -> None:
    named = {rule for rules in lessons.REPORT_RULES for rule in rules} | set(lessons.CARD_RULES)

    assert named <= set(RULEBOOK.lessons)
    assert 8 <= sum(learn.level == "core" for learn in RULEBOOK.lessons.values()) <= 14


def test_a_step_into_a_known_wall_and_an_attack_in_vain_are_warned_of() -> None:
    street = Street().put(0, "B4")  # below a wall
    assert guide.warning(street.view(0), move(UP)) == "", "nothing is known yet"

    street.play(attack(LEFT))
    street.turn_of(0)
    view = street.view(0)

    assert guide.warning(view, move(UP)).startswith(
        "A wall is known there: you would stay here and spend the turn"
    )
    assert guide.warning(view, attack(UP)).startswith("A wall is known there, and no ghost")
    assert guide.warning(view, attack(LEFT)).startswith("You know that no ghost is there.")
    assert guide.warning(view, move(LEFT)) == ""


def test_a_flight_off_the_known_end_of_the_town_is_warned_of() -> None:
    street = Street().put(0, "D4").hand(0, Card.ROOK_TELEPORT, Card.BISHOP_TELEPORT)
    street.state.tile[:] = Tile.EMPTY
    street.state.ghosts = 0
    for direction in [RIGHT] * 3:
        street.turn_of(0).play(move(direction))
    view = street.turn_of(0).view(0)
    assert guide.warning(view, rook(RIGHT)) == "", "behind the wall the town may go on"

    for direction in [LEFT] * 6:
        street.turn_of(0).play(move(direction))
    view = street.turn_of(0).view(0)
    assert street.at(0) == "A4"
    assert guide.warning(view, rook(LEFT)).startswith("The town ends there: you would stay here")
    assert guide.warning(view, rook(RIGHT)) == guide.warning(view, bishop(UP_LEFT)) == ""


def test_an_attack_that_may_hit_the_crow_is_not_warned_of() -> None:
    street = Street(variant_crow=True).put(0, "A6")
    street.play(attack(LEFT))

    assert guide.warning(street.turn_of(0).view(0), attack(UP)) == ""
    assert guide.warning(Street().put(0, "A6").view(0), attack(UP)) == ""


def test_the_lesson_teaches_the_core_in_time() -> None:
    path = Path(__file__).parents[3] / "docs" / "lessons.py"
    spec = importlib.util.spec_from_file_location("lessons", path)
    assert spec is not None and spec.loader is not None
    lessons = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lessons)
    sensible, wandering = lessons.shares(GAME, GAME.lesson, tries=1)
    assert sensible >= 0.8
    assert wandering >= 0.7
