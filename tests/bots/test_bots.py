"""Bots by name and settings: errors name what is wrong and what is allowed."""

from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino import bots
from fattorino.bots.mcts import Mcts, Thought
from fattorino.kernel.rng import small_seed

SEEDS = [2**56, 2**57, 2**61 + 5, 2**63, 2**64 + 3, -1, np.int64(2**62), np.uint64(2**63), np.int8(7)]


def choice(game: str, name: str, seed: Any) -> int:
    """What a bot decides first in a game."""
    match = fattorino.load(game).new(seed=3)
    assert match.to_move is not None
    chosen = bots.make(name, match.game).choose(match.view(match.to_move), match.to_move, match.legal(), seed)
    assert chosen in match.legal()
    return chosen


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:simulations=3", "easy:simulations=3"])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{type(seed).__name__}_{seed}")
def test_any_whole_number_is_a_seed(name: str, seed: Any) -> None:
    assert choice("pizza_race", name, seed) == choice("pizza_race", name, small_seed(seed))


def test_any_whole_number_is_a_seed_of_a_search() -> None:
    match = fattorino.load("pizza_race").new(seed=3)
    thoughts = []
    for seed in (2**64 + 3, small_seed(2**64 + 3)):
        bot = Mcts(match.game, simulations=20)
        thoughts.append(bot.think(match.view(0), 0, match.legal(), seed).visits.tolist())
    assert thoughts[0] == thoughts[1]


@pytest.mark.bulk
@pytest.mark.parametrize("game", ["ghost_town", "pizza_city", "papa_paolo", "new_york"])
@pytest.mark.parametrize("name", ["random", "greedy", "hard:simulations=3,threads=2", "expert:simulations=3"])
def test_any_whole_number_is_a_seed_of_compiled_bots(game: str, name: str) -> None:
    for seed in SEEDS:
        assert choice(game, name, seed) == choice(game, name, small_seed(seed))


@pytest.mark.bulk
def test_a_game_master_takes_any_seed() -> None:
    match = fattorino.load("ghost_town").new(2, seed=1, town="human_gm")
    seat = match.to_move
    assert seat is not None
    assert bots.make("easy", match.game).choose(match.view(seat), seat, match.legal(), 2**64 + 3) is not None


def test_small_seeds_stay_as_they_are() -> None:
    assert [small_seed(seed) for seed in (0, 1, 2**56 - 1)] == [0, 1, 2**56 - 1]
    assert 0 <= small_seed(2**200 + 9) == 9
    with pytest.raises(TypeError):
        small_seed(1.5)


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
