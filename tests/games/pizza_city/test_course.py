"""Teams, turn order, decks, decisions, the end."""

from typing import Any

import numpy as np
import pytest

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.decks import draw_bike
from fattorino.games.pizza_city.rules import apply, check, conserve, result
from fattorino.games.pizza_city.state import (
    BIKE_CARDS,
    FACES,
    N_CHAIRS,
    NUM_ACTIONS,
    Event,
    Phase,
    Rule,
    Team,
)
from fattorino.games.pizza_city.words import roles
from fattorino.kernel.errors import BadOption
from games.pizza_city.table import Table


def play_on(table: Any, decisions: int, choose: int = 7919) -> None:
    """Play some decisions, spread over what is legal."""
    for k in range(decisions):
        table.settle()
        if table.state.over:
            return
        actions = table.listed()
        apply(table.state, actions[choose * (k + 1) % len(actions)], table.log)
        table.log[0, 0] = 0


# -- teams and options --------------------------------------------------------------------------------------


@pytest.mark.rule("PC-TEAM-1", "PC-TEAM-2")
def test_four_seats_in_two_teams() -> None:
    chairs = roles(GAME.settings())

    assert [role.name for role in chairs] == ["Red City", "Blue Bike", "Blue City", "Red Bike"]
    assert [role.team for role in chairs] == [0, 1, 1, 0]
    assert [role.team for role in roles(GAME.settings(2))] == [0, 1]


@pytest.mark.rule("PC-TEAM-3", "PC-INFO-4")
def test_talk_is_public_or_off() -> None:
    assert GAME.options["chat"].values == ("public", "off")
    with pytest.raises(BadOption, match="public, off"):
        GAME.settings(chat="private")


def test_components_add_up() -> None:
    assert sum(face["count"] for face in FACES) == 60
    assert sum(card["count"] for card in BIKE_CARDS) == 56


def test_two_persons_sit_in_both_seats_of_a_team() -> None:
    table = Table(turn=0, seats=2, hand=["plain_bb", "plain_pp", "lane_bb"])
    assert table.state.seat == 0

    table.play("card plain_bb", "V(1,1)/0", "card plain_pp", "V(1,2)/0")
    assert table.state.seat == 1  # blue Bike

    view = table.view(0)
    assert (view.city_hand[0, 0] >= 0, view.bike_hand[0, 0] >= 0) == (True, True)
    assert (view.city_hand[1, 0], view.bike_hand[1, 0]) == (-2, -2)
    out = np.zeros((4, 3), np.int32)
    table.state.score[:] = 1, 3
    result(table.state, out)
    assert out[:2].tolist() == [[1, 2, 0], [3, 1, 1]]


# -- turn order ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-ORDER-1")
def test_turns_go_round() -> None:
    table = Table(turn=0, seed=5)
    seen: list[int] = []
    turn = -1
    while len(seen) < 8 and not table.state.over:
        if int(table.state.turn) != turn:
            turn = int(table.state.turn)
            seen.append(turn % N_CHAIRS)
            kinds = {Phase.CITY_CARD, Phase.CITY_PLACE} if turn % 2 == 0 else {Phase.BIKE_MAIN}
            assert table.state.phase in kinds
            assert table.state.seat == turn % N_CHAIRS
        play_on(table, 1)
        table.settle()
    assert seen == [0, 1, 2, 3, 0, 1, 2, 3]


@pytest.mark.rule("PC-ORDER-1")
def test_city_actions_wait_for_a_city_turn() -> None:
    table = Table()

    assert table.why_not("card plain_bb") == "PC_ORDER_1"
    assert table.why_not("V(1,1)/0") == "PC_ORDER_1"


@pytest.mark.rule("PC-ORDER-2")
def test_a_bike_without_cards_still_draws() -> None:
    table = Table()
    table.hold([])
    assert table.options == {"END"}

    table.settle()
    assert (table.state.held[3], table.state.turn) == (2, 4)


# -- decks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-DECK-1")
def test_an_empty_city_deck_gives_nothing() -> None:
    table = Table(turn=0, hand=["plain_bb", "plain_pp", "lane_bb"])
    table.state.n_city = 1
    table.play("card plain_bb", "V(1,1)/0", "card plain_pp", "V(1,2)/0")

    assert (table.state.n_city, table.state.held[0]) == (0, 2)
    assert (Event.DREW, 1, 0) in table.events()


@pytest.mark.rule("PC-DECK-2")
def test_no_card_is_drawn_when_deck_and_discards_are_empty() -> None:
    table = Table()
    table.state.n_bike = 0
    table.state.discard[:] = 0
    held = int(table.state.held[3])
    draw_bike(table.state, 3, 2, table.log)

    assert (table.state.held[3], table.state.n_bike) == (held, 0)


@pytest.mark.rule("PC-DECK-3")
def test_tables_and_hands_stay_out_of_a_reshuffle() -> None:
    table = Table(flair=["boost", "juke"], hand=["move_1", "move_2", "toss"])
    table.state.n_bike = 0
    table.state.discard[:] = 0
    table.state.discard[2] = 6  # Move 3
    hand = [int(n) for n in table.state.bike_hand[Team.RED]]
    draw_bike(table.state, 3, 2, table.log)

    hand[2] += 2
    assert [int(n) for n in table.state.bike_hand[Team.RED]] == hand
    assert (table.n_flair("boost"), table.n_flair("juke")) == (1, 1)
    assert (table.state.n_bike, set(table.state.bike_deck[:4])) == (4, {2})


def test_every_card_and_token_is_kept() -> None:
    table = Table(turn=0, seed=9)
    fresh = np.zeros(1, GAME.state)
    GAME.setup(fresh[0], GAME.options.encode(GAME.settings())[0], 9, table.log)
    table.states[0] = fresh[0]
    before, after = np.zeros(GAME.num_counts, np.int64), np.zeros(GAME.num_counts, np.int64)
    conserve(table.state, before)
    assert before[:24].tolist() == [face["count"] for face in FACES]
    assert before[24:36].tolist() == [card["count"] for card in BIKE_CARDS]
    assert before[36:].tolist() == [7, 0]
    for _ in range(150):
        play_on(table, 1)
        conserve(table.state, after)
        assert before.tolist() == after.tolist()


# -- decisions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-DEC-1")
def test_steps_without_a_choice_are_told_like_others() -> None:
    table = Table(hand=["move_3"])
    table.play("move 3", "N")

    steps = [number for kind, number, _ in table.events() if kind == Event.STEPPED]
    assert steps == [35, 28, 21]
    match = GAME.new(seed=4)
    assert len(match.legal()) > 1


@pytest.mark.rule("PC-DEC-2")
def test_small_choices_commit() -> None:
    city = Table(turn=0, hand=["plain_bb", "plain_pp", "lane_bb"])
    city.play("card plain_bb")
    assert city.why_not("card plain_pp") == "PC_DEC_2"

    juke = Table(flair=["juke"], hand=["move_3"])
    juke.play("move 3", "N", "use juke")
    assert [juke.why_not(name) for name in ("GO", "END", "use juke")] == ["PC_DEC_2"] * 3
    assert juke.n_flair("juke") == 1  # discarded with the direction
    juke.play("E")
    assert (juke.n_flair("juke"), juke.discarded("juke")) == (0, 1)

    stations = ["subway_bb V(0,3)/1", "subway_bb V(6,2)/0", "subway_bb V(3,2)/0"]
    ticket = Table(lay=stations, red=(0, 4), flair=["ticket"])
    ticket.play("use ticket")
    assert [ticket.why_not(name) for name in ("N", "END", "move 1")] == ["PC_DEC_2"] * 3
    assert ticket.n_flair("ticket") == 1
    ticket.play("(3,2)")
    assert ticket.n_flair("ticket") == 0


@pytest.mark.rule("PC-DEC-3")
def test_options_do_not_depend_on_what_others_hold() -> None:
    one = Table(hand=["move_1", "move_3"], seed=1)
    other = Table(hand=["move_1", "move_3"], seed=2)

    assert list(one.state.bike_hand[Team.BLUE]) != list(other.state.bike_hand[Team.BLUE])
    assert one.options == other.options


def test_legal_and_check_agree_over_a_game() -> None:
    table = Table(turn=0, seed=11)
    for k in range(120):
        allowed = [action for action in range(NUM_ACTIONS) if check(table.state, action) == Rule.OK]
        assert allowed == table.listed()
        play_on(table, 1, 7919 + k)
        table.settle()
        if table.state.over:
            break


# -- the end ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PC-END-1")
@pytest.mark.parametrize("goal", [1, 2, 3])
def test_the_goal_ends_the_game_at_once(goal: int) -> None:
    table = Table(tokens=[(0, 5)], score=(goal - 1, 0), pizzas_to_win=goal)
    table.play("move 1", "N")

    assert table.state.over
    assert table.state.seat == -1
    assert {check(table.state, action) for action in range(NUM_ACTIONS)} == {Rule.PC_END_1}


@pytest.mark.rule("PC-END-3")
def test_only_one_team_can_win() -> None:
    table = Table(tokens=[(0, 5), (6, 1)], score=(2, 2))
    table.play("move 1", "N")
    out = np.zeros((4, 3), np.int32)
    result(table.state, out)

    assert out[:, 2].tolist() == [1, 0, 0, 1]
    assert list(table.state.score) == [3, 2]


@pytest.mark.rule("PC-END-4")
def test_the_last_round_ends_in_a_draw() -> None:
    table = Table(turn=4 * 20 - 1, max_rounds=20, hand=["boost", "toss"])
    table.play("flair boost", "flair toss")
    out = np.zeros((4, 3), np.int32)
    result(table.state, out)

    assert table.state.over
    assert out.tolist() == [[0, 1, 0]] * 4
    assert check(table.state, 0) == Rule.PC_END_4
    assert table.events()[-1][0] == Event.TIED
