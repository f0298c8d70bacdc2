"""The table service: every operation on tables.

Its components are separate objects that reach each other through the service: registry, lobby, bots, clock,
chat, hints and reviews. The life of a move is `TableService.move`, from top to bottom.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, NamedTuple

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.metrics import Metrics
from fattorino.server.precompile import Precompiler
from fattorino.server.problems import Problem, from_error
from fattorino.server.settings import Settings
from fattorino.server.storage import rows
from fattorino.server.storage.store import Conflict, Store
from fattorino.server.tables.bot_pool import BotPool
from fattorino.server.tables.bots import BotTurns
from fattorino.server.tables.chat import Chat
from fattorino.server.tables.clock import Clock
from fattorino.server.tables.hints import Hints
from fattorino.server.tables.lobby import Lobby
from fattorino.server.tables.moderation import Moderation
from fattorino.server.tables.people import Caller, Machine
from fattorino.server.tables.registry import Listeners, Registry
from fattorino.server.tables.retries import tried_again
from fattorino.server.tables.review_jobs import ReviewJobs
from fattorino.server.tables.side_work import SideWork
from fattorino.server.tables.table import UNDO, Table

log = logging.getLogger("fattorino.tables")


class Moved(NamedTuple):
    """The seat's version after a move, and whether it was a repeat with the same key."""

    version: int
    repeated: bool = False


class Tasks:
    """Background tasks: kept until they end, and cancelled together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def __len__(self) -> int:
        return len(self._tasks)

    async def close(self) -> None:
        """Cancel all running tasks, and wait for them."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class TableService:
    """All tables of a server."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, precompiler: Precompiler) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.precompiler = precompiler
        self.tasks = Tasks()
        self.listeners = Listeners(metrics)
        self.pool = BotPool(metrics, settings.outside_bot_seconds)
        self.registry = Registry(self)
        self.lobby = Lobby(self)
        self.moderation = Moderation(self)
        self.chat = Chat(self)
        self.bots = BotTurns(self)
        self.clock = Clock(self)
        self.hints = Hints(self)
        self.reviews = ReviewJobs(self)
        self.side_work = SideWork()

    def start(self) -> None:
        """Start the background tasks."""
        self.tasks.start(self.precompiler.work())
        self.tasks.start(self.registry.tidy())
        self.tasks.start(self.registry.announce_all())
        self.tasks.start(self.reviews.resume())
        self.tasks.start(self.registry.delete_old())

    async def close(self) -> None:
        """Stop background tasks and bots."""
        await self.tasks.close()
        self.pool.close()
        self.side_work.close()

    # -- who asks --------------------------------------------------------------------------------------

    def viewer(self, table: Table, caller: Caller) -> int | None:
        """The caller's seat, None for a spectator; records the seat's activity."""
        seat = table.viewer_for(caller)
        if seat is not None:
            self.registry.update_seen(table, table.seats_for(caller))
        return seat

    def seated(self, table: Table, caller: Caller) -> int:
        """The caller's seat; a problem if they have none."""
        seat = self.viewer(table, caller)
        if seat is None:
            raise Problem("no_seat", _("You are watching; only somebody seated at this table may do this."))
        return seat

    # -- moves -----------------------------------------------------------------------------------------

    async def move(
        self, table: Table, mover: Caller | Machine, action: int, version: int | None = None, key: str = ""
    ) -> Moved:
        """A move (or UNDO), a person's or a bot's; it is refused only on the newest position there is."""
        try:
            return await self._move(table, mover, action, version, key)
        except Problem:
            if isinstance(mover, Machine) or not self.store.postgres:
                raise
            await self.registry.catch_up([table])
        return await self._move(table, mover, action, version, key)

    @tried_again
    async def _move(
        self, table: Table, mover: Caller | Machine, action: int, version: int | None, key: str
    ) -> Moved:
        """The life of a move: authenticate, check, step, write, notify."""
        start = time.perf_counter()
        seat = mover.seat if isinstance(mover, Machine) else self.seated(table, mover)
        async with self.registry.lock(table):
            if key and (seat, key) in table.keys:
                return self._repeat(table, seat, action, key)
            self._check(table, seat, mover, action, version)
            secret = table.windows.asked == seat
            try:
                prepared = table.prepare(seat, action, key, time.time())
            except FattorinoError as error:
                raise from_error(error, counts=not secret) from None
            try:
                await self.registry.write(table, rows.step_statements(table, prepared))
            except Conflict:
                if prepared.step not in table.steps[prepared.step.number - 1 :]:
                    raise
                changed = []  # our own write: the connection broke after the commit
            else:
                changed = table.adopt(*prepared, prepared.step.when)
                self.registry.tell(table, None if table.over else changed)
            told = table.version(seat)
        if None in changed:  # metrics must not reveal secret answers
            self._count(table, mover, action, time.perf_counter() - start)
        if table.over:
            self.registry.entry(table).bots.clear()  # their memory is of this game
            log.info("table over", extra={"table": table.id, "moves": table.moves})
        self.go_on(table)
        return Moved(told)

    def _repeat(self, table: Table, seat: int, action: int, key: str) -> Moved:
        """The response to a repeated move with the same key."""
        known, version = table.keys[seat, key]
        if known != action:
            raise Problem("key_reused", _("This idempotency key belongs to action {n}.").format(n=known))
        return Moved(version, repeated=True)

    def _check(
        self, table: Table, seat: int, mover: Caller | Machine, action: int, version: int | None
    ) -> None:
        """Refuse a move that is based on another position, or is not the mover's to make."""
        if isinstance(mover, Machine):
            gone = bool(mover.bot) and table.seats[seat].machine != mover.bot
            if len(table.steps) != mover.steps or table.frozen or gone:
                raise Problem("old_version", _("The table has changed; somebody was faster."))
            return
        table.must_run(ended=False)
        now = table.version(seat)
        if version not in (None, now):
            sentence = _("The table has changed: this was meant for version {given}, it is at {current}.")
            raise Problem("old_version", sentence.format(given=version, current=now), version=now)
        if action == UNDO:
            reason = table.why_no_undo(seat)
            if reason:
                raise Problem("cannot_undo", reason)
        elif not table.over and not table.asked(seat):
            raise Problem("not_your_turn", table.why_closed(seat))
        elif table.seats[seat].stand_in:
            raise Problem("stand_in", _("A bot plays for you; take your seat back first."))

    def _count(self, table: Table, mover: Caller | Machine, action: int, seconds: float) -> None:
        by = mover.by if isinstance(mover, Machine) else "undo" if action == UNDO else "human"
        self.metrics.moves(table.game.name, by).inc()
        if by == "human":
            self.metrics.move_seconds.observe(seconds)

    def go_on(self, table: Table, delay: float = 0.0, grace: float = 0.0) -> None:
        """Start what comes next: a bot's turn after a delay, or a clock with at least `grace` seconds."""
        self.clock.stop(table)
        if table.mover is None:
            return
        now = time.time()  # one moment for all: a secret window must not close between two looks at it
        news = table.catch_up(now)
        if news:
            self.registry.tell(table, news)
        if self.bots.due(table, now) is not None:
            self.bots.start(table, delay)
        else:
            self.clock.start(table, max(delay, grace), now)

    def busy(self, id: str) -> bool:
        """Whether a bot or a clock of this table is running."""
        return self.bots.busy(id) or self.clock.busy(id)
