"""The powers of the card on top of a pizzeria."""

from typing import Any

import pytest

from fattorino.games.new_york.rules.covering import free_range
from fattorino.games.new_york.state import Phase, Stage
from fattorino.games.new_york.tables import VILLAGES
from fattorino.kernel.records import HIDDEN, NONE

HK = VILLAGES.index("hells_kitchen")


@pytest.mark.rule("NY-DELIVER-29", "NY-TOP-MEATBALLS-1")
def test_meatballs_take_an_open_card(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "meatballs/hells_kitchen").play_card(1, "east_village_mogul")
    two.pizzeria(0, "ev_1", 3, "meatballs/east_village")
    two.order(0, "standard_1", "meatballs/east_village")
    two.deliver(0, "east_village").pay_any()
    assert two.phase == Phase.TAKE
    assert two.state.seat == 0
    assert two.why("DECK") == "NY-TOP-MEATBALLS-1"
    assert two.can("CARD", "meatballs/east_village")
    assert two.can("DONE")
    two.do("CARD", "meatballs/east_village")
    assert two.state.seat == 1
    assert two.phase == Phase.TAKE


@pytest.mark.rule("NY-DELIVER-31", "NY-TOP-PEPPERONI-1", "NY-TOP-PEPPERS-1")
@pytest.mark.parametrize(
    ("top", "cards", "paid"),
    [
        ("pepperoni", ("onions/harlem", "peppers/hells_kitchen"), 4),
        ("pepperoni", ("ham/harlem", "peppers/hells_kitchen"), 2),
        ("pepperoni", ("extra_cheese/harlem", "extra_cheese/hells_kitchen"), 4),
        ("pepperoni", ("onions/harlem", "any_ingredient/hells_kitchen"), 4),
        ("peppers", ("ham/harlem", "sausage/hells_kitchen"), 4),
        ("peppers", ("ham/harlem", "extra_cheese/hells_kitchen"), 4),
        ("peppers", ("ham/harlem", "onions/hells_kitchen"), 2),
        ("peppers", ("extra_cheese/harlem", "extra_cheese/hells_kitchen"), 2),
        ("peppers", ("ham/harlem", "any_ingredient/hells_kitchen"), 4),
    ],
)
def test_vegetarian_and_all_meat(three: Any, top: str, cards: tuple[str, ...], paid: int) -> None:
    three.pizzeria(0, "hk_4", 4, f"{top}/hells_kitchen").order(0, "standard_2", *cards)
    for card in cards:
        kind = card.split("/")[0]
        three.give(0, f"{kind}/midtown" if kind != "any_ingredient" else "any_ingredient/midtown")
    three.deliver(0, "hells_kitchen")
    for card in cards:
        kind = card.split("/")[0]
        three.do("CARD", f"{kind}/midtown")
    assert three.state.money[0] == paid


@pytest.mark.rule("NY-DELIVER-31", "NY-ANY-11")
def test_a_loose_request_counts_as_what_covers_it(three: Any) -> None:
    three.pizzeria(0, "hk_4", 4, "pepperoni/hells_kitchen")
    three.order(0, "standard_1", "any_ingredient/hells_kitchen")
    three.hand(0, "sausage/harlem").deliver(0, "hells_kitchen").do("CARD", "sausage/harlem")
    assert three.state.money[0] == 1  # a meat: not vegetarian
    three.finish_turn().finish_turn().finish_turn()
    three.no_orders().order(0, "standard_2", "any_meat/harlem", "any_vegetable/hells_kitchen")
    three.hand(0, "sausage/harlem", "onions/harlem", "extra_cheese/harlem")
    three.deliver(0, "hells_kitchen")
    assert not three.can("CARD", "onions/harlem")
    assert not three.can("CARD", "extra_cheese/harlem")
    three.do("CARD", "sausage/harlem").do("CARD", "onions/harlem").do("DONE")
    assert three.state.delivered[0] == 2
    assert three.state.d_zone == HK


@pytest.mark.rule("NY-DELIVER-32")
@pytest.mark.parametrize("top", ["pepperoni", "peppers"])
def test_class_specialties_are_neither(three: Any, top: str) -> None:
    three.pizzeria(0, "hk_4", 4, f"{top}/hells_kitchen").order(0, "triple_deluxe")
    three.hand(0, *["any_ingredient/harlem"] * 6, "ham/harlem", "hacker")
    three.deliver(0, "hells_kitchen", zone="hells_kitchen")
    for _ in range(6):
        three.do("CARD", "any_ingredient/harlem")
    three.do("CARD", "ham/harlem").do("CARD", "hacker")
    assert three.state.money[0] == 6


def test_ex_9_fresh_pepperoni(two: Any) -> None:
    """NY-EX-9: a pizzeria just built with Pepperoni pays 2 + 2 for a vegetarian order of two."""
    two.pizzeria(0, "mid_1", 1, "pepperoni/midtown")
    two.order(0, "standard_2", "onions/harlem", "peppers/central_park")
    two.hand(0, "onions/midtown", "peppers/midtown")
    assert free_range(two.state, 0, 0, VILLAGES.index("midtown")) == 1
    two.deliver(0, "midtown").do("CARD", "onions/midtown").do("CARD", "peppers/midtown")
    assert two.state.money[0] == 4


@pytest.mark.rule("NY-TOP-SAUSAGE-1")
def test_sausage_doubles_a_topping(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "sausage/hells_kitchen", "ham/central_park")
    two.order(0, "standard_1", "ham/hells_kitchen")
    two.hand(0, "ham/midtown", "onions/midtown")
    two.deliver(0, "hells_kitchen").do("PERM", "ham")
    assert two.phase == Phase.DOUBLE
    assert two.can("DONE")
    assert two.why("CARD", "onions/midtown") == "NY-TOP-SAUSAGE-1"
    assert not two.can("PERM", "ham")  # it serves already
    two.do("CARD", "ham/midtown")
    assert two.state.money[0] == 2
    assert two.in_sewer("ham/midtown") == 1


@pytest.mark.rule("NY-TOP-PINEAPPLE-1", "NY-DELIVER-22")
def test_pineapple(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "pineapple/hells_kitchen", "ham/central_park")
    two.order(0, "standard_1", "ham/hells_kitchen")
    two.deliver(0, "hells_kitchen").do("PERM", "ham")
    assert two.state.money[0] == 2


@pytest.mark.rule("NY-TOP-HAM-1", "NY-TOP-HAM-2")
def test_ham_chooses_and_lays_out_tips(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "ham/hells_kitchen")
    two.order(0, "standard_1", "ham/hells_kitchen", tip=1)
    two.order(2, "standard_1", "ham/harlem", tip=4).order(4, "standard_1", "ham/midtown", tip=5)
    two.deliver(0, "hells_kitchen").do("PERM", "ham")
    assert two.phase == Phase.HAM_TAKE
    assert two.view(0).ham.tolist() == [1, NONE, 4, NONE, 5, NONE]
    assert all(value in (HIDDEN, NONE) for value in two.view(1).ham)
    assert two.can("ORDER", 4)
    assert not two.can("ORDER", 1)
    two.do("ORDER", 4)
    assert two.phase == Phase.HAM_PLACE
    assert two.state.ham_at == 2
    assert two.view(1).ham.tolist() == [HIDDEN, NONE] * 3  # whichever it was
    two.do("ORDER", 0).do("ORDER", 2)
    assert two.state.tips[0].tolist() == [0, 0, 0, 0, 1]
    assert (int(two.state.tip[2]), int(two.state.tip[4])) == (1, 4)
    assert two.view(0).tip[2] == 1
    assert two.view(1).tip[2] == HIDDEN


@pytest.mark.rule("NY-TOP-HAM-1")
def test_ham_may_be_declined_and_needs_a_tip(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").play_card(1, "midtown_hijinks")
    two.order(0, "standard_1", "ham/hells_kitchen", tip=2).order(1, "standard_1", "ham/midtown", tip=5)
    two.deliver(0, "hells_kitchen").do("PERM", "ham").do("DONE")
    assert two.state.tips[0].tolist() == [0, 1, 0, 0, 0]
    assert two.state.tip[1] == 5
    two.finish_turn().finish_turn()
    two.hand(0, "onions/harlem", "onions/midtown")
    two.no_orders().order(1, "standard_1", "ham/midtown", tip=5)
    two.deliver(1, "hells_kitchen").do("PERM", "ham").pay_any()
    assert two.state.no_tips[0] == 1  # denied: no tip, no Ham


@pytest.mark.rule("NY-ANY-9")
def test_any_cards_have_no_power_on_top(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "any_meat/hells_kitchen").order(0, "standard_1", "ham/hells_kitchen")
    three.deliver(0, "hells_kitchen").do("PERM", "any_meat")
    assert three.state.money[0] == 1
    assert three.state.d_top == NONE


@pytest.mark.rule("NY-DELIVER-35", "NY-POWER-CRASH-1")
def test_the_top_card_of_s1_holds(three: Any) -> None:
    """Meatballs still take a card although the crash drawn as the reward cost them their pizzeria."""
    three.pizzeria(0, "hk_4", 3, "meatballs/hells_kitchen").order(0, "standard_1", "meatballs/hells_kitchen")
    three.draw_next("stock_market_crash")
    three.deliver(0, "hells_kitchen").pay_any()
    assert three.phase == Phase.CRASH_AT
    three.do("VILLAGE", "hells_kitchen").do("CARD", "meatballs/hells_kitchen")
    assert three.phase == Phase.TAKE
    assert three.state.d_stage == Stage.AFTER
