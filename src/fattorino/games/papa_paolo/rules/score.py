"""The end of the game: points, places, and what can never be created or lost."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State, ones

RICHEST, SECOND = s.RICHEST_POINTS


@jit
def pizzas_on(state: State, seat: Seat, shops: bool) -> int:
    """The number of pizzas on pizzerias, or on city tiles."""
    count = 0
    for square in range(int(state.n_squares[seat])):
        if (state.piece[seat, square] >= t.START_PIZZERIA) == shops:
            count += int(state.pizzas[seat, square])
    return count


@jit
def delivered(state: State, seat: Seat) -> int:
    """Pizzas on houses."""
    return pizzas_on(state, seat, False)


@jit
def left_over(state: State, seat: Seat) -> int:
    """Pizzas still on pizzerias."""
    return pizzas_on(state, seat, True)


@jit
def versatility(state: State, seat: Seat) -> int:
    """PP-SCORE-2: the trophies of the column of the leftmost marker."""
    leftmost = s.LAST_COLUMN
    for track in range(s.N_COLOURS):
        leftmost = min(leftmost, int(state.track[seat, track]))
    return t.track_value(t.VERSATILITY, leftmost)


@jit
def expertise(state: State, seat: Seat) -> int:
    """PP-SCORE-3: points for each marker at the end of its track."""
    points = 0
    for track in range(s.N_COLOURS):
        if state.track[seat, track] == s.LAST_COLUMN:
            points += s.EXPERT_POINTS
    return points


@jit
def riches(state: State, seat: Seat) -> int:
    """PP-VAR-C: 2 points for most money, 1 for the next; a tie for most leaves nothing for the next."""
    if not state.money_points or not (state.over or state.money_shown):
        return 0
    richer = 0
    for other in range(int(state.n)):
        if state.money[other] > state.money[seat]:
            richer += 1
    if richer == 0:
        return RICHEST
    return SECOND if richer == 1 else 0


@jit
def points(state: State, seat: Seat) -> int:
    """PP-SCORE-1 to PP-SCORE-4: served houses, versatility, expertise, minus pizzas left over."""
    total = delivered(state, seat) + versatility(state, seat) + expertise(state, seat) + riches(state, seat)
    return total - left_over(state, seat)


@jit
def result(state: State, out: Any) -> None:
    """PP-SCORE-5: most points, then most money; ties share a place."""
    n = int(state.n)
    for seat in range(n):
        out[seat, 0] = points(state, seat)
    for seat in range(n):
        rank = 1
        for other in range(n):
            if out[other, 0] > out[seat, 0] or (
                out[other, 0] == out[seat, 0] and state.money[other] > state.money[seat]
            ):
                rank += 1
        out[seat, 1] = rank
        out[seat, 2] = rank == 1


@jit
def conserve(state: State, counts: Any) -> None:
    """What can never be created or lost: city tiles, money, each player's pizzas, pizzerias, large tiles."""
    n = int(state.n)
    tiles = int(state.n_unseen) + int(state.gone)
    money = int(state.bank)
    shops = 0
    for slot in range(s.N_SLOTS):
        if state.slot_tile[slot] != NONE:
            tiles += 1
    for line in range(s.N_LINES):
        money += int(state.coin[line])
    for kind in range(t.N_PRICES):
        shops += int(state.pizzerias[kind])
    if state.phase == Phase.SITE:
        shops += 1  # paid for, not placed yet
    for seat in range(s.MAX_SEATS):
        counts[4 + seat] = int(state.supply[seat]) + delivered(state, seat) + left_over(state, seat)
    for seat in range(n):
        money += int(state.money[seat])
        for square in range(2, int(state.n_squares[seat])):  # after the two squares of the start tile
            if state.piece[seat, square] < t.START_PIZZERIA:
                tiles += 1
            else:
                shops += 1
    counts[0] = tiles
    counts[1] = money
    counts[2] = shops
    counts[3] = ones(int(state.large_left)) + (int(state.round_no) if n == 2 else 0)


NUM_COUNTS = 4 + s.MAX_SEATS
