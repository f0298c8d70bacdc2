"""Decisions per second of each game, next to OpenSpiel's C++ rollouts, in one run on one core.

    python benchmarks/peers.py [GAME ...] [--seconds 2] [--repeat 5]

Medians with their spread. Random play counts real decisions only: steps without a choice are taken by the
rules themselves and are not counted. OpenSpiel is measured with its own C++ random rollouts; where it is not
installed its rows are left out.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import fattorino
from fattorino.envs import vector
from fattorino.kernel.game import Game


def spread(figures: list[float]) -> str:
    """Median, smallest and largest."""
    return f"{statistics.median(figures):,.0f} ({min(figures):,.0f} to {max(figures):,.0f})"


def timed(work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """How many things a second a piece of work does."""
    done, start = 0, clock()
    while (passed := clock() - start) < seconds:
        done += work()
    return done / passed


def arguments(text: str | None) -> argparse.ArgumentParser:
    """A parser with the options of all benchmarks."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to measure; all if none is named")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each figure is measured")
    parser.add_argument("--repeat", type=int, default=5, help="how often, for the median")
    return parser


def random_play(game: Game, seconds: float) -> float:
    """Compiled random games on one core."""
    return timed(lambda: game.playouts(500, seed=int(time.perf_counter_ns() % 10**9)).decisions, seconds)


def batch_play(game: Game, seconds: float) -> float:
    """256 games stepped together, with observations and masks, the choices among those legal."""
    batch = vector(game, 256, threads=1, seed=1)

    def work() -> int:
        batch.step(batch.sample())
        return batch.num_envs

    return timed(work, seconds)


def match_play(game: Game, seconds: float) -> float:
    """One game through the checked door: legal(), then play()."""
    chance = random.Random(1)

    def work() -> int:
        match = game.new(seed=chance.randrange(10**9))
        while not match.over:
            legal = match.legal()
            match.play(int(legal[chance.randrange(len(legal))]))
        return match.move

    return timed(work, seconds)


def play_only(game: Game, seconds: float) -> float:
    """Only match.play, the actions known beforehand."""
    match = game.new(seed=1)
    chance = random.Random(1)
    while not match.over:
        legal = match.legal()
        match.play(int(legal[chance.randrange(len(legal))]))
    actions = match.actions

    def work() -> int:
        again = game.new(seed=1)
        for action in actions:
            again.play(action)
        return len(actions)

    return timed(work, seconds)


def copy_nanoseconds(game: Game) -> float:
    """Copying the bytes of one state from Python."""
    one, other = np.zeros((2, game.state.itemsize), np.uint8)
    start = time.perf_counter()
    for _ in range(100_000):
        other[:] = one
    return (time.perf_counter() - start) * 1e4


def openspiel_game(name: str, games: int) -> tuple[Any, Any, float]:
    """A game of OpenSpiel, its first decision, and the decisions of a random game, as the mean of some."""
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)
    lengths = []
    for _ in range(games):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal():
            length += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        lengths.append(length)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return game, state, statistics.mean(lengths)


def openspiel_rollouts(name: str, seconds: float) -> float:
    """Decisions per second of OpenSpiel's C++ random rollouts."""
    import pyspiel

    game, state, length = openspiel_game(name, 300)
    # one simulation of the C++ search is nothing but its random rollouts
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1000, 1), 2.0, 1, 100, False, 1, False)
    games = timed(lambda: 1000 if search.mcts_search(state) is not None else 0, seconds)
    return games * length


def main() -> None:
    given = arguments(__doc__).parse_args()
    names = given.names or fattorino.games.names()
    rows: list[tuple[str, str, Callable[[], float]]] = []
    for name in names:
        game = fattorino.load(name)
        for title, measure in (
            ("random play", random_play),
            ("batch of 256 with observations and masks", batch_play),
            ("match.play alone", play_only),
            ("match.legal and match.play", match_play),
        ):
            measure(game, 0.01)
            rows.append((name, title, partial(measure, game, given.seconds)))
    try:
        import pyspiel  # noqa: F401

        rows += [
            (f"OpenSpiel {peer}", "C++ random rollouts", partial(openspiel_rollouts, peer, given.seconds))
            for peer in ("connect_four", "hearts", "backgammon")
        ]
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel")
    figures: list[list[float]] = [[] for _ in rows]
    for _ in range(given.repeat):  # in turn, so that noise of the machine falls on all alike
        for at, (_name, _title, measure_it) in enumerate(rows):
            figures[at].append(measure_it())
    table = Table("what", "how", "per second: median (range)", "x connect four C++")
    base = next(
        (statistics.median(f) for (name, _, _), f in zip(rows, figures, strict=True) if "connect" in name),
        None,
    )
    for (name, title, _), row in zip(rows, figures, strict=True):
        ratio = f"{statistics.median(row) / base:.2f}" if base else ""
        table.add_row(name, title, spread(row), ratio)
    console = Console(width=120)
    console.print(table)
    for name in names:
        game = fattorino.load(name)
        took = copy_nanoseconds(game)
        console.print(f"{name}: state {game.state.itemsize} bytes, copied from Python in {took:.0f} ns")


if __name__ == "__main__":
    main()
