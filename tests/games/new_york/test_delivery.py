"""Deliver a Pizza: covering, distance, the steps S1 to S9."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.rules.covering import IMPOSSIBLE, free_range, route_cards
from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.streets import ON_FOOT, SIDES, node_numbers, spaces, steps, through_park
from fattorino.games.new_york.tables import TICKETS, VILLAGES, Place
from fattorino.kernel.records import HIDDEN, NONE

HK, GV = VILLAGES.index("hells_kitchen"), VILLAGES.index("greenwich_village")


@pytest.fixture
def kitchen(two: Any) -> Any:
    """NY-EX-2: brown's Hell's Kitchen pizzeria and an order of onions and peppers for Greenwich Village."""
    two.pizzeria(0, "hk_4", 3, "onions/hells_kitchen", "ham/central_park")
    two.order(0, "standard_2", "onions/harlem", "peppers/greenwich_village", tip=3)
    return two.hand(0, "peppers/midtown")


@pytest.fixture
def village(two: Any) -> Any:
    """NY-EX-4: brown's Greenwich Village pizzeria and an order of three for Hell's Kitchen."""
    two.pizzeria(
        0, "gv_3", 1, "tomatoes/greenwich_village", "ham/greenwich_village", "meatballs/central_park"
    )
    two.order(1, "standard_3", "ham/midtown", "tomatoes/east_village", "meatballs/hells_kitchen", tip=2)
    return two.hand(0, "onions/harlem", "onions/midtown", "hacker")


@pytest.mark.rule("NY-DELIVER-4", "NY-DELIVER-6", "NY-DELIVER-7", "NY-DELIVER-10", "NY-DELIVER-12")
@pytest.mark.rule(
    "NY-DELIVER-19", "NY-DELIVER-21", "NY-DELIVER-24", "NY-DELIVER-27", "NY-DELIVER-28", "NY-DELIVER-30"
)
def test_ex_2_first_delivery(kitchen: Any) -> None:
    """NY-EX-2: distance 3, no card for it, $2, a tip, a Power Card, a new order."""
    assert spaces(0, ON_FOOT, 0, kitchen.lot("hk_4"), GV) == 3
    market = int(kitchen.state.n_market)
    kitchen.told.clear()
    kitchen.deliver(0, "hells_kitchen").do("PERM", "onions").do("CARD", "peppers/midtown")
    state = kitchen.state
    assert state.money[0] == 2
    assert state.n_tips[0] == 1
    assert state.tips[0].tolist() == [0, 0, 1, 0, 0]
    assert state.n_power[0] == 1
    assert state.delivered[0] == 1
    assert kitchen.in_sewer("peppers/midtown") == 1
    assert state.n_market == market + 2
    assert state.ticket[0] != NONE
    assert state.tip[0] != NONE
    assert kitchen.perm(0, "hells_kitchen") == ["onions/hells_kitchen", "ham/central_park"]  # not used up
    order = [event[0] for event in kitchen.told]
    for earlier, later in [(Event.SPENT, Event.EARNED), (Event.EARNED, Event.TIP), (Event.TIP, Event.MARKET)]:
        assert order.index(earlier) < order.index(later)
    assert order.index(Event.POWER_DRAWN) < order.index(Event.NEW_ORDER)
    assert (kitchen.view(1).tips[0] == HIDDEN).all()
    assert kitchen.view(0).tips[0, 2] == 1


@pytest.mark.rule("NY-DELIVER-25", "NY-DELIVER-33", "NY-TOP-ONIONS-1")
def test_ex_3_shorting(kitchen: Any) -> None:
    """NY-EX-3: the same pay, a NO TIP token, the order's token back in the pool."""
    pool = int(kitchen.state.n_pool)
    kitchen.deliver(0, "hells_kitchen").do("PERM", "onions").do("SHORT")
    assert kitchen.state.money[0] == 2
    assert kitchen.state.no_tips[0] == 1
    assert kitchen.state.n_tips[0] == 0
    assert kitchen.state.n_pool == pool + 1 - 1  # and one token went onto the new order
    assert "peppers/midtown" in kitchen.hands(0)
    assert kitchen.state.n_power[0] == 1


@pytest.mark.rule("NY-TOP-ONIONS-1")
def test_only_one_topping_may_be_left_off(kitchen: Any) -> None:
    kitchen.hand(0)
    kitchen.order(0, "standard_2", "peppers/harlem", "peppers/greenwich_village")
    assert kitchen.why("ACT", 2) == "NY-DELIVER-2"
    kitchen.hand(0, "peppers/midtown")
    kitchen.deliver(0, "hells_kitchen").do("SHORT")
    assert kitchen.why("SHORT") == "NY-TOP-ONIONS-1"


@pytest.mark.rule("NY-DELIVER-13", "NY-TOP-TOMATOES-1")
def test_ex_4_second_delivery(village: Any) -> None:
    """NY-EX-4: distance 5, range 1 + 1, three cards of any sort for the rest."""
    assert spaces(0, ON_FOOT, 0, village.lot("gv_3"), HK) == 5
    assert free_range(village.state, 0, 0, GV) == 2
    village.deliver(1, "greenwich_village")
    for kind in ("ham", "tomatoes", "meatballs"):
        village.do("PERM", kind)
    assert village.phase == Phase.EXTRA
    assert village.state.d_due == 3
    assert village.why("MONEY") == "NY-DELIVER-13"
    village.do("CARD", "hacker").do("CARD", "onions/harlem").do("CARD", "onions/midtown")
    assert village.state.money[0] == 3
    assert village.state.n_tips[0] == 1
    assert village.state.n_power[0] == 1
    assert village.at("hacker") == Place.DISCARD


@pytest.mark.rule("NY-DELIVER-2", "NY-DP-40")
def test_ex_5_not_enough_cards(village: Any) -> None:
    """NY-EX-5: with two cards this delivery is not offered."""
    village.hand(0, "onions/harlem", "hacker")
    assert village.why("ACT", 2) == "NY-DELIVER-2"
    assert not village.can("ACT", 2)


@pytest.mark.rule("NY-DELIVER-16", "NY-DP-40")
def test_a_card_pays_for_one_thing_only(village: Any) -> None:
    village.hand(0, "meatballs/harlem", "onions/midtown", "hacker")
    village.state.perm[0, GV, 2] = NONE  # the meatballs must come from hand now
    assert village.why("ACT", 2) == "NY-DELIVER-2"
    village.give(0, "ham/harlem")
    village.deliver(1, "greenwich_village")
    village.do("PERM", "ham")
    assert village.why("CARD", "onions/midtown") == "NY-DELIVER-5"


@pytest.mark.rule("NY-DP-40", "NY-DP-41", "NY-DP-42")
def test_options_that_lead_nowhere_are_not_offered(village: Any) -> None:
    """Ham from hand would leave too few cards for the way, so the own ham must serve."""
    village.hand(0, "ham/harlem", "onions/midtown", "hacker")
    village.deliver(1, "greenwich_village")
    assert village.phase == Phase.COVER
    assert village.legal() == [village.action("PERM", "ham")]
    assert village.why("CARD", "ham/harlem") == "NY-DELIVER-2"
    reveals = int(village.state.reveals)
    village.do("PERM", "ham").do("PERM", "tomatoes").do("PERM", "meatballs")
    assert int(village.state.reveals) == reveals  # nothing is revealed before S1 is complete
    village.do("CARD", "hacker")  # one by one
    assert village.state.d_due == 2


@pytest.mark.rule("NY-DP-43")
@pytest.mark.parametrize("seats", [1, 2])
def test_every_game_ends(table: Callable[..., Any], seats: int) -> None:
    made = table(seats)
    decisions = 0
    while not made.state.over:
        made.do(made.legal()[-1 if decisions % 3 else 0])
        decisions += 1
        assert decisions < 5000
    assert made.state.inspectors == 3


@pytest.mark.rule("NY-DELIVER-3")
def test_only_the_chosen_pizzeria_counts(kitchen: Any) -> None:
    kitchen.pizzeria(0, "gv_1", 4, "peppers/greenwich_village")
    kitchen.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert kitchen.why("PERM", "peppers") == "NY-DELIVER-5"


@pytest.mark.rule("NY-DELIVER-5", "NY-ANY-1", "NY-ANY-2")
def test_what_covers_an_ingredient(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "any_vegetable/hells_kitchen")
    three.order(0, "standard_2", "onions/harlem", "ham/greenwich_village")
    three.hand(0, "any_meat/harlem", "any_ingredient/harlem", "pepperoni/harlem", "ham/midtown")
    three.deliver(0, "hells_kitchen")
    assert three.can("PERM", "any_vegetable")
    assert three.can("CARD", "any_ingredient/harlem")
    assert three.why("CARD", "any_meat/harlem") == "NY-DELIVER-5"
    three.do("PERM", "any_vegetable")
    assert three.can("CARD", "any_meat/harlem")
    assert three.can("CARD", "ham/midtown")
    assert three.why("CARD", "pepperoni/harlem") == "NY-DELIVER-5"
    assert three.why("PERM", "any_vegetable") == "NY-DELIVER-5"


@pytest.mark.rule("NY-DELIVER-6")
def test_a_permanent_ingredient_covers_one(kitchen: Any, bare_table: Callable[..., Any]) -> None:
    kitchen.order(0, "standard_2", "ham/harlem", "ham/greenwich_village").hand(0)
    kitchen.state.perm[0, HK, 0] = kitchen.state.perm[0, HK, 1]
    kitchen.state.perm[0, HK, 1] = NONE
    assert kitchen.why("ACT", 2) == "NY-DELIVER-2"
    generous = bare_table(2, permanent_covers="all")
    generous.pizzeria(0, "hk_4", 3, "ham/hells_kitchen")
    generous.order(0, "standard_2", "ham/harlem", "ham/greenwich_village")
    generous.deliver(0, "hells_kitchen").do("PERM", "ham").do("PERM", "ham")
    assert generous.state.money[0] == 2


@pytest.mark.rule("NY-DELIVER-8", "NY-DELIVER-9")
def test_specialties(two: Any) -> None:
    two.pizzeria(0, "hk_4", 4, "ham/hells_kitchen")
    two.order(2, "triple_deluxe", tip=2)
    two.hand(0, *["sausage/harlem"] * 2, *["onions/harlem"] * 2, "tomatoes/harlem", "hacker")
    assert two.why("ACT", 2) == "NY-DELIVER-2"
    two.give(0, "ham/midtown")
    two.do("ACT", 2).do("ORDER", 2).do("VILLAGE", "hells_kitchen")
    assert two.phase == Phase.ZONE
    assert two.can("VILLAGE", "hells_kitchen")
    assert not two.can("VILLAGE", "harlem")
    two.do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    assert two.state.d_due == 2  # two further cards of any sort
    two.do("PERM", "ham")
    for card in ("sausage/harlem", "sausage/harlem", "onions/harlem", "onions/harlem", "tomatoes/harlem"):
        two.do("CARD", card)
    two.do("CARD", "hacker").do("CARD", "ham/midtown")
    assert two.state.money[0] == 6
    assert two.state.special[0] == 1


def test_ex_13_ticket_values() -> None:
    """NY-EX-13: a standard ticket pays its number; the specialties pay 8, Triple Deluxe 6."""
    values = {ticket["id"]: ticket["value"] for ticket in TICKETS}
    assert [values[f"standard_{n}"] for n in range(1, 5)] == [1, 2, 3, 4]
    assert [values[n] for n in ("hawaiian", "veggie_lovers", "meat_lovers", "triple_deluxe")] == [8, 8, 8, 6]
    for ticket in TICKETS:
        if ticket["kind"] == "specialty":
            named = sum(ticket["requires"].values()) + ticket["any_meats"] + ticket["any_vegetables"]
            assert (named, ticket["extra_cards"]) == (6, 2)


@pytest.mark.rule("NY-DELIVER-10", "NY-DELIVER-11")
def test_doors_and_edges(two: Any) -> None:
    assert (
        spaces(0, ON_FOOT, 0, two.lot("mid_1"), VILLAGES.index("central_park")) == 1
    )  # the door is the zone
    side = SIDES[0]
    number = node_numbers(side)
    assert "park_path" not in number
    foot = steps(side, False)
    pairs = {frozenset(edge) for edge in side["edges"]}
    assert foot[number["n2_2"], number["n3_2"]] == 1
    assert frozenset(("n2_2", "n3_2")) in pairs


def test_ex_10_ranges(two: Any) -> None:
    """NY-EX-10: with 1 to 4 disks a delivery of distance 6 costs 5 to 2 cards on foot."""
    lot = next(
        lot["id"] for lot in SIDES[0]["lots"] for v in range(9) if spaces(0, ON_FOOT, 0, lot["index"], v) == 6
    )
    zone = next(v for v in range(9) if spaces(0, ON_FOOT, 0, two.lot(lot), v) == 6)
    home = VILLAGES.index(SIDES[0]["lots"][two.lot(lot)]["village"])
    two.pizzeria(0, lot, 1, f"ham/{VILLAGES[home]}")
    costs = []
    for disks in range(1, 5):
        two.state.disks[0, home] = disks
        costs.append(route_cards(two.state, 0, 0, home, zone, 0))
    assert costs == [5, 4, 3, 2]


@pytest.mark.rule("NY-DELIVER-14", "NY-DELIVER-15")
def test_route_kinds(kitchen: Any) -> None:
    kitchen.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen")
    assert kitchen.legal() == [kitchen.action("ROUTE", 0)]
    assert kitchen.why("ROUTE", 2) == "NY-DELIVER-15"
    assert kitchen.why("ROUTE", 1) == "NY-POWER-PARKPATH-1"
    for card in ("bait_and_switch", "copy_cat"):
        kitchen.play_card(0, card)
        assert kitchen.why("ROUTE", 2) == "NY-DELIVER-15"
    kitchen.play_card(0, "drone_delivery")
    assert kitchen.legal() == [kitchen.action("ROUTE", 0), kitchen.action("ROUTE", 2)]  # its use is optional


@pytest.mark.rule("NY-DELIVER-17")
def test_emptied_and_short_orders_cannot_be_delivered(kitchen: Any) -> None:
    kitchen.order(1, "standard_1", "onions/hells_kitchen")
    kitchen.state.order[0] = NONE
    kitchen.do("ACT", 2)
    assert kitchen.why("ORDER", 0) == "NY-DELIVER-17"
    assert kitchen.can("ORDER", 1)


@pytest.mark.rule("NY-DELIVER-18", "NY-POWER-OUTOFSUPPLIES-2", "NY-POWER-OUTOFSUPPLIES-3")
def test_a_debt_is_paid_first(kitchen: Any) -> None:
    kitchen.state.power_at[33] = Place.DEBT + 0
    assert kitchen.why("ACT", 2) == "NY-DELIVER-2"  # neither $2 nor two spare cards
    assert kitchen.can("ACT", 0)  # it hinders nothing else
    kitchen.give(0, "ham/harlem")
    assert kitchen.can("ACT", 2)  # shorting the peppers sets a second card free
    kitchen.give(0, "ham/midtown")
    kitchen.deliver(0, "hells_kitchen")
    assert kitchen.phase == Phase.DEBT
    assert kitchen.why("MONEY") == "NY-POWER-OUTOFSUPPLIES-3"
    kitchen.do("CARD", "ham/harlem").do("CARD", "ham/midtown")
    assert kitchen.at("out_of_supplies") == Place.DISCARD
    assert kitchen.phase == Phase.COVER


@pytest.mark.rule("NY-POWER-OUTOFSUPPLIES-3")
def test_a_debt_in_money(kitchen: Any) -> None:
    kitchen.state.power_at[33] = Place.DEBT + 0
    kitchen.state.money[0] = 2
    kitchen.deliver(0, "hells_kitchen").do("MONEY")
    assert kitchen.state.money[0] == 0
    assert kitchen.at("out_of_supplies") == Place.DISCARD


@pytest.mark.rule("NY-DELIVER-26", "NY-DELIVER-34")
def test_no_tokens_left(kitchen: Any) -> None:
    kitchen.state.pool[:] = 0
    kitchen.state.n_pool = 0
    kitchen.state.tip[0] = NONE
    kitchen.deliver(0, "hells_kitchen").do("PERM", "onions").do("CARD", "peppers/midtown")
    assert kitchen.state.no_tips[0] == 1
    assert kitchen.state.tip[0] == NONE
    kitchen.state.no_tips_left = 0
    kitchen.finish_turn().finish_turn()
    kitchen.no_orders().order(0, "standard_1", "onions/greenwich_village", tip=NONE)
    kitchen.deliver(0, "hells_kitchen").pay_any()
    assert kitchen.state.no_tips[0] == 1
    assert kitchen.state.delivered[0] == 2
    before = int(kitchen.state.n_tips[1])
    kitchen.ask(Phase.SOARS, 0, 0, 1)
    assert int(kitchen.state.n_tips[1]) == before


@pytest.mark.rule("NY-DELIVER-23")
def test_tolls_are_paid_as_far_as_money_goes(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    three.play_card(1, "mob_boss").play_card(2, "thats_my_spot")
    three.state.spot = HK
    three.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert three.state.money[:3].tolist() == [0, 1, 0]  # first the zone card, then nothing is left


def test_ex_20_park_path() -> None:
    """NY-EX-20: from the north gate to the south gate 6 steps around, 2 through the park."""
    side = SIDES[0]
    number = node_numbers(side)
    foot = steps(side, False)
    north, south = number["n2_2"], number["n3_5"]
    assert foot[north, south] == 6
    assert through_park(side, foot)[north, south] == 2


def test_ex_19_speed_cards(two: Any) -> None:
    """NY-EX-19: range 2, distance 7: on foot 5, Drone 3, Roller Blades 4, Moped 0; not at distance 8."""
    found: dict[int, tuple[str, int]] = {}
    for lot in SIDES[0]["lots"]:
        for zone in range(9):
            found.setdefault(int(spaces(0, ON_FOOT, 0, lot["index"], zone)), (lot["id"], zone))
    for distance, expected in ((7, [3, 4, 0]), (8, [3, 6, IMPOSSIBLE])):
        lot, zone = found[distance]
        home = VILLAGES.index(SIDES[0]["lots"][two.lot(lot)]["village"])
        two.pizzeria(0, lot, 2, f"ham/{VILLAGES[home]}")
        assert route_cards(two.state, 0, 0, home, zone, 0) == distance - 2
        costs = []
        for card in ("drone_delivery", "roller_blades", "moped_delivery"):
            two.play_card(0, card)
            costs.append(int(route_cards(two.state, 0, 0, home, zone, 2)))
        assert costs == expected
        two.state.lot[0, home] = NONE
