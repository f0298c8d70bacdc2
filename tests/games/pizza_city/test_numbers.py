"""Texts of Pizza City follow its components and options."""

import re

import numpy as np
import pytest

import fattorino
from contract.numbers import check_lines, check_rules, check_texts, stated
from fattorino.games.pizza_city import state as pc
from fattorino.games.pizza_city.city import is_closed
from fattorino.games.pizza_city.guide import about_road

GAME = fattorino.load("pizza_city")
OPTIONS = GAME.options
PIZZAS, ROUNDS = OPTIONS["pizzas_to_win"].default, OPTIONS["max_rounds"].default
SIDES = 2  # blocks of a City card, and ends of its road
TWO, UP_TO_FIVE = pc.BIKE_DRAWS, pc.BIKE_HAND
KNOWN: dict[str, list[int]] = {  # by how a text begins
    "Two teams, two bikes": [pc.N_TEAMS, pc.N_TEAMS],
    "Two teams of two": [pc.N_TEAMS, pc.N_CHAIRS // pc.N_TEAMS],
    "Two teams, Red and Blue.": [pc.N_TEAMS, PIZZAS],
    "Deliveries a team needs to win; 1 and 2": [2],
    "two Parks": [SIDES],
    "two Buildings": [SIDES],
    "two stop signs": [SIDES],
    "two": [TWO],
    "as many as make five": [UP_TO_FIVE],
    "up to five": [UP_TO_FIVE],
    "Letters and numbers name the corners: B2": [2],  # an example
    "To ride, play a Move card and then choose one of the eight": [pc.N_DIRECTIONS],
    "This corner is too near a bike.": [pc.FROM_BIKES],
    "This corner is too near another drop-off token.": [pc.FROM_TOKENS],
    "A City lays two cards": [pc.CITY_PLAYS],
    "City cards stay.": [SIDES],
    "In each turn you play two": [pc.BIKE_PLAYS],
    "Putting a Flair card on your table costs one of your two": [pc.BIKE_PLAYS],
    "Two bikes never share": [pc.N_TEAMS],
    "A new drop-off token lies at least three": [pc.FROM_BIKES],
    "A new drop-off token lies at least two": [pc.FROM_TOKENS],
    "Where a Move card of 3": [3],  # in the picture
    "The City lays two": [pc.CITY_PLAYS],
    "The Bike plays two": [pc.BIKE_PLAYS],
    "A Flair card bends these rules once.": [pc.BIKE_PLAYS],
    "After a delivery the other team's City puts": [pc.FROM_BIKES],
}


def test_texts_state_the_numbers_of_the_components() -> None:
    check_texts(GAME, KNOWN)


RULES = {
    "PC-BOARD-1": [pc.BLOCKS_WIDE],
    "PC-SETUP-2": [pc.START_SUPPLY],
    "PC-SETUP-3": [pc.N_CITY_CARDS, pc.N_BIKE_CARDS],
    "PC-SETUP-4": [pc.CITY_HAND, pc.BIKE_HAND],
    "PC-CITY-1": [pc.CITY_PLAYS],
    "PC-CITY-2": [pc.CITY_PLAYS],
    "PC-CITY-3": [pc.CITY_DRAWS],
    "PC-PLACE-8": [pc.N_CITY_CARDS, pc.SEGMENTS],
    "PC-BIKE-1": [pc.BIKE_PLAYS],
    "PC-BIKE-6": [pc.BIKE_DRAWS],
    "PC-DROP-2": [pc.FROM_BIKES - 1, pc.FROM_BIKES],
    "PC-DROP-3": [pc.FROM_TOKENS - 1, pc.FROM_TOKENS],
    "PC-DROP-7": [PIZZAS - 1, pc.N_TOKENS - pc.START_SUPPLY, pc.START_SUPPLY, pc.N_TOKENS],
    "PC-END-1": [PIZZAS],
    "PC-END-4": [ROUNDS, ROUNDS * pc.N_CHAIRS],
}


def test_rules_state_the_numbers_of_the_components() -> None:
    check_rules(GAME, RULES)


def test_the_list_of_what_is_in_the_box_states_the_numbers_of_the_components() -> None:
    moves = [card["count"] for card in pc.BIKE_CARDS if card["kind"] == "move"]
    flairs = [card["count"] for card in pc.FLAIR_CARDS]
    lines = {
        "one-ways and subways with the cards in hand.": [PIZZAS],
        "| Bike cards |": [pc.N_BIKE_CARDS, sum(moves), *moves, sum(flairs), len(flairs), *flairs],
        "| City cards |": [pc.N_CITY_CARDS, pc.N_FACES, SIDES],
        "| board |": [pc.BLOCKS_WIDE, pc.WIDE, pc.HIGH, pc.SEGMENTS],
        "| bikes |": [pc.N_TEAMS],
        "| drop-off tokens |": [pc.N_TOKENS],
        "| reference cards |": [pc.N_CHAIRS],
    }
    check_lines(GAME, lines)


@pytest.mark.parametrize(
    ("rule", "option"),
    [("PC-END-1", "pizzas_to_win"), ("PC-END-4", "max_rounds"), ("PC-BIKE-6", "bike_draw")],
)
def test_a_rule_with_an_option_s_usual_number_names_the_option(rule: str, option: str) -> None:
    assert f"option `{option}`" in GAME.rulebook.sentences[rule]


@pytest.mark.rule("PC-DROP-7")
def test_there_are_tokens_for_the_most_pizzas_that_can_be_asked_for() -> None:
    most = max(OPTIONS["pizzas_to_win"].values)
    assert pc.N_TEAMS * (most - 1) + 1 <= pc.N_TOKENS


# -- options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", OPTIONS["pizzas_to_win"].values)
def test_texts_follow_the_number_of_pizzas(goal: int) -> None:
    """The goal, the table in a terminal, and as many rings as pizzas on the board."""
    assert GAME.guide is not None
    match = GAME.new(seats=4, seed=1, pizzas_to_win=goal)
    view = match.view(None)
    assert GAME.guide.summary(view, -1).end == {1: "The next pizza wins"}.get(goal, f"{goal} pizzas win")
    assert match.text().count(f"0 of {goal} pizzas") == pc.N_TEAMS
    assert match.svg().count('id="pizza0-') == goal
    assert [team["tell"].split(".")[0] for team in GAME.scene(view, -1)["teams"]] == [
        f"{name}: 0 of {goal} pizzas delivered" for name in ("Red", "Blue")
    ]
    match.state[0].score[0] = goal - 1
    assert "more pizza" in GAME.guide.summary(match.view(None), -1).end or goal == 1


@pytest.mark.parametrize("draw", OPTIONS["bike_draw"].values)
def test_a_bike_without_a_move_card_is_not_told_how_many_it_draws(draw: str) -> None:
    assert GAME.guide is not None
    match = GAME.new(seats=4, seed=1, bike_draw=draw)
    state = match.state[0]
    state.phase, state.turn, state.seat, state.plays = pc.Phase.BIKE_MAIN, 1, 1, pc.BIKE_PLAYS
    state.bike_hand[pc.Team.BLUE, : pc.N_MOVES] = 0
    (ride,) = [each for each in GAME.guide.missing(match.view(1), 1) if each.label == "Ride"]
    assert not stated(ride.reason)
    assert not stated(GAME.rulebook.lessons["PC-BIKE-6"].sentence)


@pytest.mark.parametrize("cover", OPTIONS["cover_rule"].values)
def test_a_closed_road_has_a_card_on_it_as_is_said(cover: str) -> None:
    """The words that explain it are true whether a card closes its road for ever or until it is covered."""
    match, chance, closed = GAME.new(seats=2, seed=1, cover_rule=cover), np.random.default_rng(1), 0
    while not match.over and match.move < 150:
        match.play(int(chance.choice(match.legal())))
        view = match.view(match.to_move)
        on = {int(place) // 2 for place in view.laid_at[: int(view.n_laid)]}
        for segment in range(pc.SEGMENTS):
            if view.phase == pc.Phase.CITY_PLACE and is_closed(view, segment):
                assert about_road(view, segment) == "This road is closed by the City card that lies on it."
                assert segment in on
                closed += 1
    assert closed > 20
    assert GAME.rulebook.refusal("PC-PLACE-3").startswith(
        "This road is closed by the City card that lies on it."
    )


def test_a_fourth_ring_would_be_clear_of_the_flair_cards() -> None:
    match = GAME.new(seats=4, seed=1)
    for goal in (1, 3, 4):
        match.state[0].goal = goal
        match.state[0].table[0, 0] = 1
        svg = match.svg()
        ring = re.search(rf'id="pizza0-{goal - 1}" transform="translate\((\d+) 0\)"', svg)
        card = re.search(r'id="table-0-0" .*?translate\((\d+) 0\)', svg)
        assert ring and card
        assert int(ring[1]) + 14 < int(card[1]) - 20
