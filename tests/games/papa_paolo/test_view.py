"""What seats see, what they imagine, and what learners observe."""

import random
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.papa_paolo.state import START, Phase, Stage
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
    match.play(17)
    assert match.to_move != first
    assert match.undo(first) == 17
    assert match.undo(first) == 0
    assert match.state[0].phase == Phase.SLOT


def test_hidden_money_is_in_no_view_and_is_guessed(game: Any) -> None:
    match = game.new(seats=3, seed=2, money_shown=False)
    for _ in range(30):
        match.play(int(match.legal()[0]))
    owned = match.state[0].money[:3].tolist()
    assert match.view(1).money.tolist() == [HIDDEN, owned[1], HIDDEN, HIDDEN]
    assert match.view(None).money.tolist() == [HIDDEN] * 4
    assert match.view(1).bank == HIDDEN
    guesses = {tuple(match.imagine(1, seed).state[0].money[:3].tolist()) for seed in range(20)}
    assert len(guesses) > 10
    assert all(guess[1] == owned[1] and min(guess) >= 0 for guess in guesses)
    assert min(game.new(seats=3, seed=2).view(None).money[:3]) >= 0


def test_who_counts_a_limited_bank_knows_what_the_others_own_together(game: Any) -> None:
    match = game.new(seats=3, seed=2, money_shown=False, bank_limit=True)
    together = int(match.state[0].money.sum())
    assert match.view(1).bank == match.state[0].bank
    assert all(match.imagine(1, seed).state[0].money.sum() == together for seed in range(5))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guessed_money_covers_every_bid(game: Any, seats: int) -> None:
    match = game.new(seats=seats, seed=seats, money_shown=False)
    chance = np.random.default_rng(seats)
    while match.state[0].stage < Stage.INVEST or match.state[0].round_no < 2:
        if match.state[0].stage in (Stage.BID, Stage.PICK):
            world = match.imagine(None, seed=match.move)
            assert len(world.legal()) > 0
            while world.state[0].stage in (Stage.BID, Stage.PICK):
                world.play(int(chance.choice(world.legal())))
                assert world.state[0].money.min() >= 0
        match.play(int(chance.choice(match.legal())))
