"""How the server is, for its operator: memory, disk, what is interpreted, how much goes on."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from fattorino.server.settings import data_folder
from fattorino.server.storage.store import StorageError, Store
from fattorino.server.tables.service import TableService


async def state(service: TableService) -> dict[str, Any]:
    """The state of this process and its database, in bytes and counts."""
    free, size = await asyncio.to_thread(disk_free, service.store), await database_size(service.store)
    progress = service.precompiler.games.values()
    return {
        "database": "PostgreSQL" if service.store.postgres else "SQLite",
        "writable": await is_writable(service.store),
        "database_bytes": size,
        "disk_free_bytes": free,
        "memory_bytes": memory(),
        "tables_in_memory": service.registry.count(),
        "streams": service.listeners.open,
        "interpreted": [one.game for one in progress if one.state != "ready" or one.step < one.of],
        "notice": service.moderation.notice,
        "blocked": len(service.moderation.blocked),
    }


def memory() -> int:
    """The memory of this process, or 0 where that is not known."""
    try:
        resident = Path("/proc/self/statm").read_text().split()[1]
        return int(resident) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def disk_free(store: Store) -> int:
    """The room on the disk of an SQLite database; beside PostgreSQL, on that of the data folder."""
    folder = data_folder() if store.postgres else Path(store.url.database or "").absolute().parent
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


async def database_size(store: Store) -> int:
    """What the database takes on its disk."""
    if store.postgres:
        query = sa.text("SELECT pg_database_size(current_database())")
        return await store.read(lambda connection: int(connection.scalar(query) or 0))
    file = Path(store.url.database or "")
    return sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*"))


async def is_writable(store: Store) -> bool:
    """Whether the database can be written now."""
    try:
        await store.probe()
    except (StorageError, TimeoutError):
        return False
    return True
