"""Backups: all tables of a server in one SQLite file, made while it runs, restored into an empty database.

A backup is read in one transaction, so it is a consistent snapshot of either database; a backup of
PostgreSQL can be restored into SQLite and vice versa.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping
from sqlalchemy.exc import SQLAlchemyError

from fattorino.kernel.i18n import _
from fattorino.server.storage.schema import metadata
from fattorino.server.storage.store import REVISIONS, StorageError, Store, reason_of, revisions_of

ROWS = 1000  # copied at a time

Progress = Callable[[int, int], None]  # (rows copied, rows in all)


def backup(database: str, file: Path, progress: Progress) -> int:
    """Write all tables of a database to a new SQLite file; returns the number of rows.

    The file gets its name once it is complete, read back and on disk.
    """
    if file.exists():
        raise StorageError(_("{file} already exists; choose another name.").format(file=file))
    if not file.absolute().parent.is_dir():
        raise StorageError(
            _("{file} cannot be written: there is no folder {folder}.").format(file=file, folder=file.parent)
        )
    source = Store(database)
    with scratch_folder(file.absolute().parent) as folder, reported(source.name):
        made = Store(f"sqlite:///{folder / 'backup.db'}")
        with opened(made), moment(source) as connection:
            must_be_current(connection, source.name)
            rows, written = copy_rows(connection, made, progress)
        flush(folder / "backup.db")
        if read_back(made) != written:
            raise StorageError(
                _("{file} was not written: what is read back is not what was copied.").format(file=file)
            )
        os.replace(folder / "backup.db", file)
    return rows


def restore(file: Path, database: str, progress: Progress) -> int:
    """Restore a backup into an empty database, all or nothing; returns the number of rows."""
    if not file.is_file():
        raise StorageError(_("There is no backup {file}.").format(file=file))
    target = Store(database)
    with scratch_folder(None) as folder, reported(str(file)):
        shutil.copyfile(file, folder / "backup.db")  # a backup of an older version is migrated here
        source = Store(f"sqlite:///{folder / 'backup.db'}")
        with opened(source), opened(target):
            with target.engine.connect() as connection:
                if connection.execute(
                    sa.select(sa.literal(1)).select_from(metadata.tables["matches"])
                ).first():
                    raise StorageError(
                        _("The database {name} has tables in it; restore into an empty one.").format(
                            name=target.name
                        )
                    )
            with moment(source) as connection:
                return copy_rows(connection, target, progress)[0]


def copy_rows(source: Connection, target: Store, progress: Progress) -> tuple[int, Counter[str]]:
    """Copy every row, parents first, in one transaction of the target; returns their number and sums."""
    tables = metadata.sorted_tables
    total = sum(
        source.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables
    )
    done, sums = 0, Counter[str]()
    with target.engine.begin() as connection:
        for table in tables:
            found = source.execution_options(yield_per=ROWS).execute(sa.select(table))
            for rows in found.mappings().partitions(ROWS):
                connection.execute(table.insert(), [dict(row) for row in rows])
                sums[table.name] += sum_of(rows)
                done += len(rows)
                progress(done, total)
    return done, sums


def read_back(store: Store) -> Counter[str]:
    """The sums of a database's tables; raises if SQLite finds it damaged."""
    with moment(store) as connection:
        (found,) = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalars()
        if found != "ok":
            raise StorageError(_("{name} is damaged: {reason}.").format(name=store.name, reason=found))
        sums = Counter[str]()
        for table in metadata.sorted_tables:
            for rows in connection.execute(sa.select(table)).mappings().partitions(ROWS):
                sums[table.name] += sum_of(rows)
        return sums


def sum_of(rows: Sequence[RowMapping]) -> int:
    """The hashes of rows added up, which is the same in any order."""
    return sum(hash(tuple(row.values())) for row in rows)


@contextlib.contextmanager
def moment(store: Store) -> Iterator[Connection]:
    """A connection that reads a consistent snapshot of a database."""
    try:
        with store.engine.connect() as connection:
            if store.postgres:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        store.engine.dispose()


@contextlib.contextmanager
def opened(store: Store) -> Iterator[Store]:
    """A database, migrated on entry and closed on exit."""
    store.open()
    try:
        yield store
    finally:
        store.close()


@contextlib.contextmanager
def scratch_folder(parent: Path | None) -> Iterator[Path]:
    """A temporary folder for unfinished files."""
    with tempfile.TemporaryDirectory(prefix=".fattorino-", dir=parent) as name:
        yield Path(name)


@contextlib.contextmanager
def reported(name: str) -> Iterator[None]:
    """Say in one sentence what went wrong with a database."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(
            _("{name} cannot be copied: {reason}.").format(name=name, reason=reason_of(error))
        ) from None


def must_be_current(connection: Connection, name: str) -> None:
    """Refuse a database of another version: its server migrates it at startup."""
    if revisions_of(connection) != [REVISIONS[-1]]:
        raise StorageError(
            _("The database {name} was made by another version of Fattorino; start the server once.").format(
                name=name
            )
        )


def flush(file: Path) -> None:
    """Flush a file to disk before it gets its name."""
    with file.open("rb") as handle:
        os.fsync(handle.fileno())
