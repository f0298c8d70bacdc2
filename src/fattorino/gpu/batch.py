"""Many games stepped together on a GPU: the twin of `fattorino.envs.vector`, its arrays in GPU memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from fattorino.envs import common
from fattorino.envs.batch import check_one_each
from fattorino.gpu.cuda import open_cuda
from fattorino.gpu.device import kernels, spread, words
from fattorino.kernel.errors import BadOption, IllegalAction
from fattorino.kernel.game import Game, whole
from fattorino.kernel.records import NONE, START


def kind_of(array: Any) -> np.dtype[Any]:
    """The dtype of an array, also of a PyTorch tensor."""
    kind: np.dtype[Any] = np.dtype(
        getattr(array, "__cuda_array_interface__", {}).get("typestr") or array.dtype
    )
    return kind


class Vector:
    """A batch of games, one per thread; the same seeds and actions give the same bytes as on the CPU.

    `observations`, `masks`, `movers`, `rewards` and `dones` are arrays in GPU memory, overwritten by every
    step. PyTorch and CuPy can use them directly: `torch.as_tensor(games.observations, device="cuda")`.
    A game that ends restarts in the same step, as in a batch on the CPU.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        settings: dict[str, Any],
        reward: str,
        seed: int | None,
        checked: bool,
    ) -> None:
        n = whole("num_envs", num_envs, 1)
        self._cuda = cuda = open_cuda()
        self._kernels = kernels(game)
        self.game = game
        self.settings = settings
        self.num_envs = n
        self.num_actions = game.num_actions
        self.num_features = game.num_features
        self.roles = game.roles(settings)
        self.checked = checked
        self.observations = cuda.device_array((n, game.num_features), np.float32)
        self.masks = cuda.to_device(np.zeros((n, game.num_actions), np.int8))
        self._flat_masks = self.masks.reshape(n * game.num_actions)
        self.movers = cuda.device_array(n, np.int8)
        self.rewards = cuda.device_array((n, game.max_seats), np.float32)
        self.dones = cuda.device_array(n, np.int8)
        self.states = cuda.to_device(words(np.zeros(n, game.state)))  # full states: not for players
        self._sharing = common.Rewards(game, self.roles, reward)
        self._sides = cuda.to_device(self._sharing.sides)
        self._options = cuda.to_device(game.options.encode(settings))
        self._visible = cuda.to_device(game.masks)
        self._chosen = cuda.device_array(n, np.int32)
        self._sampled = cuda.device_array(n, np.int32)
        self._advice = cuda.device_array(n, np.int32)
        self._wrong = cuda.device_array(1, np.int64)
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<{self.num_envs} games of {self.game.name} on a GPU>"

    def reset(self, seed: int | None = None) -> None:
        """Restart all games; the same seed gives the same games as on the CPU."""
        chance = common.generator(seed)
        self.seeds = self._cuda.to_device(chance.integers(2**61, size=self.num_envs))
        self._chances = self._cuda.to_device(chance.integers(1, 2**63, size=self.num_envs, dtype=np.uint64))
        self._chosen.copy_to_device(np.full(self.num_envs, START, np.int32))
        self._run()

    def step(self, actions: Any) -> None:
        """Play one action in every game; refuses all of them if one is not legal.

        Actions may be in GPU memory. `checked = False` skips the check, which has to wait for the GPU.
        """
        given = actions if hasattr(actions, "__cuda_array_interface__") else np.asarray(actions)
        check_one_each(tuple(given.shape), kind_of(given), self.num_envs)
        if self.checked:
            self._wrong.copy_to_device(np.full(1, self.num_envs))
        self._launch(self._kernels.accept, self._as_device(given), self.masks, self._chosen, self._wrong)
        if self.checked:
            wrong = int(self._wrong.copy_to_host()[0])
            if wrong < self.num_envs:
                action, seat = int(self._chosen[wrong]), int(self.movers[wrong])
                raise IllegalAction(f"game {wrong}: seat {seat} may not play action {action}")
        self._run()

    def sample(self) -> Any:
        """A random legal action for every game; the next call overwrites the array."""
        self._launch(self._kernels.sample, self.masks, self._chances, self._sampled)
        return self._sampled

    def advise(self, seed: int = 1) -> Any:
        """The action of `greedy` in every game; the next call overwrites the array."""
        self._launch(self._kernels.advise, self.states, self._visible, seed, self._advice)
        return self._advice

    def observe(self, seat: int, out: Any = None) -> Any:
        """The observations of one seat in every game, whoever is to move."""
        number = common.seat_at(self.roles, seat)
        shape = (self.num_envs, self.num_features)
        if out is None:
            out = target = self._cuda.device_array(shape, np.float32)
        elif isinstance(out, np.ndarray) or tuple(out.shape) != shape or kind_of(out) != np.float32:
            raise BadOption(f"out must be an array of float32 with shape {shape} in GPU memory")
        else:
            target = self._as_device(out)
        self._launch(self._kernels.observe_all, self.states, number, self._visible, target)
        return out

    def close(self) -> None:
        """Nothing to do: memory is freed with the last reference."""

    def _run(self) -> None:
        self._launch(self._kernels.clear, self._flat_masks)
        self._launch(
            self._kernels.step, self.states, self._options, self.seeds, self._chosen,
            self._sides, self._sharing.n_sides, self._sharing.reward, self.masks, self.movers,
            self.rewards, self.dones,
        )  # fmt: skip
        self._launch(self._kernels.observe_all, self.states, NONE, self._visible, self.observations)

    def _launch(self, function: Any, *given: Any) -> None:
        function[spread(self.num_envs)](*given)

    def _as_device(self, array: Any) -> Any:
        if isinstance(array, np.ndarray):
            return self._cuda.to_device(array)
        return self._cuda.as_cuda_array(array)
