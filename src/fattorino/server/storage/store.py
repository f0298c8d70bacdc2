"""Store: the tables on disk. SQLite in WAL mode, or PostgreSQL; SQLAlchemy Core for both.

Nothing is ever changed in the list of actions, only added. A write is answered once it is on disk: one
thread takes all writes that wait and commits them together, so that many tables share one flush.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _

T = TypeVar("T")
log = logging.getLogger("fattorino.store")

MIGRATIONS = Path(__file__).parent / "migrations"
CHANNEL = "fattorino"  # of the news between processes on one PostgreSQL
MIGRATION_LOCK = 0x0FA77051

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("game_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Integer),
    sa.Column("status", sa.String(8), nullable=False),  # open, running, over
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("host_token", sa.String(64), nullable=False),
    sa.Column("rematch", sa.String(32), nullable=False),
    sa.Column("digest", sa.String(32), nullable=False),  # of the state at the start; '' before
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("review", sa.Text, nullable=False, server_default=""),  # JSON, once it is made
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("stand_in", sa.String(32), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),  # -1: the step before was taken back
    sa.Column("digest", sa.String(32), nullable=False),
    sa.Column("key", sa.String(100), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("marks", sa.Text, nullable=False),  # JSON
)

changes = sa.Table(  # of seats and settings: the number makes sure that of two at once one wins
    "changes",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)


def _where(table: sa.Table, *keys: str) -> Any:
    """The row whose keys the values with an underscore name."""
    return sa.and_(*(table.c[key] == sa.bindparam(f"_{key}") for key in keys))


# Everything the server ever writes, in the order in which one transaction does it.
NEW_MATCH = matches.insert()
SET_STATUS = (
    matches.update()
    .where(_where(matches, "id"))
    .values(status=sa.bindparam("status"), started=sa.bindparam("started"), digest=sa.bindparam("digest"))
)
SET_OVER = matches.update().where(_where(matches, "id")).values(status="over")
SET_REMATCH = matches.update().where(_where(matches, "id")).values(rematch=sa.bindparam("rematch"))
SET_REVIEW = matches.update().where(_where(matches, "id")).values(review=sa.bindparam("review"))
NEW_CHANGE = changes.insert()
NEW_SEAT = seats.insert()
SET_SEAT = (
    seats.update()
    .where(_where(seats, "match_id", "seat"))
    .values({name: sa.bindparam(name) for name in ("kind", "name", "colour", "bot", "stand_in")})
)
SET_TOKEN = seats.update().where(_where(seats, "match_id", "seat")).values(token=sa.bindparam("token"))
DROP_PERSON = people.delete().where(_where(people, "match_id", "person"))
NEW_PERSON = people.insert()
NEW_ACTION = actions.insert()
NEW_CHAT = chat.insert()
DROP_NOTES = notes.delete().where(_where(notes, "match_id", "seat"))
NEW_NOTES = notes.insert()
NOTIFY = sa.text("SELECT pg_notify(:channel, :text)")
ACTION_COLUMNS = tuple(column.name for column in actions.columns)
MOST_ROWS = 500
ORDER = [
    id(statement)
    for statement in (
        NEW_MATCH,
        SET_STATUS,
        SET_OVER,
        SET_REMATCH,
        SET_REVIEW,
        NEW_CHANGE,
        NEW_SEAT,
        SET_SEAT,
        SET_TOKEN,
        DROP_PERSON,
        NEW_PERSON,
        NEW_ACTION,
        NEW_CHAT,
        DROP_NOTES,
        NEW_NOTES,
    )
]


class StorageError(FattorinoError):
    """The database cannot be opened or written; one sentence says why."""

    code = "storage"


class Conflict(Exception):
    """Somebody else wrote that row first."""


@dataclass
class Write:
    """Rows that belong together: all on disk or none. `news` goes to the other processes with them."""

    statements: list[tuple[Any, dict[str, Any]]]
    news: str
    done: asyncio.Future[None]


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine: Engine = sa.create_engine(self.url, pool_pre_ping=self.postgres)
        if not self.postgres:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        self._jobs: deque[Write] = deque()
        self._bell: queue.SimpleQueue[bool] = queue.SimpleQueue()  # wakes the writing thread; False ends it
        self._writing = False  # the bell was rung, and what is written then is not answered yet
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None  # the writing thread's own

    @property
    def name(self) -> str:
        """The database as it may be shown: without the password."""
        return self.url.render_as_string(hide_password=True)

    # -- opening and closing -------------------------------------------------------------------------

    def open(self) -> None:
        """Bring the database up to date and start writing; refuses, without a change, what is not ours."""
        try:
            if not self.postgres and not self._look_first():
                Path(self.url.database or "").parent.mkdir(parents=True, exist_ok=True)
            with self.engine.connect() as connection:
                self._refuse_newer(MigrationContext.configure(connection).get_current_heads())
            with self.engine.begin() as connection:
                if self.postgres:
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATION_LOCK})
                config = alembic_config()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except StorageError:
            self.engine.dispose()
            raise
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            self.engine.dispose()
            raise StorageError(
                _("The database {name} cannot be opened: {reason}; choose another with --database.").format(
                    name=self.name, reason=reason_of(error)
                )
            ) from None
        self._thread = threading.Thread(target=self._write_all, name="fattorino-writer", daemon=True)
        self._thread.start()

    def _look_first(self) -> bool:
        """Whether the SQLite file is there; reads its version without touching it."""
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
        known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
        for head in heads:
            if head not in known:
                raise StorageError(
                    _(
                        "The database {name} was made by a newer version of Fattorino ({revision}); "
                        "update Fattorino, or choose another database with --database."
                    ).format(name=self.name, revision=head)
                )

    def close(self) -> None:
        """Finish what waits to be written."""
        if self._thread is not None:
            self._bell.put(False)
            self._thread.join()
            self._thread = None
        self._disconnect()
        self.engine.dispose()

    def ping(self) -> None:
        """Raise unless the database answers."""
        with self.engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))

    # -- reading ---------------------------------------------------------------------------------------

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Ask the database in a thread."""

        def work() -> T:
            try:
                with self.engine.connect() as connection:
                    return ask(connection)
            except DBAPIError as error:
                log.error("reading failed: %s", reason_of(error))
                raise StorageError(_("The database does not answer; please try again.")) from None

        return await asyncio.to_thread(work)

    # -- writing ---------------------------------------------------------------------------------------

    async def write(self, statements: list[tuple[Any, dict[str, Any]]], news: str = "") -> None:
        """Write rows; returns once they are on disk. Raises Conflict if a row was there already."""
        if self._thread is None:
            raise StorageError(_("The server is stopping."))
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.append(Write(statements, news, done))
        if not self._writing:
            self._writing = True
            loop.call_soon(self._ring, loop, 0)
        await done

    def _ring(self, loop: asyncio.AbstractEventLoop, before: int) -> None:
        """In the loop: wake the writing thread as soon as a turn brings nothing more to write.

        One batch is under way at a time, and it goes when the loop has a moment: two threads that want the
        interpreter at once wake each other at every step, which costs as much as the moves themselves.
        """
        waiting = len(self._jobs)
        if before < waiting < MOST_ROWS:
            loop.call_soon(self._ring, loop, waiting)
        else:
            self._bell.put(True)

    def _write_all(self) -> None:
        """The writing thread: everything that waits goes into one transaction."""
        going = True
        while going:
            going = self._bell.get()
            batch = [self._jobs.popleft() for _job in range(len(self._jobs))]
            if not batch:
                continue
            errors: list[Exception | None] = [None] * len(batch)
            failed = self._commit(batch)
            if failed is not None:
                errors = (
                    [self._commit([write]) for write in batch]
                    if len(batch) > 1 and isinstance(failed, Conflict)
                    else [failed] * len(batch)
                )
            loop = batch[0].done.get_loop()
            if loop.is_closed():
                self._writing = False
            else:
                loop.call_soon_threadsafe(self._answer, loop, batch, errors)

    def _answer(
        self, loop: asyncio.AbstractEventLoop, batch: list[Write], errors: list[Exception | None]
    ) -> None:
        """In the loop: the next batch may go, and those who wait for this one are told."""
        self._writing = bool(self._jobs)
        if self._writing:
            loop.call_soon(self._ring, loop, 0)
        for write, error in zip(batch, errors, strict=True):
            if write.done.cancelled():
                continue
            if error is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(error)

    def _commit(self, writes: list[Write]) -> Exception | None:
        """Write all or nothing; what went wrong, or None."""
        grouped: dict[int, tuple[Any, list[dict[str, Any]]]] = {}
        news = dict.fromkeys(write.news for write in writes if write.news)
        for write in writes:
            for statement, values in write.statements:
                grouped.setdefault(id(statement), (statement, []))[1].append(values)
        for attempt in (1, 2):
            try:
                if self._connection is None:
                    self._connection = self.engine.connect()
                connection = self._connection
                with connection.begin():
                    for _id, (statement, rows) in sorted(grouped.items(), key=_place):
                        if statement is NEW_ACTION:
                            self._write_actions(connection, rows)
                        else:
                            connection.execute(statement, rows)
                    if self.postgres and news:
                        connection.execute(NOTIFY, [{"channel": CHANNEL, "text": text} for text in news])
                return None
            except IntegrityError:
                return Conflict()
            except DBAPIError as error:
                self._disconnect()
                if error.connection_invalidated and attempt == 1:
                    continue
                log.error("writing failed: %s", reason_of(error))
            except Exception:
                self._disconnect()
                log.exception("writing failed")
            break
        return StorageError(_("This could not be saved, so it was not done; please try again."))

    def _write_actions(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        """Many actions in one statement: the writing thread asks for the interpreter once, not per row."""
        mark = "%s" if self.postgres else "?"
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            marks = ", ".join([f"({', '.join([mark] * len(ACTION_COLUMNS))})"] * len(some))
            values = tuple(row[name] for row in some for name in ACTION_COLUMNS)
            names = ", ".join(f'"{name}"' for name in ACTION_COLUMNS)
            connection.exec_driver_sql(f"INSERT INTO actions ({names}) VALUES {marks}", values)

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None


def _place(group: tuple[int, Any]) -> int:
    return ORDER.index(group[0])


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # power may fail; one flush serves many tables
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def reason_of(error: BaseException) -> str:
    """The first line of a driver's message, without SQL and parameters."""
    original = getattr(error, "orig", None) or error
    lines = str(original).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(original).__name__


def alembic_config() -> Config:
    """Where the migrations are."""
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
            raise ArgumentError(backend)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError):
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
                _("PostgreSQL needs one package more: pip install 'fattorino[postgres]'.")
            ) from None
    return url
