"""net: what it learned, run with NumPy; where it has learned nothing it says so."""

import json
from pathlib import Path

import numpy as np
import pytest

from fattorino import bots, games
from fattorino.bots.mcts import Mcts, loops
from fattorino.bots.net import LAYERS, WEIGHTS, Net, export, flat, trained
from fattorino.kernel.errors import BadOption

ALL = 12_000_000  # bytes of all nets together


def layers(features: int, actions: int, width: int = 8) -> dict[str, np.ndarray]:
    """A net of random numbers."""
    chance = np.random.default_rng(1)
    sizes = {"first": (width, features), "second": (width, width), "third": (width, width)}
    sizes |= {"policy": (actions, width), "value": (1, width)}
    made = {f"{name}.weight": chance.normal(size=size) for name, size in sizes.items()}
    made |= {f"{name}.bias": chance.normal(size=size[0]) for name, size in sizes.items()}
    return {name: value.astype(np.float32) for name, value in made.items()}


def test_a_game_that_was_not_learned_is_refused_with_those_that_were() -> None:
    assert "net" not in bots.names("pizza_city") and "net" in bots.names("papa_paolo")
    with pytest.raises(BadOption, match=r"net has not learned .*, papa_paolo"):
        bots.make("net", games.load("pizza_city"))


def test_shipped_weights_are_small_and_fit_their_games() -> None:
    assert trained() == ["ghost_town", "new_york", "papa_paolo"]
    assert sum(path.stat().st_size for path in WEIGHTS.iterdir()) < ALL
    for name in trained():
        game = games.load(name)
        bots.make("net", game)
        card = json.loads((WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))
        assert card["game"] == name and card["version"] <= game.version  # what it was trained on
        assert card["command"].startswith(f"fattorino train {name} --updates {card['updates']}")


def test_an_exported_net_keeps_what_it_needs(tmp_path: Path) -> None:
    game = games.load("papa_paolo")
    made = layers(game.num_features, game.num_actions)
    export(tmp_path / "net.npz", made, 2)
    with np.load(tmp_path / "net.npz") as file:
        assert {name.split(".")[0] for name in file.files} == {*LAYERS, "value", "seats"}
    bot = Net(game, tmp_path / "net.npz")
    seen = np.random.default_rng(2).random(game.num_features, np.float32)
    hidden = np.maximum(made["first.weight"] @ seen + made["first.bias"], 0)
    inner = np.maximum(made["second.weight"] @ hidden + made["second.bias"], 0)
    hidden = np.maximum(hidden + made["third.weight"] @ inner + made["third.bias"], 0)
    wanted = made["policy.weight"] @ hidden + made["policy.bias"]
    assert np.abs(bot.logits(seen) - wanted).max() < 0.02 * np.abs(wanted).max()


def test_a_net_of_another_version_is_refused(tmp_path: Path) -> None:
    game = games.load("papa_paolo")
    export(tmp_path / "net.npz", layers(7, game.num_actions), 2)
    with pytest.raises(BadOption, match="another game or version"):
        Net(game, tmp_path / "net.npz")


def test_net_plays_legal_actions_and_the_same_twice() -> None:
    match = games.load("papa_paolo").new(seats=2, seed=3)
    bot = bots.make("net", match.game)
    for move in range(25):
        seat = match.to_move
        assert seat is not None
        action = bot.choose(match.view(seat), seat, match.legal(), move)
        assert action in match.legal()
        assert action == bot.choose(match.view(seat), seat, match.legal(), move + 1)
        match.play(action)


def test_at_a_table_it_was_not_trained_for_net_asks_greedy() -> None:
    match = games.load("papa_paolo").new(seats=3, seed=3)
    seat = match.to_move
    assert seat is not None
    asked = (match.view(seat), seat, match.legal(), 5)
    assert bots.make("net", match.game).choose(*asked) == bots.make("greedy", match.game).choose(*asked)


def test_the_search_reads_the_net_as_the_bot_does() -> None:
    game = games.load("papa_paolo")
    match, bot = game.new(seats=2, seed=4), Net(game)
    net, width = flat(game, bot.layers), len(bot.layers["first.bias"])
    worths = []
    for move in range(6):
        seat, legal = match.to_move, match.legal()
        assert seat is not None
        scratch = np.zeros(game.num_features, np.float32), np.zeros((3, width), np.float32)
        action, worth = loops(game).judge(match.view(seat), seat, legal, len(legal), net, width, *scratch)
        assert action == bot.choose(match.view(seat), seat, legal, move)
        worths.append(worth)
        match.play(action)
    assert 0.1 <= min(worths) < max(worths) <= 0.9


def test_expert_searches_with_the_net_at_tables_it_was_trained_for() -> None:
    assert "expert" in bots.names("papa_paolo") and "expert" not in bots.names("new_york")
    game = games.load("papa_paolo")
    found = {}
    for net in (0, 1):
        match, bot = game.new(seats=2, seed=3), Mcts(game, simulations=8, worlds=2, net=net)
        seat = match.to_move
        assert seat is not None
        thought = bot.think(match.view(seat), seat, match.legal(), 1)
        assert thought.visits.sum() == 8 and ((thought.means >= 0) & (thought.means <= 1)).all()
        found[net] = thought.means.tolist()
    assert found[0] != found[1]
    other = game.new(seats=3, seed=3)
    seat = other.to_move
    assert seat is not None
    asked = other.view(seat), seat, other.legal(), 1
    thoughts = [Mcts(game, simulations=2, worlds=1, net=net).think(*asked).means.tolist() for net in (0, 1)]
    assert thoughts[0] == thoughts[1]
