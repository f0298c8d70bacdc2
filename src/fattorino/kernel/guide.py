"""A game's help for players beside the rules, all of it from what one viewer may know.

The goal and the standings, each turn as one sentence, highlights, what is missing for something that is not
possible, and when a newcomer is told which rules. A game defines it in `guide.py`, which ends with
`GUIDE = Guide(...)`. The page, the terminal, the log, the announcements and the coach use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from fattorino.kernel.tables import read_table

Line = tuple[str, int | None]  # of a score: its label and points, None if hidden from the viewer


class Fact(NamedTuple):
    """A resource of a viewer."""

    symbol: str  # one of symbols.svg
    words: str  # "3 in stock, room for 2"
    tells: str  # what it is for, or where it comes from, in a sentence


@dataclass(frozen=True)
class Summary:
    """The status of a game for one viewer: the strip above the board."""

    goal: str  # the viewer's current goal, in one sentence
    end: str  # how far the end is: "Turn 12 of 20"
    share: float  # of the way to the end, 0 to 1
    scores: Sequence[Sequence[Line]]  # of each seat that scores, by the same lines as at the end
    order: Sequence[int]  # seats in the order they come, first the one whose turn it is
    have: Sequence[Fact] = ()  # the viewer's resources
    end_tells: str = ""  # what ends the game, in a sentence
    score_tells: Sequence[str] = ()  # how each line of a score is counted, in a few words


class Missing(NamedTuple):
    """An expected choice that is not possible now."""

    label: str  # the label of its button when it is possible
    reason: str  # "Order 3 needs 4 cards, you have 3."
    target: str = ""  # its target on the board


class Moment(NamedTuple):
    """A highlight of a game, shown on the board."""

    words: str  # "A pizza! You carry Basil. Now find the Basil house."
    symbol: str  # one of symbols.svg
    target: str = ""  # where on the board


class Taught(NamedTuple):
    """A rule to explain now; the rulebook has its sentence."""

    rule: str
    target: str = ""  # its target on the board, which is highlighted


def never(_view: Any, _action: int) -> bool:
    """True for no action."""
    return False


def nothing(_view: Any, _action: int) -> str:
    """Empty for every action."""
    return ""


@dataclass(frozen=True)
class Guide:
    """The functions of a game's guide. Events are those visible to the viewer."""

    summary: Callable[[Any, int], Summary]  # (view, seat)
    starts_turn: Callable[[Any], bool]  # (event) -> whether it begins its seat's turn; equal for all viewers
    retell: Callable[[Sequence[Any], int], str]  # (events of a turn, viewer) -> the turn in one sentence
    moment: Callable[[Any, int], Moment | None]  # (event, viewer)
    places: Callable[[Any, int], Sequence[str]]  # (event, viewer) -> targets on the board it is about
    missing: Callable[[Any, int], Sequence[Missing]]  # (view, seat)
    unavailable: Callable[[Any, int, str], str]  # (view, seat, target) -> what would make it possible, or ""
    matters: Callable[[Any, int, Sequence[int]], Sequence[Taught]]  # (view, seat, actions): at this decision
    shows: Callable[[Any, int], Sequence[Taught]]  # (event, viewer): rules that it illustrates
    declines: Callable[[Any, int], bool] = never  # (view, action): it declines, or only ends something
    warning: Callable[[Any, int], str] = nothing  # (view, action) -> a warning if it is futile


@dataclass(frozen=True)
class Lesson:
    """A game's first lesson: a real game with a prepared opening, from `lesson.toml`."""

    seat: int  # of the learner
    seats: int
    seed: int
    bot: str  # on all other seats
    options: dict[str, Any] = field(default_factory=dict)
    found_by: str = ""  # the command that found the opening


def read_lesson(folder: Path) -> Lesson | None:
    """The lesson of a game's folder, if it has one."""
    path = folder / "lesson.toml"
    return read_table(path).record(Lesson) if path.exists() else None


def turns(events: Sequence[Any], starts_turn: Callable[[Any], bool]) -> list[tuple[int, int]]:
    """The events of each turn, as (first, after the last); what precedes the first turn counts as one."""
    starts = [n for n, event in enumerate(events) if n == 0 or starts_turn(event)]
    return list(pairwise([*starts, len(events)]))
