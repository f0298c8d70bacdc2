"""Secret windows: where somebody may be asked in secret, everybody waits as long as if somebody were.

A window has one slot of time for each seat or group that may be asked, known from what everybody sees. While
it is open, all viewers but the seat that is asked are paused: they receive nothing, so that neither a delay
nor its absence tells who was asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from fattorino.kernel.game import SecretPrompts

MARGIN = 0.5  # seconds before the end of a slot at which silence is taken for a no


class WindowTiming(NamedTuple):
    """How many seconds a slot has: where a person may be asked, and where only bots may be."""

    person: float = 0.0
    bot: float = 0.0


class Slot(NamedTuple):
    """A piece of time in which these seats may be asked."""

    start: float
    end: float
    seats: Sequence[int]


class SecretWindows:
    """The secret windows of one table: whether one is open, who is asked in it, and who is paused."""

    def __init__(self, timing: WindowTiming) -> None:
        self._timing = timing
        self._slots: list[Slot] = []
        self.until = 0.0  # the end of the last slot
        self.asked: int | None = None  # the seat that is asked in secret now
        self.paused: set[int | None] = set()  # the viewers who receive nothing until the window closes

    def is_open(self, now: float) -> bool:
        """Whether somebody is asked in secret, or might be for all that others may know."""
        return self.asked is not None or now < self.until

    def follow(
        self,
        prompts: SecretPrompts,
        seat: int,
        view: Any,
        events: Iterable[Any],
        people: Collection[int],
        when: float,
    ) -> bool:
        """Take in a new position: the seat that decides with its view, and what has just happened.

        Returns whether a window was added or is open: what came before cannot be taken back then.
        """
        self.asked = seat if prompts.secret(view) else None
        rounds = [one for event in events for one in prompts.rounds(event)]
        for seats, weight in rounds:
            self._add(seats, weight, people, when)
        return bool(rounds) or self.is_open(when)

    def _add(self, seats: Sequence[int], weight: float, people: Collection[int], when: float) -> None:
        """Add a slot. A person who is alone among bots keeps nobody waiting."""
        if when >= self.until:
            self._slots, self.until = [], when
        asked = [seat for seat in seats if seat in people]
        person = weight * self._timing.person if asked and len(people) > 1 else 0.0
        bot = self._timing.bot if len(asked) < len(seats) else 0.0
        start, self.until = self.until, self.until + max(person, bot)
        self._slots.append(Slot(start, self.until, seats))

    def opens(self, seat: int) -> float:
        """When the question reaches a seat that is asked: as late as if all before it had been asked too."""
        slot = self._slot(seat)
        return slot.start if slot is not None else 0.0

    def closes(self, seat: int, people: Collection[int]) -> float | None:
        """When silence is taken for a no; None: never, for a person who is alone or where nobody waits."""
        slot = self._slot(seat)
        if slot is None or len(people) < 2 or not self._timing.person:
            return None
        return slot.end - min(MARGIN, self._timing.person / 4)

    def due(self, people: Collection[int]) -> float | None:
        """While a window is open: when something has to happen next; None: when the asked has answered."""
        if self.asked is None:
            return self.until
        return self.opens(self.asked) if self.asked in self.paused else self.closes(self.asked, people)

    def _slot(self, seat: int) -> Slot | None:
        return next((slot for slot in reversed(self._slots) if seat in slot.seats), None)
