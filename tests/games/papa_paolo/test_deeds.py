"""The four actions: sponsor, shop, express, build."""

from typing import Any

import pytest

from fattorino.games.papa_paolo.rules.deeds import check_deed
from fattorino.games.papa_paolo.state import (
    BUILD,
    BUY,
    CELL,
    DROP,
    END_DELIVERY,
    EXPRESS,
    IDLE,
    PRICE,
    SHOP,
    SLOT,
    SPONSOR,
    STEP,
    Colour,
    Event,
    Phase,
    Rule,
    Stage,
)
from games.papa_paolo.plain import cell_at

HOME = CELL + cell_at(0, 0)
N, E, S, W = (STEP + side for side in range(4))


def use(table: Any, seat: Any, slot: Any) -> None:
    table.state.pawn[slot] = seat
    table.state.slot = slot
    table.ask(seat, Phase.USE, Stage.PLACE)


@pytest.mark.rule("PP-SPONSOR-1")
@pytest.mark.parametrize(("column", "lire"), list(enumerate([3, 5, 7, 9, 11, 13])))
def test_sponsor_pays_what_the_finance_marker_shows(four: Any, column: Any, lire: Any) -> None:
    four.state.track[1, Colour.GOLD] = column
    use(four, 1, 0)
    four.play(SPONSOR)
    assert four.state.money[1] == 10 + lire


@pytest.mark.rule("PP-SPONSOR-2")
def test_sponsor_is_always_available(four: Any) -> None:
    four.state.money[0] = four.state.room[0] = four.state.supply[0] = 0
    assert check_deed(four.state, 0, Colour.GOLD.value) == Rule.OK


# -- shop ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PP-SHOP-1")
@pytest.mark.parametrize(("pizzas", "price"), [(1, 2), (2, 3), (3, 5), (4, 7), (5, 9)])
def test_one_to_five_pizzas(four: Any, pizzas: Any, price: Any) -> None:
    four.found(0, 1)
    four.build(0, 2, 0, 5)
    use(four, 0, 5)
    four.play(SHOP)
    assert four.legal() == [BUY + k for k in range(5)]
    assert four.rule(SLOT) == "PP-SHOP-1"
    four.play(BUY + pizzas - 1)
    assert (four.state.money[0], four.state.to_stock) == (10 - price, pizzas)


@pytest.mark.rule("PP-ROUND-5")
def test_nobody_spends_more_than_they_have(four: Any) -> None:
    four.state.money[0] = 4
    use(four, 0, 5)
    four.play(SHOP)
    assert four.legal() == [BUY, BUY + 1]
    assert four.rule(BUY + 2) == "PP-ROUND-5"


@pytest.mark.rule("PP-SHOP-2")
@pytest.mark.parametrize(("column", "free"), list(enumerate([0, 0, 1, 1, 2, 2])))
def test_free_pizzas_by_the_market_marker(four: Any, column: Any, free: Any) -> None:
    four.found(0, 1)
    four.stock(0, 0, 0, 0)
    four.state.track[0, Colour.BLUE] = column
    use(four, 0, 5)
    four.play(SHOP, BUY)
    assert four.state.to_stock == 1 + free
    assert four.told(Event.BOUGHT) == [[0, 1, 2, free, 0, 0]]
    four.settle()
    assert four.pizzas(0, 0, 0) == 1 + free


@pytest.mark.rule("PP-SHOP-3")
def test_pizzas_are_spread_as_the_buyer_likes(four: Any) -> None:
    four.found(0, 1)
    four.build(0, 2, 0, 5)
    there = CELL + cell_at(2, 0)
    use(four, 0, 5)
    four.play(SHOP, BUY + 2)
    assert four.legal() == [HOME, there]
    assert four.rule(CELL + cell_at(1, 0)) == "PP-SHOP-3"
    assert four.rule(BUY) == "PP-SHOP-3"
    four.play(HOME, there, HOME)
    assert (four.pizzas(0, 0, 0), four.pizzas(0, 2, 0)) == (5, 3)
    assert four.state.phase == Phase.SLOT


@pytest.mark.rule("PP-SHOP-4", "PP-BUILD-7")
@pytest.mark.parametrize(("value", "capacity"), [(5, 6), (4, 5), (2, 3)])
def test_no_pizzeria_holds_more_than_its_capacity(four: Any, value: Any, capacity: Any) -> None:
    four.found(0, 1)
    four.build(0, 2, 0, value)
    four.stock(0, 2, 0, capacity)
    use(four, 0, 5)
    four.play(SHOP, BUY)
    assert four.legal() == [HOME]
    assert four.rule(CELL + cell_at(2, 0)) == "PP-SHOP-4"
    four.stock(0, 2, 0, capacity - 1)
    assert four.rule(CELL + cell_at(2, 0)) == "OK"
    four.stock(0, 0, 0, 6)
    assert four.rule(HOME) == "PP-SHOP-4"


@pytest.mark.rule("PP-SHOP-5")
def test_bought_pizzas_must_fit_free_ones_are_lost(four: Any) -> None:
    four.found(0, 1)  # room for 3
    four.state.track[0, Colour.BLUE] = 5
    use(four, 0, 5)
    four.play(SHOP)
    assert four.legal() == [BUY, BUY + 1, BUY + 2]
    assert four.rule(BUY + 3) == "PP-SHOP-5"
    four.play(BUY + 1)
    assert four.state.to_stock == 3  # two bought, one of two free ones
    four.settle()
    assert four.pizzas(0, 0, 0) == 6
    four.found(0, 1)
    four.state.supply[0] = 2
    use(four, 0, 5)
    four.play(SHOP)
    assert four.rule(BUY + 2) == "PP-SHOP-5"
    four.play(BUY)
    assert four.state.to_stock == 2  # none may be refused, none beyond the supply


@pytest.mark.rule("PP-SHOP-6")
@pytest.mark.parametrize("lacking", ["money", "room", "supply"])
def test_shopping_needs_two_lire_room_and_a_pizza(four: Any, lacking: Any) -> None:
    use(four, 0, 5)
    assert four.rule(SHOP) == "OK"
    getattr(four.state, lacking)[0] = 1 if lacking == "money" else 0
    assert four.rule(SHOP) == "PP-SHOP-6"


# -- express ---------------------------------------------------------------------------------------------


def road_east(table: Any, seat: Any, tiles: Any) -> None:
    """A street east of the start tile."""
    table.found(seat, 1)
    for step in range(tiles):
        table.lay(seat, 2 + step, 0, "gold-07", 1)


@pytest.mark.rule("PP-EXPRESS-1")
@pytest.mark.parametrize(("column", "pizzas"), list(enumerate([1, 1, 2, 2, 3, 3])))
def test_express_costs_two_and_delivers_by_the_express_marker(four: Any, column: Any, pizzas: Any) -> None:
    road_east(four, 0, 3)
    four.state.track[0, Colour.RED] = column
    use(four, 0, 10)
    four.play(EXPRESS)
    assert four.state.money[0] == 8
    assert four.state.pizzas_left == pizzas
    four.play(HOME)
    for _ in range(pizzas):
        assert four.state.phase == Phase.ROAD
        four.play(E, DROP)
    assert four.state.phase == Phase.SLOT  # the limit is used up
    assert four.pizzas(0, 0, 0) == 3 - pizzas


@pytest.mark.rule("PP-EXPRESS-2")
def test_express_needs_money_a_pizza_and_somebody_to_serve(four: Any) -> None:
    road_east(four, 0, 3)
    use(four, 0, 10)
    four.state.money[0] = 1
    assert four.rule(EXPRESS) == "PP-EXPRESS-2"
    four.state.money[0] = 2
    assert four.rule(EXPRESS) == "OK"
    for x in (1, 2, 3):
        four.serve(0, x, 0, 1)
    assert four.rule(EXPRESS) == "OK"  # the last house is far, but distance does not matter
    four.serve(0, 4, 0, 1)
    assert four.rule(EXPRESS) == "PP-EXPRESS-2"
    four.found(0, 1)
    four.stock(0, 0, 0, 0)
    assert four.rule(EXPRESS) == "PP-EXPRESS-2"


@pytest.mark.rule("PP-EXPRESS-2", "PP-DELIVER-5")
def test_houses_behind_a_pizzeria_are_not_reached_through_it(four: Any) -> None:
    four.found(0, 1)
    four.serve(0, 1, 0, 1)
    four.build(0, 2, 0, 2, pizzas=0)
    four.lay(0, 3, 0, "gold-07", 1)
    use(four, 0, 10)
    assert four.rule(EXPRESS) == "PP-EXPRESS-2"
    four.stock(0, 2, 0, 1)
    assert four.rule(EXPRESS) == "OK"


@pytest.mark.rule("PP-EXPRESS-3")
def test_express_distance_is_unlimited(four: Any) -> None:
    road_east(four, 0, 3)
    use(four, 0, 10)
    four.play(EXPRESS, HOME, E, E, E, E)
    assert four.rule(DROP) == "OK"
    assert four.rule(W) == "PP-DELIVER-6"  # all other tour rules hold


@pytest.mark.rule("PP-EXPRESS-4")
def test_express_tours_are_those_of_the_network_marker_when_it_begins(four: Any) -> None:
    four.found(0, 4)  # a green house
    four.lay(0, 0, -1, "gold-20", 2)
    four.state.track[0, Colour.RED] = 4
    use(four, 0, 10)
    four.play(EXPRESS, HOME, E, DROP)
    four.settle()
    assert four.state.phase == Phase.SLOT  # one tour only, although the green house is served
    assert four.state.track[0, Colour.GREEN] == 1
    use(four, 0, 11)
    four.play(EXPRESS)
    assert four.state.tours_left == 2


@pytest.mark.rule("PP-EXPRESS-5", "PP-XP-3")
def test_express_teaches_at_once_and_not_again(four: Any) -> None:
    four.found(0, 1)
    use(four, 0, 10)
    four.play(EXPRESS, HOME, E, DROP)
    assert four.state.track[0].tolist() == [1, 0, 0, 0]
    assert not four.state.gained.any()


@pytest.mark.rule("PP-EXPRESS-6")
def test_express_may_deliver_nothing_and_is_not_refunded(four: Any) -> None:
    four.found(0, 1)
    use(four, 0, 10)
    four.play(EXPRESS, END_DELIVERY)
    assert (four.state.money[0], four.pizzas(0, 0, 0)) == (8, 3)
    assert four.state.phase == Phase.SLOT


@pytest.mark.rule("PP-EXPRESS-7")
def test_express_takes_nothing_from_phase_e(four: Any) -> None:
    road_east(four, 0, 3)
    use(four, 0, 10)
    four.play(EXPRESS, HOME, E, DROP)
    four.deliver(0, 2, 2)
    assert (four.state.tours_left, four.state.pizzas_left) == (1, 2)


# -- build -----------------------------------------------------------------------------------------------


def ready_to_build(table: Any, seat: Any, kind: Any) -> None:
    """A pizzeria is paid for and about to be placed."""
    use(table, seat, 15)
    table.play(BUILD, PRICE + kind)


@pytest.mark.rule("PP-BUILD-1")
def test_building_pays_the_value_and_takes_it_from_the_supply(four: Any) -> None:
    four.found(0, 1)
    use(four, 0, 15)
    four.play(BUILD)
    assert four.legal() == [PRICE, PRICE + 1, PRICE + 2]
    assert four.rule(IDLE) == "PP-BUILD-1"
    four.play(PRICE + 1)
    assert (four.state.money[0], four.state.pizzerias.tolist()) == (6, [3, 2, 2])
    four.play(CELL + cell_at(2, 0))
    assert four.state.shops[0] == 0b101


@pytest.mark.rule("PP-BUILD-2")
def test_a_pizzeria_stands_on_an_empty_square_inside_the_limit(four: Any) -> None:
    road_east(four, 0, 3)
    ready_to_build(four, 0, 0)
    assert four.rule(CELL + cell_at(1, 0)) == "PP-BUILD-2"
    assert four.rule(CELL + cell_at(4, 1)) == "OK"
    four.state.box[0, 3] = 3  # one column more to the west: full
    assert four.rule(IDLE) == "PP-BUILD-2"
    assert four.rule(CELL + cell_at(0, 4)) == "PP-BUILD-2"


@pytest.mark.rule("PP-BUILD-3")
def test_a_pizzeria_needs_a_city_tile_beside_it(four: Any) -> None:
    four.found(0, 1)
    ready_to_build(four, 0, 0)
    assert four.rule(CELL + cell_at(2, 1)) == "PP-BUILD-3"
    assert four.rule(CELL + cell_at(1, 1)) == "OK"  # no road is required


@pytest.mark.rule("PP-BUILD-4")
def test_pizzerias_do_not_touch_side_to_side(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, 1, "gold-03", 0)
    ready_to_build(four, 0, 0)
    assert four.rule(CELL + cell_at(0, -1)) == "PP-BUILD-4"
    assert four.rule(CELL + cell_at(1, 1)) == "OK"  # corner to corner with the start pizzeria


@pytest.mark.rule("PP-BUILD-5")
def test_exits_may_be_blocked(four: Any) -> None:
    four.found(0, 1)
    four.build(0, 1, -1, 2)  # above the city square, whose north side has houses
    new = four.square(0, 1, -1)
    assert four.state.roads[0, new] == 0b1111
    assert four.state.joined[0, new] == 0
    four.lay(0, 2, -1, "gold-20", 3)  # a dead end that leads into the east exit
    assert four.state.joined[0, new] == 1 << four.square(0, 2, -1)


@pytest.mark.rule("PP-BUILD-6")
@pytest.mark.parametrize(("supply", "pizzas"), [(30, 2), (1, 1), (0, 0)])
def test_two_free_pizzas(four: Any, supply: Any, pizzas: Any) -> None:
    four.found(0, 1)
    four.state.supply[0] = supply
    ready_to_build(four, 0, 2)
    four.play(CELL + cell_at(2, 0))
    assert four.pizzas(0, 2, 0) == pizzas
    assert four.state.supply[0] == supply - pizzas


@pytest.mark.rule("PP-BUILD-8")
def test_building_needs_money_for_one_and_a_site(four: Any) -> None:
    four.found(0, 1)
    use(four, 0, 15)
    four.state.money[0] = 1
    assert four.rule(BUILD) == "PP-BUILD-8"
    four.state.money[0] = 2
    assert four.rule(BUILD) == "OK"
    four.state.pizzerias[0] = 0
    assert four.rule(BUILD) == "PP-BUILD-8"
    four.state.money[0] = 4
    assert four.rule(BUILD) == "OK"
    four.state.sites[0] = 0
    assert four.rule(BUILD) == "PP-BUILD-8"


@pytest.mark.rule("PP-BUILD-9")
def test_an_empty_supply_is_not_refilled_but_players_may_build_on(four: Any) -> None:
    four.found(0, 1)
    four.state.money[0] = 30
    four.state.pizzerias[:] = [2, 0, 0]
    for x, y in ((2, 0), (1, 1)):
        ready_to_build(four, 0, 0)
        four.play(CELL + cell_at(x, y))
    assert four.state.shops[0] == 0b1101
    use(four, 0, 15)
    assert four.rule(BUILD) == "PP-BUILD-8"
    four.state.pizzerias[2] = 1
    four.play(BUILD)
    assert four.rule(PRICE) == "PP-BUILD-9"
