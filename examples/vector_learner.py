"""A learner on Gymnasium's VectorEnv, in NumPy alone: python vector_learner.py [STEPS]."""

import sys

import gymnasium
import numpy as np

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
N, chance = 64, np.random.default_rng(1)
games = gymnasium.make_vec(
    "fattorino.envs:fattorino/GhostTown-v3", num_envs=N, opponents=["random"], autoreset_mode="SameStep"
)
weights = np.zeros((games.single_observation_space.shape[0], games.single_action_space.n))
seen, info = games.reset(seed=1)
traces, wins = [[] for _ in range(N)], []
for _ in range(STEPS):
    logits = np.where(info["action_mask"] > 0, seen @ weights, -1e9)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    actions = (shares.cumsum(axis=1) > chance.random((N, 1))).argmax(axis=1)
    for trace, row, share, action in zip(traces, seen.copy(), shares, actions, strict=True):
        trace.append((row, np.eye(len(share))[action] - share))
    seen, rewards, over, _cut, info = games.step(actions)
    for k in np.flatnonzero(over):  # REINFORCE: what was done in a game that was won is done more often
        for row, push in traces[k]:
            weights += 0.002 * rewards[k] * np.outer(row, push)
        wins.append(rewards[k] > 0)
        traces[k].clear()
games.close()
first, last = np.mean(wins[:200]), np.mean(wins[-200:])
print(f"{len(wins)} games; won {first:.0%} of the first 200, {last:.0%} of the last")
