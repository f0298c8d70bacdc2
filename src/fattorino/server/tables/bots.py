"""Bots take their turns: one task for each table at which a bot has to move."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from fattorino.server.problems import Problem
from fattorino.server.storage.errors import StorageError
from fattorino.server.tables.bot_levels import substitute
from fattorino.server.tables.table import Machine, Table

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.bots")

PEOPLE = 2.0  # seconds a person takes, about
RETRY = 2.0  # seconds until a bot tries again what could not be saved


class BotTurns:
    """Lets bots move until a person is asked."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._running: dict[str, asyncio.Task[None]] = {}

    def busy(self, id: str) -> bool:
        """Whether a bot of this table is moving."""
        return id in self._running

    def start(self, table: Table, delay: float) -> None:
        """Let bots move after a delay, unless they do already."""
        if table.id not in self._running:
            self._running[table.id] = self._service.tasks.start(self._play(table, delay))

    def due(self, table: Table) -> int | None:
        """The seat for which a bot decides now: in a secret window only the seat that is asked may."""
        mover = table.mover
        if mover is None or not table.seats[mover].machine:
            return None
        may = table.windows.asked == mover or not table.window_open(time.time())
        return mover if may else None

    def alone(self, table: Table) -> bool:
        """Whether one person plays among bots, who may choose their pace."""
        return sum(seat.role.decides and not seat.bot for seat in table.seats) == 1

    def pause(self, table: Table) -> float:
        """Seconds a bot waits before it moves."""
        usual = self._service.settings.bot_pause
        pace = self._service.registry.entry(table).pace if self.alone(table) else "brisk"
        return {"at_once": 0.0, "brisk": usual, "people": PEOPLE}[pace]

    async def _play(self, table: Table, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            public = -1
            while (mover := self.due(table)) is not None:
                secret = table.windows.asked == mover
                # no pause where nobody may know that somebody is asked: it must not show in time either
                seen = table.see(None)
                if seen.to_move == mover and seen.version != public and not secret:
                    await asyncio.sleep(self.pause(table))
                public = table.version(None)
                quick = secret or table.is_interruption()  # long thought would show as well
                try:
                    await self.move(table, substitute() if quick else table.seats[mover].machine, quick)
                except StorageError:
                    await asyncio.sleep(RETRY)
        except Exception:
            log.exception("a bot failed", extra={"table": table.id})
            return
        finally:
            self._running.pop(table.id, None)
        self._service.go_on(table)

    async def move(self, table: Table, bot: str, instead: bool = False) -> None:
        """One decision by a bot, `instead` of whoever sits there or as the bot of that seat.

        It is dropped if the table moved on, or the person came back, while the bot thought.
        """
        mover, steps, public = table.mover, len(table.steps), table.version(None)
        if not bot or mover is None:
            return
        memory, pool = self._service.registry.entry(table).bots, self._service.pool
        thought = await pool.choose(table.decision(), bot, memory)
        try:
            machine = Machine(mover, steps, bot="" if instead else bot)
            await self._service.move(table, machine, thought.action)
        except Problem as problem:
            if problem.code != "old_version":
                raise
        else:
            if table.version(None) != public:  # figures are public: a secret answer is in none of them
                pool.count(thought)
