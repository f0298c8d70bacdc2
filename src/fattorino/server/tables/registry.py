"""Keeping tables: found on disk, put in place, told to those who look, shared with other processes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import re
import secrets
import time
from collections.abc import Iterable
from typing import Any

from fattorino.games import load
from fattorino.kernel.errors import UnknownGame
from fattorino.kernel.i18n import _
from fattorino.server.http.stream import Hub
from fattorino.server.metrics import Metrics
from fattorino.server.precompile import Warming
from fattorino.server.problems import Problem, from_error
from fattorino.server.settings import Settings
from fattorino.server.storage import store as db
from fattorino.server.storage.rows import Rows, fold, ids_of, read_rows
from fattorino.server.storage.store import Conflict, Store
from fattorino.server.tables.bots import Driver
from fattorino.server.tables.seat_plan import ID_LETTERS
from fattorino.server.tables.table import Seat, Table

FORGET_AFTER = 1800.0  # seconds without visitors before a table leaves memory
AWAY = 15.0  # seconds without news from another process before its visitors count as gone
OTHERS_THINK = 4.0  # seconds another process gets before this one moves a bot of a shared table
SWEEP = 10  # minutes between two looks for garbage
GRACE = 10.0  # seconds a clock shows at least when its table comes back into memory


class Keeper:
    """All tables; those somebody looks at are in memory, all are on disk."""

    _driver: Driver  # whoever plays puts it in place

    def __init__(
        self, store: Store, settings: Settings, metrics: Metrics, hub: Hub, warming: Warming
    ) -> None:
        self.settings = settings
        self.warming = warming
        self.process = secrets.token_hex(4)
        self._store = store
        self._metrics = metrics
        self._hub = hub
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- finding ---------------------------------------------------------------------------------------

    async def get(self, id: str) -> Table:
        """The table of that id; a problem if there is none."""
        table = self._tables.get(id)
        if table is None:
            table = await self._load(id)
        if table is None:
            raise Problem(
                "unknown_table",
                _("There is no table {id!r}; perhaps the link is not complete.").format(id=id[:40]),
            )
        table.touched = time.monotonic()
        return table

    async def listed(self, limit: int = 50) -> list[Table]:
        """Open and running tables that everybody may see, newest first."""
        return await self._those(db.matches.c.listed & db.matches.c.status.in_(["open", "running"]), limit)

    async def of_person(self, person: str, limit: int = 50) -> list[Table]:
        """The tables where a person sits or is the host, newest first."""
        if not person:
            return []
        seated = (
            db.people.select().with_only_columns(db.people.c.match_id).where(db.people.c.person == person)
        )
        return await self._those((db.matches.c.host == person) | db.matches.c.id.in_(seated), limit)

    async def _those(self, condition: Any, limit: int) -> list[Table]:
        ids = await self._store.read(lambda connection: ids_of(connection, condition, limit))
        found = []
        for id, game, status in ids:
            table = self._tables.get(id)
            if table is None and (status == "open" or self.warming.playable(game)):
                with contextlib.suppress(Problem):  # one that cannot be opened does not hide the others
                    table = await self._load(id)
            if table is not None:
                found.append(table)
        return found

    async def _load(self, id: str) -> Table | None:
        if not re.fullmatch(f"[{ID_LETTERS}]{{12}}", id):
            return None
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load_now(id))
        return await asyncio.shield(self._loading[id])

    async def _load_now(self, id: str) -> Table | None:
        try:
            rows = await self._store.read(lambda connection: read_rows(connection, id))
            if rows is None:
                return None
            game = load(rows.match["game"])
            if rows.match["status"] != "open":
                await self.warming.ready(game.name)
            table = await asyncio.to_thread(fold, rows, game, self.settings.patience)
            self._tables[id] = table
            age = time.time() - (table.steps[-1].when if table.steps else 0.0)
            self._driver.go_on(table, max(0.0, OTHERS_THINK - age) if self._store.postgres else 0.0, GRACE)
            return table
        except UnknownGame as error:
            raise from_error(error) from None
        finally:
            self._loading.pop(id, None)

    # -- presence --------------------------------------------------------------------------------------

    def seat(self, table: Table, number: int) -> Seat:
        """A chair of this table by its number."""
        if not 0 <= number < len(table.seats):
            raise Problem(
                "bad_seat",
                _("There is no seat {number} at this table: its seats are 0 to {last}.").format(
                    number=number, last=len(table.seats) - 1
                ),
            )
        return table.seats[number]

    def attend(self, table: Table) -> None:
        """Somebody came or went: work out who is connected and tell if that changed."""
        mine = self._hub.present(table.id)
        if self._store.postgres and mine != table.announced:
            table.announced = mine
            self._spawn(self._announce(table))
        now = time.monotonic()
        table.elsewhere = {who: at for who, at in table.elsewhere.items() if now - at[1] < AWAY}
        here = mine.union(*(seats for seats, _when in table.elsewhere.values()))
        changed = False
        for seat in table.seats:
            if seat.connected and seat.number not in here:
                seat.seen = time.monotonic()
            if seat.connected != (seat.number in here):
                seat.connected = seat.number in here
                changed = True
        if changed:
            self.publish(table)

    def publish(self, table: Table, viewers: Iterable[int | None] | None = None) -> None:
        """Wake the streams of these viewers (all, if None)."""
        table.touched = time.monotonic()
        table.changes += 1
        self._hub.wake(table.id, viewers)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- other processes -------------------------------------------------------------------------------

    def _news(self, table: Table) -> str:
        return f"{self.process} {table.id}"

    async def hear(self, news: str) -> None:
        """Another process changed a table: catch up."""
        process, id, *here = news.split(" ")
        table = self._tables.get(id)
        if process == self.process or table is None:
            return
        if here:
            table.elsewhere[process] = ({int(seat) for seat in here[0].split(",") if seat}, time.monotonic())
            self.attend(table)
            return
        async with table.lock:
            await self._refresh(table)
        self._driver.go_on(table, OTHERS_THINK)

    async def _announce(self, table: Table) -> None:
        """Tell the other processes who is connected to this one."""
        here = ",".join(map(str, sorted(table.announced)))
        await self._store.write([], f"{self.process} {table.id} {here},")

    async def remind(self) -> None:
        """Say again and again who is here, so that a process that died is noticed."""
        while self._store.postgres:
            await asyncio.sleep(AWAY / 3)
            for table in list(self._tables.values()):
                if table.announced:
                    await self._announce(table)
                if table.elsewhere:
                    self.attend(table)

    async def hear_all(self) -> None:
        """The news were interrupted: catch up with every table in memory."""
        for table in list(self._tables.values()):
            async with table.lock:
                await self._refresh(table)
            self._driver.go_on(table, OTHERS_THINK)

    async def _refresh(self, table: Table) -> None:
        """Read what is new on disk. The table's lock is held."""
        rows = await self._store.read(lambda connection: read_rows(connection, table.id, len(table.steps)))
        if rows is None:
            return
        self._catch_up(table, rows)
        self.publish(table)

    def _catch_up(self, table: Table, rows: Rows) -> None:
        rows.dress(table)
        rows.replay(table)

    async def _change(self, table: Table, statements: list[tuple[Any, dict[str, Any]]]) -> None:
        """Write a change of seats or settings. The table's lock is held."""
        number = table.revision + 1
        change = (db.NEW_CHANGE, {"match_id": table.id, "number": number, "at": time.time()})
        try:
            await self._store.write([change, *statements], self._news(table))
        except Conflict:
            await self._refresh(table)
            raise Problem(
                "old_version", _("The table has changed meanwhile; please look and try again.")
            ) from None
        table.revision = number

    # -- housekeeping ----------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Once a minute: forget tables nobody looks at; more rarely look for what hangs together of them."""
        for minute in itertools.count():
            self.forget(FORGET_AFTER)
            if minute % SWEEP == SWEEP - 1 and not gc.isenabled():
                gc.collect()
            await asyncio.sleep(60)

    def forget(self, after: float) -> None:
        """Drop tables from memory that nobody asked for lately; they stay on disk."""
        now = time.monotonic()
        for id, table in list(self._tables.items()):
            busy = self._driver.busy(id) or table.lock.locked() or self._hub.watched(id)
            if not busy and now - table.touched > after:
                del self._tables[id]

    def count(self) -> None:
        """Bring the figures up to date."""
        counts = dict.fromkeys(("open", "running", "over"), 0)
        for table in self._tables.values():
            counts[table.status] += 1
        for status, n in counts.items():
            self._metrics.tables.labels(status).set(n)

    async def close(self) -> None:
        """Let bots and clocks rest."""
        await self._driver.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
