"""A net that judges positions for the search, fitted to games of a bot against itself or of several bots.

For games with `study`, whose numbers the net is given. It learns who won the game, or what playouts from the
positions near those of the game bring. In further rounds a new net learns, for the most part, what the one
before it thinks of the seat's next position: that scatters less than the result. A fit is determined by its
settings and a seed.
Its folder contains net.npz (for `expert` and `net`), curve.csv and card.json.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from fattorino import bots
from fattorino.arena.simulate import METHOD
from fattorino.envs.common import Rewards
from fattorino.games import load
from fattorino.kernel.errors import BadOption
from fattorino.training.model import command, device_called, write_net
from fattorino.training.samples import GREEDY, NET, Course, Positions, Samples

CHUNK = 50  # games that one worker plays before it reports
STRAY = 0.04  # share of random moves: positions that a good player would avoid
HELD_OUT = 10  # every tenth game is for testing
TESTED = 1 << 16  # positions that are tested at a time
DECAY = 0.5  # weight decay
RESULT = 0.3  # weight of what came in the end, against what a net thinks of the next position
STEPS = 12  # positions on, the weight of what comes later is next to nothing


Rows = tuple[Tensor, Tensor, Tensor]  # places, values, wanted


@dataclass(frozen=True)
class Fit:
    """Everything that determines a fit."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)  # of the game, seats among them
    bot: str = "mcts:simulations=100,noise=0.1"  # plays the games; several, with commas, change seats
    games: int = 20_000
    playouts: int = 0  # near each decision, to learn from; 0: learn who won the game
    by: str = GREEDY  # who plays them
    seed: int = 1
    width: int = 32
    rate: float = 2e-3
    epochs: int = 5
    rows: int = 2048  # positions in a minibatch
    rounds: int = 1  # nets that are fitted, each to what the one before it thinks


class Judge(nn.Module):
    """Two layers and a value: the result that the studied seat can expect, -1 to 1, is its tanh."""

    def __init__(self, numbers: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(numbers, width)
        self.second = nn.Linear(width, width)
        self.value = nn.Linear(width, 1)

    def forward(self, places: Tensor, values: Tensor) -> Tensor:
        """Of the numbers that are not 0 the places and the values; filled up with zeros."""
        rows = self.first.weight.T.contiguous()
        first = functional.embedding_bag(places, rows, per_sample_weights=values, mode="sum")
        hidden = torch.relu(self.second(torch.relu(first + self.first.bias)))
        value: Tensor = self.value(hidden).squeeze(-1)
        return value


def play(plan: Fit, first: int, n: int) -> Positions:
    """Play some games of the plan; positions of each, from the side that `study` takes."""
    game = load(plan.game)
    settings, named = game.settings(**plan.options), bots.split(plan.bot)
    found = []
    for number in range(first, first + n):
        chance = np.random.default_rng((plan.seed, number))
        match = game.new(seed=int(chance.integers(1 << 31)), **settings)
        players = [bots.make(named[(number + k) % len(named)], game) for k in range(settings["seats"])]
        notes = Samples(match, plan.playouts, plan.by) if plan.playouts else Course(game)
        while not match.over:
            mover, legal = match.to_move, match.legal()
            assert mover is not None
            if len(legal) > 1:
                notes.take(match, chance)
            if len(legal) == 1 or chance.random() < STRAY:
                action = int(chance.choice(legal))
            else:
                action = players[mover].choose(match.view(mover), mover, legal, int(chance.integers(1 << 31)))
            match.play(action)
        found.append(Positions.of(*notes.end(match), number))
    return Positions.joined(found)


def collect(plan: Fit, workers: int, tell: Callable[[int], None]) -> Positions:
    """All games of the plan, on several cores; `tell` is called with the number of games played."""
    chunk = max(1, min(CHUNK, plan.games // 256))
    starts = range(0, plan.games, chunk)
    sizes = [min(chunk, plan.games - start) for start in starts]
    found: list[Positions] = []
    with ProcessPoolExecutor(workers or os.cpu_count(), get_context(METHOD)) as pool:
        for part in pool.map(play, [plan] * len(sizes), starts, sizes):
            found.append(part)
            tell(sum(sizes[: len(found)]))
    return Positions.joined(found)


class Fitting:
    """A fit: games, a net, and its folder."""

    def __init__(self, plan: Fit, folder: Path, workers: int = 0, device: str = "") -> None:
        self.plan, self.folder, self._workers = plan, folder, workers
        self.device = device_called(device)
        self.game = load(plan.game)
        if self.game.study is None:
            raise BadOption(f"{self.game.title} has no study.py, so a net cannot be fitted: fattorino train")
        if plan.by not in (GREEDY, NET):
            raise BadOption(f"playouts are by {GREEDY} or {NET}, not {plan.by!r}")
        for bot in bots.split(plan.bot):
            bots.maker(bot)  # an error in its name is reported before the first game
        self.curve: list[dict[str, float]] = []
        self.positions, self.seconds, self.plain = 0, 0.0, 0.0
        torch.manual_seed(plan.seed)
        self.model = self._new()
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, tell: Callable[[int], None] = lambda _games: None) -> None:
        """Play the games, fit the net, and write the folder."""
        start = time.perf_counter()
        found = collect(self.plan, self._workers, tell)
        self.positions = len(found.wanted)
        self.learn(found)
        self.seconds = time.perf_counter() - start
        self.save()

    def learn(self, found: Positions) -> None:
        """Fit a net in each round; all are tested by the results of games held out."""
        tested = found.game % HELD_OUT == 0
        tests, learned = self._rows(found, tested), found
        for number in range(self.plan.rounds):
            if number:
                learned = replace(found, wanted=self.expected(found))
                self.model = self._new()
            self.fit(self._rows(learned, ~tested), tests)
        unknown = np.isin(np.arange(self.game.num_studied), found.places[found.values != 0], invert=True)
        self.model.first.weight.data[:, torch.from_numpy(unknown).to(self.device)] = 0  # a smaller file

    def expected(self, found: Positions) -> NDArray[np.float32]:
        """Of each position, what the net thinks of the next ones, and to some part the result."""
        parts = np.array_split(np.arange(len(found.wanted)), len(found.wanted) // TESTED + 1)
        with torch.no_grad():
            thought = [torch.sigmoid(self._logits(*self._rows(found, part)[:2])).cpu() for part in parts]
        thinks, wanted = torch.cat(thought).numpy(), found.wanted.copy()
        here = np.flatnonzero(found.later)
        there = here + found.later[here]
        for _step in range(STEPS):
            wanted[here] = RESULT * wanted[there] + (1 - RESULT) * thinks[there]
        return wanted

    def _new(self) -> Judge:
        net: Judge = Judge(self.game.num_studied, self.plan.width).to(self.device)
        return net

    def _rows(self, found: Positions, which: NDArray[Any]) -> Rows:
        """Some positions on the device of the net."""
        places = torch.from_numpy(found.places[which].astype(np.int16)).to(self.device)
        values = torch.from_numpy(found.values[which]).to(self.device)
        return places, values, torch.from_numpy(found.wanted[which]).to(self.device)

    def _logits(self, places: Tensor, values: Tensor) -> Tensor:
        """Of the chance to win; tanh(value) is twice that chance, less 1."""
        logits: Tensor = 2 * self.model(places.int(), values.float())
        return logits

    def _loss(self, rows: Rows) -> Tensor:
        """Log loss of the chance to win."""
        places, values, wanted = rows
        return functional.binary_cross_entropy_with_logits(self._logits(places, values), wanted)

    def fit(self, given: Rows, tests: Rows) -> None:
        """Minimise the log loss of the predicted result; the rate rises and falls once."""
        plan, n = self.plan, len(given[2])
        likely = given[2].mean().expand(len(tests[2]))
        self.plain = float(functional.binary_cross_entropy(likely, tests[2]))
        optimiser = torch.optim.AdamW(self.model.parameters(), plan.rate, weight_decay=DECAY)
        batches = max(1, n // plan.rows)
        rate = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, plan.rate, epochs=plan.epochs, steps_per_epoch=batches
        )
        first = len(self.curve) + 1
        for epoch in range(first, first + plan.epochs):
            losses = []
            for rows in torch.randperm(n)[: max(batches * plan.rows, 1)].split(plan.rows)[:batches]:
                rows = rows.to(self.device)
                optimiser.zero_grad(set_to_none=True)
                loss = self._loss((given[0][rows], given[1][rows], given[2][rows]))
                loss.backward()
                optimiser.step()
                rate.step()
                losses.append(loss.detach())
            with torch.no_grad():
                parts = zip(*(part.split(TESTED) for part in tests), strict=True)
                held_out = sum(float(self._loss(part)) * len(part[2]) for part in parts) / len(tests[2])
            loss = torch.stack(losses).mean()
            self.curve.append({"epoch": epoch, "loss": round(float(loss), 4), "held_out": round(held_out, 4)})

    def save(self) -> None:
        """Write the net, the curve and the card."""
        match = self.game.new(seed=1, **self.plan.options)
        sides = Rewards(self.game, match.roles, "result").sides
        # who won is learned from numbers of a whole state, for any number of players
        write_net(self.folder, self.model, match.state[0] if self.plan.playouts else None, sides, self.card())

    def _data(self) -> str:
        named = bots.split(self.plan.bot)
        players = " against ".join(named if len(named) > 1 else [*named, "itself"])
        games = f"games of {players}, {STRAY:.0%} of the moves at random"
        playouts = f"; {self.plan.playouts} playouts by {self.plan.by} near each decision"
        return games + (playouts if self.plan.playouts else "")

    def card(self) -> dict[str, Any]:
        """The model card: settings, data, results, and the command that reproduces it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "command": command(self.plan, "fattorino fit", self.game.name),
            "games": self.plan.games,
            "positions": self.positions,
            "seconds": round(self.seconds, 1),
            "torch": torch.__version__,
            "parameters": sum(value.numel() for value in self.model.parameters()),
            "data": self._data(),
            "plan": asdict(self.plan),
            "loss of the mean result": round(self.plain, 4),
            "curve": self.curve,
        }
