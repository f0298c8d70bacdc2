"""Extra Cheese."""

from typing import Any

import pytest

from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import VILLAGES


@pytest.mark.rule("NY-CHEESE-2", "NY-CHEESE-4")
def test_ex_29_pineapple_and_cheese(three: Any) -> None:
    """NY-EX-29: Pineapple on top, an order of 2, one Extra Cheese from hand: 2 + 1 + 1 = 4."""
    three.pizzeria(0, "hk_4", 4, "pineapple/hells_kitchen", "onions/central_park")
    three.order(0, "standard_2", "pineapple/harlem", "onions/hells_kitchen")
    three.hand(0, "extra_cheese/harlem", "extra_cheese/midtown")
    three.deliver(0, "hells_kitchen").do("PERM", "pineapple").do("PERM", "onions")
    assert three.phase == Phase.CHEESE
    assert three.can("DONE")
    three.do("CARD", "extra_cheese/harlem")
    assert three.state.money[0] == 4
    assert three.in_sewer("extra_cheese/harlem") == 1
    assert three.phase != Phase.CHEESE  # once


@pytest.mark.rule("NY-CHEESE-3", "NY-CHEESE-4")
def test_ex_29_specialty_with_permanent_cheese(three: Any) -> None:
    """NY-EX-29: a specialty worth 8 with permanent cheese pays 10, also with more cheese in hand."""
    three.pizzeria(0, "hk_4", 2, "ham/hells_kitchen", "extra_cheese/central_park").order(0, "hawaiian")
    three.hand(
        0, *["pineapple/harlem"] * 2, *["onions/harlem"] * 2, "ham/harlem", "ham/midtown", "peppers/harlem"
    )
    three.give(0, "extra_cheese/harlem", "lucky_day", "hacker")
    three.deliver(0, "hells_kitchen", zone="hells_kitchen").pay_any()
    assert three.phase != Phase.CHEESE
    assert three.state.money[0] == 10


@pytest.mark.rule("NY-CHEESE-3")
def test_cheese_on_top_but_not_from_the_park(three: Any) -> None:
    from fattorino.games.new_york.rules.questions.upgrading import check_upgrade

    three.pizzeria(0, "hk_4", 1, "ham/hells_kitchen")
    home = VILLAGES.index("hells_kitchen")
    assert check_upgrade(three.state, 0, 72 + home, home, 2) == 0
    assert three.rule(check_upgrade(three.state, 0, 80, home, 2)) == "NY-UPGRADE-4"
    assert check_upgrade(three.state, 0, 80, home, 1) == 0


@pytest.mark.rule("NY-CHEESE-5")
def test_requested_cheese_is_no_added_cheese(three: Any) -> None:
    three.pizzeria(0, "hk_4", 4, "ham/hells_kitchen").order(0, "standard_1", "extra_cheese/hells_kitchen")
    three.hand(0, "extra_cheese/harlem", "any_meat/harlem", "any_ingredient/harlem").deliver(
        0, "hells_kitchen"
    )
    assert three.can("CARD", "any_ingredient/harlem")
    assert not three.can("CARD", "any_meat/harlem")
    three.do("CARD", "extra_cheese/harlem")
    assert three.state.money[0] == 1
    assert three.phase != Phase.CHEESE


@pytest.mark.rule("NY-CHEESE-6")
def test_cheese_from_storage(three: Any) -> None:
    three.pizzeria(0, "hk_4", 4, "ham/hells_kitchen").order(0, "standard_1", "ham/hells_kitchen")
    three.play_card(0, "cold_storage")
    three.state.cold[:] = 72, -1, -1, -1
    three.deliver(0, "hells_kitchen").do("PERM", "ham")
    assert three.phase == Phase.CHEESE
    three.do("COLD", 0)
    assert three.state.money[0] == 2
    assert three.state.sewer[72] == 1


@pytest.mark.rule("NY-CHEESE-7")
def test_cheese_on_top_has_no_other_power_and_any_ingredient_removes_it(three: Any) -> None:
    from fattorino.games.new_york.rules.covering import top_power

    three.pizzeria(0, "hk_4", 1, "extra_cheese/hells_kitchen", "ham/hells_kitchen")
    home = VILLAGES.index("hells_kitchen")
    assert top_power(three.state, 0, 0, home) == -1
    three.hand(0, "any_ingredient/hells_kitchen")
    three.do("ACT", 1).do("INC", 1).do("CARD", "any_ingredient/hells_kitchen").do("VILLAGE", "hells_kitchen")
    three.do("MODE", 2)
    assert three.perm(0, "hells_kitchen") == ["any_ingredient/hells_kitchen"]
