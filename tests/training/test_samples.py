"""Positions that a judging net learns from: those near a game, with what a playout from each brings."""

from collections.abc import Iterator

import numpy as np
import pytest

from fattorino.games import load
from fattorino.kernel.errors import BadOption
from fattorino.kernel.jit import speed
from fattorino.training.samples import Positions, Samples, later_rows

MOST = 6  # positions of a playout


@pytest.fixture
def compiled() -> Iterator[None]:
    """Compile what is called: after tests of a server in this process, what is not cached is interpreted."""
    speeds = [speed(load(name).folder) for name in ("new_york", "ghost_town")]
    before = [(each.compiles, each.interprets) for each in speeds]
    for each in speeds:
        each.compile()
    yield
    for each, (compiles, interprets) in zip(speeds, before, strict=True):
        each._turn(compiles, interprets)


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
    wanted, later = np.zeros(5, np.float32), np.zeros(5, np.int8)
    parts = [
        Positions.of(numbers[:2], wanted[:2], later[:2], 0),
        Positions.of(numbers[2:], wanted[2:], later[2:], 1),
    ]
    assert np.array_equal(dense(Positions.joined(parts)), numbers)
    nothing = Positions.of(np.zeros((1, 8), np.float32), wanted[:1], later[:1], 0)
    assert np.array_equal(dense(nothing)[0, :8], np.zeros(8))


def test_the_next_position_of_a_seat_is_in_the_same_playout() -> None:
    playout = np.array([0, 0, 0, 0, 1, 1, 1, 2])
    seat = np.array([0, 1, 1, 0, 0, 1, 0, 0])
    assert later_rows(playout, seat).tolist() == [3, 1, 0, 0, 2, 0, 0, 0]
    assert later_rows(playout[:0], seat[:0]).tolist() == []


@pytest.mark.bulk
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["new_york", "ghost_town"])
@pytest.mark.parametrize("by", ["greedy", "net"])
def test_samples_are_positions_near_those_of_a_game_with_what_a_playout_brings(name: str, by: str) -> None:
    game = load(name)
    match = game.new(seats=2, seed=2)
    before = match.digest()
    found = []
    for seed in (5, 5, 6):
        samples = Samples(match, 40, by)
        samples.take(match, np.random.default_rng(seed))
        found.append(samples.end(match))
    assert match.digest() == before
    numbers, wanted, later = found[0]
    assert np.array_equal(found[1][0], numbers) and not np.array_equal(found[2][0], numbers)
    assert numbers.shape[1] == game.num_studied and 40 < len(numbers) == len(wanted) <= 40 * MOST
    assert len(np.unique(numbers, axis=0)) > 40
    here = np.flatnonzero(later)
    assert len(here) > 40 and np.array_equal(wanted[here], wanted[here + later[here]])
    assert ((wanted >= 0) & (wanted <= 1)).all() and 0.2 < (wanted > 0.5).mean() < 0.8  # the game is open


@pytest.mark.bulk
@pytest.mark.usefixtures("compiled")
def test_playouts_by_a_net_end_otherwise_than_by_greedy() -> None:
    game = load("new_york")
    match = game.new(seats=2, seed=2)
    found = []
    for by in ("greedy", "net"):
        samples = Samples(match, 20, by)
        samples.take(match, np.random.default_rng(1))
        found.append(samples.end(match))
    (here, *_), (there, *_) = found
    assert here.shape != there.shape or not np.array_equal(here, there)


def test_playouts_by_a_net_need_one_for_the_table() -> None:
    match = load("new_york").new(seats=5, seed=1)
    with pytest.raises(BadOption, match="no net chooses at such a table of New York Pizza Delivery"):
        Samples(match, 2, "net")


@pytest.mark.bulk
@pytest.mark.usefixtures("compiled")
def test_positions_of_a_playout_have_the_result_of_the_seat_whose_turn_begins() -> None:
    match = load("new_york").new(seats=2, seed=2)
    mixed = 0
    for seed in range(8):
        samples = Samples(match, 1, "greedy")
        samples.take(match, np.random.default_rng(seed))
        _numbers, wanted, _later = samples.end(match)
        assert len(np.unique(wanted)) <= 2  # one for each player
        mixed += len(np.unique(wanted > 0.5)) == 2
    assert mixed > 3
