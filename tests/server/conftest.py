"""A real server on a real socket, in a thread of the test or in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import queue
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from fattorino.games import load
from fattorino.kernel.game import Game
from fattorino.kernel.parts import TABLE
from fattorino.server.app import build
from fattorino.server.launch import configure, listen
from fattorino.server.settings import Settings
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import Table
from ports import free_port

sys.setswitchinterval(0.0005)  # test and server share an interpreter

OPERATOR = "operator-token"
PATIENCE = 120.0  # seconds; a game may have to be compiled, on a busy machine


@dataclass
class Made:
    """A table that was made over HTTP."""

    id: str
    tokens: dict[int, str]
    host: str
    body: dict[str, Any]


class Stream:
    """A stream that is read in a thread of its own; the server has answered once it is made."""

    def __init__(self, url: str, path: str, headers: dict[str, str]) -> None:
        self._events: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._answered = threading.Event()
        self._line = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE)
        self._line.request("GET", path, headers=headers)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self._answered.wait(PATIENCE), "the server does not answer"

    def _read(self) -> None:
        event: dict[str, Any] = {}
        with contextlib.suppress(OSError, http.client.HTTPException), self._line.getresponse() as answer:
            while line := answer.readline():
                self._answered.set()  # from its first line on the server counts the viewer as connected
                name, _colon, value = line.decode().rstrip("\n").partition(": ")
                if name in ("id", "event", "data"):
                    event[name] = value
                elif line == b"\n" and "data" in event:
                    self._events.put(event)
                    event = {}
        self._answered.set()
        self._events.put(None)

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next update; its data read as JSON."""
        event = self._events.get(timeout=timeout)
        assert event is not None, "the stream has ended"
        return {"id": int(event.get("id", 0)), "event": event["event"], "data": json.loads(event["data"])}

    def until(self, wanted: Callable[[dict[str, Any]], bool], timeout: float = PATIENCE) -> dict[str, Any]:
        """Skip to the first update that is wanted."""
        end = time.monotonic() + timeout
        while True:
            event = self.next(max(0.1, end - time.monotonic()))
            if wanted(event):
                return event

    def ended(self, timeout: float = PATIENCE) -> bool:
        """Whether the server ends the stream in time."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            with contextlib.suppress(queue.Empty):
                if self._events.get(timeout=0.2) is None:
                    return True
        return False

    def silent(self, seconds: float) -> bool:
        """Whether nothing comes for a while."""
        try:
            self._events.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def close(self) -> None:
        """Hang up."""
        if self._line.sock is not None:
            with contextlib.suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._line.close()


class Server:
    """A server to talk to."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.opened: list[Stream | httpx.Client] = []

    def call(self, method: str, path: str, token: str = "", **more: Any) -> httpx.Response:
        """One request."""
        headers = dict(more.pop("headers", {}))
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.http.cookies.clear()  # a program keeps none; tests with one use `browser`
        return self.http.request(method, path, headers=headers, **more)

    def get(self, path: str, token: str = "", **more: Any) -> httpx.Response:
        return self.call("GET", path, token, **more)

    def post(self, path: str, token: str = "", json: Any = None, **more: Any) -> httpx.Response:
        return self.call("POST", path, token, json={} if json is None else json, **more)

    def make(self, *seats: str, **more: Any) -> Made:
        """A table; seats are "human" or the name of a bot."""
        wishes = [{"kind": "human"} if seat == "human" else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.post("/api/matches", json={"game": "ghost_town", "seats": wishes} | more)
        assert answer.status_code == 201, answer.text
        body = answer.json()
        tokens = {seat["seat"]: seat["token"] for seat in body["seats"]}
        return Made(body["id"], tokens, body["host"], body)

    def state(self, made: Made, seat: int | None = None) -> dict[str, Any]:
        """The table as a seat, or a spectator, may see it."""
        token = "" if seat is None else made.tokens[seat]
        answer = self.get(f"/api/matches/{made.id}", token)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def move(self, made: Made, seat: int, action: int, version: int, **more: Any) -> httpx.Response:
        """Post an action."""
        body = {"action": action, "version": version}
        return self.post(f"/api/matches/{made.id}/actions", made.tokens[seat], body, **more)

    def asked(self, made: Made) -> tuple[int, dict[str, Any]]:
        """The seat that has to decide, with what it sees."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for seat in made.tokens:
                state = self.state(made, seat)
                if state["legal"] or state["over"]:
                    return seat, state
        raise AssertionError("nobody is asked")

    def play_on(self, made: Made, moves: int = 10_000, seed: int = 1) -> int:
        """Play at random for the human seats; how many moves were acknowledged."""
        chance = random.Random(seed)
        for done in range(moves):
            seat, state = self.asked(made)
            if state["over"]:
                return done
            choice = chance.choice(state["legal"])
            answer = self.move(made, seat, choice["action"], state["version"])
            assert answer.status_code == 200, answer.text
        return moves

    def figures(self) -> list[str]:
        """What a stranger can read of moves, thoughts and refusals."""
        counted = ("fattorino_moves", "fattorino_move_seconds", "fattorino_bot_seconds", "fattorino_refusals")
        return [line for line in self.get("/metrics", OPERATOR).text.splitlines() if line.startswith(counted)]

    def stream(self, made: Made, seat: int | None = None, content: str = "state", **headers: str) -> Stream:
        """Follow a table."""
        if seat is not None:
            headers["Authorization"] = f"Bearer {made.tokens[seat]}"
        stream = Stream(self.url, f"/api/matches/{made.id}/stream?content={content}", headers)
        self.opened.append(stream)
        return stream

    def browser(self) -> httpx.Client:
        """A browser that has seen the front page and got its cookie."""
        client = httpx.Client(base_url=self.url, timeout=PATIENCE, headers={"Accept": "text/html"})
        self.opened.append(client)
        assert client.get("/").status_code == 200
        assert "fattorino" in client.cookies
        return client

    def take(self, made: Made, seat: int, **form: str) -> httpx.Client:
        """A browser that takes a seat by its link; the token it gets is kept."""
        browser = self.browser()
        assert sit_down(browser, made, made.tokens[seat], **form).status_code == 303
        made.tokens[seat] = browser.post(f"/api/matches/{made.id}/seats/{seat}/token").json()["token"]
        return browser

    def claim(self, made: Made, seat: int, **body: Any) -> None:
        """Take a seat by its token, as a program does; the token it gets is kept."""
        answer = self.post(f"/api/matches/{made.id}/claim", made.tokens[seat], body)
        assert answer.status_code == 200, answer.text
        made.tokens[seat] = answer.json()["token"]

    def hang_up(self) -> None:
        """Close every connection that was opened."""
        for one in [*self.opened, self.http]:
            one.close()
        self.opened.clear()


class LiveServer(Server):
    """A server in a thread of this process, so that a test can look inside."""

    def __init__(self, settings: Settings) -> None:
        self.listener = listen(settings)
        self.app = build(settings)
        config = configure(self.app, settings)
        config.timeout_graceful_shutdown = 2
        self.server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        super().__init__(f"http://127.0.0.1:{self.listener.getsockname()[1]}")
        wait_until(lambda: self.server.started or not self.thread.is_alive())

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self.server.serve([self.listener]))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    @property
    def service(self) -> TableService:
        """The server's own tables."""
        service: TableService = self.app.state.service
        return service

    def table(self, made: Made) -> Table:
        """A table as the server has it."""
        table: Table = self.do(self.service.registry.get(made.id))
        return table

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def stop(self) -> None:
        """Stop, as the real thing does."""
        self.hang_up()
        if self.loop.is_closed():
            return
        self.loop.call_soon_threadsafe(self.service.listeners.stop)
        self.server.should_exit = True
        self.thread.join(PATIENCE)


class ProcessServer(Server):
    """A server in a process of its own, that can be killed."""

    def __init__(self, database: str, folder: Path, *flags: str, port: int = 0) -> None:
        self.port = port or free_port()
        self.log = folder / f"server-{self.port}.log"
        settings = [
            "--port",
            str(self.port),
            "--database",
            database,
            "--bot-pause",
            "0",
            "--answer-seconds",
            "0",
            "--no-compile",
            *flags,
        ]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "fattorino.server", *settings],
                stdout=out,
                stderr=out,
                env=environment(),
            )
        super().__init__(f"http://127.0.0.1:{self.port}")

    def wait(self) -> None:
        """Wait until it answers."""

        def ready() -> bool:
            assert self.process.poll() is None, self.log.read_text()
            try:
                return self.http.get("/healthz").status_code == 200
            except (httpx.HTTPError, OSError):
                return False

        wait_until(ready)

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        self.hang_up()
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(PATIENCE)


def open_link(browser: httpx.Client, made: Made, token: str) -> httpx.Response:
    """Open the link of a seat: its page sends the secret, which follows the # in the address."""
    return browser.post(f"/t/{made.id}/seat", data={"token": token})


def sit_down(browser: httpx.Client, made: Made, token: str, **form: str) -> httpx.Response:
    """Press the button of the page that the link of a seat shows."""
    return browser.post(f"/t/{made.id}/seat", data={"token": token, "sit": "on", **form})


def environment() -> dict[str, str]:
    """The environment of a server process: no settings but ours, and compiled code."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FATTORINO_")}
    kept |= {name: os.environ[name] for name in ("FATTORINO_CACHE",) if name in os.environ}
    kept.pop("NUMBA_DISABLE_JIT", None)
    return kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def wait_until(done: Callable[[], bool], timeout: float = PATIENCE) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + timeout
    while not done():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def quick(folder: Path, **more: Any) -> Settings:
    """Settings for tests: any port, no pauses, no limits."""
    given: dict[str, Any] = {
        "port": 0,
        "database": f"sqlite:///{folder / 'tables.db'}",
        "bot_pause": 0.0,
        "answer_seconds": 0.0,
        "requests_per_second": 0.0,
        "tables_per_hour": 0,
        "streams_per_client": 0,
        "pages_per_second": 0.0,
        "megabytes_per_hour": 0.0,
        "compile": False,
        "operator_token": OPERATOR,
    }
    return Settings(**(given | more))


@pytest.fixture(scope="session", autouse=True)
def cached() -> None:
    """The game is in the cache before any server wants it: processes would compile it side by side."""
    TABLE.exercise(load("ghost_town"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all tests that need nothing special."""
    live = LiveServer(quick(tmp_path_factory.mktemp("server")))
    yield live
    live.stop()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """Makes servers with settings of their own."""
    made: list[LiveServer] = []

    def make(**more: Any) -> LiveServer:
        made.append(LiveServer(quick(tmp_path, **more)))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Callable[..., ProcessServer]]:
    """Makes servers in processes of their own."""
    made: list[ProcessServer] = []

    def make(*flags: str, database: str = "", port: int = 0) -> ProcessServer:
        database = database or f"sqlite:///{tmp_path / 'tables.db'}"
        made.append(ProcessServer(database, tmp_path, *flags, port=port))
        return made[-1]

    yield make
    for one in made:
        one.hang_up()
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait(PATIENCE)


@pytest.fixture(scope="session")
def game() -> Game:
    """The game that is played in these tests."""
    return load("ghost_town")
