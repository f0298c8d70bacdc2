"""`imagine` returns or gives up: in bounded work, with an error that says what it found no world for."""

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import fattorino
from contract.worlds import all_games, random_game, settings
from fattorino.bots.mcts import Mcts
from fattorino.bots.review import believed, look_back
from fattorino.games.ghost_town import belief
from fattorino.kernel.errors import NoWorld
from fattorino.kernel.game import Deduction
from fattorino.kernel.match import Match
from fattorino.server.tables import hints
from fattorino.server.tables.viewer import Choice

MOST_CALLS = 4_000_000  # of Python functions: interpreted, two seconds
TENTH = belief.FEW_CHANGES // 10  # of the search for a town, so that the tests are quick


def calls_of(work: Callable[[], Any]) -> int:
    """How many functions Python calls for a piece of work, which is the same on every machine."""
    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def imagine(match: Match, seat: int | None) -> None:
    """A world for a seat, or none."""
    with suppress(NoWorld):
        assert match.imagine(seat, seed=1).view(seat).tobytes() == match.view(seat).tobytes()


@pytest.mark.parametrize("many", [False, True], ids=["usual", "many-options"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_world_is_found_or_given_up_in_bounded_work(
    game: fattorino.Game, many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief, "FEW_CHANGES", TENTH)
    options = list(settings(game))[-1] if many else {"seats": max(game.seats)}
    match, chance = game.new(seed=3, **options), np.random.default_rng(3)
    for look in range(4):
        for _decision in range(15):
            if not match.over:
                match.play(int(chance.choice(match.legal())))
        seats = [None, *range(len(match.roles))]
        work = calls_of(lambda seat=seats[look % len(seats)]: imagine(match, seat))  # type: ignore[misc]
        assert work < MOST_CALLS


# -- a position that no world agrees with -------------------------------------------------------------------


@pytest.fixture
def impossible(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A Ghost Town whose third line nobody can have heard: walls all around a Start."""
    monkeypatch.setattr(belief, "FEW_CHANGES", TENTH)
    match = fattorino.load("ghost_town").new(seats=2, seed=6)
    while match.state[0].n_records < 4:
        match.play(int(match.legal()[4]))  # an attack: everybody stays
    match.state[0].near_walls[2] = 15
    return match


def test_the_error_names_the_line_of_the_record_that_never_matched(impossible: Match) -> None:
    line = "line 3 of the record never matched: Deliverer 1, turn 2: Attack up: "
    with pytest.raises(NoWorld, match=f"agrees with all that seat 0 knows: {line}"):
        impossible.imagine(0)


@pytest.mark.bulk
def test_compiled_the_search_gives_up_too(impossible: Match) -> None:
    with pytest.raises(NoWorld, match="line 3 of the record never matched"):
        impossible.imagine(0)


def test_a_bot_without_a_world_plays_like_greedy_and_says_so(
    impossible: Match, caplog: pytest.LogCaptureFixture
) -> None:
    game, view, actions = impossible.game, impossible.view(0), impossible.legal()
    action = Mcts(game, simulations=4).choose(view, 0, actions, 5)
    assert action == game.greedy(view, 0, actions, len(actions), 5)
    (told,) = caplog.records
    assert told.levelno == logging.WARNING
    assert "mcts plays like greedy: Ghost Town: no world was found" in told.message
    assert "line 3 of the record" in told.message


def test_a_hint_without_a_world_is_greedys(
    impossible: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hints, "can_search", lambda game: True)
    view, actions = impossible.view(0), impossible.legal()
    choices = {int(a): Choice(int(a), impossible.game.label(view, int(a)), "") for a in actions}
    action, sentence = hints.advice(impossible.game, view, 0, actions, choices)
    assert action in actions and choices[action].label in sentence
    assert "a hint is greedy's: Ghost Town: no world was found" in caplog.text


def test_a_review_without_a_world_takes_the_true_position_once_told(
    impossible: Match, caplog: pytest.LogCaptureFixture
) -> None:
    for seed in range(3):
        assert believed(impossible, 0, seed).digest() == impossible.digest()
    assert caplog.text.count("the review takes the true position: Ghost Town: no world was found") == 1


def test_a_review_goes_without_a_chapter_for_which_there_is_no_world(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def study(*_given: Any) -> dict[str, Any]:
        raise NoWorld("no town")

    match = random_game("pizza_race", {"seats": 2}, seed=1)
    monkeypatch.setattr(match.game, "deduction", Deduction(study, lambda *given: None))  # type: ignore[arg-type]
    review = look_back(match.save(), 0.0, lambda done, of: None)
    assert "deduction" not in review and len(review["moves"]) > 1
    assert "no chapter on what could be worked out: no town" in caplog.text
