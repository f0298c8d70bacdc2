"""Bike turns, moves, Flair cards and their combinations, the other bike, deliveries."""

import pytest

from fattorino.games.pizza_city.bike import directions
from fattorino.games.pizza_city.state import DIRECTIONS, Event, Phase, Team, corner_at
from games.pizza_city.table import Table

STATIONS = ["subway_bb V(0,3)/1", "subway_bb V(6,2)/0"]  # subway stops at (0,4) and (6,2)


# -- a Bike turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-BIKE-1", "PC-BIKE-5")
def test_exactly_two_cards() -> None:
    table = Table(hand=["move_1", "move_2", "toss", "boost", "juke"])
    assert table.options == {"move 1", "move 2", "flair toss", "flair boost", "flair juke"}
    assert table.why_not("END") == "PC_BIKE_5"
    assert table.why_not("move 4") == "PC_BIKE_1"

    table.play("flair juke", "move 1", settle=False)
    table.play("N", settle=False)
    table.play("GO", "END", settle=False)
    assert table.state.plays == 0
    assert table.options == {"END"}
    assert table.why_not("move 2") == "PC_BIKE_1"


@pytest.mark.rule("PC-BIKE-2")
def test_plays_lapse_when_the_hand_runs_out() -> None:
    table = Table()
    table.hold(["move_1"])
    table.play("move 1", "N", settle=False)
    table.play("GO", "END", settle=False)

    assert (table.state.phase, table.state.plays) == (Phase.BIKE_MAIN, 1)
    assert table.options == {"END"}


@pytest.mark.rule("PC-BIKE-3")
def test_a_move_card_is_discarded_and_resolved_first() -> None:
    table = Table(hand=["move_1", "move_2"])
    table.play("move 2")

    assert table.discarded("move_2") == 1
    assert table.why_not("move 1") == "PC_BIKE_3"


@pytest.mark.rule("PC-BIKE-4")
def test_a_flair_card_goes_onto_the_table() -> None:
    table = Table(hand=["move_1", "boost"])
    table.play("flair boost")

    assert table.n_flair("boost") == 1
    assert table.at() == (0, 6)
    assert (table.state.plays, table.discarded("boost")) == (1, 0)


@pytest.mark.rule("PC-BIKE-5")
def test_a_ticket_after_the_last_play() -> None:
    table = Table(lay=STATIONS, red=(0, 4), flair=["ticket"], hand=["boost", "toss"])
    table.play("flair boost", "flair toss")
    assert table.options == {"use ticket", "END"}

    table.play("use ticket")
    assert table.at() == (6, 2)


@pytest.mark.rule("PC-BIKE-6")
@pytest.mark.parametrize(("rule", "held"), [("two", 4), ("up_to_five", 5)])
def test_the_draw_ends_the_turn(rule: str, held: int) -> None:
    table = Table(flair=["style"], hand=["move_1", "move_2", "move_3", "toss", "boost"], bike_draw=rule)
    table.play("use style", "flair toss", "flair boost", "move 1", "N", "GO", "END")

    assert table.state.held[3] == held
    assert table.state.seat == 0


@pytest.mark.rule("PC-BIKE-7")
def test_there_is_no_limit_to_hand_or_table() -> None:
    table = Table(flair=["boost"] * 3 + ["juke"] * 3, hand=["toss"] * 3 + ["style"] * 3 + ["move_1"] * 2)
    table.play("flair toss", "flair toss")

    assert table.n_flair("toss") == 2
    assert table.state.held[3] == 8


# -- moves --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-MOVE-5")
def test_a_dead_move_instead_of_spending_a_flair_card() -> None:
    table = Table(lay=["oneway_bb V(0,5)/1", "oneway_bb H(0,6)/1"], flair=["anyway"])
    table.play("move 1")
    assert table.options == {"N", "E", "END"}

    table.play("END")
    assert (table.at(), table.state.plays, table.n_flair("anyway")) == ((0, 6), 1, 1)
    free = Table(flair=["anyway"], blocked_start="last_resort")
    free.play("move 1")
    assert free.why_not("END") == "PC_MOVE_5"


@pytest.mark.rule("PC-MOVE-13")
def test_a_bike_may_be_ridden_against_an_obstacle_and_stay() -> None:
    table = Table(hand=["move_3"], tokens=[(0, 5)])
    table.play("move 3")
    assert table.options == {"N", "E", "END"}  # south and west the board ends, north-east is a Building

    table.play("END")
    assert (table.at(), table.state.plays, table.discarded("move_3")) == ((0, 6), 1, 1)
    assert table.events()[-1][0] == Event.STOOD
    assert table.n_tokens() == 1
    with_flair = Table(lay=["oneway_bb V(0,5)/1"], flair=["anyway"])
    with_flair.play("move 2", "END")
    assert with_flair.n_flair("anyway") == 1


@pytest.mark.rule("PC-MOVE-13")
def test_where_nothing_is_in_the_way_a_bike_must_ride() -> None:
    parks = [f"plain_pp V(3,{y})/0" for y in (2, 3)]
    table = Table(lay=parks, red=(3, 3))
    table.play("move 2")
    assert table.options == set(DIRECTIONS)
    assert table.why_not("END") == "PC_MOVE_13"


@pytest.mark.rule("PC-MOVE-6")
def test_no_stopping_short() -> None:
    table = Table(flair=["boost"], hand=["move_3"])
    table.play("move 3", "N", "GO")

    assert table.options == {"GO", "use boost"}
    assert table.why_not("END") == "PC_MOVE_6"


@pytest.mark.rule("PC-MOVE-8")
def test_the_first_step_after_a_juke_must_be_made() -> None:
    table = Table(lay=["oneway_bb H(0,5)/1"], flair=["juke", "anyway"], hand=["move_3"])
    table.play("move 3", "N")
    table.play("use juke")
    assert "E" in table.options

    table.play("E", settle=False)
    assert table.options == {"use anyway"}
    assert table.why_not("END") == "PC_MOVE_8"


@pytest.mark.rule("PC-MOVE-9")
def test_no_step_without_movement() -> None:
    table = Table(flair=["boost"])
    table.play("move 1", "N", "GO")

    assert table.why_not("GO") == "PC_MOVE_9"


@pytest.mark.rule("PC-MOVE-10")
def test_lane_bonus_then_sign() -> None:
    table = Table(lay=["stop_bb V(0,3)/1", "lane_bb V(0,4)/0"], flair=["nonstop"])
    table.play("move 2", "N")
    assert (table.at(), table.state.phase, table.state.rest) == ((0, 4), Phase.BIKE_STOP, 1)

    table.play("use nonstop")
    assert table.at() == (0, 3)


@pytest.mark.rule("PC-MOVE-11")
def test_the_direction_stays() -> None:
    table = Table(flair=["boost"], hand=["move_3"])
    table.play("move 3", "N", "GO")

    assert table.why_not("E") == "PC_MOVE_11"


# -- the other bike -----------------------------------------------------------------------------------------


@pytest.mark.rule("PC-BUMP-3")
def test_a_ticket_is_part_of_the_path() -> None:
    table = Table(lay=STATIONS, blue=(6, 1), flair=["ticket"], hand=["move_3"])
    table.play("move 3", "N", "use ticket")  # from (0,4) to (6,2), then one step onto blue

    assert table.at() == (6, 2)


@pytest.mark.rule("PC-BUMP-4")
def test_what_was_spent_on_the_way_stays_spent() -> None:
    table = Table(blue=(0, 3), tokens=[(0, 5)], flair=["toss", "boost"], hand=["move_2"])
    table.play("move 2", "N", "GO", "use toss", "use boost")

    assert table.at() == (0, 4)
    assert list(table.state.score) == [1, 0]
    assert (table.n_flair("toss"), table.n_flair("boost")) == (0, 0)
    assert (table.discarded("toss"), table.discarded("boost")) == (1, 1)


@pytest.mark.rule("PC-BUMP-5")
def test_a_ticket_does_not_lead_to_the_other_bike() -> None:
    table = Table(
        lay=[*STATIONS, "subway_bb V(3,1)/0"], red=(0, 4), blue=(6, 2), flair=["ticket"], hand=["move_1"]
    )
    table.play("use ticket", settle=False)

    assert table.options == {"(3,1)"}
    assert table.why_not("(6,2)") == "PC_BUMP_5"
    assert table.why_not("(0,4)") == "PC_FLAIR_TICKET_1"


@pytest.mark.rule("PC-BUMP-6")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_bikes_never_share_a_corner_between_moves(value: int) -> None:
    for y in range(6):
        table = Table(blue=(0, y), hand=[f"move_{value}"])
        table.play(f"move {value}", "N")
        assert table.at(Team.RED) != table.at(Team.BLUE)


# -- Flair cards --------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-FLAIR-1")
def test_flair_works_from_the_own_table_only() -> None:
    table = Table(hand=["move_3", "boost"])
    table.state.table[Team.BLUE, :] = 1
    table.play("move 3", "N", settle=False)

    assert table.options == {"GO"}
    assert table.why_not("use boost") == "PC_FLAIR_1"


@pytest.mark.rule("PC-FLAIR-2")
def test_an_activated_card_is_discarded_and_no_play() -> None:
    table = Table(flair=["style"])
    table.play("use style")

    assert (table.n_flair("style"), table.discarded("style")) == (0, 1)
    assert table.state.plays == 3


@pytest.mark.rule("PC-FLAIR-3")
def test_effects_add_up() -> None:
    """Boost, Juke, Anyway, Shortcut and Nonstop in one move."""
    table = Table(
        lay=["oneway_bb V(0,4)/1", "stop_bb V(0,3)/1"],
        flair=["boost", "juke", "anyway", "shortcut", "nonstop"],
        hand=["move_3"],
    )
    table.play("move 3", "N", "GO", "use boost", "use anyway")
    assert (table.at(), table.state.phase, table.state.rest) == ((0, 4), Phase.BIKE_STOP, 2)

    table.play("use nonstop", "use juke", "NE")  # the Shortcut is the only way to go on
    assert table.at() == (1, 3)
    assert not table.state.table[Team.RED].any()
    assert table.state.phase == Phase.BIKE_MAIN


MOMENTS = {  # the rule that says when a card can be used
    "ticket": "PC_FLAIR_TICKET_2",
    "boost": "PC_FLAIR_BOOST_1",
    "juke": "PC_FLAIR_JUKE_1",
    "nonstop": "PC_FLAIR_NONSTOP_1",
    "anyway": "PC_FLAIR_ANYWAY_1",
    "shortcut": "PC_FLAIR_SHORTCUT_1",
    "style": "PC_FLAIR_STYLE_1",
    "toss": "PC_FLAIR_TOSS_1",
}


@pytest.mark.rule("PC-FLAIR-4")
def test_a_flair_card_out_of_its_moment_is_refused_by_its_own_rule() -> None:
    table = Table(lay=STATIONS, flair=list(MOMENTS))
    between = MOMENTS | {"ticket": "PC_FLAIR_TICKET_1", "style": "OK"}
    assert {name: table.why_not(f"use {name}") for name in MOMENTS} == between

    table.play("move 1")
    assert {name: table.why_not(f"use {name}") for name in MOMENTS} == MOMENTS

    table.play("N")
    assert {name: table.why_not(f"use {name}") for name in MOMENTS} == MOMENTS | {"boost": "OK"}

    table.play("GO")  # nothing left to ride
    assert {name: table.why_not(f"use {name}") for name in MOMENTS} == MOMENTS | {"boost": "OK"}


@pytest.mark.rule("PC-FEAT-STOP-1")
def test_at_a_stop_sign_everything_but_nonstop_is_refused_by_the_sign() -> None:
    table = Table(
        lay=["stop_bb V(0,3)/1", "subway_bb V(0,4)/0", STATIONS[1]],
        tokens=[(0, 4)],
        flair=list(MOMENTS),
        hand=["move_3"],
    )
    table.play("move 3", "N", "GO", "GO")
    assert table.state.phase == Phase.BIKE_STOP

    for name in ("use ticket", "use juke", "use anyway", "use shortcut", "use toss", "GO", "E", "(6,2)"):
        assert table.why_not(name) == "PC_FEAT_STOP_1", name
    assert table.why_not("use boost") == "PC_FLAIR_BOOST_2"
    assert table.why_not("use style") == "PC_FLAIR_STYLE_1"
    assert table.options == {"use nonstop", "END"}


@pytest.mark.rule("PC-FLAIR-TICKET-2")
def test_a_corner_asked_for_in_mid_move_is_refused_by_the_rule_for_moves() -> None:
    table = Table(lay=[*STATIONS, "subway_bb V(3,1)/0"], flair=["ticket"], hand=["move_3"])
    assert table.why_not("(6,2)") == "PC_FLAIR_TICKET_1"

    table.play("move 3", "N")
    assert (table.at(), table.why_not("(6,2)")) == ((0, 4), "PC_FLAIR_TICKET_2")

    table.play("use ticket")
    assert table.why_not("(1,1)") == "PC_FLAIR_TICKET_2"
    assert table.options == {"(6,2)", "(3,1)"}


@pytest.mark.rule("PC-FLAIR-TICKET-1")
def test_a_stop_sign_means_nothing_to_a_ticket_between_plays() -> None:
    table = Table(lay=[*STATIONS, "stop_bb H(5,2)/0"], red=(0, 4), flair=["ticket", "nonstop"])
    assert table.state.stops[corner_at(6, 2)]
    table.play("use ticket")

    assert (table.at(), table.state.phase) == ((6, 2), Phase.BIKE_MAIN)


@pytest.mark.rule("PC-FLAIR-TICKET-2", "PC-FEAT-STOP-1")
def test_a_ticket_in_mid_move_meets_the_stop_sign() -> None:
    table = Table(lay=[*STATIONS, "stop_bb H(5,2)/0"], tokens=[(6, 2)], flair=["ticket"], hand=["move_3"])
    table.play("move 3", "N", "use ticket")

    assert table.at() == (6, 2)
    assert table.state.phase == Phase.BIKE_MAIN
    assert list(table.state.score) == [1, 0]  # the move ended there


@pytest.mark.rule("PC-FLAIR-TICKET-2", "PC-DELIV-1")
def test_a_ticket_in_mid_move_delivers_nothing() -> None:
    table = Table(lay=STATIONS, tokens=[(6, 2)], flair=["ticket"], hand=["move_3"])
    table.play("move 3", "N", "use ticket")

    assert table.at() == (6, 1)
    assert list(table.state.score) == [0, 0]


@pytest.mark.rule("PC-FLAIR-TICKET-2")
def test_no_ticket_before_the_first_step_or_at_the_end() -> None:
    table = Table(lay=STATIONS, red=(0, 4), flair=["ticket", "boost"], hand=["move_1"])
    table.play("move 1", "S")
    assert table.why_not("use ticket") == "PC_FLAIR_TICKET_2"

    last = Table(lay=STATIONS, flair=["ticket", "boost"], hand=["move_2"])
    last.play("move 2", "N", "GO", "GO")
    assert (last.at(), last.options) == ((0, 4), {"use boost", "END"})


@pytest.mark.rule("PC-FLAIR-TICKET-3")
def test_no_ticket_without_a_destination() -> None:
    table = Table(lay=STATIONS[:1], red=(0, 4), flair=["ticket"])

    assert table.why_not("use ticket") == "PC_FLAIR_TICKET_3"


@pytest.mark.rule("PC-FLAIR-BOOST-2")
def test_boost_does_not_lift_a_stop_sign() -> None:
    table = Table(lay=["stop_bb V(0,3)/1"], flair=["boost", "nonstop"])
    table.play("move 2", "N", "GO", "GO")
    assert (table.at(), table.options) == ((0, 4), {"use nonstop", "END"})
    assert table.why_not("use boost") == "PC_FLAIR_BOOST_2"

    table.play("use nonstop")
    assert table.options == {"use boost", "END"}
    table.play("use boost")
    assert table.at() == (0, 3)


@pytest.mark.rule("PC-FLAIR-JUKE-2")
def test_a_second_turn_needs_a_second_juke() -> None:
    one = Table(flair=["juke"], hand=["move_3"])
    one.play("move 3", "N", "use juke", "E")
    assert one.at() == (2, 5)

    two = Table(flair=["juke", "juke"], hand=["move_3"])
    two.play("move 3", "N", "use juke", "E", "GO", "use juke", "N")
    assert two.at() == (1, 4)


@pytest.mark.rule("PC-FLAIR-NONSTOP-1")
def test_nonstop_counts_for_one_arrival() -> None:
    table = Table(lay=["double_stop_bb V(0,3)/0"], flair=["nonstop"], hand=["move_4"])
    table.play("move 4", "N")
    assert table.at() == (0, 4)

    table.play("use nonstop")
    assert table.at() == (0, 3)  # the next sign holds it


@pytest.mark.rule("PC-FLAIR-ANYWAY-1")
def test_each_one_way_needs_its_own_anyway() -> None:
    table = Table(lay=["oneway_bb V(0,5)/1", "oneway_bb V(0,4)/1"], flair=["anyway"])
    table.play("move 2", "N")

    assert table.at() == (0, 5)
    assert table.n_flair("anyway") == 0


@pytest.mark.rule("PC-FLAIR-STYLE-1")
def test_style_needs_a_card_to_play() -> None:
    table = Table(flair=["style"])
    table.hold(["move_1", "boost"])
    assert table.why_not("use style") == "PC_FLAIR_STYLE_1"

    table.hold(["move_1", "boost", "toss"])
    assert "use style" in table.options


@pytest.mark.rule("PC-FLAIR-TOSS-1")
def test_no_toss_without_movement_left() -> None:
    table = Table(tokens=[(0, 4)], flair=["toss", "boost"])
    table.play("move 2", "N", "GO", "GO")
    assert table.why_not("use toss") == "PC_FLAIR_TOSS_1"

    table.play("use boost", "use toss")
    assert list(table.state.score) == [1, 0]


@pytest.mark.rule("PC-FLAIR-JUKE-1", "PC-MOVE-4")
def test_flair_on_the_table_opens_directions() -> None:
    table = Table(red=(3, 3), lay=["oneway_bb V(3,2)/1"])
    assert directions(table.state, Team.RED) == 0b01010100

    table.state.table[Team.RED, 4] = 1  # Anyway
    assert directions(table.state, Team.RED) == 0b01010101

    table.state.table[Team.RED, 5] = 1  # Shortcut
    assert directions(table.state, Team.RED) == 0b11111111


# -- delivering ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-DELIV-2")
def test_a_delivered_token_is_kept_by_the_team() -> None:
    table = Table(tokens=[(0, 5), (3, 3)])
    table.play("move 1", "N")

    assert list(table.state.score) == [1, 0]
    assert int(table.state.tokens) == 1 << corner_at(3, 3)
    assert table.state.supply == 4  # not back to the supply
    assert (Event.DELIVERED, corner_at(0, 5), 1) in table.events()


@pytest.mark.rule("PC-DELIV-4")
def test_delivery_cannot_be_declined() -> None:
    table = Table(tokens=[(0, 5)])
    table.play("move 1", "N", settle=False)
    table.play("GO", settle=False)
    assert table.options == {"END"}

    table.play("END", settle=False)
    assert list(table.state.score) == [1, 0]
