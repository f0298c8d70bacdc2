"""PettingZoo: seat_0 follows greedy, the other plays at random: python pettingzoo_table.py."""

import numpy as np

from fattorino import bots
from fattorino.envs import aec

table = aec("ghost_town", seats=2, render_mode="ansi")
table.reset(seed=7)
greedy, chance = bots.make("greedy", table.match.game), np.random.default_rng(1)
for agent in table.agent_iter():
    observation, reward, over, cut, info = table.last()
    if over or cut:
        print(agent, reward)
        action = None
    elif agent == "seat_0":
        match, seat = table.match, table.match.to_move
        action = greedy.choose(match.view(seat), seat, match.legal(), match.move)
    else:
        action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
    table.step(action)
print(*table.match.log()[-3:], sep="\n")
