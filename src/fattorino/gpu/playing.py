"""Random play on a GPU: millions of whole games, and the evaluation of positions by playouts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.gpu.cuda import open_cuda
from fattorino.gpu.device import WARP, free_memory, kernels, spread, words
from fattorino.kernel.errors import BadOption, GameOver
from fattorino.kernel.game import Game, Playouts, fresh_seed, seed_from, whole
from fattorino.kernel.match import Match

QUEUED = 1 << 21  # concurrent games: the more there are, the better they can be sorted by phase
RESIDENT = 1 << 18  # ... and if every thread keeps its own, enough to keep the GPU busy
ROOM = 4 << 30  # bytes for prepared initial states
FEW_KINDS = 16  # kinds of action up to which sorting is not worthwhile
SHORT = 100  # decisions of a short game
TOGETHER = WARP  # short games that a warp starts together
TRIAL = 64  # warm-up games
PARTS = 2  # in which games are sorted
LAUNCHES = 32  # steps between two checks whether all games are over


@dataclass(frozen=True)
class Judgement:
    """The results of random play after each legal action, for the seat to move."""

    actions: NDArray[np.int64]
    playouts: NDArray[np.int64]  # how many were finished after each action
    wins: NDArray[np.float64]  # share of them that the seat won
    scores: NDArray[np.float64]  # its mean score

    @property
    def best(self) -> int:
        """The action with the most wins; among equals, the one with the higher score."""
        return int(self.actions[np.lexsort((self.scores, self.wins))[-1]])


def at_once(game: Game) -> int:
    """The best number of concurrent games; sorted ones use up to half of the memory for states and queues."""
    if not sorts(game):
        return RESIDENT
    each = game.state.itemsize + 2 * np.dtype(np.int32).itemsize * int(kernels(game).QUEUES)
    return min(QUEUED, free_memory() // 2 // each)


def sorts(game: Game) -> bool:
    """Whether a game has enough kinds of action for sorting to be worthwhile."""
    return len(game.space.blocks) > FEW_KINDS


class Sorted:
    """Running games in queues by phase, advanced step by step in their own CUDA stream."""

    def __init__(self, game: Game, places: int) -> None:
        self._cuda = cuda = open_cuda()
        self._kernels = kernels(game)
        self.places = places
        n_queues = self._kernels.QUEUES
        self._states = cuda.device_array((places, game.state.itemsize // 8), np.int64)
        self._chances = cuda.device_array(places, np.uint64)
        self._numbers = cuda.device_array(places, np.int64)
        self._queues = [cuda.device_array((n_queues, places), np.int32) for _ in range(2)]
        self._sizes = [cuda.device_array(n_queues, np.int32) for _ in range(3)]
        self._stream = cuda.stream()

    def begin(self, busy: int) -> None:
        """Reset: all slots wait for a game."""
        n_queues = self._kernels.QUEUES
        self._grid = spread(max(busy + (WARP - 1) * min(busy, n_queues), n_queues))  # one thread per queue
        self._decisions = self._cuda.to_device(np.zeros(busy, np.int64))
        self._queues[0][0].copy_to_device(np.arange(self.places, dtype=np.int32))
        for number, sizes in enumerate(self._sizes):
            first = np.zeros(n_queues, np.int32)
            first[0] = busy if number == 0 else 0
            sizes.copy_to_device(first)
        self._turn = 0

    def step(self, options: Any, seed: int, games: int, taken: Any, kept: Any) -> None:
        """One step in every game."""
        turn = self._turn
        now, after, later = (self._sizes[(turn + ahead) % 3] for ahead in range(3))
        blocks, threads = self._grid
        self._kernels.advance[blocks, threads, self._stream](
            self._states, options, seed, games, taken, self._chances, self._numbers, self._queues[turn % 2],
            now, self._queues[(turn + 1) % 2], after, later, self._decisions, kept,
        )  # fmt: skip
        self._turn += 1

    def over(self) -> bool:
        """Whether all games are over; waits for the GPU."""
        self._stream.synchronize()
        return not self._sizes[self._turn % 3].copy_to_host().any()

    def decisions(self) -> int:
        """The number of decisions so far."""
        return int(self._decisions.copy_to_host().sum())


class Pool:
    """Slots for concurrent games, with the arrays that random play needs, allocated once.

    A GPU is fast if the 32 threads of a warp do the same thing. In a game with many kinds of action the games
    are sorted by phase after every step, in two halves: while the slowest threads of one half finish, the
    other keeps the GPU busy. In a game with few kinds each thread keeps its game in local memory and takes
    its next game from prepared initial states: if games are long, a warp continues with the most common kind
    of action; if they are short, a warp starts its games together.
    """

    def __init__(self, game: Game, settings: dict[str, Any], places: int, queues: bool | None = None) -> None:
        self._cuda = cuda = open_cuda()
        self._kernels = kernels(game)
        self.game = game
        self.queues = sorts(game) if queues is None else queues
        self.places = places
        self._options = cuda.to_device(game.options.encode(settings))
        self._width = game.state.itemsize // 8
        self._together: int | None = None  # new games that a warp starts together; 0: by vote
        self._beginnings: Any = None
        self._room = min(ROOM, free_memory() // 2) // game.state.itemsize
        if self.queues:
            shares = [places * k // PARTS for k in range(PARTS + 1)]
            self._parts = [Sorted(game, last - first) for first, last in pairwise(shares) if last > first]

    def play(self, games: int, seed: int, keep: int = 0) -> tuple[int, NDArray[Any]]:
        """Play random games; returns the number of decisions and the final states of the first games."""
        kept = self._cuda.device_array((max(keep, 1), self._width), np.int64)
        if self.queues:
            total = self._by_queues(games, seed, kept)
        else:
            total = self._by_threads(games, seed, kept)
        return total, kept.copy_to_host()[:keep].view(self.game.state)[:, 0]

    def _by_threads(self, games: int, seed: int, kept: Any) -> int:
        blocks, threads = spread(min(self.places, games))
        decisions = self._cuda.to_device(np.zeros(blocks * threads, np.int64))
        room = min(games, self._room)
        if self._beginnings is None or self._beginnings.shape[1] < room:
            self._beginnings = self._cuda.device_array((self._width, room), np.int64)
        for first in range(0, games, room):
            some = min(room, games - first)
            taken = self._cuda.to_device(np.zeros(1, np.int64))
            self._kernels.begin[spread(some)](self._options, seed + first, some, self._beginnings)
            self._kernels.play[blocks, threads](
                self._beginnings, seed, first, some, taken, self._together or 0, decisions, kept
            )
        total = int(decisions.copy_to_host().sum())
        if self._together is None:
            self._together = TOGETHER if total < SHORT * games else 0
        return total

    def _by_queues(self, games: int, seed: int, kept: Any) -> int:
        taken = self._cuda.to_device(np.zeros(1, np.int64))
        for part in self._parts:
            part.begin(min(part.places, max(1, games // len(self._parts))))
        self._cuda.synchronize()
        busy = self._parts
        while busy:
            for _ in range(LAUNCHES):
                for part in busy:
                    part.step(self._options, seed, games, taken, kept)
            busy = [part for part in busy if not part.over()]
        return sum(part.decisions() for part in self._parts)


def run_playouts(game: Game, games: int, seed: int, settings: dict[str, Any]) -> Playouts:
    """The same random games as `game.playouts`, timed."""
    games, seed = whole("games", games, 1), seed_from(seed)
    pool = Pool(game, settings, min(games, at_once(game)))
    pool.play(min(TRIAL, games), seed)  # load or compile before the clock starts
    start = time.perf_counter()
    decisions, _ = pool.play(games, seed)
    return Playouts(games, decisions, time.perf_counter() - start)


def judge(matches: list[Match], playouts: int, seed: int | None = None) -> list[Judgement]:
    """Random play after every legal action, from states imagined for the seat to move."""
    playouts = whole("playouts", playouts, 1)
    game = matches[0].game
    for match in matches:
        if match.game is not game:
            raise BadOption("the matches must all be of one game")
        if match.over:
            raise GameOver("this match is over: there is nothing to judge")
    cuda, count = open_cuda(), kernels(game).judge
    seats = np.array([match.to_move for match in matches], np.int64)
    views = np.array([match.view(match.to_move) for match in matches], game.state)
    legal = [match.legal() for match in matches]
    firsts = np.array([(at, int(action)) for at, listed in enumerate(legal) for action in listed], np.int64)
    sums = [cuda.to_device(np.zeros(len(firsts), np.int64)) for _ in range(3)]
    count[spread(len(firsts) * playouts)](
        *map(cuda.to_device, (words(views), game.masks, seats, firsts)),
        fresh_seed() // 2 if seed is None else seed, playouts, *sums,
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
