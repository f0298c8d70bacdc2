"""Match: errors are refused with a reason, and change nothing."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.envs.openspiel import World
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.records import EVERYONE, SPECTATOR, all_but

GAME = fattorino.load("ghost_town")


def played(moves: int = 6, **options: Any) -> fattorino.Match:
    match = GAME.new(seed=7, **options)
    for number in range(moves):
        match.play(int(match.legal()[number % 8]))
    return match


def test_load_and_list() -> None:
    listing: Any = fattorino.games
    assert "ghost_town" in listing()
    with pytest.raises(fattorino.UnknownGame, match=r"no game 'ludo'; the games are: .*ghost_town"):
        fattorino.load("ludo")


def test_an_error_reaches_another_process() -> None:
    with pytest.raises(fattorino.UnknownGame) as caught:
        fattorino.load("ludo")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is fattorino.UnknownGame and str(again) == str(caught.value)


def test_who_else_hears_an_event_is_not_shown() -> None:
    """GT-INFO-5: the others are told the same where a deliverer heard it alone before."""
    for seat in (1, 2, None):
        heard = []
        for audience in (EVERYONE, all_but(0)):
            match = played()
            match.events[-1] = np.array([3, 0, audience, 2, 0, 0, 0, 0], np.int16)
            digest, last = World(match).log_digest(SPECTATOR if seat is None else seat)
            heard.append((match.heard(seat)[-1].tolist(), last.tolist(), digest.hexdigest()))
        assert heard[0] == heard[1]


def test_what_a_user_sees_of_a_game() -> None:
    assert GAME.seats == (2, 3)
    assert GAME.num_actions == 80
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
    match = GAME.new(seats=2, turn_limit="15", race="on", two_player_icons="basil,cheese")
    assert match.options["turn_limit"] == 15
    assert match.options["race"] is True
    assert match.options["two_player_icons"] == ("basil", "cheese")


@pytest.mark.parametrize("action", [-1, 80, 10**30, "0", None, 1.0, True])
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
    assert caught.value.sentence == GAME.rulebook.for_players["GT-TURN-2"]
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
        with pytest.raises(fattorino.BadSeat, match="its seats are 0 to 2"):
            match.undo(seat)  # type: ignore[arg-type]


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
        ('{"game": "ghost_town"}', "with json.loads first"),
        (Path("game.json"), "with json.loads first"),
        ({}, "names no game"),
        (broken(seed=None), "seed missing"),
        (broken(game="ludo"), "saved game of 'ludo'; the games here are"),
        (broken(version=99), "saved with version 99"),
        (broken(options={"seats": 9}), "seats=9"),
        (broken(options=3), "options must be an object"),
        (broken(seed="x"), "a seed is a whole number"),
        (broken(actions=[0, 1, 40, 3]), r"action number 2 \(40\) is wrong: seat 0 may not do this"),
        (broken(actions=[0, 1, "up"]), r"action number 2 \('up'\) is wrong: an action is a whole number"),
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


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_python_copies_and_pickles_a_match(again: Callable[[Any], Any]) -> None:
    match = played(4)
    before = match.state.tobytes()
    other = again(match)
    assert other.save() == match.save()
    assert (other.log(0), other.svg(0)) == (match.log(0), match.svg(0))
    assert (other.game, other.roles) == (match.game, match.roles)
    other.play(0)
    assert (match.move, match.state.tobytes()) == (4, before)
    assert again(match.imagine(0)).view(0).tobytes() == match.view(0).tobytes()


def test_a_match_says_what_it_is() -> None:
    assert repr(played(3)) == "<Match of ghost_town, 2 seats, move 3, seat 1 to move>"


def test_numbers_out_of_an_array_are_as_good_as_others() -> None:
    two, seven, fifteen = np.array([2, 7, 15])
    match = GAME.new(seats=two, seed=seven, turn_limit=fifteen, race=np.bool_(True))
    assert (match.options["seats"], match.options["turn_limit"], match.options["race"]) == (2, 15, True)
    assert fattorino.replay(json.loads(json.dumps(match.save()))).digest() == match.digest()
    assert GAME.settings_for(3, turn_limit=fifteen)["turn_limit"] == 15


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games must be a whole number from 1, not 0"),
        ({"games": 1.5}, "games must be a whole number from 1, not 1.5"),
        ({"threads": -1}, "threads must be a whole number from 0, not -1"),
        ({"seed": "a"}, "a seed is a whole number from 0 to .*, not 'a'"),
    ],
)
def test_playouts_refuse_what_they_cannot_count(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(fattorino.BadOption, match=message):
        GAME.playouts(**wrong)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", 2**70])
def test_a_world_is_imagined_from_a_seed(seed: Any) -> None:
    with pytest.raises(fattorino.BadOption, match="a seed is a whole number"):
        played().imagine(0, seed=seed)


@pytest.mark.parametrize("name", ["ludo", "", None, 3, ["ghost_town"]])
def test_a_game_that_is_not_there_is_refused_with_those_that_are(name: Any) -> None:
    with pytest.raises(fattorino.UnknownGame, match="the games are: ghost_town, "):
        fattorino.load(name)


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
