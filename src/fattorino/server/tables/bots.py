"""Bots' turns: one task for each table at which a bot has to move, while somebody watches or plays there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from fattorino.server.problems import Problem
from fattorino.server.storage.store import StorageError
from fattorino.server.tables.bot_levels import substitute
from fattorino.server.tables.fair_queue import Rank
from fattorino.server.tables.people import Machine
from fattorino.server.tables.registry import Entry
from fattorino.server.tables.table import Table

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.bots")

PEOPLE = 2.0  # pause at people's pace, in seconds
RETRY = 2.0  # seconds before retrying a move that could not be saved


class BotTurns:
    """Lets bots move until it is a person's turn."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._running: dict[str, asyncio.Task[None]] = {}

    def busy(self, id: str) -> bool:
        """Whether a bot of this table is moving."""
        return id in self._running

    def start(self, table: Table, delay: float) -> None:
        """Let bots move after a delay, unless they are moving already or nobody is there to see it."""
        if table.id not in self._running and self._service.registry.visited(table):
            self._running[table.id] = self._service.tasks.start(self._play(table, delay))

    def due(self, table: Table, now: float) -> int | None:
        """The seat for which a bot decides now; in a secret window only the prompted seat."""
        mover = table.mover
        if mover is None or not table.seats[mover].machine:
            return None
        may = table.windows.asked == mover or not table.window_open(now)
        return mover if may else None

    def alone(self, table: Table) -> bool:
        """Whether there is only one person, who may choose the bots' pace."""
        return sum(seat.role.decides and not seat.bot for seat in table.seats) == 1

    def pause(self, table: Table) -> float:
        """Seconds a bot waits before it moves."""
        usual = self._service.settings.bot_pause
        pace = self._service.registry.entry(table).pace if self.alone(table) else "brisk"
        return {"at_once": 0.0, "brisk": usual, "people": PEOPLE}[pace]

    def _turn(self, table: Table, entry: Entry) -> tuple[Rank, str]:
        """The priority of a table's bots, and the client they count for."""
        client = entry.client or table.host or table.id
        people = any(seat.kind == "human" and seat.role.decides and not seat.stand_in for seat in table.seats)
        return Rank.PEOPLE if people else Rank.BOTS, client

    async def _play(self, table: Table, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            public = -1
            visited = self._service.registry.visited
            while (mover := self.due(table, time.time())) is not None and visited(table):
                secret = table.windows.asked == mover
                # no pause for a secret prompt: timing must not reveal it
                seen = table.see(None)
                if seen.to_move == mover and seen.version != public and not secret:
                    await asyncio.sleep(self.pause(table))
                public = table.version(None)
                quick = secret or table.is_interruption()  # so would a long computation
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
        """One decision by a bot, `instead` of the player in the seat or as the seat's own bot.

        It is dropped if the table changed, or the player came back, in the meantime.
        """
        mover, steps, public = table.mover, len(table.steps), table.version(None)
        if not bot or mover is None:
            return
        entry, pool = self._service.registry.entry(table), self._service.pool
        waits = contextlib.nullcontext() if instead else pool.queue.place(*self._turn(table, entry))
        async with waits:
            if len(table.steps) != steps or table.mover != mover:
                return
            thought = await pool.choose(table.decision(), bot, entry.bots, table.chance.of_bot(steps))
        try:
            machine = Machine(mover, steps, bot="" if instead else bot)
            await self._service.move(table, machine, thought.action)
        except Problem as problem:
            if problem.code != "old_version":
                raise
        else:
            if table.version(None) != public:  # metrics must not reveal secret answers
                pool.count(thought)
