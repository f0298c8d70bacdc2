"""Storage: migrations, refusals that write nothing, changed rules, and crashes."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import random
import resource
import sqlite3
import stat
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fattorino.server.storage import rows, schema as db
from fattorino.server.storage.backup import backup
from fattorino.server.storage.store import Conflict, StorageError, Store, Write, alembic_config, read_url
from fattorino.server.tables import registry
from loops import run
from server.conftest import wait_until

pytestmark = pytest.mark.bulk


def fingerprint(path: Path) -> str:
    """What a file holds."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def open_store(path: Path) -> Store:
    """A store on a new file."""
    store = Store(f"sqlite:///{path}")
    store.open()
    return store


def test_migrations_make_the_tables_the_code_expects(tmp_path: Path) -> None:
    store = open_store(tmp_path / "deep" / "er" / "tables.db")

    with store.engine.connect() as connection:
        difference = compare_metadata(MigrationContext.configure(connection), db.metadata)
        mode = connection.execute(sa.text("PRAGMA journal_mode")).scalar()
    store.close()

    changes = [change for change in difference if "listed_matches" not in str(change)]
    assert changes == []
    assert mode == "wal"


def test_notes_of_an_older_database_are_kept_cell_by_cell(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    config = alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        old = sa.MetaData()
        old.reflect(connection)
        for match, seat, marks in [("a", 0, '{"cell-1": "wall", "cell-2": "grave"}'), ("b", 1, "{}")]:
            blank = {
                column.name: column.type.python_type()
                for column in old.tables["matches"].columns
                if not column.nullable
            }
            connection.execute(old.tables["matches"].insert(), blank | {"id": match})
            connection.execute(
                old.tables["notes"].insert(), {"match_id": match, "seat": seat, "marks": marks}
            )
    store = open_store(tmp_path / "tables.db")
    with store.engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(sa.select(db.notes).order_by(db.notes.c.cell))]
    store.close()
    engine.dispose()
    assert found == [("a", 0, "cell-1", "wall"), ("a", 0, "cell-2", "grave")]


def test_a_database_of_a_newer_version_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    open_store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = fingerprint(path)

    with pytest.raises(StorageError, match=r"made by a newer version of Fattorino \(9999\).*--database\."):
        open_store(path)

    assert fingerprint(path) == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["tables.db", "tables.db.lock"]


def test_what_is_not_a_database_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, this is not a database. " * 50)
    before = fingerprint(path)

    with pytest.raises(
        StorageError, match=r"cannot be opened: file is not a database; choose another with --database\."
    ):
        open_store(path)

    assert fingerprint(path) == before
    with pytest.raises(StorageError, match="cannot be opened"):
        open_store(tmp_path)


@pytest.mark.parametrize("url", ["mysql://u:secret@h/d", "oracle://x", "nonsense://", "sqlite://"])
def test_other_databases_are_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(StorageError, match="sqlite:///FILE") as refusal:
        Store(url).open()

    assert "secret" not in str(refusal.value)


def test_urls_are_read() -> None:
    assert str(read_url("some/file.db")) == "sqlite:///some/file.db"
    assert read_url("postgres://u@h/d").drivername == "postgresql+psycopg"
    assert read_url("postgresql://u@h/d").drivername == "postgresql+psycopg"
    assert "secret" not in Store("postgresql://u:secret@h/d").name


def match_row() -> dict[str, Any]:
    """A table as a row."""
    match: dict[str, Any] = dict.fromkeys(("nonce", "host", "host_token", "rematch", "digest"), "")
    match |= {"id": "m", "game": "g", "game_version": 1, "options": "{}", "seed": 1, "listed": False}
    return match | {"clock": None, "status": "running", "created": 0.0, "started": None}


def action_rows(count: int) -> list[dict[str, Any]]:
    """So many actions at that table, as rows."""
    empty = {"match_id": "m", "seat": 0, "digest": "", "key": "", "at": 0.0}
    return [empty | {"number": n, "action": n} for n in range(count)]


def actions_on(store: Store) -> int:
    """How many actions are on disk."""
    with store.engine.connect() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(db.actions)).scalar_one()


def test_what_comes_in_one_turn_of_the_loop_is_one_transaction(tmp_path: Path) -> None:
    store, batches = open_store(tmp_path / "tables.db"), list[int]()
    writer = store._writer
    assert writer is not None
    commit = writer._commit

    def counted(writes: list[Write]) -> Exception | None:
        batches.append(len(writes))
        return commit(writes)

    writer._commit = counted  # type: ignore[method-assign]

    async def work() -> None:
        await store.write([(db.NEW_MATCH, match_row())])
        await asyncio.gather(*(store.write([(db.NEW_ACTION, row)]) for row in action_rows(40)))

    run(work())
    count = actions_on(store)
    store.close()

    assert batches == [1, 40]
    assert count == 40


def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables.db")

    async def work() -> list[Any]:
        await store.write([(db.NEW_MATCH, match_row())])
        writes = [asyncio.ensure_future(store.write([(db.NEW_ACTION, row)])) for row in action_rows(3)]
        await asyncio.sleep(0)  # they wait, and nobody was told of them yet
        await asyncio.to_thread(store.close)
        return await asyncio.gather(*writes, return_exceptions=True)

    answers = run(work())
    after = open_store(tmp_path / "tables.db")
    count = actions_on(after)
    after.close()

    assert answers == [None] * 3
    assert count == 3


def test_of_two_writes_of_one_row_one_wins_and_others_are_not_harmed(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables.db")

    async def work() -> list[Any]:
        await store.write([(db.NEW_MATCH, match_row())])
        some = action_rows(40)
        writes = [store.write([(db.NEW_ACTION, row)]) for row in [*some, some[7], some[9]]]
        return await asyncio.gather(*writes, return_exceptions=True)

    answers = run(work())
    count = actions_on(store)
    store.close()

    assert count == 40
    assert sum(isinstance(answer, Conflict) for answer in answers) == 2
    assert all(answer is None or isinstance(answer, Conflict) for answer in answers)


def test_a_row_that_cannot_be_written_fails_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables.db")

    async def work() -> list[Any]:
        await store.write([(db.NEW_MATCH, match_row())])
        some = action_rows(9)
        some[4]["action"] = 2**70  # no database has room for it
        writes = [store.write([(db.NEW_ACTION, row)]) for row in some]
        return await asyncio.gather(*writes, return_exceptions=True)

    answers = run(work())
    count = actions_on(store)
    store.close()

    assert count == 8
    assert [n for n, answer in enumerate(answers) if answer is not None] == [4]
    assert isinstance(answers[4], StorageError)


def test_a_write_that_fails_is_told_and_changes_nothing(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human")
    state = server.state(made, 0)
    store = server.service.store

    async def broken(*_arguments: Any) -> None:
        raise StorageError("This could not be saved, so it was not done; please try again.")

    kept, store.write = store.write, broken
    answer = server.move(made, 0, state["legal"][0]["action"], state["version"])
    store.write = kept

    assert answer.status_code == 503
    assert answer.json()["code"] == "storage"
    assert server.state(made, 0) == state
    assert server.move(made, 0, state["legal"][0]["action"], state["version"]).status_code == 200


def test_a_game_that_todays_rules_play_differently_is_opened_read_only(
    live: Callable[..., Any], tmp_path: Path
) -> None:
    server = live()
    made = server.make("human", "human", seed=3)
    server.play_on(made, 6)
    server.stop()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE actions SET digest = 'other' WHERE number = 4")
    connection.close()

    server = live()
    state = server.state(made, 0)
    seat = next(seat for seat in (0, 1) if server.state(made, seat)["to_move"] == seat)
    answer = server.move(made, seat, 0, server.state(made, seat)["version"])

    assert "step 4" in state["frozen"]
    assert (answer.status_code, answer.json()["code"]) == (409, "read_only")
    assert answer.json()["detail"] == state["frozen"]
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        assert connection.execute("SELECT count(*) FROM actions").fetchone() == (6,)
    connection.close()


def test_forgotten_tables_come_back_whole(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human", seed=8)
    server.play_on(made, 5)
    server.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": "hello"})
    server.call("PUT", f"/api/matches/{made.id}/notes", made.tokens[0], json={"notes": {"cell-1": "wall"}})
    before = [server.state(made, viewer) for viewer in (0, 1, None)]

    async def forget() -> int:
        server.service.registry.evict(-1.0)
        return sum(server.service.registry.count().values())

    assert server.do(forget()) == 0
    assert [server.state(made, viewer) for viewer in (0, 1, None)] == before
    assert server.get(f"/api/matches/{made.id}/notes", made.tokens[0]).json() == {"notes": {"cell-1": "wall"}}


def test_what_a_forgotten_table_showed_leaves_memory_at_once(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human")
    assert server.browser().get(f"/t/{made.id}").status_code == 200
    assert server.state(made, 0)["log"] == []
    viewer = weakref.ref(server.table(made)._viewers[0])

    async def forget() -> None:
        server.service.registry.evict(-1.0)

    gc.collect()
    gc.disable()  # as the server does
    try:
        server.do(forget())
        wait_until(lambda: viewer() is None, 10)
    finally:
        gc.enable()


def test_what_was_drawn_of_a_table_that_nobody_looks_at_leaves_memory_before_it(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = live()
    made = server.make("human", "human")
    assert server.browser().get(f"/t/{made.id}").status_code == 200
    viewers = server.table(made)._viewers.values()
    assert any(viewer._projections for viewer in viewers)

    async def tidy() -> int:
        server.service.registry.evict(300.0)
        return sum(server.service.registry.count().values())

    assert server.do(tidy()) == 1
    assert any(viewer._projections for viewer in viewers), "somebody was here just now"
    monkeypatch.setattr(registry, "REDRAW_AFTER", -1.0)
    assert server.do(tidy()) == 1, "the table itself stays"
    assert not any(viewer._projections for viewer in viewers)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables.db")

    with pytest.raises(StorageError, match=r"Another server uses .*tables\.db; stop it, or choose another"):
        open_store(tmp_path / "tables.db")

    store.close()
    open_store(tmp_path / "tables.db").close()


def test_a_file_that_cannot_be_written_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(tmp_path / "tables.db").close()
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    sa.event.listen(store.engine, "connect", lambda line, _record: line.execute("PRAGMA query_only=ON"))

    with pytest.raises(StorageError, match="readonly database"):
        store.open()


def test_files_with_secrets_are_for_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.touch(mode=0o644)
    store = open_store(path)
    backup(f"sqlite:///{path}", tmp_path / "backup.db", lambda _done, _of: None)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    store.close()

    assert modes.keys() >= {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock", "backup.db"}
    assert set(modes.values()) == {0o600}, modes


def test_a_deleted_file_is_not_written_as_if_it_were_there(
    live: Callable[..., Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = live()
    made = server.make("human", "human", seed=3)
    assert server.get("/readyz").status_code == 200
    for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
        (tmp_path / name).rename(tmp_path / f"away-{name}")

    seat, state = server.asked(made)
    move = (made, seat, state["legal"][0]["action"], state["version"])
    answer, ready = server.move(*move), server.get("/readyz")

    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert ready.status_code == 503
    path, token, host = f"/api/matches/{made.id}", made.tokens[0], made.host
    others = [
        server.post(f"{path}/chat", token, {"text": "hello"}),
        server.call("PUT", f"{path}/notes", token, json={"notes": {"sq-1": "wall"}}),
        server.call("DELETE", f"{path}/seats/1", host),
        server.post("/api/matches", json={"game": "ghost_town", "seats": [{"kind": "human"}] * 2}),
        server.get("/api/matches/k3vx7mq2wd9p"),
        server.get("/t/k3vx7mq2wd9p", headers={"Accept": "text/html"}),
        server.get("/", headers={"Accept": "text/html"}),
        server.get(f"{path}/chat?before=2"),
        server.call("DELETE", path, host),
    ]
    told = "".join(one.text for one in [answer, ready, *others])
    assert str(tmp_path) not in told and "tables.db" not in told, "a path is for the operator's eyes"
    assert [one.status_code for one in others].count(503) >= 6
    assert f"{tmp_path / 'tables.db'} was deleted or replaced" in caplog.text
    assert server.get("/healthz").status_code == 200
    assert not (tmp_path / "tables.db").exists()
    for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
        (tmp_path / f"away-{name}").rename(tmp_path / name)
    assert server.get("/readyz").status_code == 200
    assert server.move(*move).status_code == 200


def test_a_file_that_becomes_read_only_is_not_ready_but_alive(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human", seed=3)
    writer = server.service.store._writer
    seat, state = server.asked(made)
    move = (made, seat, state["legal"][0]["action"], state["version"])
    writer._connection.exec_driver_sql("PRAGMA query_only=ON")  # what a file system mounted read-only does
    writer._connection.rollback()
    closed, kept = writer._disconnect, writer._connection
    writer._disconnect = lambda: None  # a new connection would be as read-only

    ready, answer = server.get("/readyz"), server.move(*move)

    assert (ready.status_code, ready.json()["code"]) == (503, "storage")
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert server.get("/healthz").status_code == 200
    writer._disconnect = closed
    kept.exec_driver_sql("PRAGMA query_only=OFF")
    kept.rollback()
    assert server.get("/readyz").status_code == 200
    assert server.move(*move).status_code == 200


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_a_full_disk_is_not_ready_but_alive(process: Callable[..., Any], tmp_path: Path) -> None:
    server = process()
    server.wait()
    assert server.get("/readyz").status_code == 200
    pid, before = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)

    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1024, before[1]))  # no file may grow
    full, alive = server.get("/readyz"), server.get("/healthz")
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    assert (full.status_code, full.json()["code"]) == (503, "storage")
    assert alive.status_code == 200
    assert server.get("/readyz").status_code == 200


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_a_disk_that_refused_a_write_is_not_ready_though_a_small_row_fits(
    process: Callable[..., Any], tmp_path: Path
) -> None:
    server = process()
    server.wait()
    pid, before = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size, frame = (tmp_path / "tables.db-wal").stat().st_size, 4096 + 24
    order = {"game": "ghost_town", "seats": [{"kind": "human"}] * 2}

    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 3 * frame, before[1]))
    refused, full = server.post("/api/matches", json=order), server.get("/readyz")
    again = server.get("/readyz")
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    assert (refused.status_code, refused.json()["code"]) == (503, "storage")
    assert full.status_code == again.status_code == 503
    assert server.get("/readyz").status_code == 200
    assert server.post("/api/matches", json=order).status_code == 201


def test_news_of_a_table_that_is_being_loaded_are_not_lost(
    live: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = live()
    made = server.make("human", "human", seed=8)
    server.play_on(made, 5)
    registry, file = server.service.registry, tmp_path / "tables.db"

    async def forget() -> None:
        registry.evict(-1.0)

    server.do(forget())
    with sqlite3.connect(file) as connection:  # the last step is another process's, and not there yet
        step = connection.execute("SELECT * FROM actions WHERE number = 5").fetchone()
        connection.execute("DELETE FROM actions WHERE number = 5")
    connection.close()
    to_table = rows.to_table

    def slowly(*given: Any) -> Any:
        with sqlite3.connect(file) as connection:
            connection.execute(f"INSERT INTO actions VALUES ({', '.join('?' * len(step))})", step)
        connection.close()
        server.do(registry.receive(f"another {made.id}"))
        return to_table(*given)

    monkeypatch.setattr(rows, "to_table", slowly)
    server.state(made)

    assert len(server.table(made).steps) == 5


def test_a_table_is_read_again_when_the_database_is_back(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fattorino.server.tables.registry.LOOK_AGAIN", 0.01)
    server = live()
    made = server.make("human", "human", seed=8)
    server.state(made)
    read, failures = server.service.store.read, [1, 2]

    async def fails_first(ask: Any) -> Any:
        if failures:
            failures.pop()
            raise StorageError("The database does not answer; please try again.")
        return await read(ask)

    monkeypatch.setattr(server.service.store, "read", fails_first)
    server.do(server.service.registry.receive_all())

    assert not failures


def test_killing_the_process_loses_no_acknowledged_move(process: Callable[..., Any], tmp_path: Path) -> None:
    server = process()
    server.wait()
    tables = [server.make("human", "human", seed=seed) for seed in range(4)]
    acknowledged: list[dict[str, tuple[int, int]]] = [
        {} for _table in tables
    ]  # key -> (action, version told)
    port = server.port

    def hurry(number: int, until: int) -> None:
        made, chance = tables[number], random.Random(number + 10 * until)
        with httpx.Client(base_url=server.url, timeout=20) as client:
            try:
                while len(acknowledged[number]) < until:
                    for seat, token in made.tokens.items():
                        headers = {"Authorization": f"Bearer {token}"}
                        state = client.get(f"/api/matches/{made.id}", headers=headers).json()
                        if state["over"]:
                            return
                        if state["legal"]:
                            action = chance.choice(state["legal"])["action"]
                            key = f"{seat}-{state['version']}"
                            body = {"action": action, "version": state["version"], "key": key}
                            answer = client.post(
                                f"/api/matches/{made.id}/actions", headers=headers, json=body
                            )
                            if answer.status_code == 200:
                                acknowledged[number][f"{seat} {key}"] = (action, answer.json()["version"])
            except httpx.HTTPError:
                return

    for round_number in (1, 2):
        threads = [threading.Thread(target=hurry, args=(n, 400)) for n in range(len(tables))]
        for thread in threads:
            thread.start()
        enough, end = 15 * round_number, time.monotonic() + 60
        while sum(len(moves) for moves in acknowledged) < enough and time.monotonic() < end:
            time.sleep(0.01)
        server.kill()
        for thread in threads:
            thread.join()
        with sqlite3.connect(tmp_path / "tables.db") as connection:
            found = connection.execute("SELECT match_id, seat, key, action FROM actions").fetchall()
        connection.close()
        on_disk = {(id, f"{seat} {key}", action) for id, seat, key, action in found}
        for made, moves in zip(tables, acknowledged, strict=True):
            assert {(made.id, key, action) for key, (action, _version) in moves.items()} <= on_disk
        server = process(port=port)
        server.wait()
    assert sum(len(moves) for moves in acknowledged) >= 30
    for made, moves in zip(tables, acknowledged, strict=True):
        for name, (action, version) in list(moves.items())[-2:]:
            seat, _space, key = name.partition(" ")
            body = {"action": action, "version": 0, "key": key}
            answer = server.post(f"/api/matches/{made.id}/actions", made.tokens[int(seat)], body)
            assert answer.json() == {"version": version, "repeated": True}
        assert server.state(made)["frozen"] == ""
