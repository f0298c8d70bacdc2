"""What was asked for, when, and what was answered."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Any

DONE, REFUSED, UNKNOWN = "done", "refused", "unknown"


@dataclass
class Call:
    """One request; its outcome is unknown if no answer came, or one that something failed."""

    table: str
    kind: str  # "move" | "undo" | "say" | "note"
    seat: int
    given: Any  # (key, action), None, the text, (cell, mark)
    begun: float
    ended: float = 0.0
    outcome: str = UNKNOWN
    answer: dict[str, Any] = field(default_factory=dict)
    tries: int = 1  # a move is sent with its key until it is answered


class Record:
    """All calls, of all threads."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._lock = threading.Lock()

    def begin(self, table: str, kind: str, seat: int, given: Any) -> Call:
        """Note that something is asked for."""
        call = Call(table, kind, seat, given, time.monotonic())
        with self._lock:
            self.calls.append(call)
        return call

    def of(self, table: str, kind: str, *outcomes: str) -> list[Call]:
        """The calls of a kind at a table, with these outcomes, in the order in which they were answered."""
        found = [call for call in self.calls if (call.table, call.kind) == (table, kind)]
        return sorted((call for call in found if call.outcome in outcomes), key=lambda call: call.ended)

    def count(self, kind: str) -> int:
        """How many calls of a kind were acknowledged."""
        return sum(call.kind == kind and call.outcome == DONE for call in self.calls)
