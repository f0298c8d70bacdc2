"""The full state for a critic: every number of the record, in its space, and only where it is asked for."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import fattorino
from contract.worlds import all_games
from fattorino.envs import aec, parallel, vector
from fattorino.envs.full_state import LEFT_OUT, full_state
from fattorino.envs.gym import env_id, register
from fattorino.envs.match_env import state_box
from fattorino.kernel.features import names
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match

register()  # the guest of the tests too
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def later(game: Game, decisions: int, **options: Any) -> Match:
    """A match after some random decisions."""
    match, chance = game.new(seed=4, **options), np.random.default_rng(4)
    for _ in range(decisions):
        match.play(int(chance.choice(match.legal())))
    return match


@every_game
def test_every_field_is_in_it_as_it_is_and_sets_bit_by_bit(game: Game) -> None:
    match, full = later(game, 4), full_state(game)
    numbers = dict(zip(names(full.layout), full.of(match.state)[0].tolist(), strict=True))
    wanted: dict[str, float] = {}
    for field in game.fields:
        values = np.ravel(match.state[field.name][0]).tolist()
        size = 8 * np.dtype(field.kind).itemsize
        if size > 16:
            values = [value >> bit & 1 for value in values for bit in range(size)]
        if field.name not in LEFT_OUT:
            one = f"state.{field.name}"
            wanted |= {one if len(values) == 1 else f"{one}[{k}]": value for k, value in enumerate(values)}
    assert numbers == wanted
    assert state_box(game).contains(full.of(match.state)[0])


@pytest.mark.parametrize(
    ("name", "options"),
    [("ghost_town", {}), ("pizza_city", {}), ("papa_paolo", {"money_shown": False}), ("new_york", {})],
)
def test_it_tells_what_the_seat_to_move_may_not_know(name: str, options: dict[str, Any]) -> None:
    match = later(fattorino.load(name), 2, **options)
    twin = match.imagine(match.to_move, seed=9)
    full = full_state(match.game)
    assert (match.features(match.to_move) == twin.features(match.to_move)).all()
    assert (full.of(match.state) != full.of(twin.state)).any()


def test_every_environment_gives_it() -> None:
    game = fattorino.load("pizza_race")
    full = full_state(game)
    tables: list[Any] = [aec(game), parallel(game)]
    tables.append(gymnasium.make(env_id("pizza_race"), opponents=["random"]).unwrapped)
    for table in tables:
        table.reset(seed=3)
        assert (table.state() == full.of(table.match.state)[0]).all()
        assert table.state_space.contains(table.state())
    games = vector(game, 3, seed=3)
    games.step(games.sample())
    assert (games.state() == full.of(games.states)).all() and games.state().shape == (3, full.size)


def test_only_an_info_that_is_asked_for_it_has_it() -> None:
    for state in (False, True):
        single = gymnasium.make(env_id("pizza_race"), opponents=["random"], state=state)
        games: Any = gymnasium.make_vec(
            env_id("pizza_race"), num_envs=2, opponents=["random"], state=state, autoreset_mode="SameStep"
        )
        (_seen, info), (_many, infos) = single.reset(seed=1), games.reset(seed=1)
        assert ("state" in info) == ("state" in infos) == state
        if state:
            assert (infos["state"][0] == info["state"]).all()
            assert games.unwrapped.single_state_space.contains(info["state"])
        while "final_info" not in infos:
            *_rest, infos = games.step(games.unwrapped.sample())
        assert ("state" in infos["final_info"]) == state
