"""Gymnasium: its own checker on every game, bots in the other seats."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fattorino
import fattorino.envs
from contract.worlds import all_games
from fattorino.envs.gym import register

NAMES = {
    "ghost_town": "GhostTown",
    "pizza_city": "PizzaCity",
    "papa_paolo": "PapaPaolo",
    "new_york": "NewYork",
    "pizza_race": "PizzaRace",
}

register()  # the guest of the tests too


def test_every_game_has_a_name() -> None:
    assert {game.name for game in all_games()} == set(NAMES)
    for title in NAMES.values():
        assert f"fattorino/{title}-v0" in gymnasium.registry


@pytest.mark.bulk
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_checks(name: str) -> None:
    check_env(gymnasium.make(f"fattorino/{NAMES[name]}-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["rgb_array", "ansi", "human", "svg"])
def test_gymnasium_renders(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = gymnasium.make("fattorino/GhostTown-v0", render_mode=mode, disable_env_checker=True)
    table.reset(seed=1)
    drawn: Any = table.render()
    assert (drawn is None) == (mode == "human") and bool(capsys.readouterr().out) == (mode == "human")


@pytest.mark.parametrize("opponents", [["random"], ["greedy", "random"], ["random", "random", "greedy"]])
def test_as_many_seats_as_opponents_ask_for(opponents: list[str]) -> None:
    table: Any = gymnasium.make("fattorino/PizzaRace-v0", opponents=opponents).unwrapped
    table.reset(seed=1)
    assert len(table.match.roles) == len(opponents) + 1
    assert list(table.opponents.values()) == opponents


def play_out(table: Any, seed: int) -> float:
    """A whole game of random legal actions; what the learner got."""
    _seen, info = table.reset(seed=seed)
    chance, got, over = np.random.default_rng(seed), 0.0, False
    while not over:
        assert table.unwrapped.match.to_move == table.unwrapped.seat
        assert (info["action_mask"] == table.unwrapped.action_masks()).all()
        _seen, reward, over, cut, info = table.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        assert not cut and (over or reward == 0)
        got += float(reward)
    return got


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_sits_where_it_wants(seat: int) -> None:
    table: Any = gymnasium.make("fattorino/PizzaRace-v0", opponents=["random", "random"], seat=seat)
    rewards = [play_out(table, seed) for seed in range(12)]
    assert set(rewards) == {1.0, -0.5}
    assert [play_out(table, seed) for seed in range(12)] == rewards


def test_an_illegal_action_is_replaced_or_refused() -> None:
    table = gymnasium.make("fattorino/GhostTown-v0").unwrapped
    table.reset(seed=1)
    assert table.step(24)[4]["illegal"] is True
    while not table.step(0)[2]:
        pass
    with pytest.raises(fattorino.GameOver, match="the game is over"):
        table.step(0)
    table = gymnasium.make("fattorino/GhostTown-v0", illegal="raise").unwrapped
    table.reset(seed=1)
    with pytest.raises(fattorino.IllegalAction, match="GT-TURN-2"):
        table.step(24)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"opponents": ["random"] * 7}, "Ghost Town with these options takes 2 or 3 players, not 8"),
        ({"opponents": ["genius"]}, "there is no bot 'genius'; the bots are: random"),
        ({"opponents": "greedy"}, "opponents is a list with a bot for each other seat, not 'greedy'"),
        ({"opponents": [3]}, "3 is not a bot: a bot is a name, an object with choose"),
        ({"seat": 5}, "seat cannot be 5: the seats that decide are 0 to 1"),
        ({"seat": 2}, "seat cannot be 2: the seats that decide are 0 to 1"),
        ({"wind": 1}, "there is no option 'wind'; the options are: seats, town"),
    ],
)
def test_bad_input_gets_one_clear_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(fattorino.FattorinoError) as caught:
        gymnasium.make("fattorino/GhostTown-v0", **given)
    assert str(caught.value).startswith(sentence)
