"""Reviews of finished games: each is made in a process of its own, and the result kept with the match."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import rows
from fattorino.server.tables.table import Table
from fattorino.server.worker import worker

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.review_jobs")

MOST_WAITING = 20
GIVE_UP = 6  # times its own time after which a review is given up


class ReviewJobs:
    """Makes reviews, one at a time, and knows how far each is."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._one_at_a_time = asyncio.Semaphore(1)
        self.progress: dict[str, float] = {}  # table -> 0 to 1, while its review waits or is being made
        self.failed: set[str] = set()

    def start(self, table: Table) -> None:
        """Begin a review, unless there is one or it is under way."""
        table.must_be_over(_("The game is still on: its review comes afterwards."))
        if table.review is not None or table.id in self.progress:
            return
        if len(self.progress) >= MOST_WAITING:
            raise Problem("too_many", _("Many games are being looked back at; please try again later."))
        self.failed.discard(table.id)
        self.progress[table.id] = 0.0
        self._service.tasks.start(self._make(table))

    async def _make(self, table: Table) -> None:
        try:
            async with self._one_at_a_time:
                review = await self._run(table)
            await self._service.store.write([rows.review_statement(table, json.dumps(review))])
            table.review = review
        except Exception:
            self.failed.add(table.id)
            log.exception("a review failed", extra={"table": table.id})
        finally:
            self.progress.pop(table.id, None)

    async def _run(self, table: Table) -> dict[str, Any]:
        seconds = self._service.settings.review_seconds
        given = json.dumps(table.record()).encode()
        arguments = ("fattorino.bots.review", "--seconds", str(seconds))
        async with asyncio.timeout(GIVE_UP * seconds + 60), worker(*arguments, given=given) as reports:
            async for report in reports:
                if "review" in report:
                    review: dict[str, Any] = report["review"]
                    return review
                self.progress[table.id] = float(report["done"])
        raise RuntimeError("the review ended without a result")
