"""The first lesson of each game teaches its core rules in time, and can be played to its end on any path."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

import fattorino
from fattorino.kernel.guide import Lesson

pytestmark = pytest.mark.bulk

PUBLISHED = ("ghost_town", "new_york", "papa_paolo", "pizza_city")
GAMES = 200


def lesson_of(game: str) -> Lesson:
    lesson = fattorino.load(game).lesson
    assert lesson is not None, f"{game} has no lesson.toml"
    return lesson


@pytest.fixture(name="search", scope="module")
def _search() -> Any:
    """The script that searches for openings."""
    path = Path(__file__).parents[2] / "docs" / "lessons.py"
    spec = importlib.util.spec_from_file_location("lessons", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", PUBLISHED)
def test_the_core_rules_are_met_in_time(game: str, search: Any) -> None:
    sensible, wandering = search.shares(fattorino.load(game), lesson_of(game))
    assert sensible >= 0.8
    assert wandering >= 0.7


@pytest.mark.parametrize("game", PUBLISHED)
def test_a_lesson_survives_random_play_to_the_end(game: str) -> None:
    loaded, lesson = fattorino.load(game), lesson_of(game)
    guide, lessons = loaded.guide, loaded.rulebook.lessons
    assert guide is not None
    for luck in range(GAMES):
        chance = random.Random(luck)
        match = loaded.new(seats=lesson.seats, seed=lesson.seed, **lesson.options)
        while not match.over:
            actions = match.legal().tolist()
            if match.to_move == lesson.seat and chance.random() < 0.1:
                told = guide.matters(match.view(lesson.seat), lesson.seat, actions)
                assert all(taught.rule in lessons for taught in told)
            match.play(chance.choice(actions))
        assert match.ranks[lesson.seat] >= 1
