"""Store: the database. SQLite in WAL mode, or PostgreSQL; SQLAlchemy Core for both.

The list of actions is append-only. One thread, the group-commit writer, commits all pending writes together,
so many tables share one flush. A write returns once it is on disk; writes that arrive during a transaction
form the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import os
import queue
import sqlite3
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL, Connection, Engine, make_url

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.storage.schema import IN_ORDER, NEW_ACTION, TOUCH, actions

if TYPE_CHECKING:
    from alembic.config import Config

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
log = logging.getLogger("fattorino.store")

MIGRATIONS = Path(__file__).parent / "migrations"
REVISIONS = sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
PROBE_SECONDS = 5.0  # longest time for a working database to write a row
ROOM = 1_000_000  # bytes that must fit onto the disk after a write was refused
EXTEND = sa.text(f"CREATE TEMPORARY TABLE room AS SELECT generate_series(1, {ROOM} / 30)")  # 30 bytes each
MIGRATION_LOCK = 0x0FA77051
CHANNEL = "fattorino"  # for notifications between processes on one PostgreSQL
NOTIFY = sa.text("SELECT pg_notify(:channel, :text)")
ACTION_COLUMNS = tuple(column.name for column in actions.columns)
READERS = 4  # threads, which nothing but reading uses
MOST_ROWS = 500  # of actions in one statement
IN_EACH_OTHERS_WAY = ("40P01", "40001")  # PostgreSQL: two transactions waited for each other, one was undone
OWNER_ONLY = 0o600  # mode of files that hold seeds and the tokens of seats

Statement = tuple[Any, dict[str, Any]]


class StorageError(FattorinoError):
    """The database cannot be opened or written; one sentence says why."""

    code = "storage"


class Conflict(Exception):
    """Another writer wrote that row first."""


class BadRow(StorageError):
    """A row that the database refuses; others of its batch may be fine."""


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine: Engine = sa.create_engine(self.url, pool_pre_ping=self.postgres)
        if not self.postgres:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        self._writer: Writer | None = None  # while the store is open
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="fattorino-reader")
        self._file: Path | None = None if self.postgres else Path(self.url.database or "")
        self._identity: tuple[int, int] | None = None  # device and inode of the file, while the store is open
        self._held: IO[bytes] | None = None  # lock file: one server at a time
        self._refused = False  # a write was, and nothing has shown yet that there is room again

    @property
    def name(self) -> str:
        """The database's URL without its password."""
        return self.url.render_as_string(hide_password=True)

    # -- opening and closing -------------------------------------------------------------------------

    def open(self) -> None:
        """Migrate the database and start the writer; refuses foreign databases without changing them."""
        try:
            if self._file is not None:
                if not self._look_first():
                    self._file.parent.mkdir(parents=True, exist_ok=True)
                own(self._file)
                self._hold(self._file)
            with self.engine.begin() as connection:
                if self.postgres:
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATION_LOCK})
                current = revisions_of(connection)
                self._refuse_newer(current)
                if current != [REVISIONS[-1]]:
                    upgrade(connection)
                connection.execute(TOUCH)  # refuse a read-only database now
            self._identity = self._identify()
        except StorageError:
            self.close()
            raise
        except (exc.SQLAlchemyError, sqlite3.Error, OSError) as error:
            self.close()
            raise StorageError(
                _("The database {name} cannot be opened: {reason}; choose another with --database.").format(
                    name=self.name, reason=reason_of(error)
                )
            ) from None
        self._writer = Writer(self.engine, self.postgres, self.must_be_there)

    def _hold(self, file: Path) -> None:
        """Lock the file: this server would not notice what another one writes."""
        if fcntl is None:  # Windows
            return
        lock = file.with_name(file.name + ".lock")
        own(lock)
        self._held = lock.open("ab")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StorageError(
                _(
                    "Another server uses {name}; stop it, or choose another file with --database. "
                    "Several servers can share a PostgreSQL database."
                ).format(name=self.name)
            ) from None

    def _identify(self) -> tuple[int, int] | None:
        """Device and inode of the database file."""
        if self._file is None:
            return None
        found = self._file.stat()
        return found.st_dev, found.st_ino

    def must_be_there(self) -> None:
        """Refuse to use a file that was deleted or replaced: its data would be lost with the process."""
        try:
            there = self._identify() == self._identity
        except OSError:
            there = False
        if not there:
            log.error("the database %s was deleted or replaced while the server runs: restart it", self.name)
            raise StorageError(not_saved())

    def _look_first(self) -> bool:
        """Whether the SQLite file exists; checks its version without changing it."""
        path = Path(self.url.database or "")
        if self.url.database in (None, "", ":memory:"):
            raise StorageError(_("The tables need a file: --database sqlite:///FILE."))
        if not path.exists():
            return False
        pending = path.with_name(path.name + "-wal").exists()
        how = "mode=ro" if pending else "immutable=1"  # the latter leaves no file behind
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
        try:
            known = connection.execute(
                "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
            ).fetchall()
            if known:
                rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
                self._refuse_newer([str(row[0]) for row in rows])
        finally:
            connection.close()
        return True

    def _refuse_newer(self, heads: Iterable[str]) -> None:
        for head in heads:
            if head not in REVISIONS:
                raise StorageError(
                    _(
                        "The database {name} was made by a newer version of Fattorino ({revision}); "
                        "update Fattorino, or choose another database with --database."
                    ).format(name=self.name, revision=head)
                )

    def close(self) -> None:
        """Finish what waits to be written."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        self._readers.shutdown(cancel_futures=True)
        self.engine.dispose()
        if self._held is not None:
            self._held.close()
            self._held = None

    # -- reading and writing ---------------------------------------------------------------------------

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Query the database in a thread."""

        def work() -> T:
            if self._identity is not None:
                self.must_be_there()
            try:
                with self.engine.connect() as connection:
                    if self.postgres:  # all rows of a table as they were at one moment
                        connection.execution_options(isolation_level="REPEATABLE READ")
                    return ask(connection)
            except exc.DBAPIError as error:
                log.error("reading failed: %s", reason_of(error))
                raise StorageError(_("The database does not answer; please try again.")) from None

        run = contextvars.copy_context().run  # the sentence of a failure is in the reader's language
        return await asyncio.get_running_loop().run_in_executor(self._readers, run, work)

    async def write(self, statements: Sequence[Statement], notification: str = "") -> None:
        """Write rows; returns once they are on disk. Raises Conflict if a row was there already."""
        if self._writer is None:
            raise StorageError(_("The server is stopping."))
        try:
            await self._writer.write(statements, notification)
        except BadRow:
            raise
        except StorageError:
            self._refused = True
            raise

    async def empty_journal(self) -> None:
        """Overwrite what was deleted: until then SQLite's journal has it. PostgreSQL cleans up by itself."""
        if not self.postgres:
            await self.read(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)"))

    async def probe(self) -> None:
        """Check that the database can be written: a row is, and after a refusal there must be room for more.

        On a full disk a small row may still find its place, and a larger one not.
        """
        async with asyncio.timeout(PROBE_SECONDS):
            refused = self._refused
            await self.write([(TOUCH, {})])
            if refused:
                await self.read(self._make_room)
                self._refused = False

    def _make_room(self, connection: Connection) -> None:
        """Take room on the disk and give it back; the connection's transaction is not committed."""
        if self._file is None:
            connection.execute(EXTEND)
            return
        try:
            with tempfile.TemporaryFile(dir=self._file.absolute().parent) as file:
                file.write(bytes(ROOM))
        except OSError as error:
            log.error("writing failed: %s", reason_of(error))
            raise StorageError(not_saved()) from None


@dataclass
class Write:
    """Rows that are committed together, and the notification to send with them."""

    statements: Sequence[Statement]
    notification: str
    done: asyncio.Future[None]


class Writer:
    """The writer thread and its queue."""

    def __init__(self, engine: Engine, postgres: bool, must_be_there: Callable[[], None]) -> None:
        self._engine = engine
        self._must_be_there = must_be_there  # raises if the database's file is gone
        self._postgres = postgres
        self._waiting: deque[Write] = deque()
        self._wake: queue.SimpleQueue[bool] = queue.SimpleQueue()  # wakes the thread; False ends it
        self._busy = False  # a batch is under way
        self._connection: Connection | None = None  # the thread's own
        self._thread = threading.Thread(target=self._run, name="fattorino-writer", daemon=True)
        self._thread.start()

    async def write(self, statements: Sequence[Statement], notification: str) -> None:
        """Write rows; returns once they are on disk. Raises Conflict if a row was there already."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(Write(statements, notification, done))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._wake_when_quiet, loop, 0)
        await done

    def close(self) -> None:
        """Finish what waits to be written."""
        self._wake.put(False)
        self._thread.join()
        self._disconnect()

    def _wake_when_quiet(self, loop: asyncio.AbstractEventLoop, before: int) -> None:
        """In the event loop: wake the thread as soon as an iteration adds nothing more to write.

        One batch is under way at a time, started when the loop is idle: two threads competing for the GIL
        wake each other constantly, which costs as much as the moves themselves.
        """
        waiting = len(self._waiting)
        if before < waiting < MOST_ROWS:
            loop.call_soon(self._wake_when_quiet, loop, waiting)
        else:
            self._wake.put(True)

    def _run(self) -> None:
        """The writer thread: commit everything pending in one transaction."""
        going = True
        while going:
            going = self._wake.get()
            batch = [self._waiting.popleft() for _write in range(len(self._waiting))]
            if not batch:
                continue
            failed = self._commit(batch)
            if isinstance(failed, (Conflict, BadRow)) and len(batch) > 1:
                errors = [self._commit([write]) for write in batch]  # so that only the bad one fails
            else:
                errors = [failed] * len(batch)
            loop = batch[0].done.get_loop()
            if loop.is_closed():
                self._busy = False
            else:
                loop.call_soon_threadsafe(self._answer, loop, batch, errors)

    def _answer(
        self, loop: asyncio.AbstractEventLoop, batch: list[Write], errors: list[Exception | None]
    ) -> None:
        """In the event loop: start the next batch, and complete the futures of this one."""
        self._busy = bool(self._waiting)
        if self._busy:
            loop.call_soon(self._wake_when_quiet, loop, 0)
        for write, error in zip(batch, errors, strict=True):
            if write.done.cancelled():
                continue
            if error is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(error)

    def _commit(self, writes: list[Write]) -> Exception | None:
        """Write all or nothing; returns the error, or None. Reconnects once."""
        grouped: dict[Any, list[dict[str, Any]]] = {}
        for write in writes:
            for statement, values in write.statements:
                grouped.setdefault(statement, []).append(values)
        notifications = dict.fromkeys(write.notification for write in writes if write.notification)
        for attempt in (1, 2):
            try:
                self._transact(grouped, [{"channel": CHANNEL, "text": text} for text in notifications])
                return None
            except exc.IntegrityError:
                return Conflict()
            except StorageError as error:
                self._disconnect()
                log.error("writing failed: %s", error)
                return error
            except exc.DBAPIError as error:
                self._disconnect()
                if error.connection_invalidated and attempt == 1:
                    continue
                if getattr(error.orig, "sqlstate", None) in IN_EACH_OTHERS_WAY:
                    return Conflict()
                log.error("writing failed: %s", reason_of(error))
                if not isinstance(error, (exc.OperationalError, exc.InterfaceError)):
                    return BadRow(not_saved())
            except Exception:
                self._disconnect()
                log.exception("writing failed")
                return BadRow(not_saved())
            break
        return StorageError(not_saved())

    def _transact(self, grouped: dict[Any, list[Any]], notifications: list[dict[str, str]]) -> None:
        self._must_be_there()
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            for statement in sorted(grouped, key=IN_ORDER.index):
                if statement is NEW_ACTION:
                    self._write_actions(connection, grouped[statement])
                else:
                    connection.execute(statement, grouped[statement])
            if self._postgres and notifications:
                connection.execute(NOTIFY, notifications)

    def _write_actions(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        """Insert many actions in one statement, so that the thread takes the GIL once, not per row."""
        mark = "%s" if self._postgres else "?"
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            marks = ", ".join([f"({', '.join([mark] * len(ACTION_COLUMNS))})"] * len(some))
            values = tuple(row[name] for row in some for name in ACTION_COLUMNS)
            names = ", ".join(f'"{name}"' for name in ACTION_COLUMNS)
            connection.exec_driver_sql(f"INSERT INTO actions ({names}) VALUES {marks}", values)

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(exc.SQLAlchemyError):
                self._connection.close()
            self._connection = None


def own(file: Path) -> None:
    """Create a file, or keep one, that only its owner can read; SQLite gives its journal the same mode."""
    with contextlib.suppress(OSError):  # somebody else's file, or none can be made: opening it says so
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, OWNER_ONLY))
        file.chmod(file.stat().st_mode & OWNER_ONLY)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # survives a power failure; one flush serves many tables
    cursor.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def revisions_of(connection: Connection) -> list[str]:
    """The latest migrations of a database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars())


def upgrade(connection: Connection) -> None:
    """Migrate a database. Alembic is slow to import, so it is loaded only when needed."""
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> Config:
    """Alembic's configuration."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def read_url(text: str) -> URL:
    """A database URL; a bare path means an SQLite file, postgresql:// means psycopg 3."""
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
        backend = url.get_backend_name()
        if backend in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        elif backend != "sqlite":
            raise exc.ArgumentError(backend)
        url.get_dialect()
    except (exc.ArgumentError, exc.NoSuchModuleError, ValueError):
        raise StorageError(
            _(
                "The tables are kept in sqlite:///FILE or postgresql://USER@HOST/NAME, not in {text!r}."
            ).format(text=text.split("@")[-1])
        ) from None
    if url.get_backend_name() == "postgresql":
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise StorageError(
                _("PostgreSQL needs an additional package: pip install 'fattorino[postgres]'.")
            ) from None
    return url


def reason_of(error: BaseException) -> str:
    """The first line of a driver's message, without SQL and parameters."""
    original = getattr(error, "orig", None) or error
    lines = str(original).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(original).__name__


def not_saved() -> str:
    """The message for the caller."""
    return _("This could not be saved, so it was not done; please try again.")
