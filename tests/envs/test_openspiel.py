"""OpenSpiel's own tests and algorithms on every game."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    tabular_qlearner,
)

import fattorino
from contract.worlds import all_games
from fattorino.envs import openspiel

openspiel.register()  # the guest of the tests too
NAMES = [game.name for game in all_games()]
every_game = pytest.mark.parametrize("name", NAMES)


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"fattorino_{name}", parameters)


def played(game: Any, decisions: int, seed: int = 1) -> Any:
    """A state after some random decisions, or at the end."""
    chance = np.random.default_rng(seed)
    state = game.new_initial_state()
    while decisions and not state.is_terminal():
        decisions -= not state.is_chance_node()
        state.apply_action(int(chance.choice(state.legal_actions())))
    return state


@pytest.mark.bulk
@every_game
def test_openspiel_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("name", "seats"), [(game.name, seats) for game in all_games() for seats in game.seats[1:]]
)
def test_openspiel_random_simulations_with_other_seats(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.bulk
@every_game
def test_chance_can_be_sampled_unseen(name: str) -> None:
    game = load(name, sampled=True, rng_seed=3)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    first, again = (str(played(load(name, sampled=True, rng_seed=3), 5)) for _ in range(2))
    assert first == again != str(played(load(name, sampled=True, rng_seed=4), 5))


@pytest.mark.bulk
@every_game
def test_a_resampled_world_has_the_same_information_state_and_worlds_vary(name: str) -> None:
    game, resample = load(name), openspiel.resampler(5)
    for decisions in (1, 4, 15, 40):
        state = played(game, decisions, seed=decisions)
        if state.is_terminal():
            continue
        player = state.current_player()
        known = state.information_state_string(player)
        worlds = [resample(state, player) for _ in range(6)]
        for world in worlds:
            assert world.information_state_string(player) == known
            assert world.observation_string(player) == state.observation_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.current_player() == player
            assert world.legal_actions() == state.legal_actions()
        assert len({str(world) for world in worlds}) > 1
        assert str(state) == str(played(game, decisions, seed=decisions))  # and the state itself stays


@pytest.mark.bulk
@every_game
def test_openspiel_searches_imagined_worlds(name: str) -> None:
    game, state = load(name), played(load(name), 2)
    player = state.current_player()
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 8, random_state=np.random.RandomState(2))
    bot.set_resampler(openspiel.resampler(3))
    before = str(state)
    policy = bot.get_policy(state)
    assert {action for action, _ in policy} == set(state.legal_actions(player))
    assert sum(share for _, share in policy) == pytest.approx(1)
    assert bot.step(state) in state.legal_actions(player) and str(state) == before


@pytest.mark.bulk
@every_game
def test_openspiel_finds_regrets(name: str) -> None:
    """It multiplies the probabilities of all decisions, which underflows in a long game."""
    game = load(name, worlds=2, **({"max_rounds": 20} if name == "pizza_city" else {}))
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy()
    state = played(game, 1)
    chances = policy.action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.bulk
def test_openspiel_learns_a_small_race() -> None:
    """Tabular Q-learning on two worlds of a short race, against chance: it must do better than chance."""
    environment = rl_environment.Environment(load("pizza_race", worlds=2), chance_event_sampler=Sampler(1))
    learner = tabular_qlearner.QLearner(0, environment.action_spec()["num_actions"], step_size=0.2)
    np.random.seed(3)

    def episode(learning: bool) -> float:
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            if player == 0:
                action = learner.step(step, is_evaluation=not learning).action
            else:
                action = int(np.random.choice(step.observations["legal_actions"][player]))
            step = environment.step([action])
        learner.step(step, is_evaluation=not learning)
        return float(step.rewards[0])

    for _ in range(600):
        episode(learning=True)
    assert np.mean([episode(learning=False) for _ in range(200)]) > 0.3


class Sampler:
    """Draws at chance nodes, from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.RandomState(seed)

    def __call__(self, state: Any) -> int:
        actions, shares = zip(*state.chance_outcomes(), strict=True)
        return int(self.chance.choice(actions, p=shares))


@pytest.mark.parametrize("decisions", [0, 3, 12])
def test_states_survive_pickling_and_copying(decisions: int) -> None:
    game = load("ghost_town", seats=3, two_player_icons="shrimp+basil")
    state = played(game, decisions)
    thawed, read = pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())
    for other in (state.clone(), thawed, read):
        assert str(other) == str(state) and other.history() == state.history()
        if not state.is_chance_node():
            for player in range(3):
                assert other.information_state_string(player) == state.information_state_string(player)
            action = state.legal_actions()[0]
            assert str(other.child(action)) == str(state.child(action)) != str(state)


def test_an_imagined_state_survives_pickling() -> None:
    state = openspiel.resampler(1)(played(load("ghost_town"), 6), 0)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_game_is_named_by_what_is_not_usual() -> None:
    assert str(load("ghost_town")) == "fattorino_ghost_town()"
    game = load("ghost_town", seats=3, turn_limit=15, variant_crow=True)
    assert str(game) == "fattorino_ghost_town(seats=3,turn_limit=15,variant_crow=True)"
    assert str(pyspiel.load_game(str(game))) == str(game) == str(pickle.loads(pickle.dumps(game)))
    assert game.settings["variant_crow"] is True


@pytest.mark.parametrize(
    ("name", "given", "most"),
    [
        ("ghost_town", {}, 200),
        ("ghost_town", {"seats": 3, "turn_limit": 15, "town": "human_gm"}, 300),
        ("pizza_city", {"max_rounds": 20}, 12_000),
        ("papa_paolo", {"seats": 2}, 10_000),
        ("new_york", {"seats": 2}, 6_000),
        ("new_york", {"seats": 3, "mode": "coop"}, 10_000),
    ],
)
def test_lengths_and_utilities_are_bounds_of_this_table(name: str, given: dict[str, Any], most: int) -> None:
    game = load(name, **given)
    assert game.max_game_length() <= most < game.game.max_decisions
    for seed in (1, 2):
        state = played(game, 100_000, seed)
        assert state.is_terminal() and state.match.move <= game.max_game_length()
        assert all(game.min_utility() <= gain <= game.max_utility() for gain in state.returns())


def test_a_game_that_is_as_long_as_it_may_be_ends_as_it_stands() -> None:
    """As if it had ended by the rules: the richer player wins, a team that has not won has lost."""
    game = load("new_york", seats=2, expansion_power_cards="on")
    assert game.max_game_length() == game.game.max_decisions
    game.longest = 80
    state = played(game, 1000)
    assert state.is_terminal() and state.match.move == 80 and not state.match.over
    assert state.current_player() == pyspiel.PlayerId.TERMINAL and state.legal_actions() == []
    richer = np.diff(state.match.scores)[0]
    assert richer and state.returns() == ([-1, 1] if richer > 0 else [1, -1])
    assert pickle.loads(pickle.dumps(state)).is_terminal() is False  # of the game with its own limit
    before = game.new_initial_state()
    for action in state.history()[:-1]:
        before.apply_action(action)
    assert not before.is_terminal() and before.returns() == [0, 0]
    team = load("new_york", seats=2, mode="coop")
    team.longest = 30
    assert played(team, 1000).returns() == [-1, -1]


def test_the_least_that_can_be_won_depends_on_how_many_play() -> None:
    assert [load("papa_paolo", seats=n).min_utility() for n in (2, 3, 4)] == pytest.approx([-1, -0.5, -1 / 3])
    assert load("papa_paolo", seats=3, reward="margin").min_utility() == pytest.approx(-0.625)
    assert load("new_york", seats=3, mode="coop").min_utility() == -1
    assert load("pizza_city", seats=4).min_utility() == -1


def test_returns_are_zero_sum_where_they_can_be() -> None:
    kinds = pyspiel.GameType.Utility
    assert load("ghost_town").get_type().utility == kinds.ZERO_SUM
    assert (
        load("ghost_town", gm_can_win=True).get_type().utility == kinds.GENERAL_SUM
    )  # its side is no player
    assert load("new_york", seats=1).get_type().utility == kinds.GENERAL_SUM
    state = played(load("pizza_race"), 1000)
    assert state.is_terminal() and sorted(state.returns()) == [-1, 1]
    state = played(load("pizza_race", reward="score"), 1000)
    assert sum(state.returns()) == 0 and max(state.returns()) == abs(np.subtract(*state.match.scores))


def test_the_same_history_is_the_same_game() -> None:
    state = played(load("ghost_town"), 9)
    again = load("ghost_town").new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_what_a_player_was_told_tells_states_apart_that_look_the_same() -> None:
    """With perfect recall the string knows the past; the observation string only the present."""
    game = load("pizza_race", worlds=1)
    first, second = game.new_initial_state(), game.new_initial_state()
    for state, actions in ((first, [0]), (second, [0])):
        for action in actions:
            state.apply_action(action)
    assert first.information_state_string(0) == second.information_state_string(0)
    first.apply_action(0)
    second.apply_action(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def asked_for(game: Any, **kind: Any) -> Any:
    return game.make_py_observer(pyspiel.IIGObservationType(**({"perfect_recall": False} | kind)))


def test_observers_give_what_was_asked_for() -> None:
    """A public observer sees what a spectator sees; what cannot be given apart is None, and never more."""
    game, kinds = load("pizza_city"), pyspiel.PrivateInfoType
    state = played(game, 8)
    public = asked_for(game, public_info=True, private_info=kinds.NONE)
    own = asked_for(game, public_info=True, private_info=kinds.SINGLE_PLAYER)
    for player in (0, 1):
        public.set_from(state, player)
        own.set_from(state, player)
        assert (public.tensor == state.match.features(None)).all()
        assert (own.tensor == state.match.features(player)).all() and (own.tensor != public.tensor).any()
        assert (
            public.string_from(state, player)
            == public.string_from(state, 0)
            != own.string_from(state, player)
        )
    twin = openspiel.resampler(4)(state, 0)  # other hidden cards: the public string and numbers stay
    public.set_from(twin, 0)
    assert public.string_from(twin, 0) == public.string_from(state, 0)
    assert (public.tensor == state.match.features(None)).all() and str(twin) != str(state)
    recalling = asked_for(game, public_info=True, private_info=kinds.NONE, perfect_recall=True)
    assert recalling.string_from(state, 0) != public.string_from(state, 0)
    secret = asked_for(game, public_info=False, private_info=kinds.SINGLE_PLAYER)
    assert secret.tensor is None and secret.dict == {}
    mine, theirs = (secret.string_from(state, player) for player in (0, 1))
    assert mine != theirs and secret.string_from(twin, 0) == mine  # what the other holds is not in it
    assert secret.string_from(twin, 1) != theirs
    assert asked_for(game, public_info=False, private_info=kinds.SINGLE_PLAYER, perfect_recall=True) is None
    assert asked_for(game, public_info=False, private_info=kinds.NONE) is None
    assert asked_for(game, public_info=True, private_info=kinds.ALL_PLAYERS) is None
    with pytest.raises(fattorino.BadOption, match="has no parameters"):
        game.make_py_observer(None, {"a": 1})


@pytest.mark.bulk
def test_a_playthrough_is_of_sane_size() -> None:
    text = generate_playthrough.playthrough("fattorino_ghost_town(turn_limit=15)", None, seed=1)
    assert "PrivateObservationString(1) = " in text and "IsTerminal() = True" in text
    assert len(text) < 1_000_000
    told = [line for line in text.splitlines() if "Tensor" not in line]
    assert max(map(len, told)) < 2000  # chance nodes have few outcomes each


def test_strings_can_be_read() -> None:
    state = played(load("ghost_town"), 3)
    for player in (0, 1):
        text = state.information_state_string(player)
        assert text.startswith(f"Deliverer {player + 1}: {state.match.log(player)[-1]} [")
        assert len(text) < 300


def test_labels_are_words() -> None:
    state = played(load("ghost_town"), 1)
    action = state.legal_actions()[0]
    assert state.action_to_string(action) == state.match.label(action)
    assert load("ghost_town").new_initial_state().action_to_string(7) == "Draw 7"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seats": 9}, "Ghost Town cannot be played with seats=9; seats can be 2 or 3"),
        ({"worlds": 5000}, "worlds can be 1 to 1024, or 0 for more than anyone will use, not 5000"),
        ({"reward": "fame"}, "reward cannot be 'fame'; it can be: result, score, margin"),
    ],
)
def test_bad_input_gets_one_clear_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(fattorino.FattorinoError) as caught:
        load("ghost_town", **given)
    assert str(caught.value) == sentence
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'wind'"):
        load("ghost_town", wind=1)
