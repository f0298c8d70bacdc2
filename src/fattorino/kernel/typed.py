"""Parsing typed moves, for the page and the terminal.

A word is a number in the list of choices, a key of the game, or an abbreviation of exactly one key that can
be played now: a prefix, or some of its letters in order, including the first (`a34` for `a3a4`). A leading
question mark asks about the action instead of playing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fattorino.kernel.game import Game


class Typed(NamedTuple):
    """A parsed word."""

    action: int | None  # None: the word means nothing
    asks: bool  # asks why it is not possible


def read(game: Game, legal: Sequence[int], text: str) -> Typed:
    """Parse a word."""
    word = text.strip().lower()
    asks = word.startswith("?")
    return Typed(_meant(game, legal, word.removeprefix("?").strip()), asks)


def _meant(game: Game, legal: Sequence[int], word: str) -> int | None:
    if word.isdecimal():
        number = int(word[:9])
        return legal[number - 1] if 1 <= number <= len(legal) else None
    if word in _actions_by_key(game):
        return _actions_by_key(game)[word]
    if not word:
        return None
    begun = [action for action in legal if game.key(action).startswith(word)]
    short = begun or [action for action in legal if is_short_for(word, game.key(action))]
    return short[0] if len(short) == 1 else None


def is_short_for(word: str, key: str) -> bool:
    """Whether a word consists of letters of a key, in order, including the first."""
    rest = iter(key[1:])
    return word[:1] == key[:1] and all(letter in rest for letter in word[1:])


@lru_cache(16)
def _actions_by_key(game: Game) -> dict[str, int]:
    return {key: action for action in range(game.num_actions) if (key := game.key(action))}


def words(game: Game, legal: Sequence[int]) -> list[str]:
    """What to type for each of these actions: its key, or its number where it has none."""
    return [game.key(action) or str(number) for number, action in enumerate(legal, 1)]
