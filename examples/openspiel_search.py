"""OpenSpiel's own search against a random player: python openspiel_search.py [SIMULATIONS]."""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import fattorino.envs.openspiel

SIMULATIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 50
game = pyspiel.load_game("fattorino_ghost_town(turn_limit=15)")
rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
bot = ismcts.ISMCTSBot(game, rollouts, 2.0, SIMULATIONS, random_state=np.random.RandomState(2))
bot.set_resampler(fattorino.envs.openspiel.resampler(3))
chance, state = np.random.default_rng(4), game.new_initial_state()
while not state.is_terminal():
    if state.current_player() == 0:
        action = bot.step(state)
        print(state.action_to_string(0, action))
    else:  # the seed, digit by digit, and the other player
        action = int(chance.choice(state.legal_actions()))
    state.apply_action(action)
print("returns", state.returns())
