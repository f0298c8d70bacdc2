"""What seats see, what they may believe, and what learners get."""

import random
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.papa_paolo.state import START, Phase
from fattorino.games.papa_paolo.view import NUM_FEATURES
from fattorino.kernel.records import HIDDEN, NONE


@pytest.fixture(scope="module")
def game() -> Any:
    return fattorino.load("papa_paolo")


def test_a_start_tile_is_secret_until_both_have_chosen(game: Any) -> None:
    match = game.new(seats=2, seed=5)
    dealt = match.state[0].dealt.tolist()
    match.play(START + dealt[0])
    assert match.view(0).kept[0] == dealt[0]
    for seat in (1, None):
        assert match.view(seat).kept[0] == HIDDEN
        assert match.view(seat).kept[1] == NONE
    assert not any("start tile" in line and "house" in line for line in match.log(1))
    match.play(START + dealt[2])
    assert match.view(None).kept[:2].tolist() == [dealt[0], dealt[2]]
    assert [line.startswith("You: start tile") and "house" in line for line in match.log(0)].count(True) == 1


def test_a_secret_choice_does_not_show(game: Any) -> None:
    views = []
    for which in (0, 1):
        match = game.new(seats=2, seed=5)
        match.play(START + int(match.state[0].dealt[which]))
        views.append((match.view(1).tobytes(), match.log(1), match.prompt(1), match.legal().tolist()))
    assert views[0] == views[1]


def test_imagined_worlds_look_the_same_and_differ_in_what_is_hidden(game: Any) -> None:
    match = game.new(seats=2, seed=5)
    match.play(int(match.legal()[0]))
    kept = set()
    for seed in range(20):
        other = match.imagine(1, seed)
        assert other.view(1).tobytes() == match.view(1).tobytes()
        assert other.state[0].rng != match.state[0].rng
        kept.add(int(other.state[0].kept[0]))
    assert kept == set(match.state[0].dealt[:2].tolist())


def test_the_generator_is_in_no_view(game: Any) -> None:
    match = game.new(seats=3, seed=5)
    assert all(int(match.view(seat).rng) == 0 for seat in (0, 1, 2, None))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_features_are_small_numbers(game: Any, seats: Any) -> None:
    match = game.new(seats=seats, seed=8)
    chance = random.Random(8)
    while not match.over:
        features = match.features(match.to_move)
        assert features.shape == (NUM_FEATURES,)
        assert np.isfinite(features).all()
        assert np.abs(features).max() <= 8
        match.play(int(chance.choice(match.legal())))


def test_undo_ends_where_chance_begins(game: Any) -> None:
    match = game.new(seats=4, seed=3)
    first = match.to_move
    match.play(0)
    match.play(21)
    assert match.to_move != first
    assert match.undo(first) == 21
    assert match.undo(first) == 0
    assert match.state[0].phase == Phase.SLOT
