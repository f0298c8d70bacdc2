"""The threads in which bots think. A bot is given the projection of its seat and nothing else."""

from __future__ import annotations

import asyncio
import contextvars
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from fattorino import bots
from fattorino.server.metrics import Metrics
from fattorino.server.tables.bot_levels import can_search, substitute
from fattorino.server.tables.viewer import Projection

T = TypeVar("T")
Memory = dict[tuple[int, str], Any]  # (seat, name) -> a bot with what it remembers of one game


class Thought(NamedTuple):
    """What a bot chose, and how long that took."""

    action: int
    bot: str
    seconds: float


class BotPool:
    """A few threads in which bots choose."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 2), thread_name_prefix="fattorino-bot")

    async def choose(self, decision: Projection, name: str, memory: Memory) -> Thought:
        """An action for the seat that decides."""
        game, seat = decision.game, decision.seat
        if bots.searches(name) and not can_search(game):
            name = substitute()  # until the search is compiled
        bot = memory.get((seat, name))
        if bot is None:
            bot = memory[seat, name] = bots.make(name, game)
        start, chance = time.perf_counter(), secrets.randbelow(2**31)
        action = await self.run(bot.choose, decision.view, seat, decision.actions, chance)
        return Thought(int(action), name, time.perf_counter() - start)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run something in one of the threads, in the language spoken now."""
        run = contextvars.copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self._threads, run, work, *given)

    def count(self, thought: Thought) -> None:
        """Record the thinking time of a decision that was public."""
        self._metrics.bot_seconds.labels(thought.bot).observe(thought.seconds)

    def close(self) -> None:
        """Wait for nobody: a thought that is not finished is not played."""
        self._threads.shutdown(wait=False, cancel_futures=True)
