"""Gymnasium's VectorEnv: the same games as one by one, in all modes, under Gymnasium's own wrappers."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import vector as wrappers

import fattorino
import fattorino.envs
from fattorino.envs.gym import env_id, register
from fattorino.envs.gym_vector import SoloVector

register()  # the guest of the tests too
RACE = env_id("pizza_race")


def make(n: int = 4, **settings: Any) -> Any:
    return gymnasium.make_vec(RACE, num_envs=n, **({"opponents": ["random"]} | settings))


def test_it_is_what_make_vec_makes() -> None:
    games: Any = make(3)
    assert issubclass(type(games.unwrapped), VectorEnv)
    assert type(games.unwrapped).__name__ == "SoloVector"
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, info = games.reset(seed=1)
    assert seen.shape == games.observation_space.shape == (3, *games.single_observation_space.shape)
    assert games.observation_space.contains(seen)
    assert games.action_space.contains(np.array([0, 1, 0]))
    assert info["action_mask"].shape == (3, games.single_action_space.n) and info["_action_mask"].all()
    assert (games.unwrapped.action_masks() == info["action_mask"]).all()
    one, _info = gymnasium.make(RACE, opponents=["random"]).reset(seed=2)
    assert (one == seen[1]).all(), "game k of seed s is that of seed s + k"
    assert "PizzaRace" in str(games.unwrapped)


@pytest.mark.parametrize(
    "opponents", [["random"], ["greedy", "random"], ["random", lambda v, s, a, c: a[-1]]]
)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_bots_play_up_to_the_learner(opponents: list[Any], seat: int | None) -> None:
    given: dict[str, Any] = {"opponents": None if seat is None else opponents, "seat": seat}
    games = make(5, autoreset_mode="SameStep", **given).unwrapped
    games.reset(seed=4)
    sums, ends = np.zeros(5), 0
    for _ in range(120):
        movers = games.states["seat"].tolist()
        assert seat is None or movers == [seat] * 5
        _seen, rewards, over, cut, info = games.step(games.sample())
        assert not cut.any() and not rewards[~over].any() and "illegal" not in info
        sums += rewards
        ends += int(over.sum())
        if seat is None:
            assert info["mover"].tolist() == games.states["seat"].tolist()
    assert ends > 5 and sums.any()


def finished(games: Any, limit: int = 200) -> tuple[Any, ...]:
    """Steps until a game ends; the last step."""
    for _ in range(limit):
        stepped = games.step(games.unwrapped.sample())
        if stepped[2].any():
            return tuple(stepped)
    raise AssertionError("no game ended")


def test_next_step_starts_anew_at_the_next_step() -> None:
    games = make()
    games.reset(seed=3)
    seen, rewards, over, _cut, info = finished(games)
    assert rewards[over].any() and "final_obs" not in info
    first = np.arange(info["action_mask"].shape[1]) == 0
    assert (info["action_mask"][over] == first).all() and info["action_mask"][~over].any(axis=1).all()
    assert (games.unwrapped.action_masks() == info["action_mask"]).all()
    after, rewards, again, _cut, info = games.step(np.where(over, 999, games.unwrapped.sample()))
    assert not rewards[over].any() and not again[over].any() and info["action_mask"][over].any()
    assert (after[over] != seen[over]).any() and "illegal" not in info


def test_same_step_gives_the_end_and_the_next_start() -> None:
    same, nextly = make(autoreset_mode="SameStep"), make()
    for games in (same, nextly):
        games.reset(seed=3)
    seen, rewards, over, _cut, info = finished(same)
    end, end_rewards, end_over, _cut, _info = finished(nextly)
    assert (over == end_over).all() and (rewards == end_rewards).all()
    assert info["_final_obs"].tolist() == over.tolist() == info["_final_info"].tolist()
    for at in range(4):
        assert (info["final_obs"][at] is None) == (not over[at])
        if over[at]:
            assert (info["final_obs"][at] == end[at]).all() and (seen[at] != end[at]).any()
    assert info["action_mask"].any(axis=1).all()
    first = np.arange(info["action_mask"].shape[1]) == 0
    assert (info["final_info"]["action_mask"][over] == first).all()


def test_disabled_waits_for_a_reset() -> None:
    games = make(autoreset_mode=AutoresetMode.DISABLED)
    games.reset(seed=3)
    before, _rewards, over, _cut, _info = finished(games)
    with pytest.raises(fattorino.GameOver, match=r"game \d is over: reset it with options="):
        games.step(np.zeros(4, int))
    seen, info = games.reset(seed=9, options={"reset_mask": over})
    assert (seen[~over] == before[~over]).all() and info["action_mask"].any(axis=1).all()
    assert (seen[over] == make(autoreset_mode="Disabled").reset(seed=9)[0][over]).all()
    games.step(games.unwrapped.sample())


def trace(games: Any, steps: int = 30) -> list[Any]:
    return [games.step(games.unwrapped.sample())[1].tolist() for _ in range(steps)]


class Last:
    """The last action."""

    def choose(self, view: Any, seat: int, actions: Any, seed: int) -> int:
        return int(actions[-1])


@pytest.mark.parametrize("opponent", ["greedy", Last(), Last])
def test_seeds_make_the_same_games_again_and_pickles_go_on(opponent: Any) -> None:
    games = make(3, opponents=[opponent])
    first, _info = games.reset(seed=[5, 6, 7])
    played = trace(games)
    assert (games.reset(seed=5)[0] == first).all() and trace(games) == played
    games.reset(seed=[5, None, 7])
    thawed = pickle.loads(pickle.dumps(games.unwrapped))
    assert trace(thawed) == trace(games)
    games.close()
    games.close()


def test_many_threads_play_the_same() -> None:
    alone, many = make(256, threads=1), make(256, threads=2)
    for games in (alone, many):
        games.reset(seed=1)
    assert trace(alone, 5) == trace(many, 5)


def test_illegal_actions_are_replaced_or_refused() -> None:
    games = make(3)
    games.reset(seed=1)
    info = games.step(np.array([0, 2**40, -1]))[4]
    assert info["illegal"].tolist() == [False, True, True]
    games = make(3, illegal="raise")
    games.reset(seed=1)
    for bad in (999, -1, -2, 2**40):
        with pytest.raises(fattorino.IllegalAction, match=f"game 1: action {bad} is not in"):
            games.step(np.array([0, bad, 0]))


def compare_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Compare what two infos say about each game."""
    told = {key for key in ours if not key.startswith("_") and ours[f"_{key}"].any()}
    assert told == {key for key in theirs if not key.startswith("_")}
    for key in told:
        where = ours[f"_{key}"]
        assert where.tolist() == theirs[f"_{key}"].tolist(), key
        if isinstance(ours[key], dict):
            compare_infos(ours[key], theirs[key])
        else:
            assert np.array_equal(np.stack(ours[key][where]), np.stack(theirs[key][where])), key


def one_by_one(name: str, n: int, steps: int, mode: str, **settings: Any) -> int:
    """Play games, illegal actions among them, natively and one by one, and compare; how many ended."""
    given = {"num_envs": n, "illegal": "replace", **settings}
    games = gymnasium.make_vec(name, autoreset_mode=mode, **given)
    single = gymnasium.make_vec(
        name, vectorization_mode="sync", vector_kwargs={"autoreset_mode": AutoresetMode(mode)}, **given
    )
    chance, ended = np.random.default_rng(7), 0
    (seen, info), (wanted, told) = games.reset(seed=5), single.reset(seed=5)
    for _ in range(steps):
        assert (seen == wanted).all()
        compare_infos(info, told)
        mask = info["action_mask"]
        legal = (chance.random(mask.shape) * mask).argmax(axis=1)
        actions = np.where(chance.random(n) < 0.3, chance.integers(mask.shape[1] + 1, size=n), legal)
        seen, *ours, info = games.step(actions)
        wanted, *theirs, told = single.step(actions)
        for mine, other in zip(ours, theirs, strict=True):
            assert mine.tolist() == other.tolist()
        ended += int(ours[1].sum())
    return ended


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("limit", [None, 3])
@pytest.mark.parametrize(
    "opponents",
    [["random"], ["greedy", "random"], ["easy:simulations=2"], [lambda v, s, a, seed: a[seed % len(a)]]],
    ids=["random", "greedy_and_random", "searching", "own"],
)
def test_it_plays_the_games_of_make(opponents: list[Any], limit: int | None, mode: str) -> None:
    """Opponents' moves, replaced actions, endings and all: game k of seed s is the game of seed s + k."""
    given = {} if limit is None else {"max_episode_steps": limit}
    ended = one_by_one(RACE, 3, 40, mode, opponents=opponents, seat=1, state=True, **given)
    assert ended > (1 if limit else 10)


@pytest.mark.bulk
@pytest.mark.parametrize("name", ["ghost_town", "pizza_city", "papa_paolo", "new_york"])
def test_compiled_games_are_those_of_make(name: str) -> None:
    one_by_one(env_id(name), 2, 150, "SameStep", seat=0)
    others = 3 if name == "pizza_city" else 1
    opponents = ["random", *["easy:simulations=2"] * others][:others]
    one_by_one(env_id(name), 2, 40, "NextStep", opponents=opponents, seat=1, reward="margin")


def same_games(name: str, steps: int) -> None:
    """With the learner in every seat it plays what `vector` plays."""
    batch = fattorino.envs.vector(name, 3, seed=1)
    games = SoloVector(name, 3, seat=None, autoreset_mode="SameStep", copy=False)
    games.reset(seed=1)
    games.seeds[:] = batch.seeds - 1
    seen, info = games.reset()
    for _ in range(steps):
        assert (seen == batch.observations).all() and (info["action_mask"] == batch.masks).all()
        assert info["mover"].tolist() == batch.movers.tolist()
        movers, actions = batch.movers.copy(), batch.sample()
        batch.step(actions)
        seen, rewards, over, _cut, info = games.step(actions)
        assert over.tolist() == batch.dones.astype(bool).tolist()
        assert (rewards.astype(np.float32) == batch.rewards[np.arange(3), movers]).all()


def test_it_is_vector_with_the_learner_in_every_seat() -> None:
    same_games("pizza_race", 60)


@pytest.mark.bulk
@pytest.mark.parametrize("name", ["ghost_town", "pizza_city", "papa_paolo", "new_york"])
def test_compiled_games(name: str) -> None:
    same_games(name, 400)
    games = SoloVector(name, 4, autoreset_mode="SameStep")
    games.reset(seed=1)
    assert sum(games.step(games.sample())[2].sum() for _ in range(400)) > 0


def test_copies_or_the_arrays_themselves() -> None:
    for copy in (True, False):
        games = make(2, copy=copy)
        seen, _info = games.reset(seed=1)
        kept = seen.copy()
        after = games.step(games.unwrapped.sample())[0]
        assert (after is seen) == (not copy) and (not copy or (seen == kept).all())


def test_the_rewards_of_all_seats_are_told_at_the_end() -> None:
    """In self-play too, where the reward is that of the seat that moved last."""
    games = make(4, opponents=None, seat=None, seats=3, autoreset_mode="SameStep")
    games.reset(seed=2)
    _seen, rewards, over, _cut, info = finished(games)
    final = info["final_info"]
    assert final["_scores"].tolist() == over.tolist() and "scores" not in info
    for at in np.flatnonzero(over):
        assert final["scores"][at].argmax() == final["won"][at].argmax() and final["won"][at].sum() == 1
        assert final["rewards"][at].tolist() == np.where(final["won"][at], 1, -0.5).tolist()
        assert rewards[at] == final["rewards"][at].max() and final["length"][at] >= 6


def test_games_can_be_cut_short() -> None:
    """After so many decisions of the learner; a cut game has no result, and the next one begins."""
    games = make(3, max_episode_steps=2)
    games.reset(seed=1)
    for step in range(7):
        _seen, rewards, over, cut, info = games.step(games.unwrapped.sample())
        assert cut.all() == (step % 3 == 1) and not over.any() and not rewards.any()
        assert not {"scores", "final_obs"} & info.keys() and info["action_mask"].any(axis=1).all()
    same = make(3, max_episode_steps=2, autoreset_mode="SameStep")
    same.reset(seed=1)
    for step in range(6):
        seen, _rewards, _over, cut, info = same.step(same.unwrapped.sample())
        assert cut.all() == ("final_obs" in info) == (step % 2 == 1)
    assert (info["final_obs"][0] != seen[0]).any() and info["final_info"]["action_mask"].any(axis=1).all()
    waiting = make(3, max_episode_steps=1, autoreset_mode="Disabled")
    waiting.reset(seed=1)
    cut = waiting.step(waiting.unwrapped.sample())[3]
    with pytest.raises(fattorino.GameOver):
        waiting.step(np.zeros(3, int))
    waiting.reset(options={"reset_mask": cut})
    waiting.step(waiting.unwrapped.sample())


def test_attributes_and_methods_are_asked_of_every_game() -> None:
    games = make(3).unwrapped
    games.reset(seed=1)
    masks = games.call("action_masks")
    assert isinstance(masks, tuple) and (np.stack(masks) == games.action_masks()).all()
    assert games.get_attr("seat") == (0, 0, 0)
    assert games.get_attr("movers") == tuple(games.movers)
    with pytest.raises(AttributeError):
        games.get_attr("wind")


def test_boards_are_drawn() -> None:
    games = make(2, render_mode="svg")
    games.reset(seed=1)
    assert all(board.startswith("<svg") for board in games.render())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number from 1"),
        ({"opponents": ["genius"]}, "there is no bot 'genius'"),
        ({"seat": 9}, "seat cannot be 9"),
        ({"seat": None, "opponents": ["random"]}, "with seat=None the learner decides for every seat"),
        (
            {"autoreset_mode": "never"},
            "autoreset_mode cannot be 'never'; it can be: NextStep, SameStep, Disabled",
        ),
        ({"render_mode": "film"}, "render_mode cannot be 'film'; it can be: rgb_array, svg"),
        ({"wind": 1}, "there is no option 'wind'"),
        ({"max_episode_steps": 0}, "max_episode_steps must be a whole number from 1, not 0"),
    ],
)
def test_bad_input_gets_one_clear_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(fattorino.FattorinoError) as caught:
        gymnasium.make_vec(RACE, **given)
    assert str(caught.value).startswith(sentence)


def test_what_cannot_be_reset_or_stepped() -> None:
    games = make(2)
    with pytest.raises(fattorino.FattorinoError, match="call reset"):
        games.step(np.zeros(2, int))
    for seed, options, words in [
        ([1], None, "seed has 1 numbers for 2 games"),
        ([1, -1], None, "a seed is a whole number from 0"),
        (1, {"speed": 3}, "reset has no option 'speed'; its options: reset_mask"),
        (1, {"reset_mask": np.zeros(2, bool)}, "reset_mask has a truth value for each of 2 games"),
    ]:
        with pytest.raises(fattorino.BadOption, match=words):
            games.reset(seed=seed, options=options)
    games.reset(seed=1)
    with pytest.raises(fattorino.IllegalAction, match="actions must be 2 whole numbers"):
        games.step(np.zeros(3, int))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_gymnasiums_own_wrappers(mode: str) -> None:
    games: Any = wrappers.RecordEpisodeStatistics(make(4, autoreset_mode=mode))
    games = wrappers.NormalizeReward(wrappers.ClipReward(games, -1, 1))
    if mode == "NextStep":  # the only mode it takes
        games = wrappers.NormalizeObservation(games)
    games.reset(seed=2)
    returned = 0
    for _ in range(60):
        seen, _rewards, _over, _cut, info = games.step(games.unwrapped.sample())
        assert np.isfinite(seen).all()
        returned += int(info["_episode"].sum()) if "episode" in info else 0
    assert returned > 4
    listed = wrappers.DictInfoToList(make(2))
    assert len(listed.reset(seed=1)[1]) == 2


def test_a_ppo_loop_learns_the_race() -> None:
    """CleanRL's loop with a linear policy: rollouts, advantages, clipped epochs, masks; it beats chance."""
    n, horizon, chance = 32, 16, np.random.default_rng(1)
    games = wrappers.RecordEpisodeStatistics(make(n, autoreset_mode="SameStep"))
    weights = np.zeros((games.single_observation_space.shape[0], games.single_action_space.n))  # type: ignore[index, attr-defined]

    def policy(seen: Any, mask: Any) -> Any:
        logits = np.where(mask > 0, seen @ weights, -1e9)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)

    seen, info = games.reset(seed=1)
    mask, returns = info["action_mask"], []
    for _update in range(60):
        rows: list[Any] = []
        for _ in range(horizon):
            shares = policy(seen, mask)
            actions = (shares.cumsum(axis=1) > chance.random((n, 1))).argmax(axis=1)
            after, rewards, over, cut, info = games.step(actions)
            rows.append((seen, mask, actions, shares[np.arange(n), actions], rewards, over | cut))
            seen, mask = after, info["action_mask"]
            if "episode" in info:
                returns += info["episode"]["r"][info["_episode"]].tolist()
        gains: list[Any] = []
        later = np.zeros(n)
        for *_, rewards, done in reversed(rows):
            later = rewards + 0.97 * np.where(done, 0, later)
            gains.insert(0, later)
        gain = np.concatenate(gains)
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        x, m, a, old, *_ = (np.concatenate(column) for column in zip(*rows, strict=True))
        for _epoch in range(3):
            shares = policy(x, m)
            ratio = shares[np.arange(len(a)), a] / old
            heard = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
            push = -shares
            push[np.arange(len(a)), a] += 1
            weights += 0.05 * x.T @ (push * (heard * ratio * gain)[:, None]) / len(a) * 10
    assert np.mean(returns[-300:]) > np.mean(returns[:300]) + 0.1, (
        np.mean(returns[:300]),
        np.mean(returns[-300:]),
    )
