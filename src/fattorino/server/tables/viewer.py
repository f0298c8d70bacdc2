"""Eyes: what one viewer of a table has received so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fattorino.kernel import records
from fattorino.kernel.i18n import language
from fattorino.kernel.match import Match


@dataclass
class Log:
    """The log as one viewer reads it."""

    lines: list[str] = field(default_factory=list)
    read: int = 0  # events that are in it, or not for this viewer


class Eyes:
    """What one viewer has received so far; `version` counts the changes."""

    def __init__(self) -> None:
        self.version = 0
        self.match: Match | None = None  # the position that was shown
        self.view = b""
        self.asked = b""
        self.still = False  # somebody may be asked in secret: nothing is shown until that is past
        self.heard = 0  # events this viewer knows of: as many as the log has lines
        self.fresh = 0  # how many of them before the newest step
        self.when = 0.0  # of the newest change
        self.logs: dict[str, Log] = {}  # by language
        self.cache: dict[tuple[str, str], Any] = {}  # by language and name

    def show(self, match: Match, view: bytes, seat: int, when: float, own: bool) -> bool:
        """Bring the viewer up to date; whether that changed anything for them."""
        known = [] if self.match is None else self.match.events
        kept = min(len(known), len(match.events))
        asked = match.legal().tobytes() if match.to_move == seat and not match.over else b""
        lost, told = _heard(known[kept:], seat), _heard(match.events[kept:], seat)
        for log in self.logs.values():
            log.read = min(log.read, kept)
        new = view != self.view or asked != self.asked
        self.match = match
        if not (lost or told or own or match.over or self.still or new):
            return False
        if lost:
            self.heard -= lost
            for log in self.logs.values():
                del log.lines[self.heard :]
        if told or lost:
            self.fresh = self.heard
        self.heard += told
        self.version += 1
        self.view, self.asked, self.when, self.still = view, asked, when, False
        self.cache = {}
        return True

    def wait(self) -> bool:
        """Show nothing for now; whether that is new to the viewer."""
        if self.still:
            return False
        self.version += 1
        self.still, self.asked, self.cache = True, b"", {}
        return True

    def log(self, seat: int) -> list[str]:
        """The log in sentences, in the language spoken now."""
        match = self.match
        if match is None:
            return []
        log = self.logs.setdefault(language(), Log())
        for event in match.events[log.read :]:
            if records.hears(event, seat):
                log.lines.append(match.game.sentence(event, seat))
        log.read = len(match.events)
        return log.lines


def _heard(events: list[records.Ints], seat: int) -> int:
    """How many of these events a viewer may know of."""
    count = 0
    for event in events:
        count += records.hears(event, seat)
    return count
