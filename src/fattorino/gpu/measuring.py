"""Decisions per second on a GPU, for `fattorino bench --device cuda` and benchmarks/gpu.py."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from fattorino.gpu.batch import Vector
from fattorino.gpu.cuda import open_cuda
from fattorino.gpu.playing import TRIAL, Pool
from fattorino.kernel.game import Game

Work = Callable[[], int]  # plays some decisions and returns how many
STEPS = 50  # between two checks of the clock


def measured(work: Work, seconds: float, repeat: int = 3) -> tuple[float, float, float]:
    """Decisions per second: median, smallest and largest of some repeats of at least this many seconds."""
    work()
    rates = []
    for _ in range(repeat):
        start, done = time.perf_counter(), 0
        while time.perf_counter() - start < seconds or not done:
            done += work()
        rates.append(done / (time.perf_counter() - start))
    return statistics.median(rates), min(rates), max(rates)


def random_play(game: Game, places: int, games: int) -> Work:
    """Whole random games, several per slot."""
    pool = Pool(game, game.settings(), places)
    pool.play(TRIAL, 0)
    seeds = iter(range(1, 1 << 40, games))
    return lambda: pool.play(games, next(seeds))[0]


def stepping(game: Game, num_envs: int) -> Work:
    """Batched stepping with random legal actions, chosen on the GPU; observations and masks are written."""
    cuda = open_cuda()
    batch = Vector(game, num_envs, game.settings(), "result", 1, False)

    def work() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample())
        cuda.synchronize()
        return STEPS * num_envs

    return work
