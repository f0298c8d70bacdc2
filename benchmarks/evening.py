"""An evening of a club: forty people at twelve tables of all games, with open pages, bots, hints and chat.

    python benchmarks/evening.py                                       # one process, SQLite
    python benchmarks/evening.py --processes 2 --database postgresql://…

Everybody has the page open, thinks one to four seconds, sometimes asks for a hint and sometimes talks;
medium, hard and expert bots sit at nine of the tables. A game that ends begins again. With several processes
each request goes to the next one, as behind a proxy. The memory of each process is taken before, at its
highest, and after everybody has left.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from soak import memory, wait  # type: ignore[import-not-found]
from table_load import Line, free_port, percentile, processor_time, request  # type: ignore[import-not-found]

TABLES = (  # a game, its people, its bots
    ("ghost_town", 3, ()),
    ("pizza_city", 3, ("hard",)),
    ("papa_paolo", 3, ("expert",)),
    ("new_york", 4, ("medium", "expert")),
)
THINKING = 1.0, 4.0  # seconds
HINTS, CHATS = 0.04, 0.05  # of all moves: after a hint, with a line of chat
SEEN_WITHIN = 10.0  # seconds in which an update counts for a move


@dataclass
class Figures:
    """What is measured, while it counts."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    sizes: dict[str, list[int]] = field(default_factory=dict)  # bytes of updates on the wire, by game

    def took(self, what: str, start: float) -> None:
        """Something has been answered."""
        self.seconds.setdefault(what, []).append(time.perf_counter() - start)


class Page:
    """The open page of one viewer: a stream that is read as it comes."""

    def __init__(self, port: int, table: str, token: str, game: str, figures: Figures) -> None:
        self._port, self._table, self._token, self._game = port, table, token, game
        self._figures = figures
        self.news = asyncio.Event()
        self.sent: list[float] = []  # when others sent moves that this page has not shown yet

    async def follow(self) -> None:
        """Read updates until the table is left."""
        ask = request("GET", f"/api/matches/{self._table}/stream?content=page&patches=true", self._token)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        writer.write(ask.replace(b"\r\n", b"\r\nAccept-Encoding: gzip\r\n", 1))
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            unpack = zlib.decompressobj(31) if b"content-encoding: gzip" in head else None
            text, packed = b"", 0
            while size := int(await reader.readline(), 16):
                chunk = (await reader.readexactly(size + 2))[:-2]
                packed += len(chunk)
                text += unpack.decompress(chunk) if unpack else chunk
                if text.endswith(b"\n\n"):
                    self._shown(text, packed)
                    text, packed = b"", 0
        finally:
            writer.close()

    def _shown(self, text: bytes, packed: int) -> None:
        if b"event: update" in text:
            self._figures.sizes.setdefault(self._game, []).append(packed)
            self._figures.sizes.setdefault(self._game + " unpacked", []).append(len(text))
            for start in self.sent:
                if time.perf_counter() - start < SEEN_WITHIN:
                    self._figures.took("seen by others", start)
            self.sent = []
            self.news.set()


class Club:
    """The people of an evening, and the processes they talk to."""

    def __init__(self, ports: list[int], until: float) -> None:
        self._ports, self.until = itertools.cycle(ports), until
        self._lines: list[Line] = [Line(port) for port in ports]
        self.figures = Figures()

    async def table(self, number: int, more: bool) -> None:
        """Games at one table, one after the other, with a spectator if there are `more`."""
        game, people, bots = TABLES[number % len(TABLES)]
        seats = [{"kind": "human"}] * people + [{"kind": "bot", "bot": bot} for bot in bots]
        while time.perf_counter() < self.until:
            line = Line(next(self._ports))
            status, made = await line.call("POST", "/api/matches", body={"game": game, "seats": seats})
            assert status == 201, made
            tokens = [seat["token"] for seat in made["seats"][:people]]
            pages = [Page(next(self._ports), made["id"], token, game, self.figures) for token in tokens]
            watching = [Page(next(self._ports), made["id"], "", game, self.figures)] if more else []
            following = [asyncio.create_task(page.follow()) for page in (*pages, *watching)]
            try:
                games = [
                    self.play(made["id"], token, page, pages)
                    for token, page in zip(tokens, pages, strict=True)
                ]
                await asyncio.gather(*games)
            finally:
                for task in following:
                    task.cancel()
                await asyncio.gather(*following, return_exceptions=True)

    async def play(self, table: str, token: str, page: Page, pages: list[Page]) -> None:
        """One person's game."""
        api, lines, told = f"/api/matches/{table}", [Line(line.port) for line in self._lines], 0
        turn = itertools.cycle(lines)
        while time.perf_counter() < self.until:
            start = time.perf_counter()
            status, state = await next(turn).call("GET", api, token)
            assert status == 200, state
            self.figures.took("GET table", start)
            self.figures.counts["reads"] += 1
            self.figures.counts["stale reads"] += state["version"] < told
            if state["over"]:
                return
            if not state["legal"]:
                page.news.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(page.news.wait(), 5.0)
                continue
            await asyncio.sleep(random.uniform(*THINKING))
            if random.random() < HINTS:
                await self._post(next(turn), "hint", f"{api}/hint", token, {})
            if random.random() < CHATS:
                await self._post(
                    next(turn), "chat", f"{api}/chat", token, {"text": "Who takes the last pizza?"}
                )
            move = {"action": random.choice(state["legal"])["action"], "version": state["version"]}
            for other in pages:
                if other is not page:
                    other.sent.append(time.perf_counter())
            told = (await self._post(next(turn), "move", f"{api}/actions", token, move)).get("version", told)

    async def _post(self, line: Line, what: str, path: str, token: str, body: Any) -> dict[str, Any]:
        start = time.perf_counter()
        status, answer = await line.call("POST", path, token, body)
        self.figures.took(what, start)
        self.figures.counts[what] += 1
        self.figures.counts[f"{what}: {status}"] += status != 200
        found: dict[str, Any] = answer if status == 200 else {}
        return found


@contextlib.contextmanager
def servers(count: int, database: str) -> Iterator[list[tuple[int, int]]]:
    """Processes of the server on one database: (port, process id) of each."""
    ports, started = [free_port() for _ in range(count)], []
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--database", database or f"sqlite:///{folder}/tables.db", "--log-level", "warning"]
        flags += ["--requests-per-second", "0", "--tables-per-hour", "0", "--pages-per-second", "0"]
        try:
            for port in ports:
                command = [
                    sys.executable,
                    "-m",
                    "fattorino.server",
                    "--port",
                    str(port),
                    "--no-compile",
                    *flags,
                ]
                started.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
            yield [(port, server.pid) for port, server in zip(ports, started, strict=True)]
        finally:
            for server in started:
                server.terminate()
            for server in started:
                server.wait(30)


async def evening(arguments: argparse.Namespace, running: list[tuple[int, int]]) -> dict[str, Any]:
    """The evening, and an hour's rest in short."""
    for port, _process in running:
        await wait(port)
        await all_compiled(port)
    club = Club([port for port, _process in running], time.perf_counter() + 60 * arguments.minutes)
    before = [(memory(process), processor_time(process)) for _port, process in running]
    work = asyncio.gather(*(club.table(number, number == 0) for number in range(arguments.tables)))
    highest = [0.0] * len(running)
    while not work.done():
        highest = [
            max(most, memory(process)) for most, (_port, process) in zip(highest, running, strict=True)
        ]
        await asyncio.wait([work], timeout=1.0)
    await work
    used = [processor_time(process) - was[1] for was, (_port, process) in zip(before, running, strict=True)]
    await asyncio.sleep(60 * arguments.rest)
    rested = [processor_time(process) for _port, process in running]
    await asyncio.sleep(10)
    idle = [processor_time(process) - was for was, (_port, process) in zip(rested, running, strict=True)]
    found, minutes = club.figures, arguments.minutes
    figures: dict[str, Any] = {"moves per second": round(found.counts["move"] / minutes / 60, 1)}
    for what, values in found.seconds.items():
        shares = " / ".join(f"{1000 * percentile(values, share):.0f}" for share in (0.5, 0.99, 1.0))
        figures[f"{what}, p50 / p99 / max (ms)"] = shares
    figures |= {name: n for name, n in sorted(found.counts.items()) if n or name == "stale reads"}
    figures["refused (409)"] = sum(n for name, n in found.counts.items() if name.endswith(": 409"))
    for game, sizes in sorted(found.sizes.items()):
        figures[f"update, {game} (KB, mean of {len(sizes)})"] = round(sum(sizes) / len(sizes) / 1000, 1)
    figures["memory before (MB)"] = [round(was[0]) for was in before]
    figures["memory, highest (MB)"] = [round(most) for most in highest]
    figures[f"memory {arguments.rest:g} minutes after (MB)"] = [
        round(memory(process)) for _port, process in running
    ]
    figures["processor time (s)"] = [round(seconds, 1) for seconds in used]
    figures["processor time in 10 s after it (s)"] = [round(seconds, 2) for seconds in idle]
    return figures


async def all_compiled(port: int) -> None:
    """Wait until every game is played compiled."""
    while True:
        _status, answer = await Line(port).call("GET", "/api/games")
        if all(game["progress"]["state"] == "ready" for game in answer["games"]):
            return
        await asyncio.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--rest", type=float, default=2.0, help="minutes after it, before memory is taken")
    parser.add_argument("--tables", type=int, default=12, help="of 3, 3, 3 and 4 people in turn")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", default="", help="instead of an SQLite file in a temporary folder")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with servers(arguments.processes, arguments.database) as running:
        figures = asyncio.run(evening(arguments, running))
    print(json.dumps(figures) if arguments.json else "\n".join(f"{k:44} {v}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
