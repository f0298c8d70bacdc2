"""Filling the cache: compile a game's loops before anyone waits for them."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from fattorino.kernel import records
from fattorino.kernel.game import Game
from fattorino.kernel.jit import INTERPRETED, cache_folder

STAMP = "complete"
_more: list[tuple[str, Callable[[Game], object]]] = []


def also(name: str, compile_it: Callable[[Game], object]) -> None:
    """Let others add what a table needs compiled."""
    _more.append((name, compile_it))


def is_warm(game: Game) -> bool:
    """Whether everything a table needs is in the cache."""
    return INTERPRETED or (cache_folder(game.folder) / STAMP).exists()


def steps(game: Game) -> list[tuple[str, Callable[[], object]]]:
    """The loops to compile, with names for a progress bar; the table's own first."""

    def played() -> None:
        match = game.new(seed=1)
        actions = match.legal()
        view, seat = match.view(match.to_move), match.to_move or 0
        game.greedy(view, seat, actions, len(actions), 1)
        match.play(int(actions[0]))
        match.watched()

    def imagined() -> None:
        match = game.new(seed=1)
        match.features(match.to_move)
        match.imagine(match.to_move)

    def stepped() -> None:
        Batch(game, 1, {}).step()

    return [
        ("table", played),
        ("imagine", imagined),
        ("playouts", lambda: game.playouts(1)),
        ("batch", stepped),
        *((name, partial(compile_it, game)) for name, compile_it in _more),
    ]


def warm(game: Game) -> Iterator[str]:
    """Compile step by step, naming each step before it is done; mark the cache complete at the end."""
    for name, compile_it in steps(game):
        yield name
        compile_it()
    if not INTERPRETED:
        folder = cache_folder(game.folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / STAMP).touch()


class Batch:
    """Many games stepped together in compiled code, into arrays that are allocated once."""

    def __init__(self, game: Game, count: int, options: dict[str, object], seed: int = 1) -> None:
        self.game = game
        self.count = count
        self.settings = game.settings(**options)  # type: ignore[arg-type]
        self.states = np.zeros(count, game.state)
        self.views = np.zeros(count, game.state)
        self.seeds = np.arange(count, dtype=np.int64) * 1_000_003 + seed
        self.chosen = np.zeros(count, np.int16)
        self.masks = np.zeros((count, game.num_actions), np.int8)
        self.features = np.zeros((count, game.num_features), np.float32)
        self.movers = np.full(count, records.NONE, np.int8)
        self.results = np.zeros((count, game.max_seats, 3), np.int32)
        self.done = np.ones(count, np.int8)
        self._options = game.options.encode(self.settings)
        self._log = records.new_log()
        self._actions = np.zeros(game.num_actions, np.int16)

    def step(self, first: int = 0, last: int | None = None) -> None:
        """Play `chosen` in each game; those that are done start anew."""
        self.game.loops.step(
            self.states, first, self.count if last is None else last, self.game.blank, self.game.curtain,
            self.views, self._options, self.seeds, self.chosen, self._log, self._actions, self.masks,
            self.features, self.movers, self.results, self.done,
        )  # fmt: skip
