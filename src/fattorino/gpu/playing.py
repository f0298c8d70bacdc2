"""Random games on a GPU: whole games by the million, and positions judged by thousands of playouts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.gpu.device import WARP, kernels, spread
from fattorino.gpu.door import open_cuda
from fattorino.kernel.errors import BadOption, GameOver
from fattorino.kernel.game import Game, Playouts, fresh_seed
from fattorino.kernel.match import Match

PLACES = 1 << 20  # games under way at once: the more there are, the better they sort by kind
LAUNCHES = 32  # steps between two looks at whether all games are over


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


class Pool:
    """Places for games under way, with the arrays that random play needs, allocated once."""

    def __init__(self, game: Game, settings: dict[str, Any], places: int) -> None:
        self._cuda = cuda = open_cuda()
        self._advance = kernels(game).advance
        self._n_queues = queues = kernels(game).QUEUES
        self.game = game
        self.places = places
        self._options = cuda.to_device(game.options.encode(settings))
        self._blank = cuda.to_device(game.blank)
        self._states = cuda.device_array(places, game.state)
        self._chosen = cuda.device_array(places, np.int32)
        self._chances = cuda.device_array(places, np.uint64)
        self._numbers = cuda.device_array(places, np.int64)
        self._decisions = cuda.device_array(places, np.int64)
        self._queues = [cuda.device_array((queues, places), np.int32) for _ in range(2)]
        self._sizes = [cuda.device_array(queues, np.int32) for _ in range(3)]

    def play(self, games: int, seed: int, keep: int = 0) -> tuple[int, NDArray[Any]]:
        """Random games to their ends: how many decisions, and the last states of the first few games."""
        cuda, busy = self._cuda, min(self.places, games)
        self._chosen.copy_to_device(np.full(self.places, -1, np.int32))
        self._decisions.copy_to_device(np.zeros(self.places, np.int64))
        self._queues[0][0].copy_to_device(np.arange(self.places, dtype=np.int32))
        for number, sizes in enumerate(self._sizes):
            first = np.zeros(self._n_queues, np.int32)
            first[0] = busy if number == 0 else 0
            sizes.copy_to_device(first)
        taken = cuda.to_device(np.zeros(1, np.int64))
        kept = cuda.device_array(max(keep, 1), self.game.state)
        n_queues = self._n_queues
        grid = spread(max(busy + (WARP - 1) * min(busy, n_queues), n_queues))  # each queue has its thread
        turn = 0
        while True:
            for _ in range(LAUNCHES):
                self._advance[grid](
                    self._states, self._blank, self._options, seed, games, taken, self._chosen, self._chances,
                    self._numbers, self._queues[turn % 2], self._sizes[turn % 3],
                    self._queues[(turn + 1) % 2], self._sizes[(turn + 1) % 3], self._sizes[(turn + 2) % 3],
                    self._decisions, kept,
                )  # fmt: skip
                turn += 1
            if not self._sizes[turn % 3].copy_to_host().any():
                return int(self._decisions.copy_to_host().sum()), kept.copy_to_host()[:keep]


def run_playouts(
    game: Game, games: int, seed: int, settings: dict[str, Any], places: int = PLACES
) -> Playouts:
    """Random games, the same as `game.playouts` plays, with the clock running."""
    if isinstance(games, bool) or games < 1:
        raise BadOption(f"games must be at least 1, not {games}")
    pool = Pool(game, settings, min(places, games))
    pool.play(1, seed)  # load or compile before the clock starts
    start = time.perf_counter()
    decisions, _ = pool.play(games, seed)
    return Playouts(games, decisions, time.perf_counter() - start)


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
