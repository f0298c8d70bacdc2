"""Gymnasium: its own checker on every game, bots in the other seats."""

from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import fattorino
import fattorino.envs
from contract.worlds import all_games
from fattorino import games
from fattorino.envs.gym import env_id, register

NAMES = {
    "ghost_town": "GhostTown",
    "pizza_city": "PizzaCity",
    "papa_paolo": "PapaPaolo",
    "new_york": "NewYork",
    "pizza_race": "PizzaRace",
}
TOWN, RACE = env_id("ghost_town"), env_id("pizza_race")

register()  # the guest of the tests too


def test_every_game_has_a_name_with_its_version() -> None:
    assert {game.name for game in all_games()} == set(NAMES)
    for game in all_games():
        assert env_id(game.name) == f"fattorino/{NAMES[game.name]}-v{game.version}"
        assert env_id(game.name) in gymnasium.registry


def test_version_0_is_deprecated_and_other_versions_are_refused() -> None:
    newest = fattorino.load("ghost_town").version
    advice = f"upgrading to version `v{newest}`"
    with pytest.warns(DeprecationWarning, match=advice):
        table: Any = gymnasium.make("fattorino/GhostTown-v0").unwrapped
    assert table.table.game.version == newest
    with (
        pytest.warns(DeprecationWarning, match=advice),
        pytest.raises(gymnasium.error.DeprecatedEnv, match=f"Please use `fattorino/GhostTown-v{newest}`"),
    ):
        gymnasium.make("fattorino/GhostTown-v1")
    with pytest.raises(gymnasium.error.VersionNotFound, match=f"`v{newest}`"):
        gymnasium.make(f"fattorino/GhostTown-v{newest + 1}")


def test_a_game_that_cannot_be_read_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    for file in ("__init__.py", "rulebook.md"):
        (folder / file).touch()
    (folder / "components.toml").write_text("version = [", encoding="utf-8")
    monkeypatch.setitem(games._guests, "broken", folder)
    register()
    assert not any("Broken" in name for name in gymnasium.registry)


@pytest.mark.bulk
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_checks(name: str) -> None:
    check_env(gymnasium.make(env_id(name)).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["rgb_array", "ansi", "human", "svg", "text"])
def test_gymnasium_renders(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = gymnasium.make(TOWN, render_mode=mode, disable_env_checker=True)
    table.reset(seed=1)
    drawn: Any = table.render()
    assert (drawn is None) == (mode == "human") and bool(capsys.readouterr().out) == (mode == "human")


@pytest.mark.parametrize("opponents", [["random"], ["greedy", "random"], ["random", "random", "greedy"]])
def test_as_many_seats_as_opponents_ask_for(opponents: list[str]) -> None:
    table: Any = gymnasium.make(RACE, opponents=opponents).unwrapped
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
        assert ("scores" in info) == over and info["action_mask"].any()
        got += float(reward)
    match = table.unwrapped.match
    assert info["scores"].tolist() == match.scores and info["length"] == match.move
    assert np.flatnonzero(info["won"]).tolist() == match.winners
    assert info["rewards"][table.unwrapped.seat] == got and info["rewards"].sum() == 0
    return got


def test_a_game_over_before_the_learner_decides_is_not_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one begins."""
    table: Any = gymnasium.make(RACE, opponents=["greedy"], seat=1).unwrapped
    start, begun = table.table.start, []

    def short(seed: int | None) -> None:
        start(seed)
        begun.append(table.match.seed)
        if len(begun) < 3:
            table.match.state["goal"] = 0  # the first roll wins

    monkeypatch.setattr(table.table, "start", short)
    _seen, info = table.reset(seed=1)
    assert begun == [begun[0], begun[0] + 1, begun[0] + 2]
    assert not table.match.over and table.match.to_move == 1 and "scores" not in info


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_sits_where_it_wants(seat: int) -> None:
    table: Any = gymnasium.make(RACE, opponents=["random", "random"], seat=seat)
    rewards = [play_out(table, seed) for seed in range(12)]
    assert set(rewards) == {1.0, -0.5}
    assert [play_out(table, seed) for seed in range(12)] == rewards


def test_an_illegal_action_is_replaced_or_refused() -> None:
    table: Any = gymnasium.make(TOWN).unwrapped
    table.reset(seed=1)
    info = table.step(24)[4]
    assert info["illegal"] is True and info["played"] == table.match.actions[0] != 24
    assert "illegal" not in table.step(0)[4]
    while not table.step(0)[2]:
        pass
    with pytest.raises(fattorino.GameOver, match="the game is over"):
        table.step(0)
    table = gymnasium.make(TOWN, illegal="raise").unwrapped
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
        gymnasium.make(TOWN, **given)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec, partial(gymnasium.make_vec, seat=None)])
def test_an_unknown_keyword_is_a_type_error_too(make: Any) -> None:
    """TorchRL's GymEnv tries `frameskip`, and waits for these words to leave it out."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as caught:
        make(TOWN, frameskip=1)
    assert isinstance(caught.value, fattorino.BadOption)
