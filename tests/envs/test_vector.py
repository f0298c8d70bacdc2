"""The batched environment: the same games as match by match, in arrays that are reused."""

from typing import Any

import numpy as np
import pytest

import fattorino
from contract.worlds import all_games, possible
from fattorino.envs import Vector, vector
from fattorino.envs.common import Rewards
from fattorino.kernel.game import Game, Role
from fattorino.kernel.match import Match

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def follow(game: Game, batch: Vector, options: dict[str, Any], steps: int, rng: int = 2) -> int:
    """Play the same games in the batch and one by one, and compare; returns how many ended."""
    matches = [game.new(seed=int(seed) - 1, **options) for seed in batch.seeds]
    sharing = Rewards(game, matches[0].roles, "result")
    chance = np.random.default_rng(rng)
    ended = 0
    for _ in range(steps):
        for at, match in enumerate(matches):
            compare(batch, at, match)
        actions = [int(chance.choice(match.legal())) for match in matches]
        batch.step(actions)
        for at, match in enumerate(matches):
            match.play(actions[at])
            assert batch.dones[at] == match.over
            assert batch.rewards[at].tolist() == sharing.of(match).astype(np.float32).tolist()
            if match.over:
                ended += 1
                matches[at] = game.new(seed=int(batch.seeds[at]) - 1, **options)
    return ended


def compare(batch: Vector, at: int, match: Match) -> None:
    assert batch.movers[at] == match.to_move
    assert batch.states[at].tobytes() == match.state.tobytes()
    assert np.flatnonzero(batch.masks[at]).tolist() == match.legal().tolist()
    assert batch.legal[at, : batch.counts[at]].tolist() == match.legal().tolist()
    assert (batch.observations[at] == match.features(match.to_move)).all()


def test_a_finished_game_starts_anew_in_the_same_step() -> None:
    """Rewards and done are of the game that ended, all else is of the next one: interpreted, as compiled."""
    game = fattorino.load("pizza_race")
    assert follow(game, vector(game, 3, seats=3, seed=4), {"seats": 3}, 60) >= 3


@pytest.mark.bulk
@every_game
def test_a_batch_plays_the_same_games_as_matches(game: Game) -> None:
    for seats in game.seats:
        follow(game, vector(game, 8, seats=seats, seed=9, threads=1), {"seats": seats}, 40)


@pytest.mark.bulk
@every_game
def test_games_end_and_rewards_add_up_to_nothing(game: Game) -> None:
    for seats in game.seats:
        batch = vector(game, 64, seats=seats, seed=1)
        zero_sum = Rewards(game, batch.roles, "result").zero_sum
        ended = 0
        for _ in range(game.max_decisions):
            batch.step(batch.sample())
            over = batch.dones == 1
            ended += int(over.sum())
            assert not batch.rewards[~over].any()
            assert np.abs(batch.rewards).max() <= 1
            if zero_sum:
                assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
            if ended > 100:
                break
        assert ended > 100


@pytest.mark.bulk
@every_game
def test_threads_change_nothing_but_the_time(game: Game) -> None:
    one, many = (vector(game, 700, seed=3, threads=threads) for threads in (1, 4))
    for _ in range(25):
        actions = one.sample().copy()
        assert (actions == many.sample()).all()
        one.step(actions)
        many.step(actions)
    for name in ("observations", "masks", "movers", "rewards", "dones", "seeds"):
        assert (getattr(one, name) == getattr(many, name)).all(), name
    assert one.states.tobytes() == many.states.tobytes()
    many.close()


@pytest.mark.bulk
def test_reset_gives_the_same_games_for_the_same_seed_and_others_for_another() -> None:
    batch = vector("ghost_town", 32, seed=3)
    first = batch.observations.copy(), batch.states.tobytes()
    batch.step(batch.sample())
    batch.reset(4)
    assert batch.states.tobytes() != first[1]
    batch.reset(3)
    assert (batch.observations == first[0]).all() and batch.states.tobytes() == first[1]


def test_arrays_stay_where_they_are() -> None:
    batch = vector("pizza_race", 4, seed=1)
    names = ("observations", "masks", "movers", "rewards", "dones")
    before = {name: getattr(batch, name) for name in names}
    for _ in range(40):
        batch.step(batch.sample())
    batch.reset(2)
    for name, array in before.items():
        assert getattr(batch, name) is array and array.flags.c_contiguous


def test_arrays_are_handed_to_pytorch_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    batch = vector("pizza_race", 4, seed=1)
    for array in (batch.observations, batch.masks, batch.movers, batch.rewards, batch.dones):
        assert torch.from_numpy(array).data_ptr() == array.ctypes.data


def test_every_seat_can_be_observed_whoever_moves() -> None:
    batch = vector("ghost_town", 3, seed=1)
    matches = [fattorino.load("ghost_town").new(seed=int(seed) - 1) for seed in batch.seeds]
    for seat in range(2):
        seen = batch.observe(seat)
        for at, match in enumerate(matches):
            assert (seen[at] == match.features(seat)).all()


@pytest.mark.parametrize("seats", [2, 4])
def test_partners_share_a_reward(seats: int) -> None:
    game = fattorino.load("pizza_city")
    roles = game.roles(game.settings(seats))
    sharing = Rewards(game, roles, "result")
    assert sharing.n_sides == 2 and sharing.zero_sum
    assert sharing.sides.tolist() == [role.team for role in roles] + [-1] * (4 - seats)


SHARES = [  # what each seat won and scored, its rewards by result, by score
    ([(7, 1), (4, 0)], [1, -1], [3, -3]),
    ([(7, 1), (4, 0), (1, 0)], [1, -0.5, -0.5], [4.5, 0, -4.5]),
    ([(7, 1), (7, 1), (1, 0)], [0.25, 0.25, -0.5], [3, 3, -6]),
    ([(0, 0), (0, 0), (0, 0)], [0, 0, 0], [0, 0, 0]),
    ([(3, 1), (3, 1), (3, 1)], [0, 0, 0], [0, 0, 0]),
]


@pytest.mark.parametrize(("outcome", "by_result", "by_score"), SHARES)
def test_a_win_is_shared_and_the_mean_taken_off(
    outcome: list[tuple[int, int]], by_result: list[float], by_score: list[float]
) -> None:
    from fattorino.envs.common import loops

    game = fattorino.load("pizza_race")
    roles = [Role(str(seat)) for seat in range(len(outcome))]
    results = np.zeros((4, 3), np.int32)
    for seat, (score, won) in enumerate(outcome):
        results[seat] = score, 0, won
    for reward, wanted in (("result", by_result), ("score", by_score)):
        sharing, out = Rewards(game, roles, reward), np.zeros(4)
        loops(game).share_out(results, sharing.sides, sharing.n_sides, sharing.reward, out)
        assert out[: len(roles)].tolist() == wanted
        assert not out[len(roles) :].any()


def test_by_margin_a_clear_win_is_worth_more_than_a_close_one() -> None:
    from fattorino.envs.common import loops

    game = fattorino.load("pizza_race")
    sharing, found = Rewards(game, [Role("0"), Role("1")], "margin"), []
    for score in (5, 9):
        results, out = np.zeros((4, 3), np.int32), np.zeros(4)
        results[0], results[1] = (score, 1, 1), (4, 2, 0)
        loops(game).share_out(results, sharing.sides, sharing.n_sides, sharing.reward, out)
        assert out[0] == -out[1]
        found.append(float(out[0]))
    assert 0.75 < found[0] < found[1] < 1


def test_advice_is_what_greedy_plays_where_it_is_asked() -> None:
    games = vector("pizza_race", 6, seats=2, seed=3)
    games.step(games.sample())
    asked = np.arange(6) % 2 == 0
    games.advise(5)[:] = -1
    advice = games.advise(5, asked)
    assert (advice[~asked] == -1).all()
    for at in np.flatnonzero(asked).tolist():
        seat, legal = int(games.movers[at]), games.legal[at, : games.counts[at]]
        view = games.game.redact(games.states[at], seat)
        assert advice[at] == games.game.greedy(view, seat, legal, len(legal), 5 + at)


def test_a_team_that_plays_together_wins_or_loses() -> None:
    game = fattorino.load("new_york")
    sharing = Rewards(game, game.roles(game.settings(3, mode="coop")), "result")
    assert sharing.n_sides == 1 and not sharing.zero_sum


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "there is no game 'chess'; the games are: ghost_town"),
    ({"seats": 9}, "Ghost Town cannot be played with seats=9; seats can be 2 or 3"),
    ({"wind": 3}, "there is no option 'wind'; the options are: seats, town"),
    ({"turn_limit": 16}, "option turn_limit cannot be 16; it can be: 15, 20, 25, 30"),
    ({"num_envs": 0}, "num_envs must be a whole number from 1, not 0"),
    ({"threads": -1}, "threads must be a whole number from 0, not -1"),
    ({"reward": "money"}, "reward cannot be 'money'; it can be: result, score, margin"),
    ({"seed": -3}, "a seed is a whole number from 0, not -3"),
]


@pytest.mark.parametrize(("given", "sentence"), WRONG)
def test_bad_input_gets_one_clear_sentence(given: dict[str, Any], sentence: str) -> None:
    given = dict(given)
    with pytest.raises(fattorino.FattorinoError) as caught:
        vector(given.pop("game", "ghost_town"), given.pop("num_envs", 2), **given)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_an_illegal_action_changes_nothing_and_names_the_rule() -> None:
    batch = vector("ghost_town", 2, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(fattorino.IllegalAction, match=r"game 1: seat 0 may not play action 24\. GT-TURN-2: "):
        batch.step([0, 24])
    with pytest.raises(fattorino.IllegalAction, match=r"game 0: action 80 is not in Ghost Town.* 0 to 79"):
        batch.step([80, 0])
    for actions in ([0], [0.5, 0.5], [[0], [0]], 0):
        with pytest.raises(fattorino.IllegalAction, match="actions must be 2 whole numbers"):
            batch.step(actions)
    with pytest.raises(fattorino.BadSeat, match="its seats are 0 to 2"):
        batch.observe(3)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("action", [2**40, 2**32, -(2**40)])
def test_an_action_too_large_for_its_place_is_not_cut_to_another(action: int) -> None:
    batch = vector("ghost_town", 2, seed=1)
    with pytest.raises(fattorino.IllegalAction, match=f"game 1: action {action} is not in Ghost Town"):
        batch.step([0, action])


def test_a_seat_that_is_not_there_cannot_be_observed() -> None:
    batch = vector("ghost_town", 2, seed=1)
    for seat in (9, -1, True, "0", 0.5, None):
        with pytest.raises(fattorino.BadSeat, match="its seats are 0 to 2"):
            batch.observe(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(("shape", "kind"), [((1, 3), np.float32), (None, np.float64)])
def test_numbers_are_written_only_where_they_fit(shape: Any, kind: Any) -> None:
    batch = vector("ghost_town", 2, seed=1)
    with pytest.raises(fattorino.BadOption, match="out must be an array of float32"):
        batch.observe(0, out=np.zeros(shape or batch.observations.shape, kind))
    out = np.zeros_like(batch.observations)
    assert batch.observe(0, out=out) is out
    assert out.any()


def test_a_batch_goes_on_after_its_threads_were_let_go() -> None:
    batch, other = (vector("pizza_race", 256, seed=1, threads=n) for n in (2, 1))
    batch.close()
    for games in (batch, other):
        games.step(games.sample())
    assert batch.states.tobytes() == other.states.tobytes()


def test_options_reach_the_games() -> None:
    assert possible(fattorino.load("pizza_race"), {"goal": 20})
    batch = vector("pizza_race", 2, seats=4, goal=20, seed=1)
    assert batch.states["goal"].tolist() == [20, 20] and batch.states["n"].tolist() == [4, 4]
