"""How long a game can be: each question within its bound, in random games and in those nobody hurries."""

from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.envs import vector
from fattorino.games.new_york import length, state as s, tables as t
from fattorino.games.new_york.cards import buying_time
from fattorino.games.new_york.state import Phase

GAME = fattorino.load("new_york")


def weights(**liked: float) -> Any:
    """How much a player likes each action; blocks by name, and the three actions of a turn."""
    worth = np.zeros(s.NUM_ACTIONS)
    worth[s.AUTO] = -9.0  # never all in one go
    worth[s.DECK] = -3.0  # the deck is the clock
    acts = {"MARKET": s.ACT, "REPUTATION": s.ACT + 1, "DELIVER": s.ACT + 2}
    for name, much in liked.items():
        first = acts.get(name, getattr(s, name, 0))
        many = 1 if name in acts else {"USE": 3, "PERM": t.N_KINDS, "COLD": t.MAX_CARDS}.get(name, 1)
        worth[first : first + many] = much
    return worth


POLICIES = np.array([
    np.zeros(s.NUM_ACTIONS),  # at random
    weights(MARKET=-2.0, USE=3.0, DONE=-1.0),
    weights(DELIVER=6.0, REPUTATION=2.0, USE=3.0, DONE=3.0, SHORT=3.0, PERM=2.0, FARMER=2.0, COLD=1.0),
    weights(REPUTATION=6.0, USE=3.0, DONE=3.0),
])  # fmt: skip


@pytest.mark.bulk
@pytest.mark.parametrize(
    "given",
    [
        {"seats": 2},
        {"seats": 2, "mode": "coop", "coop_promotions": "insane", "coop_money": 120},
        {"seats": 4, "extra_cheese": True, "any_cards": "on", "personal_goals": True, "city_events": True},
        {"seats": 6, "expansion_power_cards": "off", "specialty_set": "all8"},
    ],
)
def test_no_question_is_asked_more_often_than_its_bound(given: dict[str, Any]) -> None:
    """Phase by phase, over hundreds of games of each policy; some bounds are reached."""
    games, count = 240, 0
    table = vector(GAME, games, seed=1, threads=1, **given)
    most = length.bounds(table.settings)
    asked = np.zeros((games, Phase.END), np.int64)
    worth = POLICIES[np.arange(games) % len(POLICIES)]
    chance = np.random.default_rng(1)
    for _ in range(2400):
        asked[np.arange(games), table.states["phase"]] += 1
        liking = worth + chance.gumbel(size=worth.shape)
        table.step(np.where(table.masks > 0, liking, -np.inf).argmax(axis=1))
        for at in np.flatnonzero(table.dones):
            for phases, bound in most.items():
                assert asked[at, list(phases)].sum() <= bound, (phases, bound)
            assert asked[at].sum() <= length.longest(table.settings)
            known = sum(asked[at, list(phases)].sum() for phases in most)
            assert asked[at].sum() == known, "a question that has no bound"
            asked[at] = 0
            count += 1
    assert count > 3 * games and asked.sum(axis=1).max() < length.longest(table.settings)


def test_each_question_has_one_bound() -> None:
    phases = [phase for group in length.bounds(GAME.settings(seats=2)) for phase in group]
    assert len(phases) == len(set(phases)) and max(phases) < Phase.END
    assert GAME.longest is length.longest


def test_the_bound_follows_the_options() -> None:
    def most(**given: Any) -> int:
        return length.longest(GAME.settings(**given))

    assert most(seats=2) < most(seats=2, extra_cheese=True) < most(seats=2, extra_cheese=True, any_cards="on")
    assert most(seats=2) < most(seats=2, specialty_set="all8")
    assert most(seats=2, mode="coop", coop_money=40) < most(seats=2, mode="coop", coop_money=80)
    assert most(seats=1) == most(seats=1, mode="coop") != most(seats=1, mode="competitive")


def test_a_pass_through_the_order_deck_takes_cards() -> None:
    """NY-DELIVER-30: with the four ones, twos, threes and a four; three fours and nothing else are left."""
    settings = GAME.settings(seats=2)
    later = 4 * (1 + 2 + 3) + 4
    assert length.deliveries(settings, t.OPEN_MARKET + 40, 0) == 20 + 4  # the specialties once more
    assert length.deliveries(settings, t.OPEN_MARKET + 40 + later, 0) == 20 + 17 + 4
    assert length.deliveries(settings, t.OPEN_MARKET + 40 + later - 1, 0) == 20 + 16


@pytest.mark.rule("NY-DP-43")
def test_buying_time_can_give_back_more_than_new_orders_take() -> None:
    """So that no bound is known with the expansion Power Cards: there is a limit.

    Six players have room for far more cards than there are. Only Globals, each drawn once before Buying Time
    comes again, could become too many.
    """
    kinds = [t.power_type(power) for power in range(t.N_POWERS)]
    worlds = kinds.count(t.GLOBAL)
    held = t.N_POWERS - worlds - 1
    assert held <= t.MAX_SEATS * (t.HAND_LIMIT + t.N_SLOTS), "not all Power Cards can be held"
    draws = worlds - 1 + 1  # one Global lies in its slot, but Buying Time comes, too
    sizes = sorted(length.ticket_sizes(GAME.settings(seats=3, specialty_set="all8")))
    rotating = sizes[: len(sizes) - (t.SLOTS - 1)]
    assert draws * sum(rotating) / len(rotating) < buying_time.BOUGHT_CARDS, "the supply shrinks"
    for given in ({"seats": 5}, {"seats": 6, "mode": "coop"}, {"seats": 2, "expansion_power_cards": "on"}):
        assert length.longest(GAME.settings(**given)) == s.MAX_DECISIONS
