"""Gymnasium's VectorEnv: many games of one learner against bots, stepped in compiled code.

`gymnasium.make_vec("fattorino/PapaPaolo-v2", num_envs=256)` is the game of `make`, many times. Opponents
`random` and `greedy` are compiled, too; other bots choose one by one. With `seat=None` the learner decides
for every seat: the observation is that of the seat to move, the reward that of the seat whose move ended the
game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from fattorino import bots
from fattorino.envs import common
from fattorino.envs.batch import Batch, checked, refused
from fattorino.envs.gym import against, check_keywords, kind_of
from fattorino.envs.match_env import NOT_BEGUN, box, state_box
from fattorino.envs.picture import pixels
from fattorino.envs.step_loops import ASKED, BEGIN, LEARNER, PLAY, WAIT
from fattorino.kernel.errors import BadOption, FattorinoError, GameOver
from fattorino.kernel.game import Game, whole
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import following
from fattorino.render import draw

RENDER_MODES = ("rgb_array", "svg")
RESET_MASK = "reset_mask"

Numbers = NDArray[np.float32]
Stepped = tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SoloVector(VectorEnv[Numbers, Any, NDArray[Any]], Batch):
    """Games against bots, one learner's decision in each at every step."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        opponents: Sequence[Any] | None = None,
        seat: int | None = 0,
        reward: str = "result",
        illegal: str = "replace",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        threads: int = 0,
        copy: bool = True,
        state: bool = False,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        found = common.find(game)
        self.opponents: dict[int, Any] = {}
        if seat is None:
            if opponents is not None:
                raise BadOption("with seat=None the learner decides for every seat: leave out opponents")
            check_keywords(found, options)
            settings = found.settings(**options)
        else:
            settings, self.opponents = against(found, opponents, seat, options)
        Batch.__init__(self, found, num_envs, settings, reward, threads)
        n, self.seat = self.num_envs, seat
        self.autoreset_mode = autoreset(autoreset_mode)
        if render_mode is not None:
            common.one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = box(found)
        self.single_action_space = spaces.Discrete(found.num_actions)
        self.single_state_space = state_box(found)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.copy = copy
        self._replaces = common.one_of("illegal", illegal, common.ILLEGAL) == "replace"
        self._kinds = np.full(found.max_seats, LEARNER, np.int8)
        for other, bot in self.opponents.items():
            self._kinds[other] = kind_of(bot)
            bots.make(bot, found)  # fail early
        self._asks = bool((self._kinds == ASKED).any())
        self._with_state = state
        self._limit = None if max_episode_steps is None else whole("max_episode_steps", max_episode_steps, 1)
        self._allocate(n)
        chance = common.generator(None)
        self.seeds[:] = chance.integers(2**61, size=n)
        self._chances[:] = chance.integers(1, 2**63, size=n, dtype=np.uint64)

    def _allocate(self, n: int) -> None:
        """The arrays that every step writes."""
        self._steps = np.zeros(n, np.int64)  # of the learner in this game, where they are limited
        self._rewards = np.zeros(n, np.float64)
        self._played = np.zeros(n, np.int64)  # 1 plus what was played instead of an illegal action
        self._chosen = np.zeros(n, np.int64)
        self._marks = np.zeros(n, np.int8)
        self._fresh = np.zeros(n, np.int8)
        self._every = np.ones(n, np.bool_)
        seats = sum(role.decides or role.scores for role in self.roles)
        self._scores = np.zeros((n, seats), np.int32)  # of all seats at the end, who won,
        self._won = np.zeros((n, seats), np.bool_)
        self._shares = np.zeros((n, self.game.max_seats), np.float64)  # and their rewards
        self._lengths = np.zeros(n, np.int64)  # decisions of all seats in this game
        self._begun = np.zeros(n, np.bool_)
        self._ready = False  # whether all have begun
        self._finished = np.zeros(n, np.bool_)  # over or cut short, and the next game has not begun

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Restart all games, or those of options["reset_mask"]; game k of seed s has the seed s + k."""
        chosen = self._to_reset(options)
        for at in np.flatnonzero(chosen):
            one = self._seed(seed, int(at))
            if one is not None:
                self.seeds[at], self._chances[at] = common.first_luck(one)
        self._begin(chosen)
        self._begun |= chosen
        self._finished &= ~chosen
        self._ready = bool(self._begun.all())
        return self._shown(self.observations), told(self._now(self.copy), self._every.copy())

    def step(self, actions: ArrayLike) -> Stepped:
        """Play the learner's action in every game, then the others' up to its next decision."""
        if not self._ready:
            raise FattorinoError(NOT_BEGUN)
        given = checked(actions, self.num_envs)
        if self.autoreset_mode is AutoresetMode.DISABLED and self._finished.any():
            raise GameOver(
                f"game {int(self._finished.argmax())} is over: "
                f"reset it with options={{{RESET_MASK!r}: …}} first"
            )
        self._chosen[:] = given
        self._marks.fill(PLAY)
        if np.count_nonzero(self._finished):  # which is faster than any()
            self._marks[self._finished] = BEGIN
        if not self._replaces:
            self._refuse(given)
        for array in (self._rewards, self.dones, self._played):
            array.fill(0)
        self._play()
        over, cut, rewards = self.dones.astype(np.bool_), self._cut(), self._rewards.copy()
        done = over if self._limit is None else over | cut
        info = told(self._ending(), over.copy()) if np.count_nonzero(over) else {}
        if np.count_nonzero(self._played):
            info |= told(self._instead(), self._played > 0)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._finished[:] = done
        elif np.count_nonzero(done):
            info = self._restart(info, done)
        info |= told(self._now(self.copy), self._every.copy())
        return self._shown(self.observations), rewards, over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of legal actions; of a finished game the first one, so that every mask has an action."""
        return self.masks.astype(bool)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """An attribute, or what a method returns, for each game: a row of it, or the same for all."""
        found = getattr(self, name)
        found = found(*args, **kwargs) if callable(found) else found
        rows = isinstance(found, np.ndarray | tuple | list) and len(found) == self.num_envs
        return tuple(found) if rows else (found,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute for each game."""
        return self.call(name)

    def render(self) -> tuple[Any, ...] | None:
        """The boards as the learner may see them."""
        if self.render_mode is None:
            return None
        seats = (self.movers if self.seat is None else np.full(self.num_envs, self.seat)).tolist()
        views = [self.game.redact(self.states[at], seat) for at, seat in enumerate(seats)]
        boards = [draw(self.game, view, seat) for view, seat in zip(views, seats, strict=True)]
        return tuple(boards if self.render_mode == "svg" else map(pixels, boards))

    def close_extras(self, **_kwargs: Any) -> None:
        """Stop the threads."""
        self._workers.close()

    # -- inside ------------------------------------------------------------------------------------------

    def _to_reset(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        for name in options or {}:
            if name != RESET_MASK:
                raise BadOption(f"reset has no option {name!r}; its options: {RESET_MASK}")
        if not options:
            return np.ones(self.num_envs, np.bool_)
        mask = np.asarray(options[RESET_MASK])
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise BadOption(
                f"{RESET_MASK} has a truth value for each of {self.num_envs} games, one true at least"
            )
        return mask

    def _seed(self, seed: int | Sequence[int | None] | None, at: int) -> int | None:
        if seed is None or isinstance(seed, int | np.integer):
            return None if seed is None else int(seed) + at
        if len(seed) != self.num_envs:
            raise BadOption(f"seed has {len(seed)} numbers for {self.num_envs} games: it needs one for each")
        return seed[at]

    def _play(self) -> None:
        """Play the chosen actions, and those of bots that are not compiled."""
        self._workers.run(self._work)
        while self._asks:
            waiting = np.flatnonzero((self.counts > 0) & (self._kinds[self.movers] == ASKED))
            if not len(waiting):
                return
            self._marks[:] = WAIT
            for at in waiting.tolist():
                self._chances[at] = following(self._chances[at])
                bot = self.opponents[int(self.movers[at])]
                self._chosen[at] = self.ask(bot, at, int(self._chances[at]) >> 8)
                self._marks[at] = PLAY
            self._workers.run(self._work)

    def _work(self, worker: int, first: int, last: int) -> None:
        learner = NONE if self.seat is None else self.seat
        sharing = self._sharing
        self._loops.step_among(
            self.states, first, last, self.game.blank, self.game.masks, self._views, worker, self._options,
            self.seeds, self._chosen, self._marks, self._fresh, self._kinds, learner,
            self._chances, self._results, sharing.sides, sharing.n_sides, sharing.reward, self._shares,
            self.observations, self.masks, self.legal, self.counts, self.movers, self._rewards, self.dones,
            self._played, self._scores, self._won, self._lengths,
        )  # fmt: skip

    def _refuse(self, given: NDArray[Any]) -> None:
        """Raise for the first action that is not legal in a game that is not over."""
        inside = np.clip(self._chosen, 0, self.game.num_actions - 1)
        legal = (self._chosen == inside) & (self.masks[np.arange(self.num_envs), inside] > 0)
        for at in np.flatnonzero(~legal & (self._marks == PLAY)).tolist():
            raise refused(self.game, self.states, self.movers, at, int(given[at]))

    def _begin(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the next game in these places."""
        self._marks.fill(WAIT)
        self._marks[chosen] = BEGIN
        self._play()
        if self._limit is not None:
            self._steps[chosen] = 0

    def _cut(self) -> NDArray[np.bool_]:
        """The games that have reached the limit of the learner's steps, over or not, as in Gymnasium."""
        if self._limit is None:
            return np.zeros(self.num_envs, np.bool_)
        self._steps[:] = np.where(self._finished, 0, self._steps + 1)
        return self._steps >= self._limit

    def _now(self, copy: bool) -> dict[str, Any]:
        """What an info says about the present position of every game."""
        info: dict[str, Any] = {"action_mask": self.masks.copy() if copy else self.masks}
        if self.seat is None:
            info["mover"] = self.movers.copy() if copy else self.movers
        return info | {"state": self.state()} if self._with_state else info

    def _restart(self, info: dict[str, Any], done: NDArray[np.bool_]) -> dict[str, Any]:
        """Begin the next games in the same step; an info with the final ones in it, as Gymnasium has it."""
        final = told(self._now(copy=True), done.copy()) | info
        kept = {}
        if "illegal" in info:
            final |= told(self._instead(), info["illegal"] & done)
            kept = told(self._instead(), info["illegal"] & ~done)
        seen = np.empty(self.num_envs, object)  # None
        for at in done.nonzero()[0].tolist():
            seen[at] = self.observations[at].copy()
        self._begin(done)
        return kept | told({"final_obs": seen, "final_info": final}, done.copy())

    def _ending(self) -> dict[str, Any]:
        """How games ended, as `MatchEnv.ending` says of one."""
        return {
            "scores": self._scores.copy(),
            "won": self._won.copy(),
            "rewards": self._shares[:, : self._scores.shape[1]].copy(),
            "length": self._lengths.copy(),
        }

    def _instead(self) -> dict[str, Any]:
        """Where actions were illegal, and what was played instead."""
        return {"illegal": self._played > 0, "played": np.maximum(self._played - 1, 0)}

    def _shown(self, numbers: NDArray[Any]) -> NDArray[Any]:
        return numbers.copy() if self.copy else numbers


def told(values: dict[str, Any], where: NDArray[np.bool_]) -> dict[str, Any]:
    """Gymnasium's info: each entry with the games that it is about."""
    return values | {f"_{name}": where for name in values}


def autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes, by its value."""
    known = [one.value for one in AutoresetMode]
    return AutoresetMode(common.one_of("autoreset_mode", getattr(mode, "value", mode), known))
