"""Gymnasium's VectorEnv: many games of one learner against bots, stepped in compiled code.

`gymnasium.make_vec("fattorino/PapaPaolo-v0", num_envs=256)` is the game of `make`, many times. Opponents
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
from fattorino.envs.gym import against
from fattorino.envs.match_env import NOT_BEGUN, box
from fattorino.envs.picture import pixels
from fattorino.envs.step_loops import ASKED, BEGIN, GREEDY, LEARNER, PLAY, RANDOM, WAIT
from fattorino.kernel.errors import BadOption, FattorinoError, GameOver
from fattorino.kernel.game import Game
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import following
from fattorino.render import draw

COMPILED = {"random": RANDOM, "greedy": GREEDY}
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
        **options: Any,
    ) -> None:
        found = common.find(game)
        self.opponents: dict[int, Any] = {}
        if seat is None:
            if opponents is not None:
                raise BadOption("with seat=None the learner decides for every seat: leave out opponents")
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
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.copy = copy
        self._replaces = common.one_of("illegal", illegal, common.ILLEGAL) == "replace"
        self._kinds = np.full(found.max_seats, LEARNER, np.int8)
        for other, bot in self.opponents.items():
            self._kinds[other] = COMPILED.get(bot, ASKED) if isinstance(bot, str) else ASKED
            bots.make(bot, found)  # fail early
        self._asks = bool((self._kinds == ASKED).any())

        self._rewards = np.zeros(n, np.float64)
        self._illegal = np.zeros(n, np.int8)
        self._chosen = np.zeros(n, np.int64)
        self._marks = np.zeros(n, np.int8)
        self._fresh = np.zeros(n, np.int8)
        self._every = np.ones(n, np.bool_)
        self._restarts = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._finals = np.zeros((n if self._restarts else 1, found.num_features), np.float32)
        self._shares = np.zeros((self._workers.count, found.max_seats), np.float32)
        self._begun = np.zeros(n, np.bool_)
        chance = common.generator(None)
        self.seeds[:] = chance.integers(2**61, size=n)
        self._chances[:] = chance.integers(1, 2**63, size=n, dtype=np.uint64)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Restart all games, or those of options["reset_mask"]; game k of seed s has the seed s + k."""
        chosen = self._to_reset(options)
        for at in np.flatnonzero(chosen):
            one = self._seed(seed, int(at))
            if one is not None:
                chance = common.generator(one)
                self.seeds[at] = chance.integers(2**61)
                self._chances[at] = chance.integers(1, 2**63, dtype=np.uint64)
        self._marks[:] = np.where(chosen, BEGIN, WAIT)
        self.dones[chosen] = 0
        self._play()
        self._begun |= chosen
        return self._shown(self.observations), self._info()

    def step(self, actions: ArrayLike) -> Stepped:
        """Play the learner's action in every game, then the others' up to its next decision."""
        if not self._begun.all():
            raise FattorinoError(NOT_BEGUN)
        self._chosen[:] = given = checked(actions, self.num_envs)
        self._marks[:] = PLAY
        if not self._restarts:
            over = self.dones > 0
            if self.autoreset_mode is AutoresetMode.DISABLED and over.any():
                raise GameOver(
                    f"game {int(over.argmax())} is over: reset it with options={{{RESET_MASK!r}: …}} first"
                )
            self._marks[over] = BEGIN
        if not self._replaces:
            self._refuse(given)
        self._rewards[:] = self.dones[:] = self._illegal[:] = 0
        self._play()
        ended, rewards, info = self.dones > 0, self._rewards.copy(), self._info()
        if self._restarts and ended.any():
            info |= self._final(ended)
            self.dones[:] = 0
        if self._illegal.any():
            info |= {"illegal": self._illegal > 0, "_illegal": self._illegal > 0}
        return self._shown(self.observations), rewards, ended, np.zeros_like(ended), info

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of legal actions; empty for finished games."""
        return self.masks.astype(bool)

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
            self.seeds, self._chosen, self._marks, self._fresh, self._kinds, learner, self._restarts,
            self._chances, self._results, sharing.sides, sharing.n_sides, sharing.reward, self._shares,
            self.observations, self._finals, self.masks, self.legal, self.counts, self.movers,
            self._rewards, self.dones, self._illegal,
        )  # fmt: skip

    def _refuse(self, given: NDArray[Any]) -> None:
        """Raise for the first action that is not legal in a game that is not over."""
        inside = np.clip(self._chosen, 0, self.game.num_actions - 1)
        legal = (self._chosen == inside) & (self.masks[np.arange(self.num_envs), inside] > 0)
        for at in np.flatnonzero(~legal & (self._marks == PLAY)).tolist():
            raise refused(self.game, self.states, self.movers, at, int(given[at]))

    def _final(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """The final observations and infos of games that restart in the same step, as in Gymnasium."""
        seen = np.full(self.num_envs, None, object)
        for at in np.flatnonzero(ended).tolist():
            seen[at] = self._finals[at].copy()
        masks = {"action_mask": np.zeros_like(self.masks), "_action_mask": ended.copy()}
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": masks,
            "_final_info": ended.copy(),
        }

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._shown(self.masks), "_action_mask": self._shown(self._every)}
        if self.seat is None:
            info |= {"mover": self._shown(self.movers), "_mover": self._shown(self._every)}
        return info

    def _shown(self, numbers: NDArray[Any]) -> NDArray[Any]:
        return numbers.copy() if self.copy else numbers


def autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes, by its value."""
    known = [one.value for one in AutoresetMode]
    return AutoresetMode(common.one_of("autoreset_mode", getattr(mode, "value", mode), known))
