"""Setting up, the words of the rules, five and six players."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.rules import starter
from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.tables import (
    ANY_INGREDIENT,
    ANY_MEAT,
    ANY_VEGETABLE,
    CHEESE,
    INSPECTOR,
    MEAT,
    N_BLUE,
    NEITHER,
    POWERS,
    VEGETABLE,
    WILD,
    Place,
    class_of,
    copies_of,
    kind_of,
    power_is_new,
    village_of,
)
from fattorino.kernel.records import HIDDEN, NONE


def test_a_component_that_does_not_exist_is_answered_with_those_that_do(two: Any) -> None:
    with pytest.raises(AssertionError, match="no lot har_1: there are harlem_1, harlem_2"):
        two.pizzeria(0, "har_1", 1, "ham/harlem")
    with pytest.raises(AssertionError, match="no Power Card hackers: there are bait_and_switch, "):
        two.give(0, "hackers")


@pytest.mark.rule("NY-TERM-1", "NY-SETUP-4")
def test_blue_cards_show_a_kind_and_a_village_and_inspectors_stay_in_the_deck(
    table: Callable[..., Any],
) -> None:
    assert sum(copies_of(card) for card in range(N_BLUE)) == 144 + 18 + 44
    assert len({(kind_of(card), village_of(card)) for card in range(N_BLUE)}) == N_BLUE
    made = table(4)
    state = made.state
    assert INSPECTOR not in state.order
    assert INSPECTOR not in state.perm
    assert (state.deck == INSPECTOR).sum() == 3
    fresh = table(4, started=False)
    assert (fresh.state.deck == INSPECTOR).sum() == 0  # they go in last


@pytest.mark.rule("NY-TERM-2")
def test_classes() -> None:
    assert [class_of(kind) for kind in range(4)] == [MEAT] * 4
    assert [class_of(kind) for kind in range(4, 8)] == [VEGETABLE] * 4
    assert [class_of(k) for k in (CHEESE, ANY_MEAT, ANY_VEGETABLE, ANY_INGREDIENT)] == [
        NEITHER,
        MEAT,
        VEGETABLE,
        WILD,
    ]


@pytest.mark.rule("NY-TERM-15")
def test_the_same_seed_gives_the_same_game(table: Callable[..., Any]) -> None:
    one_game, again, other = table(3, seed=5), table(3, seed=5), table(3, seed=6)
    for _ in range(30):
        action = one_game.legal()[-1]
        one_game.do(action)
        again.do(action)
    assert one_game.states.tobytes() == again.states.tobytes()
    assert other.state.deck.tolist() != table(3, seed=5).state.deck.tolist()


@pytest.mark.rule("NY-SETUP-1", "NY-EXP56-1", "NY-EXP56-2")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_side_and_material_by_players(table: Callable[..., Any], seats: int) -> None:
    state = table(seats).state
    large = seats >= 5
    assert state.large == large
    assert state.any_cards == large
    assert state.expansion == large
    assert state.more_tips == large
    tips = sum(int(n) for n in state.pool) + 4
    assert (tips, int(state.no_tips_left)) == ((60, 12) if large else (48, 9))
    expansion = [p for p in range(len(POWERS)) if power_is_new(p)]
    assert all((state.power_at[p] == Place.OUT) != large for p in expansion)


@pytest.mark.rule("NY-SETUP-2", "NY-SETUP-14", "NY-EXP56-3")
@pytest.mark.parametrize("seats", [2, 6])
def test_everybody_starts_alike(table: Callable[..., Any], seats: int) -> None:
    state = table(seats).state
    assert state.money[:seats].tolist() == [5] * seats
    assert state.supply[:seats].tolist() == [12] * seats
    assert state.n_hand[:seats].tolist() == [5] * seats
    assert state.n_power[:seats].tolist() == [1] * seats
    assert state.inspectors == 0
    assert (state.ticket[:4] != NONE).all()
    assert (state.ticket[4:] == NONE).all()


@pytest.mark.rule("NY-SETUP-3", "NY-SETUP-5", "NY-CHEESE-1")
def test_cards_in_use(table: Callable[..., Any]) -> None:
    def cards(**options: Any) -> int:
        return sum(table(**options).counts()[:N_BLUE])

    assert cards(seats=4) == 144
    assert cards(seats=5) == 144 + 44
    assert cards(seats=2, extra_cheese=True) == 144 + 18
    assert cards(seats=2, mode="coop", extra_cheese=True) == 144 + 18
    assert cards(seats=2, any_cards="on") == 144 + 44
    assert table(3).state.n_market == 5


@pytest.mark.rule("NY-SETUP-6", "NY-SETUP-7")
def test_two_basic_power_cards_of_which_one_is_kept(table: Callable[..., Any]) -> None:
    made = table(3, started=False, expansion_power_cards="on", first_player="2")
    state = made.state
    assert made.phase == Phase.KEEP
    assert state.seat == 1
    assert state.n_power[:3].tolist() == [2, 2, 2]
    held = [p for p in range(len(POWERS)) if state.power_at[p] == 1]
    assert all(not power_is_new(p) for p in held)
    assert made.legal() == [made.action("CARD", POWERS[p]["id"]) for p in held]
    made.do("CARD", POWERS[held[0]]["id"])
    assert state.power_at[held[1]] == Place.DECK  # given back
    assert made.view(0).power_at[held[0]] == HIDDEN  # nobody else learns which was kept
    while made.phase == Phase.KEEP:
        made.do(made.legal()[0])
    assert state.n_power[:3].tolist() == [1, 1, 1]
    kept = [p for p in range(len(POWERS)) if state.power_at[p] < 3]
    assert not any(power_is_new(p) for p in kept)
    assert sum(state.power_at[p] == Place.DECK for p in range(len(POWERS))) == len(POWERS) - 3


@pytest.mark.rule("NY-SETUP-8", "NY-SETUP-9", "NY-SETUP-10", "NY-SETUP-11")
def test_orders_are_laid_out(table: Callable[..., Any]) -> None:
    made = table(3, seed=8)
    state = made.state
    assert int(state.n_tickets) == 16
    assert int(state.n_pool) == 44
    assert (state.tip[:4] > 0).all()
    for slot in range(4):
        size = int(state.ticket[slot]) + 1 if state.ticket[slot] < 4 else 0
        assert (state.order[slot] != NONE).sum() == size
    for seat in (0, 1, 2, -1):
        assert (made.view(seat).tip[:4] == HIDDEN).all()  # unseen by everyone


@pytest.mark.rule("NY-SETUP-12", "NY-SETUP-15")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_inspectors_lie_in_the_bottom_third(table: Callable[..., Any], seats: int) -> None:
    for seed in range(5):
        state = table(seats, seed=seed).state
        size = int((state.order != NONE).sum())
        n = (144 if seats < 5 else 188) - 5 * seats - 5 - size
        assert int(state.n_deck) == n + 3
        assert int(state.bottom) == n // 3 + 3
        places = [k for k in range(int(state.n_deck)) if state.deck[k] == INSPECTOR]
        assert len(places) == 3
        assert max(places) < n // 3 + 3


def test_ex_14_and_15_end_timer(table: Callable[..., Any]) -> None:
    """NY-EX-14, NY-EX-15: 109 cards with order sizes 1 to 4, 36 + 3 below 73; co-op 107, 35 + 3 below 72."""
    for seed in range(200):
        state = table(4, seed=seed, started=False).state
        made = table(4, seed=seed)
        if sorted(made.state.ticket[:4].tolist()) == [0, 1, 2, 3]:
            assert int(made.state.n_deck) - 3 == 109
            assert int(made.state.bottom) == 39
            assert INSPECTOR not in made.state.deck[39 : 39 + 73]
            break
    else:
        pytest.fail("no seed has the sizes 1 to 4")
    state = table(4, mode="coop").state
    assert int(state.n_deck) - 3 == 107
    assert int(state.bottom) == 38


@pytest.mark.rule("NY-SETUP-13")
def test_the_first_player_is_named_or_drawn(table: Callable[..., Any]) -> None:
    assert table(3, first_player="3").state.active == 2
    drawn = {int(table(3, seed=seed, first_player="random").state.active) for seed in range(20)}
    assert drawn == {0, 1, 2}
    made = table(3, first_player="3").finish_turn()
    assert made.state.active == 0  # clockwise by seat
    assert starter(made.state) == 2


@pytest.mark.rule("NY-TERM-3", "NY-TERM-14", "NY-TURN-11", "NY-TURN-12", "NY-MARKET-3")
def test_discards_and_the_hand_limit(two: Any) -> None:
    two.hand(0, *["ham/harlem"] * 2, *["onions/midtown"] * 2, "peppers/harlem", "sausage/harlem", "hacker")
    two.give(0, "tomatoes/harlem", "tomatoes/midtown", "pineapple/harlem")
    two.market("ham/midtown", "ham/east_village", "onions/harlem", "onions/east_village", "peppers/midtown")
    two.do("ACT", 0).do("CARD", "ham/midtown").do("DECK")
    assert sum(two.state.n_hand[:1]) + two.state.n_power[0] == 12  # above the limit within the turn
    two.forced([Phase.POST])
    if two.phase == Phase.POST:
        two.do("DONE")
    assert two.phase == Phase.LIMIT
    two.do("CARD", "hacker").do("CARD", "ham/midtown")
    assert two.at("hacker") == Place.DISCARD
    assert two.in_sewer("ham/midtown") == 1
    assert (two.view(1).sewer == two.state.sewer).all()  # the sewer is open
    assert two.state.active == 1
    two.state.n_deck = int(two.state.n_deck)
    assert two.state.n_hand[0] + two.state.n_power[0] == 10


@pytest.mark.rule("NY-TERM-4")
def test_power_discards_are_reshuffled(two: Any) -> None:
    for power in range(len(POWERS)):
        if two.state.power_at[power] == Place.DECK:
            two.state.power_at[power] = Place.DISCARD
    two.ask(Phase.DRAW_POWER, 0)
    assert two.state.n_power[0] == 1
    for power in range(len(POWERS)):
        two.state.power_at[power] = Place.OUT
    two.ask(Phase.DRAW_POWER, 1)
    assert two.state.n_power[1] == 0  # both empty: nothing is drawn


@pytest.mark.rule("NY-TERM-5", "NY-BUILD-4", "NY-BUILD-5")
def test_any_card_from_hand_pays(two: Any) -> None:
    two.hand(0, "ham/harlem", "hacker", "onions/midtown")
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1")
    assert two.phase == Phase.PAY
    assert two.why("MONEY") == "NY-TERM-9"
    assert two.why("CARD", "ham/harlem") == "NY-TERM-5"
    two.do("CARD", "hacker").do("CARD", "onions/midtown")
    assert two.hands(0) == []
    assert two.state.owner[two.lot("harlem_1")] == 0


@pytest.mark.rule("NY-TERM-6", "NY-TERM-7", "NY-TERM-8")
def test_tableaux_are_public(two: Any) -> None:
    two.pizzeria(0, "hk_4", 2, "ham/hells_kitchen", "onions/central_park").play_card(0, "drone_delivery")
    view = two.view(1)
    assert (view.perm == two.state.perm).all()
    assert (view.slot == two.state.slot).all()
    assert (view.disks == two.state.disks).all()
    assert (view.lot == two.state.lot).all()
    assert two.perm(0, "hells_kitchen")[0] == "ham/hells_kitchen"  # the top card shows the own village


@pytest.mark.rule("NY-TERM-9")
def test_money_is_never_negative(two: Any) -> None:
    two.hand(1, "ham/harlem", "ham/midtown")
    two.state.money[:2] = 1, 0
    two.hand(0, "ham/harlem")
    two.short_deck("inspector", *["ham/harlem"] * 5)
    two.do("ACT", 0).do("DECK").forced([Phase.FINE])
    assert two.state.money[:2].tolist() == [0, 0]


@pytest.mark.rule("NY-TERM-12", "NY-TERM-13", "NY-MARKET-1", "NY-MARKET-2")
def test_taking_cards(two: Any) -> None:
    two.market("ham/midtown", "ham/east_village", "onions/harlem", "onions/east_village", "peppers/midtown")
    two.deck("pineapple/harlem", "sausage/harlem")
    two.do("ACT", 0)
    assert two.why("DONE") == "NY-MARKET-2"
    assert two.why("CARD", "sausage/harlem") == "NY-TERM-12"
    two.do("CARD", "ham/midtown")
    assert two.state.n_market == 5
    assert two.in_market("pineapple/harlem") == 1
    two.do("DECK")
    assert sorted(two.hands(0)) == ["ham/midtown", "sausage/harlem"]
    drew = two.events(Event.DREW)
    assert drew
    assert all(event[2] == 1 for event in drew)
    big = ["ham/midtown"] * 9
    two.market(*big)
    assert two.state.n_market == 9  # no upper limit


@pytest.mark.rule("NY-TERM-10", "NY-TERM-16")
def test_turn_order_and_opponents(three: Any) -> None:
    three.state.active = 1
    three.state.seat = 1
    for seat in range(3):
        three.hand(seat, "ham/harlem", "ham/midtown", "onions/harlem")
    three.short_deck("inspector", *["ham/harlem"] * 9)
    three.state.stack[int(three.state.n_stack) - 1, 1] = 1
    three.do("ACT", 0).do("DECK")
    asked: list[int] = []
    while three.phase == Phase.FINE:
        if not asked or asked[-1] != int(three.state.seat):
            asked.append(int(three.state.seat))
        three.do(three.legal()[0])
    assert asked == [1, 2, 0]
    three.give(1, "property_tax")
    three.ask(Phase.TAX_WINDOW, 1)
    assert three.can("SEAT", 0)
    assert three.can("SEAT", 2)
    assert not three.can("SEAT", 1)
