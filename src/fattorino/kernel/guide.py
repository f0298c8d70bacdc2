"""What a game tells people beside its rules, all of it from what one viewer may know.

The goal and how it stands, each turn as one sentence, great moments, what is missing for something that is
not possible, and which rules a newcomer is told when. A game writes it in `guide.py` and ends that file with
`GUIDE = Guide(...)`. The page, the terminal, the log, the announcements and the coach are made from it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

Line = tuple[
    str, int | None
]  # of a score: what it is for, and the points, None where the viewer may not know


class Fact(NamedTuple):
    """Something a viewer has to work with."""

    symbol: str  # one of symbols.svg
    words: str  # "3 in stock, room for 2"
    tells: str  # what it is good for, or where it comes from, in a sentence


@dataclass(frozen=True)
class Summary:
    """Where a game stands, for one viewer: the strip above the board."""

    goal: str  # what the viewer is after just now, in one sentence
    end: str  # how far the end is: "Turn 12 of 20"
    share: float  # of the way to the end, 0 to 1
    scores: Sequence[Sequence[Line]]  # of each seat that scores, by the same lines as at the end
    order: Sequence[int]  # seats in the order they come, first the one whose turn it is
    have: Sequence[Fact] = ()  # what the viewer has to work with
    end_tells: str = ""  # what brings the end, in a sentence


class Missing(NamedTuple):
    """Something one would look for that is not possible now."""

    label: str  # as its button reads when it is possible
    reason: str  # "Order 3 needs 4 cards, you have 3."
    target: str = ""  # the thing on the board it is about


class Moment(NamedTuple):
    """A great moment of a game, shown on the board."""

    words: str  # "A pizza! You carry Basil. Now find the Basil house."
    symbol: str  # one of symbols.svg
    target: str = ""  # where on the board


class Taught(NamedTuple):
    """A rule to be told now; the rulebook has its sentence."""

    rule: str
    target: str = ""  # the thing on the board that is marked with it


def never(_view: Any, _action: int) -> bool:
    """No action is like that."""
    return False


def nothing(_view: Any, _action: int) -> str:
    """There is nothing to say about any action."""
    return ""


@dataclass(frozen=True)
class Guide:
    """The functions of a game's guide. Events are those that the viewer heard."""

    summary: Callable[[Any, int], Summary]  # (view, seat)
    starts_turn: Callable[[Any], bool]  # (event) -> whether its seat's turn begins with it; the same for all
    retell: Callable[[Sequence[Any], int], str]  # (events of a turn, viewer) -> the turn in one sentence
    moment: Callable[[Any, int], Moment | None]  # (event, viewer)
    places: Callable[[Any, int], Sequence[str]]  # (event, viewer) -> targets on the board it is about
    missing: Callable[[Any, int], Sequence[Missing]]  # (view, seat)
    unavailable: Callable[[Any, int, str], str]  # (view, seat, target) -> what would make it possible, or ""
    matters: Callable[[Any, int, Sequence[int]], Sequence[Taught]]  # (view, seat, actions): at this decision
    shows: Callable[[Any, int], Sequence[Taught]]  # (event, viewer): what it is an example of
    declines: Callable[[Any, int], bool] = never  # (view, action): it does nothing, or only ends something
    warning: Callable[[Any, int], str] = nothing  # (view, action) -> what it would cost in vain


@dataclass(frozen=True)
class Lesson:
    """A game's first lesson: a real game on a chosen opening, from `lesson.toml`."""

    seat: int  # of the learner
    seats: int
    seed: int
    bot: str  # on all other seats
    options: dict[str, Any] = field(default_factory=dict)
    found_by: str = ""  # the command that searched for the opening


def read_lesson(folder: Path) -> Lesson | None:
    """The lesson of a game's folder, if it has one."""
    path = folder / "lesson.toml"
    return Lesson(**tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def turns(events: Sequence[Any], starts_turn: Callable[[Any], bool]) -> list[tuple[int, int]]:
    """The events of each turn, as (first, after the last); what comes before them all is a turn too."""
    starts = [n for n, event in enumerate(events) if n == 0 or starts_turn(event)]
    return list(pairwise([*starts, len(events)]))
