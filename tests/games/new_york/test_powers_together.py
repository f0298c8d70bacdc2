"""Powers in combination: with each other, with options, at unusual moments."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.tables import Place, Power
from fattorino.kernel.records import NONE


@pytest.mark.rule("NY-TOP-SAUSAGE-1", "NY-DELIVER-6")
def test_an_ingredient_that_covers_all_of_its_kind_does_not_double_as_well(
    bare_table: Callable[..., Any],
) -> None:
    made = bare_table(2, permanent_covers="all")
    made.pizzeria(0, "hk_4", 3, "sausage/hells_kitchen", "ham/hells_kitchen", "ham/central_park")
    made.order(0, "standard_2", "sausage/harlem", "ham/hells_kitchen")
    made.deliver(0, "hells_kitchen").do("PERM", "sausage").do("PERM", "ham")
    assert made.phase == Phase.DOUBLE
    assert made.why("PERM", "sausage") == "NY-TOP-SAUSAGE-1"  # it has served
    made.do("PERM", "ham")  # the other one has not
    assert made.state.money[0] == 3


@pytest.mark.rule("NY-COOP-41", "NY-POWER-WINDFALL-1")
def test_nothing_more_happens_once_the_money_of_windfall_wins(bare_table: Callable[..., Any]) -> None:
    made = bare_table(2, mode="coop", expansion_power_cards="on", coop_money=3, coop_pizzas=1)
    made.state.turn, made.state.pizzas = 2, 1
    made.sewer("ham/midtown", "ham/harlem").give(0, "windfall").do("CARD", "windfall")
    assert made.state.over and made.state.won
    assert made.hands(0) == []
    assert made.told[-1][0] == Event.ENDED


@pytest.mark.rule("NY-POWER-SPECIALSALE-2", "NY-DELIVER-26")
def test_a_sale_brings_its_second_token_where_the_order_had_none(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen", "ham/central_park").give(0, "special_sale")
    three.order(0, "standard_1", "ham/hells_kitchen", tip=NONE)
    pool = int(three.state.n_pool)
    three.do("CARD", "special_sale").deliver(0, "hells_kitchen").pay_any()
    assert (three.state.no_tips[0], three.state.n_tips[0]) == (1, 1)
    assert three.state.n_pool == pool - 2  # the new order has one


@pytest.mark.rule("NY-COOP-17", "NY-COOP-18", "NY-POWER-TYCOON-2")
def test_a_tycoon_goes_to_market_in_the_first_round_even_if_there_is_an_order(
    bare_table: Callable[..., Any],
) -> None:
    made = bare_table(2, mode="coop", expansion_power_cards="on")
    made.state.money[0] = 20
    made.give(0, "real_estate_tycoon", "ham/midtown", "onions/harlem", "onions/midtown")
    made.order(0, "standard_1", "ham/midtown")
    made.do("CARD", "real_estate_tycoon").do("CARD", "ham/midtown").do("LOT", "mid_4")
    while made.phase != Phase.PRE:
        made.do(made.legal()[0])
    assert [made.why("ACT", act) for act in range(3)] == ["OK", "NY-POWER-TYCOON-2", "NY-COOP-18"]


@pytest.mark.rule("NY-POWER-OUTOFSUPPLIES-3", "NY-POWER-COLDSTORAGE-2")
def test_cold_storage_serves_a_delivery_whose_debt_the_hand_pays(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").play_card(0, "cold_storage")
    three.stored("onions/harlem")
    three.state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT
    three.order(0, "standard_2", "ham/midtown", "onions/hells_kitchen")
    three.hand(0, "onions/midtown")
    assert three.why("ACT", 2) == "NY-DELIVER-2"  # one card does not pay it
    three.give(0, "peppers/midtown")
    three.deliver(0, "hells_kitchen").do("CARD", "onions/midtown").do("CARD", "peppers/midtown")
    three.pay_any()
    assert three.state.money[0] == 2
    assert three.at("out_of_supplies") == Place.DISCARD
    assert three.in_sewer("onions/harlem") == 1


@pytest.mark.rule("NY-POWER-OUTOFSUPPLIES-3", "NY-POWER-COLDSTORAGE-2")
def test_cold_storage_does_not_spare_the_hand_a_debt(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").play_card(0, "cold_storage")
    three.stored("tomatoes/harlem", "tomatoes/midtown")
    three.state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT
    three.order(0, "standard_2", "ham/midtown", "onions/hells_kitchen")
    three.hand(0, "onions/midtown", "peppers/midtown")
    assert three.why("ACT", 2) == "NY-DELIVER-2"  # the hand's onions are needed on the pizza
    three.give(0, "peppers/harlem").do("ACT", 2).forced()
    assert three.phase == Phase.DEBT
    assert three.why("CARD", "onions/midtown") == "NY-DELIVER-2"
    assert three.can("CARD", "peppers/midtown")
