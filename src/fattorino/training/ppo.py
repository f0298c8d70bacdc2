"""Training: imitate `greedy` for a while, then self-play and games against a bot (PPO with action masks).

A run is determined by its settings, the number of updates and a seed, never by the clock. Its folder contains
checkpoint.pt (to resume), net.npz (for the bot `net`), curve.csv and card.json.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from fattorino.arena.intervals import wilson
from fattorino.bots.net import TABLE, weights
from fattorino.games import load
from fattorino.kernel.errors import BadOption
from fattorino.training.model import CARD, Model, command, device_called, write_file, write_net
from fattorino.training.rollout import Data, Games, collect, share_of_wins

CHECKPOINT = "checkpoint.pt"
CLIP = 0.2  # PPO's clipping range
CALM = 0.01  # initial weight of the entropy bonus
SLOWING = 200  # updates after which the learning rate is 1 / sqrt(2) and the entropy bonus half
COPIES = 3  # epochs while imitating
MEMORY = 0.98  # decay of the moving average that is evaluated and saved
ROWS, COPIED_ROWS = 16384, 4096  # minibatch sizes, in decisions
LONGEST = 2000  # decisions per evaluation game; longer games do not count


@dataclass(frozen=True)
class Plan:
    """Everything that determines a training run, except the number of updates."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)  # of the game, seats among them
    seed: int = 1
    games: int = 1024
    steps: int = 64  # decisions in each game between two updates
    copy: int = 50  # updates that copy greedy before it plays by itself
    against: str = "greedy"  # the bot it meets and is tested against
    share: float = 0.25  # of the games it meets that bot in; 1: nothing else
    width: int = 256
    rate: float = 5e-4
    epochs: int = 2
    reward: str = "margin"
    tested: int = 256  # games a test
    every: int = 20  # updates between two tests
    start: str = ""  # the file of a net to begin with


class Training:
    """A training run."""

    def __init__(self, plan: Plan, folder: Path, device: str = "", threads: int = 0) -> None:
        self.plan, self.folder = plan, folder
        self.device = device_called(device)
        self.game = load(plan.game)
        self.settings = self.game.settings(**plan.options)
        self._threads = threads
        self.update, self.decisions, self.seconds = 0, 0, 0.0
        self.curve: list[dict[str, Any]] = []
        self.start: dict[str, Any] = {}  # of the net it began with
        self.chance = torch.Generator(self.device).manual_seed(plan.seed)
        torch.manual_seed(plan.seed)
        sizes = self.game.num_features, self.game.num_actions, plan.width
        self.model = Model(*sizes).to(self.device)
        self.average = Model(*sizes).to(self.device)
        if plan.start:
            self._begin(Path(plan.start))
        self.average.load_state_dict(self.model.state_dict())
        self.optimiser = torch.optim.Adam(self.model.parameters(), plan.rate, eps=1e-5)
        self.games = self._games(plan.games, plan.reward, plan.share, plan.seed)
        folder.mkdir(parents=True, exist_ok=True)

    def _begin(self, path: Path) -> None:
        """Take the layers of a trained net, and what its card says."""
        cards = [file for file in (path.with_name(CARD), path.with_suffix(".json")) if file.is_file()]
        if cards:
            card = json.loads(cards[0].read_text(encoding="utf-8"))
            self.start = {key: card.get(key) for key in ("command", "updates", "decisions", "seconds")}
        known = self.model.state_dict()
        layers = {name: value for name, value in weights(path).items() if not name.startswith(TABLE)}
        found = {name: torch.from_numpy(value.T.copy()) for name, value in layers.items()}
        for name, value in known.items():
            if name not in found or found[name].shape != value.shape:
                raise BadOption(
                    f"{path} does not fit: {name} is {tuple(value.shape)} here and "
                    f"{tuple(found[name].shape) if name in found else 'missing'} there"
                )
        self.model.load_state_dict({name: found[name] for name in known})

    def _games(self, n: int, reward: str, share: float, seed: int) -> Games:
        return Games(
            self.game, self.settings, n, reward, self.plan.against, share, seed, self.device, self._threads
        )

    def run(self, updates: int, tell: Callable[[Training], None] = lambda _training: None) -> None:
        """Train up to this many updates in total; `tell` is called after each."""
        start = time.perf_counter() - self.seconds
        while self.update < updates:
            copying = self.update < self.plan.copy
            data = collect(self.games, self.model, self.plan.steps, copying, self.chance)
            entropy = self._improve(data, copying)
            for mean, now in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.data.lerp_(now.data, 1 - MEMORY if self.update > 1 / (1 - MEMORY) else 0.5)
            self.update += 1
            self.decisions += len(data.gain)
            self.seconds = time.perf_counter() - start
            if self.update % self.plan.every == 0 or self.update == updates:
                self._test(copying, entropy, float(data.gain[data.learns].square().mean().sqrt()))
                self.save()
            tell(self)

    def _improve(self, data: Data, copying: bool) -> float:
        """Some epochs over collected data: PPO's clipped objective, or cross-entropy while imitating."""
        slower = 1 + self.update / SLOWING
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate / slower**0.5
        goal = (data.value + data.gain).clamp(-1, 1)
        learnt = data.gain[data.learns]
        gain = (data.gain - learnt.mean()) / (learnt.std() + 1e-6)
        rows = torch.nonzero(data.learns).squeeze(1)
        entropies: list[Tensor] = []
        for _ in range(COPIES if copying else self.plan.epochs):
            order = torch.randperm(len(rows), device=self.device, generator=self.chance)
            for part in rows[order].split(COPIED_ROWS if copying else ROWS):
                logits, value = self.model(data.seen[part], data.masks[part])
                logs = functional.log_softmax(logits, 1)
                likely = logs.gather(1, data.action[part, None]).squeeze(1)
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
                loss = functional.mse_loss(value, goal[part])
                if copying:
                    loss = loss - likely.mean()
                else:
                    ratio = torch.exp(likely - data.likely[part])
                    limited = torch.minimum(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
                    loss = loss - limited.mean() - CALM / slower * entropy
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 0.5)
                self.optimiser.step()
                entropies.append(entropy.detach())
        return float(torch.stack(entropies).mean())

    def _test(self, copying: bool, entropy: float, surprise: float) -> None:
        """Evaluate against the bot on fixed deals, and add a row to the curve."""
        games = self._games(self.plan.tested, "result", 1.0, self.plan.seed + 1)
        share, played = share_of_wins(games, self.average, LONGEST)
        games.batch.close()
        low, high = wilson(share * played, played)
        figures = {"share": share, "low": low, "high": high, "entropy": entropy, "surprise": surprise}
        phase = "copying" if copying else "playing"
        row = {"update": self.update, "decisions": self.decisions, "phase": phase}
        self.curve.append(row | {name: round(value, 4) for name, value in figures.items()})

    def save(self) -> None:
        """Write the checkpoint, the net, the curve and the card, each atomically."""
        kept = {
            "plan": asdict(self.plan),
            "update": self.update,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "curve": self.curve,
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "chance": self.chance.get_state(),
            "games": self.games.saved(),
        }
        write_file(self.folder / CHECKPOINT, lambda path: torch.save(kept, path))
        write_net(self.folder, self.average, self.games.batch.states[0], self.games.sides, self.card())

    def card(self) -> dict[str, Any]:
        """The model card: settings, data, results, and the command that reproduces it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "command": command(self.plan, "fattorino train", self.game.name, f"--updates {self.update}"),
            "updates": self.update,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "cpu",
            "torch": torch.__version__,
            "parameters": sum(value.numel() for value in self.average.parameters()),
            "data": f"its own games: {self.plan.copy} updates copy greedy, then {1 - self.plan.share:.0%} of "
            f"the games are against itself and {self.plan.share:.0%} against {self.plan.against}",
            "plan": asdict(self.plan),
            "start": self.start,
            "curve": self.curve,
        }

    def resume(self) -> None:
        """Resume from the folder's checkpoint, which must have the same plan."""
        path = self.folder / CHECKPOINT
        if not path.is_file():
            raise BadOption(f"there is no {CHECKPOINT} in {self.folder} to go on from")
        kept = torch.load(path, map_location="cpu", weights_only=True)
        usual = Plan(self.plan.game)
        for key, value in asdict(self.plan).items():
            if kept["plan"].get(key, getattr(usual, key)) != value:
                raise BadOption(
                    f"{path} is of another plan: {key} is {kept['plan'].get(key)!r} there and {value!r} here"
                )
        self.update, self.decisions = kept["update"], kept["decisions"]
        self.seconds, self.curve = kept["seconds"], kept["curve"]
        self.model.load_state_dict(kept["model"])
        self.average.load_state_dict(kept["average"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.chance.set_state(kept["chance"])
        self.games.restore(kept["games"])
