"""The group-commit writer: one thread commits all pending writes together, so many tables share one flush.

A write returns once it is on disk. Writes that arrive during a transaction form the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from fattorino.kernel.i18n import _
from fattorino.server.storage.errors import Conflict, StorageError, reason_of
from fattorino.server.storage.schema import IN_ORDER, NEW_ACTION, actions

log = logging.getLogger("fattorino.store")

CHANNEL = "fattorino"  # for notifications between processes on one PostgreSQL
NOTIFY = sa.text("SELECT pg_notify(:channel, :text)")
ACTION_COLUMNS = tuple(column.name for column in actions.columns)
MOST_ROWS = 500  # of actions in one statement

Statement = tuple[Any, dict[str, Any]]


class BadRow(StorageError):
    """A row that the database refuses; others of its batch may be fine."""


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
            except IntegrityError:
                return Conflict()
            except StorageError as error:
                self._disconnect()
                log.error("writing failed: %s", error)
                return error
            except DBAPIError as error:
                self._disconnect()
                if error.connection_invalidated and attempt == 1:
                    continue
                log.error("writing failed: %s", reason_of(error))
                if not isinstance(error, (OperationalError, InterfaceError)):
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
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None


def not_saved() -> str:
    """The message for the caller."""
    return _("This could not be saved, so it was not done; please try again.")
