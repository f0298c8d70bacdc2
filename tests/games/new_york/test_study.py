"""What a net judges positions by: when there are numbers, whose they are, and what they say of the orders."""

from typing import Any

import numpy as np

from fattorino import bots
from fattorino.games import load
from fattorino.games.new_york import study as numbers_of, tables as t
from fattorino.games.new_york.rules import delivery, hands, score
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import Power
from fattorino.kernel.records import NONE

MOVES = 150


def positions(seed: int, seats: int = 2, **options: Any) -> Any:
    """The states of the first turns of a game of greedy, with the numbers of each."""
    game = load("new_york")
    match, bot = game.new(seats, seed, **options), bots.make("greedy", game)
    while not match.over and match.move < MOVES:
        numbers = np.full(game.num_studied, 7, np.float32)
        yield match.state[0], numbers_of.study(match.state[0], numbers), numbers
        mover = match.to_move
        assert mover is not None
        match.play(bot.choose(match.view(mover), mover, match.legal(), match.move))


def test_positions_are_judged_where_a_turn_begins() -> None:
    judged, others = 0, 0
    for state, side, numbers in positions(3):
        if state.phase == Phase.PRE:
            judged += 1
            assert side == state.active and not (numbers == 7).any()
        else:
            others += 1
            assert side == NONE and (numbers == 7).all()
    assert judged > 20 and others > 80
    assert all(side == NONE for _state, side, _numbers in positions(1, 3, mode="coop"))


def test_the_player_to_move_comes_first() -> None:
    sides = set()
    for state, side, numbers in positions(4):
        if side == NONE:
            continue
        sides.add(side)
        for k in range(2):
            at = numbers_of.AT_PLAYERS + k * numbers_of.PLAYER_NUMBERS
            seat = (side + k) % 2
            assert numbers[at + 1] == np.float32(score.total(state, seat) / 30)
            held = numbers[at + numbers_of.OF_KINDS : at + numbers_of.OF_VILLAGES].sum()
            assert 2 * held == state.n_hand[seat]
        rest = numbers_of.AT_PLAYERS + 2 * numbers_of.PLAYER_NUMBERS
        assert not numbers[rest : numbers_of.AT_LEAD].any()
    assert sides == {0, 1}


def test_an_order_that_lacks_nothing_can_be_delivered() -> None:
    found = 0
    for state, side, numbers in positions(5):
        if side == NONE or hands.owner_in_play(state, Power.COPY_CAT.value) != NONE:
            continue
        for k in range(2):
            at = numbers_of.AT_PLAYERS + k * numbers_of.PLAYER_NUMBERS + numbers_of.OF_ORDERS
            ready = sum(1 << slot for slot in range(t.SLOTS) if numbers[at + slot * numbers_of.NEAR] > 0)
            assert ready == delivery.deliverable(state, (side + k) % 2, False, 0)
            found += ready > 0
    assert found > 5


def test_a_lead_means_more_when_fewer_cards_are_to_come() -> None:
    state = next(state for state, side, _numbers in positions(1) if side != NONE)

    def studied(mine: int, theirs: int, deck: int, inspectors: int = 0) -> Any:
        me = int(state.active)
        state.money[me], state.money[1 - me] = mine, theirs
        state.n_deck, state.bottom, state.inspectors = deck, min(deck, 40), inspectors
        numbers = np.zeros(numbers_of.NUM_STUDIED, np.float32)
        assert numbers_of.study(state, numbers) == me
        return numbers[numbers_of.AT_LEAD :]

    def step(*position: int) -> int:
        steps = studied(*position)[numbers_of.OF_LEADS :]
        assert steps.sum() == 1 and len(steps) == numbers_of.LEADS
        return int(steps.argmax())

    even = numbers_of.LEADS // 2
    assert step(20, 20, 90) == even and step(20, 21, 90) == even - 1
    assert even < step(25, 20, 90) < step(25, 20, 20) < step(25, 20, 3) < step(90, 5, 3)
    assert even > step(20, 25, 90) > step(20, 25, 20) > step(20, 25, 3) > step(5, 90, 3) >= 0
    assert studied(25, 20, 12)[1] < studied(25, 20, 12, 2)[1]  # one inspector comes sooner than three
    # the last inspector and two cards, one of which is likely to come first
    lead, weight, rate, cards = studied(25, 20, 3, 2)[: numbers_of.OF_LEADS]
    assert lead == 0.5 and weight == np.float32(5 / 2**0.5 / 2) and rate == 1.25 and cards == np.float32(0.05)
