"""The parts of a page that a game's guide fills: strip, turns of the log, what happened since, the lesson."""

from __future__ import annotations

import re

import pytest

import fattorino
from fattorino.server.pages.fragments import fragments
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import UNDO, Table


def table_of(game: str, moves: int, seats: int) -> Table:
    """A table at which so many decisions were taken, always the first that is legal."""
    loaded = fattorino.load(game)
    table = Table("k3vx7mq2wd9p", loaded, loaded.settings(seats), Chance(5, "nonce"))
    for seat in table.seats:
        seat.kind, seat.name, seat.colour = "human", f"Person {seat.number}", seat.number % 6
    table.begin(table.prepare_start(0.0))
    for _move in range(moves):
        given = table.decision()
        table.adopt(*table.prepare(given.seat, int(given.actions[0]), "", 0.0), 0.0)
    return table


@pytest.mark.parametrize("game", ["ghost_town", "papa_paolo"])
def test_the_strip_has_goal_score_and_end(game: str) -> None:
    table = table_of(game, 3, seats=2)
    for viewer in (0, 1, None):
        seen, strip = table.see(viewer), fragments(table, viewer)["strip"]
        assert seen.summary is not None
        assert seen.summary.goal in strip and seen.summary.end in strip
        assert strip.count('class="score"') == len(seen.summary.scores)
        assert ("You" in strip) == (viewer is not None)


def test_a_turn_is_one_line_and_its_details_are_the_log() -> None:
    table = table_of("ghost_town", 4, seats=2)
    seen, log = table.see(0), fragments(table, 0, whole=True)["log"]
    assert len(re.findall(r'<li id="log-\d+"', log)) == len(seen.story) < len(seen.log)
    told = [line for turn in seen.story for line in seen.log[turn.first : turn.after]]
    assert told == list(seen.log)
    assert log.count("<summary>") == sum(turn.after - turn.first > 1 for turn in seen.story)


def test_what_happened_since_begins_with_ones_own_turn() -> None:
    table = table_of("ghost_town", 4, seats=2)
    for viewer, other in ((0, "Person 1"), (1, "Person 0")):
        seats, since = [turn.seat for turn in table.see(viewer).story], fragments(table, viewer)["since"]
        own = len(seats) - 1 - seats[::-1].index(viewer)
        assert len(re.findall("<li", since)) == len(seats) - own
        assert re.search(r"<li[^>]*>You ", since)
        assert (other in since) == (seats[-1] != viewer)
    assert len(re.findall("<li", fragments(table, None)["since"])) == 1


def test_in_the_course_of_ones_own_turn_what_others_did_stays_to_be_read() -> None:
    table, found = table_of("new_york", 4, seats=2), 0
    while found < 3:
        given = table.decision()
        table.adopt(*table.prepare(given.seat, int(given.actions[0]), "", 0.0), 0.0)
        seat = table.mover
        assert seat is not None
        story = table.see(seat).story
        if story[-1].seat == seat and story[-1].after - story[-1].first > 1 and story[-2].seat != seat:
            since = fragments(table, seat)["since"]
            assert re.search(r"<li[^>]*>You ", since) and f">Person {1 - seat} " in since
            found += 1


def test_a_step_taken_back_is_out_of_the_story() -> None:
    table = table_of("papa_paolo", 0, seats=3)
    before = list(table.see(0).story)
    given = table.decision()
    table.adopt(*table.prepare(given.seat, int(given.actions[0]), "", 0.0), 0.0)
    assert list(table.see(0).story) != before
    table.adopt(*table.prepare(given.seat, UNDO, "", 0.0), 0.0)
    assert list(table.see(0).story) == before


def test_only_who_plays_is_taught_and_core_rules_have_sentences() -> None:
    table = table_of("papa_paolo", 0, seats=3)
    asked = table.decision().seat
    lesson = fragments(table, asked)["lesson"]
    assert 'data-level="core"' in lesson
    rules = re.findall(r'data-rule="([^"]+)"', lesson)
    assert set(rules) <= set(table.game.rulebook.lessons)
    assert fragments(table, None)["lesson"] == ""


def test_partners_have_one_score() -> None:
    table = table_of("pizza_city", 2, seats=4)
    for viewer, own, other in (
        (0, "Your team", "Blue"),
        (1, "Your team", "Red"),
    ):
        strip = fragments(table, viewer)["strip"]
        names = re.findall(r"<caption>(.*?)</caption>", strip)
        assert sorted(names) == sorted([own, other])
    assert fragments(table, None)["strip"].count('class="score"') == 2
