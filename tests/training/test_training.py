"""fattorino train: advantages, every seat count, and runs that are interrupted and resumed."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fattorino import bots
from fattorino.bots.net import learned
from fattorino.games import load
from fattorino.kernel.errors import BadOption

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from fattorino.training.model import CARD, CURVE, NET, Model, command  # noqa: E402
from fattorino.training.ppo import CHECKPOINT, Plan, Training  # noqa: E402
from fattorino.training.rollout import FADING, Games, collect, gains  # noqa: E402

SMALL = Plan("pizza_race", {"seats": 2}, games=6, steps=5, copy=1, width=8, tested=4, every=1)


def trained(folder: Path, updates: int, plan: Plan = SMALL, resume: bool = False) -> Training:
    training = Training(plan, folder, "cpu", threads=1)
    if resume:
        training.resume()
    training.run(updates)
    return training


def test_each_seat_is_followed_from_its_decision_to_its_next_one() -> None:
    values = np.array([[0.1], [0.2], [0.4], [0.3]], np.float32)
    movers = np.array([[0], [1], [0], [1]], np.int8)
    rewards = np.zeros((4, 1, 2), np.float32)
    dones = np.zeros((4, 1), np.bool_)
    rewards[2, 0], dones[2, 0] = (1.0, -1.0), True  # seat 0's second decision wins the game
    gain, known = gains(values, movers, rewards, dones)
    assert known[:, 0].tolist() == [True, True, True, False]  # how the next game goes on is not known yet
    assert gain[2, 0] == pytest.approx(1 - 0.4)
    assert gain[1, 0] == pytest.approx(-1 - 0.2)
    assert gain[0, 0] == pytest.approx(0.4 - 0.1 + FADING * (1 - 0.4))


def test_a_run_that_stops_and_goes_on_has_the_same_curve(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", 4)
    trained(tmp_path / "parts", 2)
    parts = trained(tmp_path / "parts", 4, resume=True)
    assert len(whole.curve) == 4 and parts.curve == whole.curve
    assert (tmp_path / "parts" / CURVE).read_bytes() == (tmp_path / "whole" / CURVE).read_bytes()
    pairs = zip(whole.model.parameters(), parts.model.parameters(), strict=True)
    assert all(torch.equal(one, other) for one, other in pairs)
    other = trained(tmp_path / "other", 4, replace(SMALL, seed=2))
    assert other.curve != whole.curve


def test_only_a_checkpoint_of_the_same_plan_is_gone_on_from(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=f"no {CHECKPOINT}"):
        Training(SMALL, tmp_path, "cpu").resume()
    trained(tmp_path, 1)
    with pytest.raises(BadOption, match="steps is 5 there and 7 here"):
        Training(replace(SMALL, steps=7), tmp_path, "cpu").resume()


def test_what_was_learned_plays_without_torch_and_its_card_says_how_it_was_made(tmp_path: Path) -> None:
    training = trained(tmp_path, 2)
    game = load("pizza_race")
    match = game.new(seats=2, seed=1)
    bots.play(match, [f"net:path={tmp_path / NET}", "random"])
    assert match.over
    seen = torch.rand(3, game.num_features)
    wanted = training.average(seen, torch.ones(3, game.num_actions))[0].detach().numpy()
    (net,) = learned(game, tmp_path / NET)
    assert net.fits(match.state)
    assert np.allclose([net.logits(row) for row in seen.numpy()], wanted, atol=0.01)
    card = training.card()
    assert (tmp_path / CARD).is_file() and card["updates"] == 2 and card["decisions"] == 2 * 6 * 5
    assert card["command"].startswith("fattorino train pizza_race --updates 2 --games 6")
    assert card["curve"][-1]["low"] <= card["curve"][-1]["share"] <= card["curve"][-1]["high"]


def test_a_run_can_begin_with_a_net(tmp_path: Path) -> None:
    first = trained(tmp_path / "first", 2)
    file = str(tmp_path / "first" / NET)
    second = Training(replace(SMALL, start=file, seed=9), tmp_path / "second", "cpu", threads=1)
    pairs = zip(first.average.parameters(), second.model.parameters(), strict=True)
    assert all(torch.allclose(one, other, atol=0.01) for one, other in pairs)
    assert second.card()["start"]["command"] == first.card()["command"]
    with pytest.raises(BadOption, match=r"first.weight is \(9, .*\) here and \(8, "):
        Training(replace(SMALL, start=file, width=9), tmp_path / "third", "cpu", threads=1)


@pytest.mark.parametrize(
    ("name", "options", "sides"),
    [
        ("ghost_town", {"seats": 3}, 3),
        ("pizza_city", {"seats": 4}, 2),
        ("papa_paolo", {"seats": 4}, 4),
        ("new_york", {"seats": 2, "mode": "coop"}, 1),
    ],
)
def test_every_game_with_seats_teams_and_co_op_gives_data(
    name: str, options: dict[str, Any], sides: int
) -> None:
    game = load(name)
    device = torch.device("cpu")
    games = Games(game, game.settings(**options), 4, "margin", "random", 0.5, 1, device, threads=1)
    assert games.n_sides == sides
    guarded = games.bot_seats.any(axis=1)
    assert guarded.tolist() == [False, True, False, True]
    for place in np.flatnonzero(guarded):
        assert not games.bot_seats[place, games.own[place]]
    model = Model(game.num_features, game.num_actions, 8)
    data = collect(games, model, 2, False, torch.Generator().manual_seed(1))
    legal = data.masks.gather(1, data.action[:, None])
    assert len(data.gain) == 8 and bool((legal == 1).all())


def test_teams_are_the_bots_or_the_learners_as_a_whole() -> None:
    game = load("pizza_city")
    games = Games(game, game.settings(seats=4), 2, "result", "greedy", 1.0, 1, torch.device("cpu"), threads=1)
    teams = [role.team for role in games.batch.roles]
    for place in range(2):
        assert {teams[seat] for seat in np.flatnonzero(games.bot_seats[place])} == {1 - place}


def test_any_bot_can_be_trained_against(tmp_path: Path) -> None:
    plan = replace(SMALL, against="mcts:simulations=2", share=1.0, copy=0, games=2)
    training = trained(tmp_path, 1, plan)
    assert training.curve[0]["phase"] == "playing"
    assert "--against mcts:simulations=2 --share 1.0" in command(plan)
    assert asdict(plan)["share"] == 1.0
