"""Secret windows: where a player may be prompted in secret, everyone waits as if somebody were.

A window has one time slot for each seat or group that may be prompted, judged by public information. While it
is open, all viewers but the prompted seat are paused: they receive nothing, so that neither a delay nor its
absence reveals who was prompted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from fattorino.kernel.game import SecretPrompts

MARGIN = 0.5  # seconds before the end of a slot at which silence counts as no
JITTER = 1.0  # seconds by which clocks of several machines may differ


class WindowTiming(NamedTuple):
    """The seconds of a slot in which a person may be prompted, and of one with bots only."""

    person: float = 0.0
    bot: float = 0.0


class Slot(NamedTuple):
    """A time slot in which these seats may be prompted."""

    start: float
    end: float
    seats: Sequence[int]


class SecretWindows:
    """The secret windows of one table: whether one is open, who is prompted, and who is paused."""

    def __init__(self, timing: WindowTiming) -> None:
        self._timing = timing
        self._slots: list[Slot] = []
        self._since = 0.0  # the start of the first slot
        self.until = 0.0  # the end of the last slot
        self.asked: int | None = None  # the seat prompted in secret now
        self.paused: set[int | None] = set()  # the viewers who receive nothing until the window closes

    def counted(self, now: float) -> float:
        """The time as a window counts it: before it began, the clock was set back, and the window is over."""
        return now if now >= self._since - JITTER else max(now, self.until)

    def is_open(self, now: float) -> bool:
        """Whether somebody is prompted in secret, or could be as far as others know."""
        return self.asked is not None or self.counted(now) < self.until

    def follow(
        self,
        prompts: SecretPrompts,
        seat: int,
        view: Any,
        events: Iterable[Any],
        people: Collection[int],
        when: float,
    ) -> bool:
        """Process a new position: the seat to move with its view, and the newest events.

        Returns whether a window was added or is open, which ends undo.
        """
        self.asked = seat if prompts.secret(view) else None
        rounds = [one for event in events for one in prompts.rounds(event)]
        for seats, weight in rounds:
            self._add(seats, weight, people, when)
        return bool(rounds) or self.is_open(when)

    def _add(self, seats: Sequence[int], weight: float, people: Collection[int], when: float) -> None:
        """Add a slot. A single person among bots needs none."""
        if self.counted(when) >= self.until:
            self._slots, self._since, self.until = [], when, when
        asked = [seat for seat in seats if seat in people]
        person = weight * self._timing.person if asked and len(people) > 1 else 0.0
        bot = self._timing.bot if len(asked) < len(seats) else 0.0
        start, self.until = self.until, self.until + max(person, bot)
        self._slots.append(Slot(start, self.until, seats))

    def opens(self, seat: int) -> float:
        """When the prompt reaches a seat: as late as if all seats before it had been prompted."""
        slot = self._slot(seat)
        return slot.start if slot is not None else 0.0

    def closes(self, seat: int, people: Collection[int]) -> float | None:
        """When silence counts as no; None: never, for a single person or without waiting."""
        slot = self._slot(seat)
        if slot is None or len(people) < 2 or not self._timing.person:
            return None
        return slot.end - min(MARGIN, self._timing.person / 4)

    def due(self, people: Collection[int]) -> float | None:
        """While a window is open: when something happens next; None: on the answer."""
        if self.asked is None:
            return self.until
        return self.opens(self.asked) if self.asked in self.paused else self.closes(self.asked, people)

    def _slot(self, seat: int) -> Slot | None:
        return next((slot for slot in reversed(self._slots) if seat in slot.seats), None)
