"""The scenarios of the rules: position, moves, result. Those about Flair cards have their own file."""

import numpy as np
import pytest

import fattorino
from fattorino.games.pizza_city.bike import status
from fattorino.games.pizza_city.city import list_places
from fattorino.games.pizza_city.decks import draw_bike
from fattorino.games.pizza_city.rules import result
from fattorino.games.pizza_city.state import DIRECTION, FACES, PLAY_MOVE, Phase, Rule, Status, Team, corner_at
from fattorino.kernel.records import NONE
from games.pizza_city.table import Table

S15 = "stop_bb V(0,3)/1"  # a stop sign at (0,4)


def face(name: str) -> int:
    return next(n for n, card in enumerate(FACES) if card["id"] == name)


# -- setup and straight riding ------------------------------------------------------------------------------


@pytest.mark.rule("PC-SETUP-1", "PC-SETUP-2", "PC-SETUP-3", "PC-SETUP-4", "PC-SETUP-5")
def test_s1_new_game() -> None:
    table = Table(turn=0)
    state = table.state

    assert list(state.held) == [3, 5, 3, 5]
    assert (state.n_city, state.n_bike) == (54, 46)
    assert (table.at(Team.RED), table.at(Team.BLUE)) == ((0, 6), (6, 0))
    assert {c for c in range(49) if int(state.tokens) >> c & 1} == {
        corner_at(1, 1),
        corner_at(3, 3),
        corner_at(5, 5),
    }
    assert state.supply == 4
    assert list(state.score) == [0, 0]
    assert not state.table.any()
    assert not state.discard.any()
    assert (state.phase, state.seat) == (Phase.CITY_CARD, 0)


@pytest.mark.rule("PC-MOVE-1", "PC-MOVE-6")
def test_s2_the_whole_value_is_ridden() -> None:
    table = Table(hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 3)


@pytest.mark.rule("PC-MOVE-3", "PC-MOVE-7")
def test_s3_the_edge_stops_the_bike() -> None:
    table = Table(red=(5, 3), hand=["move_4"])
    table.play("move 4", "E")

    assert table.at() == (6, 3)


@pytest.mark.rule("PC-MOVE-4")
def test_s4_directions_in_the_corner() -> None:
    table = Table(hand=["move_3"])
    table.play("move 3")

    assert table.options == {"N", "E", "END"}
    assert table.why_not("NE") == "PC_FEAT_BUILDING_1"
    assert table.why_not("S") == "PC_MOVE_3"


@pytest.mark.rule("PC-MOVE-5")
def test_s5_a_dead_move() -> None:
    table = Table(lay=["oneway_bb V(0,5)/1", "oneway_bb H(0,6)/1"])
    table.play("move 1")

    assert table.at() == (0, 6)
    assert (table.state.phase, table.state.plays) == (Phase.BIKE_MAIN, 1)
    assert table.discarded("move_1") == 1


# -- parks and buildings ------------------------------------------------------------------------------------


@pytest.mark.rule("PC-FEAT-PARK-1")
def test_s6_through_a_park() -> None:
    table = Table(lay=["plain_pp V(1,5)/0"])
    table.play("move 1")
    assert table.options == {"N", "NE", "E", "END"}

    table.play("NE")
    assert table.at() == (1, 5)


@pytest.mark.rule("PC-FEAT-BUILDING-1", "PC-MOVE-7")
def test_s7_a_building_after_the_park() -> None:
    table = Table(lay=["plain_pp V(1,5)/0"])
    table.play("move 2", "NE")

    assert table.at() == (1, 5)


@pytest.mark.rule("PC-FEAT-PARK-1", "PC-MOVE-2")
def test_s8_two_parks() -> None:
    table = Table(lay=["plain_pp V(1,5)/0", "plain_pp V(1,4)/0"])
    table.play("move 2", "NE")

    assert table.at() == (2, 4)


# -- one-ways and bike lanes --------------------------------------------------------------------------------


@pytest.mark.rule("PC-FEAT-ONEWAY-1")
def test_s9_along_a_one_way() -> None:
    table = Table(lay=["oneway_bb V(0,4)/0"], hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 3)


@pytest.mark.rule("PC-FEAT-ONEWAY-1")
def test_s10_against_a_one_way() -> None:
    table = Table(lay=["oneway_bb V(0,4)/1"], hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 5)


@pytest.mark.rule("PC-PLACE-2", "PC-MOVE-3")
def test_s11_a_one_way_lying_level() -> None:
    table = Table(lay=["oneway_bb H(2,3)/0"])

    assert status(table.state, corner_at(2, 3), 2) == Status.FREE
    assert status(table.state, corner_at(3, 3), 6) == Status.AGAINST


@pytest.mark.rule("PC-FEAT-LANE-1", "PC-FEAT-LANE-2")
def test_s12_a_bike_lane() -> None:
    table = Table(lay=["lane_bb V(0,5)/0"])
    table.play("move 1", "N")

    assert table.at() == (0, 4)


@pytest.mark.rule("PC-FEAT-LANE-1")
def test_s13_two_bike_lanes() -> None:
    table = Table(lay=["lane_bb V(0,5)/0", "lane_bb V(0,4)/0"])
    table.play("move 1", "N")

    assert table.at() == (0, 3)


@pytest.mark.rule("PC-FLAIR-BOOST-1", "PC-FEAT-LANE-1")
def test_s14_bike_lane_and_boost() -> None:
    table = Table(lay=["lane_bb V(0,5)/0"], flair=["boost"])
    table.play("move 1", "N", "use boost")

    assert table.at() == (0, 3)


# -- stop signs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-FEAT-STOP-1")
def test_s15_a_stop_sign() -> None:
    table = Table(lay=[S15], hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 4)


@pytest.mark.rule("PC-FEAT-STOP-1", "PC-MOVE-10")
def test_s16_the_lane_bonus_is_lost_at_a_sign() -> None:
    table = Table(lay=[S15, "lane_bb V(0,4)/0"])
    table.play("move 2", "N")

    assert table.at() == (0, 4)


@pytest.mark.rule("PC-FEAT-STOP-1")
def test_s17_a_sign_met_diagonally() -> None:
    table = Table(lay=["stop_pp V(1,4)/1", "plain_pp V(1,5)/0"])
    table.play("move 2", "NE")

    assert table.at() == (1, 5)


@pytest.mark.rule("PC-FEAT-STOP-2")
def test_s18_a_sign_where_the_move_begins() -> None:
    table = Table(lay=[S15], red=(0, 4))
    table.play("move 2", "N")

    assert table.at() == (0, 2)


# -- the other bike -----------------------------------------------------------------------------------------


@pytest.mark.rule("PC-BUMP-2")
def test_s38_the_corner_before_the_other_bike() -> None:
    table = Table(blue=(0, 3), hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 4)


@pytest.mark.rule("PC-BUMP-1")
def test_s39_through_the_other_bike() -> None:
    table = Table(blue=(0, 4), hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 3)


@pytest.mark.rule("PC-BUMP-3")
def test_s40_back_to_the_start() -> None:
    table = Table(blue=(0, 5))
    table.play("move 1", "N")

    assert table.at() == (0, 6)
    assert table.state.plays == 1
    assert table.discarded("move_1") == 1


@pytest.mark.rule("PC-BUMP-2")
def test_s41_the_other_bike_at_a_stop_sign() -> None:
    table = Table(blue=(0, 4), lay=[S15], hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 5)


@pytest.mark.rule("PC-BUMP-2")
def test_s42_the_other_bike_at_the_edge() -> None:
    table = Table(red=(0, 2), blue=(0, 0), hand=["move_4"])
    table.play("move 4", "N")

    assert table.at() == (0, 1)


@pytest.mark.rule("PC-MOVE-12")
def test_s43_bumped_onto_a_token() -> None:
    table = Table(blue=(0, 3), tokens=[(0, 4)], hand=["move_3"])
    table.play("move 3", "N")

    assert table.at() == (0, 4)
    assert list(table.state.score) == [1, 0]


@pytest.mark.rule("PC-FLAIR-BOOST-1", "PC-BUMP-1")
def test_s44_boost_past_the_other_bike() -> None:
    table = Table(blue=(0, 3), flair=["boost"], hand=["move_3"])
    table.play("move 3", "N", "GO", "GO", "GO")
    assert table.at() == (0, 3)
    assert table.options == {"use boost", "END"}

    table.play("use boost")
    assert table.at() == (0, 2)


# -- delivery and new tokens --------------------------------------------------------------------------------


@pytest.mark.rule("PC-DELIV-1", "PC-DROP-1", "PC-DROP-2", "PC-DROP-3", "PC-DROP-4")
def test_s45_a_delivery_and_a_new_token() -> None:
    table = Table(tokens=[(0, 5), (3, 3), (5, 5)], hand=["move_1", "move_1", "toss", "boost"])
    table.play("move 1", "N", "move 1", "N")

    assert list(table.state.score) == [1, 0]
    assert table.at() == (0, 4)
    assert (table.state.phase, table.state.seat) == (Phase.DROP, 2)
    assert len(table.options) == 24
    assert {"(0,1)", "(2,2)", "(3,0)", "(3,1)", "(4,4)"} <= table.options
    assert [table.why_not(corner) for corner in ("(0,2)", "(4,0)", "(3,2)", "(5,4)")] == [
        "PC_DROP_2",
        "PC_DROP_2",
        "PC_DROP_3",
        "PC_DROP_3",
    ]


@pytest.mark.rule("PC-DELIV-3", "PC-DROP-3")
def test_s46_two_deliveries_two_tokens() -> None:
    table = Table(tokens=[(0, 5), (0, 4), (5, 5)], hand=["move_1", "move_1", "toss", "boost"])
    table.play("move 1", "N", "move 1", "N")
    assert list(table.state.score) == [2, 0]
    assert {"(3,3)", "(3,4)"} <= table.options

    table.play("(3,3)")
    assert table.state.phase == Phase.DROP
    assert not {"(3,3)", "(3,4)"} & table.options

    table.play("(3,1)")
    assert (table.n_tokens(), table.state.supply, table.state.turn) == (3, 2, 4)


@pytest.mark.rule("PC-END-1", "PC-END-2")
def test_s47_the_third_pizza() -> None:
    table = Table(tokens=[(0, 5)], score=(2, 0))
    held, deck = int(table.state.held[3]), int(table.state.n_bike)
    table.play("move 1", "N")
    out = np.zeros((4, 3), np.int32)
    result(table.state, out)

    assert table.state.over
    assert out[:, 2].tolist() == [1, 0, 0, 1]
    assert out[:, 1].tolist() == [1, 2, 2, 1]
    assert (table.state.held[3], table.state.n_bike) == (held - 1, deck)


# -- City cards ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-PLACE-3")
def test_s48_not_over_both_blocks_of_a_card() -> None:
    table = Table(turn=0, lay=["plain_pp V(2,2)/0"], hand=["plain_bb", "plain_bb", "plain_pp"])
    table.play("card plain_bb")
    assert table.why_not("V(2,2)/0") == "PC_PLACE_3"
    assert {"V(1,2)/0", "V(3,2)/0", "H(1,2)/0"} <= table.options

    table.play("V(3,2)/0", "card plain_bb")
    assert "V(2,2)/0" in table.options


@pytest.mark.rule("PC-PLACE-1", "PC-PLACE-6")
def test_s49_a_card_over_the_edge() -> None:
    table = Table(turn=0, lay=["lane_bb V(0,2)/0"], hand=["plain_bb", "plain_pp", "plain_pp"])
    lane = int(table.state.lanes[corner_at(0, 2)])
    table.play("card plain_pp")
    assert table.why_not("V(0,2)/0") == "PC_PLACE_3"
    assert lane

    table.play("V(1,2)/0", "card plain_bb")
    assert "V(0,2)/0" in table.options
    assert table.state.lanes[corner_at(0, 2)] == lane


@pytest.mark.rule("PC-PLACE-2")
@pytest.mark.parametrize(
    ("place", "building", "park", "stop"),
    [
        ("V(2,3)/0", (1, 3), (2, 3), (2, 3)),
        ("V(2,3)/1", (2, 3), (1, 3), (2, 4)),
        ("H(2,3)/0", (2, 2), (2, 3), (3, 3)),
        ("H(2,3)/1", (2, 3), (2, 2), (2, 3)),
    ],
)
def test_s50_the_ways_round(
    place: str, building: tuple[int, int], park: tuple[int, int], stop: tuple[int, int]
) -> None:
    table = Table(lay=[f"subway_bp {place}"])
    south_east = 3

    assert status(table.state, corner_at(*park), south_east) == Status.FREE
    assert status(table.state, corner_at(*building), south_east) == Status.BUILDING
    assert int(table.state.stations) == 1 << corner_at(*stop)


@pytest.mark.rule("PC-PLACE-4")
@pytest.mark.parametrize(("name", "places"), [("plain_bb", 84), ("plain_bp", 168)])
def test_s51_symmetric_cards_lie_one_way_round(name: str, places: int) -> None:
    table = Table(turn=0)
    table.state.phase = Phase.CITY_PLACE
    table.state.chosen = face(name)

    assert list_places(table.state, table.buffer) == places
    assert (table.why_not("V(0,0)/1") == Rule.PC_PLACE_4.name) == (places == 84)


@pytest.mark.rule("PC-PLACE-4", "PC-MOVE-1")
def test_cards_printed_otherwise_lie_and_ride_as_they_say() -> None:
    faces = {"plain_bb": {"right": "park"}, "plain_bp": {"right": "building"}}
    changed = fattorino.load("pizza_city", {"city_card": faces, "bike_card": {"move_4": {"value": 5}}})
    places = {}
    for name in faces:
        match = changed.new(seed=1)
        match.state[0].city_hand[0] = [face(name), NONE, NONE]
        match.play(face(name))
        places[name] = len(match.legal())
    assert places == {"plain_bb": 168, "plain_bp": 84}
    match = changed.new(seed=1)
    match.state[0].phase, match.state[0].turn, match.state[0].seat = Phase.BIKE_MAIN, 3, 3
    match.state[0].bike_hand[Team.RED, 3] = 2
    match.play(PLAY_MOVE + 3)
    match.play(DIRECTION)
    assert match.log()[-2:] == ["Red Bike rides to A2.", "Red Bike ends the move on A2."]


@pytest.mark.rule("PC-CITY-2", "PC-CITY-3", "PC-DECK-1", "PC-ORDER-2")
def test_s52_the_last_city_card() -> None:
    table = Table(turn=0, hand=["plain_bb"])
    table.state.n_city = 0
    table.play("card plain_bb", "V(3,3)/0")
    assert (table.state.n_laid, table.state.held[0]) == (1, 0)
    assert table.state.seat == 1

    table.state.turn = 3
    table.state.phase = Phase.BIKE_MAIN
    table.state.seat = 3
    table.hold(["move_1", "move_2", "toss"], Team.RED)
    table.play("flair toss", "move 1", "N")
    assert (table.state.turn, table.state.seat) == (5, 1)  # red City had nothing to lay


@pytest.mark.rule("PC-DECK-2")
def test_s53_the_bike_deck_runs_out() -> None:
    table = Table()
    table.state.n_bike = 1
    table.state.bike_deck[0] = 3
    table.state.discard[:] = 0
    table.state.discard[0] = 4
    table.state.discard[5] = 5
    fours, held = int(table.state.bike_hand[0, 3]), int(table.state.held[3])
    draw_bike(table.state, 3, 2, table.log)

    assert table.state.bike_hand[0, 3] == fours + 1
    assert table.state.held[3] == held + 2
    assert table.state.n_bike == 8
    assert not table.state.discard.any()
