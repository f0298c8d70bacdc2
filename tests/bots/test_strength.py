"""Quick strength checks with fixed seeds and wide margins; the published table is made by `tournament`."""

import pytest

import fattorino
from fattorino import bots
from fattorino.arena.playing import seating

pytestmark = pytest.mark.bulk


def wins(game: str, names: list[str], games: int, **options: object) -> dict[str, float]:
    """Games won by each bot, seating rotated, teams kept together."""
    loaded = fattorino.load(game)
    settings = loaded.settings_for(len(names), **options)
    found = dict.fromkeys(names, 0.0)
    for number in range(games):
        match = loaded.new(seed=100 + number, **settings)
        chairs = seating(list(match.roles), names, number)
        players = [bots.make(name, loaded) for name in chairs]
        while not match.over:
            seat = match.to_move
            assert seat is not None
            seed = 4096 * number + match.move
            match.play(players[seat].choose(match.view(seat), seat, match.legal(), seed))
        for winner in match.winners:
            found[chairs[winner]] += 1 / len(match.winners)
    return found


@pytest.mark.parametrize(
    ("game", "strong", "games", "least"),
    [("papa_paolo", "mcts:simulations=24", 6, 4), ("new_york", "mcts:simulations=80", 4, 3)],
)
def test_search_beats_greedy(game: str, strong: str, games: int, least: float) -> None:
    assert wins(game, [strong, "greedy"], games)[strong] >= least


def test_search_beats_greedy_in_teams() -> None:
    strong = "mcts:simulations=4000"
    assert wins("pizza_city", [strong, "greedy", "greedy", strong], 12)[strong] >= 6


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("pizza_city", ["greedy", "random", "random", "greedy"]),
        ("papa_paolo", ["greedy", "random"]),
        ("new_york", ["greedy", "random"]),
    ],
)
def test_greedy_beats_random(game: str, names: list[str]) -> None:
    assert wins(game, names, 20)["greedy"] >= 16


def test_greedy_finds_houses_that_random_walkers_do_not() -> None:
    found = wins("ghost_town", ["greedy", "random"], 60)
    assert found["greedy"] >= 4 * max(found["random"], 1)


def test_greedy_plays_every_kind_of_psychic_card() -> None:
    game = fattorino.load("ghost_town")
    bot = bots.make("greedy", game)
    played = set()
    for number in range(300):
        match = game.new(2, seed=number)
        while not match.over:
            seat = match.to_move
            assert seat is not None
            action = bot.choose(match.view(seat), seat, match.legal(), 4096 * number + match.move)
            played.add(game.space.block(action)[0].name)
            match.play(action)
    cards = {block.name for block in game.space.blocks} - {"SQUARE", "BARRIER_KEEP", "OINK"}
    assert played == cards
