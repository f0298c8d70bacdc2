"""The threads in which bots run, and the queue for them when there are more bots than processors.

Tables with people come first. A bot gets the projection of its seat and nothing else.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from fattorino import bots
from fattorino.bots.mcts import Mcts
from fattorino.server.metrics import Metrics
from fattorino.server.tables.bot_levels import can_search, substitute
from fattorino.server.tables.fair_queue import FairQueue
from fattorino.server.tables.viewer import Projection

log = logging.getLogger("fattorino.bots")

URGENT = 2  # additional threads for hints, clocks and secret answers, which never wait for bots

T = TypeVar("T")
Memory = dict[tuple[int, str], Any]  # (seat, name) -> a bot with its memory of one game


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
        self.queue = FairQueue(threads)
        self._threads = ThreadPoolExecutor(threads + URGENT, thread_name_prefix="fattorino-bot")
        self._outside = ThreadPoolExecutor(threads, thread_name_prefix="fattorino-outside-bot")

    async def choose(self, decision: Projection, name: str, memory: Memory, chance: int) -> Thought:
        """An action for the seat to move; the substitute's if another bot fails, or one from outside is slow.

        `chance` is the bot's random seed.
        """
        if bots.searches(name) and not can_search(decision.game):
            name = substitute()  # until the search is compiled
        start = time.perf_counter()
        outside = name.partition(":")[0] not in bots.BUILT_IN
        threads, seconds = (self._outside, self._outside_seconds) if outside else (self._threads, None)
        try:
            async with asyncio.timeout(seconds):
                action = await self._run_in(threads, self._choice, decision, name, memory, chance)
            return Thought(action, name, time.perf_counter() - start)
        except Exception:  # a bot must not stop the table
            if name == substitute():
                raise
            log.exception("bot %s failed, %s plays for it", name, substitute())
            return await self.choose(decision, substitute(), memory, chance)

    @staticmethod
    def _choice(decision: Projection, name: str, memory: Memory, chance: int) -> int:
        seat = decision.seat
        if (seat, name) not in memory:
            memory[seat, name] = bots.make(name, decision.game)
        bot = memory[seat, name]
        try:
            return int(bot.choose(decision.view, seat, decision.actions, chance))
        finally:
            if isinstance(bot, Mcts):
                bot.rest()

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
