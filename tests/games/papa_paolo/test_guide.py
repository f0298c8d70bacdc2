"""What players are told beside the rules: the strip, the story, why not, and what a newcomer learns."""

import importlib.util
import itertools
import random
import re
from pathlib import Path
from typing import Any

import pytest

import fattorino
from fattorino.games.papa_paolo.guide import GUIDE
from fattorino.games.papa_paolo.names import phase_name, step_signs
from fattorino.games.papa_paolo.scene import scene
from fattorino.games.papa_paolo.state import (
    CELL,
    END_DELIVERY,
    RULEBOOK,
    SPONSOR,
    TAKE,
    Colour,
    Event,
    Phase,
    Stage,
)
from fattorino.kernel.guide import turns
from fattorino.kernel.records import HIDDEN
from games.papa_paolo.plain import cell_at


@pytest.fixture(scope="module")
def game() -> Any:
    return fattorino.load("papa_paolo")


def finished(game: Any, seed: int, **options: Any) -> Any:
    """A game played by chance to its end."""
    chance, match = random.Random(seed), game.new(seed=seed, **options)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_turn_is_one_sentence_for_each_who_acts(game: Any, seats: int) -> None:
    match = finished(game, seats, seats=seats)
    told = [GUIDE.retell(match.events[a:b], 1) for a, b in turns(match.events, GUIDE.starts_turn)]

    for text in told:
        *said, end = text.split(".")
        doers = [re.match(r" ?(You|Player \d|The coins|The game|Round)\b", one) for one in said]
        assert end == "" and all(doers), text
        assert all(a and b and a[1] != b[1] for a, b in itertools.pairwise(doers)), text
        assert all("; you " not in one for one in said if not one.strip().startswith("You")), text
        assert all("You" not in one[2:] for one in said), text
    assert sum("pawn on row" in text for text in told) == 5 * 4 * seats
    assert sum(text.startswith("The coins went to") for text in told) == 5
    assert sum(" begins with " in text for text in told) == 5
    delivered = sum("(the delivery tile allows" in text or "delivered nothing" in text for text in told)
    assert delivered == sum(event[0] == Event.DELIVERS for event in match.events)


def test_markers_that_move_at_the_end_of_a_round_are_told_of_whoever_they_belong_to() -> None:
    """The turn of the last courier is followed by the steps of everybody."""
    events = [
        (Event.DELIVERS, 0, 0, 3, 1, 2, 0, 0),
        (Event.DELIVERED, 0, 0, 0, 0, 0, 0, 0),
        (Event.LEARNED, 1, 0, Colour.RED, 1, 0, 0, 0),
        (Event.LEARNED, 1, 0, Colour.GREEN, 1, 0, 0, 0),
    ]
    assert GUIDE.retell(events, 0) == (
        "You delivered nothing. Player 2 moved on for whole tiles served: express to column 1 of 5, "
        "still 1 pizza by express, more from column 2 on; tours to column 1 of 5, now 2 tours."
    )


def test_a_step_that_brings_nothing_yet_shows_what_comes_then(game: Any) -> None:
    assert step_signs(Colour.GOLD, 0) == "£3→£5"
    assert step_signs(Colour.BLUE, 0) == "0→0→1"
    assert step_signs(Colour.BLUE, 1) == "0→1"
    assert step_signs(Colour.GREEN, 3) == "3→3"
    assert step_signs(Colour.RED, 5) == "at its end"


def test_numbers_say_where_they_come_from(game: Any, four: Any) -> None:
    view = game.new(seats=3, seed=1).view(0)
    drawn = scene(view, 0)
    assert drawn["district"]["tell"].endswith(
        "−3 points (Pizzas left over −3), 3 in stock (each costs a point at the end)."
    )
    assert "leftmost marker is in column 0" in drawn["tracks"]["tell"]
    assert [len(lines) <= 5 for lines in GUIDE.summary(view, 0).scores] == [True] * 3
    assert GUIDE.summary(view, 0).score_tells[3] == "−1 for each pizza in a pizzeria"
    four.auction([0, 1, 2, 3], money=4)
    tells = [cell["tell"] for cell in scene(four.state, 0)["piazza"]["cells"]]
    assert any(tell.endswith("leaves you £3 of £4.") for tell in tells)
    assert any(tell.endswith("You have £4.") for tell in tells)
    rows = [level["tell"] for level in scene(four.state, 0)["piazza"]["levels"]]
    assert rows[0].startswith("Row 1: bids of £1 to ")


def test_goal_and_question_say_different_things_and_no_phase_is_a_letter(game: Any) -> None:
    chance, match = random.Random(3), game.new(seats=2, seed=3)
    while not match.over:
        view = match.view(int(match.state[0].seat))
        assert GUIDE.summary(view, int(view.seat)).goal != game.prompt(view, int(view.seat))
        assert not re.match(r"[A-F]\b", phase_name(view))
        match.play(int(chance.choice(match.legal())))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_summary_ends_in_the_final_account(game: Any, seats: int) -> None:
    match = finished(game, seats, seats=seats, variant_c_money_points=True)
    last = GUIDE.summary(match.view(0), 0)

    assert last.scores == game.score_breakdown(match.view(0))
    assert (last.share, last.order) == (1.0, [])


def test_hidden_money_is_nowhere(game: Any) -> None:
    """Whatever the others own, a seat is told the same."""
    chance = random.Random(7)
    match = game.new(seats=3, seed=7, money_shown=False, variant_c_money_points=True)
    for step in range(160):
        view = match.view(0)
        assert view.money[1] == HIDDEN
        told = GUIDE.summary(view, 0)
        twin = match.imagine(0, seed=step).view(0)
        assert (told, GUIDE.missing(view, 0)) == (GUIDE.summary(twin, 0), GUIDE.missing(twin, 0))
        assert ("Rich pizzaiolo", None) in told.scores[1]
        match.play(int(chance.choice(match.legal())))


def test_order_names_who_comes(four: Any) -> None:
    four.auction([2, 3, 0, 1])
    assert GUIDE.summary(four.state, 0).order == [2, 3, 0, 1]
    four.bid(1, 1)
    four.bid(1, 2)
    assert GUIDE.summary(four.state, 0).order == [0, 1, 2]  # the outbid first player comes again


def test_what_is_missing_is_said_in_numbers(four: Any) -> None:
    four.state.slot = 0
    four.state.money[0] = 1
    four.ask(0, Phase.USE, Stage.PLACE)
    four.state.slot = 5  # row and column shop
    assert [(m.label, m.reason) for m in GUIDE.missing(four.state, 0)] == [
        ("Shop: costs £2 or more for pizzas", "It costs £2, you have £1.")
    ]
    assert GUIDE.missing(four.state, 1) == []


def test_a_click_is_answered_by_what_is_wanted(four: Any) -> None:
    four.ask(0, Phase.SLOT, Stage.PLACE)
    four.state.pawn[6] = 2
    assert GUIDE.unavailable(four.state, 0, "slot-6") == (
        "Pawn 1 of 4: choose a slot, for its tile or an action of its row or column. "
        "This slot has its pawn; each is used once a round."
    )
    assert GUIDE.unavailable(four.state, 0, "bid-3").endswith("Bidding comes when all pawns are placed.")
    four.auction([0, 1, 2, 3], money=4)
    assert GUIDE.unavailable(four.state, 0, "bid-12").endswith("It costs £7, you have £4.")
    four.bid(2, 1)
    assert GUIDE.unavailable(four.state, 1, "bid-1").endswith("you need row 2 or higher.")
    assert GUIDE.unavailable(four.state, 2, "bid-1").startswith("Waiting for Player 2.")


def test_a_courier_is_told_why_not(four: Any) -> None:
    four.found(0, 1)
    four.stock(0, 0, 0, 0)
    four.deliver(0, 3, 2)
    start = f"cell-{cell_at(0, 0)}"
    assert GUIDE.unavailable(four.state, 0, start).endswith("This pizzeria has no pizzas.")
    assert [missing.target for missing in GUIDE.missing(four.state, 0)] == [start]


def test_what_is_taught_has_its_sentence_and_core_rules_come_up(game: Any) -> None:
    told = set()
    chance = random.Random(1)
    match = game.new(seats=3, seed=1)
    while match.view(None).round_no < 2:
        view = match.view(match.to_move)
        found = GUIDE.matters(view, match.to_move, [int(action) for action in match.legal()])
        told |= {rule for rule, _target in found}
        match.play(int(chance.choice(match.legal())))
    told |= {rule for event in match.events for rule, _target in GUIDE.shows(event, 0)}
    core = {rule for rule, lesson in RULEBOOK.lessons.items() if lesson.level == "core"}
    assert told <= set(RULEBOOK.lessons)
    assert core <= told
    assert 8 <= len(core) <= 14


def test_sentences_for_players_are_short_and_plain() -> None:
    texts = list(RULEBOOK.for_players.values()) + [lesson.sentence for lesson in RULEBOOK.lessons.values()]
    for text in texts:
        assert len(text.split()) <= 30, text
        assert not any(sign in text for sign in "`_|="), text


def test_using_a_tile_is_told_apart_from_acting(four: Any) -> None:
    four.ask(0, Phase.SLOT, Stage.PLACE)
    told = GUIDE.matters(four.state, 0, [])
    assert told[0].rule == "PP-SCORE-1"
    four.state.slot = 0
    four.ask(0, Phase.USE, Stage.PLACE)
    assert [taught.rule for taught in GUIDE.matters(four.state, 0, [TAKE, SPONSOR])] == [
        "PP-PLACE-3",
        "PP-SPONSOR-1",
    ]


def test_the_lesson_teaches_the_core_in_time(game: Any) -> None:
    path = Path(__file__).parents[3] / "docs" / "lessons.py"
    spec = importlib.util.spec_from_file_location("lessons", path)
    assert spec is not None and spec.loader is not None
    lessons = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lessons)
    sensible, wandering = lessons.shares(game, game.lesson, tries=2)
    assert sensible >= 0.8
    assert wandering >= 0.7


@pytest.mark.rule("PP-DELIVER-11")
def test_giving_up_a_delivery_is_warned_of_while_houses_wait(four: Any) -> None:
    four.found(0, 1)
    four.deliver(0, 3, 2)
    assert GUIDE.declines(four.state, END_DELIVERY)
    assert GUIDE.warning(four.state, END_DELIVERY) == "Houses still wait within reach: give up 3 pizzas?"
    four.serve(0, 1, 0, 1)
    assert GUIDE.warning(four.state, END_DELIVERY) == ""
    assert not GUIDE.declines(four.state, CELL)
