"""What a typed word means."""

from __future__ import annotations

import pytest

import fattorino
from fattorino.kernel.typed import read

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


def test_a_question_mark_only_asks() -> None:
    assert read(GAME, LEGAL, "? a34") == (ACTIONS["a3a4"], True)
