"""PPO on Gymnasium's VectorEnv, in PyTorch: python ppo.py TASK DECISIONS [FILE].

It knows the game only as environments with action masks, one for each seat, and learns against the opponents
of a task. What it learned is a bot: fattorino task run TASK --bot ppo:Player:path=FILE
"""

import sys

import gymnasium
import numpy as np
import torch
from torch import nn

import fattorino
from fattorino.arena.tasks import task

ENVS, STEPS, EPOCHS, PARTS = 256, 64, 3, 4
FADING, CLIP, CALM, RATE = 0.97, 0.2, 0.01, 3e-4


class Player(nn.Module):
    """A net with a policy and a value, and the bot that plays it."""

    def __init__(self, game, path=None, width=256):
        super().__init__()
        self.game = game
        self.body = nn.Sequential(
            nn.Linear(game.num_features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, game.num_actions), nn.Linear(width, 1)
        if path:
            self.load_state_dict(torch.load(path, weights_only=True))

    def forward(self, seen, masks):
        hidden = self.body(seen)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)

    @torch.no_grad()
    def choose(self, view, seat, actions, seed):
        seen = np.zeros(self.game.num_features, np.float32)
        self.game.observe(view, seat, seen)
        logits = self.policy(self.body(torch.from_numpy(seen)))
        return int(actions[int(logits[torch.from_numpy(np.asarray(actions, np.int64))].argmax())])


def joined(parts):
    """What all tables show, as tensors."""
    seen = torch.from_numpy(np.concatenate([seen for seen, _info in parts]))
    return seen, torch.from_numpy(np.concatenate([info["action_mask"] for _seen, info in parts]))


def learn(name, total, path):
    torch.manual_seed(1)
    plan = task(name)
    words = "".join(word.title() for word in plan.game.split("_"))
    seats = range(1 + len(plan.opponents))
    tables = [
        gymnasium.make_vec(
            f"fattorino.envs:fattorino/{words}-v0", num_envs=ENVS // len(seats), seat=seat,
            opponents=plan.opponents, autoreset_mode="SameStep", **plan.options,
        )
        for seat in seats
    ]  # fmt: skip
    player = Player(fattorino.load(plan.game))
    optimiser = torch.optim.Adam(player.parameters(), RATE, eps=1e-5)
    seen, masks = joined([table.reset(seed=1 + seat) for seat, table in enumerate(tables)])
    results = []
    for update in range(1, total // (len(seen) * STEPS) + 1):
        kept = []
        for _ in range(STEPS):
            with torch.no_grad():
                policy, value = player(seen, masks)
                action = policy.sample()
                likely = policy.log_prob(action)
            parts = action.numpy().reshape(len(tables), -1)
            told = [table.step(part) for table, part in zip(tables, parts, strict=True)]
            reward, over = (torch.from_numpy(np.concatenate([one[k] for one in told])) for k in (1, 2))
            kept.append((seen, masks, action, likely, value, reward.float(), over))
            seen, masks = joined([(one[0], one[4]) for one in told])
            results += reward[over].tolist()
        with torch.no_grad():
            ahead = player(seen, masks)[1]
        gains, gain = [], torch.zeros(len(seen))
        for *_, value, reward, over in reversed(kept):
            goes_on = 1.0 - over.float()
            gain = reward + ahead * goes_on - value + FADING * gain * goes_on
            ahead = value
            gains.append(gain)
        gains = torch.cat(gains[::-1])
        given, legal, action, likely, value = (torch.cat(part) for part in list(zip(*kept, strict=True))[:5])
        goal, better = value + gains, (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(goal)).chunk(PARTS):
                policy, value = player(given[rows], legal[rows])
                ratio = (policy.log_prob(action[rows]) - likely[rows]).exp()
                limited = torch.min(ratio * better[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * better[rows])
                loss = (value - goal[rows]).square().mean() / 2 - limited.mean()
                loss = loss - CALM * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(player.parameters(), 0.5)
                optimiser.step()
        if update % 20 == 0:
            print(f"{update * len(goal):,} decisions: reward {np.mean(results[-500:]):+.2f}", flush=True)
            torch.save(player.state_dict(), path)
    for table in tables:
        table.close()
    torch.save(player.state_dict(), path)


if __name__ == "__main__":
    learn(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "ppo.pt")
