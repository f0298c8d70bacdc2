"""Registry: tables loaded from disk, cached in memory while they are in use, shared with other processes.

`Listeners` are the open streams of each table, woken when something their viewer receives has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import itertools
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection

from fattorino.games import load
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.metrics import Metrics
from fattorino.server.problems import Problem
from fattorino.server.storage import rows, schema
from fattorino.server.storage.overview import idle, ids_of, overview
from fattorino.server.storage.store import Conflict, StorageError
from fattorino.server.tables.table import Table
from fattorino.server.tables.tokens import ID

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.tables")

DAY = 86400.0  # seconds
LISTED_FOR = DAY  # after the last move, line of chat or change
MOST_OLD = 1000  # tables deleted per hour, at most
EVICT_AFTER = 300.0  # seconds without visitors before a table leaves memory
REDRAW_AFTER = 60.0  # seconds without visitors before its rendered fragments and its bots' memory do
AWAY_AFTER = 15.0  # seconds of silence from another process before its visitors count as gone
LOOKED = 60.0  # seconds for which a table counts as visited after a request
LINGER = 3.0  # seconds a player still counts as connected without a stream: a page reloads, or changes seats
SEEN_AGAIN = 5.0  # at most so many seconds until other processes hear of a seat's next request
OTHERS_FIRST = 4.0  # seconds before this process moves a bot at a table shared with others
COLLECT_EVERY = 10  # minutes between full garbage collections
ATTEMPTS = 10  # to change a table on disk while others do
ORDERS = "orders"  # in place of a table's id in a notification: those of the operator
LOOK_AGAIN = 1.0  # seconds before retrying to read a table
GRACE = 10.0  # least seconds on a clock when its table is loaded

Statements = Sequence[tuple[Any, dict[str, Any]]]


@dataclass
class Entry:
    """A table in memory, with this process's bookkeeping."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held during writes
    touched: float = field(default_factory=time.monotonic)  # last use, by people or bots
    asked_for: float = field(default_factory=time.monotonic)  # last request
    client: str = ""  # the client that created it, in this process
    pace: str = "brisk"  # of bots, for a single person: "at_once" | "brisk" | "people"
    bots: dict[tuple[int, str], Any] = field(default_factory=dict)  # (seat, name) -> a bot with its memory
    notes: str = ""  # the stamp of the notes that were read last
    announced: set[int] = field(default_factory=set)  # connected seats as announced to other processes
    told_seen: dict[int, float] = field(default_factory=dict)  # seat -> when its activity was announced
    elsewhere: dict[str, tuple[set[int], float]] = field(default_factory=dict)  # process -> seats, and when


class Registry:
    """All tables: on disk, and those in use also in memory."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._store = service.store
        self._entries: dict[str, Entry] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._stale: set[str] = set()  # tables that changed while they were being loaded
        self._process = secrets.token_hex(4)

    # -- finding ---------------------------------------------------------------------------------------

    async def get(self, id: str) -> Table:
        """The table with this id; a problem if there is none."""
        entry = self._entries.get(id)
        if entry is None:
            await self._load(id)
            entry = self._entries.get(id)
        if entry is None:
            sentence = _("There is no table {id!r}; perhaps the link is incomplete.")
            raise Problem("unknown_table", sentence.format(id=id[:40]))
        visited = self.visited(entry.table)
        entry.touched = entry.asked_for = time.monotonic()
        if not visited:
            self._service.go_on(entry.table)  # its bots have waited
        return entry.table

    async def current(self, id: str) -> Table:
        """The table with this id as the database has it: what a caller was told, by any process, is in it."""
        table = await self.get(id)
        await self.catch_up([table])
        return await self.get(id)

    async def catch_up(self, tables: Collection[Table]) -> bool:
        """Read what other processes have written to these tables; whether there was anything.

        While the database does not answer, nobody is told of anything new.
        """
        if not self._store.postgres or not tables:
            return False
        with contextlib.suppress(StorageError):
            ids = [table.id for table in tables]
            newest = await self._store.read(lambda connection: rows.stamps(connection, ids))
            known = [table for table in tables if table.id in self._entries]  # and not deleted meanwhile
            behind = [table for table in known if self._stamp(table, newest) != newest.get(table.id)]
            for table in behind:
                async with self.lock(table):
                    await self._refresh(table)
            return bool(behind)
        return False

    def _stamp(self, table: Table, newest: Mapping[str, rows.Stamp]) -> rows.Stamp:
        """What this process knows of a table, to compare it with the database."""
        steps = len(table.steps)
        if table.parted is not None and table.id in newest:  # the rest is not played
            steps = newest[table.id].steps
        known = (steps, table.revision, table.next_chat() - 1, self.entry(table).notes)
        return rows.Stamp(*known, table.rematch, table.review is not None)

    def visited(self, table: Table) -> bool:
        """Whether somebody has this table open, in any process, or asked for it a moment ago."""
        entry = self.entry(table)
        lately = time.monotonic() - entry.asked_for < LOOKED
        return lately or self._service.listeners.watched(table.id) or bool(entry.elsewhere)

    def entry(self, table: Table) -> Entry:
        """The entry of a table."""
        return self._entries.get(table.id) or self._keep(table)

    def _keep(self, table: Table) -> Entry:
        """Keep a table in memory. Absence is counted from now on."""
        entry = self._entries[table.id] = Entry(table)
        for seat in table.seats:
            seat.seen = entry.touched
        return entry

    def lock(self, table: Table) -> asyncio.Lock:
        """The lock of a table, held during writes."""
        return self.entry(table).lock

    async def listed(self, limit: int = 50) -> list[Table]:
        """Publicly listed open and running tables, newest first, where something happened within a day."""
        matches, now = schema.matches.c, time.time()
        here = [
            entry.table.id for entry in self._entries.values() if any(s.connected for s in entry.table.seats)
        ]
        lively = ~idle(now - LISTED_FOR) | matches.id.in_(here)
        return await self._those(matches.listed & matches.status.in_(["open", "running"]) & lively, limit)

    async def of_person(self, person: str, limit: int = 50) -> list[Table]:
        """The tables where a person sits or is the host, newest first."""
        if not person:
            return []
        matches, people = schema.matches.c, schema.people
        seated = people.select().with_only_columns(people.c.match_id).where(people.c.person == person)
        return await self._those((matches.host == person) | matches.id.in_(seated), limit)

    async def overview(self, condition: Any, limit: int | None) -> list[dict[str, Any]]:
        """Tables as the operator lists them; what is happening is told of those in memory."""
        found = await self._store.read(lambda connection: overview(connection, condition, limit))
        for row in found:
            entry = self._entries.get(row["id"])
            row["moves"] = len(entry.table.see(None).log) if entry else None
            row["connected"] = sum(seat.connected for seat in entry.table.seats) if entry else 0
        return found

    async def _those(self, condition: Any, limit: int) -> list[Table]:
        found = []
        ids = await self._store.read(lambda connection: ids_of(connection, condition, limit))
        for id in ids:
            with contextlib.suppress(Problem, FattorinoError):  # skip tables that cannot be loaded
                found.append(self._entries[id].table if id in self._entries else await self.get(id))
        await self.catch_up(found)
        return [table for table in found if not table.gone]

    async def _load(self, id: str) -> Table | None:
        if not ID.fullmatch(id):
            return None
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load_now(id))
        return await asyncio.shield(self._loading[id])

    async def _load_now(self, id: str) -> Table | None:
        try:
            found = await self._store.read(lambda connection: rows.read(connection, id))
            if found is None:
                return None
            game = load(found.match["game"])
            table = await asyncio.to_thread(rows.to_table, found, game, self._service.settings.timing)
            entry = self._keep(table)
            entry.notes = found.notes_stamp
            if id in self._stale:
                await self._follow(entry)
            await self._service.lobby.tell_of_rules(table, found.match["game_version"])
            age = time.time() - (table.steps[-1].when if table.steps else 0.0)
            delay = max(0.0, OTHERS_FIRST - age) if self._store.postgres else 0.0
            self._service.go_on(table, delay, GRACE)
            return table
        finally:
            self._loading.pop(id, None)
            self._stale.discard(id)

    # -- writing and telling ---------------------------------------------------------------------------

    async def write(self, table: Table, statements: Statements) -> None:
        """Write rows of a table and notify other processes. The table's lock is held.

        Raises Conflict if another process was faster: nothing is written then, and the table is read again.
        """
        try:
            await self._store.write(statements, f"{self._process} {table.id}")
        except Conflict:
            await self._refresh(table)
            raise

    async def change(self, table: Table, statements: Statements) -> None:
        """Write a numbered change of seats or settings. Raises Conflict as `write` does. The lock is held."""
        number = table.revision + 1
        row = {"match_id": table.id, "number": number, "at": time.time()}
        await self.write(table, [(schema.NEW_CHANGE, row), *statements])
        table.revision = number

    async def rewrite(self, id: str, make: Callable[[Connection], Statements]) -> bool:
        """Change what is on disk about a table, whether or not it can be loaded; returns whether it is there.

        `make` reads the rows and gives the statements; a table in memory is read again afterwards.
        """
        for _attempt in range(ATTEMPTS):
            number, statements = await self._store.read(lambda c: (rows.revision(c, id), make(c)))
            if number is None:
                return False
            row = {"match_id": id, "number": number + 1, "at": time.time()}
            try:
                await self._store.write([(schema.NEW_CHANGE, row), *statements], f"{self._process} {id}")
                break
            except Conflict:
                continue
        else:
            raise Problem("storage", _("Too much is changing at this table; please try again."))
        if id in self._loading:
            self._stale.add(id)
        if entry := self._entries.get(id):
            async with entry.lock:
                await self._refresh(entry.table)
            self._service.go_on(entry.table)
        return True

    async def spread(self, statements: Statements) -> None:
        """Write orders of the operator for the whole server, and notify other processes."""
        await self._store.write(statements, f"{self._process} {ORDERS}")

    def tell(self, table: Table, viewers: Iterable[int | None] | None = None) -> None:
        """Wake the streams of these viewers (all, if None)."""
        self.entry(table).touched = time.monotonic()
        self._service.listeners.wake(table.id, viewers)

    async def delete(self, table: Table) -> None:
        """Delete a table with its moves and chat."""
        async with self.lock(table):
            await self._store.write(rows.delete_statements(table.id), f"{self._process} {table.id}")
            self._forget(table)
        log.info("table deleted", extra={"table": table.id})

    def _forget(self, table: Table) -> None:
        """Drop a deleted table, and end its streams."""
        table.gone = True
        self._entries.pop(table.id, None)
        self._service.clock.stop(table)
        self._service.listeners.wake(table.id)

    async def delete_old(self) -> None:
        """Every hour, delete tables that have been inactive for `keep_days`."""
        days = self._service.settings.keep_days
        while days:
            with contextlib.suppress(StorageError):
                await self._delete_idle(idle(time.time() - days * DAY))
            await asyncio.sleep(3600.0)

    async def _delete_idle(self, condition: Any) -> None:
        found = await self._store.read(lambda connection: ids_of(connection, condition, MOST_OLD))
        for id in found:
            if not self._service.listeners.watched(id):
                with contextlib.suppress(Problem, FattorinoError):
                    await self.delete(await self.get(id))

    # -- who is connected, to this process or another --------------------------------------------------

    def update_presence(self, table: Table) -> None:
        """Recompute who is connected, and notify viewers of changes."""
        mine = self._service.listeners.present(table.id)
        if table.gone:
            return
        entry, now = self.entry(table), time.monotonic()
        if self._store.postgres and mine != entry.announced:
            entry.announced = mine
            self._service.tasks.start(self._announce(entry))
        entry.elsewhere = {who: at for who, at in entry.elsewhere.items() if now - at[1] < AWAY_AFTER}
        here = mine.union(*(seats for seats, _when in entry.elsewhere.values()))
        here = {number for number in here if table.seats[number].kind == "human"}
        changed = [seat for seat in table.seats if seat.connected != (seat.number in here)]
        for seat in changed:
            if seat.connected:
                seat.seen = now
            seat.connected = not seat.connected
        if changed:
            self.tell(table)

    def update_seen(self, table: Table, seats: Sequence[int]) -> None:
        """Players have asked for something: they are here, for the other processes, too."""
        now = time.monotonic()
        for number in seats:
            table.seats[number].seen = now
        if not self._store.postgres or table.id not in self._entries:
            return
        entry, often = self._entries[table.id], min(SEEN_AGAIN, self._service.settings.absent_after / 3)
        if any(now - entry.told_seen.get(number, -often) >= often for number in seats):
            entry.told_seen.update(dict.fromkeys(seats, now))
            self._service.tasks.start(self._announce(entry, seats))

    async def _announce(self, entry: Entry, seen: Iterable[int] = ()) -> None:
        """Tell the other processes who is connected to this one, and who has just asked it for something."""
        here, active = (",".join(map(str, sorted(seats))) for seats in (entry.announced, seen))
        with contextlib.suppress(StorageError):  # the next announcement says it again
            await self._store.write([], f"{self._process} {entry.table.id} {here}, {active},")

    async def announce_all(self) -> None:
        """Announce presence periodically, so that a dead process is noticed."""
        while self._store.postgres:
            await asyncio.sleep(AWAY_AFTER / 3)
            for entry in list(self._entries.values()):
                if entry.announced:
                    await self._announce(entry)
                if entry.elsewhere:
                    self.update_presence(entry.table)

    # -- other processes -------------------------------------------------------------------------------

    async def receive(self, notification: str) -> None:
        """Handle a notification: another process changed a table, or announces who is connected."""
        process, id, *here = notification.split(" ")
        if id == ORDERS:
            await self._service.moderation.follow()
            return
        entry = self._entries.get(id)
        if id in self._loading:
            self._stale.add(id)
        if process == self._process or entry is None:
            return
        if here:
            connected, active = ({int(seat) for seat in told.split(",") if seat} for told in (*here, "")[:2])
            now = time.monotonic()
            for number in active:
                entry.table.seats[number].seen = now
            entry.elsewhere[process] = (connected, now)
            self.update_presence(entry.table)
        else:
            await self._follow(entry)

    async def receive_all(self) -> None:
        """Notifications may have been missed: refresh every table in memory or being loaded."""
        self._stale.update(self._loading)
        for entry in list(self._entries.values()):
            await self._follow(entry)
        await self._service.moderation.follow()

    async def _follow(self, entry: Entry) -> None:
        """Read what another process wrote; retry until the database answers."""
        while True:
            try:
                async with entry.lock:
                    await self._refresh(entry.table)
                break
            except StorageError:
                await asyncio.sleep(LOOK_AGAIN)
        self._service.go_on(entry.table, OTHERS_FIRST)

    async def _refresh(self, table: Table) -> None:
        """Read what is new on disk. The table's lock is held."""
        found = await self._store.read(lambda connection: rows.read(connection, table.id, len(table.steps)))
        if found is None:
            self._forget(table)
        else:
            found.apply_to(table)
            self.entry(table).notes = found.notes_stamp
            for step in found.steps:
                table.seats[step.seat].seen = time.monotonic()
            self.tell(table)

    # -- housekeeping ----------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Evict idle tables and collect cycles, since `launch` turns the collector off."""
        for minute in itertools.count(1):
            self.evict(EVICT_AFTER)
            if not gc.isenabled():  # closed streams leave young cycles
                gc.collect(2 if minute % COLLECT_EVERY == 0 else 1)
            await asyncio.to_thread(give_back)
            await asyncio.sleep(60)

    def evict(self, after: float) -> None:
        """Drop idle tables from memory, and earlier their rendered fragments and the memory of their bots.

        They stay on disk.
        """
        now = time.monotonic()
        for id, entry in list(self._entries.items()):
            busy = self._service.busy(id) or entry.lock.locked() or self._service.listeners.watched(id)
            idle = now - entry.touched
            if not busy and idle > min(after, REDRAW_AFTER):
                entry.table.forget_drawn()  # breaks a reference cycle with its viewers
                entry.bots.clear()
            if not busy and idle > after:
                del self._entries[id]

    def sizes(self) -> dict[str, int]:
        """The sizes of everything in memory that could grow."""
        tables = [entry.table for entry in self._entries.values()]
        return {
            "steps": sum(len(table.steps) for table in tables),
            "chat_lines": sum(len(table.chat) for table in tables),
            "notes": sum(len(marks) for table in tables for marks in table.notes.values()),
            "bots": sum(len(entry.bots) for entry in self._entries.values()),
            "loading": len(self._loading),
        }

    def count(self) -> dict[str, int]:
        """How many tables are in memory, by status."""
        counts = dict.fromkeys(("open", "running", "over"), 0)
        for entry in self._entries.values():
            counts[entry.table.status] += 1
        return counts


class Listener:
    """One open stream: the viewer it shows, all seats of whoever reads it, and their address."""

    def __init__(self, viewer: int | None, seats: Collection[int], client: str) -> None:
        self.viewer = viewer
        self.seats = frozenset(seats)
        self.client = client
        self.news = asyncio.Event()


class Listeners:
    """All open streams, by table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._listeners: dict[str, set[Listener]] = {}
        self._left: dict[str, dict[int, float]] = {}  # table -> seats whose stream has ended, and when
        self.stopping = False

    def watched(self, table: str) -> bool:
        """Whether a stream of this table is open."""
        return table in self._listeners

    def present(self, table: str) -> set[int]:
        """The seats whose players have this table open, or had it open a moment ago.

        All seats of a player count alike, whichever of them is shown: presence must not tell who is asked.
        """
        now = time.monotonic()
        left = {seat: when for seat, when in self._left.pop(table, {}).items() if now - when < LINGER}
        if left:
            self._left[table] = left
        return set(left).union(*(one.seats for one in self._listeners.get(table, ())))

    def wake(self, table: str, viewers: Iterable[int | None] | None = None) -> None:
        """Wake the streams of these viewers (all, if None), and those that show another seat of theirs.

        They render after the mover's response.
        """
        listeners = self._listeners.get(table)
        if listeners:
            concerned = None if viewers is None else set(viewers)
            for one in listeners:
                if concerned is None or one.viewer in concerned or one.seats & concerned:
                    asyncio.get_running_loop().call_soon(one.news.set)

    @property
    def open(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._listeners.values()))

    def clients(self, table: str, seat: int) -> list[str]:
        """The addresses from which a seat's player follows the table at this process."""
        return sorted({one.client for one in self._listeners.get(table, ()) if seat in one.seats})

    def wake_all(self) -> None:
        """Wake every stream."""
        for listeners in self._listeners.values():
            for one in listeners:
                one.news.set()

    def stop(self) -> None:
        """End all streams before shutdown; browsers reconnect by themselves."""
        self.stopping = True
        self.wake_all()

    @contextlib.contextmanager
    def listening(
        self, table: str, viewer: int | None, seats: Collection[int], client: str
    ) -> Iterator[Listener]:
        """Register a stream while it is open."""
        one = Listener(viewer, seats, client)
        self._listeners.setdefault(table, set()).add(one)
        self._metrics.streams.inc()
        try:
            yield one
        finally:
            self._metrics.streams.dec()
            self._listeners[table].discard(one)
            self._left.setdefault(table, {}).update(dict.fromkeys(one.seats, time.monotonic()))
            if not self._listeners[table]:
                del self._listeners[table]


def give_back() -> None:
    """Return free memory to the operating system, if the C library supports it."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
