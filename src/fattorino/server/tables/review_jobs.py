"""Reviews: a finished game is looked back at in a process of its own, and the result kept with the match."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from typing import Any

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import store as db
from fattorino.server.storage.store import Store
from fattorino.server.tables.table import Table

log = logging.getLogger("fattorino.review_jobs")

MOST_WAITING = 20
PATIENCE = 6  # times its own time after which a review is given up


class Reviewer:
    """Makes reviews, and knows how far each is."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.progress: dict[str, float] = {}  # table -> 0 to 1, while it is being made
        self.failed: set[str] = set()

    def start(self, table: Table) -> None:
        """Begin to look back, unless that is done or under way."""
        if not table.over or table.match is None:
            raise Problem("not_over", _("The game is still on: its review comes afterwards."))
        if not table.reveals:
            raise Problem("kept_closed", _("At this table what was hidden stays hidden after the game."))
        if table.review is not None or table.id in self._tasks:
            return
        if len(self._tasks) >= MOST_WAITING:
            raise Problem("too_many", _("Many games are being looked back at; please try again later."))
        self.failed.discard(table.id)
        self.progress[table.id] = 0.0
        self._tasks[table.id] = asyncio.create_task(self._make(table))

    async def _make(self, table: Table) -> None:
        try:
            async with self._turn:
                review = await self._look_back(table)
            await self._store.write([(db.SET_REVIEW, {"_id": table.id, "review": json.dumps(review)})])
            table.review = review
        except Exception:
            self.failed.add(table.id)
            log.exception("a review failed", extra={"table": table.id})
        finally:
            self._tasks.pop(table.id, None)
            self.progress.pop(table.id, None)

    async def _look_back(self, table: Table) -> dict[str, Any]:
        assert table.match is not None
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fattorino.bots.review", "--seconds", str(self._seconds)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE * self._seconds + 60):
                process.stdin.write(json.dumps(table.match.save()).encode())
                process.stdin.close()
                async for line in process.stdout:
                    told = json.loads(line)
                    if "review" in told:
                        review: dict[str, Any] = told["review"]
                        return review
                    self.progress[table.id] = float(told["done"])
            raise RuntimeError("the review ended without a result")
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """Leave what is not finished; it can be asked for again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
