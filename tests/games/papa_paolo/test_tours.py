"""Phases E and F: tours and experience."""

from typing import Any

import pytest

from fattorino.games.papa_paolo.rules.district import serves
from fattorino.games.papa_paolo.state import (
    BUY,
    CELL,
    DROP,
    END_DELIVERY,
    END_TOUR,
    PASS,
    SLOT,
    STEP,
    Colour,
    Event,
    Phase,
    Stage,
)
from fattorino.kernel.records import NONE
from games.papa_paolo.plain import cell_at

HOME = CELL + cell_at(0, 0)
N, E, S, W = (STEP + side for side in range(4))


def ring(table: Any, seat: Any) -> None:
    """A ring road of crossroads and bends north of the pizzeria: (0,-1) (1,-1) (1,-2) (0,-2)."""
    table.found(seat, 1)
    table.lay(seat, 0, -1, "gold-03", 0)  # N E S
    table.lay(seat, 1, -1, "gold-08", 3)  # N W
    table.lay(seat, 1, -2, "blue-08", 2)  # S W
    table.lay(seat, 0, -2, "red-08", 1)  # E S


@pytest.mark.rule("PP-DELIVER-1")
def test_players_with_a_delivery_tile_deliver_in_turn_order(four: Any) -> None:
    four.auction([1, 2, 3, 0])
    for column in (1, 2, 3):
        four.bid(column, 1)
    four.play(PASS)
    while four.state.stage != Stage.DELIVER:
        four.play(four.legal()[-1])
    delivered = []
    while four.state.stage == Stage.DELIVER:
        delivered.append(int(four.state.seat))
        four.play(END_DELIVERY)
    assert delivered == [1, 2, 3]


@pytest.mark.rule("PP-DELIVER-2")
def test_pizzas_for_all_tours_distance_for_each(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-07", 0)
    four.lay(0, 0, -2, "gold-07", 0)
    four.lay(0, 0, 1, "gold-20", 0)
    four.state.track[0, Colour.GREEN] = 1
    four.stock(0, 0, 0, 6)
    four.deliver(0, 3, 1)
    assert (four.state.tours_left, four.state.pizzas_left, four.state.distance) == (2, 3, 1)
    four.play(HOME, N)
    assert four.rule(N) == "PP-DELIVER-2"
    four.play(DROP)
    assert four.state.pizzas_left == 2
    assert four.legal() == [END_TOUR]
    four.play(END_TOUR, HOME)
    assert four.state.distance_left == 1  # full again
    four.play(S, DROP, DROP)
    assert four.state.stage == Stage.PLACE  # three pizzas in all


@pytest.mark.rule("PP-DELIVER-3")
def test_a_tour_starts_where_pizzas_are_and_houses_in_reach(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 2, 0, "gold-07", 1)
    four.build(0, 3, 0, 2, pizzas=0)
    four.deliver(0, 3, 1)
    assert four.legal() == [HOME, END_DELIVERY]
    assert four.rule(CELL + cell_at(3, 0)) == "PP-DELIVER-3"  # no pizza
    assert four.rule(CELL + cell_at(1, 0)) == "PP-DELIVER-3"
    assert four.rule(SLOT) == "PP-DELIVER-3"
    four.serve(0, 1, 0, 1)
    assert four.legal() == [END_DELIVERY]  # the next house is two away
    four.stock(0, 3, 0, 1)
    assert four.rule(CELL + cell_at(3, 0)) == "OK"
    four.play(CELL + cell_at(3, 0), W, DROP)
    assert (four.pizzas(0, 3, 0), four.pizzas(0, 0, 0)) == (0, 3)  # from that pizzeria


@pytest.mark.rule("PP-DELIVER-4")
def test_a_tour_follows_roads_and_every_tile_counts(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-08", 1)  # E S
    four.lay(0, 1, -1, "gold-07", 1)  # E W
    four.deliver(0, 3, 3)
    four.play(HOME)
    assert four.rule(W) == "PP-DELIVER-4"
    assert four.rule(BUY) == "PP-DELIVER-4"
    four.play(N)
    assert four.rule(W) == "PP-DELIVER-4"  # houses there
    four.play(E)
    assert four.state.distance_left == 1
    assert four.rule(S) == "PP-DELIVER-4"  # adjacent to (1, 0), but without a road


@pytest.mark.rule("PP-DELIVER-5")
def test_a_tour_enters_no_pizzeria_but_served_tiles(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-03", 1)  # E S W
    four.lay(0, 1, -1, "gold-07", 1)
    four.build(0, -1, -1, 2)
    four.serve(0, 0, -1, 1)
    four.deliver(0, 3, 4)
    four.play(HOME, N)
    assert four.rule(W) == "PP-DELIVER-5"
    assert four.rule(S) == "PP-DELIVER-5"  # nor the one it came from
    four.play(E)
    assert four.rule(DROP) == "OK"


@pytest.mark.rule("PP-DELIVER-6")
def test_no_side_is_crossed_twice_but_a_tile_may_be_entered_again(four: Any, lay_out: Any) -> None:
    ring(four, 0)
    four.deliver(0, 9, 9)
    four.play(HOME, N, E)
    assert four.rule(W) == "PP-DELIVER-6"
    four.play(N, W, S)  # back on (0, -1) by another road
    assert four.state.tour_at == four.square(0, 0, -1)
    assert four.rule(E) == "PP-DELIVER-6"
    assert four.rule(N) == "PP-DELIVER-6"
    never = lay_out(4, tour_revisit="never")
    ring(never, 0)
    never.deliver(0, 9, 9)
    never.play(HOME, N, E, N, W)
    assert never.rule(S) == "PP-DELIVER-6"


@pytest.mark.rule("PP-DELIVER-7")
def test_pizzas_are_dropped_one_by_one_on_unserved_houses(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-14", 1)  # 2 houses, E S
    four.deliver(0, 3, 1)
    four.play(HOME)
    assert four.rule(DROP) == "PP-DELIVER-7"  # the pizzeria has no houses
    four.play(N, DROP)
    assert four.pizzas(0, 0, -1) == 1
    four.play(DROP)
    assert four.pizzas(0, 0, -1) == 2
    assert four.rule(DROP) == "PP-DELIVER-7"


@pytest.mark.rule("PP-DELIVER-8", "PP-DELIVER-12")
def test_a_tile_may_be_served_in_parts_and_keeps_its_pizzas(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-14", 1)
    four.deliver(0, 3, 1)
    four.play(HOME, N, DROP, END_TOUR)
    four.settle()
    assert four.state.round_no == 2
    assert four.pizzas(0, 0, -1) == 1
    assert four.state.track[0, Colour.GOLD] == 0
    four.deliver(0, 3, 1)
    four.play(HOME, N, DROP, END_TOUR)
    four.settle()
    assert four.pizzas(0, 0, -1) == 2
    assert four.state.track[0, Colour.GOLD] == 1


@pytest.mark.rule("PP-DELIVER-9")
def test_a_tour_ends_by_itself_or_when_its_player_likes(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-17", 0)  # 3 houses, N S
    four.state.track[0, Colour.GREEN] = 3
    four.stock(0, 0, 0, 2)
    four.deliver(0, 9, 4)
    four.play(HOME, END_TOUR)  # used up, nothing dropped
    assert four.state.tours_left == 2
    four.play(HOME, N, DROP, DROP)
    assert four.state.phase == Phase.TOUR  # the pizzeria is empty
    assert four.told(Event.TOUR_ENDED) == [[0, 0, 0, 0, 0, 0]]
    four.stock(0, 0, 0, 2)
    four.play(HOME, N, DROP)
    assert four.legal() == [END_TOUR]  # neither a step nor a drop is possible


@pytest.mark.rule("PP-DELIVER-10")
def test_each_tour_starts_afresh_from_any_pizzeria(four: Any) -> None:
    ring(four, 0)
    four.state.track[0, Colour.GREEN] = 1
    four.build(0, 2, 0, 2)
    four.deliver(0, 9, 2)
    four.play(HOME, N, N, END_TOUR)
    assert four.legal() == [HOME, CELL + cell_at(2, 0), END_DELIVERY]
    four.play(HOME)
    assert (four.state.distance_left, four.state.crossed) == (2, 0)
    assert four.rule(N) == "OK"


@pytest.mark.rule("PP-DELIVER-11")
def test_delivering_may_stop_before_any_tour(four: Any) -> None:
    four.found(0, 1)
    four.deliver(0, 3, 3)
    four.play(END_DELIVERY)
    assert four.state.round_no == 2
    assert four.pizzas(0, 0, 0) == 3


def test_reach_counts_steps(four: Any) -> None:
    ring(four, 0)
    for x, y in ((1, 0), (0, -1), (1, -1), (0, -2)):
        four.serve(0, x, y, 1)
    exits = int(four.state.joined[0, 0])
    assert [serves(four.state, 0, exits, distance) for distance in (2, 3)] == [False, True]


# -- experience ------------------------------------------------------------------------------------------


@pytest.mark.rule("PP-XP-1")
def test_a_tile_is_complete_with_a_pizza_for_each_house(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "blue-14", 1)  # 2 houses
    four.deliver(0, 3, 2)
    four.play(HOME, N, DROP)
    assert not four.state.gained.any()
    four.play(DROP)
    assert four.state.gained[0].tolist() == [0, 1, 0, 0]


@pytest.mark.rule("PP-XP-2", "PP-XP-6")
def test_markers_move_after_everybody_has_delivered(four: Any) -> None:
    four.found(0, 4)
    four.state.order[:] = [0, 1, 2, 3]
    four.deliver(0, 3, 2)
    four.state.ticket[1] = 0
    four.play(HOME, E, DROP)
    four.settle()
    assert (four.state.seat, four.state.stage) == (1, Stage.DELIVER)  # no second tour for seat 0
    assert four.state.track[0, Colour.GREEN] == 0
    four.play(END_DELIVERY)
    assert four.state.track[0, Colour.GREEN] == 1


@pytest.mark.rule("PP-XP-4")
def test_the_start_tile_teaches_like_any_other_and_once(four: Any) -> None:
    four.found(0, 3)
    four.deliver(0, 3, 2)
    four.play(HOME, E, DROP, END_TOUR)
    assert four.state.track[0].tolist() == [0, 0, 1, 0]
    assert four.state.hungry[0] == 0
    assert not four.state.gained.any()


@pytest.mark.rule("PP-XP-5")
def test_no_marker_passes_column_five(four: Any) -> None:
    four.found(0, 1)
    four.state.track[0, Colour.GOLD] = 5
    four.deliver(0, 3, 2)
    four.play(HOME, E, DROP, END_TOUR)
    assert four.state.track[0, Colour.GOLD] == 5
    assert four.told(Event.LEARNED) == []  # a marker that stands still is no news


@pytest.mark.rule("PP-XP-7")
def test_experience_counts_in_the_last_round_too(lay_out: Any) -> None:
    for counts in (True, False):
        table = lay_out(4, final_round_experience=counts)
        table.found(0, 1)
        table.state.round_no = 5
        table.deliver(0, 3, 2)
        table.play(HOME, E, DROP, END_TOUR)
        assert table.state.over
        assert table.state.track[0, Colour.GOLD] == int(counts)
        assert table.state.seat == NONE
