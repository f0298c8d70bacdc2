"""GPU and CPU play the same games: the same bytes for the same seeds and actions."""

import numpy as np
import pytest

from fattorino import envs, games, gpu
from fattorino.gpu.cuda import simulated
from fattorino.kernel.game import Game

pytestmark = [
    pytest.mark.bulk,
    pytest.mark.skipif(simulated() or not gpu.available(), reason="there is no CUDA device here"),
    pytest.mark.filterwarnings("ignore::Warning"),  # Numba's advice on small grids
]
GAMES = 4096
STEPS = 400


@pytest.fixture(params=games.names())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


def test_thousands_of_games_are_the_same_step_by_step(game: Game) -> None:
    there = gpu.vector(game, GAMES, seed=5)
    here = envs.vector(game, GAMES, seed=5)
    finished = 0
    for step in range(STEPS):
        for name in ("masks", "movers", "rewards", "dones", "seeds"):
            assert np.array_equal(getattr(there, name).copy_to_host(), getattr(here, name)), (name, step)
        if step % 40 == 0:
            assert np.array_equal(there.observations.copy_to_host(), here.observations), step
        finished += int(here.dones.sum())
        actions = here.sample()
        assert np.array_equal(there.sample().copy_to_host(), actions)
        there.step(actions)
        here.step(actions)
    found = there.states.copy_to_host().view(np.uint8).reshape(GAMES, -1)[:, game.content]
    assert np.array_equal(found, here.states.view(np.uint8).reshape(GAMES, -1)[:, game.content])
    assert finished >= GAMES // 4


def test_random_games_have_the_same_decisions(game: Game) -> None:
    assert gpu.playouts(game, 20_000, seed=3).decisions == game.playouts(20_000, seed=3).decisions


def test_greedy_gives_the_same_advice(game: Game) -> None:
    there = gpu.vector(game, 64, seed=8)
    here = envs.vector(game, 64, seed=8, threads=1)
    for step in range(40):
        advice = there.advise(step).copy_to_host()
        for at in range(64):
            legal = np.flatnonzero(here.masks[at]).astype(np.int16)
            seat = int(here.movers[at])
            view = game.redact(here.states[at], seat)
            assert advice[at] == game.greedy(view, seat, legal, len(legal), step + at), (step, at)
        there.step(advice)
        here.step(advice)


def test_positions_are_judged(game: Game) -> None:
    match = game.new(seed=4)
    found = gpu.evaluate(match, 500, seed=1)
    again = gpu.evaluate(match, 500, seed=1)
    assert list(found.actions) == list(match.legal())
    assert (found.playouts == 500).all() and np.array_equal(found.wins, again.wins)
    assert ((found.wins >= 0) & (found.wins <= 1)).all()
