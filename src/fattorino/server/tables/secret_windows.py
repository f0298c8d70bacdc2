"""Waiting alike: where somebody may be asked in secret, the table is still for as long as if somebody were.

Each moment opens one slot of time or several, known from what everybody sees. Until the last one has passed
nobody but the seat that is asked receives anything, so that neither a pause nor its absence tells who was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from fattorino.kernel.game import Round

MARGIN = 0.5  # seconds before the end of a slot at which silence is taken for a no


class Patience(NamedTuple):
    """How many seconds a slot has: where a person may be asked, and where only bots may be."""

    person: float = 0.0
    bot: float = 0.0


class Slot(NamedTuple):
    """A piece of time in which these seats may be asked."""

    start: float
    end: float
    seats: Sequence[int]


class Waiting:
    """The slots of one table, one after another."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._slots: list[Slot] = []
        self.until = 0.0  # the end of the last slot

    def add(self, rounds: Iterable[Round], people: Collection[int], when: float) -> None:
        """Open slots at a moment. A person who is alone among bots keeps nobody waiting."""
        if when >= self.until:
            self._slots, self.until = [], when
        for seats, weight in rounds:
            asked = [seat for seat in seats if seat in people]
            person = weight * self._patience.person if asked and len(people) > 1 else 0.0
            bot = self._patience.bot if len(asked) < len(seats) else 0.0
            start, self.until = self.until, self.until + max(person, bot)
            self._slots.append(Slot(start, self.until, seats))

    def opens(self, seat: int) -> float:
        """When the question reaches a seat that is asked: as late as if all before it had been asked too."""
        slot = self._slot(seat)
        return slot.start if slot is not None else 0.0

    def closes(self, seat: int, people: Collection[int]) -> float | None:
        """When silence is taken for a no; None: never, for a person who is alone or where nobody waits."""
        slot = self._slot(seat)
        if slot is None or len(people) < 2 or not self._patience.person:
            return None
        return slot.end - min(MARGIN, self._patience.person / 4)

    def _slot(self, seat: int) -> Slot | None:
        return next((slot for slot in reversed(self._slots) if seat in slot.seats), None)
