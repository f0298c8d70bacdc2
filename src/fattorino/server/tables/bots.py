"""Driver: lets bots move when it is their turn, and for whoever let the clock run out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from fattorino.server.problems import Problem
from fattorino.server.storage.store import StorageError
from fattorino.server.tables.bot_pool import Thinker, substitute
from fattorino.server.tables.table import Table

log = logging.getLogger("fattorino.bots")

RETRY = 2.0  # seconds until a bot tries again what could not be saved


class Driver:
    """One task for each table at which a bot has to move, one timer for each clock."""

    def __init__(
        self,
        pause: float,
        thinker: Thinker,
        step: Callable[..., Awaitable[None]],
        publish: Callable[[Table, list[int | None]], None],
    ) -> None:
        self._pause = pause
        self._thinker = thinker
        self._step = step  # (table, seat, action, key, by), with the table's lock held
        self._publish = publish
        self._drives: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def busy(self, id: str) -> bool:
        """Whether a bot or a clock of this table is running."""
        return id in self._drives or id in self._timers

    def go_on(self, table: Table, delay: float = 0.0, grace: float = 0.0) -> None:
        """Let bots move if it is their turn, after a delay, and set the clock, with some seconds of grace."""
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        if table.match is None or table.over or table.frozen:
            return
        mover = table.match.to_move
        if mover is None:
            return
        now = time.time()
        news = table.catch_up(now)
        if news:
            self._publish(table, news)
        hushed = table.hushed(now)
        if table.seats[mover].machine and (not hushed or table.secret == mover):
            if table.id not in self._drives:
                self._drives[table.id] = asyncio.create_task(self._drive(table, delay))
            return
        due = table.due() if hushed else table.deadline()
        if due is not None:
            wait = max(0.0, due - now) if hushed else max(0.0, due - now, delay, grace)
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(wait, self._ring, table, len(table.steps), hushed)

    async def _drive(self, table: Table, delay: float) -> None:
        """Move for bots until a person is asked."""
        public = -1
        try:
            await asyncio.sleep(delay)
            while table.match is not None and not table.over and not table.frozen:
                mover = table.match.to_move
                if mover is None or not table.seats[mover].machine:
                    break
                secret = table.secret == mover
                if not secret and table.hushed(time.time()):
                    break
                # no pause where nobody may know that somebody is asked: it must not show in time either
                open_turn = table.to_move(None) == mover and table.version(None) != public
                if self._pause and open_turn and not secret:
                    await asyncio.sleep(self._pause)
                public = table.version(None)
                quick = secret or table.aside(mover)  # long thought would show as well
                bot = substitute() if quick else table.seats[mover].machine
                try:
                    await self._move_for(table, mover, bot, instead=quick)
                except StorageError:
                    await asyncio.sleep(RETRY)
        except Exception:
            log.exception("a bot failed", extra={"table": table.id})
            return
        finally:
            self._drives.pop(table.id, None)
        self.go_on(table)

    async def _move_for(self, table: Table, seat: int, bot: str, instead: bool = False) -> None:
        """One decision by a bot, unless the table moved on, or the person came back, while it thought."""
        count, public = len(table.steps), table.version(None)
        if not bot or table.match is None or table.match.to_move != seat:
            return
        thought = await self._thinker.choose(table, seat, bot)
        async with table.lock:
            moved_on = len(table.steps) != count or table.over or table.frozen
            if moved_on or (not instead and table.seats[seat].machine != bot):
                return
            try:
                await self._step(table, seat, thought.action, "", "bot")
            except Problem as problem:
                if problem.code != "old_version":
                    raise
        if table.version(None) != public:  # figures are for everybody: a secret answer is in none of them
            self._thinker.count(thought)

    def _ring(self, table: Table, count: int, hushed: bool) -> None:
        """Time is up: a bot makes this one move; where the table was still, it goes on."""
        self._timers.pop(table.id, None)
        if len(table.steps) == count and not table.over:
            task = asyncio.create_task(self._break_silence(table) if hushed else self._time_out(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _time_out(self, table: Table) -> None:
        mover = table.match.to_move if table.match is not None else None
        if mover is not None:
            try:
                await self._move_for(table, mover, substitute(), instead=True)
            except Exception:
                log.exception("the clock's move failed", extra={"table": table.id})
        self.go_on(table)

    async def _break_silence(self, table: Table) -> None:
        """Who said nothing when asked in secret has said no."""
        seat, hush = table.secret, table.game.secret_prompts
        if seat is not None and hush is not None and table.asked(seat):
            count, due = len(table.steps), table.due()
            async with table.lock:
                if len(table.steps) == count and due is not None and time.time() >= due:
                    try:
                        await self._step(table, seat, hush.silence, "", "silence")
                    except (Problem, StorageError):
                        await asyncio.sleep(RETRY)
        self.go_on(table)

    async def close(self) -> None:
        """Let bots and clocks rest."""
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._drives.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
