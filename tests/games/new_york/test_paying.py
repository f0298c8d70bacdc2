"""The suggested payment."""

from typing import Any

import pytest

from fattorino.games.new_york.state import Event, Phase


@pytest.mark.rule("NY-DP-44")
def test_a_price_is_paid_in_money_first_then_with_the_least_useful_cards(two: Any) -> None:
    two.order(0, "standard_1", "ham/harlem")
    two.hand(0, "ham/midtown", "pineapple/midtown", "lucky_day").state.money[0] = 2
    two.ask(Phase.PAY, 0, 3).do("AUTO")
    assert two.state.money[0] == 0
    assert two.hands(0) == ["ham/midtown", "lucky_day"]
    assert two.phase == Phase.PRE


@pytest.mark.rule("NY-DP-44")
def test_the_suggested_way_is_offered_only_where_it_saves_a_choice(two: Any) -> None:
    two.hand(0, "ham/midtown").state.money[0] = 5
    assert two.why("AUTO") == "NY-DP-44"  # nothing is being paid
    two.ask(Phase.PAY, 0, 1)
    assert not two.can("AUTO")  # one payment
    two.ask(Phase.PAY, 0, 2)
    assert two.can("AUTO")
    two.hand(0)
    assert not two.can("AUTO")  # money is the only way


def test_own_ingredients_and_exact_cards_cover_an_order_first(three: Any) -> None:
    three.pizzeria(0, "hk_4", 4, "onions/hells_kitchen", "any_meat/hells_kitchen")
    three.order(0, "standard_3", "onions/harlem", "ham/harlem", "peppers/hells_kitchen")
    three.hand(0, "ham/midtown", "peppers/midtown", "any_vegetable/midtown", "peppers/harlem")
    three.state.owner[three.lot("harlem_1")] = 0
    three.state.lot[0, 0] = three.lot("harlem_1")
    three.deliver(0, "hells_kitchen").do("AUTO")
    assert three.hands(0)[:3] == ["ham/midtown", "peppers/harlem", "any_vegetable/midtown"]
    covered = three.events(Event.COVERED)
    assert [event[4] for event in covered] == [0, 0, 3]


def test_further_cards_of_a_delivery_are_paid_in_one_go(two: Any) -> None:
    two.pizzeria(0, "hk_4", 1, "onions/hells_kitchen").order(0, "standard_1", "onions/greenwich_village")
    two.hand(0, "ham/midtown", "peppers/midtown", "lucky_day", "sausage/harlem")
    two.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert two.phase == Phase.EXTRA
    assert two.state.d_due == 2
    two.do("AUTO")
    assert two.events(Event.EARNED)
    assert "lucky_day" in two.hands(0)
