"""The board, laying City cards, City turns, new drop-off tokens."""

import pytest

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.bike import status
from fattorino.games.pizza_city.city import drop_corners, lay, list_places
from fattorino.games.pizza_city.rules import apply
from fattorino.games.pizza_city.state import (
    ALL_CORNERS,
    BLOCKS,
    COMPONENTS,
    CORNERS,
    FACES,
    HEAD,
    LEFT_BLOCK,
    N_CITY_CARDS,
    PLACE,
    PLACES,
    RIGHT_BLOCK,
    SEGMENTS,
    SYMMETRIC,
    TAIL,
    Event,
    Phase,
    Status,
    Team,
    block_at,
    corner_at,
    corner_name,
    face_part,
    horizontal,
    lies,
    next_corner,
    segment_cells,
    segment_ends,
    vertical,
)
from fattorino.kernel.records import NONE
from games.pizza_city.table import Table

NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)


# -- the board ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-BOARD-1")
def test_blocks_are_numbered_from_the_north_west() -> None:
    assert [block_at(0, 0), block_at(5, 0), block_at(0, 1), block_at(5, 5)] == [0, 5, 6, BLOCKS - 1]
    assert [block_at(-1, 0), block_at(6, 0), block_at(0, 6)] == [NONE] * 3


@pytest.mark.rule("PC-BOARD-2")
def test_corners_are_numbered_from_the_north_west() -> None:
    assert [corner_at(0, 0), corner_at(6, 0), corner_at(0, 1), corner_at(6, 6)] == [0, 6, 7, CORNERS - 1]
    assert [corner_name(corner_at(0, 6)), corner_name(corner_at(6, 0))] == ["A7", "G1"]
    # the corners of block (2,3), round it
    corner = corner_at(2, 3)
    assert next_corner(corner, EAST) == corner_at(3, 3)
    assert next_corner(corner, SOUTH) == corner_at(2, 4)
    assert next_corner(corner, SOUTH_EAST) == corner_at(3, 4)


@pytest.mark.rule("PC-BOARD-3")
def test_segments_join_neighbouring_corners() -> None:
    assert (vertical(2, 3), horizontal(2, 3)) == (15, 62)
    assert segment_ends(vertical(2, 3)) == ((2, 3), (2, 4))
    assert segment_ends(horizontal(2, 3)) == ((2, 3), (3, 3))
    on_rim = [
        segment for segment in range(SEGMENTS) if NONE in [block_at(*cell) for cell in segment_cells(segment)]
    ]
    assert len(on_rim) == 24
    assert {vertical(0, 2), vertical(6, 2), horizontal(2, 0), horizontal(2, 6)} <= set(on_rim)


@pytest.mark.rule("PC-BOARD-4")
def test_the_printed_board_is_plain() -> None:
    state = Table().state

    for corner in range(CORNERS):
        for direction in range(8):
            expected = Status.BUILDING if direction % 2 else Status.FREE
            if next_corner(corner, direction) == NONE:
                expected = Status.OFF
            assert status(state, corner, direction) == expected
    assert not state.stops.any()
    assert not state.subways.any()
    assert not state.lanes.any()


@pytest.mark.rule("PC-BOARD-6")
def test_the_topmost_card_counts() -> None:
    table = Table(lay=["plain_pp V(2,2)/0", "oneway_bb V(2,2)/1"])  # laid in this order

    assert status(table.state, corner_at(1, 2), SOUTH_EAST) == Status.BUILDING
    assert status(table.state, corner_at(2, 2), SOUTH) == Status.FREE
    assert status(table.state, corner_at(2, 3), NORTH) == Status.AGAINST

    table.lay("lane_bb V(2,2)/0")
    assert status(table.state, corner_at(2, 3), NORTH) == Status.FREE
    assert int(table.state.lanes[corner_at(2, 3)]) == 1 << 0


@pytest.mark.rule("PC-BOARD-7")
def test_a_sign_goes_when_its_last_road_end_is_covered() -> None:
    table = Table(lay=["stop_bb V(2,2)/1", "stop_bb H(2,3)/1"])  # both signs at (2,3)
    corner = corner_at(2, 3)
    assert table.state.stops[corner]

    table.lay("plain_bb V(2,2)/0")
    assert table.state.stops[corner]

    table.lay("subway_bb H(2,3)/1")
    assert not table.state.stops[corner]
    assert int(table.state.stations) == 1 << corner

    table.lay("plain_bb H(2,3)/0")
    assert int(table.state.stations) == 0


@pytest.mark.rule("PC-FEAT-ROAD-1")
def test_a_plain_road_is_ridden_both_ways() -> None:
    table = Table(lay=["plain_pp V(0,5)/0"], hand=["move_1", "move_1", "toss", "boost"])
    table.play("move 1", "N")
    assert table.at() == (0, 5)

    table.play("move 1", "S")
    assert table.at() == (0, 6)


@pytest.mark.rule("PC-FEAT-PARK-1")
def test_a_park_opens_all_four_diagonals() -> None:
    state = Table(lay=["plain_pp V(3,2)/0"]).state  # blocks (2,2) and (3,2)

    for corner, direction in (
        ((2, 2), SOUTH_EAST),
        ((3, 2), SOUTH_WEST),
        ((2, 3), NORTH_EAST),
        ((3, 3), NORTH_WEST),
    ):
        assert status(state, corner_at(*corner), direction) == Status.FREE


# -- laying a card ------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-PLACE-1", "PC-PLACE-2")
def test_a_card_covers_its_road_and_the_cells_beside_it() -> None:
    for place in range(PLACES):
        first, second = (corner_at(*end) for end in segment_ends(place // 2))
        cells = [block_at(*cell) for cell in segment_cells(place // 2)]
        assert {lies(place, HEAD), lies(place, TAIL)} == {first, second}
        assert [lies(place, LEFT_BLOCK), lies(place, RIGHT_BLOCK)] == (
            cells if place % 2 == 0 else cells[::-1]
        )
        assert lies(place ^ 1, HEAD) == lies(place, TAIL)


@pytest.mark.rule("PC-PLACE-5")
def test_a_half_covered_card_keeps_the_rest() -> None:
    table = Table(lay=["lane_bp_subway V(2,2)/0"])  # Building west, Park east, lane, stop at (2,2)
    table.lay("plain_bb V(3,2)/0")  # covers the Park

    assert status(table.state, corner_at(2, 2), SOUTH_EAST) == Status.BUILDING
    assert int(table.state.lanes[corner_at(2, 3)]) == 1
    assert int(table.state.stations) == 1 << corner_at(2, 2)

    table.lay("plain_pp V(1,2)/0")  # covers the Building
    assert status(table.state, corner_at(1, 2), SOUTH_EAST) == Status.FREE
    assert int(table.state.lanes[corner_at(2, 3)]) == 1


@pytest.mark.rule("PC-PLACE-3")
def test_cover_rule_ever_remembers_every_card() -> None:
    cards = ["plain_pp V(2,2)/0", "plain_bb V(3,2)/0"]
    visible = Table(turn=0, lay=cards, hand=["plain_bb", "plain_pp"])
    ever = Table(turn=0, lay=cards, hand=["plain_bb", "plain_pp"], cover_rule="ever")
    visible.play("card plain_bb")
    ever.play("card plain_bb")

    assert "V(2,2)/0" in visible.options
    assert ever.why_not("V(2,2)/0") == "PC_PLACE_3"
    assert ever.why_not("V(3,2)/0") == "PC_PLACE_3"


@pytest.mark.rule("PC-PLACE-6")
def test_a_hanging_block_cannot_be_ridden_through() -> None:
    table = Table(lay=["plain_pp V(0,5)/0"])

    assert status(table.state, corner_at(0, 5), SOUTH_WEST) == Status.OFF
    assert status(table.state, corner_at(0, 5), SOUTH_EAST) == Status.FREE


@pytest.mark.rule("PC-PLACE-7", "PC-FEAT-STOP-2")
def test_laying_under_a_bike_does_nothing_to_it() -> None:
    table = Table(turn=0, tokens=[(0, 5)], hand=["double_stop_bb", "plain_bb", "plain_pp"])
    table.play("card double_stop_bb", "V(0,5)/0")

    assert table.at(Team.RED) == (0, 6)
    assert table.n_tokens() == 1
    assert table.state.stops[corner_at(0, 6)]


@pytest.mark.rule("PC-PLACE-8")
def test_there_is_always_a_place() -> None:
    table = Table(turn=0, cover_rule="ever")
    deck = [n for n, face in enumerate(FACES) for _ in range(face["count"])]
    table.state.phase = Phase.CITY_PLACE
    for laid, face in enumerate(deck):  # with `ever` each card takes one segment for good
        table.state.chosen = face
        n = list_places(table.state, table.buffer)
        assert n == (SEGMENTS - laid) * (1 if face_part(face, SYMMETRIC) else 2)
        lay(table.state, face, int(table.buffer[n - 1]) - PLACE)
    assert len(deck) == N_CITY_CARDS < SEGMENTS


# -- a City turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-CITY-1", "PC-CITY-3", "PC-ORDER-1")
def test_two_cards_one_after_the_other_then_two_drawn() -> None:
    table = Table(turn=0, hand=["plain_bb", "plain_pp", "lane_bb"])
    deck = int(table.state.n_city)
    assert table.options == {"card plain_bb", "card plain_pp", "card lane_bb"}
    assert table.why_not("card stop_bb") == "PC_CITY_1"

    table.play("card plain_bb", "V(1,1)/0")
    assert (table.state.n_laid, table.state.plays) == (1, 1)
    assert table.options == {"card plain_pp", "card lane_bb"}

    table.play("card lane_bb", "V(1,2)/0")
    assert (table.state.n_laid, table.state.held[0], table.state.n_city) == (2, 3, deck - 2)
    assert (table.state.turn, table.state.seat, table.state.phase) == (1, 1, Phase.BIKE_MAIN)


@pytest.mark.rule("PC-CITY-4")
def test_a_city_player_cannot_pass() -> None:
    table = Table(turn=0, hand=["plain_bb", "plain_pp", "lane_bb"])
    assert table.why_not("END") == "PC_CITY_4"

    table.play("card plain_bb")
    assert table.why_not("END") == "PC_CITY_4"


@pytest.mark.rule("PC-ORDER-1", "PC-FLAIR-1")
@pytest.mark.parametrize("chosen", [(), ("card plain_bb",)])
def test_a_city_player_who_reaches_for_the_bike_is_told_whose_turn_it_is(chosen: tuple[str, ...]) -> None:
    table = Table(turn=0, hand=["plain_bb", "plain_pp", "lane_bb"])
    table.play(*chosen)

    assert {table.why_not(name) for name in ("GO", "(3,3)", "move 1", "flair boost", "N")} == {"PC_ORDER_1"}
    assert table.why_not("use boost") == "PC_FLAIR_1", "in the owner's own turn only"


@pytest.mark.rule("PC-CITY-1")
def test_a_city_card_is_chosen_before_it_is_laid() -> None:
    assert Table(turn=0).why_not("V(1,1)/0") == "PC_CITY_1"


@pytest.mark.rule("PC-CITY-5")
def test_laid_cards_stay() -> None:
    table = Table(turn=0, lay=["plain_pp V(4,4)/0"], hand=["plain_bb", "plain_pp", "lane_bb"])
    table.play("card plain_bb", "V(1,1)/0", "card lane_bb", "H(1,4)/0")

    assert table.state.n_laid == 3
    assert [int(face) for face in table.state.laid_face[:3]] == [2, 0, 8]
    assert (Event.LAID, 0, 2 * vertical(1, 1)) in table.events()


# -- new drop-off tokens ------------------------------------------------------------------------------------


@pytest.mark.rule("PC-DROP-5")
def test_placing_is_compulsory_while_there_is_a_supply() -> None:
    table = Table(tokens=[(0, 5), (3, 3)], hand=["move_1", "toss", "boost"])
    table.play("move 1", "N", "flair toss")
    assert table.why_not("END") == "PC_DROP_5"
    assert {table.why_not(name) for name in ("card plain_bb", "N", "use boost")} == {"PC_DROP_1"}

    empty = Table(tokens=[(0, 5), (3, 3)], hand=["move_1", "toss", "boost"])
    empty.state.supply = 0
    empty.play("move 1", "N", "flair toss")
    assert (empty.state.turn, empty.state.seat, empty.n_tokens()) == (4, 0, 1)


@pytest.mark.rule("PC-DROP-6")
def test_a_corner_for_a_token_always_exists() -> None:
    table = Table()
    for red in range(CORNERS):
        for blue in range(CORNERS):
            table.state.bike[:] = red, blue
            table.state.tokens = 1 << corner_at(2, 3) | 1 << corner_at(4, 3)
            assert drop_corners(table.state)
    # crowded beyond what can happen: any corner free of bikes and tokens
    table.state.bike[:] = 0, 1
    table.state.tokens = ALL_CORNERS & ~0b111
    assert drop_corners(table.state) == 0b100


@pytest.mark.rule("PC-DROP-7")
def test_the_supply_suffices_for_every_delivery_before_the_last() -> None:
    state = Table().state
    tokens = COMPONENTS["counts"]["drop_off_tokens"]

    assert int(state.tokens).bit_count() + int(state.supply) == tokens
    assert int(state.supply) >= 2 * (GAME.options["pizzas_to_win"].default - 1)


@pytest.mark.rule("PC-BOARD-5")
def test_bikes_and_tokens_stand_on_corners() -> None:
    table = Table(turn=1, seed=3)
    for _ in range(60):  # whatever is played
        table.settle()
        if table.state.over:
            break
        actions = table.listed()
        apply(table.state, actions[len(actions) // 2], table.log)
        assert 0 <= min(table.state.bike) <= max(table.state.bike) < CORNERS
        assert int(table.state.tokens) & ~ALL_CORNERS == 0
