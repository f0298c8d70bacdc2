"""Rate limits per client: token buckets."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Hashable

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings

HINT_BURST, HINTS_PER_SECOND = 6, 0.5
CHAT_BURST, CHAT_PER_SECOND = 10, 1.0
MOST_CLIENTS = 10_000  # remembered in each set of buckets; the one not seen for longest is forgotten


class Buckets:
    """A token bucket for each client."""

    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self._levels: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._levels)

    def wait(self, client: Hashable) -> float:
        """Take a token; returns 0, or the seconds to wait if there is none."""
        if not self.size:
            return 0.0
        now = time.monotonic()
        level, then = self._levels.pop(client, (self.size, now))
        level = min(self.size, level + (now - then) * self.per_second)
        granted = level >= 1.0
        self._levels[client] = (level - granted, now)  # the last of the dictionary: seen most recently
        if len(self._levels) > MOST_CLIENTS:
            del self._levels[next(iter(self._levels))]
        return 0.0 if granted else (1.0 - level) / self.per_second

    def take(self, client: Hashable, sentence: str) -> None:
        """Take a token or refuse with a sentence."""
        seconds = self.wait(client)
        if seconds:
            raise too_many(sentence, seconds)


class RateLimits:
    """The rate limits of a server."""

    def __init__(self, settings: Settings) -> None:
        self.requests = Buckets(2 * settings.requests_per_second, settings.requests_per_second)
        self.tables = Buckets(settings.tables_per_hour, settings.tables_per_hour / 3600)
        self.hints = Buckets(HINT_BURST, HINTS_PER_SECOND)
        self.chat = Buckets(CHAT_BURST, CHAT_PER_SECOND)

    def __len__(self) -> int:
        return len(self.requests) + len(self.tables) + len(self.hints) + len(self.chat)

    def take_table(self, client: str) -> None:
        """Count a new table, or refuse it."""
        self.tables.take(client, _("That is enough tables for now; please finish some first."))

    def take_hint(self, client: str) -> None:
        """Count a hint, or refuse it."""
        self.hints.take(client, _("Please wait a moment before the next hint."))

    def take_chat(self, table: str, seat: int) -> None:
        """Count a line of chat, or refuse it."""
        sentence = _("You are chatting faster than others can read; please wait a moment.")
        self.chat.take((table, seat), sentence)


def too_many(sentence: str, seconds: float) -> Problem:
    """The refusal, with the time to retry."""
    return Problem("too_many", sentence, headers={"Retry-After": str(max(1, math.ceil(seconds)))})


def client_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or a /64 network of IPv6."""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network(f"{address.split('%')[0]}/64", strict=False))
    except ValueError:
        return address
