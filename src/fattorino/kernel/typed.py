"""Parsing typed moves, for the page and the terminal.

A word is a number in the list of choices, a key of the game, or an abbreviation of exactly one key that can
be played now: a prefix, or some of its letters in order, including the first (`a34` for `a3a4`). A leading
question mark asks about the action instead of playing it.

A line of several words, separated by spaces, commas or semicolons, is played word by word. It stops at the
first word that cannot be played, and before one that was typed without knowing what it answers (`why_stop`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

FEW = 6  # most letters of an abbreviation
BETWEEN = re.compile(r"[\s;,]+")


class Typed(NamedTuple):
    """The first word of a line, parsed."""

    action: int | None  # None: the word means nothing
    asks: bool = False  # asks why it is not possible
    word: str = ""
    whole: bool = False  # the word is a key, neither a number nor an abbreviation
    rest: str = ""  # of the line


def read(game: Game, legal: Sequence[int], text: str) -> Typed:
    """Parse the first word of a line; a question is one word."""
    line = text.strip().lower()
    if line.startswith("?"):
        word = line.removeprefix("?").strip()
        return Typed(_meant(game, legal, word), True, word)
    word, *rest = BETWEEN.split(line.strip(" \t;,"), maxsplit=1)
    return Typed(_meant(game, legal, word), False, word, word in _actions_by_key(game), " ".join(rest))


def kind(game: Game, legal: Sequence[int]) -> str:
    """The kind of a question, by the blocks of its answers."""
    return " ".join(sorted({game.space.block(action)[0].name for action in legal}))


def why_stop(game: Game, typed: Typed, before: str, settled: bool) -> str:
    """Why a later word of a line is not played, or ''.

    `before` is the kind of the previous question, `settled` whether the previous step cannot be undone. A
    whole key always names the same action, an abbreviation only while actions of its kind are asked for; a
    number refers to a list that has not been shown yet.
    """
    if settled:
        return _("Nothing can be taken back here: something was revealed, or somebody else decided.")
    if typed.whole or typed.action is None:
        return ""
    if typed.word.isdecimal() or game.space.block(typed.action)[0].name not in before.split():
        return _("Something else is asked now, and only a whole key goes on from one question to the next.")
    return ""


def _meant(game: Game, legal: Sequence[int], word: str) -> int | None:
    if word.isdecimal():
        number = int(word[:9])
        return legal[number - 1] if 1 <= number <= len(legal) else None
    if not word:
        return None
    if word in _actions_by_key(game):
        action = _actions_by_key(game)[word]
        same = game.same_as(action)
        return same if action not in legal and same in legal else action
    names: list[Callable[[int], str]] = [game.key, lambda action: _other_key(game, legal, action)]
    for name in names:
        begun = [action for action in legal if name(action).startswith(word)]
        short = begun or [action for action in legal if is_short_for(word, name(action))]
        if short:
            return short[0] if len(short) == 1 else None
    return None


def _other_key(game: Game, legal: Sequence[int], action: int) -> str:
    """The key of an action that is the same and not listed apart, or ''."""
    same = game.same_as(action)
    return "" if same in legal else game.key(same)


def is_short_for(word: str, key: str) -> bool:
    """Whether a word consists of letters of a key, in order, including the first."""
    rest = iter(key[1:])
    return word[:1] == key[:1] and all(letter in rest for letter in word[1:])


@lru_cache(16)
def _actions_by_key(game: Game) -> dict[str, int]:
    return {key: action for action in range(game.num_actions) if (key := game.key(action))}


def shortest(game: Game, legal: Sequence[int]) -> list[str]:
    """What to type for each of these actions in few letters: its key, an abbreviation, or its number."""
    keys = words(game, legal)
    return [
        key
        if len(key) <= FEW
        else next((short for short in _shorts(key) if _is_free(game, keys, key, short)), str(n))
        for n, key in enumerate(keys, 1)
    ]


def _shorts(key: str) -> list[str]:
    """Abbreviations of a key, the handiest first: `pha` for `pepperoni-ha`, `gua` for `guacamole`."""
    first, *parts = key.split("-")
    initials = "".join(part[0] for part in (first, *parts) if part)
    joined = [first[:n] + "".join(parts) for n in (1, 2, 3)] if parts else []
    found = [*joined, initials, *(key[:n] for n in range(3, FEW + 1))]
    return [short for short in found if 1 < len(short) <= FEW]


def _is_free(game: Game, keys: Sequence[str], key: str, short: str) -> bool:
    """Whether an abbreviation means this key and nothing else."""
    if short in _actions_by_key(game) or short.isdecimal() or not is_short_for(short, key):
        return False
    others = [other for other in keys if other != key]
    if any(other.startswith(short) for other in others):
        return False
    return key.startswith(short) or not any(is_short_for(short, other) for other in others)


def words(game: Game, legal: Sequence[int]) -> list[str]:
    """What to type for each of these actions: its key, or its number where it has none."""
    return [game.key(action) or str(number) for number, action in enumerate(legal, 1)]
