"""What every game promises about its positions, over all seat counts and options, in compiled random play."""

import random
from typing import Any

import numpy as np
import pytest

import fattorino
from contract.worlds import all_games, cases, random_game
from fattorino.kernel.fields import Seen, seat_zero
from fattorino.kernel.match import Match
from fattorino.kernel.records import HIDDEN, SPECTATOR, hidden

BROKEN = [
    "",
    "legal does not list all that check allows",
    "legal and check disagree",
    "a component was created or lost",
    "the game does not end",
    "nobody can move, but the game is not over",
    "nobody is to move, but the game is not over",
]


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_legal_agrees_with_check_components_are_conserved_and_games_end(
    name: str, options: dict[str, Any]
) -> None:
    game = fattorino.load(name)
    encoded = game.options.encode(game.settings(**options))
    counts = np.zeros((2, game.num_counts), np.int64)
    where = np.zeros(3, np.int64)
    broken = game.loops.audit(
        np.zeros(1, game.state),
        game.blank,
        encoded,
        7,
        300,
        np.zeros(game.num_actions, np.int16),
        counts,
        where,
    )
    assert broken == 0, (
        f"{BROKEN[broken]}: game {where[0]}, decision {where[1]}, action {where[2]}; {counts.tolist()}"
    )


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_same_seed_and_actions_give_the_same_bytes_and_save_and_replay(
    name: str, options: dict[str, Any]
) -> None:
    match = random_game(name, options, seed=11)
    again = fattorino.replay(match.save())
    assert again.state.tobytes() == match.state.tobytes()
    assert [event.tolist() for event in again.events] == [event.tolist() for event in match.events]
    assert (again.scores, again.ranks, again.winners) == (match.scores, match.ranks, match.winners)


@pytest.mark.parametrize("name", fattorino.games.names())
def test_seat_zero_begins_unless_the_game_tells_who_began(name: str) -> None:
    game = fattorino.load(name)
    if game.starter is not seat_zero:
        return
    for seats in game.seats:
        first = {game.new(seats, seed=seed).to_move for seed in range(5)}
        assert first == {0}, f"chance decides who begins: write `starter` in rules.py of {name}"


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_undo_returns_the_same_bytes(name: str, options: dict[str, Any]) -> None:
    match = fattorino.load(name).new(seed=5, **options)
    chance = np.random.default_rng(5)
    undone = 0
    while not match.over:
        before, log, seat = match.state.tobytes(), len(match.events), match.to_move
        legal = match.legal().tolist()
        action = int(chance.choice(legal))
        match.play(action)
        if not match.why_no_undo(seat):
            assert match.undo(seat) == action
            assert match.state.tobytes() == before
            assert (len(match.events), match.to_move, match.legal().tolist()) == (log, seat, legal)
            match.play(action)
            undone += 1
    told_at_once = name == "ghost_town" and options.get("town") != "human_gm"  # GT-TURN-2: all that is done
    assert undone or told_at_once, "nothing could be taken back in the whole game"


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_labels_are_unique_and_everything_public_is_told(name: str, options: dict[str, Any]) -> None:
    match = fattorino.load(name).new(seed=3, **options)
    chance = np.random.default_rng(3)
    views, heard = match.watched(), [len(match.heard(seat)) for seat in chairs(match)]
    while not match.over:
        labels = list(match.labels().values())
        assert len(set(labels)) == len(labels), f"two legal actions share a label: {sorted(labels)}"
        match.play(int(chance.choice(match.legal())))
        before, counts = views, heard
        views, heard = match.watched(), [len(match.heard(seat)) for seat in chairs(match)]
        for seat, *view, fewer, more in zip(chairs(match), before, views, counts, heard, strict=True):
            assert view[0] == view[1] or more > fewer, f"seat {seat} sees a change of which no event tells"
    for seat in chairs(match):
        assert all(match.log(seat)), "an event without a sentence"


def chairs(match: Match) -> list[int | None]:
    """All viewers, the spectator last."""
    return [*range(len(match.roles)), None]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_views_start_hidden(game: fattorino.Game) -> None:
    """A field is secret until redact shows it; the generator and the count of reveals never are shown."""
    match = game.new(seed=1)
    assert all(
        (hidden(game.state)[name] == HIDDEN).all()
        for name in game.state.names or ()
        if game.state[name].base.kind == "i"
    )
    for seat in chairs(match):
        view = match.view(seat)
        assert int(view.rng) == 0
        assert int(view.reveals) == HIDDEN


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_views_show_what_the_fields_declare(game: fattorino.Game) -> None:
    """Public fields as they are, own ones to their owner, secret ones never, groups to whoever sees them."""
    match = game.new(seed=6)
    random.seed(6)
    while not match.over and match.move < 60:
        match.play(random.choice(list(match.legal())))
        state = match.state[0]
        for seat in chairs(match):
            viewer = SPECTATOR if seat is None else seat
            view, groups = match.view(seat), game.sees(state, viewer)
            assert game.sees(view, viewer) == groups
            for field in game.fields:
                shown, true = np.atleast_1d(view[field.name]), np.atleast_1d(state[field.name])
                if field.seen is Seen.PUBLIC or groups & field.unless:
                    assert (shown == true).all(), field.name
                elif field.seen is Seen.OWN:
                    mine = np.arange(len(true)) == viewer
                    assert (shown[mine] == true[mine]).all(), field.name
                    assert (shown[~mine] == HIDDEN).all(), field.name
                elif field.seen is Seen.SECRET:
                    assert (shown == (0 if field.name == "rng" else HIDDEN)).all(), field.name


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_bots_play_legal_moves(game: fattorino.Game) -> None:
    from fattorino import bots

    match = game.new(seed=4)
    players = [bots.make(name, game) for name in ("random", "greedy")]  # those that search need speed
    while not match.over and match.move < 60:
        seat = match.to_move
        assert seat is not None
        bot = players[match.move % len(players)]
        legal = match.legal()
        choice = bot.choose(match.view(seat), seat, legal, seed=match.move)
        assert choice in legal
        assert choice == bot.choose(match.view(seat), seat, legal, seed=match.move)
        match.play(choice)


@pytest.mark.bulk
def test_a_step_that_moved_somebody_else_on_cannot_be_taken_back() -> None:
    """Skipping a forced decision would reveal the player's cards."""
    match = fattorino.load("new_york").new(2, seed=21)
    chance = np.random.default_rng(21)
    hurried = 0
    while not match.over:
        seat, before = match.to_move, len(match.events)
        match.play(int(chance.choice(match.legal())))
        others = {int(event[1]) for event in match.events[before:]} - {seat}
        if match._now[4]:
            hurried += 1
            assert others
            assert match.why_no_undo(seat)
    assert hurried
