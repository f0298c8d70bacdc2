"""Increase Your Reputation: builds, upgrades, ANY cards."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.rules.pizzerias import reputation
from fattorino.games.new_york.rules.questions.upgrading import check_upgrade
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.streets import lot_price, lot_village
from fattorino.games.new_york.tables import VILLAGES

DISK, BELOW, TOP = 0, 1, 2


def upgrade(table: Any, card: str, village: str, mode: int) -> Any:
    """One upgrade, begun at the action."""
    table.do("ACT", 1) if table.phase == Phase.PRE else None
    table.do("INC", 1).do("CARD", card).do("VILLAGE", village).do("MODE", mode)
    return table


def why(table: Any, card: str, village: str, mode: int) -> str:
    """The rule against an upgrade of seat 0."""
    from fattorino.games.new_york.tables import KINDS, N_BLUE, kind_of, village_of

    names = {f"{KINDS[kind_of(c)]}/{VILLAGES[village_of(c)]}": c for c in range(N_BLUE)}
    return str(table.rule(check_upgrade(table.state, 0, names[card], VILLAGES.index(village), mode)))


@pytest.mark.rule("NY-REP-2", "NY-REP-3")
def test_ex_1_reputation(two: Any) -> None:
    """NY-EX-1: Hell's Kitchen has 5 and is full, Greenwich Village has 4 and takes exactly one more."""
    two.pizzeria(0, "hk_4", 3, "onions/hells_kitchen", "ham/central_park")
    two.pizzeria(
        0, "gv_3", 1, "tomatoes/greenwich_village", "ham/greenwich_village", "meatballs/central_park"
    )
    assert reputation(two.state, 0, VILLAGES.index("hells_kitchen")) == 5
    assert reputation(two.state, 0, VILLAGES.index("greenwich_village")) == 4
    two.hand(0, "ham/hells_kitchen", "sausage/greenwich_village", "pepperoni/greenwich_village")
    for mode in (DISK, BELOW, TOP):
        assert why(two, "ham/hells_kitchen", "hells_kitchen", mode) in ("NY-REP-3", "NY-UPGRADE-5")
    upgrade(two, "sausage/greenwich_village", "greenwich_village", DISK)
    for mode in (DISK, BELOW, TOP):
        assert why(two, "pepperoni/greenwich_village", "greenwich_village", mode) != "OK"


@pytest.mark.rule("NY-TURN-14", "NY-REP-1", "NY-REP-5", "NY-BUILD-6", "NY-UPGRADE-2", "NY-UPGRADE-9")
@pytest.mark.parametrize("second", ["onions/midtown", "onions/central_park"])
def test_ex_6_and_7_first_turn(two: Any, second: str) -> None:
    """NY-EX-6, NY-EX-7: an $8 lot and an upgrade in the first turn."""
    two.state.money[0] = 5
    others = ["ham/harlem", "sausage/harlem", "peppers/east_village"]
    two.hand(0, "pepperoni/midtown", second, *others, "hacker")
    two.do("ACT", 1).do("INC", 0).do("CARD", "pepperoni/midtown").do("LOT", "mid_1")
    for _ in range(5):
        two.do("MONEY")
    for card in others:
        two.do("CARD", card)
    assert two.phase == Phase.INCREASE
    assert two.can("DONE")
    upgrade(two, second, "midtown", DISK)
    midtown = VILLAGES.index("midtown")
    assert two.state.money[0] == 0
    assert two.hands(0) == ["hacker"]
    assert two.state.disks[0, midtown] == 2
    assert reputation(two.state, 0, midtown) == 3
    assert two.phase != Phase.INCREASE  # two increases at most


def test_ex_7_central_park_cannot_start(two: Any) -> None:
    """NY-EX-7: without a Midtown card there is no building in Midtown."""
    two.state.money[0] = 8
    two.hand(0, "pepperoni/central_park", "ham/central_park")
    assert two.why("ACT", 1) == "NY-TURN-2"


@pytest.mark.rule("NY-BUILD-1")
def test_central_park_cards_cannot_build(two: Any) -> None:
    two.state.money[0] = 8
    two.hand(0, "pepperoni/central_park", "ham/harlem")
    two.do("ACT", 1).do("INC", 0)
    assert two.why("CARD", "pepperoni/central_park") == "NY-BUILD-1"
    assert two.can("CARD", "ham/harlem")


def test_ex_8_power_card_pays(two: Any) -> None:
    """NY-EX-8: the kept Power Card may replace one of the paying cards."""
    two.state.money[0] = 5
    two.hand(0, "pepperoni/midtown", "ham/harlem", "sausage/harlem", "hacker")
    two.do("ACT", 1).do("INC", 0).do("CARD", "pepperoni/midtown").do("LOT", "mid_1")
    two.do("CARD", "hacker")
    assert two.phase == Phase.PAY


@pytest.mark.rule("NY-BUILD-2", "NY-BUILD-8")
def test_lot_in_the_village_empty_and_one_each(two: Any) -> None:
    two.state.money[0] = 30
    two.pizzeria(1, "harlem_1", 1, "ham/harlem").pizzeria(0, "mid_1", 1, "ham/midtown")
    two.hand(0, "ham/harlem", "onions/midtown", "onions/financial_district")
    two.do("ACT", 1).do("INC", 0)
    assert two.why("CARD", "onions/midtown") == "NY-BUILD-2"
    two.do("CARD", "ham/harlem")
    assert two.why("LOT", "harlem_1") == "NY-BUILD-2"
    assert two.why("LOT", "fd_1") == "NY-BUILD-2"
    assert two.can("LOT", "harlem_2")
    assert two.can("LOT", "harlem_3")
    two.do("LOT", "harlem_2").do("MONEY").do("MONEY").do("MONEY")
    two.do("INC", 0).do("CARD", "onions/financial_district")  # far away from the others: no matter
    assert two.can("LOT", "fd_1")


@pytest.mark.rule("NY-BUILD-3")
@pytest.mark.parametrize(
    "card", ["ham/harlem", "any_meat/harlem", "any_ingredient/harlem", "extra_cheese/harlem"]
)
def test_any_kind_starts_a_pizzeria(three: Any, card: str) -> None:
    three.state.money[0] = 2
    three.hand(0, card)
    three.do("ACT", 1).do("INC", 0).do("CARD", card).do("LOT", "harlem_1").do("MONEY").do("MONEY")
    assert three.perm(0, "harlem") == [card]


@pytest.mark.rule("NY-BUILD-5")
def test_a_build_must_be_affordable(two: Any) -> None:
    two.state.money[0] = 4
    two.hand(0, "pepperoni/midtown", "ham/midtown")
    assert two.why("ACT", 1) == "NY-TURN-2"
    two.state.money[0] = 5
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/midtown")
    assert two.can("LOT", "mid_4")
    assert two.why("LOT", "mid_1") == "NY-BUILD-5"


@pytest.mark.rule("NY-BUILD-7", "NY-POWER-BUILDCOMM-1", "NY-POWER-BUILDCOMM-2", "NY-POWER-BUILDCOMM-3")
def test_reserved_lots(two: Any) -> None:
    two.hand(0, "building_commissioner", "ham/harlem")
    two.hand(1, "ham/harlem", "onions/harlem", "ham/midtown", "onions/midtown")
    two.state.money[:2] = 9
    two.do("CARD", "building_commissioner")
    two.do("LOT", "harlem_1").do("LOT", "harlem_2")
    assert two.why("LOT", "harlem_1") == "NY-POWER-BUILDCOMM-1"
    two.do("LOT", "mid_1")
    assert two.phase == Phase.PRE  # three, and no more
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1").do("MONEY").do("MONEY")
    assert int(two.state.tokens) == (1 << two.lot("harlem_2")) | (1 << two.lot("mid_1"))
    two.finish_turn()
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem")
    assert two.why("LOT", "harlem_2") == "NY-BUILD-7"
    assert two.can("LOT", "harlem_3")


@pytest.mark.rule("NY-REP-6", "NY-UPGRADE-1")
def test_without_disks(two: Any) -> None:
    two.pizzeria(0, "hk_4", 1, "ham/hells_kitchen")
    two.state.supply[0] = 0
    two.state.money[0] = 9
    two.hand(0, "onions/hells_kitchen", "ham/harlem")
    two.do("ACT", 1)
    assert two.why("INC", 0) == "NY-REP-6"
    assert why(two, "onions/hells_kitchen", "hells_kitchen", DISK) == "NY-REP-6"
    assert why(two, "ham/harlem", "hells_kitchen", BELOW) == "NY-UPGRADE-1"
    assert why(two, "onions/hells_kitchen", "hells_kitchen", BELOW) == "OK"


@pytest.mark.rule("NY-UPGRADE-3", "NY-UPGRADE-4", "NY-UPGRADE-6")
def test_ingredients_below_and_on_top(two: Any) -> None:
    two.pizzeria(0, "hk_4", 1, "ham/hells_kitchen")
    two.hand(0, "onions/hells_kitchen", "sausage/hells_kitchen", "peppers/central_park")
    upgrade(two, "onions/hells_kitchen", "hells_kitchen", BELOW)
    assert two.perm(0, "hells_kitchen") == ["ham/hells_kitchen", "onions/hells_kitchen"]
    assert why(two, "peppers/central_park", "hells_kitchen", TOP) == "NY-UPGRADE-4"
    assert why(two, "peppers/central_park", "hells_kitchen", BELOW) == "OK"
    upgrade(two, "sausage/hells_kitchen", "hells_kitchen", TOP)
    assert two.perm(0, "hells_kitchen")[0] == "sausage/hells_kitchen"
    assert len(two.perm(0, "hells_kitchen")) == 3
    assert two.state.n_sewer == 0


@pytest.mark.rule("NY-UPGRADE-5", "NY-UPGRADE-7")
def test_limits_of_an_upgrade(three: Any) -> None:
    three.pizzeria(0, "hk_4", 4, "any_meat/hells_kitchen")
    three.hand(0, "ham/hells_kitchen", "onions/hells_kitchen", "ham/central_park")
    assert why(three, "onions/hells_kitchen", "hells_kitchen", TOP) == "NY-UPGRADE-5"
    assert why(three, "ham/hells_kitchen", "hells_kitchen", TOP) == "OK"  # it replaces the Any Meat
    assert why(three, "ham/central_park", "hells_kitchen", BELOW) == "NY-UPGRADE-7"


@pytest.mark.rule("NY-UPGRADE-8", "NY-UPGRADE-10", "NY-POWER-CRASH-4", "NY-DELIVER-1")
def test_closed_pizzerias_reopen(two: Any) -> None:
    two.pizzeria(0, "hk_4", 0, "ham/hells_kitchen")
    two.hand(0, "onions/hells_kitchen", "peppers/central_park")
    two.order(0, "standard_1", "ham/hells_kitchen")
    assert two.why("ACT", 2) == "NY-DELIVER-2"  # nobody delivers from a closed pizzeria
    assert why(two, "onions/hells_kitchen", "hells_kitchen", TOP) == "NY-UPGRADE-10"
    assert why(two, "peppers/central_park", "hells_kitchen", DISK) == "OK"
    two.state.disks[0, VILLAGES.index("hells_kitchen")] = 2
    two.state.perm[0, VILLAGES.index("hells_kitchen")] = -1
    assert why(two, "onions/hells_kitchen", "hells_kitchen", DISK) == "NY-UPGRADE-10"
    assert why(two, "onions/hells_kitchen", "hells_kitchen", BELOW) == "NY-UPGRADE-8"
    assert why(two, "peppers/central_park", "hells_kitchen", TOP) == "NY-UPGRADE-4"
    upgrade(two, "onions/hells_kitchen", "hells_kitchen", TOP)
    assert two.perm(0, "hells_kitchen") == ["onions/hells_kitchen"]


# -- ANY cards -------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-REP-4", "NY-ANY-8", "NY-ANY-7")
def test_ex_11_any_ingredient(three: Any) -> None:
    """NY-EX-11: up to 6 disks; replaced, the limit is 5 again and disks above 4 return."""
    three.pizzeria(0, "harlem_1", 5, "any_ingredient/harlem")
    three.hand(0, "onions/harlem", "ham/harlem", "peppers/harlem", "ham/central_park")
    harlem = VILLAGES.index("harlem")
    upgrade(three, "onions/harlem", "harlem", DISK)
    assert reputation(three.state, 0, harlem) == 7
    assert why(three, "peppers/harlem", "harlem", DISK) == "NY-REP-3"
    assert why(three, "ham/harlem", "harlem", BELOW) == "NY-ANY-8"
    assert why(three, "ham/central_park", "harlem", BELOW) == "NY-ANY-8"
    before = int(three.state.supply[0])
    upgrade(three, "ham/harlem", "harlem", TOP)
    assert three.perm(0, "harlem") == ["ham/harlem"]
    assert three.state.disks[0, harlem] == 4
    assert three.state.supply[0] == before + 2
    assert three.in_sewer("any_ingredient/harlem") == 1


@pytest.mark.rule("NY-ANY-7")
def test_any_ingredient_sweeps_the_pizzeria(three: Any) -> None:
    three.pizzeria(0, "harlem_1", 2, "ham/harlem", "extra_cheese/harlem", "onions/central_park")
    three.hand(0, "any_ingredient/harlem")
    assert why(three, "any_ingredient/harlem", "harlem", BELOW) == "NY-ANY-7"
    upgrade(three, "any_ingredient/harlem", "harlem", TOP)
    assert three.perm(0, "harlem") == ["any_ingredient/harlem"]
    assert three.state.n_sewer == 3


@pytest.mark.rule("NY-ANY-3", "NY-ANY-6", "NY-CHEESE-7")
def test_any_meat_removes_meats_only(three: Any) -> None:
    three.pizzeria(
        0, "harlem_1", 1, "onions/harlem", "ham/harlem", "extra_cheese/harlem", "sausage/central_park"
    )
    three.hand(0, "any_meat/harlem", "any_vegetable/harlem")
    upgrade(three, "any_meat/harlem", "harlem", BELOW)
    assert sorted(three.perm(0, "harlem")) == ["any_meat/harlem", "extra_cheese/harlem", "onions/harlem"]
    upgrade(three, "any_vegetable/harlem", "harlem", TOP)
    assert sorted(three.perm(0, "harlem")) == [
        "any_meat/harlem",
        "any_vegetable/harlem",
        "extra_cheese/harlem",
    ]


@pytest.mark.rule("NY-ANY-4", "NY-ANY-5")
def test_an_ordinary_meat_replaces_any_meat(three: Any) -> None:
    three.pizzeria(0, "harlem_1", 4, "any_meat/harlem")
    three.hand(0, "ham/harlem", "any_meat/central_park", "onions/harlem")
    assert why(three, "any_meat/central_park", "harlem", BELOW) == "NY-ANY-5"
    upgrade(three, "ham/harlem", "harlem", TOP)
    assert three.perm(0, "harlem") == ["ham/harlem"]
    assert reputation(three.state, 0, VILLAGES.index("harlem")) == 5  # the same as before
    assert three.phase == Phase.POST  # it used up the increase


@pytest.mark.rule("NY-ANY-10")
def test_the_owner_picks_the_new_top(three: Any) -> None:
    three.pizzeria(0, "harlem_1", 1, "ham/harlem", "onions/harlem", "peppers/harlem")
    three.hand(0, "any_meat/central_park")
    upgrade(three, "any_meat/central_park", "harlem", BELOW)
    assert three.phase == Phase.NEW_TOP
    assert three.why("CARD", "any_meat/central_park") == "NY-UPGRADE-6"
    three.do("CARD", "peppers/harlem")
    assert three.perm(0, "harlem")[0] == "peppers/harlem"


@pytest.mark.rule("NY-ANY-12")
def test_any_cards_build_upgrade_and_pay(three: Any) -> None:
    three.hand(0, "any_vegetable/harlem", "any_meat/midtown", "any_ingredient/midtown", "any_meat/harlem")
    three.do("ACT", 1).do("INC", 0).do("CARD", "any_vegetable/harlem").do("LOT", "harlem_1")
    three.do("CARD", "any_meat/midtown").do("CARD", "any_ingredient/midtown")
    upgrade(three, "any_meat/harlem", "harlem", DISK)
    assert three.state.disks[0, VILLAGES.index("harlem")] == 2


def test_lots_by_village(table: Callable[..., Any]) -> None:
    """Four lots in each central village on the small side, three in the outer ones, all between $2 and $8."""
    per_village = [sum(lot_village(0, lot) == v for lot in range(28)) for v in range(8)]
    assert per_village == [3, 3, 3, 4, 4, 4, 4, 3]
    assert {lot_price(0, lot) for lot in range(28)} == {2, 3, 4, 5, 6, 7, 8}
