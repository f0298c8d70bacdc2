"""Hints: a player may ask what a bot would do; the bot knows what the player knows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import httpx
import numpy as np
import pytest

import fattorino
from fattorino.bots.mcts import Mcts
from fattorino.kernel.records import HIDDEN
from fattorino.server.http.rate_limits import RateLimits
from fattorino.server.tables import hints
from fattorino.server.tables.viewer import Choice
from server.conftest import sit_down

pytestmark = pytest.mark.bulk


def code(answer: httpx.Response) -> str:
    """The code of a problem."""
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


@pytest.fixture(autouse=True)
def _quick(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search; and nobody has asked for a hint yet, whichever tests of this server came before."""
    server.app.state.limits = RateLimits(server.app.state.settings)
    monkeypatch.setattr(hints, "HINT", "mcts:simulations=32")
    monkeypatch.setattr(hints, "can_search", lambda game: True)


def test_a_hint_is_a_legal_move_with_a_reason(server: Any) -> None:
    made = server.make("human", "human", seed=4)
    asked = server.state(made, 0)

    hint = server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).json()

    chosen = next(choice for choice in asked["legal"] if choice["action"] == hint["action"])
    assert (hint["label"], hint["target"]) == (chosen["label"], chosen["target"])
    assert hint["sentence"].startswith(f"{chosen['label']} – ") and "in 10 games" in hint["sentence"]
    assert " – much is unknown around the square" in hint["sentence"]
    assert hint["version"] == asked["version"] == server.state(made, 0)["version"]


def test_the_host_may_forbid_hints(server: Any) -> None:
    made = server.make("human", "human", seed=4, hints=False)

    assert code(server.post(f"/api/matches/{made.id}/hint", made.tokens[0])) == "no_hints"
    assert server.state(made)["hints"] is False
    reader = server.browser()
    sit_down(reader, made, made.tokens[0])
    assert "data-hint" not in reader.get(f"/t/{made.id}").text


def test_only_who_is_asked_gets_a_hint(server: Any) -> None:
    made = server.make("human", "human", seed=4)
    assert code(server.post(f"/api/matches/{made.id}/hint", made.tokens[1])) == "not_your_turn"
    assert code(server.post(f"/api/matches/{made.id}/hint")) == "no_seat"


def test_a_hint_is_thought_from_the_seats_own_view(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make("human", "human", seed=4)
    given: list[Any] = []
    honest = hints.advice

    def watched(game: Any, view: Any, seat: int, actions: Any, choices: Any) -> tuple[int, str]:
        given.append(view)
        return honest(game, view, seat, actions, choices)

    monkeypatch.setattr(hints, "advice", watched)
    assert server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).status_code == 200

    assert np.all(given[0]["tile"] == HIDDEN)
    assert given[0]["rng"] == 0 and np.all(given[0]["start_at"] == HIDDEN)


def test_before_the_search_is_compiled_the_books_advice_is_given(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "can_search", lambda game: False)
    made = server.make("human", "hard", seed=4)

    hint = server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).json()

    assert (
        hint["sentence"].startswith(f"{hint['label']} – much is unknown around the square")
        and "in 10 games" not in hint["sentence"]
    )
    server.play_on(made, 2)
    assert server.state(made)["seats"][1]["name"] == "Hard bot"


def test_the_same_question_gets_the_same_answer(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make("human", "human", seed=4)
    first = server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).json()
    monkeypatch.setattr(hints, "advice", lambda *given: pytest.fail("it was asked before"))
    assert server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).json() == first


def test_a_bounded_number_of_answers_is_remembered(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "REMEMBERED", 1)
    for seed in (4, 5):
        made = server.make("human", "human", seed=seed)
        assert server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).status_code == 200
    assert len(server.service.hints._given) == 1


def test_many_hints_at_once_are_refused(server: Any) -> None:
    made = server.make("human", "human", seed=4)
    answers = [server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).status_code for _ in range(12)]
    assert 429 in answers


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((0.5, 0.2), "Move up. You would win about 5 in 10 games."),
        ((0.5, 0.49), "Move up. You would win about 5 in 10 games. About as good: Attack up."),
        ((0.125, 0.0), "Move up. You would win about 0 in 10 games."),
        ((0.875, 0.0), "Move up. You would win about 10 in 10 games."),
    ],
)
def test_a_hint_tells_the_chance_in_words_and_what_is_about_as_good(
    monkeypatch: pytest.MonkeyPatch, means: tuple[float, float], words: str
) -> None:
    game = fattorino.load("ghost_town")
    match = game.new(seats=2, seed=7)
    thought = SimpleNamespace(means=np.array(means), visits=np.array([9, 2]), simulations=11)
    monkeypatch.setattr(Mcts, "think", lambda *given: thought)
    monkeypatch.setattr(hints, "because", lambda *given: "")
    choices = {0: Choice(0, "Move up", ""), 4: Choice(4, "Attack up", "")}

    assert hints.advice(game, match.view(0), 0, np.array([0, 4]), choices) == (0, words)


@pytest.mark.parametrize(("better", "advised"), [(0.05, False), (0.3, True)])
def test_what_comes_with_a_warning_is_advised_only_if_it_is_much_better(
    monkeypatch: pytest.MonkeyPatch, better: float, advised: bool
) -> None:
    game = fattorino.load("ghost_town")
    match = game.new(seats=2, seed=7)
    guide = game.guide
    assert guide is not None
    while True:  # until something is known to be in vain
        assert match.to_move is not None
        view, actions = match.view(match.to_move), np.array(match.legal())
        futile = [n for n, action in enumerate(actions) if guide.warning(view, int(action))]
        if futile:
            break
        match.play(int(actions[0]))
    means, visits = np.full(len(actions), 0.4), np.full(len(actions), 2)
    means[futile[0]], visits[futile[0]] = 0.4 + better, 9
    thought = SimpleNamespace(means=means, visits=visits, simulations=100)
    monkeypatch.setattr(Mcts, "think", lambda *given: thought)
    choices = {int(action): Choice(int(action), "This", "") for action in actions}
    action, _words = hints.advice(game, view, int(match.to_move), actions, choices)
    assert (action == actions[futile[0]]) == advised
    assert advised or not guide.warning(view, action)
