"""Store: the database. SQLite in WAL mode, or PostgreSQL; SQLAlchemy Core for both.

The list of actions is append-only.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from fattorino.kernel.i18n import _
from fattorino.server.storage.errors import StorageError, reason_of
from fattorino.server.storage.schema import TOUCH
from fattorino.server.storage.writer import Statement, Writer

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
MIGRATION_LOCK = 0x0FA77051


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine: Engine = sa.create_engine(self.url, pool_pre_ping=self.postgres)
        if not self.postgres:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        self._writer: Writer | None = None  # while the store is open
        self._file: Path | None = None if self.postgres else Path(self.url.database or "")
        self._identity: tuple[int, int] | None = None  # device and inode of the file, while the store is open
        self._held: IO[bytes] | None = None  # lock file: one server at a time

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
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
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
        self._held = file.with_name(file.name + ".lock").open("ab")
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
            sentence = _("The database {name} was deleted or replaced while the server runs; restart it.")
            raise StorageError(sentence.format(name=self.name))

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
                    return ask(connection)
            except DBAPIError as error:
                log.error("reading failed: %s", reason_of(error))
                raise StorageError(_("The database does not answer; please try again.")) from None

        return await asyncio.to_thread(work)

    async def write(self, statements: Sequence[Statement], notification: str = "") -> None:
        """Write rows; returns once they are on disk. Raises Conflict if a row was there already."""
        if self._writer is None:
            raise StorageError(_("The server is stopping."))
        await self._writer.write(statements, notification)

    async def probe(self) -> None:
        """Write without changing anything, to check that it is possible."""
        async with asyncio.timeout(PROBE_SECONDS):
            await self.write([(TOUCH, {})])


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # survives a power failure; one flush serves many tables
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
                _("PostgreSQL needs an additional package: pip install 'fattorino[postgres]'.")
            ) from None
    return url
