"""Phase C with three and four players: bids, paying, the next turn order."""

from typing import Any

import pytest

from fattorino.games.papa_paolo.scene import scene
from fattorino.games.papa_paolo.state import BID, COLOUR, END_DELIVERY, IDLE, PASS, SLOT, Event, Phase, Stage
from fattorino.games.papa_paolo.tables import bid_value
from fattorino.kernel.records import NONE


def bid(column: int, row: int) -> int:
    """The action of a bid, columns and rows counted from 1."""
    return BID + 4 * (row - 1) + column - 1


@pytest.mark.rule("PP-BID-1")
def test_a_cell_costs_its_column_and_two_for_each_row() -> None:
    for column in range(1, 5):
        for row in range(1, 8):
            assert bid_value(bid(column, row) - bid(1, 1)) == column + 2 * (row - 1)


@pytest.mark.rule("PP-BID-2")
def test_players_act_once_round_and_then_only_when_outbid(four: Any) -> None:
    four.auction([2, 3, 0, 1])
    four.bid(1, 1)
    assert four.state.seat == 3
    four.bid(2, 1)
    four.bid(1, 2)  # outbids seat 2, who waits for the turn to come round
    assert four.state.seat == 1
    four.bid(3, 1)
    assert four.state.seat == 2


@pytest.mark.rule("PP-BID-3")
def test_to_act_is_to_bid_or_to_withdraw(four: Any) -> None:
    four.auction([0, 1, 2, 3], money=1)
    assert four.legal() == [bid(1, 1), PASS]
    assert four.rule(IDLE) == "PP-BID-3"
    four.bid(1, 1)
    assert four.state.bid[0] == 0


@pytest.mark.rule("PP-BID-4")
def test_a_bid_is_higher_than_every_pawn_of_its_column(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    four.bid(2, 3)
    assert [four.rule(bid(2, row)) for row in (2, 3, 4)] == ["PP-BID-4", "PP-BID-4", "OK"]
    four.bid(2, 4)
    assert four.rule(bid(2, 4)) == "PP-BID-4"
    assert four.rule(bid(1, 1)) == "OK"


@pytest.mark.rule("PP-BID-5")
def test_an_outbid_pawn_never_goes_down(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    four.bid(2, 2)
    four.bid(2, 3)
    four.play(PASS, PASS)
    assert four.state.seat == 0
    assert four.rule(bid(4, 1)) == "PP-BID-5"
    assert four.rule(bid(4, 2)) == "OK"  # the same row
    assert four.rule(bid(2, 4)) == "OK"  # the same column


@pytest.mark.rule("PP-BID-6")
def test_a_bid_is_covered_by_money(four: Any) -> None:
    four.auction([0, 1, 2, 3], money=5)
    assert four.rule(bid(1, 3)) == "OK"
    assert four.rule(bid(2, 3)) == "PP-BID-6"


@pytest.mark.rule("PP-BID-7")
def test_who_withdraws_is_out_and_owes_nothing(four: Any) -> None:
    four.auction([0, 1, 2, 3], money=10)
    four.bid(1, 1)
    four.bid(1, 2)
    four.bid(2, 1)
    four.bid(3, 1)
    four.play(PASS)  # seat 0, outbid
    assert four.state.stage == Stage.PICK
    assert four.state.bid[0] == NONE
    four.play(COLOUR, COLOUR + 1, COLOUR + 2, PASS)
    assert four.state.money[0] == 10
    four.auction([0, 1, 2, 3], money=0)
    assert four.legal() == [PASS]  # forced


@pytest.mark.rule("PP-BID-8")
def test_a_bid_that_stands_is_never_asked_again(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    asked = []
    for column, row in ((1, 1), (2, 1), (3, 1), (1, 2)):
        asked.append(int(four.state.seat))
        four.bid(column, row)
    while four.state.stage == Stage.BID:
        asked.append(int(four.state.seat))
        four.bid(4, 3)
    assert asked == [0, 1, 2, 3, 0]


@pytest.mark.rule("PP-BID-9")
def test_the_auction_ends_when_all_have_acted_and_stand_alone(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    for column in (1, 2, 3):
        four.bid(column, 1)
        assert four.state.stage == Stage.BID
    four.bid(4, 1)
    assert four.state.stage == Stage.PICK


@pytest.mark.rule("PP-BID-10")
def test_nothing_beats_the_top_row(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    four.bid(1, 7)
    assert all(four.rule(bid(1, row)) == "PP-BID-4" for row in range(1, 8))
    assert four.rule(bid(2, 7)) == "OK"


# -- paying ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PP-PAY-1")
def test_highest_row_first_then_the_column_further_right(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    four.bid(3, 2)
    four.bid(1, 4)
    four.bid(4, 2)
    four.bid(2, 1)
    assert four.state.queue.tolist() == [1, 2, 0, 3]


@pytest.mark.rule("PP-PAY-2")
def test_each_pays_picks_and_takes_the_tile_above_the_column(four: Any) -> None:
    four.auction([0, 1, 2, 3], money=20)
    for column, row in ((1, 1), (2, 2), (3, 3), (4, 4)):
        four.bid(column, row)
    assert four.state.seat == 3
    assert four.state.money.tolist() == [20, 20, 20, 10]
    assert four.rule(PASS) == "PP-PAY-2"
    assert four.rule(SLOT) == "PP-PAY-2"
    four.play(COLOUR + 2)
    assert (four.state.invest[3], four.state.ticket[3]) == (2, 3)
    assert four.state.money[2] == 20 - 7
    assert four.rule(COLOUR + 2) == "PP-PAY-2"
    assert four.legal() == [COLOUR, COLOUR + 1, COLOUR + 3]


@pytest.mark.rule("PP-PAY-3")
def test_without_a_bid_an_investment_costs_one_and_there_is_no_delivery(four: Any) -> None:
    four.auction([3, 0, 1, 2], money=[9, 9, 9, 0])
    four.play(PASS)
    four.bid(1, 1)
    four.play(PASS, PASS)
    four.play(COLOUR + 1)  # seat 0
    assert four.state.seat == 3  # in turn order
    assert four.legal() == [PASS]
    assert four.rule(COLOUR) == "PP-PAY-3"
    four.play(PASS)
    assert four.state.seat == 1
    four.play(COLOUR)
    assert (four.state.money[1], four.state.invest[1], four.state.ticket[1]) == (8, 0, NONE)
    four.play(PASS)  # voluntary
    four.state.track[:] = 5
    four.play(PASS, PASS)  # seats 0 and 1 discard their investments
    assert (four.state.stage, four.state.seat) == (Stage.DELIVER, 0)
    four.play(END_DELIVERY)
    assert (four.state.stage, four.state.round_no) == (Stage.PLACE, 2)  # nobody else delivers


@pytest.mark.rule("PP-PAY-4")
def test_one_investment_each_and_tiles_above_empty_columns_stay(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    four.bid(2, 1)
    four.play(PASS, PASS, PASS)
    for _ in range(4):
        four.play(four.legal()[-1])
    assert sorted(four.state.invest.tolist()) == [0, 1, 2, 3]
    assert four.state.ticket.tolist() == [1, NONE, NONE, NONE]
    assert four.state.stage == Stage.INVEST


# -- the next turn order ---------------------------------------------------------------------------------


@pytest.mark.rule("PP-ORDER-1", "PP-ORDER-2", "PP-ORDER-3")
def test_leftmost_bid_goes_first_next_round(four: Any) -> None:
    four.auction([0, 1, 2, 3])
    four.bid(4, 1)
    four.bid(3, 1)
    four.bid(2, 1)
    four.play(PASS)
    assert four.state.next_order.tolist() == [2, 3, 0, 1]
    assert four.state.order.tolist() == [0, 1, 2, 3]
    assert four.told(Event.FIRST_NEXT) == [[2, 0, 0, 0, 0, 0]]
    while four.state.round_no == 1:
        assert four.state.order.tolist() == [0, 1, 2, 3]
        four.play(four.legal()[-1])
    assert four.state.order.tolist() == [2, 3, 0, 1]
    assert (four.state.seat, four.state.phase) == (2, Phase.SLOT)


@pytest.mark.rule("PP-ORDER-4")
def test_without_any_bid_the_first_player_stays(four: Any) -> None:
    four.auction([1, 2, 3, 0])
    four.play(PASS, PASS, PASS, PASS)
    assert four.state.next_order.tolist() == [1, 2, 3, 0]


@pytest.mark.rule("PP-ROUND-4")
def test_the_last_auction_tells_nobody_to_go_first_next_round(four: Any) -> None:
    four.state.round_no = 5
    four.auction([0, 1, 2, 3])
    four.bid(1, 1)
    four.play(PASS, PASS, PASS)
    assert four.state.stage == Stage.PICK
    assert four.told(Event.FIRST_NEXT) == []
    assert scene(four.state, 0)["status"]["next"] == []
