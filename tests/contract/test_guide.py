"""The guides of all games: scores, story and reasons are correct and reveal nothing hidden."""

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
WRONG_GAMES, WRONG_LOOKS, WRONG_CLICKS = 100, 4, 12  # games, positions in each, clicks in each position
ENGINE = re.compile(
    r"`|[A-Z]{2,}_[A-Z]|\b[A-Z]{2}-[A-Z0-9]+-|\|d[xy]\||[<>]=|\bGT-|\bNone\b|\{|\}|\b[a-z]+_[a-z]+"
    r"|\b(?:NONE|HIDDEN|action \d|seat \d|phase|instant window|pre-action|post-action|boolean|integer)\b"
)


def guide_of(game: str) -> Guide:
    guide = fattorino.load(game).guide
    assert guide is not None, f"{game} has no guide.py"
    return guide


def played(game: str, seed: int) -> Iterator[Match]:
    """A random game, before each decision and at its end."""
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
        for fact in summary.have:
            assert fact.symbol in known and fact.words and fact.tells.endswith("."), fact
        assert summary.end_tells.endswith(".")
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


def check_refusals(game: str, seed: int) -> int:
    """Wrong clicks at some positions of a game are answered as one player would answer another; how many."""
    guide, chance, asked = guide_of(game), random.Random(seed), 0
    length = sum(1 for _match in played(game, seed))
    looks = set(chance.sample(range(length - 1), min(WRONG_LOOKS, length - 1)))
    for number, match in enumerate(played(game, seed)):
        if number not in looks:
            continue
        seat = match.to_move
        assert seat is not None
        view = match.view(seat)
        for action in chance.sample(range(match.game.num_actions), min(WRONG_CLICKS, match.game.num_actions)):
            refusal = match.why_not(action)
            if refusal is not None:
                asked += 1
                answer = guide.unavailable(view, seat, match.target(action))
                assert not ENGINE.search(refusal.sentence), refusal
                assert not ENGINE.search(answer), answer
    return asked


@pytest.mark.bulk
@pytest.mark.parametrize("game", PUBLISHED)
def test_a_refusal_has_no_word_of_the_engine(game: str) -> None:
    asked = sum(check_refusals(game, seed) for seed in range(WRONG_GAMES))
    assert asked > WRONG_GAMES * WRONG_LOOKS


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_rule_that_refuses_has_plain_words(game: str) -> None:
    loaded = fattorino.load(game)
    code = "".join(path.read_text(encoding="utf-8") for path in loaded.folder.rglob("*.py"))
    named = set(re.findall(r"\bRule\.([A-Z0-9_]+)", code))
    refusing = [rule for rule in loaded.rulebook.ids if rule.replace("-", "_") in named]
    assert len(refusing) > 10
    for rule in refusing:
        assert rule in loaded.rulebook.for_players
        assert not ENGINE.search(loaded.rulebook.refusal(rule)), loaded.rulebook.refusal(rule)


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
    """All that the guide tells a viewer: strip, story, great moments, places; why not, warnings, lessons."""
    view, events = match.view(seat), match.heard(seat)
    story = [guide.retell(events[a:b], viewer) for a, b in turns(events, guide.starts_turn)]
    told = [(guide.moment(e, viewer), guide.places(e, viewer), guide.shows(e, viewer)) for e in events[-40:]]
    things = sorted({match.game.target(view, action) for action in range(match.game.num_actions)})[::7]
    why_not = [guide.unavailable(view, viewer, thing) for thing in things]
    decided: Any = ()
    if seat is not None and match.to_move == seat:
        actions = match.legal().tolist()
        warned = [(guide.declines(view, action), guide.warning(view, action)) for action in actions]
        decided = guide.missing(view, viewer), guide.matters(view, viewer, actions), warned
    return guide.summary(view, viewer), story, told, why_not, decided
