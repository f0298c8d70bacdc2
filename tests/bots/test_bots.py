"""Bots by name and settings: errors name what is wrong and what is allowed."""

import numpy as np
import pytest

import fattorino
from fattorino import bots
from fattorino.bots.mcts import Mcts, Thought


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("minimax", "no bot 'minimax'; the bots are: random, easy, greedy"),
        ("greedy:depth=3", "bot greedy has no setting 'depth'; its settings: none"),
        ("mcts:depth=3", "bot mcts has no setting 'depth'; its settings: simulations, seconds"),
        ("mcts:simulations", "setting simulations of bot mcts needs a value"),
        ("mcts:simulations=many", "simulations is a whole number from 1 to 10,000,000, not 'many'"),
        ("mcts:simulations=0", "simulations is a whole number from 1"),
        ("mcts:noise=2", "noise is a number from 0 to 1, not '2'"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(spec: str, words: str) -> None:
    with pytest.raises(fattorino.FattorinoError, match=words.replace("(", r"\(")):
        bots.make(spec, fattorino.load("pizza_city"))


def test_settings_are_read() -> None:
    bot = bots.make("mcts:simulations=20,noise=0.25,threads=2,worlds=8", fattorino.load("pizza_city"))
    assert isinstance(bot, Mcts)
    assert (bot.simulations, bot.noise) == (20, 0.25)


def test_a_level_is_a_search_with_settings() -> None:
    bot = bots.make("medium:simulations=30", fattorino.load("pizza_city"))
    assert isinstance(bot, Mcts)
    assert (bot.simulations, bot.noise) == (30, 0.3)


def test_every_bot_says_how_it_plays() -> None:
    assert bots.names() == list(bots.KINDS)
    assert all(kind.help for kind in bots.KINDS.values())
    assert all(setting.help for kind in bots.KINDS.values() for setting in (kind.settings or {}).values())


def test_the_most_tried_action_is_best_and_the_mean_breaks_ties() -> None:
    thought = Thought(np.array([3, 7, 7]), np.array([0.9, 0.2, 0.4]), 17, False)
    assert thought.best == 2
