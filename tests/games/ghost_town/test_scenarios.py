"""The worked examples of the rules on Example Street, one by one."""

from typing import Any

import pytest

from fattorino.games.ghost_town.state import Card, Place, Tile, square_number
from games.ghost_town.street import (
    BACK,
    DOWN,
    DOWN_LEFT,
    DOWN_RIGHT,
    KEEP,
    LEFT,
    POINT,
    RIGHT,
    UP,
    UP_LEFT,
    UP_RIGHT,
    USE,
    Street,
    attack,
    bishop,
    diagonal,
    hop,
    move,
    rook,
)

SHRIMP, BASIL = 0, 1
HOP, DIAG, ROOK, BISHOP = Card.HOP_STEP, Card.DIAGONAL_MOVE, Card.ROOK_TELEPORT, Card.BISHOP_TELEPORT


@pytest.mark.rule("GT-REPORT-1", "GT-REPORT-2", "GT-REPORT-3")
def test_surroundings_of_two_deliverers() -> None:
    street = Street().put(1, "A7").put(0, "D4").hand(0, HOP)
    assert street.play(hop(LEFT)) == "PIZZA_TAKEN(shrimp) [up | ghost]"
    assert street.play(attack(DOWN)) == "ATTACK_MISS [down left | ghost house]"


@pytest.mark.rule("GT-REPORT-2", "GT-ATTACK-3")
@pytest.mark.parametrize(
    ("square", "direction", "report"),
    [
        ("A3", RIGHT, "ATTACK_MISS [right left | pizza]"),
        ("F2", UP, "ATTACK_MISS [- | -]"),
        ("D4", UP, "ATTACK_MISS [- | ghost]"),
        ("C3", LEFT, "ATTACK_MISS [left | ghost pizza]"),
        ("A3", LEFT, "ATTACK_MISS [right left | pizza]"),
    ],
)
def test_attack_without_a_ghost(square: str, direction: int, report: str) -> None:
    street = Street().put(0, square)
    assert street.play(attack(direction)) == report
    assert street.at(0) == square


@pytest.mark.rule("GT-REPORT-4")
def test_a_signboard_without_house_gives_no_sign() -> None:
    assert Street().put(0, "F2").play(attack(UP)).endswith("[- | -]")


@pytest.mark.rule("GT-MOVE-2", "GT-REPORT-1")
@pytest.mark.parametrize(
    ("square", "report"),
    [("C3", "BUMP_WALL [left | ghost pizza]"), ("A3", "BUMP_WALL [right left | pizza]")],
)
def test_walls_and_the_outside_feel_the_same(square: str, report: str) -> None:
    street = Street().put(0, square)
    assert street.play(move(LEFT)) == report
    assert street.at(0) == square


@pytest.mark.rule("GT-MOVE-3")
def test_a_ghost_is_in_the_way() -> None:
    street = Street().put(0, "D2")
    assert street.play(move(LEFT)) == "BUMP_GHOST [- | ghost]"
    assert street.at(0) == "D2"
    assert street.ghost("C2")


@pytest.mark.rule("GT-TELE-1", "GT-TELE-2")
@pytest.mark.parametrize(
    ("square", "direction", "there", "report"),
    [
        ("A2", UP, "G6", "TELEPORT [right | ghost pizza]"),
        ("G5", DOWN, "C7", "TELEPORT [down | ghost]"),
        ("C6", DOWN, "A1", "TELEPORT [up left | -]"),
    ],
)
def test_teleports_lead_on_once(square: str, direction: int, there: str, report: str) -> None:
    street = Street().put(0, square)
    assert street.play(move(direction)) == report
    assert street.at(0) == there


@pytest.mark.rule("GT-PIZZA-1", "GT-OUT-1", "GT-OUT-2", "GT-OUT-3")
def test_taking_a_pizza_brings_house_and_ghosts() -> None:
    street = Street().put(0, "A4")
    before = street.ghosts()
    assert street.play(move(RIGHT)) == "PIZZA_TAKEN(shrimp) [up | ghost]"
    assert street.ghosts() - before == {"A5", "B5", "C5", "A6", "C6", "A7", "B7"}
    assert street.state.house.tolist() == [1, 0, 0]
    assert street.state.carried[0] == SHRIMP
    assert not any("house" in sentence.lower() for sentence in street.heard(1)), (
        "the outbreak is not announced"
    )


@pytest.mark.rule("GT-OUT-2", "GT-OUT-5")
def test_no_ghost_appears_where_a_deliverer_stands_not_even_later() -> None:
    street = Street().put(1, "A7").put(0, "A4")
    before = street.ghosts()
    street.play(move(RIGHT))
    assert street.ghosts() - before == {"A5", "B5", "C5", "A6", "C6", "B7"}
    street.put(1, "A7").no_ghost("B7").play(move(RIGHT))
    assert not street.ghost("A7")


@pytest.mark.rule("GT-PIZZA-2", "GT-PIZZA-3")
def test_one_pizza_is_enough() -> None:
    street = Street().carry(0, SHRIMP).put(0, "F5")
    assert street.play(move(DOWN)) == "PIZZA_LEFT [left | ghost]"
    assert street.state.pizza[BASIL] == 1
    assert street.state.carried[0] == SHRIMP


@pytest.mark.rule("GT-PIZZA-4", "GT-OTHER-1")
def test_an_empty_box_is_nothing() -> None:
    street = Street().put(0, "A4")
    street.state.pizza[SHRIMP] = 0
    assert street.play(move(RIGHT)) == "NOTHING [up | -]"


@pytest.mark.rule("GT-HOUSE-1", "GT-HOUSE-3", "GT-REPORT-5", "GT-TURN-4")
def test_a_delivery_from_taking_to_going_out() -> None:
    street = Street().put(0, "A4")
    street.play(move(RIGHT))
    harmless = attack(UP)
    street.play(harmless)
    assert street.play(attack(DOWN)) == "ATTACK_HIT, CARD_DRAWN [up | ghost]"
    street.play(harmless)
    assert street.play(move(DOWN)) == "NOTHING [- | ghost house]"
    street.play(harmless)
    ghosts = street.ghosts()
    assert street.play(move(DOWN)) == "DELIVERED(shrimp)"
    assert street.at(0) == "out"
    assert street.ghosts() == ghosts
    assert street.state.house[SHRIMP] == 1
    assert street.count(Place.GONE + 0) == 1, "the hand leaves the game"
    for _ in range(2):
        assert street.state.seat == 1, "only the other one acts from now on"
        street.play(harmless)


@pytest.mark.rule("GT-HOUSE-2")
@pytest.mark.parametrize("carried", [None, BASIL])
def test_a_house_refuses_other_pizzas(carried: int | None) -> None:
    street = Street().house(SHRIMP).put(1, "B7")
    if carried is not None:
        street.carry(1, carried)
    assert street.play(move(UP)) == "HOUSE_REFUSED [- | -]"


@pytest.mark.rule("GT-OTHER-1")
def test_squares_with_nothing_to_tell() -> None:
    assert Street().put(0, "B7").play(move(UP)) == "NOTHING [- | -]", "a signboard without house"
    assert Street().no_ghost("C2").put(0, "D2").play(move(LEFT)) == "NOTHING [- | ghost]", "an empty grave"
    assert Street().put(0, "D4").play(move(UP)) == "NOTHING [- | ghost]"


@pytest.mark.rule("GT-MOVE-5", "GT-MAP-5")
def test_deliverers_share_a_square() -> None:
    street = Street().put(1, "F2").put(0, "E2")
    assert street.play(move(RIGHT)) == "NOTHING [- | -]"
    assert street.at(0) == street.at(1) == "F2"


@pytest.mark.rule("GT-ATTACK-1", "GT-ATTACK-2")
def test_a_hit_draws_a_card_and_the_grave_stays() -> None:
    street = Street().put(0, "D2")
    assert street.play(attack(LEFT)) == "ATTACK_HIT, CARD_DRAWN [- | ghost]"
    assert street.state.tile[square_number("C2")] == Tile.GRAVE
    assert (street.count(0), street.count(Place.DECK), street.at(0)) == (1, 13, "D2")


@pytest.mark.rule("GT-DECK-2")
def test_an_empty_deck_is_made_of_the_used_cards() -> None:
    street = Street().no_deck(used=2).put(0, "D2")
    assert street.play(attack(LEFT)).startswith("ATTACK_HIT, CARD_DRAWN")
    assert (street.count(Place.DECK), street.count(Place.USED)) == (1, 0)


@pytest.mark.rule("GT-DECK-2")
def test_no_card_is_left() -> None:
    street = Street().no_deck().put(0, "D2")
    assert street.play(attack(LEFT)).startswith("ATTACK_HIT, NO_CARD")


CARD_FLIGHTS: list[Any] = [
    pytest.param("D4", HOP, hop(UP), "D2", "NOTHING [- | ghost]", id="hop"),
    pytest.param("A3", HOP, hop(RIGHT), "C3", "NOTHING [left | ghost pizza]", id="hop_over_a_wall"),
    pytest.param("D4", HOP, hop(DOWN), "D6", "NOTHING [right | ghost]", id="hop_onto_a_ghost"),
    pytest.param("D4", HOP, hop(LEFT), "B4", "PIZZA_TAKEN(shrimp) [up | ghost]", id="hop_onto_a_pizza"),
    pytest.param("A3", HOP, hop(UP), "G6", "TELEPORT [right | ghost pizza]", id="hop_onto_a_teleport"),
    pytest.param("D4", DIAG, diagonal(UP_LEFT), "C3", "NOTHING [left | ghost pizza]", id="diagonal"),
    pytest.param(
        "D4", DIAG, diagonal(DOWN_RIGHT), "E5", "NOTHING [down | ghost pizza]", id="diagonal_onto_a_ghost"
    ),
    pytest.param("D4", ROOK, rook(LEFT), "A4", "NOTHING [left | pizza]", id="rook"),
    pytest.param("D4", ROOK, rook(DOWN), "D7", "NOTHING [down right | ghost]", id="rook_over_a_ghost"),
    pytest.param("D4", ROOK, rook(UP), "D1", "NOTHING [up | ghost]", id="rook_onto_a_ghost"),
    pytest.param("D4", ROOK, rook(RIGHT), "F4", "NOTHING [right | ghost]", id="rook_before_a_wall"),
    pytest.param("E3", ROOK, rook(DOWN), "E5", "NOTHING [down | ghost pizza]", id="rook_before_two_walls"),
    pytest.param("A3", ROOK, rook(DOWN), "A7", "NOTHING [down left | -]", id="rook_along_the_rim"),
    pytest.param("A3", ROOK, rook(UP), "G6", "TELEPORT [right | ghost pizza]", id="rook_onto_a_teleport"),
    pytest.param("D4", BISHOP, bishop(DOWN_LEFT), "A7", "NOTHING [down left | -]", id="bishop"),
    pytest.param(
        "D4", BISHOP, bishop(DOWN_RIGHT), "G7", "NOTHING [down right | pizza]", id="bishop_onto_a_ghost"
    ),
    pytest.param(
        "D7", BISHOP, bishop(UP_RIGHT), "F5", "NOTHING [- | ghost pizza]", id="bishop_before_a_wall"
    ),
    pytest.param(
        "D4", BISHOP, bishop(UP_LEFT), "G6", "TELEPORT [right | ghost pizza]", id="bishop_onto_a_teleport"
    ),
    pytest.param("E4", Card.POINT_SYMMETRIC, POINT, "C4", "NOTHING [- | pizza]", id="point-symmetric"),
    pytest.param("B4", Card.POINT_SYMMETRIC, POINT, "F4", "NOTHING [right | ghost]", id="point_onto_a_ghost"),
]


@pytest.mark.rule(
    "GT-CARD-HOP-1",
    "GT-CARD-DIAG-1",
    "GT-CARD-ROOK-1",
    "GT-CARD-ROOK-2",
    "GT-CARD-BISHOP-1",
    "GT-CARD-BISHOP-2",
    "GT-CARD-POINT-1",
    "GT-ARRIVE-1",
    "GT-ARRIVE-2",
)
@pytest.mark.parametrize(("square", "card", "action", "there", "report"), CARD_FLIGHTS)
def test_where_a_card_leads(square: str, card: Card, action: int, there: str, report: str) -> None:
    street = Street().put(0, square).hand(0, card)
    deck = street.count(Place.DECK)
    before = street.ghosts()
    assert street.play(action) == report
    assert street.at(0) == there
    assert street.count(Place.DECK) == deck, "no card is drawn for a ghost that a card removed"
    if "PIZZA" not in report:
        assert before - street.ghosts() <= {there}, "only the ghost of the square moved to is gone"
        assert not street.ghost(there)


@pytest.mark.rule(
    "GT-CARD-HOP-2", "GT-CARD-DIAG-2", "GT-CARD-ROOK-3", "GT-CARD-POINT-2", "GT-CARD-1", "GT-CARD-2"
)
@pytest.mark.parametrize(
    ("square", "card", "action", "surroundings"),
    [
        ("C6", HOP, hop(RIGHT), "[- | ghost]"),
        ("A3", HOP, hop(LEFT), "[right left | pizza]"),
        ("C4", DIAG, diagonal(UP_LEFT), "[- | pizza]"),
        ("A3", DIAG, diagonal(UP_LEFT), "[right left | pizza]"),
        ("A3", ROOK, rook(LEFT), "[right left | pizza]"),
        ("A7", BISHOP, bishop(DOWN_LEFT), "[down left | -]"),
        ("D4", Card.POINT_SYMMETRIC, POINT, "[- | ghost]"),
        ("A4", Card.POINT_SYMMETRIC, POINT, "[left | pizza]"),
    ],
)
def test_a_card_that_cannot_move_is_used_up(square: str, card: Card, action: int, surroundings: str) -> None:
    street = Street().put(0, square).hand(0, card)
    assert street.play(action) == f"CANNOT_MOVE {surroundings}"
    assert street.at(0) == square
    assert street.count(Place.USED) == 1
    assert not street.holds(0, card)


@pytest.mark.rule("GT-CARD-ROOK-3")
def test_a_flight_between_walls_only_cannot_move() -> None:
    street = Street().no_ghost("E5").put(0, "E5").hand(0, ROOK)
    assert street.play(rook(DOWN)) == "CANNOT_MOVE [down | ghost pizza]"


@pytest.mark.rule("GT-CARD-ROOK-4", "GT-CARD-BISHOP-2")
def test_the_distance_is_told_first_if_wanted() -> None:
    assert (
        Street(report_distance=True)
        .put(0, "D4")
        .hand(0, ROOK)
        .play(rook(LEFT))
        .startswith("DISTANCE(3), NOTHING")
    )
    far = Street(report_distance=True).put(0, "D4").hand(0, BISHOP).play(bishop(UP_LEFT))
    assert far.startswith("DISTANCE(3), TELEPORT"), "counted before the teleport"
    assert Street(report_distance=True).put(0, "D4").hand(0, HOP).play(hop(UP)).startswith("NOTHING")


@pytest.mark.rule("GT-CARD-BACK-1", "GT-CARD-BACK-2", "GT-REPORT-5")
def test_back_to_start_then_a_move_or_an_attack() -> None:
    street = Street().put(0, "A7").hand(0, Card.BACK_TO_START, HOP)
    street.play(BACK)
    assert street.at(0) == "D4"
    assert street.legal() == list(range(8))
    assert [street.why_not(a) for a in (hop(UP), POINT, BACK, USE, KEEP)] == ["GT-CARD-BACK-2"] * 5
    assert street.play(move(UP)) == "BACK_AT_START, NOTHING [- | ghost]"
    assert street.at(0) == "D3"
    street = Street().put(0, "A7").hand(0, Card.BACK_TO_START)
    street.play(BACK)
    assert street.play(attack(UP)) == "BACK_AT_START, ATTACK_MISS [- | ghost]"
    assert street.state.n_records == 1, "one line, one surrounding report"


@pytest.mark.rule("GT-CARD-BACK-1")
def test_back_to_start_while_on_the_start() -> None:
    street = Street().put(0, "D4").hand(0, Card.BACK_TO_START)
    street.play(BACK)
    assert street.at(0) == "D4"


@pytest.mark.rule("GT-CARD-BARRIER-2")
def test_a_barrier_after_back_to_start() -> None:
    street = Street().put(0, "A7").add_ghost("D3").hand(0, Card.BACK_TO_START, Card.BARRIER)
    street.play(BACK)
    street.play(move(UP))
    assert street.play(USE) == "BACK_AT_START, BUMP_GHOST, BARRIER_USED, NOTHING [- | ghost]"
    assert street.at(0) == "D3"
    assert street.count(Place.USED) == 2


@pytest.mark.rule("GT-ARRIVE-1", "GT-HOUSE-1")
def test_delivering_by_card() -> None:
    street = Street().carry(1, SHRIMP).house(SHRIMP).put(1, "F2").hand(1, Card.POINT_SYMMETRIC)
    assert street.play(POINT) == "DELIVERED(shrimp)"


@pytest.mark.rule("GT-CARD-BARRIER-2", "GT-CARD-BARRIER-3", "GT-DECK-1")
def test_the_barrier_drives_a_ghost_off() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    deck = street.count(Place.DECK)
    street.play(move(LEFT))
    assert street.legal() == [USE, KEEP]
    assert street.play(USE) == "BUMP_GHOST, BARRIER_USED, NOTHING [- | ghost]"
    assert (street.at(0), street.count(0), street.count(Place.DECK)) == ("C2", 0, deck)
    assert street.count(Place.USED) == 1


@pytest.mark.rule("GT-CARD-BARRIER-4", "GT-DEC-2")
def test_a_barrier_that_is_kept_leaves_no_trace() -> None:
    kept = Street().put(0, "D2").hand(0, Card.BARRIER)
    kept.play(move(LEFT))
    without = Street().put(0, "D2")
    assert kept.play(KEEP) == without.play(move(LEFT)) == "BUMP_GHOST [- | ghost]"
    assert kept.heard(1) == without.heard(1)


@pytest.mark.rule("GT-CARD-BARRIER-1")
def test_the_barrier_is_no_special_action() -> None:
    street = Street().put(0, "D4").hand(0, Card.BARRIER)
    assert street.legal() == list(range(8))
    assert street.why_not(USE) == "GT-CARD-BARRIER-1"
    assert street.why_not(KEEP) == "GT-CARD-BARRIER-2", "no ghost was met"


@pytest.mark.rule("GT-VAR-PIG-2", "GT-VAR-PIG-3")
def test_pigs_oink_and_stay() -> None:
    street = Street(variant_pigs=True).put(0, "D3")
    assert street.play(move(LEFT)) == "OINK(pig) [left | ghost pizza]"
    assert street.state.tile[square_number("C3")] == Tile.LITTLE_PIG
    assert (
        Street(variant_pigs=True, oink="distinct").put(0, "F1").play(move(RIGHT))
        == "OINK(parent) [up right | -]"
    )
    assert Street(variant_pigs=True, oink="distinct").put(0, "D3").play(move(LEFT)).startswith("OINK(little)")


@pytest.mark.rule("GT-VAR-MONKEY-2", "GT-VAR-MONKEY-3")
def test_the_monkey_comes_along_and_points() -> None:
    street = Street(variant_monkey=True).put(0, "A4")
    assert street.play(move(DOWN)) == "MONKEY [left | pizza]"
    assert street.state.monkey_of == 0
    assert street.state.tile[square_number("A5")] == Tile.EMPTY
    assert street.state.pizza_at[0] == 1 << 5, "up-right"


@pytest.mark.rule("GT-VAR-MONKEY-4", "GT-VAR-MANHOLE-2")
def test_the_monkey_is_silent_without_arrival_and_about_covers() -> None:
    street = Street(variant_monkey=True).put(0, "A4")
    street.state.monkey_of = 0
    assert street.play(attack(RIGHT)) == "ATTACK_MISS [left | pizza]"
    assert street.state.pizza_at[0] == -1
    street = Street(variant_monkey=True).carry(0, BASIL).put(0, "A4").tile("A5", Tile.EMPTY)
    street.state.monkey_of = 0
    assert street.play(move(DOWN)) == "NOTHING [left | pizza]"
    assert street.state.pizza_at[0] == -1, "it only points for empty hands"
    street = Street(variant_monkey=True, variant_manholes=True).put(0, "E4")
    street.state.monkey_of = 0
    assert street.play(move(UP)) == "NOTHING [- | ghost pizza]"
    assert street.state.pizza_at[0] == 0, "nowhere: the pizza sensed is a cover"


@pytest.mark.rule("GT-VAR-CROW-1")
def test_stepping_on_the_crow_is_nothing() -> None:
    street = Street(variant_crow=True).put(0, "B2")
    assert street.play(move(UP)) == "NOTHING [up | ghost]"
    assert street.state.tile[square_number("B1")] == Tile.CROW


@pytest.mark.rule("GT-VAR-CROW-2", "GT-VAR-CROW-3")
def test_the_crow_carries_its_attacker_to_the_nearest_signboard() -> None:
    street = Street(variant_crow=True).put(0, "B2")
    deck = street.count(Place.DECK)
    assert street.play(attack(UP)) == "CROW, NOTHING [- | -]"
    assert (street.at(0), street.state.crow_of, street.count(Place.DECK)) == ("B6", 0, deck)
    street = Street(variant_crow=True).put(0, "C1")
    assert street.play(attack(LEFT)).startswith("CROW, NOTHING")
    assert street.at(0) == "B6", "as far as the Basil one: Shrimp comes first"
    street = Street(variant_crow=True).carry(0, SHRIMP).house(SHRIMP).put(0, "C1")
    assert street.play(attack(LEFT)) == "CROW, DELIVERED(shrimp)"


@pytest.mark.rule("GT-VAR-MANHOLE-2", "GT-VAR-MANHOLE-3")
def test_a_manhole_cover_feels_like_a_pizza_until_taken() -> None:
    street = Street(variant_manholes=True).put(0, "D4")
    assert street.play(move(UP)) == "NOTHING [- | ghost pizza]"
    street.turn_of(0)
    assert street.play(move(UP)) == "MANHOLE [- | ghost]"
    assert (street.at(0), street.state.covers[0]) == ("D2", 1)
    carrying = Street(variant_manholes=True).carry(0, SHRIMP).put(0, "D3")
    assert carrying.play(move(UP)).startswith("MANHOLE"), "carrying a pizza or not"


@pytest.mark.rule("GT-VAR-ALL-1")
def test_no_ghost_appears_on_round_tiles() -> None:
    street = Street(variant_manholes=True, variant_monkey=True).put(0, "A4")
    before = street.ghosts()
    street.play(move(RIGHT))
    assert street.ghosts() - before == {"B5", "C5", "A6", "C6", "A7"}


@pytest.mark.rule("GT-TURN-5", "GT-WIN-3", "GT-WIN-1")
@pytest.mark.parametrize("gm_can_win", [False, True])
def test_twenty_turns_without_a_delivery(gm_can_win: bool) -> None:
    street = Street(gm_can_win=gm_can_win)
    for played in range(40):
        assert not street.state.over, f"over after {played} actions"
        street.play(attack(UP))
    assert street.state.over
    assert [row[2] for row in street.result()[:2]] == [0, 0]
    assert street.result()[2][2] == int(gm_can_win)


@pytest.mark.rule("GT-TURN-4", "GT-WIN-2", "GT-TURN-5")
def test_the_game_ends_when_everybody_is_out() -> None:
    street = Street().carry(0, SHRIMP).carry(1, BASIL).house(SHRIMP).house(BASIL)
    street.put(1, "F3").put(0, "B5")
    assert street.play(move(DOWN)) == "DELIVERED(shrimp)"
    assert street.play(move(RIGHT)) == "DELIVERED(basil)"
    assert street.state.over
    assert [row[1] for row in street.result()[:2]] == [1, 2]
    assert [row[2] for row in street.result()[:2]] == [1, 1], "each who delivers wins"


@pytest.mark.rule("GT-DECK-5")
def test_back_to_start_takes_no_part_in_a_reshuffle_during_its_own_action() -> None:
    street = Street().no_deck().put(0, "A7").add_ghost("D3")
    street.state.card_at[3 * Card.BACK_TO_START] = 0
    street.state.held[0, 0] = 1
    street.play(BACK)
    assert street.play(attack(UP)) == "BACK_AT_START, ATTACK_HIT, NO_CARD [- | ghost]"
    assert (street.at(0), street.count(Place.USED)) == ("D4", 1)
