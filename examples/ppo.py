"""PPO on Gymnasium's VectorEnv, in PyTorch: python ppo.py TASK --decisions 1000000 --file ppo.pt

It knows the game only as environments with action masks, one for each seat, and learns against the opponents
of a task, on a GPU if there is one. It is told how far it leads at the end, which with one opponent is more
than 0 where it wins. What it learned is a bot, in this folder:
fattorino task run TASK --bot ppo:Player:path=ppo.pt
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn

import fattorino
from fattorino.arena.tasks import task
from fattorino.envs.gym import env_id

STEPS, EPOCHS, ROWS = 64, 3, 4096  # decisions of a game between updates, passes over them, rows of a batch
RATE, FADING, CLIP, ENTROPY, NORM = 3e-4, 0.97, 0.2, 0.01, 0.5
NEVER = -1e8  # the logit of what is not legal


class Player(nn.Module):
    """A net with a policy and a value, and the bot that plays it."""

    def __init__(self, game, path=None, width=256):
        super().__init__()
        torch.set_num_threads(1)  # more wait for each other wherever other programs run
        self.game = game
        layers = nn.Linear(game.num_features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        self.body = nn.Sequential(*layers)
        self.policy, self.value = nn.Linear(width, game.num_actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # at first all that is legal is equally likely
        if path:
            self.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))

    def forward(self, seen, masks):
        hidden = self.body(seen)
        logits = self.policy(hidden).masked_fill(masks == 0, NEVER)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(hidden)[:, 0]

    @torch.no_grad()
    def choose(self, view, seat, actions, seed):
        """The likeliest of the legal actions."""
        seen = np.zeros(self.game.num_features, np.float32)
        self.game.observe(view, seat, seen)
        logits = self.policy(self.body(torch.from_numpy(seen))).numpy()
        return int(actions[logits[actions].argmax()])


def environments(plan, games):
    """A VectorEnv for each seat of the learner; an action that is not legal is an error."""
    seats = plan.sides()
    if len(seats) < 2 or len(set(seats)) < len(seats):
        raise SystemExit(f"{plan.name}: a learner here has one seat and opponents")
    return [
        gymnasium.make_vec(
            env_id(plan.game), num_envs=games // len(seats), seat=seat,
            opponents=plan.opponents, reward="score", illegal="raise", autoreset_mode="SameStep",
            copy=False, **plan.options,
        )
        for seat in seats
    ]  # fmt: skip


def learn(plan, decisions, file, seed=1, games=256):
    """Learn from so many decisions; returns the share of games won before each update."""
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    player = Player(fattorino.load(plan.game)).to(device)
    optimiser = torch.optim.Adam(player.parameters(), RATE, eps=1e-5)
    tables = environments(plan, games)

    def joined(parts):
        return torch.from_numpy(np.concatenate(list(parts))).to(device)

    told = [table.reset(seed=seed + games * number) for number, table in enumerate(tables)]
    seen, masks = joined(one[0] for one in told), joined(one[1]["action_mask"] for one in told)
    updates, shares, began = max(1, decisions // (STEPS * len(seen))), [], time.perf_counter()
    for update in range(updates):
        optimiser.param_groups[0]["lr"] = RATE * (1 - update / updates)
        kept = []
        for _ in range(STEPS):
            with torch.no_grad():
                policy, value = player(seen, masks)
                action = policy.sample()
                likely = policy.log_prob(action)
            parts = np.split(action.cpu().numpy(), len(tables))
            told = [table.step(part) for table, part in zip(tables, parts, strict=True)]
            lead, over = joined(one[1] for one in told).float(), joined(one[2] for one in told)
            reward = lead.sign() * lead.abs().log1p()  # a game that is lost by less is better, too
            kept.append((seen, masks, action, likely, value, reward, over))
            seen, masks = joined(one[0] for one in told), joined(one[4]["action_mask"] for one in told)
        with torch.no_grad():
            ahead = player(seen, masks)[1]
        gains, gain = [], torch.zeros_like(ahead)
        for *_, value, reward, over in reversed(kept):  # generalised advantages, without a discount
            gain = reward - value + (ahead + FADING * gain) * ~over
            ahead = value
            gains.append(gain)
        gains = torch.cat(gains[::-1])
        given, legal, action, likely, value, reward, over = map(torch.cat, zip(*kept, strict=True))
        goal = value + gains
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(goal), device=device).split(ROWS):
                policy, value = player(given[rows], legal[rows])
                ratio = (policy.log_prob(action[rows]) - likely[rows]).exp()
                better = (gains[rows] - gains[rows].mean()) / (gains[rows].std() + 1e-8)
                limited = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
                loss = (value - goal[rows]).square().mean() / 2 - limited - ENTROPY * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(player.parameters(), NORM)
                optimiser.step()
        ended = reward[over & (reward != 0)]  # games that somebody won
        shares.append((ended > 0).float().mean().item())
        done = (update + 1) * len(goal)
        told = f"{done:,} decisions, {done / (time.perf_counter() - began):,.0f} a second"
        print(f"{told}: won {shares[-1]:.1%} of {len(ended)}, reward {ended.mean():+.2f}", flush=True)
        torch.save(player.state_dict(), file)
    for table in tables:
        table.close()
    return shares


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("task")
    words.add_argument("--file", default="ppo.pt")
    for name, usual in (("--decisions", 1_000_000), ("--seed", 1), ("--games", 256)):  # games at once
        words.add_argument(name, type=int, default=usual)
    chosen = words.parse_args()
    learn(task(chosen.task), chosen.decisions, chosen.file, chosen.seed, chosen.games)
