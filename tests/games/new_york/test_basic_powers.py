"""The 21 basic Power Cards."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.rules.covering import route_cards
from fattorino.games.new_york.rules.hands import hand_limit
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.streets import (
    BY_BLUE,
    BY_BOAT,
    BY_PASS,
    BY_RED,
    ON_FOOT,
    SIDES,
    node_numbers,
    spaces,
    steps,
)
from fattorino.games.new_york.tables import POWERS, VILLAGES, Place
from fattorino.kernel.records import NONE

HK = VILLAGES.index("hells_kitchen")


def one_order(table: Any, village: str, seat: int = 0) -> Any:
    """A pizzeria in Hell's Kitchen with a long range, and an order of one for a zone."""
    if table.state.lot[seat, HK] == NONE:
        table.pizzeria(seat, "hk_4" if seat == 0 else "hk_3", 4, "onions/hells_kitchen")
    table.no_orders().order(0, "standard_1", f"onions/{village}", tip=1)
    table.hand(seat, *["ham/harlem"] * 2, *["ham/midtown"] * 2, "peppers/harlem", "peppers/midtown")
    return table


def deliver(table: Any, route: int = 0) -> Any:
    return table.deliver(0, "hells_kitchen", route).pay_any()


@pytest.mark.rule("NY-POWER-BAIT-1", "NY-POWER-BAIT-2")
def test_bait_and_switch(three: Any) -> None:
    three.play_card(0, "bait_and_switch").order(0, "standard_2", "onions/midtown", "ham/harlem")
    three.hand(0, "ham/east_village", "onions/harlem", "any_meat/harlem")
    three.order(1, "hawaiian")
    three.do("USE", 0)
    assert three.can("ORDER", 0)
    assert not three.can("ORDER", 1)
    three.do("ORDER", 0)
    assert three.why("CARD", "onions/harlem") == "NY-POWER-BAIT-1"
    assert three.why("CARD", "any_meat/harlem") == "NY-POWER-BAIT-1"  # ANY kinds match only themselves
    three.do("CARD", "ham/east_village")
    assert "ham/harlem" in three.hands(0)
    from fattorino.games.new_york.rules.delivery import order_zone

    assert order_zone(three.state, 0) == VILLAGES.index("east_village")


@pytest.mark.rule("NY-POWER-DRONE-1")
def test_drone(two: Any) -> None:
    one_order(two, "harlem").play_card(0, "drone_delivery")
    distance = spaces(0, ON_FOOT, 0, two.lot("hk_4"), VILLAGES.index("harlem"))
    assert route_cards(two.state, 0, 0, HK, VILLAGES.index("harlem"), 2) == (distance - 4 + 1) // 2


@pytest.mark.rule("NY-POWER-MOTORBOAT-1")
def test_motor_boat_joins_the_docks() -> None:
    side = SIDES[0]
    number = node_numbers(side)
    boat, foot = steps(side, True), steps(side, False)
    docks = [number[name] for name in side["docks"]["spaces"]]
    assert all(boat[a, b] == 1 for a in docks for b in docks if a != b)
    assert foot[docks[0], docks[3]] > 5
    fd = next(lot["index"] for lot in side["lots"] if lot["id"] == "fd_1")
    assert spaces(0, BY_BOAT, 0, fd, 0) < spaces(0, ON_FOOT, 0, fd, 0)


@pytest.mark.rule("NY-POWER-ROLLERBLADES-1", "NY-POWER-ROLLERBLADES-2")
def test_roller_blades(two: Any) -> None:
    one_order(two, "harlem").play_card(0, "roller_blades")
    for village in range(9):
        distance = spaces(0, ON_FOOT, 0, two.lot("hk_4"), village)
        assert route_cards(two.state, 0, 0, HK, village, 2) == 2 * max(0, distance - 7)
        assert route_cards(two.state, 0, 0, HK, village, 0) == max(0, distance - 4)


@pytest.mark.rule("NY-POWER-FASTPASS-1", "NY-POWER-FASTPASS-2")
def test_fast_pass(two: Any, bare_table: Callable[..., Any]) -> None:
    one_order(two, "financial_district").play_card(0, "subway_fast_pass")
    lot, zone = two.lot("hk_4"), VILLAGES.index("financial_district")
    side = SIDES[0]
    number = node_numbers(side)
    foot = steps(side, False)
    stations = [number[n] for n in side["subway"]["red"] + side["subway"]["blue"]]
    door, end = number["n1_7"], number[side["zones"]["financial_district"]]
    best = min(1 + foot[door, a] + foot[b, end] for a in stations for b in stations if a != b)
    assert spaces(0, BY_PASS, 0, lot, zone) == best
    deliver(two, 2)
    assert two.state.passes == 2
    assert two.at("subway_fast_pass") == Place.TABLEAU
    two.state.passes = 0
    two.finish_turn().finish_turn()
    one_order(two, "financial_district").do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen")
    assert not two.can("ROUTE", 2)  # no token, no ride
    strict = bare_table(2, subway_exit_counts=True)
    one_order(strict, "financial_district").play_card(0, "subway_fast_pass")
    lax = route_cards(two.state, 0, 0, HK, zone, 0)
    assert route_cards(strict.state, 0, 0, HK, zone, 2) == max(0, best + 1 - 4) <= lax


@pytest.mark.rule("NY-POWER-TICKETBLUE-1", "NY-POWER-TICKETRED-1", "NY-POWER-TICKETRED-2")
@pytest.mark.parametrize(("card", "means"), [("subway_ticket_blue", BY_BLUE), ("subway_ticket_red", BY_RED)])
def test_subway_tickets(two: Any, card: str, means: int) -> None:
    one_order(two, "midtown").play_card(0, card)
    for zone in range(9):
        distance = spaces(0, means, 0, two.lot("hk_4"), zone)
        assert route_cards(two.state, 0, 0, HK, zone, 2) == 2 + max(0, distance - 4)  # the fare is always due
    two.deliver(0, "hells_kitchen", 2).do("PERM", "onions")
    due = int(two.state.d_due)
    two.pay_any()
    assert due >= 2
    assert two.at(card) == Place.TABLEAU


@pytest.mark.rule("NY-POWER-FINWIZARD-1", "NY-POWER-FINWIZARD-2", "NY-POWER-MOBBOSS-1", "NY-POWER-MOBBOSS-2")
@pytest.mark.rule("NY-POWER-POPE-1", "NY-POWER-POPE-2", "NY-POWER-PARKCOMM-1")
@pytest.mark.parametrize(
    ("card", "zone", "own"),
    [
        ("financial_wizard", "financial_district", 2),
        ("mob_boss", "hells_kitchen", 2),
        ("pope_of_greenwich_village", "greenwich_village", 2),
        ("park_commissioner", "central_park", 1),
    ],
)
def test_zone_cards(two: Any, card: str, zone: str, own: int) -> None:
    one_order(two, zone).play_card(0, card)
    deliver(two)
    assert two.state.money[:2].tolist() == [1 + own, 0]  # the owner, from the bank
    two.finish_turn().finish_turn()
    two.state.slot[0, 1] = NONE
    two.state.money[:2] = 0
    one_order(two, zone).play_card(1, card)
    deliver(two)
    assert two.state.money[:2].tolist() == [0, 1]  # an opponent pays
    two.finish_turn().finish_turn()
    two.state.money[:2] = 0
    one_order(two, "midtown" if zone != "midtown" else "harlem")
    deliver(two)
    assert two.state.money[:2].tolist() == [1, 0]  # other zones: nothing


@pytest.mark.rule("NY-POWER-PARKCOMM-2")
def test_park_commissioner_and_the_open_path(three: Any) -> None:
    one_order(three, "central_park").play_card(0, "park_commissioner").play_card(2, "park_path")
    deliver(three)
    assert three.state.money[:3].tolist() == [1 + 1 + 1, 0, 0]
    three.finish_turn().finish_turn().finish_turn()
    three.state.slot[0, 1] = NONE
    three.state.money[:3] = 0
    one_order(three, "central_park").play_card(1, "park_commissioner")
    deliver(three)
    assert three.state.money[:3].tolist() == [0, 2, 0]  # $1 from the deliverer, $1 from the bank


@pytest.mark.rule("NY-POWER-PARKPATH-1", "NY-POWER-PARKPATH-2", "NY-POWER-PARKPATH-3", "NY-POWER-PARKPATH-4")
@pytest.mark.parametrize(("owner", "money"), [(0, [1 + 2, 0]), (1, [0, 1])])
def test_park_path(two: Any, owner: int, money: list[int]) -> None:
    two.pizzeria(0, "mid_1", 4, "onions/midtown").order(0, "standard_1", "onions/harlem")
    two.hand(0, *["ham/harlem"] * 2, *["ham/midtown"] * 2)
    assert route_cards(two.state, 0, 0, VILLAGES.index("midtown"), 0, 1) == 1000
    two.play_card(owner, "park_path")
    lot = two.lot("mid_1")
    assert spaces(0, ON_FOOT, 1, lot, 0) < spaces(0, ON_FOOT, 0, lot, 0)
    two.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "midtown")
    assert two.can("ROUTE", 0)
    assert two.can("ROUTE", 1)
    two.do("ROUTE", 1).do("PERM", "onions").pay_any()
    assert two.state.money[:2].tolist() == money


@pytest.mark.rule("NY-POWER-LONGDISTANCE-1")
@pytest.mark.parametrize(("lot", "home", "zone"), [("harlem_1", 0, 7), ("fd_1", 7, 0), ("fd_1", 7, 7)])
def test_long_distance(two: Any, lot: str, home: int, zone: int) -> None:
    two.pizzeria(0, lot, 4, f"onions/{VILLAGES[home]}").order(0, "standard_1", f"onions/{VILLAGES[zone]}")
    two.play_card(0, "long_distance_delivery")
    two.hand(0, *[f"{kind}/harlem" for kind in ("ham", "peppers", "onions", "sausage", "tomatoes")] * 3)
    two.deliver(0, VILLAGES[home]).pay_any()
    assert two.state.money[0] == (1 if home == zone else 6)


# -- Harlem Rotary ---------------------------------------------------------------------------------------


@pytest.fixture
def rotary(three: Any) -> Any:
    """Seat 1 owns Harlem Rotary and a pizzeria in Harlem; seat 0 can deliver an order of two to Harlem."""
    three.play_card(1, "harlem_rotary_pizzeria")
    three.pizzeria(0, "harlem_1", 4, "onions/harlem", "ham/harlem")
    three.pizzeria(1, "harlem_2", 4, "pineapple/harlem", "ham/harlem")
    return three.order(0, "standard_2", "onions/midtown", "ham/harlem", tip=2).hand(1, "onions/east_village")


@pytest.mark.rule("NY-POWER-HARLEMROTARY-1", "NY-POWER-HARLEMROTARY-2", "NY-POWER-HARLEMROTARY-3")
@pytest.mark.rule("NY-POWER-HARLEMROTARY-4")
def test_harlem_rotary_copies(rotary: Any) -> None:
    market = int(rotary.state.n_market)
    rotary.deliver(0, "harlem").pay_any()
    assert rotary.phase == Phase.ROTARY
    assert rotary.state.seat == 1
    assert rotary.state.ticket[0] == NONE  # before the new order
    assert rotary.view(0).phase == Phase.EXTRA
    assert rotary.view(0).seat == 0
    rotary.do("VILLAGE", "harlem").do("ROUTE", 0).do("CARD", "onions/east_village").do(
        "PERM", "ham"
    ).pay_any()
    state = rotary.state
    assert state.money[1] == 2 + 1  # the base of the order, and the own Pineapple
    assert state.n_tips[1] + state.no_tips[1] == 1
    assert state.n_power[1] == 1
    assert state.delivered[1] == 1
    assert state.n_market == market + 2  # the order's cards moved once
    assert state.ticket[0] != NONE


@pytest.mark.rule("NY-POWER-HARLEMROTARY-1")
def test_a_copy_may_be_declined_and_needs_the_means(rotary: Any) -> None:
    rotary.hand(1).deliver(0, "harlem").pay_any()
    assert rotary.phase != Phase.ROTARY  # no onions, no copy
    assert rotary.state.ticket[0] != NONE


# -- EVENT -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-POWER-BUILDCOMM-1")
def test_few_empty_lots(two: Any) -> None:
    for lot in range(27):
        two.state.owner[lot] = 1
    two.hand(0, "building_commissioner").do("CARD", "building_commissioner")
    assert two.legal() == [two.action("LOT", "fd_3")]
    two.do("LOT", "fd_3")
    assert two.phase == Phase.PRE


@pytest.mark.rule("NY-POWER-COLDSTORAGE-1", "NY-POWER-COLDSTORAGE-2", "NY-POWER-COLDSTORAGE-3")
def test_cold_storage(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    two.sewer("onions/harlem", "onions/midtown", "peppers/harlem").hand(0, "cold_storage")
    two.do("CARD", "cold_storage")
    assert sum(card != NONE for card in two.state.cold) == 3
    assert two.state.n_sewer == 0
    assert two.why("ACT", 2) == "NY-DELIVER-2"  # not in this turn
    two.finish_turn().finish_turn()
    two.hand(0).no_orders().order(0, "standard_2", "onions/harlem", "onions/greenwich_village")
    two.state.disks[0, HK] = 2
    two.deliver(0, "hells_kitchen")
    assert two.phase == Phase.COVER
    two.do(two.legal()[0]).do(two.legal()[0])
    assert two.phase == Phase.EXTRA
    assert two.state.d_due == 1
    two.do(two.legal()[0])  # the way, too
    assert two.state.money[0] == 2
    assert two.state.n_sewer == 3
    assert (two.state.cold == NONE).all()


@pytest.mark.rule("NY-POWER-COLDSTORAGE-2")
def test_cold_storage_pays_for_nothing_else(two: Any) -> None:
    two.play_card(0, "cold_storage")
    two.state.cold[:2] = 1, 2
    two.state.money[0] = 1
    two.hand(0, "ham/harlem")
    assert two.why("ACT", 1) == "NY-TURN-2"  # $2 lot, $1 and no other card from hand
    assert hand_limit(two.state, 0) == 10


@pytest.mark.rule("NY-POWER-COLDSTORAGE-4", "NY-POWER-COLDSTORAGE-5")
def test_refill(two: Any) -> None:
    two.play_card(0, "cold_storage").hand(0, "ham/harlem")
    two.state.cold[0] = 5
    assert two.why("USE", 1) == "NY-POWER-COLDSTORAGE-4"  # not empty
    two.state.cold[0] = NONE
    two.state.cold_used = 1
    assert two.why("USE", 1) == "NY-POWER-COLDSTORAGE-5"
    two.state.cold_used = 0
    two.do("USE", 1).do("CARD", "ham/harlem")
    assert sum(card != NONE for card in two.state.cold) == 1  # the discarded card was already in the sewer
    assert two.hands(0) == []


@pytest.mark.rule("NY-POWER-EVMOGUL-1")
def test_mogul(three: Any, bare_table: Callable[..., Any]) -> None:
    one_order(three, "east_village").play_card(2, "east_village_mogul")
    deliver(three)
    assert three.phase == Phase.TAKE
    assert three.state.seat == 2
    assert three.can("DONE")
    assert three.can("DECK")
    three.do("DECK").do("DONE")
    assert three.state.n_hand[2] == 1
    own = bare_table(2, mogul_scope="own")
    one_order(own, "east_village").play_card(1, "east_village_mogul")
    deliver(own)
    assert own.phase != Phase.TAKE


@pytest.mark.rule("NY-POWER-FARMERBROWN-1", "NY-POWER-FARMERBROWN-2", "NY-CHEESE-6")
def test_farmer_brown(three: Any) -> None:
    three.hand(0, "farmer_brown").sewer("extra_cheese/harlem")
    assert three.why("CARD", "farmer_brown") == "NY-POWER-FARMERBROWN-1"
    three.sewer("extra_cheese/harlem", "onions/midtown", "ham/midtown").do("CARD", "farmer_brown")
    assert three.why("CARD", "extra_cheese/harlem") == "NY-CHEESE-6"
    three.do("CARD", "onions/midtown")
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    assert three.why("ACT", 2) == "NY-DELIVER-2"  # after this turn only
    three.finish_turn().finish_turn().finish_turn()
    three.hand(0).no_orders().order(0, "standard_1", "onions/hells_kitchen")
    three.deliver(0, "hells_kitchen").do("FARMER")
    assert three.state.money[0] == 1
    assert three.state.farmer != NONE


@pytest.mark.rule("NY-POWER-FRUGAL-1", "NY-POWER-FRUGAL-2", "NY-POWER-FRUGAL-3")
def test_frugal_shopper(three: Any) -> None:
    three.play_card(0, "frugal_shopper").hand(0, "lucky_day")
    assert three.why("USE", 2) == "NY-POWER-FRUGAL-1"  # after the action only
    three.do("ACT", 0).do("DECK").do("DECK").do("USE", 2).do("DECK")
    assert three.state.n_hand[0] == 3
    assert three.why("CARD", "lucky_day") == "NY-POWER-FRUGAL-2"
    assert three.why("USE", 2) == "NY-TURN-10"
    three.finish_turn().finish_turn().finish_turn()
    three.hand(0, "lucky_day").do("CARD", "lucky_day").do("ACT", 0).do("DECK").do("DECK")
    assert three.why("USE", 2) == "NY-POWER-FRUGAL-2"
    three.finish_turn().finish_turn().finish_turn()
    one_order(three, "hells_kitchen")
    deliver(three)
    assert three.at("frugal_shopper") == Place.DISCARD
    assert three.state.slot[0, 2] == NONE


@pytest.mark.rule("NY-POWER-FRUGAL-2")
def test_frugal_shopper_itself_played_before_is_no_obstacle(two: Any) -> None:
    two.hand(0, "frugal_shopper").do("CARD", "frugal_shopper").do("ACT", 0).do("DECK").do("DECK")
    assert two.can("USE", 2)


@pytest.mark.rule("NY-POWER-LIBERTY-1")
def test_liberty_storage(two: Any) -> None:
    two.play_card(0, "liberty_storage")
    assert hand_limit(two.state, 0) == 12
    assert hand_limit(two.state, 1) == 10


@pytest.mark.rule("NY-POWER-HIJINKS-1")
def test_midtown_hi_jinks(two: Any) -> None:
    one_order(two, "midtown").play_card(1, "midtown_hijinks")
    deliver(two)
    assert two.state.no_tips[0] == 1
    two.finish_turn().finish_turn()
    two.state.slot[1, 2] = NONE
    one_order(two, "midtown").play_card(0, "midtown_hijinks")
    deliver(two)
    assert two.state.n_tips[0] == 1  # only opponents suffer
    assert not next(p for p in POWERS if p["id"] == "midtown_hijinks")["coop"]
