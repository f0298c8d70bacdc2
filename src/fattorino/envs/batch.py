"""Many games stepped together in compiled code on all cores, into arrays that are allocated once."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fattorino import bots
from fattorino.envs import common
from fattorino.envs.full_state import full_state
from fattorino.kernel import records
from fattorino.kernel.errors import BadOption, IllegalAction
from fattorino.kernel.game import Game, whole
from fattorino.kernel.i18n import _
from fattorino.kernel.records import START
from fattorino.kernel.rng import small_seed

FEWEST = 128  # least games per thread


class Workers:
    """Threads that split the games of a batch; not pickled, but recreated."""

    def __init__(self, games: int, threads: int) -> None:
        self.count = max(1, min(threads or os.cpu_count() or 1, games // FEWEST))
        self._games = games
        self._shares = list(pairwise([games * k // self.count for k in range(self.count + 1)]))
        self._pool = ThreadPoolExecutor(self.count - 1) if self.count > 1 else None

    def run(self, work: Callable[[int, int, int], None]) -> None:
        """Call work(worker, first, last) for each share."""
        if self._pool is None:
            work(0, 0, self._games)
            return
        rest = [self._pool.submit(work, worker, *self._shares[worker]) for worker in range(1, self.count)]
        work(0, *self._shares[0])
        for part in rest:
            part.result()

    def close(self) -> None:
        """Stop the threads; a batch stepped afterwards uses one thread."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Workers, (self._games, self.count)


def checked(actions: ArrayLike, games: int) -> NDArray[Any]:
    """Validate actions: one integer per game."""
    given = np.asarray(actions)
    check_one_each(given.shape, given.dtype, games)
    return given


def check_one_each(shape: tuple[int, ...], kind: np.dtype[Any], games: int) -> None:
    """Validate shape and type of an array of actions, wherever it is."""
    if shape != (games,) or kind.kind not in "iu":
        raise IllegalAction(
            f"actions must be {games} whole numbers, one a game, not an array of {kind} with shape {shape}"
        )


class Batch:
    """The arrays of a batch of games, allocated once, and the threads that step it."""

    def __init__(
        self, game: Game, num_envs: int, settings: dict[str, Any], reward: str, threads: int
    ) -> None:
        self.game = game
        self.settings = settings
        self.num_envs = n = whole("num_envs", num_envs, 1)
        threads = whole("threads", threads, 0)
        self.num_actions = game.num_actions
        self.num_features = game.num_features
        self.roles = game.roles(settings)
        self.observations = np.zeros((n, game.num_features), np.float32)
        self.masks = np.zeros((n, game.num_actions), np.int8)
        self.legal = np.zeros((n, game.num_actions), np.int16)  # the legal actions, ascending,
        self.counts = np.zeros(n, np.int16)  # and their number
        self.movers = np.zeros(n, np.int8)
        self.dones = np.zeros(n, np.int8)
        self.states = np.zeros(n, game.state)  # full states: not for players
        self.seeds = np.zeros(n, np.int64)  # of the next game in each slot
        self._options = game.options.encode(settings)
        self._sharing = common.Rewards(game, self.roles, reward)
        self._sampled = np.zeros(n, np.int32)
        self._chances = np.zeros(n, np.uint64)
        self._workers = Workers(n, threads)
        self._views = np.zeros(self._workers.count, game.state)
        self._results = np.zeros((self._workers.count, game.max_seats, 3), np.int32)
        self._bots: dict[tuple[int, int], tuple[int, bots.Bot]] = {}  # by slot and seat, with their game

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for every game, any for finished ones; the next call overwrites the array."""
        self._loops.sample(self.legal, self.counts, self._chances, self._sampled)
        return self._sampled

    def state(self) -> NDArray[np.float32]:
        """The full state of every game as numbers, hidden information included: for a critic in training."""
        return full_state(self.game).of(self.states)

    def ask(self, bot: Any, at: int, seed: int) -> int:
        """The choice of a bot for the seat to move; bots remember one game, identified by its seed."""
        seat, game = int(self.movers[at]), int(self.seeds[at])
        if (at, seat) not in self._bots or self._bots[at, seat][0] != game:
            self._bots[at, seat] = game, bots.make(bot, self.game)
        legal = self.legal[at, : self.counts[at]].copy()
        return self._bots[at, seat][1].choose(self.game.redact(self.states[at], seat), seat, legal, seed)

    def close(self) -> None:
        """Stop the threads; a batch stepped afterwards uses one thread."""
        self._workers.close()

    @property
    def _loops(self) -> Any:
        return common.loops(self.game)


class Vector(Batch):
    """A batch of games.

    `observations`, `masks` and `movers` belong to the pending decision of each game, as seen by the seat to
    move. A game that ends restarts in the same step: then `dones` is 1 and `rewards` has the rewards of all
    seats of the finished game, while the other arrays already belong to the next one.
    """

    def __init__(
        self, game: Game, num_envs: int, settings: dict[str, Any], reward: str, threads: int, seed: int | None
    ) -> None:
        super().__init__(game, num_envs, settings, reward, threads)
        self.rewards = np.zeros((num_envs, game.max_seats), np.float32)
        self._chosen = np.zeros(num_envs, np.int32)
        self._advice = np.zeros(num_envs, np.int32)
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<{self.num_envs} games of {self.game.name}>"

    def reset(self, seed: int | None = None) -> None:
        """Restart all games; the same seed gives the same games."""
        chance = common.generator(seed)
        self.seeds[:] = chance.integers(2**61, size=self.num_envs)
        self._chances[:] = chance.integers(1, 2**63, size=self.num_envs, dtype=np.uint64)
        self._chosen[:] = START
        self._workers.run(self._work)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every game; refuses all of them if one is not legal."""
        given = checked(actions, self.num_envs)
        np.copyto(self._chosen, given, casting="unsafe")
        if given.dtype != np.int32 and not np.array_equal(self._chosen, given):  # overflow
            wrong = int((self._chosen != given).argmax())
        else:
            wrong = int(self._loops.first_illegal(self.masks, self._chosen))
        if wrong != records.NONE:
            raise refused(self.game, self.states, self.movers, wrong, int(given[wrong]))
        self._workers.run(self._work)

    def advise(self, seed: int = 1, where: ArrayLike | None = None) -> NDArray[np.int32]:
        """The action of `greedy` in every game, or in those of a mask; the next call overwrites the array."""
        seed = small_seed(seed)
        asked = np.ones(self.num_envs, np.bool_) if where is None else np.asarray(where, np.bool_)
        loops = self._loops

        def work(worker: int, first: int, last: int) -> None:
            loops.advise(
                self.states, first, last, self.game.masks, self._views, worker, self.legal, self.counts,
                asked, seed, self._advice,
            )  # fmt: skip

        self._workers.run(work)
        return self._advice

    def observe(self, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The observations of one seat in every game, whoever is to move."""
        number = common.seat_at(self.roles, seat)
        if out is None:
            out = np.zeros_like(self.observations)
        elif out.shape != self.observations.shape or out.dtype != np.float32 or not out.flags.c_contiguous:
            raise BadOption(
                f"out must be an array of float32 with shape {self.observations.shape}, in one piece, "
                f"not of {out.dtype} with shape {out.shape}"
            )
        self._loops.observe_seat(self.states, number, self.game.masks, self._views, out)
        return out

    def _work(self, worker: int, first: int, last: int) -> None:
        self._loops.step(
            self.states, first, last, self.game.blank, self.game.masks, self._views, worker, self._options,
            self.seeds, self._chosen, self._results, self._sharing.sides, self._sharing.n_sides,
            self._sharing.reward, self.observations, self.masks, self.legal, self.counts, self.movers,
            self.rewards, self.dones,
        )  # fmt: skip


def refused(game: Game, states: NDArray[Any], movers: NDArray[Any], at: int, action: int) -> IllegalAction:
    """Why an action cannot be played in one of many games."""
    if not 0 <= action < game.num_actions:
        last = game.num_actions - 1
        return IllegalAction(
            f"game {at}: action {action} is not in {game.title}: its actions are 0 to {last}"
        )
    rule = game.rulebook.id_of(int(game.loops.rule_against(states, at, action)))
    sentence = _(game.rulebook.refusal(rule))
    return IllegalAction(
        f"game {at}: seat {movers[at]} may not play action {action}. {rule}: {sentence}", rule, sentence
    )


def exercise(game: Game) -> None:
    """Call every loop of the environments once, so that all are compiled."""
    game.playouts(1)
    batch = Vector(game, 1, game.settings(), "result", 1, 1)
    batch.step(batch.sample())
    batch.advise()
    batch.observe(0)
    over = game.new(seed=1)
    over.features(over.to_move)
    while not over.over:
        over.play(int(over.legal()[0]))
    common.Rewards(game, over.roles, "result").of(over)
    with suppress(ImportError):  # the packages for research are not installed
        from fattorino.envs.gym_vector import SoloVector

        SoloVector(game, 1, seat=None).reset(seed=1)
