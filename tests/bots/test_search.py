"""The search is deterministic, does not depend on hidden information, and recognises positions."""

import time

import numpy as np
import pytest

import fattorino
from fattorino import bots
from fattorino.bots import mcts
from fattorino.bots.mcts import KEPT_NODES, Mcts
from fattorino.bots.tree import BROOD
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE

pytestmark = pytest.mark.bulk
TABLES = [("ghost_town", 2), ("pizza_city", 4), ("papa_paolo", 3), ("new_york", 2)]


def after(game: str, seats: int, decisions: int, seed: int = 5) -> Match:
    """A match after some greedy decisions."""
    match = fattorino.load(game).new(seats, seed=seed)
    greedy = bots.make("greedy", match.game)
    for number in range(decisions):
        seat = match.to_move
        assert seat is not None
        match.play(greedy.choose(match.view(seat), seat, match.legal(), number))
    return match


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_same_seed_and_budget_give_the_same_thought(game: str, seats: int) -> None:
    match = after(game, seats, 6)
    seat = match.to_move
    assert seat is not None
    for threads in (1, 2):
        thoughts = []
        for _ in range(2):
            bot = bots.make(f"mcts:simulations=60,threads={threads}", match.game)
            assert isinstance(bot, Mcts)
            thoughts.append(bot.think(match.view(seat), seat, match.legal(), 11))
        assert np.array_equal(thoughts[0].visits, thoughts[1].visits)
        assert np.array_equal(thoughts[0].means, thoughts[1].means)
        assert thoughts[0].simulations == 60
        assert thoughts[0].visits.sum() == 60
        assert ((thoughts[0].means >= 0) & (thoughts[0].means <= 1)).all()


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("name", ["random", "greedy", "mcts:simulations=40", "medium:simulations=20"])
def test_a_bot_in_a_twin_world_does_the_same(game: str, seats: int, name: str) -> None:
    match = after(game, seats, 9)
    seat = match.to_move
    assert seat is not None
    twin = match.imagine(seat, seed=3)
    assert twin.state.tobytes() != match.state.tobytes()
    here = bots.make(name, match.game).choose(match.view(seat), seat, match.legal(), 8)
    there = bots.make(name, match.game).choose(twin.view(seat), seat, twin.legal(), 8)
    assert here == there
    assert here in match.legal()


@pytest.mark.parametrize("net", [1, 2, 3])
@pytest.mark.parametrize(("game", "seats"), [("ghost_town", 2), ("papa_paolo", 3), ("new_york", 2)])
def test_with_a_net_the_same_holds(game: str, seats: int, net: int) -> None:
    match = after(game, seats, 9)
    seat = match.to_move
    assert seat is not None
    twin = match.imagine(seat, seed=3)
    found = []
    for world in (match, match, twin):
        bot = bots.make(f"mcts:simulations=100,threads=2,net={net}", match.game)
        assert isinstance(bot, Mcts)
        found.append(bot.think(world.view(seat), seat, world.legal(), 11))
    for thought in found:
        assert thought.simulations == thought.visits.sum() == 100
        assert np.array_equal(thought.visits, found[0].visits)
        assert np.array_equal(thought.means, found[0].means)


def test_with_split_a_plan_depends_on_what_the_seat_sees() -> None:
    match = after("ghost_town", 2, 9)
    seat = match.to_move
    assert seat is not None
    twin = match.imagine(seat, seed=3)
    found = []
    for world in (match, match, twin):
        bot = Mcts(match.game, simulations=400, net=4, split=4, uses=2, worlds=100)
        found.append(bot.think(world.view(seat), seat, world.legal(), 11))
    assert all(np.array_equal(thought.visits, found[0].visits) for thought in found)  # and on nothing else
    tree, seen = bot._trees[0]._nodes
    legal, known = set(match.legal().tolist()), 0
    for option in children(tree, 0):
        assert tree[option].action in legal
        views = children(tree, option)
        assert len({int(seen[view]) for view in views}) == len(views) and all(seen[view] for view in views)
        assert tree[option].visits == sum(tree[view].visits for view in views)
        for view in views:
            assert tree[view].action == NONE
            if tree[view].visits < 4:  # seen too rarely to plan for
                assert not children(tree, view)
            known += len(children(tree, view)) > 0
    assert known > 3

    match.play(int(match.legal()[found[0].best]))
    while match.to_move != seat:
        match.play(int(match.legal()[0]))
    before = bot._trees[0]._used
    bot._trees[0].look(match.view(seat))
    assert BROOD <= bot._trees[0]._used < before


def children(tree: np.ndarray, node: int) -> list[int]:
    """The nodes below one."""
    found, at = [], int(tree[node].child)
    while at:
        found.append(at)
        at = int(tree[at].sibling)
    return found


@pytest.mark.parametrize("kept", [KEPT_NODES, 10])
def test_a_bot_that_rests_gives_memory_back_and_goes_on(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "KEPT_NODES", kept)
    match = after("papa_paolo", 2, 2)
    rested, other = (bots.make("mcts:simulations=200", match.game) for _bot in range(2))
    assert isinstance(rested, Mcts) and isinstance(other, Mcts)
    for decision in range(3):
        seat = match.to_move
        assert seat is not None
        given = match.view(seat), seat, match.legal(), decision
        thought, expected = rested.think(*given), other.think(*given)
        assert kept == 10 or np.array_equal(thought.visits, expected.visits), "nothing is forgotten"
        (tree,) = rested._trees
        rested.rest()
        assert len(tree._nodes[0]) == len(tree._nodes[1]) == tree._used <= kept and tree._spare is None
        match.play(int(given[2][thought.best]))


def test_a_foreseen_position_starts_from_what_is_known_about_it() -> None:
    match = after("papa_paolo", 2, 2)
    seat = match.to_move
    assert seat is not None
    bot = bots.make("mcts:simulations=200", match.game)
    assert isinstance(bot, Mcts)
    match.play(bot.choose(match.view(seat), seat, match.legal(), 1))
    assert match.to_move == seat  # the same player goes on
    thought = bot.think(match.view(seat), seat, match.legal(), 2)
    assert thought.simulations == 200
    assert thought.visits.sum() > 200


def test_a_tree_has_room_for_a_turn_of_long_searches() -> None:
    """A full tree learns nothing more from further simulations."""
    match = after("papa_paolo", 2, 10)
    seat = match.to_move
    assert seat is not None
    bot = bots.make("expert:simulations=80000", match.game)  # more than a second
    assert isinstance(bot, Mcts)
    for number in range(2):
        assert match.to_move == seat  # the same player goes on, with what the first search found
        thought = bot.think(match.view(seat), seat, match.legal(), number)
        match.play(int(match.legal()[thought.best]))
    assert thought.visits.sum() > 120_000 and not thought.full


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_level_plays_legal_moves(game: str, seats: int) -> None:
    match = fattorino.load(game).new(seats, seed=4)
    names, short = bots.names(game), ":seconds=0.01,threads=1"
    budget = {"mcts": ":simulations=8", "medium": ":simulations=8", "hard": short, "expert": short}
    players = {
        seat: [bots.make(name + budget.get(name, ""), match.game) for name in names]
        for seat in range(len(match.roles))
    }
    while not match.over and match.move < 60:
        seat = match.to_move
        assert seat is not None
        legal = match.legal()
        choice = players[seat][match.move % len(names)].choose(match.view(seat), seat, legal, match.move)
        assert choice in legal
        match.play(choice)


def test_time_is_kept() -> None:
    match = after("pizza_city", 4, 3)
    seat = match.to_move
    assert seat is not None
    bots.make("mcts:simulations=1", match.game).choose(match.view(seat), seat, match.legal(), 1)  # loads it
    bot = bots.make("mcts:seconds=0.3", match.game)
    start = time.perf_counter()
    bot.choose(match.view(seat), seat, match.legal(), 1)
    assert 0.3 <= time.perf_counter() - start < 3.0


def test_noise_errs_now_and_then() -> None:
    match = after("papa_paolo", 2, 2)
    seat = match.to_move
    assert seat is not None
    steady = {
        bots.make("mcts:simulations=30", match.game).choose(match.view(seat), seat, match.legal(), 7)
        for _ in range(2)
    }
    loose = {
        bots.make("mcts:simulations=30,noise=1", match.game).choose(
            match.view(seat), seat, match.legal(), seed
        )
        for seed in range(12)
    }
    assert len(steady) == 1
    assert len(loose) > 1
