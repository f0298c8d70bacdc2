"""Backups: a consistent snapshot of a running server, restored into an empty database, or refused."""

from __future__ import annotations

import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from fattorino.server.storage import backup as module, schema as db
from fattorino.server.storage.backup import backup, restore
from fattorino.server.storage.store import StorageError, Store


def silent(done: int, total: int) -> None:
    assert 0 < done <= total


def content(url: str) -> dict[str, list[Any]]:
    """All rows of a database."""
    store = Store(url)
    with store.engine.connect() as connection:
        rows = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table)).all()))
            for table in db.metadata.sorted_tables
        }
    store.engine.dispose()
    return rows


def add_table(store: Store, name: str, actions: int) -> None:
    """A table with a seat, a chat line and some actions."""
    match = {
        "id": name,
        "game": "ghost_town",
        "game_version": 1,
        "options": "{}",
        "seed": 2**61,
        "nonce": "n",
    }
    match |= {
        "listed": True,
        "clock": None,
        "status": "running",
        "host": "",
        "host_token": "t",
        "rematch": "",
    }
    match |= {"digest": "d", "created": 1.5, "started": None, "hints": False, "review": ""}
    seat = {"match_id": name, "seat": 0, "kind": "human", "name": "Zoë", "colour": 1, "bot": "", "token": "t"}
    with store.engine.begin() as connection:
        connection.execute(db.matches.insert(), match)
        connection.execute(db.seats.insert(), seat | {"stand_in": ""})
        connection.execute(
            db.chat.insert(),
            {"match_id": name, "number": 1, "seat": 0, "name": "Zoë", "text": "ciao", "at": 2.0},
        )
        connection.execute(db.actions.insert(), [action(name, number) for number in range(1, actions + 1)])


def action(name: str, number: int) -> dict[str, Any]:
    return {
        "match_id": name,
        "number": number,
        "seat": 0,
        "action": number,
        "digest": "",
        "key": "",
        "at": 1.0,
    }


@pytest.fixture
def source(tmp_path: Path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.open()
    add_table(store, "abc", 2500)
    add_table(store, "def", 3)
    store.close()
    return store


def test_what_is_restored_is_what_was_there(source: Store, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    assert backup(url, tmp_path / "b.db", silent) == 2 + 2 + 2 + 2503
    again = f"sqlite:///{tmp_path / 'elsewhere' / 'again.db'}"
    assert restore(tmp_path / "b.db", again, silent) == 2509
    assert content(again) == content(url)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "b.db",
        "elsewhere",
        "tables.db",
        "tables.db.lock",
    ]


def test_a_backup_is_one_moment_of_a_server_that_goes_on_writing(source: Store, tmp_path: Path) -> None:
    """Every action is written with its table's chat line in one transaction: a backup has both or none."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    writer, stop = Store(url), threading.Event()

    def write() -> None:
        number = 2501
        while not stop.is_set():
            with writer.engine.begin() as connection:
                connection.execute(db.actions.insert(), action("abc", number))
                line = {"match_id": "abc", "number": number, "seat": 0, "name": "", "text": "", "at": 1.0}
                connection.execute(db.chat.insert(), line)
            number += 1
            time.sleep(0.001)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for number in range(3):
            backup(url, tmp_path / f"b{number}.db", silent)
    finally:
        stop.set()
        thread.join()
        writer.engine.dispose()
    for number in range(3):
        rows = content(f"sqlite:///{tmp_path / f'b{number}.db'}")
        actions = {row[1] for row in rows["actions"] if row[0] == "abc" and row[1] > 2500}
        assert actions == {row[1] for row in rows["chat"] if row[1] > 2500}
        assert actions == set(range(2501, 2501 + len(actions)))
    assert len(rows["actions"]) > 2503, "nothing was written meanwhile: the test shows nothing"


def test_a_backup_is_read_back_before_it_gets_its_name(
    source: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, flush = f"sqlite:///{tmp_path / 'tables.db'}", module.flush

    def lose_a_letter(file: Path) -> None:
        flush(file)
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE chat SET text = 'cia' WHERE match_id = 'abc'")
        connection.close()

    def damage(file: Path) -> None:
        with sqlite3.connect(file) as connection:
            (root,) = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'actions'"
            ).fetchone()
            (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.close()
        with file.open("r+b") as handle:
            handle.seek((root - 1) * size + 8)
            handle.write(b"\xff" * 64)

    for harm, sentence in ((lose_a_letter, "is not what was copied"), (damage, "damaged|malformed")):
        monkeypatch.setattr(module, "flush", harm)
        with pytest.raises(StorageError, match=sentence):
            backup(url, tmp_path / "b.db", silent)
        assert not (tmp_path / "b.db").exists()
    monkeypatch.setattr(module, "flush", flush)
    assert backup(url, tmp_path / "b.db", silent) == 2509
    assert stat.S_IMODE((tmp_path / "b.db").stat().st_mode) == 0o600, "it holds seeds"


def test_a_backup_replaces_no_file(source: Store, tmp_path: Path) -> None:
    (tmp_path / "b.db").write_text("mine")
    with pytest.raises(StorageError, match=r"b\.db already exists"):
        backup(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "b.db", silent)
    assert (tmp_path / "b.db").read_text() == "mine"


def test_a_backup_is_restored_into_an_empty_database_only(source: Store, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    backup(url, tmp_path / "b.db", silent)
    before = content(url)
    with pytest.raises(StorageError, match="has tables in it; restore into an empty one"):
        restore(tmp_path / "b.db", url, silent)
    assert content(url) == before


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="There is no backup"):
        restore(tmp_path / "none.db", f"sqlite:///{tmp_path / 'new.db'}", silent)
    (tmp_path / "text.db").write_text("not a database, but long enough to look like one" * 50)
    with pytest.raises(StorageError, match="cannot be opened: file is not a database"):
        restore(tmp_path / "text.db", f"sqlite:///{tmp_path / 'new.db'}", silent)


def test_a_database_of_another_version_is_not_copied(source: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    with pytest.raises(StorageError, match="another version of Fattorino"):
        backup(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "b.db", silent)
    assert not (tmp_path / "b.db").exists()
