"""The greedy bot: it plans, and it beats chance."""

import math

import numpy as np
import pytest

from fattorino import bots
from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.greedy import runs
from fattorino.games.pizza_city.state import N_MOVES, Team, corner_at, team_of
from games.pizza_city.table import Table, action_name

GAMES = 120


def ends(table: Table, value: int) -> set[tuple[int, int]]:
    """Where a Move card can take the red bike."""
    found = np.zeros(N_MOVES + 1, np.int64)
    runs(table.state, int(table.state.bike[Team.RED]), int(table.state.bike[Team.BLUE]), found)
    return {(c % 7, c // 7) for c in range(49) if int(found[value]) >> c & 1}


def test_the_ends_of_a_move_are_known() -> None:
    plain = Table(red=(0, 3))
    assert ends(plain, 2) == {(0, 1), (2, 3), (0, 5)}

    lane = Table(red=(0, 3), lay=["lane_bb V(0,2)/0", "stop_bb H(1,3)/1"])
    assert ends(lane, 1) == {(0, 1), (1, 3), (0, 4)}
    assert ends(lane, 3) == {(0, 0), (1, 3), (0, 6)}

    bumped = Table(red=(0, 3), blue=(0, 1))
    assert (0, 2) in ends(bumped, 2)


def choice(table: Table, seat: int) -> str:
    actions = np.array(table.listed(), np.int16)
    return action_name(bots.make("greedy", GAME).choose(table.view(seat), seat, actions, seed=1))


def test_a_bike_delivers_when_it_can() -> None:
    table = Table(tokens=[(2, 4), (6, 6)], hand=["move_2", "move_2", "boost"])
    for _ in range(8):
        table.play(choice(table, 3))
        if table.state.score[Team.RED]:
            break

    assert table.at() == (2, 4)
    assert table.state.score[Team.RED] == 1


def test_a_bike_takes_the_winning_toss() -> None:
    table = Table(tokens=[(0, 4)], flair=["toss"], hand=["move_3"], score=(2, 0))
    table.play("move 3", "N")

    assert choice(table, 3) == "use toss"


def test_a_token_is_put_where_it_helps_the_partner() -> None:
    table = Table(tokens=[(0, 5), (3, 3)], hand=["move_1", "toss", "boost"], blue=(6, 3))
    table.play("move 1", "N", "flair toss")
    corner = choice(table, 2)
    x, y = int(corner[1]), int(corner[3])

    assert abs(x - 6) + abs(y - 3) < abs(x - 0) + abs(y - 5)
    assert corner_at(x, y) >= 0


@pytest.mark.bulk
def test_greedy_teams_beat_random_teams() -> None:
    greedy, chance = bots.make("greedy", GAME), bots.make("random", GAME)
    won = 0
    for game in range(GAMES):
        match = GAME.new(seed=5000 + game)
        side = game % 2
        while not match.over:
            seat = match.to_move
            assert seat is not None
            bot = greedy if team_of(seat) == side else chance
            match.play(bot.choose(match.view(seat), seat, match.legal(), seed=game * 1000 + match.move))
        won += any(team_of(seat) == side for seat in match.winners)
    share = won / GAMES
    low = share - 2.58 * math.sqrt(max(share * (1 - share), 1 / GAMES) / GAMES)

    assert low > 0.8
