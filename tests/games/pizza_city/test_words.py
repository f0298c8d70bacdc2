"""Labels, prompts, keys and the log."""

import re
from pathlib import Path

import numpy as np
import pytest

from fattorino.games.pizza_city import GAME, rules
from fattorino.games.pizza_city.state import FACES, NUM_ACTIONS, PLAY_FLAIR, Event, Flair, Phase
from fattorino.games.pizza_city.text import board
from fattorino.games.pizza_city.words import face_name, key, label, placement, prompt, target
from fattorino.kernel.records import hears
from games.pizza_city.table import Table


def test_keys_are_all_different() -> None:
    keys = [key(action) for action in range(NUM_ACTIONS)]

    assert len(set(keys)) == NUM_ACTIONS
    assert all(name and " " not in name for name in keys)


def test_every_action_has_a_label_in_every_phase() -> None:
    match = GAME.new(seed=2)
    chance = np.random.default_rng(2)
    for _ in range(60):
        for seat in (None, 0, 1, 2, 3):
            view = match.view(seat)
            assert prompt(view, -1 if seat is None else seat)
            labels = [label(view, action) for action in range(NUM_ACTIONS)]
            assert all(labels)
            assert not any("{" in text for text in labels)
        mine = match.labels()
        assert len(set(mine.values())) == len(mine)
        if match.over:
            break
        match.play(int(chance.choice(match.legal())))
    for seat in (None, 0, 1, 2, 3):
        assert all(line and "{" not in line for line in match.log(seat))


def test_a_placement_says_what_lies_where() -> None:
    assert placement(12, 2 * 15) == "Building west, Park east, bike lane, subway stop at C4"
    assert placement(7, 2 * 2 + 1) == "Building east, one-way south, stop sign at A4"


def test_targets_name_things_on_the_board() -> None:
    table = Table(hand=["move_3"], flair=["boost"])
    view = table.view(3)
    assert target(view, 249 + 2) == "hand-2"
    assert target(view, 270) == ""

    table.play("move 3")
    assert target(table.view(3), 241) == "corner-21"  # where the move would end

    table.play("N", "GO")
    assert target(table.view(3), 269) == "corner-28"
    assert target(table.view(3), 262) == "table-0-1"


def test_the_log_calls_everybody_you_for_themselves() -> None:
    match = GAME.new(seed=2)
    for _ in range(24):
        match.play(int(match.legal()[0]))

    mine, others = match.log(0), match.log(1)
    assert not any("Red City" in line for line in mine)
    assert any(line.startswith("You lay a card from ") for line in mine)
    assert any(line.startswith("Red City lays a card from ") for line in others)
    assert [line for line in mine if "Blue City" in line] == [line for line in others if "Blue City" in line]


def test_a_direction_says_where_it_leads_and_what_it_costs() -> None:
    table = Table(lay=["oneway_bb V(0,5)/1"], flair=["anyway", "shortcut", "juke"], hand=["move_3"])
    table.play("move 3")
    view = table.view(3)
    assert [label(view, 241 + direction) for direction in (0, 1, 2)] == [
        "Ride north, to A4, using Anyway",
        "Ride north-east, to B6, using Shortcut",
        "Ride east, to D7",
    ]

    table.play("E", "use juke")
    assert label(table.view(3), 241) == "Turn north, to B5"


def test_the_prompt_of_a_move_under_way_says_what_can_be_done() -> None:
    free = Table(flair=["boost"], hand=["move_2"])
    free.play("move 2", "N")
    assert prompt(free.view(3), 3) == "Heading north: 2 blocks to go. Ride on?"
    free.play("GO", "GO")
    assert prompt(free.view(3), 3) == "Heading north: no blocks left. End the move, or use Boost?"

    edge = Table(red=(5, 6), flair=["juke"], hand=["move_3"])
    edge.play("move 3", "E")
    assert prompt(edge.view(3), 3) == (
        "Heading east: 2 blocks to go, but the board ends here. End the move, or use a Flair card?"
    )

    bound = Table(lay=["oneway_bb V(0,5)/1"], flair=["anyway", "boost"], hand=["move_1"])
    bound.play("move 1", "N")
    assert prompt(bound.view(3), 3) == (
        "Heading north: 1 block to go, but the road is one-way, against you. Use a Flair card."
    )


def test_the_prompt_counts_no_plays_beyond_the_hand() -> None:
    bike = Table(lay=["subway_bb V(0,3)/1", "subway_bb V(6,2)/0"], red=(0, 4), flair=["ticket"])
    bike.hold(["toss"])
    assert prompt(bike.view(3), 3) == "No Move card in hand: put 1 more Flair card on your table."
    bike.play("flair toss")
    assert bike.options == {"use ticket", "END"}
    assert prompt(bike.view(3), 3) == "End your turn, or use a Flair card from your table."

    city = Table(turn=0, hand=["plain_bb"])
    assert prompt(city.view(0), 0) == (
        "Lay 1 more City card: open a way for the Red bike, or close one for the Blue bike."
    )


def test_the_prompt_offers_only_what_the_hand_allows() -> None:
    table = Table(hand=["move_1", "move_1", "move_2", "move_3", "move_4"])
    assert prompt(table.view(3), 3) == "Ride: play 2 Move cards."
    table.hold(["move_1", "boost", "juke"])
    assert "a Move card rides, a Flair card goes onto your table" in prompt(table.view(3), 3)


def test_a_draw_from_nothing_is_told_to_all() -> None:
    table = Table(turn=0, hand=["plain_bb", "plain_pp"])
    table.state.n_city = 0
    table.play("card plain_bb", "V(1,1)/0", "V(1,2)/0")
    drew = [row for row in table.log[1 : int(table.log[0, 0]) + 1] if row[0] == Event.DREW]

    assert [GAME.sentence(row, viewer) for row in drew for viewer in (0, 1)] == [
        "You draw no card.",
        "Red City draws no card.",
    ]
    assert all(hears(row, viewer) for row in drew for viewer in (-1, 0, 1, 2, 3))


def test_the_board_in_words_tells_sizes_of_hands_and_the_discard_pile() -> None:
    table = Table(hand=["move_3"])
    table.play("move 3", "N")
    for viewer in (-1, 0, 3):
        text = board(table.view(viewer), viewer)
        assert "Cards in hand: Red City 3, Blue Bike 5, Blue City 3, Red Bike 4" in text
        assert "Bike discard pile: Move 3 × 1" in text


def test_the_name_of_a_city_card_says_where_everything_is() -> None:
    names = [face_name(face) for face in range(len(FACES))]
    assert len(set(names)) == len(names)
    assert [names[face] for face in (0, 4, 13, 18, 23)] == [
        "Plain road, two Buildings",
        "One-way, Building left, Park right",
        "Bike lane, Park left, Building right, subway stop at the north end",
        "Plain road, two Buildings, stop sign at both ends",
        "Plain road, two Buildings, subway stop at the north end, stop sign at the south end",
    ]


RULES = Path(rules.__file__).parent
ENGINE = re.compile(r"`|_|PC-|\b(?:status|decision|segment|flip|dead move|OFF|AGAINST|FREE|END|BUILDING)\b")


@pytest.mark.parametrize(
    "rule",
    sorted(
        {
            name.replace("_", "-")
            for file in ("rules.py", "bike.py", "city.py")
            for name in re.findall(r"Rule\.(PC_\w+)", (RULES / file).read_text(encoding="utf-8"))
        }
    ),
)
def test_a_refusal_speaks_to_players(rule: str) -> None:
    said = GAME.rulebook.refusal(rule)
    assert not ENGINE.search(said)
    assert len(said) < 250


def test_a_flair_card_says_what_it_does_before_it_is_put_down() -> None:
    table = Table(hand=["juke"])
    assert label(table.view(3), PLAY_FLAIR + Flair.JUKE) == (
        "Put Juke on your table (one play): Turn once during a move."
    )


def test_the_corner_of_a_new_token_is_asked_for_with_its_distances() -> None:
    table = Table(turn=3)
    table.state.phase, table.state.seat = Phase.DROP, 2
    assert "3 blocks or more from both bikes, 2 from other tokens" in prompt(table.view(2), 2)


def test_whoever_lays_a_card_is_told_where_both_bikes_can_ride() -> None:
    match = GAME.new(seed=2)
    match.play(match.legal()[0])
    asked = prompt(match.view(0), 0)
    assert asked == "Choose a road. Dotted, with Move 4: Red to A3, E7; Blue to G5, C1."
