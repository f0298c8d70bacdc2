"""Deduction: numbers of towns compared with exact counts, maps with the true town."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.ghost_town import deduction, particle_filter
from fattorino.games.ghost_town.disagreement import disagreement
from fattorino.games.ghost_town.particle_filter import LAYERS, so_far, study, unpacked
from fattorino.games.ghost_town.rules import legal
from fattorino.games.ghost_town.state import (
    NUM_ACTIONS,
    SQUARE,
    STATE,
    STRAIGHT,
    Phase,
    Report,
    squares_between,
)
from fattorino.games.ghost_town.town import clear_town, lay, tile_to_place
from fattorino.kernel.match import Match
from fattorino.kernel.records import HIDDEN

LINE = ("said", "by", "action", "extra", "detail", "distance", "near_walls", "signs", "pizza_at")


def played(seed: int, choose: Any = None) -> tuple[Match, dict[int, list[Any]]]:
    """A whole game of steps at random (or as somebody chooses), and what both deliverers saw of it."""
    match = fattorino.load("ghost_town").new(2, seed=seed)
    chance = random.Random(seed)
    views = {seat: [match.view(seat)] for seat in range(2)}
    while not match.over:
        seat = match.to_move
        assert seat is not None
        action = choose(match, seat) if choose else None
        if action is None:
            steps = list(match.legal())
            action = chance.choice(steps[:STRAIGHT] if chance.random() < 0.8 else steps)
        match.play(int(action))
        for number, seen in views.items():
            seen.append(match.view(number))
    return match, views


def found_in(views: dict[int, list[Any]], seconds: float = 0.0, seed: int = 1) -> dict[str, Any]:
    return study(views, seconds, seed, lambda share: None)


@pytest.fixture(scope="module")
def game() -> tuple[Match, dict[int, list[Any]]]:
    return played(5)


@pytest.fixture(scope="module")
def found(game: tuple[Match, dict[int, list[Any]]]) -> dict[str, Any]:
    return found_in(game[1], seconds=600.0)  # as many towns as ever, on a busy machine too


@pytest.mark.parametrize("difficulty", ["any", "medium"])
def test_ways_to_build_are_as_many_as_there_are(difficulty: str) -> None:
    """The two Starts and the first box, laid in every way the rules allow."""
    heard = so_far(fattorino.load("ghost_town").new(2, seed=1, difficulty=difficulty).view(0), 0)
    actions = np.zeros(NUM_ACTIONS, np.int16)

    def exact(spots: tuple[int, ...], tiles: int) -> int:
        state = np.zeros(1, STATE)[0]
        particle_filter.copy_known(heard, state)
        clear_town(state)
        state.phase = Phase.BUILD
        for step, square in enumerate(spots):
            lay(state, *tile_to_place(state, step), square)
        squares = [int(action) - SQUARE for action in actions[: legal(state, actions)]]
        if len(spots) == 2 and difficulty == "medium":  # a box within two squares of its Start
            squares = [square for square in squares if squares_between(spots[0], square) <= 2]
        if len(spots) + 1 == tiles:
            return len(squares)
        return sum(exact((*spots, square), tiles) for square in squares)

    chance = random.Random(3)
    guessed = np.mean([particle_filter.ways_of_one(heard, 3, chance) for _ in range(400)])
    assert guessed == pytest.approx(exact((), 3), rel=0.03)


def test_only_what_a_seat_has_heard_is_used() -> None:
    match = fattorino.load("ghost_town").new(2, seed=8)
    chance = random.Random(8)
    seen = [(int(match.view(0).n_records), match.view(0))]
    while not match.over:
        match.play(int(chance.choice(match.legal())))
        seen.append((int(match.view(0).n_records), match.view(0)))
    last = match.view(0)
    for lines, then in seen:
        heard = so_far(last, lines)
        assert so_far(match.view(1), lines).tobytes() == heard.tobytes(), "all hear the same"
        assert np.all(heard["built"] == HIDDEN) and np.all(heard["path"] == HIDDEN)
        for name in LINE:
            assert np.array_equal(heard[name][:lines], then[name][:lines]), "nothing is changed later"


@pytest.mark.bulk
def test_the_share_of_towns_left_is_that_among_thousands_of_towns(game: Any) -> None:
    match, views = game
    lines = 3
    heard = so_far(views[0][-1], lines)
    fits = 0
    for seed in range(30_000, 60_000):
        town = match.game.new(2, seed=seed).state.copy()
        town["built"] = town["tile"]
        fits += disagreement(heard, town[0], lines, 0)[0] == 0
    assert fits > 15
    short = {seat: [v for v in seen if v.n_records <= lines] for seat, seen in views.items()}
    told = np.mean([sum(found_in(short, 2.0, seed)["bits"]) for seed in (1, 2, 3)])
    assert told == pytest.approx(np.log2(30_000 / fits), abs=1.2)


@pytest.mark.bulk
def test_towns_only_become_fewer_and_the_true_one_is_left(found: dict[str, Any]) -> None:
    assert all(bits >= 0 for bits in found["bits"]) and sum(found["bits"]) > 20
    assert found["towns"][0] > 60 and found["towns"][-1] >= 0
    assert np.all(np.diff(found["towns"]) <= 0.5), "what is left is a part of what was"
    assert len(found["moves"]) == len(found["bits"]) == len(found["towns"]) == len(found["maps"]["0"])


@pytest.mark.bulk
def test_what_is_true_was_never_thought_impossible(found: dict[str, Any]) -> None:
    missed = true = 0
    for maps in found["maps"].values():
        for shown in maps:
            for name in LAYERS:
                percent, truth = unpacked(shown[name])
                assert truth.any() or name == "pizza"
                true += int(truth.sum())
                missed += int((truth & (percent == 0)).sum())
                if name == "wall":
                    assert np.all(percent[truth] > 0)
    assert missed <= true / 500, "hardly ever, where few towns were looked at"


@pytest.mark.bulk
def test_what_was_certain_was_true(found: dict[str, Any]) -> None:
    said, true = [], []
    for maps in found["maps"].values():
        for shown in maps:
            for name in LAYERS:
                percent, truth = unpacked(shown[name])
                said.append(percent.ravel())
                true.append(truth.ravel())
    likely, real = np.concatenate(said), np.concatenate(true)
    assert real[likely == 100].mean() > 0.98
    assert real[likely == 0].mean() < 0.002
    assert 0.25 < real[(likely > 30) & (likely < 70)].mean() < 0.75


@pytest.mark.bulk
def test_a_report_heard_before_tells_nothing() -> None:
    walls: dict[int, int] = {}

    def bump_twice(match: Match, seat: int) -> int | None:
        """Move against a wall forever, once one is known."""
        view = match.view(seat)
        if seat not in walls:
            own = [line for line in range(int(view.n_records)) if view.by[line] == seat]
            near = int(view.near_walls[own[-1]]) if own else 0
            if near > 0 and view.phase == Phase.ACT:
                walls[seat] = (near & -near).bit_length() - 1
        return walls.get(seat)

    _match, views = played(11, bump_twice)
    found = found_in(views)
    last = views[0][-1]
    bumps = [n for n in range(int(last.n_records)) if int(last.said[n]) >> Report.BUMP_WALL & 1]
    again = [n for n in bumps if any(m < n and last.by[m] == last.by[n] for m in bumps)]
    assert len(again) > 5
    assert all(found["bits"][line + 1] == 0 for line in again)


@pytest.mark.bulk
def test_the_map_shown_at_the_end_changes_no_chance(game: Any) -> None:
    _match, views = game
    blind = {seat: list(seen) for seat, seen in views.items()}
    for seen in blind.values():
        last = np.array([seen[-1]], STATE)
        for name in ("walls", "ghosts", "supply", "tile", "built", "path", *particle_filter.POSITIONS):
            last[name] = HIDDEN
        seen[-1] = last[0]
    open_eyed, blindfold = found_in(views), found_in(blind)
    assert open_eyed["bits"] == blindfold["bits"]
    for seat in ("0", "1"):
        for one, other in zip(open_eyed["maps"][seat], blindfold["maps"][seat], strict=True):
            for name in LAYERS:
                assert np.array_equal(unpacked(one[name])[0], unpacked(other[name])[0])
                assert not unpacked(other[name])[1].any()


@pytest.mark.bulk
def test_every_step_is_shown_for_every_deliverer(game: Any, found: dict[str, Any]) -> None:
    match, _views = game
    for seat in found["seats"]:
        for step in range(len(found["moves"])):
            page = deduction.show(found, match.view(seat), seat, step)
            assert len(page.rows) == len(found["moves"]) and len(page.pictures) == len(LAYERS)
            assert ("Before the first report" in page.now) == (step == 0)
            for scene in page.pictures:
                assert all(
                    0 < x < scene["side"] and 0 < y < scene["side"] for x, y, _chance in scene["figures"]
                )
                assert all(0 <= at < scene["side"] for at in scene["here"])


def test_numbers_of_towns_have_two_digits_that_count() -> None:
    assert deduction.towns_words(0.0) == "1"
    assert deduction.towns_words(np.log2(1234)) == "1,200"
    assert deduction.towns_words(np.log2(5.96e23)) == "6.0·10²³"


def test_an_outline_goes_around_squares_not_through_them() -> None:
    two = np.zeros((3, 3), bool)
    two[1, 1:] = True
    path = deduction.outline(two, 10)
    assert path.count("M") == 6
    assert "M20 10v10" not in path, "between the two"
