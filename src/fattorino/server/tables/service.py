"""Tables: load, play, save, publish. The only writer.

Every change is checked, then written to disk, then put in place and told to the viewers it concerns. A
position that is not on disk is nowhere but in the hands of the function that wants to save it.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.http.stream import Hub
from fattorino.server.metrics import Metrics
from fattorino.server.precompile import Warming
from fattorino.server.problems import Problem, from_error
from fattorino.server.settings import Settings
from fattorino.server.storage import store as db
from fattorino.server.storage.rows import step_row
from fattorino.server.storage.store import Conflict, Store
from fattorino.server.tables.bot_pool import Hint, Thinker
from fattorino.server.tables.bots import Driver
from fattorino.server.tables.chat import Talking
from fattorino.server.tables.lobby import Seating
from fattorino.server.tables.seat_plan import SeatWish
from fattorino.server.tables.table import UNDO, ChatLine, Choice, Seat, Step, Table, commit

__all__ = [
    "ChatLine",
    "Choice",
    "Seat",
    "SeatWish",
    "Step",
    "Table",
    "Tables",
    "commit",
]

log = logging.getLogger("fattorino.tables")

LONGEST_KEY = 100


class Tables(Seating, Talking):
    """All tables, and the moves on them."""

    def __init__(
        self, store: Store, settings: Settings, metrics: Metrics, hub: Hub, thinker: Thinker, warming: Warming
    ) -> None:
        super().__init__(store, settings, metrics, hub, warming)
        self._driver = Driver(settings.bot_pause, thinker, self._step, self.publish)
        self._thinker = thinker

    async def play(
        self, table: Table, seat: int, action: int, version: int, key: str = ""
    ) -> tuple[int, bool]:
        """Play for a seat: the version that follows, and whether it had been played before with this key."""
        start = time.perf_counter()
        async with table.lock:
            if key:
                known = table.keys.get((seat, key))
                if known is not None:
                    if known[0] != action:
                        raise Problem(
                            "key_reused", _("This idempotency key belongs to action {n}.").format(n=known[0])
                        )
                    return known[1], True
            self._must_run(table, ended=False)
            self._must_be_new(table, seat, version)
            if not table.over and not table.asked(seat):
                raise Problem("not_your_turn", table.why_closed(seat))
            if table.seats[seat].stand_in:
                raise Problem("stand_in", _("A bot plays for you; take your seat back first."))
            before = table.version(None)
            try:
                await self._step(table, seat, action, key, "human")
            except Problem as problem:
                problem.counts = table.secret != seat
                raise
        if table.version(None) != before:  # figures are for everybody: a secret answer is in none of them
            self._metrics.move_seconds.observe(time.perf_counter() - start)
        told = table.version(seat)
        self._driver.go_on(table)
        return told, False

    async def hint(self, table: Table, seat: int) -> Hint:
        """What a bot would do for a seat that is asked; it is given what the seat may see."""
        self._must_run(table)
        if not table.hints:
            raise Problem("no_hints", table.why_no_hint(seat))
        if not table.asked(seat):
            raise Problem("not_your_turn", table.why_closed(seat))
        return await self._thinker.hint(table, seat)

    async def undo(self, table: Table, seat: int, version: int | None = None) -> int:
        """Take back the last step of a seat."""
        async with table.lock:
            self._must_run(table, ended=False)
            if version is not None:
                self._must_be_new(table, seat, version)
            reason = table.why_no_undo(seat)
            if reason:
                raise Problem("cannot_undo", reason)
            await self._step(table, seat, UNDO, "", "undo")
        told = table.version(seat)
        self._driver.go_on(table)
        return told

    def _must_be_new(self, table: Table, seat: int, version: int) -> None:
        current = table.version(seat)
        if version != current:
            raise Problem(
                "old_version",
                _("The table has moved on: this was meant for version {given}, it is at {current}.").format(
                    given=version, current=current
                ),
                version=current,
            )

    async def _step(self, table: Table, seat: int, action: int, key: str, by: str) -> None:
        """Try a step on a copy, write it, put it in place, tell. The table's lock is held."""
        assert table.match is not None
        match = table.match.copy()
        try:
            if action == UNDO:
                match.undo(seat)
            else:
                match.play(action)
        except FattorinoError as error:
            raise from_error(error) from None
        now = time.time()
        step = Step(len(table.steps) + 1, seat, action, match.digest(), key, now)
        statements: list[tuple[Any, dict[str, Any]]] = [(db.NEW_ACTION, step_row(table, step))]
        if match.over:
            statements.append((db.SET_OVER, {"_id": table.id}))
        try:
            await self._store.write(statements, self._news(table))
        except Conflict:
            await self._refresh(table)
            if step in table.steps[step.number - 1 : step.number]:
                return  # it was ours: the line to the database broke after it was saved
            raise Problem(
                "old_version", _("The table has moved on; somebody was quicker."), version=table.version(seat)
            ) from None
        changed = table.adopt(match, step, now)
        if None in changed:
            self._metrics.moves(table.game.name, by).inc()
        if table.over:
            table.bots.clear()  # what they remember is of this game
            log.info("table over", extra={"table": table.id, "moves": match.move})
            self.publish(table)
        else:
            self.publish(table, changed)
