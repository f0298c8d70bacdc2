"""What changes with three and with two players, and the variants."""

from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.papa_paolo import state
from fattorino.games.papa_paolo.rules import starter
from fattorino.games.papa_paolo.rules.questions.investment_choice import colours_open
from fattorino.games.papa_paolo.state import (
    BID,
    BID2,
    BUILD,
    COLOUR,
    DELIVERY,
    END_DELIVERY,
    EXPRESS,
    IDLE,
    PASS,
    SHOP,
    SLOT,
    SPONSOR,
    START,
    USE_XP,
    Event,
    Phase,
    Stage,
)
from fattorino.games.papa_paolo.tables import deeds_at
from fattorino.kernel.errors import BadOption
from fattorino.kernel.records import NONE


def amount(lire: int) -> int:
    return BID2 + lire - 1


def use(table: Any, seat: Any, slot: Any) -> None:
    table.state.takes[seat] = 0
    table.state.pawn[slot] = seat
    table.state.slot = slot
    table.ask(seat, Phase.USE, Stage.PLACE)


def skip_to(table: Any, stage: Any) -> None:
    """The last legal action again and again, up to a phase."""
    while table.state.stage != stage:
        table.play(table.legal()[0] if table.state.phase == Phase.SLOT else table.legal()[-1])


# -- three players ---------------------------------------------------------------------------------------


@pytest.mark.rule("PP-3P-1")
def test_three_play_on_twelve_slots(three: Any) -> None:
    assert three.legal() == [SLOT + 4 * row + column for row in range(4) for column in range(3)]
    assert three.rule(SLOT + 3) == "PP-3P-1"
    assert three.state.n_unseen == 84 - 12
    assert np.count_nonzero(three.state.slot_tile != NONE) == 12


@pytest.mark.rule("PP-3P-2")
def test_three_have_seven_coins_in_every_round(three: Any) -> None:
    for _ in range(2):
        assert sorted(three.state.coin.tolist()) == [0, 1, 1, 2, 2, 2, 3, 3]
        assert three.state.coin[7] == 0  # there is no fourth column
        skip_to(three, Stage.BID)
        skip_to(three, Stage.PLACE)


@pytest.mark.rule("PP-3P-3")
def test_three_have_six_pizzerias(three: Any) -> None:
    assert three.state.pizzerias.tolist() == [3, 2, 1]


@pytest.mark.rule("PP-3P-4")
def test_three_delivery_tiles_in_rising_order(lay_out: Any) -> None:
    seen = set()
    for seed in range(40):
        tickets = lay_out(3, seed).state.tickets.tolist()
        assert tickets[3] == NONE
        assert tickets[:3] == sorted(set(tickets[:3]))
        seen.add(tuple(tickets[:3]))
    assert len(seen) == 4


@pytest.mark.rule("PP-3P-5")
def test_the_last_column_offers_express_or_build(three: Any) -> None:
    three.found(0, 1)
    use(three, 0, 2)
    assert three.legal() == [SPONSOR, EXPRESS, BUILD, IDLE]
    assert deeds_at(3, 4 * 2 + 2) == 0b1100  # row express


@pytest.mark.rule("PP-3P-6")
def test_piazza_column_four_is_not_used(three: Any) -> None:
    three.auction([0, 1, 2])
    assert three.rule(BID + 3) == "PP-3P-6"
    assert all((action - BID) % 4 < 3 for action in three.legal() if action != PASS)


@pytest.mark.rule("PP-3P-7")
def test_left_over_investments_are_discarded(three: Any) -> None:
    three.auction([0, 1, 2])
    three.bid(1, 1)
    three.bid(2, 1)
    three.bid(3, 1)
    assert three.legal() == [COLOUR, COLOUR + 1, COLOUR + 2, COLOUR + 3]
    for _ in range(3):
        three.play(three.legal()[0])
    assert three.state.offer == 0b1000
    skip_to(three, Stage.PLACE)
    assert three.state.offer == 0b1111


@pytest.mark.rule("PP-3P-8")
def test_one_start_tile_stays_in_the_box(three: Any) -> None:
    kept = three.state.kept[:3].tolist()
    assert len(set(kept)) == 3
    assert three.state.kept[3] == NONE
    assert sorted([*kept, int(three.state.dealt[3])]) == [0, 1, 2, 3]


# -- two players: setting up -----------------------------------------------------------------------------


@pytest.mark.rule("PP-2P-1")
def test_two_play_on_nine_slots_one_of_which_stays_free(two: Any) -> None:
    assert two.legal() == [SLOT + 4 * row + column for row in range(3) for column in range(3)]
    assert two.rule(SLOT + 3) == "PP-2P-1"
    for _ in range(8):
        two.play(two.legal()[0], IDLE)
    assert two.state.stage == Stage.BID
    skip_to(two, Stage.PLACE)
    assert (two.state.gone, two.state.n_unseen) == (9, 84 - 18)


@pytest.mark.rule("PP-2P-2")
def test_two_start_tiles_each_one_kept(lay_out: Any) -> None:
    table = lay_out(2, 3)
    dealt = table.state.dealt.tolist()
    assert table.legal() == [START + number for number in sorted(dealt[:2])]
    assert table.rule(START + dealt[2]) == "PP-2P-2"
    assert table.rule(SLOT) == "PP-2P-2"
    table.play(START + dealt[0])
    assert (table.state.seat, table.state.n_squares[0]) == (1, 0)
    table.play(START + dealt[3])
    assert table.state.kept[:2].tolist() == [dealt[0], dealt[3]]
    first = 0 if dealt[0] < dealt[3] else 1
    assert table.state.order[:2].tolist() == [first, 1 - first]
    assert (table.state.seat, table.state.phase) == (first, Phase.SLOT)
    assert starter(table.state) == first
    assert table.pizzas(1, 0, 0) == 3


@pytest.mark.rule("PP-2P-3")
def test_two_have_six_coins(two: Any) -> None:
    assert sorted(two.state.coin.tolist()) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert (two.state.coin[3], two.state.coin[7]) == (0, 0)


@pytest.mark.rule("PP-2P-4")
def test_two_delivery_tiles_of_four(lay_out: Any) -> None:
    seen = set()
    for seed in range(60):
        tickets = lay_out(2, seed).state.tickets.tolist()
        assert tickets[2:] == [NONE, NONE]
        seen.add(tuple(tickets[:2]))
    assert len(seen) == 6


@pytest.mark.rule("PP-2P-5")
def test_one_large_tile_a_round_and_all_pizzerias(two: Any) -> None:
    assert two.state.pizzerias.sum() == 8
    assert two.state.offer == 0
    seen = [int(two.state.large)]
    while not two.state.over:
        this = int(two.state.round_no)
        skip_to(two, Stage.BID)
        while not two.state.over and two.state.round_no == this:
            two.play(two.legal()[-1])
        if not two.state.over:
            seen.append(int(two.state.large))
    assert sorted(seen) == [0, 1, 2, 3, 4]
    assert two.state.large_left == 0


@pytest.mark.rule("PP-2P-6")
def test_row_and_column_offer_up_to_three_actions(two: Any) -> None:
    two.found(0, 1)
    use(two, 0, 2)  # row sponsor, column express or build
    assert two.legal() == [SPONSOR, EXPRESS, BUILD, IDLE]
    use(two, 0, 10)  # express or build on both
    assert two.legal() == [EXPRESS, BUILD, IDLE]
    use(two, 0, 5)
    assert two.legal() == [SHOP, IDLE]


# -- two players: bidding --------------------------------------------------------------------------------


@pytest.mark.rule("PP-2P-7")
def test_amounts_up_to_sixteen_within_the_money(two: Any) -> None:
    two.auction([0, 1], money=[20, 5])
    assert two.legal() == [amount(lire) for lire in range(1, 17)] + [PASS]
    assert two.rule(BID) == "PP-2P-7"
    two.play(amount(1))
    assert two.state.seat == 1
    assert two.legal() == [amount(lire) for lire in range(2, 6)] + [PASS]
    assert two.rule(amount(6)) == "PP-2P-7"


@pytest.mark.rule("PP-2P-7")
def test_a_lower_ceiling_holds_for_the_list_and_for_the_guard(
    two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "BID2_MAX", 9)
    two.auction([0, 1], money=20)
    assert two.legal() == [amount(lire) for lire in range(1, 10)] + [PASS]
    assert two.rule(amount(10)) == "PP-2P-7"


@pytest.mark.rule("PP-2P-8")
def test_a_bid_tops_the_standing_one(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.play(amount(4))
    assert two.rule(amount(3)) == "PP-2P-8"
    assert two.rule(amount(4)) == "PP-2P-8"
    two.play(amount(6))
    assert two.rule(amount(5)) == "PP-2P-8"
    two.play(amount(7), PASS)
    assert two.state.stage == Stage.INVEST


@pytest.mark.rule("PP-2P-9")
def test_a_high_first_bid_may_be_answered_with_a_lower_one(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.play(amount(6))
    assert two.rule(amount(6)) == "PP-2P-9"
    assert two.rule(amount(5)) == "OK"
    two.play(amount(2))
    assert two.state.stage == Stage.INVEST  # ended at once
    two.auction([0, 1], money=20)
    two.play(amount(3), amount(7))
    assert two.rule(amount(4)) == "PP-2P-8"  # only the very first bid
    two.auction([0, 1], money=20)
    two.play(PASS, amount(7))
    assert two.state.stage == Stage.INVEST


@pytest.mark.rule("PP-2P-10")
def test_bidding_ends_when_both_had_a_turn_and_one_passed(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.play(PASS)
    assert (two.state.stage, two.state.seat) == (Stage.BID, 1)
    two.play(PASS)
    assert two.state.stage == Stage.INVEST
    two.auction([0, 1], money=20)
    two.play(amount(3), amount(4), PASS)
    assert two.state.stage == Stage.INVEST
    assert two.state.bid[0] == 2  # the last bid stands


@pytest.mark.rule("PP-2P-11")
def test_both_pay_their_last_bid(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.play(amount(3), amount(5), amount(8), PASS)
    assert two.state.money[:2].tolist() == [12, 15]
    two.auction([0, 1], money=20)
    two.state.chosen = NONE
    two.play(PASS, amount(5))
    assert two.state.money[:2].tolist() == [20, 15]


@pytest.mark.rule("PP-2P-12")
@pytest.mark.parametrize(
    ("moves", "first"), [((3, 5, 0), 0), ((3, 0), 1), ((0, 3), 0), ((0, 0), 0), ((6, 2), 1)]
)
def test_the_lower_bid_goes_first_next_round(two: Any, moves: Any, first: Any) -> None:
    two.auction([0, 1], money=20)
    for lire in moves:
        two.play(amount(lire) if lire else PASS)
    assert two.state.next_order[:2].tolist() == [first, 1 - first]


# -- two players: the large tile -------------------------------------------------------------------------


@pytest.mark.rule("PP-2P-13")
def test_the_higher_bidder_chooses_among_four_colours(two: Any) -> None:
    two.state.large = 0  # gold red green blue
    two.auction([0, 1], money=20)
    two.play(amount(3), amount(4), PASS)
    assert (two.state.seat, two.state.phase) == (1, Phase.BIG)
    assert two.legal() == [COLOUR + k for k in range(4)]
    assert two.rule(PASS) == "PP-2P-13"
    assert two.rule(SLOT) == "PP-2P-13"


@pytest.mark.rule("PP-2P-14")
@pytest.mark.parametrize("chosen", range(4))
@pytest.mark.parametrize("large", range(5))
def test_the_other_side_shows_the_diagonal_quarter_and_a_neighbour(two: Any, large: Any, chosen: Any) -> None:
    quarters = fattorino.load("papa_paolo").components["large_investment_tiles"]["tiles"][large]["quarters"]
    order = ["gold", "blue", "red", "green"]
    at = quarters.index(order[chosen])
    neighbours = {order.index(quarters[(at + 1) % 4]), order.index(quarters[at - 1])}
    diagonal = order.index(quarters[(at + 2) % 4])
    two.state.large = large
    two.auction([0, 1], money=20)
    two.play(amount(3), amount(4), PASS, COLOUR + chosen)
    assert {action - COLOUR for action in two.legal()} == neighbours
    assert two.rule(COLOUR + diagonal) == "PP-2P-14"
    assert two.rule(IDLE) == "PP-2P-14"
    named = min(neighbours)
    two.play(COLOUR + named)
    assert (two.state.seat, two.state.phase) == (1, Phase.INVEST)
    two.play(USE_XP)
    assert (two.state.seat, two.state.phase) == (0, Phase.SMALL)
    assert {action - COLOUR for action in two.legal()} == {diagonal, named}
    assert two.rule(PASS) == "PP-2P-14"
    two.play(COLOUR + diagonal, USE_XP)
    assert two.state.track[0].tolist() == [int(k == diagonal) for k in range(4)]
    assert two.state.stage == Stage.DELIVER


@pytest.mark.rule("PP-2P-15")
def test_without_a_bid_choosing_costs_one(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.play(amount(3), PASS)
    two.play(COLOUR, two_neighbour(two), USE_XP)
    assert (two.state.seat, two.state.phase) == (1, Phase.SMALL)
    two.state.money[1] = 0
    assert two.legal() == [PASS]
    assert two.rule(COLOUR + int(two.state.side).bit_length() - 1) == "PP-2P-15"
    two.state.money[1] = 1
    two.play(two.legal()[-1])
    assert two.state.money[1] == 0


def two_neighbour(table: Any) -> int:
    """A legal colour for the other side, asked before the choice of gold is played."""
    table.state.chosen = 0
    table.state.phase = Phase.TURN
    colours = colours_open(table.state)
    table.state.chosen = NONE
    table.state.phase = Phase.BIG
    return COLOUR + next(k for k in range(4) if colours >> k & 1)


@pytest.mark.rule("PP-2P-15")
def test_if_neither_bid_both_are_asked_once(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.play(PASS, PASS)
    assert (two.state.seat, two.state.phase) == (0, Phase.BIG)
    two.play(PASS)
    assert (two.state.seat, two.state.phase) == (1, Phase.BIG)
    assert two.legal() == [PASS, *(COLOUR + k for k in range(4))]
    two.play(COLOUR + 2)
    assert two.state.money[1] == 19
    assert two.state.phase == Phase.INVEST  # the tile is turned for nobody
    two.play(USE_XP)
    assert two.state.round_no == 2  # nobody else invests, nobody delivers


@pytest.mark.rule("PP-2P-16")
def test_the_higher_bidder_chooses_the_delivery_tile(two: Any) -> None:
    two.auction([0, 1], money=20)
    two.state.tickets[:2] = [1, 3]
    two.play(amount(3), amount(4), PASS)
    while two.state.stage == Stage.INVEST:
        two.play(two.legal()[-1])
    assert (two.state.seat, two.state.phase) == (1, Phase.DELIVERY)
    assert two.legal() == [DELIVERY + 1, DELIVERY + 3]
    assert two.rule(DELIVERY) == "PP-2P-16"
    two.play(DELIVERY + 3)
    assert two.state.ticket[:2].tolist() == [1, 3]
    assert (two.state.seat, two.state.phase) == (0, Phase.TOUR)  # delivering is in turn order
    two.play(END_DELIVERY)
    assert two.state.seat == 1


@pytest.mark.rule("PP-2P-17")
def test_the_next_round_of_two(two: Any) -> None:
    large = int(two.state.large)
    skip_to(two, Stage.BID)
    skip_to(two, Stage.PLACE)
    state = two.state
    assert state.round_no == 2
    assert np.count_nonzero(state.slot_tile != NONE) == 9
    assert np.count_nonzero(state.coin) == 6
    assert np.count_nonzero(state.tickets != NONE) == 2
    assert state.large != large


# -- variants --------------------------------------------------------------------------------------------


@pytest.mark.rule("PP-VAR-A")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_coin(lay_out: Any, seats: Any) -> None:
    table = lay_out(seats, variant_a_start_coin=True)
    while table.state.stage == Stage.START:
        table.play(table.legal()[0])
    assert table.state.face_down == NONE  # round 1 has none
    skip_to(table, Stage.BID)
    assert table.state.start_coin_to == NONE
    skip_to(table, Stage.PLACE)
    line = int(table.state.face_down)
    assert table.state.coin[line] > 0
    winner = NONE
    while table.state.stage == Stage.PLACE:
        table.play(table.legal()[0], IDLE)
    for seat, at, *_ in table.told(Event.BRIBE):
        winner = seat if at == line else winner
    assert table.state.start_coin_to == winner
    table.play(table.legal()[0])  # a bid, which would decide the order otherwise
    while table.state.stage == Stage.BID:
        table.play(PASS)
    assert table.state.next_order[:seats].tolist() == [(winner + k) % seats for k in range(seats)]


@pytest.mark.rule("PP-VAR-B")
def test_reverse_order(lay_out: Any) -> None:
    table = lay_out(4, variant_b_reverse_order=True)
    table.auction([3, 2, 1, 0])
    table.bid(4, 2)
    table.play(PASS)
    table.bid(3, 2)
    table.play(PASS)
    assert table.state.queue.tolist() == [3, 1, 2, 0]
    assert table.state.next_order.tolist() == [2, 0, 1, 3]
    assert table.told(Event.ORDER_NEXT) == [[NONE, 2, 0, 1, 3, 0]]  # not clockwise, so told in full
    assert table.told(Event.FIRST_NEXT) == []


@pytest.mark.rule("PP-VAR-D")
def test_preview_of_the_next_delivery_tiles(lay_out: Any) -> None:
    table = lay_out(2, variant_d_preview_delivery=True)
    while table.state.stage == Stage.START:
        table.play(table.legal()[0])
    for round_no in range(1, 5):
        ahead = table.state.preview.tolist()
        assert ahead[0] != NONE
        assert ahead[2:] == [NONE, NONE]
        skip_to(table, Stage.BID)
        skip_to(table, Stage.PLACE)
        assert table.state.round_no == round_no + 1
        assert table.state.tickets.tolist() == ahead
    assert (table.state.preview == NONE).all()


@pytest.mark.rule("PP-VAR-1")
def test_variants_that_do_not_go_together() -> None:
    game = fattorino.load("papa_paolo")
    for seats, options in (
        (4, {"variant_a_start_coin": True, "variant_b_reverse_order": True}),
        (2, {"variant_b_reverse_order": True}),
        (3, {"variant_d_preview_delivery": True}),
    ):
        with pytest.raises(BadOption, match="variant_"):
            game.settings(seats, **options)
    assert game.settings(2, variant_a_start_coin=True, variant_c_money_points=True)["seats"] == 2
    assert game.settings(3, variant_b_reverse_order=True, variant_c_money_points=True)["seats"] == 3
