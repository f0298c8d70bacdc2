"""A game master that builds easy or hard towns, valid ones, from its own view alone."""

import numpy as np
import pytest

import fattorino
from fattorino import bots
from fattorino.bots.builder import AS_IT_COMES, EASIER, HARDER, Builder, loops
from fattorino.bots.mcts import Mcts
from fattorino.kernel.match import Match

pytestmark = pytest.mark.bulk


def table(seed: int = 1) -> Match:
    return fattorino.load("ghost_town").new(2, seed=seed, town="human_gm")


def build(match: Match, bot: bots.Bot | Builder, seed: int) -> list[int]:
    """Let a bot lay every tile; returns its decisions."""
    master = match.to_move
    assert master is not None
    laid = []
    while match.to_move == master:
        action = bot.choose(match.view(master), master, match.legal(), seed + match.move)
        assert action is not None
        match.play(action)
        laid.append(action)
    return laid


def decisions(town: list[int]) -> float:
    """How many decisions greedy deliverers need in a town, on average over many hands."""
    game = table().game
    states, views = np.zeros(1, game.state), np.zeros(1, game.state)
    actions = np.zeros(game.num_actions, np.int16)
    lengths = []
    for hands in range(20):
        match = table(1000 + hands)
        for action in town:
            match.play(action)
        for number in range(5):
            states[0] = match.state[0]
            lengths.append(loops(game).trial(states, views, game.masks, number, actions))
    return float(np.mean(lengths))


def test_hard_towns_take_longer_than_easy_ones() -> None:
    took = {}
    for level in ("easy", "hard"):
        towns = [build(match, bots.make(level, match.game), 64) for match in map(table, range(3))]
        took[level] = [decisions(town) for town in towns]
    assert np.mean(took["hard"]) > np.mean(took["easy"]) + 4
    assert min(took["hard"]) > np.mean(took["easy"])


def test_the_same_seed_builds_the_same_town_and_another_one_another() -> None:
    towns = [build(table(), Builder(table().game, HARDER, drafts=4, trials=1), seed) for seed in (7, 7, 8)]
    assert towns[0] == towns[1]
    assert towns[0] != towns[2]


@pytest.mark.parametrize("aim", [EASIER, AS_IT_COMES, HARDER])
def test_a_town_that_somebody_began_is_finished(aim: int) -> None:
    match = table()
    for _ in range(5):
        match.play(int(match.legal()[0]))
    bot = Builder(match.game, aim, drafts=3, trials=1)
    build(match, bot, 3)
    assert match.to_move == 0


def test_after_somebody_went_on_differently_it_plans_anew() -> None:
    match = table()
    master = match.to_move
    assert master is not None
    bot = Builder(match.game, HARDER, drafts=3, trials=1)
    planned = bot.choose(match.view(master), master, match.legal(), 3)
    match.play(int(next(action for action in match.legal() if action != planned)))
    build(match, bot, 3)
    assert match.to_move == 0


def test_who_delivers_does_not_build() -> None:
    match = fattorino.load("ghost_town").new(2, seed=1)
    assert Builder(match.game).choose(match.view(0), 0, match.legal(), 1) is None


def test_a_level_says_what_towns_it_builds() -> None:
    game = fattorino.load("ghost_town")
    for spec, aim in (("easy", EASIER), ("medium", AS_IT_COMES), ("hard", HARDER), ("mcts:town=0", EASIER)):
        bot = bots.make(spec, game)
        assert isinstance(bot, Mcts)
        assert bot.town == aim
