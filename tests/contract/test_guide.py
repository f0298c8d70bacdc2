"""What a game tells people beside its rules holds in every game: scores, story, reasons, nothing hidden."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

import fattorino
from fattorino.kernel.guide import Guide, Taught, turns
from fattorino.kernel.match import Match
from fattorino.kernel.records import SPECTATOR
from fattorino.render import symbols

PUBLISHED = ("ghost_town", "new_york", "papa_paolo", "pizza_city")
GAMES = 200  # of each game
ENGINE = re.compile(r"`|[A-Z]{2,}_[A-Z]|\b[A-Z]{2}-[A-Z0-9]+-|\|d[xy]\||[<>]=|\bGT-|\bNone\b|\{|\}")


def guide_of(game: str) -> Guide:
    guide = fattorino.load(game).guide
    assert guide is not None, f"{game} has no guide.py"
    return guide


def played(game: str, seed: int) -> Iterator[Match]:
    """A game played at random, as it stands before each decision and at its end."""
    loaded, chance = fattorino.load(game), random.Random(seed)
    match = loaded.new(seats=chance.choice(loaded.seats), seed=seed)
    while not match.over:
        yield match
        match.play(int(chance.choice(match.legal())))
    yield match


def check_end(game: str, seed: int) -> None:
    """The running score is the final account, and the story tells every event once, in order."""
    guide, match = guide_of(game), deque(played(game, seed), 1).pop()
    for viewer in (seed % len(match.roles), SPECTATOR):
        seat = None if viewer == SPECTATOR else viewer
        summary = guide.summary(match.view(seat), viewer)
        assert [list(lines) for lines in summary.scores] == match.game.score_breakdown(match.view(seat))
        assert summary.share == 1.0
        events, at = match.heard(seat), 0
        for first, after in turns(events, guide.starts_turn):
            assert first == at < after
            words, at = guide.retell(events[first:after], viewer), after
            assert words.endswith((".", "!", "?")) and not ENGINE.search(words), words
        assert at == len(events)


@pytest.mark.bulk
@pytest.mark.parametrize("game", PUBLISHED)
def test_the_running_score_is_the_final_account_and_every_event_is_told(game: str) -> None:
    for seed in range(GAMES):
        check_end(game, seed)


@pytest.mark.bulk
@pytest.mark.parametrize("game", PUBLISHED)
def test_the_guide_speaks_in_every_position(game: str) -> None:
    guide, known = guide_of(game), symbols()
    chance = random.Random(3)
    for match in played(game, 3):
        if match.over or chance.random() > 0.2:
            continue
        seat = match.to_move
        assert seat is not None
        view, actions = match.view(seat), match.legal().tolist()
        summary = guide.summary(view, seat)
        assert summary.goal.endswith((".", "!")) and summary.end
        assert 0 <= summary.share <= 1 and summary.order[0] == seat
        assert len(set(summary.order)) == len(summary.order)
        assert all(symbol in known and words for symbol, words in summary.have)
        for missing in guide.missing(view, seat):
            assert missing.label and missing.reason.endswith(".")
        told = [*guide.matters(view, seat, actions)]
        for event in match.heard(seat)[-6:]:
            told += guide.shows(event, seat)
            moment = guide.moment(event, seat)
            assert moment is None or (moment.symbol in known and moment.words)
        check_taught(game, told)


def check_taught(game: str, told: list[Taught]) -> None:
    """What is taught has a sentence."""
    lessons = fattorino.load(game).rulebook.lessons
    for taught in told:
        assert taught.rule in lessons, f"{taught.rule} is taught, and has no Learn line in the rulebook"


@pytest.mark.bulk
@pytest.mark.parametrize("game", PUBLISHED)
def test_a_refusal_has_no_word_of_the_engine(game: str) -> None:
    """A click on anything, possible or not, is answered as one player would answer another."""
    guide, chance = guide_of(game), random.Random(5)
    for match in played(game, 5):
        if match.over or chance.random() > 0.1:
            continue
        seat = match.to_move
        assert seat is not None
        view = match.view(seat)
        for action in chance.sample(range(match.game.num_actions), min(40, match.game.num_actions)):
            refusal = match.why_not(action)
            if refusal is None:
                continue
            assert not ENGINE.search(refusal.sentence), refusal
            answer = guide.unavailable(view, seat, match.target(action))
            assert not ENGINE.search(answer), answer


@pytest.mark.parametrize("game", PUBLISHED)
def test_what_is_taught_is_short(game: str) -> None:
    lessons = fattorino.load(game).rulebook.lessons
    assert sum(learn.level == "core" for learn in lessons.values()) >= 5
    for rule, learn in lessons.items():
        for sentence in re.split(r"(?<=[.!?]) ", learn.sentence):
            assert len(sentence.split()) <= 30, f"{rule}: {sentence}"
        assert not ENGINE.search(learn.sentence), rule


@pytest.mark.bulk
@pytest.mark.parametrize("game", PUBLISHED)
def test_worlds_that_look_the_same_are_guided_the_same(game: str) -> None:
    """Twin worlds: what a seat cannot see changes nothing of what it is told."""
    guide, chance = guide_of(game), random.Random(7)
    tried = 0
    for match in played(game, 7):
        if match.over or chance.random() > 0.05:
            continue
        for viewer in (chance.randrange(len(match.roles)), SPECTATOR):
            seat = None if viewer == SPECTATOR else viewer
            twin = match.imagine(seat, seed=chance.randrange(2**30))
            assert guided(guide, twin, seat, viewer) == guided(guide, match, seat, viewer)
            tried += 1
    assert tried


def guided(guide: Guide, match: Match, seat: int | None, viewer: int) -> Any:
    """All that the guide tells a viewer."""
    view, events = match.view(seat), match.heard(seat)
    story = [guide.retell(events[a:b], viewer) for a, b in turns(events, guide.starts_turn)]
    asked = seat is not None and match.to_move == seat
    decided = (
        (guide.missing(view, viewer), guide.matters(view, viewer, match.legal().tolist())) if asked else ()
    )
    return guide.summary(view, viewer), story, decided
