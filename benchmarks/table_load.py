"""How many moves a second the web table takes: a server and its load on this machine, over real sockets.

    python benchmarks/table_load.py --tables 64

Written games are played over HTTP at many tables, each move as soon as the one before is answered; nobody
looks on. `evening.py` measures what people with open pages get.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Player: TypeAlias = Generator[bytes, tuple[int, bytes], None]  # gives requests, is sent status and body

WARM = 2.0  # seconds before anything is measured


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
    """What is played, and what was measured."""

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.seats = game, seats
        self.posts: list[float] = []  # seconds until the author has the answer
        self.moves = 0

    def order(self, seed: int) -> dict[str, Any]:
        """What a fresh table is ordered with."""
        return {"game": self.game, "seats": [{"kind": "human"}] * self.seats, "seed": seed}


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
    for share in (50, 95, 99):
        figures[f"post_p{share}_ms"] = round(1000 * percentile(load.posts, share / 100), 2)
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
    scripts = write_scripts(arguments.game, arguments.seats, 3 * arguments.tables)
    Rush(port, Load(arguments.game, arguments.seats), scripts, time.perf_counter() + WARM).run(
        arguments.tables
    )
    load = Load(arguments.game, arguments.seats)
    before = processor_time(server), time.process_time(), everybodys_time(), time.perf_counter()
    Rush(port, load, scripts, before[-1] + arguments.seconds).run(arguments.tables)
    after = processor_time(server), time.process_time(), everybodys_time(), time.perf_counter()
    used, mine, busy, seconds = (b - a for a, b in zip(before, after, strict=True))
    what = {"game": arguments.game, "tables": arguments.tables}
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
    parser.add_argument("--seconds", type=float, default=20.0)
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
