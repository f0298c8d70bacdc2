"""Work that is not a move, as drawing a replay: in threads of its own, one place a client, served in turn."""

from __future__ import annotations

import asyncio
import contextvars
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from fattorino.kernel.i18n import _
from fattorino.server.problems import too_many
from fattorino.server.tables.fair_queue import FairQueue, Rank

THREADS = 2  # each client has one of them at a time
MOST_WAITING = 12  # requests of one client, the one in work included

T = TypeVar("T")


class SideWork:
    """A small pool of threads, in which no client can crowd out the others or the moves."""

    def __init__(self) -> None:
        self._queue = FairQueue(THREADS)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="fattorino-side")
        self._asked: Counter[str] = Counter()  # by client

    def __len__(self) -> int:
        return self._asked.total()

    async def run(self, client: str, work: Callable[..., T], *given: Any) -> T:
        """Run a function in one of the threads, in turn, with the current language."""
        if self._asked[client] >= MOST_WAITING:
            raise too_many(_("That is more at once than is drawn for one address; please wait a moment."), 2)
        self._asked[client] += 1
        try:
            async with self._queue.place(Rank.PEOPLE, client):
                run = contextvars.copy_context().run
                return await asyncio.get_running_loop().run_in_executor(self._threads, run, work, *given)
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]

    def close(self) -> None:
        """Shut down without waiting."""
        self._threads.shutdown(wait=False, cancel_futures=True)
