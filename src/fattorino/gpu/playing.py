"""Random games on a GPU: whole games by the million, and positions judged by thousands of playouts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.gpu.device import kernels, open_cuda, spread
from fattorino.kernel.errors import BadOption, GameOver
from fattorino.kernel.game import Game, Playouts, fresh_seed
from fattorino.kernel.match import Match

THREADS = 1 << 17  # games under way at once: enough to keep the card busy, few enough for its caches


@dataclass(frozen=True)
class Judgement:
    """What random play after each legal action led to, for the seat to move."""

    actions: NDArray[np.int64]
    playouts: NDArray[np.int64]  # how many were finished after each action
    wins: NDArray[np.float64]  # share of them that the seat won
    scores: NDArray[np.float64]  # its mean score

    @property
    def best(self) -> int:
        """The action with the most wins; among equals, the one with the higher score."""
        return int(self.actions[np.lexsort((self.scores, self.wins))[-1]])


def run_playouts(
    game: Game, games: int, seed: int, settings: dict[str, Any], threads: int = THREADS, keep: int = 0
) -> tuple[Playouts, NDArray[Any]]:
    """Random games, the same as `game.playouts` plays; with them the last states of the first few."""
    if isinstance(games, bool) or games < 1:
        raise BadOption(f"games must be at least 1, not {games}")
    cuda, play = open_cuda(), kernels(game).play
    options, blank = cuda.to_device(game.options.encode(settings)), cuda.to_device(game.blank)
    states = cuda.device_array(max(keep, 1), game.state)

    def run(count: int) -> int:
        busy = min(threads, count)
        taken, decisions = cuda.to_device(np.zeros(1, np.int64)), cuda.to_device(np.zeros(busy, np.int64))
        play[spread(busy)](blank, options, seed, 0, count, taken, decisions, states)
        return int(decisions.copy_to_host().sum())

    run(1)  # load or compile before the clock starts
    start = time.perf_counter()
    total = run(games)
    seconds = time.perf_counter() - start
    return Playouts(games, total, seconds), states.copy_to_host()[:keep]


def judge(matches: list[Match], playouts: int, seed: int | None = None) -> list[Judgement]:
    """Play on at random after every legal action, in worlds that the seat to move could believe in."""
    if isinstance(playouts, bool) or playouts < 1:
        raise BadOption(f"playouts must be at least 1, not {playouts}")
    game = matches[0].game
    for match in matches:
        if match.game is not game:
            raise BadOption("the matches must all be of one game")
        if match.over:
            raise GameOver("this match is over: there is nothing to judge")
    cuda, count = open_cuda(), kernels(game).judge
    seats = np.array([match.to_move for match in matches], np.int64)
    views = np.zeros(len(matches), game.state)
    for at, match in enumerate(matches):
        views[at] = match.view(match.to_move)
    legal = [match.legal() for match in matches]
    firsts = np.array([(at, int(action)) for at, listed in enumerate(legal) for action in listed], np.int64)
    sums = [cuda.to_device(np.zeros(len(firsts), np.int64)) for _ in range(3)]
    count[spread(len(firsts) * playouts)](
        cuda.to_device(views), cuda.to_device(seats), cuda.to_device(firsts),
        fresh_seed() // 2 if seed is None else seed, playouts, cuda.to_device(game.blank), *sums,
    )  # fmt: skip
    played, won, scores = (each.copy_to_host() for each in sums)
    found, start = [], 0
    for listed in legal:
        rows = slice(start, start + len(listed))
        start += len(listed)
        n = np.maximum(played[rows], 1)
        actions = np.asarray(listed, np.int64)
        found.append(Judgement(actions, played[rows], won[rows] / n, scores[rows] / n))
    return found
