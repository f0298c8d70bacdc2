"""The Global Power Cards."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.rules.covering import free_range
from fattorino.games.new_york.rules.pizzerias import is_open
from fattorino.games.new_york.rules.rewards import base_payment
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import POWERS, TICKETS, VILLAGES, Place, group_of
from fattorino.kernel.records import NONE

POWER_IDS = [power["id"] for power in POWERS]
TICKET_IDS = [ticket["id"] for ticket in TICKETS]
HK = VILLAGES.index("hells_kitchen")


def world(table: Any, power: str, drawer: int = 0) -> Any:
    """A Global acts."""
    number = POWER_IDS.index(power)
    table.state.power_at[number] = Place.WORLD
    return table.ask(Phase.WORLD, drawer, number)


@pytest.mark.rule("NY-POWER-CHARITY-1")
def test_charity(three: Any) -> None:
    three.hand(0, "ham/harlem", "onions/harlem", "lucky_day").hand(1, "ham/midtown", "lucky_day")
    world(three, "charity_event")
    assert three.phase == Phase.CHARITY
    assert three.why("CARD", "lucky_day") == "NY-POWER-CHARITY-1"
    three.do("CARD", "ham/harlem").do("CARD", "onions/harlem")
    assert three.state.seat == 1
    three.do("CARD", "ham/midtown")  # as many as there are
    assert three.phase == Phase.PRE
    assert three.state.n_sewer == 3


@pytest.mark.rule("NY-POWER-COUPON-1")
def test_ex_21_coupon_days(three: Any) -> None:
    """NY-EX-21: base payments 1, 2, 3, 4, 6, 8 become 1, 1, 1, 2, 3, 4."""
    world(three, "coupon_days")
    tickets = ["standard_1", "standard_2", "standard_3", "standard_4", "triple_deluxe", "hawaiian"]
    paid = []
    for ticket in tickets:
        three.state.d_ticket = TICKET_IDS.index(ticket)
        paid.append(base_payment(three.state))
    assert paid == [1, 1, 1, 2, 3, 4]
    three.pizzeria(0, "hk_4", 4, "pineapple/hells_kitchen", "onions/central_park")
    three.order(0, "standard_2", "onions/harlem", "pineapple/hells_kitchen").deliver(
        0, "hells_kitchen"
    ).pay_any()
    assert three.state.money[0] == 1 + 1  # bonuses are unaffected


@pytest.mark.rule("NY-POWER-SHORTAGE-1", "NY-POWER-SHORTAGE-3")
def test_shortage(three: Any) -> None:
    world(three, "ingredient_shortage")
    assert three.state.shortage == NONE  # nothing in the sewer: no effect
    three.sewer("any_meat/harlem", "onions/midtown")
    world(three, "ingredient_shortage")
    assert three.state.shortage == 49
    assert group_of(49) == 0
    three.pizzeria(0, "hk_4", 4, "ham/hells_kitchen", "onions/central_park")
    three.order(0, "standard_1", "onions/hells_kitchen", tip=1)
    assert three.why("ACT", 2) == "NY-DELIVER-2"
    three.order(1, "standard_1", "any_vegetable/hells_kitchen").hand(0, "onions/harlem")
    assert three.why("ACT", 2) == "NY-DELIVER-2"  # not with that ingredient
    three.give(0, "peppers/harlem").do("ACT", 2)
    assert three.why("ORDER", 0) == "NY-DELIVER-17"
    three.do("ORDER", 1).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    assert three.why("CARD", "onions/harlem") == "NY-POWER-SHORTAGE-3"
    assert three.can("CARD", "peppers/harlem")


@pytest.mark.rule("NY-POWER-SHORTAGE-3")
def test_a_shortage_of_cheese_stops_its_bonus(three: Any) -> None:
    three.pizzeria(0, "hk_4", 4, "ham/hells_kitchen", "extra_cheese/central_park")
    three.order(0, "standard_1", "ham/hells_kitchen")
    three.state.shortage = 72
    three.deliver(0, "hells_kitchen").pay_any()
    assert three.state.money[0] == 1


@pytest.mark.rule("NY-POWER-PANDEMIC-1", "NY-POWER-PANDEMIC-2", "NY-POWER-PANDEMIC-3")
def test_pandemic(three: Any) -> None:
    three.order(4, "standard_1", "onions/hells_kitchen", tip=3)
    three.pizzeria(0, "hk_4", 4, "peppers/hells_kitchen", "onions/central_park")
    world(three, "pandemic")
    assert three.state.ticket[4] == 0
    assert three.state.ticket[5] != NONE
    assert three.state.tip[5] != NONE
    world(three, "coupon_days")
    assert three.state.ticket[5] != NONE  # the orders stay
    three.deliver(4, "hells_kitchen").pay_any()
    assert three.state.ticket[4] == NONE
    assert three.state.delivered[0] == 1


@pytest.mark.rule("NY-POWER-OUTAGE-1", "NY-POWER-OUTAGE-2", "NY-POWER-OUTAGE-3")
def test_power_outage(three: Any) -> None:
    three.order(0, "standard_2", "ham/harlem", "onions/midtown").order(1, "hawaiian").order(
        2, "standard_1", "ham/midtown"
    )
    before = int(three.state.n_deck)
    world(three, "power_outage")
    assert int(three.state.n_deck) == before + 3
    assert (three.state.order == NONE).all()
    assert sorted(three.state.deck[before : before + 3].tolist()) == [18, 22, 49]
    assert three.state.ticket[:3].tolist() == [1, 4, 0]
    assert three.state.tip[0] == 1
    three.hand(0, "hacker")
    assert three.why("CARD", "hacker") == "NY-TIMED-2"  # nothing to manipulate
    three.finish_turn().finish_turn().finish_turn()
    assert three.state.world == POWER_IDS.index("power_outage")
    three.finish_turn()
    assert three.state.world == NONE
    assert three.state.order[0, 1] != NONE
    assert three.state.order[2, 0] != NONE


@pytest.mark.rule("NY-POWER-OUTAGE-4")
def test_the_delivered_order_is_not_affected(three: Any) -> None:
    three.kitchen().draw_next("power_outage").deliver(0, "hells_kitchen").pay_any()
    assert three.in_market("onions/hells_kitchen") >= 1  # cleaned up before the draw
    assert three.state.world == POWER_IDS.index("power_outage")
    assert three.state.order[0, 0] != NONE  # the new order is filled as usual


@pytest.mark.rule("NY-POWER-OUTAGE-5")
def test_another_global_ends_the_outage_first(three: Any) -> None:
    three.order(0, "standard_1", "ham/harlem")
    world(three, "power_outage")
    three.order(1, "triple_deluxe").kitchen()
    three.order(0, "standard_1")
    three.order(2, "standard_1", "onions/hells_kitchen")
    three.draw_next("charity_event").deliver(2, "hells_kitchen").pay_any()
    assert three.state.order[0, 0] != NONE
    assert three.at("power_outage") == Place.DISCARD
    assert three.state.world == POWER_IDS.index("charity_event")


@pytest.mark.rule("NY-POWER-CRASH-1", "NY-POWER-CRASH-2", "NY-POWER-CRASH-3", "NY-POWER-CRASH-4")
def test_crash(three: Any) -> None:
    three.pizzeria(0, "hk_4", 1, "ham/hells_kitchen", "onions/central_park")
    three.pizzeria(1, "hk_3", 0, "ham/hells_kitchen")  # closed already
    world(three, "stock_market_crash")
    three.do("VILLAGE", "hells_kitchen")
    assert three.can("CARD", "ham/hells_kitchen")
    assert three.can("CARD", "onions/central_park")
    assert three.can("MODE", 0)
    before = int(three.state.supply[0])
    three.do("MODE", 0)
    assert three.state.supply[0] == before + 1
    assert not is_open(three.state, 0, HK)
    assert three.state.lot[0, HK] == three.lot("hk_4")  # the owner keeps the lot
    three.do("VILLAGE", "hells_kitchen").do("CARD", "ham/hells_kitchen")
    assert three.phase == Phase.PRE  # seat 2 has nothing to lose


@pytest.mark.rule("NY-POWER-CRASH-2")
def test_crash_new_top(three: Any) -> None:
    three.pizzeria(0, "hk_4", 1, "ham/hells_kitchen", "onions/hells_kitchen", "peppers/hells_kitchen")
    world(three, "stock_market_crash")
    three.do("VILLAGE", "hells_kitchen").do("CARD", "ham/hells_kitchen")
    assert three.phase == Phase.NEW_TOP
    three.do("CARD", "peppers/hells_kitchen")
    assert three.perm(0, "hells_kitchen") == ["peppers/hells_kitchen", "onions/hells_kitchen"]


@pytest.mark.rule("NY-POWER-CRASH-2", "NY-POWER-CRASH-6", "NY-UPGRADE-7")
def test_any_card_may_be_lost_even_the_last_that_could_be_on_top(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen", "tomatoes/central_park")
    three.order(0, "standard_1", "tomatoes/hells_kitchen")
    three.hand(0, "onions/hells_kitchen", "peppers/central_park")
    world(three, "stock_market_crash")
    three.do("VILLAGE", "hells_kitchen").do("CARD", "ham/hells_kitchen")
    assert three.perm(0, "hells_kitchen") == ["tomatoes/central_park"]
    assert is_open(three.state, 0, HK)
    assert free_range(three.state, 0, 0, HK) == 3  # Tomatoes of Central Park are no top card
    assert three.can("ACT", 2)
    three.do("ACT", 1).do("INC", 1)
    three.do("CARD", "onions/hells_kitchen").do("VILLAGE", "hells_kitchen")
    assert three.why("MODE", 1) == "NY-UPGRADE-7"
    three.do("MODE", 2)
    assert three.perm(0, "hells_kitchen") == ["onions/hells_kitchen", "tomatoes/central_park"]


@pytest.mark.rule("NY-INSPECT-7")
@pytest.mark.parametrize("ends", [False, True])
def test_an_inspector_and_the_global_in_play(table: Callable[..., Any], ends: bool) -> None:
    made = table(2, expansion_power_cards="on", inspector_ends_global=ends)
    made.state.world, made.state.rounds = POWER_IDS.index("coupon_days"), 5
    made.state.power_at[POWER_IDS.index("coupon_days")] = Place.WORLD
    made.deck("inspector").do("ACT", 0).do("DECK")
    while made.phase == Phase.FINE:
        assert made.state.world != NONE
        made.do(made.legal()[0])
    assert (made.state.world == NONE) == ends
    assert (made.at("coupon_days") == Place.DISCARD) == ends


@pytest.mark.rule("NY-POWER-CRASH-5")
def test_reopening_after_losing_any_ingredient(three: Any) -> None:
    three.pizzeria(0, "hk_4", 6, "any_ingredient/hells_kitchen").hand(0, "ham/hells_kitchen")
    world(three, "stock_market_crash")
    three.do("VILLAGE", "hells_kitchen").do("CARD", "any_ingredient/hells_kitchen")
    three.do("ACT", 1).do("INC", 1).do("CARD", "ham/hells_kitchen").do("VILLAGE", "hells_kitchen").do(
        "MODE", 2
    )
    assert three.state.disks[0, HK] == 4
    assert three.perm(0, "hells_kitchen") == ["ham/hells_kitchen"]


@pytest.mark.rule("NY-POWER-SOARS-1")
def test_soars(three: Any) -> None:
    world(three, "stock_market_soars", 1)
    seats = []
    while three.phase == Phase.TAKE:
        seats.append(int(three.state.seat))
        three.do("DECK")
    assert seats == [1, 1, 2, 2, 0, 0]
    assert three.state.n_tips[:3].tolist() == [1, 1, 1]
    assert three.state.delivered[:3].tolist() == [0, 0, 0]
