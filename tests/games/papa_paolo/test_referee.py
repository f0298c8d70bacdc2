"""A second implementation of the rules, from the rulebook: the same choices, pizzas and money."""

import random
from typing import Any

import pytest

from fattorino.games.papa_paolo import GAME
from fattorino.games.papa_paolo.state import CELL, Phase
from games.papa_paolo.plain import (
    BID2,
    COLOURS,
    DROP,
    END_DELIVERY,
    END_TOUR,
    IDLE,
    PASS,
    PRICES,
    SIDES,
    SPONSOR,
    TAKE,
    USE_XP,
    Player,
    cell_action,
)
from games.papa_paolo.referee import Referee

STEERED = (DROP, TAKE, USE_XP, SPONSOR + 3)  # chance alone seldom delivers, lays tiles or builds

GAMES = [
    {"seats": 4},
    {"seats": 3},
    {"seats": 2},
    {"seats": 4, "variant_b_reverse_order": True, "bank_limit": True, "tour_revisit": "never"},
    {"seats": 4, "variant_a_start_coin": True, "allow_idle_pawn": True, "pizza_limit": False},
    {"seats": 3, "variant_b_reverse_order": True, "variant_c_money_points": True, "pizza_limit": False},
    {"seats": 3, "variant_a_start_coin": True, "bank_limit": True, "final_round_experience": False},
    {"seats": 2, "variant_a_start_coin": True, "variant_d_preview_delivery": True, "bank_limit": True},
    {"seats": 2, "variant_c_money_points": True, "tour_revisit": "never", "allow_idle_pawn": True},
]


def choose(legal: list[int], chance: random.Random, bias: float) -> int:
    """A random action, biased towards building a district and delivering pizzas."""
    for wanted in STEERED:
        if wanted in legal and chance.random() < bias:
            return wanted
    if PASS in legal and legal[0] >= BID2 and chance.random() < 0.3:  # or two players would hardly ever pass
        return PASS
    action = chance.choice(legal)
    if action in (END_TOUR, END_DELIVERY, IDLE) and len(legal) > 1 and chance.random() < bias:
        return chance.choice(legal[:-1])
    return action


def unsettle(state: Any, referee: Referee, chance: random.Random) -> None:
    """Another beginning, the same for both: empty purses, few pizzas, markers far ahead."""
    for seat, player in enumerate(referee.players):
        money = chance.choice([0, 1, 2, 5, 25])
        referee.bank += player.money - money
        state.money[seat] = player.money = money
        state.supply[seat] = player.supply = chance.choice([0, 1, 3, 8])
        for place, colour in enumerate(COLOURS):
            state.track[seat, place] = player.track[colour] = chance.choice([0, 2, 4, 5])
    state.bank = referee.bank


def same_player(state: Any, seat: int, player: Player) -> None:
    assert (state.money[seat], state.supply[seat]) == (player.money, player.supply)
    assert state.track[seat].tolist() == [player.track[colour] for colour in COLOURS]
    assert state.n_squares[seat] == len(player.squares)
    for cell, square in player.squares.items():
        at = int(state.at[seat, cell_action(cell) - CELL])
        assert state.pizzas[seat, at] == square.pizzas
        assert {side for k, side in enumerate(SIDES) if state.roads[seat, at] >> k & 1} == square.roads


@pytest.mark.parametrize("usual", [True, False], ids=["usual", "unsettled"])
@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values())))
def test_a_whole_game_goes_as_the_referee_says(lay_out: Any, options: Any, usual: bool) -> None:
    seed = GAMES.index(options) + 1
    settings = GAME.settings(**options)
    table = lay_out(seed=seed, **settings)
    state, chance = table.state, random.Random(seed)
    referee = Referee(lambda: state, settings)
    play = referee.run()
    seat, legal = next(play)
    while True:
        if not usual and state.phase == Phase.SLOT and state.placed == 0 and state.round_no == 1:
            unsettle(state, referee, chance)
        assert (state.seat, table.legal()) == (seat, legal)
        action = choose(legal, chance, bias=0.7)
        table.play(action)
        try:
            seat, legal = play.send(action)
        except StopIteration:
            break
        finally:
            assert state.bank == referee.bank
            assert state.pizzerias.tolist() == [referee.supply[price] for price in PRICES]
            for each, player in enumerate(referee.players):
                if player.squares:
                    same_player(state, each, player)
    assert state.over
    assert [tuple(row[:2]) for row in table.outcome()] == referee.outcome()
