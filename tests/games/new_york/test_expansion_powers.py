"""The Power Cards of the expansion, except the Global ones."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.cards.property_tax import tax_of
from fattorino.games.new_york.rules.covering import route_cards
from fattorino.games.new_york.rules.rewards import base_payment
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import POWERS, TICKETS, VILLAGES, Place
from fattorino.kernel.records import NONE

POWER_IDS = [power["id"] for power in POWERS]
TICKET_IDS = [ticket["id"] for ticket in TICKETS]
HK = VILLAGES.index("hells_kitchen")


# -- SPEED and MONEY -------------------------------------------------------------------------------------


@pytest.mark.rule("NY-POWER-COPYCAT-1", "NY-POWER-COPYCAT-2")
def test_copy_cat(three: Any) -> None:
    three.pizzeria(1, "hk_4", 3, "pineapple/hells_kitchen", "extra_cheese/central_park")
    three.order(0, "standard_2", "pineapple/harlem", "onions/greenwich_village")
    three.play_card(0, "copy_cat").hand(0, "onions/harlem")
    three.do("ACT", 2).do("ORDER", 0)
    assert three.phase == Phase.COPY_SEAT
    assert three.can("SEAT", 1)
    assert not three.can("SEAT", 0)
    three.do("SEAT", 1).do("VILLAGE", "hells_kitchen").do("ROUTE", 0).do("PERM", "pineapple").do(
        "CARD", "onions/harlem"
    )
    assert three.state.money[:2].tolist() == [2, 0]  # no power of that pizzeria works, its owner gets nothing
    assert three.state.delivered[:2].tolist() == [1, 0]


@pytest.mark.rule("NY-POWER-COPYCAT-2")
def test_farmer_brown_does_not_help_elsewhere(three: Any) -> None:
    three.pizzeria(1, "hk_4", 3, "pineapple/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    three.play_card(0, "copy_cat").play_card(0, "farmer_brown")
    three.state.farmer = 45  # onions
    assert three.why("ACT", 2) == "NY-DELIVER-2"


@pytest.mark.rule("NY-POWER-COPYCAT-3")
def test_copy_cat_counts_as_that_village_but_not_for_a_rotary_copy(three: Any) -> None:
    three.pizzeria(1, "harlem_1", 4, "onions/harlem").order(0, "standard_1", "onions/financial_district")
    three.play_card(0, "copy_cat").play_card(0, "long_distance_delivery")
    three.hand(
        0, *["ham/harlem"] * 2, *["ham/midtown"] * 2, *["peppers/harlem"] * 2, *["peppers/midtown"] * 2
    )
    three.give(0, *["sausage/harlem"] * 2, *["sausage/midtown"] * 2)
    three.do("ACT", 2).do("ORDER", 0).do("SEAT", 1).do("VILLAGE", "harlem").do("ROUTE", 0).pay_any()
    assert three.state.money[0] == 6
    three.finish_turn()
    three.play_card(0, "harlem_rotary_pizzeria").hand(0)
    three.no_orders().order(0, "standard_1", "onions/harlem")
    three.deliver(0, "harlem").pay_any()  # seat 1 delivers; seat 0 owns no pizzeria to copy from
    assert three.phase != Phase.ROTARY


@pytest.mark.rule("NY-POWER-MOPED-1")
def test_moped(three: Any, bare_table: Callable[..., Any]) -> None:
    three.kitchen().play_card(0, "moped_delivery")
    three.state.disks[0, HK] = 1
    costs = [int(route_cards(three.state, 0, 0, HK, zone, 2)) for zone in range(9)]
    walks = [int(route_cards(three.state, 0, 0, HK, zone, 0)) for zone in range(9)]
    assert all(cost == (0 if walk <= 5 else 1000) for cost, walk in zip(costs, walks, strict=True))
    flat = bare_table(2, moped_additive=False).kitchen().play_card(0, "moped_delivery")
    flat.state.disks[0, HK] = 1
    short = [int(route_cards(flat.state, 0, 0, HK, zone, 2)) for zone in range(9)]
    assert all(cost == (0 if walk <= 4 else 1000) for cost, walk in zip(short, walks, strict=True))


@pytest.mark.rule("NY-POWER-MYSPOT-1", "NY-POWER-MYSPOT-2", "NY-POWER-MYSPOT-3")
def test_thats_my_spot(three: Any) -> None:
    three.kitchen().hand(0, "thats_my_spot", "mob_boss")
    three.state.supply[0] = 0
    assert three.why("CARD", "thats_my_spot") == "NY-POWER-MYSPOT-1"
    three.state.supply[0] = 3
    three.do("CARD", "thats_my_spot").do("VILLAGE", "hells_kitchen")
    assert three.state.supply[0] == 2
    three.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert three.state.money[0] == 1 + 1
    three.finish_turn()
    three.pizzeria(1, "hk_3", 4, "onions/hells_kitchen").no_orders()
    three.order(0, "standard_2", "onions/harlem", "onions/hells_kitchen").hand(1, "onions/harlem")
    three.deliver(0, "hells_kitchen").pay_any()
    assert three.state.money[:2].tolist() == [3, 1]
    three.finish_turn().finish_turn()
    three.hand(0, "mob_boss").do("CARD", "mob_boss")
    assert three.state.supply[0] == 3
    assert three.state.spot == NONE
    assert not POWERS[POWER_IDS.index("thats_my_spot")]["coop"]


# -- TIMED -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-POWER-BONUSSUPPLIES-1")
def test_bonus_supplies(three: Any) -> None:
    three.hand(0, "bonus_supplies").do("CARD", "bonus_supplies").do("DECK").do("DECK").do("DECK")
    assert three.state.n_hand[0] == 3
    assert three.phase == Phase.PRE


@pytest.mark.rule("NY-POWER-BUYINGTIME-1")
def test_buying_time(three: Any) -> None:
    three.sewer("ham/harlem", "onions/harlem").hand(0, "buying_time")
    before = int(three.state.n_deck)
    three.do("CARD", "buying_time")
    assert int(three.state.n_deck) == before + 2
    assert three.state.n_sewer == 0
    assert sorted(three.state.deck[before : before + 2].tolist()) == [18, 45]
    three.finish_turn().finish_turn().finish_turn()
    three.sewer(*[f"{kind}/{village}" for kind in ("ham", "onions") for village in VILLAGES]).hand(
        0, "buying_time"
    )
    three.do("CARD", "buying_time")
    assert three.state.n_sewer == 8


@pytest.mark.rule("NY-POWER-DOWNONLUCK-1")
def test_down_on_your_luck(three: Any) -> None:
    three.sewer("ham/harlem").hand(0, "down_on_your_luck").do("CARD", "down_on_your_luck")
    assert three.hands(0) == ["ham/harlem"]
    assert three.state.n_sewer == 0


@pytest.mark.rule("NY-POWER-HACKER-1")
@pytest.mark.parametrize("to_hand", [False, True])
def test_hacker(bare_table: Callable[..., Any], to_hand: bool) -> None:
    made = bare_table(2, expansion_power_cards="on", hacker_to_hand=to_hand)
    made.order(0, "standard_2", "ham/harlem", "onions/midtown").hand(0, "hacker", "peppers/east_village")
    made.do("CARD", "hacker").do("ORDER", 0).do("POS", 1).do("CARD", "peppers/east_village")
    assert made.state.order[0].tolist() == [18, 42, NONE, NONE]
    assert (made.in_sewer("onions/midtown") == 1) != to_hand
    assert ("onions/midtown" in made.hands(0)) == to_hand


@pytest.mark.rule("NY-POWER-LUCKYDAY-1")
def test_lucky_day(three: Any) -> None:
    three.hand(0, "lucky_day").do("CARD", "lucky_day")
    assert three.state.money[0] == 3


@pytest.mark.rule("NY-POWER-OOOOPS-1")
def test_oooops(three: Any) -> None:
    three.kitchen().hand(0, "oooops")
    three.do("ACT", 0).do("DECK").do("DECK").do("CARD", "oooops")
    assert three.phase == Phase.OTHER_ACTION
    assert three.why("ACT", 0) == "NY-POWER-OOOOPS-1"
    three.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0).pay_any()
    assert three.state.delivered[0] == 1
    assert three.state.n_hand[0] == 2


@pytest.mark.rule("NY-POWER-OOOOPS-1")
def test_oooops_needs_another_action(three: Any) -> None:
    three.hand(0, "oooops").market(*["ham/central_park"] * 7)
    three.do("ACT", 0).do("CARD", "ham/central_park").do("CARD", "ham/central_park")
    assert three.why("CARD", "oooops") == "NY-POWER-OOOOPS-1"


@pytest.mark.rule("NY-POWER-OOOOPS-1")
def test_oooops_does_not_pay_for_itself(three: Any) -> None:
    three.hand(0, "oooops").market("ham/harlem", *["ham/central_park"] * 6)
    three.do("ACT", 0).do("CARD", "ham/harlem").do("CARD", "ham/central_park")
    assert three.why("CARD", "oooops") == "NY-POWER-OOOOPS-1"  # a $2 lot, and one card left to pay with
    three.state.money[0] = 1
    assert three.can("CARD", "oooops")


@pytest.mark.rule("NY-POWER-SCREWUP-1")
def test_order_screw_up(three: Any) -> None:
    three.order(0, "standard_2", "ham/harlem", "onions/midtown").order(
        1, "standard_1", "peppers/east_village"
    )
    three.hand(0, "order_screw_up").do("CARD", "order_screw_up").do("ORDER", 1).do("POS", 0)
    assert three.why("ORDER", 1) == "NY-POWER-SCREWUP-1"  # its only card is the first one
    three.do("ORDER", 0).do("POS", 1)
    assert three.state.order[0, :2].tolist() == [18, 42]
    assert three.state.order[1, 0] == 49
    assert three.phase == Phase.PRE


@pytest.mark.rule("NY-POWER-OUTOFSUPPLIES-1", "NY-POWER-OUTOFSUPPLIES-2")
def test_out_of_supplies(three: Any) -> None:
    three.hand(0, "out_of_supplies").do("CARD", "out_of_supplies")
    assert not three.can("SEAT", 0)
    three.do("SEAT", 2)
    assert three.at("out_of_supplies") == Place.DEBT + 2
    three.finish_turn().finish_turn()
    assert three.can("ACT", 0)  # it hinders nothing but delivering


@pytest.mark.rule("NY-POWER-OVERACHIEVER-1")
def test_over_achiever(three: Any) -> None:
    three.kitchen().hand(0, "over_achiever").do("CARD", "over_achiever").deliver(0, "hells_kitchen").pay_any()
    assert three.state.money[0] == 1 + 2
    three.state.achiever = 1
    three.finish_turn()
    assert three.state.achiever == 0  # lost without a delivery


@pytest.mark.rule("NY-POWER-TYCOON-1", "NY-POWER-TYCOON-2")
def test_tycoon(three: Any) -> None:
    three.state.money[0] = 3
    three.hand(0, "real_estate_tycoon", "ham/harlem", "onions/east_village", "ham/midtown", "onions/harlem")
    three.do("CARD", "real_estate_tycoon").do("CARD", "ham/harlem").do("LOT", "harlem_2")
    three.do("MONEY").do("MONEY").do("MONEY")
    assert three.phase == Phase.BUILD_CARD
    assert three.can("DONE")
    assert three.why("CARD", "ham/midtown") == "NY-POWER-TYCOON-1"  # dearer than the first
    three.do("CARD", "onions/east_village")
    assert three.why("LOT", "ev_1") == "NY-POWER-TYCOON-1"
    three.do("LOT", "ev_2")
    assert three.phase == Phase.PRE
    assert three.state.money[0] == 0
    assert three.why("ACT", 1) == "NY-POWER-TYCOON-2"


@pytest.mark.rule("NY-POWER-TYCOON-1", "NY-TIMED-2")
def test_tycoon_does_not_pay_for_itself(three: Any) -> None:
    three.state.money[0] = 1
    three.hand(0, "real_estate_tycoon", "ham/harlem")
    assert three.why("CARD", "real_estate_tycoon") == "NY-TIMED-2"  # $2 lot: $1, and no other card is left
    three.state.money[0] = 2
    assert three.can("CARD", "real_estate_tycoon")


@pytest.mark.rule("NY-POWER-TYCOON-2")
def test_tycoon_not_after_an_increase(three: Any) -> None:
    three.state.money[0] = 9
    three.hand(0, "real_estate_tycoon", "ham/harlem", "onions/east_village")
    three.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1").do("MONEY").do("MONEY").do(
        "DONE"
    )
    assert three.why("CARD", "real_estate_tycoon") == "NY-POWER-TYCOON-2"


@pytest.mark.rule("NY-POWER-SPECIALSALE-1", "NY-POWER-SPECIALSALE-2", "NY-POWER-SPECIALSALE-3")
def test_special_sale(three: Any) -> None:
    three.kitchen().hand(0, "special_sale").do("CARD", "special_sale")
    assert three.why("ACT", 2) == "NY-POWER-SPECIALSALE-3"  # only one onion at hand
    three.give(0, "onions/midtown").deliver(0, "hells_kitchen")
    assert three.state.d_n == 2
    three.do("PERM", "onions")
    assert three.why("PERM", "onions") == "NY-DELIVER-6"  # separate cards
    three.do("CARD", "onions/midtown")
    state = three.state
    assert state.money[0] == 2 * 1 - 1
    assert state.n_tips[0] == 2
    assert state.n_power[0] == 1
    assert state.delivered[0] == 1


@pytest.mark.rule("NY-POWER-SPECIALSALE-2")
def test_a_denied_tip_denies_both(three: Any) -> None:
    three.kitchen().hand(0, "special_sale", "onions/midtown").hand(1, "traffic_jam")
    three.do("CARD", "special_sale").deliver(0, "hells_kitchen").pay_any().do("CARD", "traffic_jam")
    assert three.state.n_tips[0] == 0
    assert three.state.no_tips[0] == 1


@pytest.mark.parametrize(
    ("ticket", "coupon", "paid"), [("standard_3", 0, 5), ("standard_3", 1, 1), ("hawaiian", 0, 15)]
)
def test_ex_22_special_sale_pay(three: Any, ticket: str, coupon: int, paid: int) -> None:
    """NY-EX-22: an order worth 3 pays 5, under Coupon Days 1; a specialty worth 8 pays 15."""
    three.state.world = POWER_IDS.index("coupon_days") if coupon else NONE
    three.state.d_ticket = TICKET_IDS.index(ticket)
    assert 2 * base_payment(three.state) - 1 == paid


@pytest.mark.rule("NY-POWER-SYSTEMERROR-1")
def test_system_error(three: Any) -> None:
    three.order(0, "standard_3", "ham/harlem", "onions/midtown", "peppers/east_village").hand(
        0, "system_error"
    )
    three.order(1, "standard_1", "ham/midtown")
    three.do("CARD", "system_error")
    assert three.why("ORDER", 1) == "NY-POWER-SYSTEMERROR-1"
    three.do("ORDER", 0).do("POS", 2)
    assert three.why("POS", 0) == "NY-POWER-SYSTEMERROR-1"
    three.do("POS", 2)
    assert three.state.order[0, :3].tolist() == [42, 49, 18]  # peppers, onions, ham: Harlem is the zone now


@pytest.mark.rule("NY-POWER-WINDFALL-1")
def test_windfall(three: Any, bare_table: Callable[..., Any]) -> None:
    three.sewer("ham/harlem").hand(0, "windfall").deck("onions/harlem").do("CARD", "windfall")
    assert three.state.money[0] == 3
    assert three.hands(0) == [
        "ham/harlem",
        "onions/harlem",
    ]
    assert three.state.active == 0
    assert three.phase != Phase.PRE
    assert three.state.acted == NONE
    other = bare_table(2, expansion_power_cards="on", windfall_source="deck")
    other.sewer("ham/harlem").hand(0, "windfall").do("CARD", "windfall")
    assert other.state.n_sewer == 1
    assert other.state.n_hand[0] == 2


# -- instant ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-POWER-PROPERTYTAX-1")
@pytest.mark.parametrize(("ranks", "tax"), [([5], 2), ([5, 4, 3], 5), ([5, 5, 5], 5), ([7], 3)])
def test_ex_12_property_tax(three: Any, ranks: list[int], tax: int) -> None:
    """NY-EX-12: 2; 2 + 2 + 1 = 5; 6 capped to 5; 3 for an Any Ingredient pizzeria with 7."""
    for lot, home, rank in zip(("hk_4", "gv_3", "mid_1"), (3, 5, 4), ranks, strict=False):
        three.pizzeria(1, lot, rank - 1, f"ham/{VILLAGES[home]}")
    assert tax_of(three.state, 1) == tax


@pytest.mark.rule("NY-POWER-PROPERTYTAX-2")
def test_a_tax_is_paid_as_far_as_it_goes(three: Any) -> None:
    three.pizzeria(1, "hk_4", 4, "ham/hells_kitchen").pizzeria(1, "gv_3", 4, "ham/greenwich_village")
    three.state.money[1] = 1
    three.hand(1, "ham/harlem", "lucky_day").give(0, "property_tax")
    three.ask(Phase.TAX_WINDOW, 0).do("SEAT", 1)
    assert three.phase == Phase.TAX
    assert three.can("MONEY")
    assert three.can("CARD", "lucky_day")
    three.do("MONEY").do("CARD", "lucky_day").do("CARD", "ham/harlem")
    assert three.phase == Phase.PRE
    assert three.state.money[1] == 0
    assert three.hands(1) == []
    assert three.state.money[0] == 0  # to the bank


@pytest.mark.rule("NY-POWER-SPECIALSALE-2", "NY-COOP-35")
@pytest.mark.parametrize("pizzas", [1, 2])
def test_how_many_pizzas_a_sale_is(table: Callable[..., Any], pizzas: int) -> None:
    made = table(2, expansion_power_cards="on", sale_pizzas=pizzas).no_orders()
    made.pizzeria(0, "hk_4", 1, "pineapple/hells_kitchen").order(0, "standard_1", "pineapple/hells_kitchen")
    made.hand(0, "special_sale", *["pineapple/harlem"] * 6)
    made.do("CARD", "special_sale").deliver(0, "hells_kitchen").pay_any()
    assert made.state.delivered[0] == pizzas
    assert made.state.n_tips[0] == 2
