"""The threads in which bots run, and the queue for them when there are more bots than processors.

Tables with people come first, then watched tables, then unwatched ones, of which one runs at a time. Among
equals the least recently served client is next, and none has more than half of the slots. A bot gets the
projection of its seat and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import itertools
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

from fattorino import bots
from fattorino.server.metrics import Metrics
from fattorino.server.tables.bot_levels import can_search, substitute
from fattorino.server.tables.viewer import Projection

log = logging.getLogger("fattorino.bots")

URGENT = 2  # additional threads for hints, clocks and secret answers, which never wait for bots

T = TypeVar("T")
Memory = dict[tuple[int, str], Any]  # (seat, name) -> a bot with its memory of one game


class Rank(IntEnum):
    """Priority."""

    PEOPLE = 0
    WATCHED = 1
    UNWATCHED = 2


class _Waiting:
    def __init__(self, rank: Rank, client: str, number: int) -> None:
        self.rank, self.client, self.number = rank, client, number
        self.ready = asyncio.Event()


class BotQueue:
    """A number of slots, and a queue for them."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._most = max(1, places // 2)  # slots of one client
        self._waiting: list[_Waiting] = []
        self._running: Counter[str] = Counter()  # by client
        self._served: dict[str, int] = {}  # client -> its last turn, for clients in the queue or running
        self._unwatched = 0  # running now
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
                self._unwatched -= rank is Rank.UNWATCHED
            self._running = +self._running
            here = {waiting.client for waiting in self._waiting} | set(self._running)
            self._served = {who: when for who, when in self._served.items() if who in here}
            self._serve()

    def _serve(self) -> None:
        """Assign free slots."""
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


class Thought(NamedTuple):
    """What a bot chose, and how long that took."""

    action: int
    bot: str
    seconds: float


class BotPool:
    """A thread pool for bots; third-party bots have their own, and a time limit."""

    def __init__(self, metrics: Metrics, outside_seconds: float) -> None:
        self._metrics = metrics
        self._outside_seconds = outside_seconds
        threads = max(2, os.cpu_count() or 2)
        self.queue = BotQueue(threads)
        self._threads = ThreadPoolExecutor(threads + URGENT, thread_name_prefix="fattorino-bot")
        self._outside = ThreadPoolExecutor(threads, thread_name_prefix="fattorino-outside-bot")

    async def choose(self, decision: Projection, name: str, memory: Memory, chance: int) -> Thought:
        """An action for the seat to move; the substitute's if a third-party bot fails or is too slow.

        `chance` is the bot's random seed.
        """
        if bots.searches(name) and not can_search(decision.game):
            name = substitute()  # until the search is compiled
        start = time.perf_counter()
        if name.partition(":")[0] in bots.BUILT_IN:
            action = await self.run(self._choice, decision, name, memory, chance)
            return Thought(action, name, time.perf_counter() - start)
        try:
            async with asyncio.timeout(self._outside_seconds):
                action = await self._run_in(self._outside, self._choice, decision, name, memory, chance)
            return Thought(action, name, time.perf_counter() - start)
        except Exception:  # third-party code must not stop the table
            log.exception("bot %s failed, %s plays for it", name, substitute())
            return await self.choose(decision, substitute(), memory, chance)

    @staticmethod
    def _choice(decision: Projection, name: str, memory: Memory, chance: int) -> int:
        seat = decision.seat
        if (seat, name) not in memory:
            memory[seat, name] = bots.make(name, decision.game)
        return int(memory[seat, name].choose(decision.view, seat, decision.actions, chance))

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run a function in one of the threads, with the current language."""
        return await self._run_in(self._threads, work, *given)

    async def _run_in(self, threads: ThreadPoolExecutor, work: Callable[..., T], *given: Any) -> T:
        run = contextvars.copy_context().run
        return await asyncio.get_running_loop().run_in_executor(threads, run, work, *given)

    def count(self, thought: Thought) -> None:
        """Record the thinking time of a decision that was public."""
        self._metrics.bot_seconds.labels(thought.bot).observe(thought.seconds)

    def close(self) -> None:
        """Shut down without waiting; unfinished decisions are dropped."""
        for threads in (self._threads, self._outside):
            threads.shutdown(wait=False, cancel_futures=True)
