"""Several processes on one PostgreSQL database: shared tables, notifications, and one of them killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fattorino.server.storage import schema
from fattorino.server.storage.store import Conflict, StorageError, Store, alembic_config
from loops import run
from server.conftest import PATIENCE, wait_until
from server.postgres import Postgres, found

pytestmark = [pytest.mark.postgres, pytest.mark.bulk]

TALK = {"text": "hello"}


@pytest.fixture(name="postgres", scope="module")
def _postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    if not found():
        pytest.skip("PostgreSQL is not installed")
    server = Postgres()
    try:
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    """The address of its database."""
    return postgres.url


def test_two_processes_serve_one_table_and_one_may_be_killed(
    process: Callable[..., Any], database: str
) -> None:
    one, two = process(database=database), process(database=database)  # both migrate at once
    one.wait()
    two.wait()
    made = one.make("human", "human", seed=17)
    stream = two.stream(made, 1)
    first = stream.next()
    wait_until(lambda: one.state(made)["seats"][1]["connected"])  # who is at one door is seen at the other

    moved = 0
    for turn in range(6):  # the moves go through both doors in turn
        server = (one, two)[turn % 2]
        seat, state = server.asked(made)
        answer = server.move(made, seat, state["legal"][0]["action"], state["version"])
        assert answer.status_code == 200, answer.text
        moved += 1
    one.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": "through the other door"})
    event = stream.until(lambda event: bool(event["data"]["chat"]))
    assert event["id"] > first["id"]
    assert len(event["data"]["log"]) > len(first["data"]["log"])
    assert moved == 6
    wait_until(lambda: one.state(made, 0)["version"] == two.state(made, 0)["version"])
    last = one.state(made, 0)

    one.kill()

    wait_until(lambda: two.state(made, 0)["version"] == last["version"])
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

            wait_until(caught_up)
            answers = list(pool.map(post, (one, two)))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
        seats = two.make("human", "human", start=False)
        wait_until(lambda: one.state(seats)["status"] == "open")
        people = [server.browser() for server in (one, two)]
        path = f"/api/matches/{seats.id}/seats/0"
        taken = list(pool.map(lambda person: person.post(path, json={"name": "Ada"}).status_code, people))
        assert sorted(taken) == [200, 409]


def test_notes_through_two_processes_lose_nothing(process: Callable[..., Any], database: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    servers = process(database=database), process(database=database)
    for server in servers:
        server.wait()
    made = servers[0].make("human", "human", seed=18)
    path, cells = f"/api/matches/{made.id}/notes", [f"cell-{n}" for n in range(60)]

    def mark(half: int) -> None:
        for cell in cells[half::2]:
            answer = httpx.put(
                f"{servers[half].url}{path}",
                headers={"Authorization": f"Bearer {made.tokens[0]}"},
                json={"notes": {cell: "wall"}},
                timeout=60,
            )
            assert answer.status_code == 200, answer.text

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(mark, (0, 1)))

    for server in servers:

        def all_there(server: Any = server) -> bool:
            return sorted(server.get(path, made.tokens[0]).json()["notes"]) == sorted(cells)

        wait_until(all_there)


def test_what_the_operator_does_holds_at_every_process(
    process: Callable[..., Any], postgres: Postgres
) -> None:
    flags = ("--operator-token", "operator", "--proxy")
    one, two = (process(*flags, database=postgres.url) for _n in range(2))
    one.wait()
    two.wait()
    made = one.make("human", "human", seed=17)
    stranger = one.take(made, 0, name="Mario Rossi")
    stranger.post(f"/api/matches/{made.id}/chat", json={"text": "from Naples"})
    wait_until(lambda: "Naples" in two.get(f"/t/{made.id}").text)
    stream, blocked = two.stream(made, 1), two.stream(made, 1, **{"X-Forwarded-For": "192.0.2.7"})
    stream.next()
    blocked.next()

    def does(method: str, path: str, **body: Any) -> Any:
        answer = one.call(method, f"/api/operator/{path}", "operator", **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    does("PUT", "notice", json={"text": "Closing at ten."})
    does("PUT", "blocked/192.0.2.7")
    does("PUT", f"tables/{made.id}/halt", json={"reason": "Tea."})

    assert blocked.ended()
    wait_until(lambda: two.get("/api/notice").json()["text"] == "Closing at ten.")
    wait_until(lambda: "Tea." in two.state(made)["frozen"])
    does("DELETE", f"tables/{made.id}/halt")
    (person,) = does("GET", "people?name=rossi")["people"]
    assert does("DELETE", f"people/{person['id']}") == {"tables": 1}
    assert stream.until(lambda event: event["event"] == "reload") and stream.ended()
    for server in (one, two):
        wait_until(lambda server=server: "Somebody" in server.get(f"/api/matches/{made.id}").text)  # type: ignore[misc]
        told = server.get(f"/t/{made.id}").text + server.get(f"/api/matches/{made.id}").text
        assert "Mario" not in told and "Naples" not in told

    postgres.stop(signal.SIGINT)
    wait_until(lambda: one.get("/readyz").status_code == 503)
    postgres.start()

    wait_until(lambda: "reconnected to PostgreSQL" in one.log.read_text())
    assert one.log.read_text().count("lost the PostgreSQL notification connection") == 1
    assert "Mario" not in one.log.read_text() and "192.0.2.7" not in one.log.read_text()


def test_who_asks_one_process_is_not_absent_at_another(process: Callable[..., Any], database: str) -> None:
    one, two = (process("--absent-after", "3", database=database) for _n in range(2))
    one.wait()
    two.wait()
    made = one.make("human", "human", seed=17)
    two.state(made)
    end = time.monotonic() + 5
    while time.monotonic() < end:  # a program that only asks, without a stream
        one.state(made, 0)
        time.sleep(0.3)

    refused = two.call("PUT", f"/api/matches/{made.id}/seats/0/stand-in", made.tokens[1])
    assert (refused.status_code, refused.json()["code"]) == (409, "not_absent")

    time.sleep(4.5)
    gone = two.call("PUT", f"/api/matches/{made.id}/seats/0/stand-in", made.tokens[1])
    assert gone.status_code == 200, "now it has asked nobody for long enough"


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

    stream.until(lambda event: event["id"] > version)
    assert moved == 1
    assert two.state(made, 0)["legal"]


def a_match(id: str) -> dict[str, Any]:
    """A row of a table that nobody loads."""
    names = dict.fromkeys(("nonce", "host", "host_token", "rematch", "digest"), "")
    match: dict[str, Any] = {"id": id, "game": "g", "game_version": 1, "options": "{}", "seed": 1}
    return match | {
        "clock": None,
        "status": "running",
        "created": 0.0,
        "started": None,
        "listed": False,
        **names,
    }


def test_a_row_that_postgres_does_not_take_fails_alone(database: str) -> None:
    store = Store(database)
    store.open()
    empty = {"match_id": "bad-row", "seat": 0, "digest": "", "key": "", "at": 0.0}
    some = [empty | {"number": n, "action": n} for n in range(9)]
    some[4]["key"] = "a\0b"  # SQLite takes it, PostgreSQL does not
    some[6]["action"] = 2**70

    async def work() -> list[Any]:
        await store.write([(schema.NEW_MATCH, a_match("bad-row"))])
        writes = [store.write([(schema.NEW_ACTION, row)]) for row in some]
        return await asyncio.gather(*writes, return_exceptions=True)

    answers = run(work())
    with store.engine.connect() as connection:
        query = sa.select(schema.actions.c.number).where(schema.actions.c.match_id == "bad-row")
        there = sorted(connection.scalars(query))
    store.close()

    assert [n for n, answer in enumerate(answers) if answer is not None] == [4, 6]
    assert all(isinstance(answers[n], StorageError) for n in (4, 6))
    assert there == [0, 1, 2, 3, 5, 7, 8]


def test_of_two_writers_in_each_others_way_one_is_told_to_try_again(database: str) -> None:
    store = Store(database)
    store.open()
    first, second = (
        (schema.SET_NOTE, {"match_id": "held", "seat": 0, "cell": cell, "mark": "wall"})
        for cell in ("a", "b")
    )

    async def work() -> None:
        await store.write([(schema.NEW_MATCH, a_match("held"))])
        with store.engine.connect() as other:
            other.execute(*second)
            writing = asyncio.create_task(store.write([first, second]))
            while not other.execute(sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar():
                await asyncio.sleep(0.01)
            await asyncio.to_thread(lambda: other.execute(*first))  # now each waits for the other
            with pytest.raises(Conflict):
                await writing

    run(work())
    store.close()


PROMISED = 3.0  # seconds in which everybody everywhere sees what was acknowledged
ENOUGH = 60  # acknowledged moves, then the checker looks at what was recorded
SPARE = 10  # moves that are made while something is down: games must not end meanwhile


class Seen(NamedTuple):
    """An update that somebody received."""

    server: int
    version: int
    when: float
    told: str  # everything there is to see of the game


class Checker:
    """Plays at some tables through several processes, and records what was acknowledged and what was seen."""

    def __init__(self, servers: list[Any], tables: list[Any]) -> None:
        self.servers, self.tables = servers, tables
        self.acknowledged: list[list[tuple[int, str, int, int, float]]] = [[] for _table in tables]
        self.seen: dict[tuple[int, int], list[Seen]] = {
            (number, seat): [] for number in range(len(tables)) for seat in (0, 1)
        }
        self.outages: list[tuple[set[int], float, float]] = []  # of which servers, from when until when
        self.limit = SPARE  # moves in all, for now
        self.longest_stall = 0.0  # of this machine, which nobody can promise away
        self.played = threading.Event()  # nobody makes another move
        self.over = threading.Event()
        work: list[tuple[Callable[..., None], tuple[int, ...]]] = [
            *((self._play, (number,)) for number in range(len(tables))),
            *((self._follow, (*key, server)) for key in self.seen for server in range(len(servers))),
            (self._measure_stalls, ()),
        ]
        self.threads = [threading.Thread(target=do, args=given, daemon=True) for do, given in work]
        for thread in self.threads:
            thread.start()

    def _measure_stalls(self) -> None:
        while not self.over.is_set():
            before = time.monotonic()
            time.sleep(0.05)
            self.longest_stall = max(self.longest_stall, time.monotonic() - before - 0.05)

    def _play(self, number: int) -> None:
        """Make one move after the other; each is sent with its key until it is acknowledged."""
        made, chance, turn = self.tables[number], random.Random(number), 0
        api = f"/api/matches/{made.id}"
        with httpx.Client(timeout=5) as client:
            while not self.played.is_set():
                if self.count() >= self.limit:
                    time.sleep(0.05)
                    continue
                turn += 1
                seat, url = turn % 2, self.servers[turn // 2 % len(self.servers)].url
                headers = {"Authorization": f"Bearer {made.tokens[seat]}"}
                try:
                    state = client.get(url + api, headers=headers).json()
                    if not state.get("legal"):
                        time.sleep(0.02)
                        continue
                    body = {"action": chance.choice(state["legal"])["action"], "version": state["version"]}
                    body["key"] = f"{number}-{seat}-{state['version']}"
                    self._send(client, number, seat, body, headers)
                except (httpx.HTTPError, ValueError):
                    time.sleep(0.1)

    def _send(self, client: Any, number: int, seat: int, body: dict[str, Any], headers: Any) -> None:
        """Send a move to any process that answers; it counts once, however often it is sent."""
        while not self.played.is_set():
            for server in self.servers:
                with contextlib.suppress(httpx.HTTPError):
                    path = f"/api/matches/{self.tables[number].id}/actions"
                    answer = client.post(server.url + path, headers=headers, json=body)
                    known = [key for _seat, key, *_more in self.acknowledged[number]]
                    if answer.status_code == 200 and body["key"] not in known:  # a process may lag behind
                        told = (seat, body["key"], body["action"], answer.json()["version"], time.monotonic())
                        self.acknowledged[number].append(told)
                    if answer.status_code != 503:  # else it was refused: decided on an old position
                        return
            time.sleep(0.1)

    def _follow(self, number: int, seat: int, server: int) -> None:
        """Follow a seat's stream through one process, and come back whenever it breaks."""
        made = self.tables[number]
        headers = {"Authorization": f"Bearer {made.tokens[seat]}"}
        path = f"/api/matches/{made.id}/stream?content=state"
        while not self.over.is_set():
            try:
                with httpx.stream(
                    "GET", self.servers[server].url + path, headers=headers, timeout=20
                ) as answer:
                    for line in answer.iter_lines():
                        if line.startswith("data: {") and '"view"' in line:
                            state = json.loads(line.removeprefix("data: "))
                            told = json.dumps([state["log"], state["view"], state["legal"]])
                            seen = Seen(server, state["version"], time.monotonic(), told)
                            self.seen[number, seat].append(seen)
                        if self.over.is_set():
                            return
            except httpx.HTTPError:
                time.sleep(0.1)

    def count(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, self.acknowledged))

    def go_on(self, moves: int) -> None:
        """Wait for this many more acknowledged moves."""
        moves += self.count()
        self.limit, until = moves + SPARE, time.monotonic() + PATIENCE
        while self.count() < moves:
            assert time.monotonic() < until, "too few moves were acknowledged"
            time.sleep(0.05)

    def all_seen(self) -> bool:
        """Whether the seats have seen all their acknowledged moves, through every server."""
        return all(
            any(one.server == server and one.version >= version for one in list(self.seen[number, seat]))
            for number, moves in enumerate(self.acknowledged)
            for seat, _key, _action, version, _when in moves
            for server in range(len(self.servers))
        )

    def deadline(self, server: int, when: float) -> float:
        """Until when a server has to show what was acknowledged then: outages do not count."""
        end = when + PROMISED + self.longest_stall
        for concerned, start, stop in sorted(self.outages, key=lambda outage: outage[1]):
            if server in concerned and when <= stop and start <= end:
                end = stop + PROMISED + self.longest_stall
        return end

    def check(self, steps: list[list[tuple[int, int, int, str]]]) -> None:
        """Prove from the record what is promised; `steps` is what is on disk of each table."""
        for number, rows in enumerate(steps):
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            keys = [key for _n, _seat, _action, key in rows]
            acknowledged = [(seat, action, key) for seat, key, action, _v, _at in self.acknowledged[number]]
            assert len(set(keys)) == len(keys), "a move was written twice"
            there = [(seat, action, key) for _n, seat, action, key in rows]
            assert there[: len(acknowledged)] == acknowledged, "each once, in order"
            assert len(there) - len(acknowledged) <= 1  # the one that was on its way at the end
        for (number, seat), seen in self.seen.items():
            worlds: dict[int, str] = {}
            for one in seen:
                assert worlds.setdefault(one.version, one.told) == one.told, (
                    "two processes tell different stories"
                )
            for mover, key, _action, version, when in self.acknowledged[number]:
                for server in range(len(self.servers)) if mover == seat else ():
                    told = [one.when for one in seen if one.server == server and one.version >= version]
                    assert told, (key, server)
                    assert min(told) <= self.deadline(server, when), (key, server, min(told) - when)


def test_what_is_acknowledged_is_seen_once_in_order_everywhere_within_seconds(
    process: Callable[..., Any], postgres: Postgres
) -> None:
    servers = [process(database=postgres.url) for _server in range(2)]
    for server in servers:
        server.wait()
    checker = Checker(servers, [servers[0].make("human", "human", seed=seed) for seed in range(40, 43)])
    checker.go_on(ENOUGH // 3)
    start = time.monotonic()
    servers[0].kill()
    servers[0] = process(database=postgres.url, port=servers[0].port)
    servers[0].wait()
    checker.outages.append(({0}, start, time.monotonic()))
    checker.go_on(ENOUGH // 3)
    start = time.monotonic()
    postgres.stop(signal.SIGQUIT)
    postgres.start()
    checker.outages.append(({0, 1}, start, time.monotonic()))
    checker.go_on(ENOUGH // 3)
    checker.played.set()
    for thread in checker.threads[: len(checker.tables)]:
        thread.join(PATIENCE)
    wait_until(checker.all_seen)
    checker.over.set()

    with psycopg.connect(postgres.url) as connection:
        query = "SELECT number, seat, action, key FROM actions WHERE match_id = %s ORDER BY number"
        checker.check([connection.execute(query, [made.id]).fetchall() for made in checker.tables])


def test_a_lost_database_is_not_ready_but_alive(live: Callable[..., Any], postgres: Postgres) -> None:
    server = live(database=postgres.url)
    made = server.make("human", "human")
    assert server.get("/readyz").status_code == 200
    postgres.stop(signal.SIGQUIT)
    try:
        ready, said = server.get("/readyz"), server.post(f"/api/matches/{made.id}/chat", made.tokens[0], TALK)
        assert (ready.status_code, ready.json()["code"]) == (503, "storage"), ready.text
        assert ready.json()["detail"].endswith(".") and said.status_code == 503
        assert server.get("/healthz").status_code == 200
    finally:
        postgres.start()

    wait_until(lambda: server.get("/readyz").status_code == 200)
    assert server.post(f"/api/matches/{made.id}/chat", made.tokens[0], TALK).status_code == 200
    assert [line["text"] for line in server.state(made)["chat"]] == ["hello"]


FULL_DISK = """
CREATE FUNCTION no_row() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE FUNCTION no_file() RETURNS event_trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON chat EXECUTE FUNCTION no_row();
CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION no_file();
"""
ROOM_AGAIN = "DROP EVENT TRIGGER full_disk; DROP TRIGGER full_disk ON chat; DROP FUNCTION no_row, no_file"


def test_a_full_disk_of_postgres_is_not_ready_though_a_small_row_fits(
    live: Callable[..., Any], database: str
) -> None:
    server = live(database=database)
    made = server.make("human", "human")
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(FULL_DISK)
        try:
            said = server.post(f"/api/matches/{made.id}/chat", made.tokens[0], TALK)
            full, again = server.get("/readyz"), server.get("/readyz")
        finally:
            connection.execute(ROOM_AGAIN)
        assert said.status_code == full.status_code == again.status_code == 503
        assert server.get("/readyz").status_code == 200
        assert connection.execute("SELECT to_regclass('room')").fetchone() == (None,), (
            "nothing is left behind"
        )


def test_an_older_postgres_database_is_brought_up_to_date_with_all_it_holds(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE older")
    url = postgres.url.replace("/postgres?", "/older?")
    store, config = Store(url), alembic_config()
    with store.engine.begin() as before:
        config.attributes["connection"] = before
        command.upgrade(config, "0002")
        before.exec_driver_sql(
            "INSERT INTO matches (id, game, game_version, options, seed, nonce, listed, status, host,"
            " host_token, rematch, digest, created) VALUES"
            " ('m', 'ghost_town', 1, '{}', 1, 'n', false, 'open', '', '', '', '', 0)"
        )
        before.exec_driver_sql("INSERT INTO people (match_id, person, seat) VALUES ('m', 'ada', 1)")

    store.open()
    with store.engine.connect() as after:
        people = after.execute(sa.select(schema.people)).all()
        match = after.execute(sa.select(schema.matches)).mappings().one()
        difference = compare_metadata(MigrationContext.configure(after), schema.metadata)
    store.close()

    assert people == [("m", "ada", 1)]
    assert (match["locked"], match["several_seats"], match["halted"]) == (False, False, False)
    assert (match["result"], match["parts"]) == ("", "")
    assert [change for change in difference if "listed_matches" not in str(change)] == []


def test_a_newer_postgres_database_is_refused(database: str) -> None:
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
