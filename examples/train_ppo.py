"""Teach a net a game by self-play: PPO in plain PyTorch, on games that are stepped on the GPU.

    python examples/train_ppo.py papa_paolo --seconds 540 --out runs/papa_paolo

First the net copies `greedy` for a while, then it plays itself and, in some games, `greedy`, and learns
from who wins. Without a GPU the games are stepped on the processor: good for a look, too slow to learn.

The folder gets checkpoint.pt (to go on with --resume), net.npz (what the bot `net` plays), curve.csv and,
where Matplotlib is installed, curve.png. Two sides only: what one wins the other loses.
"""

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from fattorino import gpu
from fattorino.bots.net import export
from fattorino.envs import vector
from fattorino.games import load
from fattorino.kernel.records import NONE

DEVICE = "cuda" if gpu.available() and torch.cuda.is_available() else "cpu"
LARGE = 1e9


class Net(nn.Module):
    """Three layers with a shortcut; a logit for every action, and how well the seat to move stands."""

    def __init__(self, features: int, actions: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(features, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(DEVICE, torch.bfloat16):
            hidden = torch.relu(self.first(seen))
            hidden = torch.relu(hidden + self.third(torch.relu(self.second(hidden))))
        logits, value = self.policy(hidden.float()), self.value(hidden.float())
        return logits.masked_fill(masks == 0, -LARGE), torch.tanh(value.squeeze(-1))


class Games:
    """A batch of games as tensors; in some of them `greedy` holds one side."""

    def __init__(self, name: str, seats: int, n: int, greedy_share: float, reward: str, seed: int) -> None:
        if DEVICE == "cuda":
            self.batch: Any = gpu.vector(name, n, seats, reward=reward, seed=seed, checked=False)
        else:
            self.batch = vector(name, n, seats, reward=reward, seed=seed)
        self.seen, self.masks, self.movers, self.rewards, self.dones = (
            torch.as_tensor(array, device=DEVICE)  # the same memory: nothing is copied
            for array in (
                self.batch.observations, self.batch.masks, self.batch.movers, self.batch.rewards,
                self.batch.dones,
            )
        )  # fmt: skip
        roles = self.batch.roles
        teams = [seat if role.team is None else role.team for seat, role in enumerate(roles)]
        self.sides = torch.tensor(teams, device=DEVICE)  # of each seat
        self.first = torch.tensor([teams.index(0), teams.index(1)], device=DEVICE)  # a seat of each side
        who = torch.arange(n, device=DEVICE)
        self.greedy_side = torch.where(who < greedy_share * n, who % 2, NONE)
        self.greedy_plays = greedy_share > 0

    def side(self) -> Tensor:
        """The side to move in each game."""
        return self.sides[self.movers.long()]

    def advice(self, seed: int) -> Tensor:
        """What `greedy` would play everywhere."""
        if DEVICE == "cuda":
            return torch.as_tensor(self.batch.advise(seed), device=DEVICE).long()
        game, batch, chosen = self.batch.game, self.batch, []
        for at in range(batch.num_envs):
            seat, legal = int(batch.movers[at]), np.flatnonzero(batch.masks[at]).astype(np.int16)
            view = game.redact(batch.states[at], seat)
            chosen.append(int(game.greedy(view, seat, legal, len(legal), seed + at)))
        return torch.tensor(chosen, device=DEVICE)

    def step(self, actions: Tensor) -> None:
        self.batch.step(actions if DEVICE == "cuda" else actions.numpy())


def prize(rewards: Tensor, reward: str) -> Tensor:
    """What a side learns from: mostly who won, a little by how much."""
    return rewards if reward == "result" else 0.7 * rewards.sign() + 0.3 * torch.tanh(rewards / 15)


@torch.no_grad()
def collect(games: Games, net: Net, steps: int, copying: bool, seed: int, reward: str) -> dict[str, Tensor]:
    """Play some steps in every game; what each brought, by GAE, turned over where the other side moves."""
    n, kept = len(games.movers), []
    side = games.side()
    for step in range(steps):
        seen, masks = games.seen.to(torch.bfloat16), games.masks.clone()
        logits, value = net(seen, masks)
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
        action = (logits + noise).argmax(1)
        learns = torch.ones(n, dtype=torch.bool, device=DEVICE)
        if copying or games.greedy_plays:
            advice = games.advice(seed + 7919 * step)
            learns = games.greedy_side != side
            action = advice if copying else torch.where(learns, action, advice)
        likely = functional.log_softmax(logits, 1).gather(1, action[:, None]).squeeze(1)
        games.step(action)
        won = prize(games.rewards.gather(1, games.first[side][:, None]).squeeze(1), reward)
        done, after = games.dones.bool(), games.side()
        kept.append((seen, masks, action, likely, value, won, done, (after == side).float() * 2 - 1, learns))
        side = after
    _, ahead = net(games.seen.to(torch.bfloat16), games.masks)
    gain = torch.zeros(n, device=DEVICE)
    gains: list[Tensor] = []
    for _seen, _masks, _action, _likely, value, won, done, turned, _learns in reversed(kept):
        goes_on = (~done).float() * turned
        gain = won + goes_on * ahead - value + 0.95 * goes_on * gain
        gains.append(gain)
        ahead = value
    names = ("seen", "masks", "action", "likely", "value", "won", "done", "turned", "learns")
    batch = {name: torch.cat(parts) for name, parts in zip(names, zip(*kept, strict=True), strict=True)}
    batch["gain"] = torch.cat(gains[::-1])
    return batch


def improve(
    net: Net, optimiser: Any, data: dict[str, Tensor], copying: bool, epochs: int, calm: float
) -> None:
    """Some passes over what was played: PPO's clipped step, or cross-entropy while copying."""
    goal = (data["value"] + data["gain"]).clamp(-1, 1)
    learnt = data["gain"][data["learns"]]
    gain = (data["gain"] - learnt.mean()) / (learnt.std() + 1e-6) * data["learns"]
    total = len(goal)
    for _ in range(1 if copying else epochs):
        for rows in torch.randperm(total, device=DEVICE).split(min(total, 32768)):
            logits, value = net(data["seen"][rows], data["masks"][rows])
            logs = functional.log_softmax(logits, 1)
            likely = logs.gather(1, data["action"][rows, None]).squeeze(1)
            loss = functional.mse_loss(value, goal[rows])
            if copying:
                loss = loss - likely.mean()
            else:
                ratio = torch.exp(likely - data["likely"][rows])
                limited = torch.minimum(ratio * gain[rows], ratio.clamp(0.8, 1.2) * gain[rows])
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1)
                share = data["learns"][rows].float()
                loss = loss - ((limited + calm * entropy) * share).sum() / share.sum()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def against_greedy(net: Net, name: str, seats: int, n: int, limit: int, seed: int = 99) -> float:
    """The net's share of wins, one game in every place, the sides taken in turns."""
    games = Games(name, seats, n, 1.0, "result", seed)
    mine = 1 - games.greedy_side
    share, over = torch.zeros(n, device=DEVICE), torch.zeros(n, dtype=torch.bool, device=DEVICE)
    for step in range(limit):
        logits, _ = net(games.seen.to(torch.bfloat16), games.masks)
        own = games.side() == mine
        games.step(torch.where(own, logits.argmax(1), games.advice(seed + 7919 * step)))
        ended = games.dones.bool() & ~over
        got = games.rewards.gather(1, games.first[mine][:, None]).squeeze(1)
        share, over = torch.where(ended, (got + 1) / 2, share), over | ended
        if step % 32 == 31 and bool(over.all()):
            break
    return float(share[over].mean()) if bool(over.any()) else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="papa_paolo")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=540, help="how long to learn")
    parser.add_argument("--copy", type=float, default=0.1, help="share of the time spent copying greedy")
    parser.add_argument("--games", type=int, default=16384 if DEVICE == "cuda" else 64)
    parser.add_argument("--steps", type=int, default=32, help="decisions of each game between two updates")
    parser.add_argument("--width", type=int, default=256, help="of the net's layers")
    parser.add_argument("--greedy", type=float, default=0.4, help="share of games with greedy on one side")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate, falling to nothing")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--reward", choices=("result", "score"), default="score")
    parser.add_argument("--judged", type=int, default=2048 if DEVICE == "cuda" else 16, help="games a test")
    parser.add_argument("--every", type=float, default=15, help="seconds between two tests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--resume", type=Path, help="a checkpoint to go on from")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    given.out.mkdir(parents=True, exist_ok=True)
    game = load(given.game)
    net = Net(game.num_features, game.num_actions, given.width).to(DEVICE)
    if given.resume:
        net.load_state_dict(torch.load(given.resume, map_location=DEVICE)["net"])
    optimiser = torch.optim.Adam(net.parameters(), given.rate, eps=1e-5)
    teachers = Games(given.game, given.seats, given.games, 0.0, given.reward, given.seed)
    games = Games(given.game, given.seats, given.games, given.greedy, given.reward, given.seed + 1)
    rows, start, tested, decisions = [], time.perf_counter(), -given.every, 0
    while (passed := time.perf_counter() - start) < given.seconds:
        done = passed / given.seconds
        copying = done < given.copy and not given.resume
        for group in optimiser.param_groups:
            group["lr"] = given.rate * max(0.02, 1 - done)
        data = collect(
            teachers if copying else games, net, given.steps, copying, given.seed + decisions, given.reward
        )
        improve(net, optimiser, data, copying, given.epochs, 0.01 * (1 - done) + 0.001)
        decisions += given.games * given.steps
        if passed - tested >= given.every:
            tested = passed
            share = against_greedy(net, given.game, given.seats, given.judged, game.max_decisions)
            rows.append((round(passed, 1), decisions, round(share, 4)))
            print(
                f"{passed:6.0f} s  {decisions:>13,} decisions  {'copying' if copying else 'playing'}  "
                f"beats greedy {share:6.1%}",
                flush=True,
            )
            save(net, given, rows)
    share = against_greedy(net, given.game, given.seats, 4 * given.judged, game.max_decisions, 12345)
    rows.append((round(time.perf_counter() - start, 1), decisions, round(share, 4)))
    print(f"the end: {decisions:,} decisions, beats greedy {share:.1%} of {4 * given.judged:,} games")
    save(net, given, rows)


def save(net: Net, given: Any, rows: list[tuple[float, int, float]]) -> None:
    """Checkpoint, weights for the bot, and the curve so far."""
    torch.save({"net": net.state_dict(), "given": vars(given)}, given.out / "checkpoint.pt")
    layers = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    export(given.out / "net.npz", layers, given.seats)
    with (given.out / "curve.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("seconds", "decisions", "share_against_greedy"), *rows])
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    figure, axes = pyplot.subplots()
    axes.plot([row[0] for row in rows], [100 * row[2] for row in rows])
    axes.set(xlabel="seconds", ylabel="% won against greedy", title=given.game)
    figure.savefig(given.out / "curve.png")
    pyplot.close(figure)


if __name__ == "__main__":
    main()
