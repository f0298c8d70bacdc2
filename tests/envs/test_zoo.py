"""PettingZoo's own tests, on every game with every number of seats, and what they do not cover."""

import copy
import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import parallel_to_aec
from rich.text import Text

import fattorino
from contract.worlds import all_games
from fattorino.envs import aec, parallel
from fattorino.envs.match_env import RENDER_MODES

TABLES = [
    pytest.param(game.name, seats, id=f"{game.name}-{seats}") for game in all_games() for seats in game.seats
]
every_table = pytest.mark.parametrize(("name", "seats"), TABLES)
# the small race of these tests can be over within a few cycles
every_long_table = pytest.mark.parametrize(
    ("name", "seats"), [table for table in TABLES if table.values[0] != "pizza_race"]
)
# PettingZoo advises against dictionaries, which it wants itself where there are masks, and wonders about
# the mask of an agent whose game is over
advice = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",
)


@pytest.mark.bulk
@advice
@every_table
def test_pettingzoo_api(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec(name, seats=seats), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.bulk
@every_table
def test_pettingzoo_seed(name: str, seats: int) -> None:
    seed_test(partial(aec, name, seats=seats), num_cycles=100)


@pytest.mark.bulk
@every_table
def test_pettingzoo_parallel_seed(name: str, seats: int) -> None:
    """It draws actions without masks, so illegal ones have to be replaced."""
    parallel_seed_test(partial(parallel, name, seats=seats, illegal="replace"), num_cycles=60)


@pytest.mark.bulk
@every_table
def test_pettingzoo_state(name: str, seats: int) -> None:
    """It draws actions without masks, too."""
    given: dict[str, Any] = {"seats": seats, "illegal": "replace"}
    state_test(aec(name, **given), parallel(name, **given), num_cycles=60)


@pytest.mark.bulk
@every_long_table
def test_pettingzoo_max_cycles(name: str, seats: int) -> None:
    """All agents are asked as often: that is the parallel form, which also takes unmasked actions."""
    asked = partial(parallel, name, seats=seats, illegal="replace")
    max_cycles_test(SimpleNamespace(parallel_env=asked, env=lambda **given: parallel_to_aec(asked(**given))))


@pytest.mark.bulk
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@every_table
def test_pettingzoo_parallel_api(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel(name, seats=seats), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.bulk
@every_table
def test_pettingzoo_render(name: str, seats: int) -> None:
    def framed(svg: Any) -> bool:
        return isinstance(svg, str) and svg.startswith("<svg") and svg.endswith("</svg>")

    if seats == fattorino.load(name).seats[0]:
        plain = {"text": lambda text: bool(text) and "\x1b" not in text}
        render_test(partial(aec, name, seats=seats), {"svg": framed} | plain)
    else:  # drawing takes its time: the other counts once
        for mode in RENDER_MODES:
            table = aec(name, seats=seats, render_mode=mode)
            table.reset(seed=1)
            drawn = table.render()
            assert (drawn is None) == (mode == "human")


def play_out(table: Any, seed: int) -> dict[str, float]:
    """A whole game of random legal actions; what each agent got."""
    table.reset(seed=seed)
    chance = np.random.default_rng(seed)
    got = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, cut, _info = table.last()
        got[agent] += reward
        done = over or cut
        table.step(None if done else chance.choice(np.flatnonzero(observation["action_mask"])))
    return got


@pytest.mark.parametrize("name", ["pizza_race", "ghost_town"])
def test_rewards_are_by_result_or_by_score(name: str) -> None:
    for seed in range(6):
        table = aec(name, seats=2)
        got = play_out(table, seed)
        won = table.match.winners
        assert got == {
            f"seat_{seat}": 0.0 if len(won) != 1 else 1.0 if seat in won else -1.0 for seat in (0, 1)
        }
        table = aec(name, seats=2, reward="score")
        got = play_out(table, seed)
        one, other = table.match.scores[:2]
        assert got == {"seat_0": one - other, "seat_1": other - one}


def test_only_the_seat_to_move_has_a_mask_and_each_sees_its_own() -> None:
    table = aec("ghost_town", seats=3)
    table.reset(seed=2)
    for _ in range(12):
        for agent in table.agents:
            seen, seat = table.observe(agent), table.seat_of[agent]
            assert (seen["observation"] == table.match.features(seat)).all()
            assert seen["action_mask"].any() == (agent == table.agent_selection)
        legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        assert legal.tolist() == table.match.legal().tolist()
        table.step(int(legal[-1]))


def test_a_human_game_master_is_an_agent_too() -> None:
    table = aec("ghost_town", seats=2, town="human_gm")
    table.reset(seed=1)
    assert table.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert table.agent_selection == "seat_2"


def test_a_game_can_be_cut_short() -> None:
    table = aec("ghost_town", max_cycles=5)
    play_out(table, 1)
    assert table.match.move == 10 and not table.match.over  # five times two agents
    together = parallel("ghost_town", max_cycles=5)
    together.reset(seed=1)
    while together.agents:
        together.step(
            {
                agent: together.action_space(agent).sample(together.observe(agent)["action_mask"])
                for agent in together.agents
            }
        )
    assert together.match.move == 5 and not together.match.over


def test_seats_that_wait_can_only_pass() -> None:
    """Every mask has an action, as libraries that sample for all agents need it."""
    table = parallel("pizza_race", seats=3)
    seen, _infos = table.reset(seed=1)
    size = fattorino.load("pizza_race").num_actions
    chance = np.random.default_rng(1)
    while table.agents:
        mover = f"seat_{table.match.to_move}"
        for agent in table.agents:
            assert table.observation_space(agent).contains(seen[agent])
            assert table.action_space(agent) == Discrete(size + 1)
            assert seen[agent]["action_mask"][size] == (agent != mover)
            assert seen[agent]["action_mask"][:size].any() == (agent == mover)
        actions = {
            agent: int(chance.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.agents
        }
        seen, *_rest = table.step(actions)
    assert all(seen[agent]["action_mask"].tolist() == [0] * size + [1] for agent in seen)
    table.reset(seed=1)
    with pytest.raises(fattorino.IllegalAction, match=f"its actions are 0 to {size - 1}"):
        table.step(dict.fromkeys(table.agents, size))


def test_actions_that_are_not_legal_are_refused_or_replaced() -> None:
    table = aec("ghost_town")
    with pytest.raises(fattorino.FattorinoError, match=r"no game has begun: call reset\(\) first"):
        table.observe("seat_0")
    table.reset(seed=1)
    with pytest.raises(fattorino.IllegalAction, match="seat 0 may not do this: Back-to-Start Teleport"):
        table.step(24)
    with pytest.raises(fattorino.IllegalAction, match="its actions are 0 to 79"):
        table.step(80)
    with pytest.raises(fattorino.IllegalAction, match="seat_0 is to move: an action is a whole number"):
        table.step(None)
    assert table.match.move == 0
    table = aec("ghost_town", illegal="replace")
    table.reset(seed=1)
    table.step(24)
    assert table.match.move == 1
    assert table.infos == {"seat_0": {"illegal": True, "played": table.match.actions[0]}, "seat_1": {}}
    together = parallel("ghost_town")
    together.reset(seed=1)
    with pytest.raises(fattorino.IllegalAction, match="seat_0 is to move and gave no action"):
        together.step({"seat_1": 0})
    with pytest.raises(fattorino.IllegalAction, match="actions are given by agent"):
        together.step(0)  # type: ignore[arg-type]
    infos = together.step({"seat_0": 0, "seat_1": 24})[4]  # who is not to move is not heard
    assert together.match.actions == [0] and not any(infos.values())
    together = parallel("ghost_town", illegal="replace")
    together.reset(seed=1)
    infos = together.step({"seat_0": 24})[4]
    assert infos == {"seat_0": {"illegal": True, "played": together.match.actions[0]}, "seat_1": {}}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"render_mode": "film"},
            "render_mode cannot be 'film'; it can be: human, rgb_array, svg, ansi, text",
        ),
        ({"illegal": "laugh"}, "illegal cannot be 'laugh'; it can be: raise, replace"),
        ({"max_cycles": 0}, "max_cycles must be a whole number from 1, not 0"),
        ({"render_seat": 7}, "render_seat cannot be 7: the seats are 0 to 2, None a spectator"),
        ({"render_seat": "me"}, "render_seat cannot be 'me': the seats are 0 to 2, None a spectator"),
        ({"max_cycles": 1.5}, "max_cycles must be a whole number from 1, not 1.5"),
        ({"seats": 8}, "Ghost Town cannot be played with seats=8; seats can be 2 or 3"),
    ],
)
def test_bad_input_gets_one_clear_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(fattorino.FattorinoError) as caught:
        aec("ghost_town", **given)
    assert str(caught.value) == sentence


def test_the_picture_shows_the_board_and_no_secret() -> None:
    pictures = {}
    for seat in (None, 0, 2):  # a spectator, a deliverer, the game master, who sees the map
        table = aec("ghost_town", render_mode="rgb_array", render_seat=seat)
        table.reset(seed=5)
        pictures[seat] = picture = table.render()
        assert picture.shape[1] == 720 and len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
    assert not np.array_equal(pictures[None], pictures[2])
    other = aec("ghost_town", render_mode="rgb_array")
    other.reset(seed=6)  # another town, which a spectator cannot see
    assert (other.render() == pictures[None]).all()


def test_text_is_coloured_for_a_terminal() -> None:
    table = aec("pizza_city", render_mode="ansi")
    table.reset(seed=1)
    assert "\x1b[" in table.render() and "[bold" not in table.render()


@pytest.mark.parametrize("name", ["ghost_town", "pizza_city", "papa_paolo", "new_york"])
def test_text_is_plain_if_that_is_asked_for(name: str) -> None:
    """The board without colours and without markup, for a language model or a file."""
    table = aec(name, render_mode="text", render_seat=0)
    table.reset(seed=1)
    marked = table.match.text(0)
    assert table.render() == table.match.text(0, plain=True) == Text.from_markup(marked).plain
    assert "[/" not in table.render() and ("[/" in marked or name == "new_york")


@pytest.mark.parametrize("make", [aec, parallel])
def test_a_missing_library_is_named_with_the_way_to_get_it(
    make: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "fattorino.envs.zoo", raising=False)
    with pytest.raises(fattorino.FattorinoError, match=r"pip install 'fattorino\[research\]' \(.*pettingzoo"):
        make("ghost_town")


def test_the_match_of_an_environment_is_drawn_and_copied() -> None:
    table = aec("ghost_town", seats=2)
    with pytest.raises(fattorino.FattorinoError, match=r"call reset\(\) first"):
        table.step(0)
    table.reset(seed=7)
    assert table.match.svg(0).startswith("<svg")
    other = copy.deepcopy(table)
    other.step(0)
    assert (table.match.move, other.match.move) == (0, 1)


def test_agents_that_do_not_exist() -> None:
    table = aec("ghost_town", seats=2)
    table.reset(seed=1)
    for ask in (table.observe, table.action_space, table.observation_space):
        with pytest.raises(
            fattorino.BadSeat, match="there is no agent 'seat_9'; the agents are: seat_0, seat_1"
        ):
            ask("seat_9")


def test_rendering_wants_a_mode() -> None:
    table = aec("ghost_town")
    table.reset()
    with pytest.raises(fattorino.FattorinoError, match="choose a render_mode first: human, rgb_array"):
        table.render()
