"""How many moves the web table bears: a server and its load on this machine, over real sockets.

    python benchmarks/table_load.py                 # 200 tables, one move a second each, streams attached
    python benchmarks/table_load.py --raw           # as many moves a second as it takes

Every table is played over HTTP by random clients, every seat and a spectator listen to its stream. A move's
time runs from the moment its request is sent to the moment the last viewer has the update in hand. Tables
come in one after the other; measuring begins when all are there, and goes on while games end and others
begin.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

Player: TypeAlias = Generator[bytes, tuple[int, bytes], None]  # gives requests, is sent status and body

FILL = 10.0  # seconds in which the tables fill before anything is measured


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Line:
    """A kept-alive HTTP connection, as thin as the load can be."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: Any = None
        self.writer: Any = None

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """One request and its answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.writer.write(request(method, path, token, body))
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        return int(head[9:12]), json.loads(await self.reader.readexactly(length))


def request(method: str, path: str, token: str = "", body: Any = None) -> bytes:
    """A request as bytes."""
    data = b"" if body is None else json.dumps(body).encode()
    return head(method, path, token) + b"Content-Length: %d\r\n\r\n" % len(data) + data


def head(method: str, path: str, token: str) -> bytes:
    """A request as bytes, without its length and what follows that."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return ("\r\n".join(lines) + "\r\n").encode()


@dataclass
class Table:
    """One table of the load."""

    id: str
    tokens: dict[int, str]
    seen: dict[int | None, int] = field(default_factory=dict)  # viewer -> log lines or version received
    arrived: dict[int | None, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Script:
    """A whole game of random moves, written down beforehand: seat, action and the version that seat sees."""

    seed: int
    moves: list[tuple[int, int, int]]


def write_scripts(name: str, seats: int, count: int) -> list[Script]:
    """Play random games here, so that the load need not look before it moves."""
    import fattorino
    from fattorino.server.tables.chance import Chance
    from fattorino.server.tables.table import Table as Shadow

    game = fattorino.load(name)
    scripts = []
    for seed in range(count):
        table = Shadow("", game, game.settings_for(seats), Chance(seed, ""))
        table.begin(table.prepare_start(0.0))
        moves = []
        while not table.over:
            decision = table.decision()
            seat, action = decision.seat, int(random.choice(decision.actions))
            moves.append((seat, action, table.version(seat)))
            table.adopt(*table.prepare(seat, action, "", 0.0), 0.0)
        scripts.append(Script(seed, moves))
    return scripts


class Load:
    """All tables, their players and their viewers."""

    def __init__(self, port: int, game: str, seats: int, content: str) -> None:
        self.port, self.game, self.seats, self.content = port, game, seats, content
        self.counting = True  # off while the tables fill
        self.posts: list[float] = []  # seconds until the author has the answer
        self.spreads: list[float] = []  # seconds until the last viewer has the update
        self.moves = 0
        self.unseen = 0  # moves that not everybody was told of within two seconds: hidden questions

    def order(self, seed: int | None) -> dict[str, Any]:
        """What a fresh table is ordered with."""
        return {"game": self.game, "seats": [{"kind": "human"}] * self.seats, "seed": seed}

    async def make(self, line: Line, seed: int | None = None) -> Table:
        """A fresh table."""
        status, made = await line.call("POST", "/api/matches", body=self.order(seed))
        assert status == 201, made
        return Table(made["id"], {seat["seat"]: seat["token"] for seat in made["seats"]})

    async def listen(self, table: Table, viewer: int | None) -> None:
        """Follow a table's stream and note when each update arrives."""
        token = "" if viewer is None else table.tokens[viewer]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(request("GET", f"/api/matches/{table.id}/stream?content={self.content}", token))
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    table.seen[viewer] = int(line[4:])
                elif line == b"\n" and viewer in table.seen:
                    table.arrived[viewer] = time.perf_counter()
                    table.news.set()
        finally:
            writer.close()

    async def play(self, line: Line, script: Script, every: float, until: float) -> None:
        """Play a written game, one move `every` seconds, with every seat and a spectator listening."""
        table = await self.make(line, script.seed)
        viewers: list[int | None] = [*table.tokens, None]
        listeners = [asyncio.create_task(self.listen(table, viewer)) for viewer in viewers]
        due = time.perf_counter() + random.random() * every
        try:
            for seat, action, version in script.moves:
                due += every
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if time.perf_counter() > until:
                    return
                before = {viewer: table.seen.get(viewer, 0) for viewer in viewers}
                start = time.perf_counter()
                await self.post(line, table, seat, action, version)
                await self.spread(table, before, start)
        finally:
            for task in listeners:
                task.cancel()
            await asyncio.gather(*listeners, return_exceptions=True)

    async def post(self, line: Line, table: Table, seat: int, action: int, version: int) -> None:
        """One move, timed."""
        path, body = f"/api/matches/{table.id}/actions", {"action": action, "version": version}
        start = time.perf_counter()
        status, answer = await line.call("POST", path, table.tokens[seat], body)
        assert status == 200, answer
        if self.counting:
            self.posts.append(time.perf_counter() - start)
            self.moves += 1

    async def spread(self, table: Table, before: dict[int | None, int], start: float) -> None:
        """Wait until every viewer has the move; a hidden one reaches only its author."""
        while True:
            table.news.clear()
            got = [viewer for viewer, version in before.items() if table.seen.get(viewer, 0) > version]
            if len(got) == len(before):
                if self.counting:
                    self.spreads.append(max(table.arrived[viewer] for viewer in got) - start)
                return
            try:
                async with asyncio.timeout(2.0):
                    await table.news.wait()
            except TimeoutError:
                if got:  # a question that the others may not see
                    self.unseen += 1
                    return
                if time.perf_counter() - start > 60:
                    raise

    async def keep_playing(
        self, scripts: list[Script], every: float, until: float, delay: float = 0.0
    ) -> None:
        """One table after the other, at the pace of people."""
        await asyncio.sleep(delay)
        line = Line(self.port)
        while time.perf_counter() < until and scripts:
            await self.play(line, scripts.pop(), every, until)


class Rush:
    """Many tables, each on a connection of its own, each move as soon as the one before is answered.

    One loop over plain sockets: the load shares its processors with the server it measures.
    """

    def __init__(self, port: int, load: Load, scripts: list[Script], until: float) -> None:
        self.port, self.load, self.until = port, load, until
        self.scripts = itertools.cycle(scripts)

    def run(self, tables: int) -> None:
        """Play until the time is up; every answer is read and checked."""
        poll = select.epoll()
        lines: dict[int, tuple[socket.socket, Player, bytearray]] = {}
        for _table in range(tables):
            line, player = socket.create_connection(("127.0.0.1", self.port)), self.play()
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            poll.register(line, select.EPOLLIN)
            lines[line.fileno()] = line, player, bytearray()
            line.sendall(next(player))
        while lines:
            for number, _event in poll.poll():
                line, player, data = lines[number]
                news = line.recv(1 << 16)
                assert news, "the server hung up"
                data += news
                answer = parse(data)
                if answer is None:
                    continue
                data.clear()
                try:
                    line.sendall(player.send(answer))
                except StopIteration:
                    del lines[number]
                    line.close()

    def play(self) -> Player:
        """Play one written game after the other: gives requests, is sent their answers."""
        load = self.load
        while time.perf_counter() < self.until:
            script = next(self.scripts)
            status, text = yield request("POST", "/api/matches", body=load.order(script.seed))
            assert status == 201, text
            made = json.loads(text)
            path = f"/api/matches/{made['id']}/actions"
            heads = {seat["seat"]: head("POST", path, seat["token"]) for seat in made["seats"]}
            for seat, action, version in script.moves:
                data = b'{"action": %d, "version": %d}' % (action, version)
                start = time.perf_counter()
                status, text = yield b"%bContent-Length: %d\r\n\r\n%b" % (heads[seat], len(data), data)
                assert status == 200, text
                load.posts.append(time.perf_counter() - start)
                load.moves += 1
                if start > self.until:
                    return


def parse(data: bytearray) -> tuple[int, bytes] | None:
    """Status and body of an answer, or None while something of it is still on its way."""
    end = data.find(b"\r\n\r\n") + 4
    if end < 4:
        return None
    length = data.find(b"content-length: ", 0, end) + 16
    if len(data) < end + int(data[length : data.find(b"\r", length)]):
        return None
    return int(data[9:12]), bytes(data[end:])


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def report(load: Load, seconds: float, what: dict[str, Any]) -> dict[str, Any]:
    """The figures of a run."""
    figures: dict[str, Any] = what | {"seconds": round(seconds, 2), "moves": load.moves}
    figures["moves_per_second"] = round(load.moves / seconds, 1)
    figures["hidden_moves"] = load.unseen
    for name, values in (("post", load.posts), ("last_viewer", load.spreads)):
        if values:
            for share in (50, 95, 99):
                figures[f"{name}_p{share}_ms"] = round(1000 * percentile(values, share / 100), 2)
    return figures


def processor_time(pid: int) -> float:
    """Seconds of processor time a process has used; on a busy machine they tell more than the clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def everybodys_time() -> float:
    """Seconds of processor time the whole machine has used: what others took of it can be told from that."""
    user, nice, system, _idle, _wait, *interrupts = map(int, Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


async def run(arguments: argparse.Namespace, port: int, server: int) -> dict[str, Any]:
    """Warm up, then measure."""
    line = Line(port)
    for _attempt in range(150):
        with contextlib.suppress(OSError):
            status, games = await line.call("GET", "/api/games")
            states = {game["name"]: game["progress"]["state"] for game in games["games"]}
            if status == 200 and states[arguments.game] == "ready" and "compiling" not in states.values():
                break
        line.writer = None
        await asyncio.sleep(0.2)
    else:
        raise SystemExit(f"{arguments.game} is not ready: run `fattorino compile {arguments.game}` first")
    content = "state" if arguments.state else "page"
    warm = Load(port, arguments.game, arguments.seats, content)
    scripts = write_scripts(arguments.game, arguments.seats, 3 * arguments.tables)
    await warm.keep_playing(scripts, 0.05, time.perf_counter() + 3)
    load = Load(port, arguments.game, arguments.seats, content)
    fill = 0.0 if arguments.raw else FILL
    until = time.perf_counter() + fill + arguments.seconds
    playing = None
    if not arguments.raw:
        load.counting, every, n = False, 1.0 / arguments.rate, arguments.tables
        workers = [load.keep_playing(scripts, every, until, 0.8 * FILL * k / n) for k in range(n)]
        playing = asyncio.gather(*workers)
        await asyncio.sleep(fill)
        load.counting = True
    before = processor_time(server), time.process_time(), everybodys_time(), time.perf_counter()
    if playing is None:
        Rush(port, load, scripts, until).run(arguments.tables)
    else:
        await playing
    after = processor_time(server), time.process_time(), everybodys_time(), time.perf_counter()
    used, mine, busy, seconds = (b - a for a, b in zip(before, after, strict=True))
    what = {"game": arguments.game, "tables": arguments.tables, "raw": arguments.raw, "stream": content}
    figures = report(load, seconds, what)
    figures["server_ms_per_move"] = round(1000 * used / max(1, load.moves), 3)
    figures["client_ms_per_move"] = round(1000 * mine / max(1, load.moves), 3)
    figures["others_processors"] = round(max(0.0, busy - used - mine) / seconds, 2)
    return figures


def main() -> None:
    """Start a server, load it, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="ghost_town")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1.0, help="moves per table per second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(
        "--raw", action="store_true", help="no streams, no pauses: moves per second of the bare API"
    )
    parser.add_argument("--state", action="store_true", help="streams carry the state instead of the page")
    parser.add_argument("--database", default="", help="instead of an SQLite file in a temporary folder")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "port": port,
            "database": arguments.database or f"sqlite:///{Path(folder) / 'load.db'}",
            "requests-per-second": 0,
            "pages-per-second": 0,
            "megabytes-per-hour": 0,
            "tables-per-hour": 0,
            "streams-per-client": 0,
            "bot-pause": 0,
            "log-level": "warning",
        }
        flags = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        server = subprocess.Popen(
            [sys.executable, "-m", "fattorino.server", "--no-compile", *flags], stderr=subprocess.DEVNULL
        )
        try:
            try:
                import uvloop

                figures = uvloop.run(run(arguments, port, server.pid))
            except ImportError:
                figures = asyncio.run(run(arguments, port, server.pid))
        finally:
            server.terminate()
            server.wait(20)
    print(json.dumps(figures) if arguments.json else "\n".join(f"{k:24} {v}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
