"""Positions that a judging net learns from: those near a game, with what a playout from each brings."""

import numpy as np
import pytest

from fattorino.games import load
from fattorino.training.samples import Positions, Samples


def dense(found: Positions) -> np.ndarray:
    """Rows of numbers, zeros included."""
    rows = np.zeros((len(found.wanted), load("pizza_city").num_studied), np.float32)
    for row, places, values in zip(rows, found.places, found.values, strict=True):
        np.add.at(row, places, values)
    return rows


def test_positions_keep_every_number_that_is_not_0() -> None:
    game = load("pizza_city")
    chance = np.random.default_rng(1)
    size = (5, game.num_studied)
    numbers = np.where(chance.random(size) < 0.1, chance.integers(1, 5, size), 0).astype(np.float32)
    wanted = np.zeros(5, np.float32)
    parts = [Positions.of(numbers[:2], wanted[:2], 0), Positions.of(numbers[2:], wanted[2:], 1)]
    assert np.array_equal(dense(Positions.joined(parts)), numbers)
    assert np.array_equal(
        dense(Positions.of(np.zeros((1, 8), np.float32), wanted[:1], 0))[0, :8], np.zeros(8)
    )


@pytest.mark.bulk
def test_samples_are_positions_near_those_of_a_game_with_what_a_playout_brings() -> None:
    game = load("new_york")
    match = game.new(seats=2, seed=2)
    before = match.digest()
    found = []
    for seed in (5, 5, 6):
        samples = Samples(game, 40)
        samples.take(match, np.random.default_rng(seed))
        found.append(samples.end(match))
    assert match.digest() == before
    numbers, wanted = found[0]
    assert np.array_equal(found[1][0], numbers) and not np.array_equal(found[2][0], numbers)
    assert numbers.shape == (40, game.num_studied) and len(np.unique(numbers, axis=0)) > 10
    assert ((wanted >= 0) & (wanted <= 1)).all() and 0.2 < (wanted > 0.5).mean() < 0.8  # the game is open
