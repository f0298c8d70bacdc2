"""Thinking is shared fairly: whose bots think next, when more want to than there are processors.

Tables with people come first, then tables somebody looks at, then those nobody looks at, of which one thinks
at a time. Among equals it is the turn of the client that was served least lately, and none has more than half
of the places.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from enum import IntEnum


class Rank(IntEnum):
    """Whose turn it is."""

    PEOPLE = 0
    WATCHED = 1
    UNWATCHED = 2


class _Waiting:
    def __init__(self, rank: Rank, client: str, number: int) -> None:
        self.rank, self.client, self.number = rank, client, number
        self.ready = asyncio.Event()


class Thinking:
    """A few places, and who waits for one."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._most = max(1, places // 2)  # for one client
        self._waiting: list[_Waiting] = []
        self._running: Counter[str] = Counter()  # by client
        self._served: dict[str, int] = {}  # client -> when it had its last turn, of those who wait or think
        self._unwatched = 0  # that think now
        self._numbers = itertools.count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def place(self, rank: Rank, client: str) -> AsyncIterator[None]:
        """Wait for a place, and keep it for as long as this lasts."""
        one = _Waiting(rank, client, next(self._numbers))
        self._waiting.append(one)
        self._serve()
        try:
            await one.ready.wait()
            yield
        finally:
            if one in self._waiting:
                self._waiting.remove(one)
            else:
                self._free += 1
                self._running[client] -= 1
                self._unwatched -= rank is Rank.UNWATCHED
            self._running = +self._running
            here = {waiting.client for waiting in self._waiting} | set(self._running)
            self._served = {who: when for who, when in self._served.items() if who in here}
            self._serve()

    def _serve(self) -> None:
        """Give free places to those whose turn it is."""
        while self._free:
            may = [one for one in self._waiting if self._may(one)]
            if not may:
                return
            best = min(may, key=lambda one: (one.rank, self._served.get(one.client, 0), one.number))
            self._waiting.remove(best)
            self._free -= 1
            self._running[best.client] += 1
            self._served[best.client] = next(self._numbers)
            self._unwatched += best.rank is Rank.UNWATCHED
            best.ready.set()

    def _may(self, one: _Waiting) -> bool:
        if one.rank is Rank.UNWATCHED and self._unwatched:
            return False
        return self._running[one.client] < self._most
