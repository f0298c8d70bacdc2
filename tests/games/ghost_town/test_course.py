"""Roles, setting up, turns, winning, the deck, options of the course of play."""

from typing import Any

import pytest

import fattorino
from fattorino.games.ghost_town import state as gt
from fattorino.games.ghost_town.effects import give
from fattorino.games.ghost_town.state import Card, Oink, Phase, Place, Tile, Voice, square_number
from games.ghost_town.street import (
    BACK,
    DOWN,
    GAME,
    KEEP,
    LEFT,
    RIGHT,
    UP,
    USE,
    Street,
    attack,
    hop,
    move,
    rook,
)

SHRIMP, BASIL = 0, 1


@pytest.mark.rule("GT-ROLE-1")
def test_deliverers_then_the_game_master() -> None:
    for n in (2, 3):
        match = GAME.new(seats=n, seed=1)
        assert [role.name for role in match.roles] == [
            *(f"Deliverer {k + 1}" for k in range(n)),
            "Game master",
        ]
    for wrong in (1, 4, 0, "2", 2.5, True):
        with pytest.raises(fattorino.BadOption, match="seats can be 2 or 3"):
            GAME.new(seats=wrong)  # type: ignore[arg-type]


@pytest.mark.rule("GT-ROLE-3", "GT-DEC-4")
def test_the_game_master_neither_decides_nor_wins_unless_asked_to() -> None:
    assert GAME.new(seats=2, seed=1).seats == 2
    gm = GAME.new(seats=2, seed=1).roles[2]
    assert (gm.decides, gm.scores) == (False, False)
    building = GAME.new(seats=2, seed=1, town="human_gm")
    assert (building.seats, building.to_move, building.roles[2].decides) == (3, 2, True)
    assert GAME.new(seats=2, seed=1, gm_can_win=True).roles[2].scores


@pytest.mark.rule("GT-SETUP-1", "GT-SETUP-2")
def test_two_white_cards_each_and_a_black_deck() -> None:
    dealt = set()
    for seed in range(30):
        state = GAME.new(seats=3, seed=seed).state[0]
        hands = [[card for card in range(gt.N_CARDS) if state.card_at[card] == seat] for seat in range(3)]
        assert all(len(hand) == 2 and all(card % 3 == 0 for card in hand) for hand in hands)
        assert sum(state.card_at[card] == Place.LEFT_OUT for card in range(0, gt.N_CARDS, 3)) == 1
        assert all(state.card_at[card] == Place.DECK for card in range(gt.N_CARDS) if card % 3)
        dealt.add(tuple(hands[0]))
    assert len(dealt) > 10, "they are shuffled"


@pytest.mark.rule("GT-SETUP-3", "GT-SETUP-4")
def test_the_kth_deliverer_starts_on_start_k() -> None:
    street = Street()
    assert (street.at(0), street.at(1)) == ("D4", "F2")
    assert street.state.seat == 0


@pytest.mark.rule("GT-SETUP-5")
def test_no_report_before_the_first_action_unless_wanted() -> None:
    assert Street().state.n_records == 0
    street = Street(opening_report=True)
    assert [street.report(0), street.report(1)] == ["[- | ghost]", "[- | -]"]
    assert [street.state.by[0], street.state.by[1]] == [0, 1]
    assert street.heard(1) == [
        "Deliverer 1, at the start:",
        "Walls: none. Sensed on the eight squares around: ghost.",
        "You, at the start:",
        "Walls: none. Sensed on the eight squares around: nothing.",
    ]


@pytest.mark.rule("GT-TURN-1")
def test_everybody_acts_once_a_turn() -> None:
    street = Street(town_id="g3e1", seats=3)
    order = []
    for _ in range(6):
        order.append((int(street.state.turn), int(street.state.seat)))
        street.play(attack(UP))
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


@pytest.mark.rule("GT-TURN-2", "GT-DEC-1")
def test_a_card_needs_to_be_in_the_hand() -> None:
    street = Street().hand(0, Card.ROOK_TELEPORT)
    assert street.legal() == [*range(8), *range(gt.ROOK_TELEPORT, gt.ROOK_TELEPORT + 4)]
    assert street.why_not(hop(UP)) == "GT-TURN-2"
    elsewhere = Street().put(0, "A1").hand(0, Card.ROOK_TELEPORT)
    assert elsewhere.legal() == street.legal(), "options depend on the hand, never on the map"


@pytest.mark.rule("GT-TURN-3", "GT-MOVE-1", "GT-ATTACK-1")
def test_four_moves_and_four_attacks_always_and_no_passing() -> None:
    for square in ("A1", "D4", "G7"):
        street = Street().put(0, square)
        assert street.legal() == list(range(8))


@pytest.mark.rule("GT-TURN-5")
@pytest.mark.parametrize("limit", gt.TURN_LIMITS)
def test_turn_limits(limit: int) -> None:
    street = Street(turn_limit=limit)
    for _ in range(2 * limit):
        assert not street.state.over
        street.play(attack(UP))
    assert street.state.over
    assert street.why_not(move(UP)) == "GT-TURN-5"
    assert street.state.phase == Phase.END


@pytest.mark.rule("GT-WIN-1", "GT-WIN-4")
def test_with_race_the_first_delivery_ends_the_game() -> None:
    street = Street(race=True).carry(0, SHRIMP).house(SHRIMP).put(0, "B5")
    street.play(move(DOWN))
    assert street.state.over
    assert [row[2] for row in street.result()[:2]] == [1, 0]


@pytest.mark.rule("GT-WIN-2")
@pytest.mark.parametrize(("ranking", "ranks"), [(True, [1, 2, 3]), (False, [1, 1, 2])])
def test_ranking(ranking: bool, ranks: list[int]) -> None:
    street = Street(town_id="g3e1", seats=3, ranking=ranking)
    street.state.place[:] = (1, 2, 0)
    street.state.n_out = 2
    assert [row[1] for row in street.result()[:3]] == ranks
    street.state.place[:] = 0
    street.state.n_out = 0
    assert [row[1] for row in street.result()[:3]] == [2, 2, 2], (
        "all losers share the place after the winners"
    )


@pytest.mark.rule("GT-WIN-3", "GT-ROLE-3")
def test_the_game_master_loses_when_somebody_delivers() -> None:
    street = Street(gm_can_win=True)
    street.state.place[0] = 1
    street.state.n_out = 1
    assert street.result()[2][2] == 0


@pytest.mark.rule("GT-MOVE-4")
def test_a_free_square_is_entered() -> None:
    street = Street().put(0, "D4")
    street.play(move(RIGHT))
    assert street.at(0) == "E4"


@pytest.mark.rule("GT-TELE-2", "GT-TELE-3")
def test_a_teleport_must_be_left_and_entered_again() -> None:
    street = Street().put(0, "A2")
    street.play(move(UP))
    assert street.at(0) == "G6"
    street.turn_of(0).play(attack(LEFT))
    assert street.at(0) == "G6", "standing there does nothing"
    assert all("circle" not in s and "G6" not in s for s in street.heard(0))
    street.turn_of(0).play(move(UP))
    street.turn_of(0)
    assert street.play(move(DOWN)).startswith("TELEPORT")
    assert street.at(0) == "C7"


@pytest.mark.rule("GT-OUT-4")
def test_ghosts_are_limited_and_come_in_reading_order() -> None:
    street = Street().put(0, "A4")
    street.state.supply = 3
    before = street.ghosts()
    street.play(move(RIGHT))
    assert street.ghosts() - before == {"A5", "B5", "C5"}
    assert street.state.supply == 0


@pytest.mark.rule("GT-OUT-4")
def test_a_removed_ghost_returns_to_the_supply() -> None:
    street = Street().put(0, "D2")
    supply = int(street.state.supply)
    street.play(attack(LEFT))
    assert street.state.supply == supply + 1


@pytest.mark.rule("GT-HOUSE-4")
def test_a_house_under_a_standing_deliverer() -> None:
    street = Street().put(1, "B6").put(0, "A4")
    street.play(move(RIGHT))
    assert street.play(attack(LEFT)).startswith("ATTACK_HIT")
    assert "house" not in street.report(), "the own square is never reported"
    street.put(1, "B6")
    street.no_ghost("B7").play(move(DOWN))
    street.put(1, "B7")
    assert street.play(move(UP)).startswith("HOUSE_REFUSED"), "until they arrive there again"


@pytest.mark.rule("GT-DECK-3")
def test_there_is_no_hand_limit() -> None:
    street = Street().hand(0, *(kind for kind in Card if kind != Card.BARRIER for _ in range(2)))
    street.put(0, "D2").play(attack(LEFT))
    assert street.count(0) == 13


@pytest.mark.rule("GT-DECK-4", "GT-CARD-1")
def test_a_used_card_lies_open() -> None:
    street = Street().put(0, "D4").hand(0, Card.HOP_STEP)
    street.play(hop(UP))
    for viewer in (0, 1, 2, -1):
        assert (street.view(viewer).card_at == Place.USED).sum() == 1


@pytest.mark.rule("GT-DECK-4")
def test_the_white_framed_card_of_a_kind_is_used_first() -> None:
    street = Street().put(0, "D4")
    white, black = 3 * Card.HOP_STEP, 3 * Card.HOP_STEP + 1
    for card in (black, white):
        give(street.state, card, 0)
    street.play(hop(UP))
    assert (street.state.card_at[white], street.state.card_at[black]) == (Place.USED, 0)


@pytest.mark.rule("GT-DECK-2")
def test_everybody_hears_that_the_used_cards_become_the_deck() -> None:
    street = Street().no_deck(used=3).put(0, "D2")
    street.play(attack(LEFT))
    assert street.heard(1)[1:4] == [
        "A ghost is chased away.",
        "The 3 used cards are shuffled into a new deck.",
        "A psychic card is drawn.",
    ]
    street.put(0, "D2").add_ghost("C2").play(attack(LEFT))
    assert street.heard(1)[1:3] == ["A ghost is chased away.", "A psychic card is drawn."]
    first = Street().put(0, "D2")
    first.play(attack(LEFT))
    assert not any("deck" in sentence for sentence in first.heard(0)), "the first deck was never used"


@pytest.mark.rule("GT-DECK-1")
def test_only_an_attack_earns_a_card() -> None:
    street = Street().put(0, "D4").hand(0, Card.HOP_STEP)
    street.play(hop(DOWN))
    assert street.count(0) == 0


@pytest.mark.rule("GT-REPORT-6")
def test_spoken_order() -> None:
    street = Street().put(0, "D2")
    street.play(attack(LEFT))
    assert street.heard(1) == [
        "Deliverer 1: Attack left.",
        "A ghost is chased away.",
        "A psychic card is drawn.",
        "Walls: none. Sensed on the eight squares around: ghost.",
    ]
    street = Street().put(0, "A7")
    street.state.walls = int(street.state.walls) | 1 << square_number("B7") | 1 << square_number("A6")
    street.play(attack(UP))
    assert street.heard(1)[-1] == "Walls: up, down, right, left. Sensed on the eight squares around: nothing."


@pytest.mark.rule("GT-REPORT-4")
def test_what_gives_no_sign() -> None:
    street = Street(variant_crow=True, variant_monkey=True, variant_pigs=True)
    street.no_ghost("D1", "C2", "F4", "E5", "D6", "G7").put(1, "D4").put(0, "D5")
    street.state.pizza[:] = 0
    street.state.walls = 0
    assert street.play(attack(UP)) == "ATTACK_MISS [- | -]", (
        "graves, boxes, starts, deliverers, diagonal walls"
    )


@pytest.mark.rule("GT-VAR-PIG-4")
def test_pigs_monkey_and_crow_give_no_sign() -> None:
    street = Street(variant_pigs=True, variant_monkey=True, variant_crow=True).put(0, "F1")
    assert street.play(attack(UP)) == "ATTACK_MISS [up | -]", "the Parent Pig is on G1"


@pytest.mark.rule("GT-VAR-PIG-3")
def test_confusing_pigs_say_anything() -> None:
    voices = set()
    for seed in range(20):
        street = Street(seed=seed, variant_pigs=True, oink="confusing").put(0, "D3")
        street.play(move(LEFT))
        voices.add(int(street.state.detail[0]))
    assert voices == {Voice.LITTLE, Voice.PARENT}


def asking(square: str = "D3", **options: Any) -> Street:
    """A street whose game master answers for the pigs; deliverer 1 stands on a square."""
    street = Street(variant_pigs=True, **options).put(0, square)
    street.state.oink = Oink.GAME_MASTER
    return street


@pytest.mark.rule("GT-VAR-PIG-5")
@pytest.mark.parametrize("voice", list(Voice))
def test_the_game_master_may_answer_for_a_pig(voice: Voice) -> None:
    street = asking()
    street.play(move(LEFT))
    assert (street.state.seat, street.state.phase, street.state.n_records) == (2, Phase.OINK, 0)
    assert street.legal() == [gt.OINK, gt.OINK + 1, gt.OINK + 2]
    assert street.why_not(move(UP)) == street.why_not(gt.SQUARE) == "GT-VAR-PIG-5"
    assert street.heard(0) == ["You: Move left."]
    assert GAME.prompt(street.view(2), 2) == "Deliverer 1 has stepped on a Little Pig. How does it oink?"
    assert GAME.prompt(street.view(1), 1) == "A pig! The game master decides how it oinks."
    said = street.play(gt.OINK + voice)
    assert said == f"OINK({voice.name.lower()}) [left | ghost pizza]"
    assert street.heard(1)[0].split(",")[0] == ("Oink." if voice == 0 else "Oink")
    assert (street.state.seat, street.state.phase) == (1, Phase.ACT)
    assert street.why_not(gt.OINK) == "GT-VAR-PIG-5", "nobody is on a pig"


@pytest.mark.rule("GT-VAR-PIG-5")
def test_a_pig_after_back_to_start_or_a_flight_is_announced_once() -> None:
    street = asking("A7").hand(0, Card.BACK_TO_START).tile("D3", Tile.LITTLE_PIG)
    street.play(BACK)
    street.play(move(UP))
    assert street.heard(1) == ["Deliverer 1: Move up."]
    assert street.play(gt.OINK + Voice.PARENT) == "BACK_AT_START, OINK(parent) [- | ghost]"
    assert street.heard(1)[0] == "Oink, says a deep voice."
    assert street.count(Place.USED) == 1
    street = asking("D1", report_distance=True).hand(0, Card.ROOK_TELEPORT)
    street.play(rook(RIGHT))
    assert street.play(gt.OINK) == "DISTANCE(3), OINK(pig) [up right | -]"


@pytest.mark.rule("GT-VAR-PIG-5")
@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_nobody_sees_which_pig_the_game_master_is_asked_about(viewer: int) -> None:
    little, parent = asking(), asking().tile("C3", Tile.PARENT_PIG)
    for street in (little, parent):
        street.play(move(LEFT))
    assert little.view(viewer).tobytes() == parent.view(viewer).tobytes()
    assert GAME.prompt(little.view(viewer), viewer) == GAME.prompt(parent.view(viewer), viewer)


@pytest.mark.rule("GT-VAR-PIG-5")
def test_pigs_are_answered_for_by_a_game_master_in_a_seat_only() -> None:
    with pytest.raises(fattorino.BadOption, match="needs town=human_gm"):
        GAME.new(seats=2, oink="game_master", variant_pigs=True)
    GAME.new(seats=2, oink="game_master", variant_pigs=True, town="human_gm")


@pytest.mark.rule("GT-VAR-MONKEY-3", "GT-VAR-MONKEY-4")
def test_for_the_monkey_a_return_to_the_start_moves_the_token() -> None:
    street = Street(variant_monkey=True).put(0, "A7").hand(0, Card.BACK_TO_START)
    street.state.monkey_of = 0
    street.state.box_at[SHRIMP] = square_number("C3")
    street.play(BACK)
    street.play(attack(UP))
    assert street.state.pizza_at[0] == 1 << gt.DIRECTIONS.index("up_left")
    street.turn_of(0).play(attack(UP))
    assert street.state.pizza_at[1] == -1


@pytest.mark.rule("GT-TURN-2", "GT-CARD-BARRIER-1", "GT-CARD-BARRIER-2", "GT-CARD-BACK-2")
def test_refusals_speak_to_players() -> None:
    street = Street().hand(0, Card.BACK_TO_START)
    assert street.refusal(hop(UP)).startswith("You can play only a psychic card that is in your hand")
    assert street.refusal(USE).startswith("You can play only a psychic card that is in your hand")
    assert "say first whether you use the Anti-Ghost Barrier or keep it" in street.refusal(KEEP)
    assert "you are asked then" in Street().hand(0, Card.BARRIER).refusal(USE)
    street.play(BACK)
    assert street.refusal(BACK) == "You are back at your start: now Move or Attack, without a card."


@pytest.mark.rule("GT-ATTACK-2")
def test_an_attack_says_what_a_hit_brings() -> None:
    assert GAME.label(Street().view(0), attack(UP)) == "Attack up (a hit brings a card)"


@pytest.mark.rule("GT-ARRIVE-2")
def test_a_ghost_on_the_square_of_arrival_goes_silently() -> None:
    street = Street().put(0, "D4").hand(0, Card.HOP_STEP)
    street.play(hop(DOWN))
    assert street.heard(1)[1] == "Nothing here."
    assert not street.ghost("D6")
