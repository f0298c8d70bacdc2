"""What a net judges positions by: whose numbers they are, how far the goals are, what the sheet tells."""

from heapq import heappop, heappush
from typing import Any

import numpy as np
import pytest

from fattorino import bots
from fattorino.games import load
from fattorino.games.ghost_town import state as gt, study as numbers_of
from fattorino.games.ghost_town.sheet import REACH
from fattorino.games.ghost_town.state import square_number
from fattorino.kernel.records import NONE
from games.ghost_town.street import Street


def positions(seed: int, **options: Any) -> Any:
    """The states of a game of greedy, with the numbers of each and the seat from whose side they are."""
    game = load("ghost_town")
    match, bot = game.new(2, seed, **options), bots.make("greedy", game)
    while not match.over:
        numbers = np.full(game.num_studied, 7, np.float32)
        before = match.digest()
        yield match.state[0], numbers_of.study(match.state[0], numbers), numbers
        assert match.digest() == before
        mover = match.to_move
        assert mover is not None
        match.play(bot.choose(match.view(mover), mover, match.legal(), match.move))


def plainly(state: Any, here: int, there: int) -> int:
    """Actions from a square to another, by Dijkstra's algorithm: two for a square with a ghost."""
    teleports = [int(square) for square in state.teleport_at]
    waiting, known = [(0, here)], {}
    while waiting:
        actions, square = heappop(waiting)
        if square in known:
            continue
        known[square] = actions
        for direction in range(gt.STRAIGHT):
            on = gt.next_square(square, direction)
            if on == NONE or int(state.walls) >> on & 1:
                continue
            price = 2 if int(state.ghosts) >> on & 1 else 1
            if on in teleports:
                on = teleports[(teleports.index(on) + 1) % len(teleports)]
            heappush(waiting, (actions + price, on))
    return min(known.get(there, numbers_of.FAR), numbers_of.FAR)


def test_every_decision_of_a_deliverer_is_judged_from_their_side() -> None:
    sides = set()
    for state, side, numbers in positions(3, difficulty="any"):
        assert side == state.seat and not (numbers == 7).any()
        carries = state.carried[side] != NONE
        assert numbers[0] == carries
        assert numbers[numbers_of.AT_LEFT + state.turn_limit - state.turn] == 1
        sides.add(side)
    assert sides == {0, 1}


def test_a_town_that_is_being_built_is_not_judged() -> None:
    game = load("ghost_town")
    match = game.new(2, 1, town="human_gm")
    numbers = np.full(game.num_studied, 7, np.float32)
    assert numbers_of.study(match.state[0], numbers) == NONE
    assert (numbers == 7).all()


@pytest.mark.parametrize("seed", range(3))
def test_the_way_to_a_square_is_the_shortest_one(seed: int) -> None:
    state = load("ghost_town").new(2, seed, difficulty="any").state[0]
    blocked = {int(square) for square in state.teleport_at}  # nobody has to go there
    blocked |= {square for square in range(gt.SQUARES) if int(state.walls) >> square & 1}
    squares = [square for square in range(gt.SQUARES) if square not in blocked]
    starts = [int(square) for square in state.start_at[:2]]
    found = {(here, there): numbers_of.actions_to(state, here, there) for here in starts for there in squares}
    assert found == {pair: plainly(state, *pair) for pair in found}
    assert len(set(found.values())) > 5


def test_the_next_goal_is_the_pizza_that_is_delivered_soonest_then_its_house() -> None:
    street = Street()
    state = street.turn_of(0).state
    first, second, box = numbers_of.goal_of(state, 0, 0)
    other, more, last = numbers_of.goal_of(state, 0, 1)
    assert {box, last} == {int(state.box_at[icon]) for icon in range(gt.N_ICONS) if state.pizza[icon]}
    assert first + second <= other + more
    icon = [int(square) for square in state.box_at].index(box)
    street.carry(0, icon)
    here = int(state.position[0])
    sign = int(state.sign_at[icon])
    assert numbers_of.goal_of(state, 0, 0) == (0, plainly(state, here, sign), sign)
    assert numbers_of.goal_of(state, 0, 1)[2] == NONE


def test_what_was_sensed_near_a_goal_is_in_its_numbers() -> None:
    sensed, far = 0, 0
    for seed in range(6):
        for state, side, numbers in positions(seed):
            at = numbers_of.AT_GOALS
            if not numbers[at] or state.carried[side] != NONE:
                continue
            goal, here = numbers_of.goal_of(state, side, 0)[2], int(state.position[side])
            sure = numbers[at + numbers_of.OF_SURE : at + numbers_of.OF_OPTIONS]
            assert sure.sum() == 1
            told = numbers[numbers_of.AT_SIGNS] and numbers[numbers_of.AT_SIGNS + 2]  # a pizza, just now
            if gt.squares_between(here, goal) == 1 and told:
                assert sure[2:].any()
                sensed += 1
            else:
                far += int(sure[1])
    assert sensed > 3 and far > 20


def test_the_hands_of_others_count_for_nothing() -> None:
    street = Street().put(0, "D4")
    numbers, again = np.zeros((2, numbers_of.NUM_STUDIED), np.float32)
    numbers_of.study(street.state, numbers)
    numbers_of.study(street.hand(1, gt.Card.HOP_STEP, gt.Card.BARRIER).state, again)
    assert np.array_equal(numbers, again)
    numbers_of.study(street.hand(0, gt.Card.HOP_STEP).state, again)
    assert not np.array_equal(numbers, again)


def test_walls_ghosts_and_teleports_are_seen_from_where_the_deliverer_stands() -> None:
    street = Street().put(0, "D4")
    state, numbers = street.state, np.zeros(numbers_of.NUM_STUDIED, np.float32)
    numbers_of.study(state, numbers)
    planes = numbers[numbers_of.AT_TOWN :].reshape(3, REACH, REACH)
    here, middle = square_number("D4"), gt.WIDTH - 1
    for plane, squares in zip(planes, (state.walls, state.ghosts, 0), strict=True):
        wanted = [square for square in range(gt.SQUARES) if int(squares) >> square & 1]
        wanted = wanted or [int(square) for square in state.teleport_at]
        rows = {
            (middle + square // gt.WIDTH - here // gt.WIDTH, middle + square % gt.WIDTH - here % gt.WIDTH)
            for square in wanted
        }
        assert {(int(row), int(column)) for row, column in zip(*np.nonzero(plane), strict=True)} == rows
