"""Where the things of a game lie, and whether a viewer may look at them: what a rulebook says, for a test.

A game's tests list its piles in `who_sees_what.py`, from the rulebook's table of who sees what and never from
the visibility declared with the fields. Things that look alike from behind, and that a viewer does not see,
may change places: the viewer must not notice (twins.py).
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE

Pair = tuple[Match, Match] | None
TRIES = 20  # to find two things that can change places


@dataclass(frozen=True)
class Pile:
    """Some things in one place."""

    kind: str  # in the rulebook's words
    seen: bool  # by the viewer
    things: list[Any]
    put: Callable[[int, int], None] | None = None  # (place among the things, another thing); None: they stay
    sort: str = ""  # things of one sort look alike from behind
    ordered: bool = False  # whether the order in which they lie matters


def facts(kind: str, seen: bool, *values: Any) -> Pile:
    """Numbers, or things that never change places."""
    return Pile(kind, seen, [number for value in values for number in np.ravel(value).tolist()])


def cards_in_order(
    kind: str, seen: bool, cards: Any, sort: str, *, stay: Sequence[int] = (), first: int = 0
) -> Pile:
    """Things listed one after the other from a place on, without gaps; some may have to stay."""
    at = [k for k in range(first, len(cards)) if cards[k] != NONE and int(cards[k]) not in stay]

    def put(k: int, thing: int) -> None:
        cards[at[k]] = thing

    return Pile(kind, seen, [int(cards[k]) for k in at], put, sort, True)


def sorted_cards(kind: str, seen: bool, cards: Any, sort: str) -> Pile:
    """Things listed in ascending order, then NONE."""
    n = sum(int(card) != NONE for card in cards)
    before = [int(card) for card in cards[:n]]

    def put(k: int, thing: int) -> None:
        now = [int(card) for card in cards[:n]]
        now[now.index(before[k])] = thing
        cards[:n] = sorted(now)

    return Pile(kind, seen, before, put, sort)


def counted(
    kind: str, seen: bool, counts: Any, sort: str, *, first: int = 0, known: Iterable[int] = ()
) -> Pile:
    """Things counted by what they are, numbered from `first` on; the viewer knows of some."""
    left = [int(count) for count in counts]
    for thing in known:
        left[thing - first] -= left[thing - first] > 0
    things = [first + k for k, count in enumerate(left) for _ in range(count)]

    def put(k: int, thing: int) -> None:
        counts[things[k] - first] -= 1
        counts[thing - first] += 1

    return Pile(kind, seen, things, put, sort)


def placed(kind: str, seen: bool, places: Any, place: int, sort: str, among: Iterable[int] = ()) -> Pile:
    """The things (or some of them) of which a table says that they are in this place."""
    things = [thing for thing in among or range(len(places)) if places[thing] == place]

    def put(k: int, thing: int) -> None:
        places[thing] = place

    return Pile(kind, seen, things, put, sort)


@dataclass(frozen=True)
class Secrets:
    """What the rulebook of a game hides from whom."""

    settings: Sequence[Mapping[str, Any]]  # games in which something else is hidden, or from somebody else
    hidden: frozenset[str]  # the kinds of piles that somebody does not see
    piles: Callable[[Any, int], list[Pile]]  # (state, viewer; -1 is a spectator)
    choices: frozenset[str] = frozenset()  # what is chosen without somebody seeing it
    # (state, viewer) -> which of these the seat to move chooses now without this viewer seeing it, or ''
    unseen: Callable[[Any, int], str] = field(default=lambda state, viewer: "")
    # (state) -> the answer that leaves no trace of a question nobody else may notice, or None
    silence: Callable[[Any], int | None] = field(default=lambda state: None)
    # (state) -> whether the others see the position as it is without that question
    as_if_not: Callable[[Any], bool] = field(default=lambda state: False)
    harmless: Mapping[str, str] = field(default_factory=dict)  # fields that could be shown to all, and why
    # by what differs: (match, viewer, chance) -> two more worlds that the viewer cannot tell apart
    others: Mapping[str, Callable[[Match, int, Any], Pair]] = field(default_factory=dict)


def exchange(piles: Sequence[Pile], scarce: Container[str], chance: Any) -> bool:
    """Let two different things that the viewer does not see change places; false if there are none.

    Of the kinds that few twins had so far, if possible.
    """
    hidden = [pile for pile in piles if not pile.seen and pile.put is not None and pile.things]
    wanted = [pile for pile in hidden if pile.kind in scarce] or hidden
    for _ in range(TRIES if wanted else 0):
        one = wanted[int(chance.integers(len(wanted)))]
        alike = [pile for pile in hidden if pile.sort == one.sort and (pile is not one or one.ordered)]
        if not alike:
            continue
        other = alike[int(chance.integers(len(alike)))]
        here, there = int(chance.integers(len(one.things))), int(chance.integers(len(other.things)))
        a, b = one.things[here], other.things[there]
        if a != b and one.put is not None and other.put is not None:
            one.put(here, b)
            other.put(there, a)
            return True
    return False
