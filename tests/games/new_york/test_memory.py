"""Players remember what they have seen: imagined states do not contradict it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fattorino.games.new_york.rules.secrecy import is_laid_out
from fattorino.games.new_york.rules.stack import argument
from fattorino.games.new_york.state import CARD, Phase
from fattorino.games.new_york.tables import INSPECTOR, N_BLUE, Power
from fattorino.kernel.records import HIDDEN, NONE

SEEDS = range(12)


def blue(table: Any, name: str) -> int:
    """A card type by name."""
    return int(table.action("CARD", name)) - CARD


def top_cards(world: Any, n: int) -> list[int]:
    """The topmost cards of a Market Deck."""
    return [int(card) for card in world.deck if card != NONE][-n:]


def worlds(table: Any, seat: int, seeds: range = SEEDS) -> list[Any]:
    """Some states that this seat could believe in."""
    return [table.world(seat, seed) for seed in seeds]


def test_a_card_taken_openly_stays_in_that_hand_until_it_is_spent(three: Any) -> None:
    three.market("ham/harlem", *["onions/harlem"] * 2, *["peppers/midtown"] * 2)
    three.hand(0, "sausage/midtown", "tomatoes/harlem", "pineapple/harlem")
    three.do("ACT", 0).do("CARD", "ham/harlem")
    for seat in (1, 2, -1):
        assert all(world.hand[0, blue(three, "ham/harlem")] >= 1 for world in worlds(three, seat))
    assert any(world.hand[0, blue(three, "sausage/midtown")] == 0 for world in worlds(three, 1))
    three.ask(Phase.FINE, 0, 2).do("CARD", "ham/harlem")
    assert blue(three, "ham/harlem") not in three.state.shown[0]


def test_cards_laid_on_the_deck_openly_are_its_top_cards(three: Any) -> None:
    cards = ["ham/harlem", "onions/midtown", "peppers/midtown", "sausage/harlem"]
    three.sewer(*cards).hand(0, "buying_time").hand(1, "tomatoes/harlem").do("CARD", "buying_time")
    assert three.state.n_laid == 4
    wanted = sorted(blue(three, card) for card in cards)
    orders = set()
    for world in worlds(three, 1):
        top = top_cards(world, 4)
        assert sorted(top) == wanted
        orders.add(tuple(top))
    assert len(orders) > 1  # in which order is not known
    three.market(*["onions/harlem"] * 6).do("ACT", 0).do("DECK")
    assert three.state.blind[0] == 1
    for world in worlds(three, 1):
        top = top_cards(world, 3)
        drawn = [card for card in range(N_BLUE) for _ in range(int(world.hand[0, card]))]
        assert sorted(top + drawn) == wanted
    for world in worlds(three, 0):
        top = top_cards(world, 3)
        own = [card for card in range(N_BLUE) if three.state.hand[0, card]]
        assert sorted(top + own) == wanted


def test_a_tip_looked_at_is_known_after_somebody_else_took_it(two: Any) -> None:
    two.order(0, "standard_1", "ham/hells_kitchen", tip=4).pizzeria(1, "hk_4", 3, "onions/hells_kitchen")
    two.state.tip_known[0] = 1
    two.state.active = 1
    two.state.stack[int(two.state.n_stack) - 1, 1] = 1
    two.hand(1, "ham/harlem").go_on().deliver(0, "hells_kitchen").do("CARD", "ham/harlem")
    assert two.state.tip_seen[0, 1].tolist() == [0, 0, 0, 1, 0]
    assert all(world.tips[1, 3] >= 1 for world in worlds(two, 0))
    assert two.view(1).tip_seen[0, 1, 3] == HIDDEN
    assert len({int(np.argmax(world.tips[1])) for world in worlds(two, -1)}) > 1


def test_a_giver_knows_where_the_gift_is_and_nobody_else_does(team: Any) -> None:
    team.hand(0, "ham/harlem", "lucky_day").hand(1, "onions/harlem").hand(2, "peppers/harlem")
    team.ask(Phase.SIDE, 0, 2).do("SIDE", 0).do("CARD", "ham/harlem").do("SIDE", 0).do("CARD", "lucky_day")
    assert team.state.gift_to[0].tolist() == [NONE, NONE, 1, 1]
    for world in worlds(team, 0):
        assert world.hand[1, blue(team, "ham/harlem")] == 1
        assert world.power_at[Power.LUCKY_DAY] == 1
    assert any(world.hand[1, blue(team, "ham/harlem")] == 0 for world in worlds(team, 2))
    assert (team.view(2).gift_to[0] == HIDDEN).all()


def test_an_unseen_gift_makes_what_was_seen_before_uncertain(team: Any) -> None:
    team.market("ham/harlem", *["onions/harlem"] * 5).hand(0, "peppers/harlem")
    team.ask(Phase.TAKE, 0, 1, 0).do("CARD", "ham/harlem")
    assert all(world.hand[0, blue(team, "ham/harlem")] >= 1 for world in worlds(team, 2))
    team.ask(Phase.SIDE, 0, 1).do("SIDE", 0).do("CARD", "peppers/harlem")
    assert any(world.hand[0, blue(team, "ham/harlem")] == 0 for world in worlds(team, 2))


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 4, "expansion_power_cards": "on", "extra_cheese": True},
        {"seats": 3, "mode": "coop", "expansion_power_cards": "on"},
    ],
)
def test_memory_never_contradicts_the_truth(table: Callable[..., Any], options: dict[str, Any]) -> None:
    made = table(seed=5, **options)
    chance = np.random.default_rng(5)
    for move in range(120):
        if made.state.over:
            break
        made.do(int(chance.choice(made.legal())))
        for seat in range(options["seats"]):
            known = [int(card) for card in made.state.shown[seat] if card != NONE]
            held = made.state.hand[seat].tolist()
            if is_laid_out(int(made.state.phase)) and made.state.seat == seat:
                held[argument(made.state, 2)] += 1  # of which nobody else knows yet
            assert all(held[card] >= known.count(card) for card in known)
        top = made.state.deck[int(made.state.n_deck - made.state.n_laid) : int(made.state.n_deck)]
        assert INSPECTOR not in top.tolist()
        if move % 30 == 29:
            before = made.counts()
            for seat in range(-1, options["seats"]):
                for world in worlds(made, seat, range(1)):
                    kept, made.state = made.state, world
                    assert made.counts() == before
                    made.state = kept
