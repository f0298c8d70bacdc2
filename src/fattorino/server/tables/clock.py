"""The clock of a table: when time is up, a bot makes the move, or a secret window proceeds."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from fattorino.server.problems import Problem
from fattorino.server.storage.store import StorageError
from fattorino.server.tables.bot_levels import substitute
from fattorino.server.tables.bots import RETRY
from fattorino.server.tables.people import Machine
from fattorino.server.tables.table import Table

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.clock")


class Clock:
    """One timer for each table with a deadline."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def busy(self, id: str) -> bool:
        """Whether a timer of this table is running."""
        return id in self._timers

    def stop(self, table: Table) -> None:
        """Stop the timer."""
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()

    def start(self, table: Table, grace: float, now: float) -> None:
        """Start a timer for what is due next; a person gets at least `grace` seconds."""
        due, window = table.due(now), table.window_open(now)
        if due is not None:
            wait = max(0.0, due - now, 0.0 if window else grace)
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(wait, self._ring, table, len(table.steps), window)

    def _ring(self, table: Table, steps: int, window: bool) -> None:
        self._timers.pop(table.id, None)
        if len(table.steps) == steps and not table.over:
            self._service.tasks.start(self._close_window(table) if window else self._time_out(table))

    async def _time_out(self, table: Table) -> None:
        """A player took too long: a bot makes this one move."""
        try:
            await self._service.bots.move(table, substitute(), instead=True)
        except Exception:
            log.exception("the clock's move failed", extra={"table": table.id})
        self._service.go_on(table)

    async def _close_window(self, table: Table) -> None:
        """No answer to a secret prompt counts as no."""
        now = time.time()
        seat, prompts, due = table.windows.asked, table.game.secret_prompts, table.due(now)
        if seat is not None and prompts is not None and table.asked(seat) and due is not None and now >= due:
            silent = Machine(seat, len(table.steps), by="silence")
            try:
                await self._service.move(table, silent, prompts.silence)
            except (Problem, StorageError):
                await asyncio.sleep(RETRY)
        self._service.go_on(table)
