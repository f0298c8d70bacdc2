"""A queue for a number of slots: in order of priority, and fair to clients.

Among equals the least recently served client is next, and none has more than half of the slots.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from enum import IntEnum


class Rank(IntEnum):
    """Priority."""

    PEOPLE = 0
    BOTS = 1


class _Waiting:
    def __init__(self, rank: Rank, client: str, number: int) -> None:
        self.rank, self.client, self.number = rank, client, number
        self.ready = asyncio.Event()


class FairQueue:
    """A number of slots, and a queue for them."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._most = max(1, places // 2)  # slots of one client
        self._waiting: list[_Waiting] = []
        self._running: Counter[str] = Counter()  # by client
        self._served: dict[str, int] = {}  # client -> its last turn, for clients in the queue or running
        self._numbers = itertools.count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def place(self, rank: Rank, client: str) -> AsyncIterator[None]:
        """Wait for a slot, and hold it."""
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
            self._running = +self._running
            here = {waiting.client for waiting in self._waiting} | set(self._running)
            self._served = {who: when for who, when in self._served.items() if who in here}
            self._serve()

    def _serve(self) -> None:
        """Assign free slots."""
        while self._free:
            may = [one for one in self._waiting if self._running[one.client] < self._most]
            if not may:
                return
            best = min(may, key=lambda one: (one.rank, self._served.get(one.client, 0), one.number))
            self._waiting.remove(best)
            self._free -= 1
            self._running[best.client] += 1
            self._served[best.client] = next(self._numbers)
            best.ready.set()
