"""net: inference with NumPy, and a clear error without weights."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fattorino import bots, games
from fattorino.bots.layers import column, layer, sharpened
from fattorino.bots.mcts import (
    ADVISED,
    EVEN,
    EXPLORATION_JUDGED,
    EXPLORATION_LATER,
    EXPLORATION_MIXED,
    GLANCE,
    JUDGED,
    PLAYED,
    WEIGHED,
    Expert,
    Mcts,
    loops,
)
from fattorino.bots.net import LAYERS, WEIGHTS, Net, export, fitting, flat, learned, trained
from fattorino.bots.tree import EXPLORATION
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.records import NONE

ALL = 12_000_000  # bytes of all nets together


def layers(features: int, actions: int, width: int = 8) -> dict[str, np.ndarray]:
    """A net of random numbers."""
    chance = np.random.default_rng(1)
    sizes = {"first": (width, features), "second": (width, width), "third": (width, width)}
    sizes |= {"policy": (actions, width), "value": (1, width)}
    made = {f"{name}.weight": chance.normal(size=size) for name, size in sizes.items()}
    made |= {f"{name}.bias": chance.normal(size=size[0]) for name, size in sizes.items()}
    return {name: value.astype(np.float32) for name, value in made.items()}


def table(game: Game) -> tuple[Any, np.ndarray]:
    """A table of two: a state of it, and the side of each seat."""
    sides = np.full(game.max_seats, NONE, np.int8)
    sides[:2] = 0, 1
    return game.new(seats=2, seed=1).state, sides


def test_a_game_that_was_not_learned_is_refused_with_those_that_were() -> None:
    assert "net" not in bots.names("pizza_race") and "net" in bots.names("papa_paolo")
    with pytest.raises(BadOption, match=r"net has not learned .*, papa_paolo"):
        bots.make("net", games.load("pizza_race"))


def test_shipped_weights_are_small_and_fit_their_games() -> None:
    assert trained() == ["ghost_town", "new_york", "papa_paolo", "pizza_city"]
    assert sum(path.stat().st_size for path in WEIGHTS.iterdir()) < ALL
    for path in WEIGHTS.glob("*.npz"):
        card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        name, game = card["game"], games.load(card["game"])
        (net,) = learned(game, path)
        match = game.new(**card["plan"]["options"], seed=1)
        found = fitting(learned(game), match.state, net.chooses)
        assert found is not None and found.layers is net.layers
        assert path.stem.startswith(f"{name}-") and card["version"] <= game.version  # what it was trained on
        how = f"fit {name} " if not net.chooses else f"train {name} --updates {card['updates']}"
        assert card["command"].startswith(f"fattorino {how}")


def test_an_exported_net_keeps_what_it_needs(tmp_path: Path) -> None:
    game = games.load("papa_paolo")
    made = layers(game.num_features, game.num_actions)
    export(tmp_path / "net.npz", made, *table(game))
    with np.load(tmp_path / "net.npz") as file:
        assert {name.split(".")[0] for name in file.files} == {*LAYERS, "value", "table"}
    (net,) = learned(game, tmp_path / "net.npz")
    seen = np.random.default_rng(2).random(game.num_features, np.float32)
    hidden = np.maximum(made["first.weight"] @ seen + made["first.bias"], 0)
    inner = np.maximum(made["second.weight"] @ hidden + made["second.bias"], 0)
    hidden = np.maximum(hidden + made["third.weight"] @ inner + made["third.bias"], 0)
    wanted = made["policy.weight"] @ hidden + made["policy.bias"]
    assert np.abs(net.logits(seen) - wanted).max() < 0.02 * np.abs(wanted).max()


def test_a_net_of_another_version_is_refused(tmp_path: Path) -> None:
    game = games.load("papa_paolo")
    export(tmp_path / "net.npz", layers(7, game.num_actions), *table(game))
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
    match = games.load("new_york").new(seats=5, seed=3)
    for move in range(12):
        seat = match.to_move
        assert seat is not None
        asked = (match.view(seat), seat, match.legal(), move)
        action = bots.make("net", match.game).choose(*asked)
        assert action == bots.make("greedy", match.game).choose(*asked)
        match.play(action)


def test_a_net_is_chosen_by_players_team_and_difficulty() -> None:
    new_york, town = games.load("new_york"), games.load("ghost_town")

    def found(game: Game, **options: Any) -> int | None:
        net = fitting(learned(game), game.new(seed=1, **options).state)
        return None if net is None else id(net.layers)

    rivals, team = found(new_york, seats=3), found(new_york, seats=3, mode="coop")
    assert None not in (rivals, team) and rivals != team
    assert found(new_york, seats=2, mode="coop") is None
    easy, any_town = found(town, seats=2, difficulty="easy"), found(town, seats=2, difficulty="any")
    assert None not in (easy, any_town) and easy != any_town
    assert found(town, seats=3, difficulty="hard") == found(town, seats=3)


def test_the_search_reads_the_net_as_the_bot_does() -> None:
    game = games.load("papa_paolo")
    match, bot = game.new(seats=2, seed=4), Net(game)
    found = fitting(learned(game), match.state)
    assert found is not None
    net, width = flat(game, found), found.width
    worths = []
    for move in range(6):
        seat, legal = match.to_move, match.legal()
        assert seat is not None
        features, odds = np.zeros(game.num_features, np.float32), np.zeros(len(legal))
        scratch = features, np.zeros(game.num_features, np.int32), np.zeros((3, width), np.float32)
        view = match.view(seat)
        worths.append(loops(game).consult(view, seat, legal, len(legal), net, width, *scratch, odds))
        action = int(legal[np.argmax(odds)])
        assert action == bot.choose(view, seat, legal, move)
        assert odds == pytest.approx(policy(found.logits(features)[legal]), abs=1e-5)
        match.play(action)
    assert -1 <= min(worths) < max(worths) <= 1


def judging(game: Game) -> tuple[np.ndarray, int, dict[str, np.ndarray]]:
    """The net of Pizza City for four: flat, its width, and its layers."""
    found = fitting(learned(game), game.new(seats=4, seed=1).state, chooses=False)
    assert found is not None
    return flat(game, found), found.width, found.layers


def test_a_net_that_judges_positions_is_read_as_numpy_reads_it() -> None:
    game = games.load("pizza_city")
    net, width, layers = judging(game)
    match, search = game.new(seats=4, seed=4), loops(game)
    values = []
    for _ in range(12):
        numbers = np.zeros(game.num_studied, np.float32)
        seat = game.study(match.state[0], numbers)  # type: ignore[misc]
        assert seat in (1, 3)  # the Bike that rides next
        scratch = np.zeros(max(game.num_studied, width), np.int32), np.zeros((3, width), np.float32)
        values.append(search.weigh(net, width, numbers, *scratch))
        hidden = np.maximum(numbers @ layers["first.weight"] + layers["first.bias"], 0)
        hidden = np.maximum(hidden @ layers["second.weight"] + layers["second.bias"], 0)
        (wanted,) = np.tanh(hidden @ layers["value.weight"] + layers["value.bias"])
        assert values[-1] == pytest.approx(wanted, abs=1e-5)
        match.play(int(match.legal()[-1]))
    assert len(set(values)) > 6


def test_options_are_tried_by_what_the_net_thinks_of_the_position_after_each() -> None:
    game = games.load("pizza_city")
    net, width, _layers = judging(game)
    match, search = game.new(seats=4, seed=2), loops(game)
    match.play(int(match.legal()[-1]))  # a City card: where to lay it
    seat, legal = match.to_move, match.legal()[::6]
    assert seat == 0 and len(legal) > 10
    states, worth = np.zeros(2, game.state), np.zeros(game.max_seats)
    states[0] = match.state[0]
    numbers, places = np.zeros(game.num_studied, np.float32), np.zeros(game.num_studied, np.int32)
    hidden, sides = np.zeros((3, width), np.float32), np.array([0, 1, 1, 0], np.int8)
    results, odds = np.zeros((game.max_seats, 3), np.int32), np.zeros(len(legal))
    options = np.zeros(game.num_actions, np.int16)
    scratch = numbers, places, hidden, results, worth, options
    search.foresee(states, seat, legal, len(legal), net, width, sides, *scratch, odds)
    assert odds.sum() == pytest.approx(1) and states[0] == match.state[0]
    worths = []
    for action in legal.tolist():
        after = game.new(seats=4, seed=2)
        after.state[0] = match.state[0]
        after.play(action)
        side = game.study(after.state[0], numbers)  # type: ignore[misc]
        search.share(search.weigh(net, width, numbers, places, hidden), side, sides, worth)
        worths.append(worth[seat])
    assert len(set(worths)) > 3
    wanted = np.exp((np.array(worths) - max(worths)) / search.SHARPNESS)
    assert odds == pytest.approx(wanted / wanted.sum(), abs=1e-6)


def test_in_pizza_city_net_is_a_short_search_with_the_net() -> None:
    game = games.load("pizza_city")
    bot = bots.make("net", game)
    assert (bot.name, bot.simulations) == ("net", GLANCE)  # type: ignore[attr-defined]
    bot.simulations = 4  # type: ignore[attr-defined]
    match = game.new(seats=4, seed=1)
    seat = match.to_move
    assert seat is not None
    assert bot.choose(match.view(seat), seat, match.legal(), 1) in match.legal()
    nets = bot._fitting  # type: ignore[attr-defined]
    assert nets.judge.size and not nets.chooser.size and nets.use == 1


def test_a_net_that_chooses_plays_pizza_city_at_once(tmp_path: Path) -> None:
    game = games.load("pizza_city")
    path = tmp_path / "net.npz"
    export(path, layers(game.num_features, game.num_actions), *table(game))
    assert isinstance(bots.make(f"net:path={path}", game), Net)
    match = game.new(seats=2, seed=1)
    seat = match.to_move
    assert seat is not None
    with pytest.raises(BadOption, match="takes nets that judge positions: fattorino fit"):
        bots.make(f"expert:path={path}", game).choose(match.view(seat), seat, match.legal(), 1)


def policy(logits: np.ndarray) -> np.ndarray:
    """Shares of tries."""
    raised = np.exp(logits.astype(np.float64) - logits.max())
    shares: np.ndarray = raised / raised.sum()
    return shares


@pytest.mark.parametrize(("n_in", "width"), [(9, 8), (4, 5), (16, 13), (7, 3)])
def test_layers_add_up_as_numpy_does(n_in: int, width: int) -> None:
    chance = np.random.default_rng(n_in)
    weight, bias = chance.normal(size=(n_in, width)), chance.normal(size=width)
    net = np.concatenate([[0.5], weight.ravel(), bias]).astype(np.float32)
    given = np.where(chance.random(n_in) < 0.6, chance.normal(size=n_in), 0).astype(np.float32)
    out, places = np.zeros(width, np.float32), np.zeros(n_in, np.int32)
    assert layer(net, 1, given, n_in, places, out, width) == len(net)
    assert out == pytest.approx(given @ weight + bias, abs=1e-5)
    assert column(net, 1, out, width) == pytest.approx(out @ net[1 : width + 1] + net[width + 1], abs=1e-5)


def test_the_first_tries_are_shared_out_by_the_policy() -> None:
    game = games.load("papa_paolo")
    match, found = game.new(seats=2, seed=3), {}
    seat, legal = match.to_move, match.legal()
    assert seat is not None
    for net in (0, 1):
        bot = Mcts(game, simulations=3, worlds=1, net=net)
        bot.think(match.view(seat), seat, legal, 1)
        tree, priors = bot._trees[0]._nodes[0], {}
        at = int(tree[0].child)
        while at:
            priors[int(tree[at].action)] = int(tree[at].prior)
            at = int(tree[at].sibling)
        found[net] = priors
    assert not any(found[0].values())
    learner = fitting(learned(game), match.state)
    assert learner is not None
    features = np.zeros(game.num_features, np.float32)
    game.observe(match.view(seat), seat, features)
    wanted = (1 - EVEN) * policy(learner.logits(features)[legal]) + EVEN / len(legal)
    assert sorted(found[1]) == legal.tolist()  # all of them, tried or not
    assert [found[1][action] / 65535 for action in legal.tolist()] == pytest.approx(wanted, abs=1e-3)


def test_partners_share_a_judgement_and_rivals_what_is_left() -> None:
    game = games.load("papa_paolo")

    def shared(stands: float, mover: int, *sides: int) -> list[float]:
        worth = np.zeros(game.max_seats)
        loops(game).share(stands, mover, np.array(sides, np.int8), worth)
        return worth.round(6).tolist()

    assert shared(1.0, 1, 0, 1, NONE, NONE)[:2] == [0.1, 0.9]
    assert shared(0.0, 0, 0, 1, 2, 3) == [0.3, 0.3, 0.3, 0.3]  # even among four: a chance of a quarter each
    assert shared(-1 / 3, 0, 0, 1, 2, 3) == pytest.approx([0.1, 0.366667, 0.366667, 0.366667])
    assert shared(0.5, 2, 0, 1, 0, 1) == [0.7, 0.3, 0.7, 0.3]
    assert shared(0.5, 2, 0, 0, 0, 0) == [0.7, 0.7, 0.7, 0.7]  # a team against the game


def test_expert_searches_with_the_net_at_tables_it_was_trained_for() -> None:
    assert all("expert" in bots.names(name) for name in trained())
    assert "expert" not in bots.names("pizza_race")
    made = bots.make("expert:simulations=3,threads=1", games.load("papa_paolo"))
    assert isinstance(made, Expert) and made._net == JUDGED
    weighed = bots.make("expert:simulations=3,threads=1", games.load("new_york"))
    assert isinstance(weighed, Expert) and weighed._net == WEIGHED
    assert weighed._trees[0].playouts == 2 and weighed._trees[0].ahead == 80
    town = games.load("ghost_town")
    split = bots.make("expert:simulations=3,threads=1", town)
    assert isinstance(split, Expert) and split._net == WEIGHED and split._trees[0].split > 0
    played = bots.make("expert:simulations=3,threads=1,net=3", town)  # as asked, and nothing else
    assert isinstance(played, Expert) and played._net == PLAYED and played._trees[0].split == 0


@pytest.mark.bulk
def test_each_use_of_the_net_judges_otherwise_and_none_where_it_was_not_trained() -> None:
    game, found = games.load("papa_paolo"), {}
    for net in (0, JUDGED, ADVISED, PLAYED):
        match, bot = game.new(seats=2, seed=3), Mcts(game, simulations=4, worlds=2, net=net)
        seat = match.to_move
        assert seat is not None
        thought = bot.think(match.view(seat), seat, match.legal(), 1)
        assert thought.visits.sum() == 4 and ((thought.means >= 0) & (thought.means <= 1)).all()
        found[net] = thought.means.tolist()
    assert found[0] != found[JUDGED] != found[ADVISED]  # a playout or a judgement at each new position
    assert found[ADVISED] != found[PLAYED]  # playouts by greedy, or by the net
    other_game = games.load("new_york")
    other = other_game.new(seats=5, seed=3)
    seat = other.to_move
    assert seat is not None
    asked = other.view(seat), seat, other.legal(), 1
    thoughts = [
        Mcts(other_game, simulations=2, worlds=1, net=net).think(*asked).means.tolist() for net in (0, 1)
    ]
    assert thoughts[0] == thoughts[1]


def test_in_new_york_a_second_net_judges_where_a_turn_begins(tmp_path: Path) -> None:
    game = games.load("new_york")
    path = tmp_path / "judge.npz"
    sizes = {"first": (4, game.num_studied), "second": (4, 4), "value": (1, 4)}
    sure: dict[str, np.ndarray] = {
        f"{name}.weight": np.zeros(size, np.float32) for name, size in sizes.items()
    }
    sure |= {f"{name}.bias": np.full(size[0], 9.0, np.float32) for name, size in sizes.items()}
    state, sides = table(game)  # whoever's turn begins wins, it says
    export(path, sure, state, sides)
    match = game.new(seats=2, seed=3)
    seat = match.to_move
    assert seat is not None
    bot = Mcts(game, simulations=7, worlds=2, net=WEIGHED, path=path)
    thought = bot.think(match.view(seat), seat, match.legal(), 1)
    nets = bot._fitting
    assert nets is not None and nets.judge.size and nets.chooser.size  # of the file, and of the package
    tree = bot._trees[0]._nodes[0]
    assert thought.simulations == 7 == tree[0].visits
    nines = round((float(tree[0].worth) - 7 * 0.1) / 0.8)  # each simulation is worth 0.9 or 0.1
    assert tree[0].worth == pytest.approx(7 * 0.1 + nines * 0.8, abs=1e-4)
    worth = []  # of the root, after one simulation and after two: every second one is played on, to the end
    for simulations in (1, 2):
        bot = Mcts(game, simulations=simulations, worlds=2, net=WEIGHED, path=path, playouts=2)
        bot.think(match.view(seat), seat, match.legal(), 1)
        worth.append(float(bot._trees[0]._nodes[0][0].worth))
        assert bot._fitting is not None and bot._fitting.curiosity == EXPLORATION_MIXED
    assert worth[0] not in (pytest.approx(0.1, abs=1e-3), pytest.approx(0.9, abs=1e-3))
    assert worth[1] - worth[0] in (pytest.approx(0.1, abs=1e-3), pytest.approx(0.9, abs=1e-3))
    team = game.new(seats=3, mode="coop", seed=3)  # for teams there is no judge
    bot = Mcts(game, simulations=2, worlds=1, net=WEIGHED, path=path)
    seat = team.to_move
    assert seat is not None
    bot.think(team.view(seat), seat, team.legal(), 1)
    assert bot._fitting is not None and bot._fitting.chooser.size and not bot._fitting.judge.size


def test_a_simulation_that_is_played_on_is_judged_later(tmp_path: Path) -> None:
    game = games.load("new_york")
    sizes = {"first": (1, game.num_studied), "second": (1, 1), "value": (1, 1)}
    layers: dict[str, np.ndarray] = {
        f"{name}.weight": np.zeros(size, np.float32) for name, size in sizes.items()
    } | {f"{name}.bias": np.zeros(size[0], np.float32) for name, size in sizes.items()}
    for name in sizes:
        layers[f"{name}.weight"][0, 0] = 1.0  # the more cards are in the Market Deck, the better, it says
    path = tmp_path / "judge.npz"
    export(path, layers, *table(game))
    match = game.new(seats=2, seed=3)
    seat = match.to_move
    assert seat is not None
    decks = []  # when the only simulation is judged
    for settings in ({}, {"playouts": 1, "ahead": 30}, {"playouts": 1, "ahead": 60}):
        bot = Mcts(game, simulations=1, worlds=1, net=WEIGHED, path=path, **settings)
        bot.think(match.view(seat), seat, match.legal(), 1)
        stands = abs(float(bot._trees[0]._nodes[0][0].worth) - 0.5) / loops(game).TRUST
        decks.append(round(float(100 * np.arctanh(stands))))
        wanted = EXPLORATION_LATER if settings else EXPLORATION_JUDGED
        assert bot._fitting is not None and bot._fitting.curiosity == wanted
    assert match.state[0]["n_deck"] >= decks[0] > decks[1] > decks[2] > 0
    three = game.new(seats=3, seed=3)  # nobody judges for three: playouts, and the constant for them
    expert = bots.make("expert:simulations=1,threads=1", game)
    seat = three.to_move
    assert seat is not None and isinstance(expert, Expert)
    expert.think(three.view(seat), seat, three.legal(), 1)
    assert expert._fitting is not None and not expert._fitting.judge.size
    assert expert._fitting.curiosity == EXPLORATION


@pytest.mark.parametrize(("seats", "difficulty"), [(2, "easy"), (2, "any"), (2, "hard"), (3, "easy")])
def test_in_ghost_town_every_table_has_a_net_that_judges(seats: int, difficulty: str) -> None:
    game = games.load("ghost_town")
    match = game.new(seats=seats, difficulty=difficulty, seed=2)
    bot = bots.make("expert:simulations=40,threads=1", game)
    assert isinstance(bot, Expert)
    seat = match.to_move
    assert seat is not None
    bot.think(match.view(seat), seat, match.legal(), 1)
    assert bot._fitting is not None and bot._fitting.judge.size and bot._fitting.chooser.size


def test_where_all_may_win_a_judgement_says_nothing_about_the_others() -> None:
    game = games.load("ghost_town")
    worth = np.zeros(game.max_seats)
    loops(game).share(0.5, 1, np.array([0, 1, 2, NONE], np.int8), worth)
    assert worth.tolist() == [0.5, 0.7, 0.5, 0.5]


def test_sharpened_odds_favour_the_likely_options() -> None:
    odds = np.array([0.5, 0.3, 0.2, 9.0])
    sharpened(odds, 3, 2.0)
    assert odds.tolist() == pytest.approx([25 / 38, 9 / 38, 4 / 38, 9.0])


def test_an_option_is_drawn_by_its_odds() -> None:
    drawn = loops(games.load("papa_paolo")).drawn
    odds = np.array([0.5, 0.0, 0.25, 0.25])
    quarter = (1 << 30) // 4
    numbers = [0, 2 * quarter - 1, 2 * quarter, 3 * quarter - 1, 3 * quarter, 4 * quarter - 1]
    assert [drawn(odds, 4, number) for number in numbers] == [0, 0, 2, 2, 3, 3]
    assert drawn(np.array([0.3, 0.3]), 2, (1 << 30) - 1) == 1  # what rounding leaves is the last one's
