"""What a typed word means."""

from __future__ import annotations

import random

import pytest

import fattorino
from fattorino.kernel.typed import FEW, kind, read, shortest, why_stop

GAME = fattorino.load("pizza_city")
ACTIONS = {GAME.key(action): action for action in range(GAME.num_actions)}
LEGAL = [ACTIONS[key] for key in ("a3a4", "a4a3", "a3b3", "p-boost", "end")]


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("A3A4", "a3a4"),
        ("3", "a3b3"),  # its number in the list
        ("p", "p-boost"),
        ("a3b", "a3b3"),
        ("a34", "a3a4"),  # some of its letters
        ("a43", "a4a3"),
        ("pbt", "p-boost"),
        ("m2", "m2"),  # a key that cannot be played, to be told why
    ],
)
def test_a_word_means_the_only_action_it_can_mean(word: str, key: str) -> None:
    assert read(GAME, LEGAL, word).action == ACTIONS[key]


@pytest.mark.parametrize("word", ["", "a3", "a", "aa", "nonsense", "34a", "9", "boost"])
def test_other_words_mean_nothing(word: str) -> None:
    action = read(GAME, LEGAL, word).action

    assert action not in LEGAL


@pytest.mark.parametrize(
    ("keys", "shorts"),
    [
        (["pepperoni-ha", "pepperoni-uw", "ham-ha", "done"], ["pha", "puw", "ham-ha", "done"]),
        (["pope-of-greenwich-village", "power", "deliver"], ["pogv", "power", "del"]),
        (["own-pepperoni", "own-peppers"], ["1", "2"]),  # no handy letters tell them apart
    ],
)
def test_every_action_is_typed_in_six_letters_at_most(keys: list[str], shorts: list[str]) -> None:
    game = fattorino.load("new_york")
    actions = {game.key(action): action for action in range(game.num_actions)}
    legal = [actions[key] for key in keys]

    assert shortest(game, legal) == shorts
    assert [read(game, legal, short).action for short in shorts] == legal


def test_a_question_mark_only_asks() -> None:
    assert read(GAME, LEGAL, "? a34")[:2] == (ACTIONS["a3a4"], True)


@pytest.mark.rule("PC-PLACE-4")
@pytest.mark.parametrize(
    ("word", "key"),
    [("b6b7", "b7b6"), ("b7b6", "b7b6"), ("b67", "b7b6"), ("b65", "b6b5"), ("b", None), ("a3a4", "a3a4")],
)
def test_a_card_that_is_the_same_both_ways_round_is_typed_either_way(word: str, key: str | None) -> None:
    legal = [ACTIONS[name] for name in ("b7b6", "b6b5", "a3a4", "a4a3")]

    assert read(GAME, legal, word).action == (ACTIONS[key] if key else None)


def test_a_line_is_read_word_by_word() -> None:
    line = read(GAME, LEGAL, " A34 ; end,p-b  3")
    assert (line.action, line.word, line.whole, line.rest) == (ACTIONS["a3a4"], "a34", False, "end,p-b  3")
    line = read(GAME, LEGAL, line.rest)
    assert (line.action, line.whole, line.rest) == (ACTIONS["end"], True, "p-b  3")
    assert read(GAME, LEGAL, "mu").rest == ""


@pytest.mark.parametrize(
    ("word", "same", "settled", "stops"),
    [
        ("a34", True, False, False),
        ("a34", False, False, True),
        ("3", True, False, True),  # of a list that nobody has heard yet
        ("nonsense", False, False, False),  # means nothing, and is told so
        ("a3a4", False, False, False),
        ("a3a4", True, True, True),
    ],
)
def test_a_line_stops_before_a_word_typed_without_knowing_the_question(
    word: str, same: bool, settled: bool, stops: bool
) -> None:
    before = kind(GAME, [ACTIONS["end"], ACTIONS["a3a4" if same else "k1"]])

    assert bool(why_stop(GAME, read(GAME, LEGAL, word), before, settled)) == stops


@pytest.mark.parametrize("name", ["ghost_town", "new_york", "papa_paolo", "pizza_city"])
def test_no_decision_of_a_game_takes_more_than_eight_keys(name: str) -> None:
    """The key that leads to the field, what is typed, Enter."""
    game, chance = fattorino.load(name), random.Random(3)
    match = game.new(seed=3)
    while not match.over and match.move < 120:
        legal = match.legal().tolist()
        typed = shortest(game, legal)
        assert [read(game, legal, word).action for word in typed] == legal
        assert max(map(len, typed)) <= FEW == 8 - len("t") - len("\n")
        match.play(chance.choice(legal))
