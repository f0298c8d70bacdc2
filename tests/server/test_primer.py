"""The first pages of the rules: every game has them, and everything they mark is on the board."""

from __future__ import annotations

import re

import pytest

import fattorino
from fattorino.server.pages import rules
from fattorino.server.pages.rules import book

PUBLISHED = ("ghost_town", "new_york", "papa_paolo", "pizza_city")


@pytest.mark.parametrize("game", PUBLISHED)
def test_a_primer_is_short_and_has_pictures(game: str) -> None:
    chapters = rules.chapters(fattorino.load(game))
    assert any(chapter.picture for chapter in chapters)
    words = " ".join(text for chapter in chapters for text in chapter.text).split()
    assert 100 <= len(words) <= 350


@pytest.mark.bulk
@pytest.mark.parametrize("game", PUBLISHED)
def test_the_pictures_are_drawn_by_the_game_itself(game: str) -> None:
    loaded = fattorino.load(game)
    for shown, chapter in zip(rules.primer(loaded), rules.chapters(loaded), strict=True):
        assert shown["title"] == chapter.title
        if chapter.picture:
            assert "<svg" in shown["picture"]
            assert len(re.findall(r" data-number=", shown["picture"])) == len(chapter.picture.marks)
            for end in ("from", "to"):
                assert len(re.findall(rf" data-{end}=", shown["picture"])) == len(chapter.picture.arrows)


@pytest.mark.parametrize("game", PUBLISHED)
def test_rules_lead_to_the_picture_that_shows_them(game: str) -> None:
    loaded = fattorino.load(game)
    page = book(loaded)
    assert any(chapter.rules for chapter in rules.chapters(loaded))
    for number, chapter in enumerate(rules.chapters(loaded), 1):
        for rule in chapter.rules:
            assert chapter.picture is not None
            link = f'<a class="see" href="#primer-{number}">'
            assert f'id="{rule}"><a class="rule" href="#{rule}">{rule}</a> {link}' in page


def test_a_mark_that_is_not_on_the_board_is_named() -> None:
    game = fattorino.load("pizza_city")
    wrong = rules.Picture(seed=1, moves=0, seat=0, marks=(("corner-99", "nowhere"),))
    with pytest.raises(ValueError, match="corner-99"):
        rules.drawn(game, wrong, 1)


def test_a_picture_refers_to_its_own_parts_only() -> None:
    game = fattorino.load("pizza_city")
    svg = rules.drawn(game, rules.Picture(seed=1, moves=0, seat=0), 2)
    used = {name for name in re.findall(r' href="#([^"]*)"', svg) if not name.startswith("s-")}
    assert used
    assert used <= set(re.findall(r' id="([^"]*)"', svg))
