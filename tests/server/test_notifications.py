"""Several processes on one PostgreSQL database: the same tables, news between them, one of them killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.postgres, pytest.mark.bulk, pytest.mark.xdist_group("postgres")]


def find(program: str) -> str | None:
    """A program of PostgreSQL, wherever Debian keeps it."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((str(f / program) for f in folders if (f / program).exists()), shutil.which(program))


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL server of our own in a temporary folder, as a user that is not root."""
    initdb, postgres = find("initdb"), find("postgres")
    if initdb is None or postgres is None:
        pytest.skip("PostgreSQL is not installed")
    as_user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="fattorino-pg-"))
    if as_user:
        shutil.chown(folder, "nobody")
    data, log = folder / "data", folder / "log"
    try:
        subprocess.run(
            [*as_user, initdb, "-D", str(data), "-U", "fattorino", "-A", "trust", "--no-sync"],
            check=True, capture_output=True, timeout=100, cwd=folder,
        )  # fmt: skip
        with log.open("wb") as out:
            flags = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"]
            server = subprocess.Popen(
                [*as_user, postgres, "-D", str(data), *flags], stdout=out, stderr=out, cwd=folder
            )
        try:
            for _attempt in range(300):
                if (folder / ".s.PGSQL.5432").exists() and b"ready to accept" in log.read_bytes():
                    break
                assert server.poll() is None, log.read_text()
                time.sleep(0.1)
            yield f"postgresql://fattorino@/postgres?host={folder}"
        finally:
            server.terminate()
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_two_processes_serve_one_table_and_one_may_be_killed(
    process: Callable[..., Any], database: str
) -> None:
    one, two = process(database=database), process(database=database)  # both migrate at once
    one.wait()
    two.wait()
    made = one.make("human", "human", seed=17)
    stream = two.stream(made, 1)
    first = stream.next()
    wait_for(lambda: one.state(made)["seats"][1]["connected"])  # who is at one door is seen at the other

    moved = 0
    for turn in range(200):  # the moves go through both doors in turn
        server = (one, two)[turn % 2]
        seat, state = server.asked(made)
        answer = server.move(made, seat, state["legal"][0]["action"], state["version"])
        moved += answer.status_code == 200
        assert answer.status_code in (200, 409, 403), (
            answer.text
        )  # news of the other door may be on their way
        if moved == 6:
            break
    one.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": "through the other door"})
    event = stream.until(lambda event: bool(event["data"]["chat"]))
    assert event["id"] > first["id"]
    assert len(event["data"]["log"]) > len(first["data"]["log"])
    assert moved == 6
    wait_for(lambda: one.state(made, 0)["version"] == two.state(made, 0)["version"])
    last = one.state(made, 0)

    one.kill()

    wait_for(lambda: two.state(made, 0)["version"] == last["version"])
    after = two.state(made, 0)
    assert (after["log"], after["view"]) == (last["log"], last["view"])
    played = two.play_on(made)
    assert two.state(made)["over"]
    record = two.get(f"/api/matches/{made.id}/record").json()
    assert len(record["actions"]) == moved + played


def test_of_two_doors_at_once_one_wins(process: Callable[..., Any], database: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    one, two = process(database=database), process(database=database)
    one.wait()
    two.wait()
    made = one.make("human", "human", seed=18)
    two.state(made)
    with ThreadPoolExecutor(2) as pool:
        for _round in range(6):
            seat, state = one.asked(made)
            move = (made, seat, state["legal"][0]["action"], state["version"])

            def caught_up(move: Any = move) -> bool:
                return bool(two.state(made, move[1])["version"] == move[3])

            def post(server: Any, move: Any = move) -> Any:
                return server.move(*move)

            wait_for(caught_up)
            answers = list(pool.map(post, (one, two)))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
        seats = two.make("human", "human", start=False)
        wait_for(lambda: one.state(seats)["status"] == "open")
        people = [server.browser() for server in (one, two)]
        path = f"/api/matches/{seats.id}/seats/0"
        taken = list(pool.map(lambda person: person.post(path, json={"name": "Ada"}).status_code, people))
        assert sorted(taken) == [200, 409]


def test_a_bot_goes_on_when_the_process_that_moved_it_is_gone(
    process: Callable[..., Any], database: str
) -> None:
    one, two = process("--bot-pause", "30", database=database), process(database=database)
    one.wait()
    two.wait()
    made = one.make("human", "random", seed=19)
    stream = two.stream(made, 0)
    stream.next()
    moved = one.play_on(made, 1)  # its bot now waits half a minute
    version = one.state(made, 0)["version"]

    one.kill()

    stream.until(lambda event: event["id"] > version, timeout=25)
    assert moved == 1
    assert two.state(made, 0)["legal"]


def test_a_newer_postgres_database_is_refused(database: str) -> None:
    import psycopg

    from fattorino.server.storage.errors import StorageError
    from fattorino.server.storage.store import Store

    store = Store(database)
    store.open()
    store.close()
    with psycopg.connect(database.replace("postgresql+psycopg", "postgresql")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    try:
        with pytest.raises(StorageError, match="newer version"):
            Store(database).open()
    finally:
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(StorageError, match="cannot be opened"):
        Store("postgresql://nobody@127.0.0.1:1/nothing").open()


def wait_for(done: Callable[[], bool], timeout: float = 20.0) -> None:
    """Wait until the news have arrived."""
    end = time.monotonic() + timeout
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)
