"""Phases A and B: pawns, tiles, bribes."""

from typing import Any

import pytest

from fattorino.games.papa_paolo import GAME
from fattorino.games.papa_paolo.rules.bribes import line_winner
from fattorino.games.papa_paolo.rules.questions.tile_placement import check_tile, check_turn
from fattorino.games.papa_paolo.state import (
    BUILD,
    CELL,
    EXPRESS,
    IDLE,
    ROT,
    SHOP,
    SLOT,
    SPONSOR,
    TAKE,
    Event,
    Phase,
    Rule,
    Stage,
)
from fattorino.games.papa_paolo.tables import SHAPES
from fattorino.kernel.records import NONE
from games.papa_paolo.plain import cell_at

CROSS, TEE, STRAIGHT, BEND, DEAD_END = (
    SHAPES.index(s) for s in ("cross", "tee", "straight", "bend", "dead_end")
)


def use(table: Any, seat: Any, slot: Any) -> None:
    """A pawn was just placed on a slot."""
    table.state.pawn[slot] = seat
    table.state.slot = slot
    table.ask(seat, Phase.USE, Stage.PLACE)


@pytest.mark.rule("PP-PLACE-1")
def test_one_pawn_each_in_turn_until_all_have_placed_four(four: Any) -> None:
    order = four.state.order.tolist()
    placed = []
    for slot in range(16):
        placed.append(int(four.state.seat))
        assert four.rule(TAKE) == "PP-PLACE-1"
        four.play(SLOT + slot, IDLE)
    assert placed == order * 4
    assert four.state.stage == Stage.BID


@pytest.mark.rule("PP-PLACE-2")
def test_a_slot_holds_one_pawn(four: Any) -> None:
    four.play(SLOT + 5, IDLE)
    assert four.rule(SLOT + 5) == "PP-PLACE-2"
    assert SLOT + 5 not in four.legal()
    assert four.state.slot_tile[5] != NONE


@pytest.mark.rule("PP-PLACE-3")
def test_take_or_one_of_the_two_lines_or_nothing(lay_out: Any) -> None:
    assert not GAME.settings()["allow_idle_pawn"]
    table = lay_out(4, allow_idle_pawn=False)
    table.state.slot_tile[4] = 0
    use(table, 0, 4)  # row shop, column sponsor
    assert table.legal() == [TAKE, SPONSOR, SHOP]
    assert table.rule(BUILD) == "PP-PLACE-3"
    assert table.rule(IDLE) == "PP-PLACE-3"
    table.state.money[0] = 0
    table.state.takes[0] = 0
    use(table, 0, 15)  # build and build, without money, and a tile that fits nowhere
    assert table.legal() == [IDLE]
    lazy = lay_out(4, allow_idle_pawn=True)
    use(lazy, 0, 4)
    assert lazy.legal() == [TAKE, SPONSOR, SHOP, IDLE]


@pytest.mark.rule("PP-PLACE-4")
def test_a_taken_tile_leaves_its_pawn_behind(four: Any) -> None:
    seat = int(four.state.seat)
    four.state.slot_tile[0] = 0  # a crossroads
    four.play(SLOT, TAKE, CELL + cell_at(2, 0))
    four.settle()
    assert (four.state.slot_tile[0], four.state.pawn[0]) == (NONE, seat)
    tile = int(four.state.slot_tile[1])
    four.play(SLOT + 1, IDLE)
    assert four.state.slot_tile[1] == tile
    assert four.rule(SLOT + 1) == "PP-PLACE-2"


@pytest.mark.rule("PP-PLACE-5")
def test_the_same_action_twice_is_one_option(four: Any) -> None:
    four.state.takes[0] = 0
    use(four, 0, 0)  # sponsor and sponsor
    assert four.legal() == [SPONSOR, IDLE]
    four.play(SPONSOR)
    assert four.state.money[0] == 13
    assert four.state.phase == Phase.SLOT  # the pawn is done


@pytest.mark.rule("PP-PLACE-6")
def test_only_what_can_be_carried_out_is_offered(four: Any) -> None:
    four.state.money[0] = 1
    use(four, 0, 9)  # express and shop
    assert [four.rule(action) for action in (SHOP, EXPRESS)] == ["PP-SHOP-6", "PP-EXPRESS-2"]
    use(four, 0, 15)
    assert four.rule(BUILD) == "PP-BUILD-8"


# -- laying tiles ----------------------------------------------------------------------------------------


@pytest.mark.rule("PP-EXPAND-1")
def test_a_tile_goes_on_an_empty_square_in_any_different_turn(four: Any) -> None:
    four.found(0, 1)
    four.hold(0, "gold-07")  # a straight road
    assert four.rule(CELL + cell_at(1, 0)) == "PP-EXPAND-1"
    assert four.rule(SLOT) == "PP-EXPAND-1"
    four.play(CELL + cell_at(0, -1))
    assert four.state.phase == Phase.ROT
    assert four.legal() == [ROT]
    assert four.rule(ROT + 2) == "PP-EXPAND-1"  # looks like the first
    assert four.rule(CELL) == "PP-EXPAND-1"
    four.play(ROT)
    assert four.told(Event.LAID) == [[0, 6, cell_at(0, -1), 0b0101, 0, 0]]


@pytest.mark.rule("PP-EXPAND-2")
def test_the_district_fits_in_four_by_five(four: Any) -> None:
    four.found(0, 1)
    for x in (2, 3, 4):
        four.lay(0, x, 0, "gold-07", 1)
    for x in (5, -1):
        assert check_tile(four.state, 0, CROSS, cell_at(x, 0)) == Rule.PP_EXPAND_2
    four.lay(0, 0, 1, "gold-07", 0)
    four.lay(0, 0, 2, "gold-07", 0)
    four.lay(0, 0, 3, "gold-07", 0)
    assert check_tile(four.state, 0, STRAIGHT, cell_at(0, 4)) == Rule.PP_EXPAND_2  # 5 x 5
    assert check_tile(four.state, 0, STRAIGHT, cell_at(0, -1)) == Rule.PP_EXPAND_2


@pytest.mark.rule("PP-EXPAND-2")
def test_the_limit_lies_either_way(four: Any) -> None:
    four.found(0, 1)
    for y in (1, 2, 3, 4):
        four.lay(0, 0, y, "gold-07", 0)
    assert check_tile(four.state, 0, CROSS, cell_at(0, 5 - 6)) == Rule.PP_EXPAND_2
    four.lay(0, 2, 0, "gold-07", 1)
    four.lay(0, 3, 0, "gold-07", 1)
    assert check_tile(four.state, 0, STRAIGHT, cell_at(4, 0)) == Rule.PP_EXPAND_2


@pytest.mark.rule("PP-EXPAND-3")
def test_touching_sides_agree(four: Any) -> None:
    four.found(0, 1)
    # (1, 0) has roads E and W: nothing may lead into it from the north, something must from the east
    four.lay(0, 0, -1, "gold-03", 0)  # roads N E S
    four.hold(0, "gold-01")  # a crossroads at (1, -1) would run into the houses of (1, 0)
    assert four.rule(CELL + cell_at(1, -1)) == "PP-EXPAND-3"
    assert check_turn(four.state, 0, STRAIGHT, cell_at(1, -1), 0) == Rule.PP_EXPAND_3
    assert check_turn(four.state, 0, STRAIGHT, cell_at(1, -1), 1) == Rule.OK


@pytest.mark.rule("PP-EXPAND-4")
def test_any_side_may_touch_a_pizzeria(four: Any) -> None:
    four.found(0, 1)
    # a dead end at (0, -1): to the south it joins, elsewhere it blocks the exit and is joined to nothing
    assert check_turn(four.state, 0, DEAD_END, cell_at(0, -1), 2) == Rule.OK
    assert check_turn(four.state, 0, DEAD_END, cell_at(0, -1), 0) == Rule.PP_EXPAND_5
    four.lay(0, 0, -1, "gold-08", 1)  # E S
    four.lay(0, 1, -1, "gold-07", 1)  # E W
    four.build(0, 2, 0, 2)
    # (2, -1): joined to the west; its south side touches the new pizzeria with or without a road
    assert check_turn(four.state, 0, STRAIGHT, cell_at(2, -1), 1) == Rule.OK
    assert check_turn(four.state, 0, BEND, cell_at(2, -1), 2) == Rule.OK


@pytest.mark.rule("PP-EXPAND-5")
def test_a_tile_must_be_connected(four: Any) -> None:
    four.found(0, 1)
    four.hold(0, "gold-07")
    assert four.rule(CELL + cell_at(3, 3)) == "PP-EXPAND-5"
    four.play(CELL + cell_at(0, -1))
    assert four.rule(ROT + 1) == "PP-EXPAND-5"


@pytest.mark.rule("PP-EXPAND-6")
def test_roads_may_end_in_the_open(four: Any) -> None:
    four.found(0, 1)
    for x in (2, 3, 4):
        four.lay(0, x, 0, "gold-01", 0)  # a crossroads, open north and south; the last one leads out
    assert four.state.n_squares[0] == 5


@pytest.mark.rule("PP-EXPAND-7")
def test_a_tile_that_fits_nowhere_cannot_be_taken(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 2, 0, "gold-20", 3)  # dead ends close every way out
    four.lay(0, -1, 0, "gold-20", 1)
    four.lay(0, 0, -1, "gold-20", 2)
    four.lay(0, 0, 1, "gold-20", 0)
    four.state.slot_tile[0] = 0
    use(four, 0, 0)
    assert four.rule(TAKE) == "PP-EXPAND-7"
    assert four.legal() == [SPONSOR, IDLE]


@pytest.mark.rule("PP-EXPAND-8")
def test_all_roads_of_a_tile_meet(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-01", 0)
    four.lay(0, 0, -2, "gold-20", 2)
    four.lay(0, -1, -1, "gold-20", 1)
    cross, north, west = (four.square(0, *at) for at in ((0, -1), (0, -2), (-1, -1)))
    joined = 1 << north | 1 << west | 1 << four.square(0, 0, 0)
    assert four.state.joined[0, cross] == joined
    four.deliver(0, 3, 2)
    four.play(CELL + cell_at(0, 0), 115)
    assert four.legal() == [115, 118, 119, 120]  # on north or west, a drop on the only house, or the end


# -- bribes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PP-BRIBE-1", "PP-BRIBE-4")
def test_most_pawns_take_the_coin_in_row_and_column(four: Any) -> None:
    four.state.pawn[:] = [0, 1, 1, 2, 0, 3, 3, 2, 0, 1, 2, 2, 3, 3, 1, 0]
    assert [line_winner(four.state, line) for line in (0, 1, 2, 3)] == [1, 3, 2, 3]
    assert line_winner(four.state, 4) == 0  # column 0: 0 0 0 3
    assert line_winner(four.state, 7) == 2


@pytest.mark.rule("PP-BRIBE-2")
def test_among_equals_the_pawn_nearest_to_the_coin(four: Any) -> None:
    four.state.pawn[:] = [2, 1, 1, 2, 1, 0, 3, 0, 1, 3, 2, 0, 2, 3, 0, 3]
    assert line_winner(four.state, 0) == 2  # 2 1 1 2 from the left
    assert line_winner(four.state, 2) == 1  # all different
    assert line_winner(four.state, 4) == 2  # column 0: 2 1 1 2 from the top


@pytest.mark.rule("PP-BRIBE-3", "PP-BRIBE-5")
def test_all_coins_are_won_and_the_pawns_go_home(lay_out: Any) -> None:
    for n, coins in ((4, 17), (3, 14), (2, 12)):
        table = lay_out(n)
        while table.state.stage == Stage.START:
            table.play(table.legal()[0])
        while table.state.stage == Stage.PLACE:
            table.play(table.legal()[0], IDLE)
        assert not table.state.coin.any()
        assert (table.state.pawn == NONE).all()
        assert sum(lire for _seat, _line, lire, *_ in table.told(Event.BRIBE)) == coins
