"""Match: the checked door refuses what is wrong, says why, and changes nothing."""

import copy
import json
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.kernel.errors import FattorinoError

GAME = fattorino.load("ghost_town")


def played(moves: int = 6, **options: Any) -> fattorino.Match:
    match = GAME.new(seed=7, **options)
    for number in range(moves):
        match.play(int(match.legal()[number % 8]))
    return match


def test_load_and_list() -> None:
    assert "ghost_town" in fattorino.games()
    with pytest.raises(fattorino.UnknownGame, match=r"no game 'ludo'; the games are: .*ghost_town"):
        fattorino.load("ludo")


def test_what_a_user_sees_of_a_game() -> None:
    assert GAME.seats == (2, 3)
    assert GAME.num_actions == 77
    assert GAME.options["turn_limit"].default == 20
    assert all(option.help for option in GAME.options.values())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 5}, "seats=5; seats can be 2 or 3"),
        ({"turns": 5}, "no option 'turns'; the options are: seats, town, "),
        ({"turn_limit": 21}, "turn_limit cannot be 21; it can be: 15, 20, 25, 30"),
        ({"race": "maybe"}, "race cannot be 'maybe'; it can be: off, on"),
        ({"town": "designed", "town_id": "g3h1"}, "g3h1 is for 3 deliverers, not 2"),
        ({"town_id": "g2x"}, "needs town=designed"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"seed": 2**63}, "a seed is a whole number"),
        ({"seed": "x"}, "a seed is a whole number"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(FattorinoError, match=message.replace("(", r"\(")):
        GAME.new(**options)


def test_options_may_be_given_as_words() -> None:
    match = GAME.new(seats=2, turn_limit="15", race="on", two_player_icons="basil,cheese")  # type: ignore[arg-type]
    assert match.options["turn_limit"] == 15
    assert match.options["race"] is True
    assert match.options["two_player_icons"] == ("basil", "cheese")


@pytest.mark.parametrize("action", [-1, 77, 10**30, "0", None, 1.0, True])
def test_actions_that_do_not_exist(action: Any) -> None:
    match = played()
    before = match.state.tobytes()
    with pytest.raises(fattorino.IllegalAction):
        match.play(action)
    assert match.state.tobytes() == before


def test_an_illegal_action_names_seat_action_rule_and_move() -> None:
    match = played(2)
    illegal = next(a for a in range(8, 26) if match.why_not(a))
    before, log = match.state.tobytes(), match.log(0)
    with pytest.raises(fattorino.IllegalAction) as caught:
        match.play(illegal)
    text = str(caught.value)
    assert text.startswith("seat 0 may not do this: ")
    assert match.label(illegal) in text
    assert "GT-TURN-2" in text
    assert "(move 2)" in text
    assert caught.value.rule == "GT-TURN-2"
    assert caught.value.sentence == GAME.rulebook.sentences["GT-TURN-2"]
    assert (match.state.tobytes(), match.log(0)) == (before, log)


def test_nothing_is_played_after_the_end() -> None:
    match = GAME.new(seats=2, seed=1, turn_limit=15)
    while not match.over:
        match.play(4)
    assert match.to_move is None
    assert len(match.legal()) == 0
    with pytest.raises(fattorino.GameOver, match="the game is over after 30 moves"):
        match.play(0)


def test_seats_that_do_not_exist() -> None:
    match = played()
    for seat in (-1, 4, True, "0"):
        with pytest.raises(fattorino.BadSeat, match="its seats are 0 to 2"):
            match.view(seat)  # type: ignore[arg-type]


def test_save_is_small_json_and_replays() -> None:
    match = played(20)
    text = json.dumps(match.save())
    assert len(text) < 1000
    again = fattorino.replay(json.loads(text))
    assert again.state.tobytes() == match.state.tobytes()
    assert again.log(1) == match.log(1)


def broken(**changes: Any) -> dict[str, Any]:
    saved = copy.deepcopy(played(10).save())
    for key, value in changes.items():
        if value is None:
            del saved[key]
        else:
            saved[key] = value
    return saved


@pytest.mark.parametrize(
    ("saved", "message"),
    [
        ([], "not a saved game"),
        ({}, "names no game"),
        (broken(seed=None), "seed missing"),
        (broken(game="ludo"), "saved game of 'ludo'; the games here are"),
        (broken(version=99), "saved with version 99"),
        (broken(options={"seats": 9}), "seats=9"),
        (broken(options=3), "options must be an object"),
        (broken(seed="x"), "a seed is a whole number"),
        (broken(actions=[0, 1, 40, 3]), r"action number 2 \(40\) is wrong: seat 0 may not do this"),
        (broken(actions=[0, 1, "up"]), r"action number 2 \(up\) is wrong: an action is a whole number"),
        (broken(actions=[0] * 41), "action number 40 .* the game is over"),
    ],
)
def test_a_damaged_save_is_refused_at_the_first_wrong_thing(saved: Any, message: str) -> None:
    with pytest.raises(fattorino.BadSave, match=message):
        fattorino.replay(saved)


def test_undo_while_nothing_was_revealed() -> None:
    match = GAME.new(seats=2, seed=1, town="human_gm")
    states = []
    for _ in range(5):
        states.append(match.state.tobytes())
        match.play(int(match.legal()[3]))
    with pytest.raises(fattorino.CannotUndo, match="not yours"):
        match.undo(0)
    for state in reversed(states):
        match.undo(2)
        assert match.state.tobytes() == state
    with pytest.raises(fattorino.CannotUndo, match="nothing to take back"):
        match.undo(2)


def test_undo_is_refused_after_a_reveal() -> None:
    match = played(3)
    with pytest.raises(fattorino.CannotUndo, match="revealed"):
        match.undo()
    assert match.move == 3


def test_a_copy_goes_its_own_way() -> None:
    match = played(4)
    before = match.state.tobytes()
    other = match.copy()
    other.play(0)
    assert match.state.tobytes() == before
    assert (match.move, other.move) == (4, 5)
    assert len(other.events) > len(match.events)


def test_an_imagined_match_cannot_be_saved() -> None:
    world = GAME.new(seats=2, seed=3).imagine(2, seed=1)
    with pytest.raises(fattorino.BadSave, match="imagined"):
        world.save()


def test_labels_targets_and_prompts() -> None:
    match = played(0)
    assert match.label(0) == "Move up"
    assert match.target(5) == "attack-down"
    assert match.prompt(0) == "Turn 1 of 20: move, attack or play a card."
    assert match.prompt(1) == match.prompt(None) == "Turn 1 of 20: waiting for Deliverer 1."
    assert all(isinstance(action, np.integer) for action in match.legal())


def test_without_a_seed_every_match_is_another() -> None:
    assert GAME.new().seed != GAME.new().seed
