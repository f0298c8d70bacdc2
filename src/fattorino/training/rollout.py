"""Rollouts: a batch of games on the CPU, its tensors on the net's device, and advantages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from fattorino.envs.batch import Vector
from fattorino.envs.common import Rewards
from fattorino.kernel.game import Game
from fattorino.training.model import Model

STRIDE = 7919  # between the seeds of two steps
FADING = 0.97  # lambda of GAE


class Games:
    """A batch of games; in a share of them a bot plays all sides but one."""

    def __init__(
        self,
        game: Game,
        settings: dict[str, Any],
        n: int,
        reward: str,
        bot: str,
        share: float,
        seed: int,
        device: torch.device,
        threads: int = 0,
    ) -> None:
        self.batch = Vector(game, n, settings, reward, threads, seed)
        self.device, self.bot, self.steps = device, bot, 0
        if device.type == "cuda":  # pinned memory
            for name in ("observations", "masks"):
                pinned = torch.from_numpy(getattr(self.batch, name)).pin_memory().numpy()
                setattr(self.batch, name, pinned)
        self.sides = sides = Rewards(game, self.batch.roles, reward).sides
        self.n_sides = int(sides.max()) + 1
        deciding = [seat for seat, role in enumerate(self.batch.roles) if role.decides]
        if self.n_sides == 1:  # all on one side: the learner has one seat
            owners = sides.copy()
            owners[deciding] = np.arange(len(deciding))
        else:
            owners = sides
        places = np.arange(n)
        guarded = np.floor((places + 1) * share) > np.floor(places * share)  # evenly distributed
        turn = np.cumsum(guarded) - 1  # the learner takes the sides by turns
        owner = turn % (len(deciding) if self.n_sides == 1 else self.n_sides)
        self.own = np.array([deciding[0]] * n)  # a seat of the learner in each game
        for place in np.flatnonzero(guarded):
            self.own[place] = next(seat for seat in deciding if owners[seat] == owner[place])
        self.bot_seats = guarded[:, None] & (owners[None, :] != owner[:, None])

    def seen(self) -> tuple[Tensor, Tensor]:
        """Observations and masks of every decision, on the device."""
        kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        seen = (
            torch.from_numpy(self.batch.observations).to(self.device, non_blocking=True).to(kind, copy=True)
        )
        return seen, torch.from_numpy(self.batch.masks).to(self.device, non_blocking=True, copy=True)

    def bots_move(self) -> NDArray[np.bool_]:
        """Where it is the bot's turn."""
        moves: NDArray[np.bool_] = self.bot_seats[np.arange(self.batch.num_envs), self.batch.movers]
        return moves

    def advice(self, where: NDArray[np.bool_], bot: str) -> NDArray[np.int32]:
        """A bot's choices in some of the games."""
        seed = STRIDE * self.steps
        if bot == "greedy":
            return self.batch.advise(seed, where)
        if bot == "random":
            return self.batch.sample()
        chosen = np.zeros(self.batch.num_envs, np.int32)
        for at in np.flatnonzero(where).tolist():
            chosen[at] = self.batch.ask(self.bot, at, seed + at)
        return chosen

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play one action in every game."""
        self.batch.step(actions)
        self.steps += 1

    def saved(self) -> dict[str, Any]:
        """The state needed to resume."""
        arrays = {
            name: value
            for name, value in vars(self.batch).items()
            if isinstance(value, np.ndarray) and len(value) == self.batch.num_envs  # the rest is scratch
        }
        return {"steps": self.steps} | {name: torch.from_numpy(as_bytes(a)) for name, a in arrays.items()}

    def restore(self, saved: dict[str, Any]) -> None:
        """Resume from a saved state."""
        self.steps = saved["steps"]
        for name, value in saved.items():
            if name != "steps":
                as_bytes(getattr(self.batch, name))[:] = value.numpy()


def as_bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """The memory of an array."""
    return array.reshape(-1).view(np.uint8)


@dataclass
class Data:
    """Decisions, one row each."""

    seen: Tensor
    masks: Tensor
    action: Tensor
    likely: Tensor  # log probability of the action
    value: Tensor  # the net's value estimate
    gain: Tensor  # advantage
    learns: Tensor  # whether to learn from it: the net's own decision with a known outcome


@torch.no_grad()
def collect(games: Games, model: Model, steps: int, copying: bool, chance: torch.Generator) -> Data:
    """Play some steps in every game; with `copying` all seats play `greedy`."""
    device, batch = games.device, games.batch
    kept: list[tuple[Tensor, ...]] = []
    movers, rewards, dones, learning = [], [], [], []
    for _ in range(steps):
        movers.append(batch.movers.copy())
        seen, masks = games.seen()
        logits, value = model(seen, masks)
        noise = torch.rand(logits.shape, device=device, generator=chance).clamp(1e-9, 1 - 1e-7)
        action = (logits - torch.log(-torch.log(noise))).argmax(1)
        where = np.ones(batch.num_envs, np.bool_) if copying else games.bots_move()
        if where.any():  # while the GPU is busy
            advice = games.advice(where, "greedy" if copying else games.bot)
            told = torch.from_numpy(np.where(where, advice, -1)).to(device)
            action = torch.where(told >= 0, told, action)
        likely = functional.log_softmax(logits, 1).gather(1, action[:, None]).squeeze(1)
        kept.append((seen, masks, action, likely, value))
        games.step(action.to("cpu", torch.int32).numpy())
        rewards.append(batch.rewards.copy())
        dones.append(batch.dones.astype(np.bool_))
        learning.append(where if copying else ~where)
    seen, masks, action, likely, value = (torch.cat(part) for part in zip(*kept, strict=True))
    values = torch.stack([row[4] for row in kept]).cpu().numpy()
    gain, known = gains(values, np.array(movers), np.array(rewards), np.array(dones))
    learns = torch.from_numpy((known & np.array(learning)).reshape(-1)).to(device)
    gain_of = torch.from_numpy(gain.reshape(-1)).to(device)
    return Data(seen, masks, action, likely, value, gain_of, learns)


def gains(
    values: NDArray[np.float32],
    movers: NDArray[np.int8],
    rewards: NDArray[np.float32],
    dones: NDArray[np.bool_],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The advantage of every decision (GAE), and where it is known.

    A seat's trajectory goes from one of its own decisions to the next, whoever decides in between, so any
    number of seats, teams and co-op need no special cases. All arrays are steps by games, rewards also by
    seats. A seat's last decision in an unfinished game has no outcome yet.
    """
    steps, n = values.shape
    every = np.arange(n)
    ahead = np.zeros(rewards.shape[1:], np.float32)  # of each seat, at its next decision or the end
    surprise = np.zeros_like(ahead)
    reaches = np.zeros(ahead.shape, np.bool_)
    gain = np.zeros_like(values)
    known = np.zeros(values.shape, np.bool_)
    for step in reversed(range(steps)):
        ended = dones[step]
        ahead[ended], surprise[ended], reaches[ended] = rewards[step, ended], 0.0, True
        seat = movers[step]
        known[step] = reaches[every, seat]
        expected = np.where(known[step], ahead[every, seat], values[step])
        gain[step] = expected - values[step] + FADING * surprise[every, seat]
        ahead[every, seat], surprise[every, seat] = values[step], gain[step]
        reaches[every, seat] = True
    return gain, known


@torch.no_grad()
def share_of_wins(games: Games, model: Model, limit: int) -> tuple[float, int]:
    """The win share of a net without exploration against the bot, one game per slot, and how many games."""
    batch, n = games.batch, games.batch.num_envs
    reward, over = np.zeros(n), np.zeros(n, np.bool_)
    for _ in range(limit):
        where = games.bots_move()
        logits, _value = model(*games.seen())
        advice = games.advice(where & ~over, games.bot) if where.any() else batch.legal[:, 0]
        own = logits.argmax(1).to("cpu", torch.int32).numpy()
        idle = batch.legal[:, 0].astype(np.int32)  # where the game is over, anything
        games.step(np.where(over, idle, np.where(where, advice, own)))
        ended = batch.dones.astype(np.bool_) & ~over
        reward[ended] = batch.rewards[ended, games.own[ended]]
        over |= ended
        if over.all():
            break
    if not over.any():
        return 0.0, 0
    sides = max(games.n_sides, 2)
    return float((reward[over].mean() * (sides - 1) + 1) / sides), int(over.sum())
