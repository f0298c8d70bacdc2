"""Reviews of finished games: persistent jobs, each computed in a separate process.

A requested review is stored with a lease. The process that works on it renews the lease; a job whose lease
has expired is taken over by another process.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from typing import TYPE_CHECKING, Any

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem, too_many
from fattorino.server.storage import rows, schema
from fattorino.server.storage.overview import ids_of
from fattorino.server.storage.store import StorageError
from fattorino.server.tables.fair_queue import FairQueue, Rank
from fattorino.server.tables.table import Table
from fattorino.server.worker import worker

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.review_jobs")

MOST_WAITING = 20
OF_ONE_CLIENT = 2  # of those
GIVE_UP = 6  # multiple of its time after which a review ends with what it has
LEASE = 30.0  # seconds


class ReviewJobs:
    """Computes reviews, one at a time, and tracks their progress."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._one_at_a_time = FairQueue(1)
        self._clients: dict[str, str] = {}  # table -> who asked for its review
        self.progress: dict[str, float] = {}  # table -> 0 to 1, while its review is queued or computed
        self.failed: set[str] = set()

    async def start(self, table: Table, client: str) -> None:
        """Start a review, unless it exists or is under way; clients are served in turn."""
        table.must_be_over(_("The game is still on: its review comes afterwards."))
        if table.review is not None or table.id in self.progress:
            return
        seconds = self._service.settings.review_seconds
        if list(self._clients.values()).count(client) >= OF_ONE_CLIENT:
            sentence = _("Other reviews that you asked for are in progress; please wait for them.")
            raise too_many(sentence, seconds)
        if len(self.progress) >= MOST_WAITING:
            raise too_many(_("Many reviews are in progress; please try again later."), seconds)
        self._begin(table, client)
        await self._service.store.write([rows.update_statement(table.id, review_due=time.time() + LEASE)])

    def _begin(self, table: Table, client: str = "") -> None:
        if len(self.failed) > MOST_WAITING:
            self.failed.clear()
        self.failed.discard(table.id)
        self.progress[table.id] = 0.0
        self._clients[table.id] = client
        self._service.tasks.start(self._make(table, client))

    async def resume(self) -> None:
        """Periodically renew leases, and take over abandoned jobs.

        On SQLite there is no other process: every job found at startup is abandoned.
        """
        before = time.time() if self._service.store.postgres else math.inf
        while True:
            try:
                await self._take_up(before)
                mine = [rows.update_statement(id, review_due=time.time() + LEASE) for id in self.progress]
                if mine:
                    await self._service.store.write(mine)
            except (StorageError, Problem):
                log.warning("reviews that were left could not be taken up")
            await asyncio.sleep(LEASE / 3)
            before = time.time()

    async def _take_up(self, before: float) -> None:
        wanted = schema.matches.c.review_due < before
        ids = await self._service.store.read(lambda db: ids_of(db, wanted, MOST_WAITING))
        for id in ids:
            if id not in self.progress and len(self.progress) < MOST_WAITING:
                self._begin(await self._service.registry.get(id))

    async def _make(self, table: Table, client: str) -> None:
        write = self._service.store.write
        try:
            async with self._one_at_a_time.place(Rank.PEOPLE, client):
                review = await self._run(table)
            await write([rows.update_statement(table.id, review=json.dumps(review), review_due=None)])
            table.review = review
        except Exception:
            self.failed.add(table.id)
            log.exception("a review failed", extra={"table": table.id})
            await write([rows.update_statement(table.id, review_due=None)])
        finally:
            self.progress.pop(table.id, None)
            self._clients.pop(table.id, None)

    async def _run(self, table: Table) -> dict[str, Any]:
        """The review, complete or as far as it got when time was up."""
        seconds = self._service.settings.review_seconds
        given = json.dumps(table.record()).encode()
        arguments = ("fattorino.bots.review", "--seconds", str(seconds))
        review: dict[str, Any] | None = None
        try:
            async with asyncio.timeout(GIVE_UP * seconds + 60), worker(*arguments, given=given) as reports:
                async for report in reports:
                    review = report.get("review", review)
                    self.progress[table.id] = float(report.get("done", self.progress[table.id]))
        except (TimeoutError, RuntimeError):
            if review is None:
                raise
            log.warning("a review ends with what it has", extra={"table": table.id})
        if review is None:
            raise RuntimeError("the review ended without a result")
        return review
