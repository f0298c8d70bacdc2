"""Leaks planted on purpose, one at a time, to know that the witness (twins.py) would see them.

In each pair of worlds that are alike for a viewer, every leak not seen yet is planted: a field or a group of
fields is shown to everyone, an event is told to everyone, a text tells something of the state. If the viewer
then receives something else in one of the worlds than in the other, the witness would have seen that leak.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contract.received import in_full
from fattorino.kernel.fields import Fields, Seen
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.kernel.records import AUDIENCE, KIND, SPECTATOR, hears

TEXTS = ("prompt", "label", "sentence", "scene", "board")  # that could tell more than the view


class Plants:
    """The leaks planted in a game, and those that would be seen."""

    def __init__(self, game: Game, harmless: set[str]) -> None:
        self.game, self.harmless = game, harmless
        self.fields: dict[str, tuple[str, ...]] = dict(widenings(game.fields))
        self.masks = {what: masks(game, names) for what, names in self.fields.items()}
        self.planted = {*self.fields, *(f"a secret in the {text}" for text in TEXTS)}
        self.seen: dict[str, str] = {}  # and the game that showed it

    def missed(self) -> set[str]:
        """The leaks that no pair of worlds has shown so far."""
        return self.planted - self.harmless - set(self.seen)

    def note(self, match: Match, since: int) -> None:
        """Note which kinds of events are told to some seats only: each is told to everyone."""
        for event in match.events[since:]:
            if not hears(event, SPECTATOR):
                self.planted.add(f"event {event[KIND]}")

    def look(self, one: Match, twin: Match, seat: int | None, since: int | None, where: str) -> None:
        """Plant them in two worlds that are alike for a viewer."""
        for plant, names in self.fields.items():
            if plant not in self.seen and any((one.state[name] != twin.state[name]).any() for name in names):
                if self.shown(one, seat, plant) != self.shown(twin, seat, plant):
                    self.seen[plant] = where
        for kind in self.kinds(one, twin, since):
            plant = f"event {kind}"
            if plant in self.planted - set(self.seen) and told(one, kind, since) != told(twin, kind, since):
                self.seen[plant] = where
        asked = seat is not None and one.to_move == seat
        for text in TEXTS:
            plant = f"a secret in the {text}"
            if plant not in self.seen and (asked or text != "label"):
                if self.read(one, seat, text) != self.read(twin, seat, text):
                    self.seen[plant] = where

    def kinds(self, one: Match, twin: Match, since: int | None) -> set[int]:
        """The kinds of events of two worlds, from one on."""
        worlds = (one, twin) if since is not None else ()
        return {int(event[KIND]) for world in worlds for event in world.events[since:]}

    def shown(self, match: Match, seat: int | None, plant: str) -> bytes:
        """A view in which some fields are open to everyone."""
        views = np.zeros(1, self.game.state)
        viewer = SPECTATOR if seat is None else seat
        self.game.loops.redact_into(match.state, 0, viewer, self.masks[plant], views, 0)
        for name in self.fields[plant]:
            views[name] = match.state[name]  # also where the rules decide who sees it
        return views.tobytes()

    def read(self, match: Match, seat: int | None, text: str) -> Any:
        """All that a viewer receives, if a text of the game tells something of the state."""
        honest, secret = getattr(self.game, text), match.digest()

        def indiscreet(*given: Any) -> Any:
            said = honest(*given)
            return said | {"secret": secret} if isinstance(said, dict) else f"{said} {secret}"

        setattr(self.game, text, indiscreet)
        try:
            return in_full(match, seat)
        finally:
            setattr(self.game, text, honest)


def widenings(fields: Fields) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each field that is not for everyone, and each group of fields."""
    for field in fields:
        if field.seen is not Seen.PUBLIC:
            yield f"field {field.name}", (field.name,)
    for bit in sorted({field.unless for field in fields} - {0}):
        yield f"group {bit}", tuple(field.name for field in fields if field.unless & bit)


def masks(game: Game, names: tuple[str, ...]) -> NDArray[np.int64]:
    """What each viewer sees if these fields are declared open to everyone."""
    declared = (replace(each, seen=Seen.PUBLIC) if each.name in names else each for each in game.fields)
    return Fields(declared).masks(game.max_seats)


def told(match: Match, kind: int, since: int | None) -> list[list[int]]:
    """All events of a kind from one on, whoever heard them."""
    events = (event for event in match.events[since:] if event[KIND] == kind)
    return sorted(np.delete(event, AUDIENCE).tolist() for event in events)
