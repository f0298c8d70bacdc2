"""Reasons: a hint states the largest terms of greedy's value, with their numbers."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.ghost_town.greedy import WALL_FAR, extent, square_worth, walk
from fattorino.games.ghost_town.reasons import reasons as ghost_reasons
from fattorino.games.ghost_town.sheet import REACH, fill_sheet, new_sheet
from fattorino.games.ghost_town.state import ATTACK, HOP_STEP
from fattorino.games.new_york.greedy import worth as york_worth
from fattorino.games.new_york.state import ACT, Act
from fattorino.games.papa_paolo import opinion
from fattorino.games.papa_paolo.greedy import make_plan, worth as paolo_worth
from fattorino.games.papa_paolo.state import Phase
from fattorino.games.pizza_city.greedy import outlook as city_outlook, worth as city_worth
from fattorino.games.pizza_city.reasons import held, streets, turn_terms
from fattorino.games.pizza_city.state import N_MOVES, team_of
from fattorino.kernel.match import Match
from fattorino.server.tables import hints as hinting
from fattorino.server.tables.viewer import Choice

GAMES = {"ghost_town": 24, "pizza_city": 10, "papa_paolo": 150, "new_york": 120}  # decisions looked at


def decisions(name: str, seed: int = 5) -> Iterator[tuple[Match, int, Any, Any, int]]:
    """A game played by greedy: the match, the seat to move, its view, the options, and greedy's choice."""
    match = fattorino.load(name).new(seed=seed)
    for _number in range(GAMES[name]):
        seat = match.to_move
        if seat is None:
            return
        view, actions = match.view(seat), match.legal()
        action = int(match.game.greedy(view, seat, actions, len(actions), match.move))
        yield match, seat, view, actions, action
        match.play(action)


@pytest.mark.parametrize("name", GAMES)
def test_the_sentence_names_the_largest_term(name: str) -> None:
    asked = answered = 0
    for match, seat, view, actions, action in decisions(name):
        assert match.game.reasons is not None
        found = match.game.reasons(view, seat, actions, action)
        why = hinting.because(match.game, view, seat, actions, action)
        asked += 1
        if not any(amount for _words, amount in found):
            assert why == ""
            continue
        answered += 1
        assert all(words and math.isfinite(amount) for words, amount in found)
        largest = max(found, key=lambda reason: abs(reason[1]))
        assert largest[0] in why
    assert asked > 5 and answered > 0.85 * asked


@pytest.mark.bulk
@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_give_the_same_hint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda below: 7)
    monkeypatch.setattr(hinting, "HINT", "mcts:simulations=32,threads=1")
    monkeypatch.setattr(hinting, "can_search", lambda game: True)
    hidden = 0
    for match, seat, view, actions, _action in islice(decisions(name), 0, 24, 6):
        twin = match.imagine(seat, seed=match.move + 1)
        assert twin.view(seat).tobytes() == view.tobytes()
        hidden += twin.digest() != match.digest()
        choices = {int(a): Choice(int(a), match.game.label(view, int(a)), "") for a in actions}
        hints = [hinting.advice(match.game, eyes, seat, actions, choices) for eyes in (view, twin.view(seat))]
        assert hints[0] == hints[1]
    assert hidden > 0, "there was something that the seat could not know"


def test_terms_of_new_york_add_up_to_what_its_advice_counts() -> None:
    several = 0
    for match, seat, view, actions, _action in decisions("new_york"):
        assert match.game.reasons is not None
        for action in actions[:6]:
            found = match.game.reasons(view, seat, actions, int(action))
            if len(found) > 1:
                several += 1
                delivers = ACT + Act.DELIVER in actions
                worth = york_worth(view, seat, int(action), int(view.phase), delivers)
                assert sum(amount for _words, amount in found) == pytest.approx(worth)
    assert several > 10


def test_terms_of_papa_paolo_add_up_to_what_its_advice_counts() -> None:
    phases = set()
    for match, seat, view, actions, _action in decisions("papa_paolo"):
        assert match.game.reasons is not None
        if view.phase in (Phase.ROAD, Phase.TOUR):
            continue
        for action in actions[:6]:
            found = match.game.reasons(view, seat, actions, int(action))
            if len(found) > 1:
                phases.add(int(view.phase))
                plan = np.zeros(opinion.PLAN, np.int64)
                make_plan(view, seat, plan)
                worth = paolo_worth(view, seat, int(action), plan)
                assert sum(amount for _words, amount in found) == pytest.approx(worth)
    assert {Phase.SLOT, Phase.TILE, Phase.BUY} <= phases


def test_terms_of_pizza_city_add_up_to_what_its_advice_counts() -> None:
    ends, onward = np.zeros(N_MOVES + 1, np.int64), np.zeros(N_MOVES + 1, np.int64)
    for _match, seat, view, _actions, action in decisions("pizza_city"):
        for team in range(2):
            own, others = held(view, team), held(view, 1 - team)
            outlook = city_outlook(view, team, own, others, ends, onward)
            assert sum(streets(view, team, own, others)) == pytest.approx(outlook)
        team = team_of(seat)
        if view.bike_hand[team, 0] >= 0:  # a City does not know its partner's hand
            likely, others = held(view, team), held(view, 1 - team)
            worth = city_worth(view, team, likely, others, ends, onward)
            assert sum(turn_terms(view, team, others)) == pytest.approx(worth)
        assert action >= 0


def test_the_ghost_towns_terms_are_those_of_the_square_its_advice_walks_to() -> None:
    for match, seat, view, actions, action in decisions("ghost_town"):
        if action >= HOP_STEP or view.phase != 1:
            continue
        marks, pizza, house = new_sheet()
        here, across, _sheets = fill_sheet(view, seat, False, marks, pizza, house)
        cost = np.full((REACH, REACH), WALL_FAR, np.int32)
        walk(marks, here, across, cost)
        sought = house if view.carried[seat] >= 0 else pizza
        best = max(
            square_worth(marks, sought, row, column) - int(cost[row, column])
            for row, column in np.argwhere((cost < WALL_FAR) & (marks != 1) & (marks != 2)).tolist()
            if within_seven(marks, row, column)
        )
        found = ghost_reasons(view, seat, actions, action)
        worth = sum(amount for words, amount in found if words != "a ghost is in the way")
        ghost_first = action >= ATTACK
        assert worth == pytest.approx(best + (-1 if ghost_first else 0), abs=1.0)
        assert match.game.reasons is ghost_reasons


def within_seven(marks: Any, row: int, column: int) -> bool:
    """Whether a square can be on the map with all that is known to be."""
    top, bottom, left, right = extent(marks)
    tall, wide = max(bottom, row) - min(top, row), max(right, column) - min(left, column)
    return bool(tall < 7 and wide < 7)


def test_a_game_without_reasons_gives_none() -> None:
    game = fattorino.load("pizza_race")
    match = game.new(seed=1)
    assert hinting.because(game, match.view(0), 0, match.legal(), 0) == ""


def test_good_and_bad_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fattorino.load("pizza_race")
    terms = [("it is far", -2.0), ("it pays", 9.0), ("a trifle", 0.01), ("it is fun", 1.0)]
    monkeypatch.setattr(game, "reasons", lambda view, seat, actions, action: terms)
    assert hinting.because(game, None, 0, np.zeros(0), 0) == "it pays, though it is far"
