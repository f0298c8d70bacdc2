"""Setting up, and how rounds follow each other."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games.papa_paolo.rules import starter
from fattorino.games.papa_paolo.state import IDLE, PASS, SLOT, Event, Phase, Stage
from fattorino.games.papa_paolo.tables import START_PIECE, START_PIZZERIA, board_columns, board_rows
from fattorino.kernel.records import NONE
from games.papa_paolo.plain import cell_at


def play_pawns(table: Any) -> None:
    """Everybody puts all pawns on the first free slots and does nothing."""
    while table.state.stage == Stage.PLACE:
        table.play(table.legal()[0])
        table.play(IDLE)


def skip_round(table: Any) -> None:
    """Nobody does anything this round."""
    play_pawns(table)
    this = int(table.state.round_no)
    while not table.state.over and table.state.round_no == this:
        table.play(PASS)


@pytest.mark.rule("PP-SETUP-1")
def test_seats_and_belongings(lay_out: Any) -> None:
    for n in (2, 3, 4):
        table = lay_out(n)
        assert table.state.n == n
        assert (table.state.supply[:n] + (3 if n > 2 else 0) == 36).all()
        assert (table.state.supply[n:] == 0).all()


@pytest.mark.rule("PP-SETUP-2")
def test_four_rows_and_columns(four: Any) -> None:
    assert (board_rows(4), board_columns(4)) == (4, 4)
    assert four.legal() == list(range(SLOT, SLOT + 16))


@pytest.mark.rule("PP-SETUP-3")
def test_sixteen_different_tiles_from_the_stack(four: Any) -> None:
    shown = four.state.slot_tile.tolist()
    assert len(set(shown)) == 16
    rest = four.state.unseen[: int(four.state.n_unseen)].tolist()
    assert sorted(shown + rest) == list(range(84))


@pytest.mark.rule("PP-SETUP-4")
def test_coins_one_per_line_the_rest_is_the_bank(lay_out: Any) -> None:
    layouts = set()
    for seed in range(6):
        table = lay_out(4, seed)
        assert sorted(table.state.coin.tolist()) == [1, 1, 2, 2, 2, 3, 3, 3]
        assert table.state.bank == 141 - 40 - 17
        layouts.add(tuple(table.state.coin.tolist()))
    assert len(layouts) > 1


@pytest.mark.rule("PP-SETUP-5")
def test_one_small_investment_of_each_colour(four: Any) -> None:
    assert four.state.offer == 0b1111


@pytest.mark.rule("PP-SETUP-6")
def test_delivery_tiles_of_letter_a(four: Any) -> None:
    assert four.state.tickets.tolist() == [0, 1, 2, 3]


@pytest.mark.rule("PP-SETUP-7")
def test_eight_pizzerias_by_value(four: Any) -> None:
    assert four.state.pizzerias.tolist() == [3, 3, 2]  # £2, £4, £5


@pytest.mark.rule("PP-SETUP-8")
def test_ten_lire_each(four: Any) -> None:
    assert four.state.money.tolist() == [10, 10, 10, 10]


@pytest.mark.rule("PP-SETUP-9", "PP-SETUP-11")
def test_start_tile_is_a_pizzeria_with_three_pizzas_and_a_city_square(four: Any) -> None:
    assert sorted(four.state.kept.tolist()) == [0, 1, 2, 3]
    for seat in range(4):
        home, city = four.square(seat, 0, 0), four.square(seat, 1, 0)
        assert four.state.piece[seat, home] == START_PIZZERIA
        assert four.state.piece[seat, city] == START_PIECE + four.state.kept[seat]
        assert four.state.joined[seat, home] == 1 << city
        assert four.pizzas(seat, 0, 0) == 3
        assert four.state.supply[seat] == 33
        assert np.count_nonzero(four.state.at[seat] != NONE) == 2


@pytest.mark.rule("PP-SETUP-9")
def test_each_start_tile_has_its_own_roads() -> None:
    changed = fattorino.load("papa_paolo", {"start_tiles": {"tiles": {"start-2": {"exits": "NEW"}}}})
    state = changed.new(seats=4, seed=1).state[0]
    sides = {int(state.kept[seat]): int(state.roads[seat, 1]) for seat in range(4)}
    east_west, north = 1 << 1 | 1 << 3, 1 << 0
    assert sides == {0: east_west, 1: north | east_west, 2: east_west, 3: east_west}


@pytest.mark.rule("PP-SETUP-10")
def test_markers_start_in_column_0(four: Any) -> None:
    assert not four.state.track.any()


@pytest.mark.rule("PP-SETUP-12")
def test_lowest_start_tile_is_first_then_clockwise(lay_out: Any) -> None:
    for seed in range(5):
        state = lay_out(3, seed).state
        first = int(np.argmin(state.kept[:3]))
        assert state.order[:3].tolist() == [first, (first + 1) % 3, (first + 2) % 3]
        assert state.seat == starter(state) == first


# -- rounds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PP-ROUND-1", "PP-ROUND-4")
def test_five_rounds_and_no_phase_g_after_the_fifth(lay_out: Any) -> None:
    table = lay_out(3)
    for round_no in range(1, 6):
        assert (table.state.round_no, table.state.over) == (round_no, 0)
        skip_round(table)
    assert table.state.over
    assert (table.state.round_no, table.state.phase, table.state.seat) == (5, Phase.END, NONE)
    assert table.legal() == []
    assert table.rule(SLOT) == "PP-ROUND-4"
    assert table.state.n_unseen == 84 - 60  # nothing new was laid out


@pytest.mark.rule("PP-ROUND-2", "PP-ROUND-3")
def test_phases_follow_each_other_in_one_turn_order(four: Any) -> None:
    order = four.state.order.tolist()
    seen = []
    while four.state.round_no == 1:
        seen.append((int(four.state.stage), int(four.state.seat)))
        assert four.state.order.tolist() == order
        four.play(four.legal()[0] if four.state.phase == Phase.SLOT else four.legal()[-1])
    stages = [stage for stage, _seat in seen]
    assert stages == sorted(stages)
    assert [seat for stage, seat in seen if stage == Stage.BID] == order
    assert [seat for stage, seat in seen if stage == Stage.PICK] == order


@pytest.mark.rule("PP-NEXT-1", "PP-NEXT-2", "PP-NEXT-4", "PP-NEXT-5")
def test_next_round_lays_out_anew(four: Any) -> None:
    before = four.state.slot_tile.tolist()
    skip_round(four)
    state = four.state
    assert state.gone == 16
    assert not set(before) & set(state.slot_tile.tolist())
    assert state.n_unseen == 84 - 32
    assert (state.pawn == NONE).all()
    assert state.offer == 0b1111
    assert four.told(Event.TICKETS) == [[NONE, 2, 0, 1, 2, 3]]


@pytest.mark.rule("PP-NEXT-3")
def test_next_round_has_the_same_coins(four: Any) -> None:
    skip_round(four)
    assert Counter(four.state.coin.tolist()) == Counter([1, 1, 2, 2, 2, 3, 3, 3])
    assert int(four.state.bank) + int(four.state.money.sum()) + 17 == 141


@pytest.mark.rule("PP-NEXT-6")
def test_districts_money_and_tracks_stay(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "blue-08", 1)
    four.serve(0, 1, 0, 1)
    four.state.track[0, 2] = 3
    four.ask(int(four.state.order[0]), Phase.SLOT, Stage.PLACE)
    four.state.slot_tile[0] = 3
    money = int(four.state.money[0])
    skip_round(four)
    assert four.state.at[0, cell_at(0, -1)] == 2
    assert (four.pizzas(0, 1, 0), four.pizzas(0, 0, 0)) == (1, 3)
    assert four.state.track[0, 2] == 3
    assert four.state.money[0] >= money


@pytest.mark.rule("PP-ROUND-5")
def test_money_comes_from_and_goes_to_the_bank(lay_out: Any) -> None:
    table = lay_out(4)
    table.ask(0, Phase.USE)
    table.state.slot = 0
    bank = int(table.state.bank)
    table.play(17)  # sponsor
    assert (table.state.money[0], table.state.bank) == (13, bank - 3)
    table.state.bank = 1  # it never runs dry
    table.ask(1, Phase.USE)
    table.play(17)
    assert table.state.money[1] == 13
    limited = lay_out(4, bank_limit=True)
    limited.state.bank = 1
    limited.state.slot = 0
    limited.ask(0, Phase.USE)
    limited.play(17)
    assert (limited.state.money[0], limited.state.bank) == (11, 0)


@pytest.mark.rule("PP-ROUND-6")
def test_thirty_six_pizzas_are_all_there_are(lay_out: Any) -> None:
    table = lay_out(4)
    table.state.supply[0] = 1
    table.ask(0, Phase.BUY, Stage.PLACE)
    assert table.legal() == [107]
    unlimited = lay_out(4, pizza_limit=False)
    unlimited.state.supply[0] = 1
    unlimited.ask(0, Phase.BUY, Stage.PLACE)
    assert unlimited.rule(109) == "OK"
