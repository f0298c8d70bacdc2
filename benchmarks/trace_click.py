"""Trace one move through the real app, from its request to the update of a viewer's page.

    NUMBA_DISABLE_JIT=1 python benchmarks/trace_click.py --label "Market Deck"     # a click in New York
    NUMBA_DISABLE_JIT=1 python benchmarks/trace_click.py --game ghost_town --functions

Prints every file the move passes through, in order. The rules are interpreted, so that their files are
included; templates count as files. One stream is open. The first move is never the one counted, because it
also does what is done once per process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import fattorino
from fattorino import games
from fattorino.server.app import build
from fattorino.server.settings import Settings

SOURCE = Path(fattorino.__file__).parent
WAIT = 60.0  # seconds
MOVES = 50  # to find a move with the label in


class Trace:
    """The functions of the package called while counting, in order of their first calls."""

    def __init__(self) -> None:
        self.counting = False
        self.calls: dict[tuple[str, str], int] = {}
        self.inside: dict[Any, str] = {}  # code -> its file in the package, or ''

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        if self.counting and event == "call":
            code = frame.f_code
            if code not in self.inside:
                inside = code.co_filename.startswith(f"{SOURCE}/")
                self.inside[code] = code.co_filename[len(str(SOURCE)) + 1 :] if inside else ""
            if self.inside[code]:
                key = (self.inside[code], code.co_name)
                self.calls[key] = self.calls.get(key, 0) + 1

    def files(self) -> list[str]:
        """The files, in order of their first call."""
        return list(dict.fromkeys(file for file, _function in self.calls))


class Client:
    """An ASGI client: requests, and one stream."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.updates: asyncio.Queue[bytes] = asyncio.Queue()

    def scope(self, method: str, path: str, token: str) -> dict[str, Any]:
        """The ASGI scope of a request."""
        headers = [(b"host", b"here"), (b"content-type", b"application/json")]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        path, _mark, query = path.partition("?")
        about: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": headers}
        about |= {"query_string": query.encode(), "root_path": "", "scheme": "http", "http_version": "1.1"}
        return about | {"client": ("127.0.0.1", 1), "server": ("here", 80), "raw_path": path.encode()}

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """Send a request; returns the JSON of its response."""
        sent: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": json.dumps(body).encode() if body else b""}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message.get("body", b""))

        await self.app(self.scope(method, path, token), receive, send)
        return json.loads(b"".join(sent))

    async def follow(self, path: str, token: str) -> None:
        """Read a stream, queueing each update."""

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(WAIT)
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if b"event: update" in message.get("body", b""):
                self.updates.put_nowait(message["body"])

        await self.app(self.scope("GET", path, token), receive, send)


async def click(trace: Trace, game: str, seats: int, label: str) -> str:
    """Play until a legal move has the label, and count that move; returns its whole label."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Settings(database=f"sqlite:///{folder}/trace.db", compile=False, answer_seconds=0))
        app.state.service.precompiler.games.clear()  # nothing is loaded in the background
        async with app.router.lifespan_context(app):
            client = Client(app)
            order = {"game": game, "seats": [{"kind": "human"}] * seats, "seed": 5}
            made = await client.call("POST", "/api/matches", body=order)
            path, tokens = f"/api/matches/{made['id']}", {one["seat"]: one["token"] for one in made["seats"]}
            streaming = asyncio.create_task(client.follow(f"{path}/stream?content=page", tokens[0]))
            await asyncio.wait_for(client.updates.get(), WAIT)
            for move in range(MOVES):
                states = {seat: await client.call("GET", path, token) for seat, token in tokens.items()}
                seat = next(seat for seat, state in states.items() if state["legal"])
                legal = states[seat]["legal"]
                found = next((one for one in legal if label in one["label"]), None)
                trace.counting = found is not None and move > 0  # the first move makes what is made once
                chosen = found or legal[0]
                body = {"action": chosen["action"], "version": states[seat]["version"]}
                await client.call("POST", f"{path}/actions", tokens[seat], body)
                await asyncio.wait_for(client.updates.get(), WAIT)
                if trace.counting:
                    break
            trace.counting = False
            streaming.cancel()
            await asyncio.gather(streaming, return_exceptions=True)
    return str(chosen["label"])


def main() -> None:
    """Trace a move and print its files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="new_york")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--label", default="", help="count the first move whose label contains this")
    parser.add_argument("--functions", action="store_true", help="name the functions of each file")
    arguments = parser.parse_args()
    for name in games.names():
        fattorino.load(name)  # once per process, so no part of a click
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    label = asyncio.run(click(trace, arguments.game, arguments.seats, arguments.label))
    sys.setprofile(None)
    files = trace.files()
    parts: dict[str, int] = {}
    for file in files:
        parts[file.partition("/")[0]] = parts.get(file.partition("/")[0], 0) + 1
    shares = ", ".join(f"{part} {count}" for part, count in parts.items())
    print(f"{label}: {len(trace.calls)} functions in {len(files)} files ({shares})")
    for file in files:
        names = [function for where, function in trace.calls if where == file]
        print(f"  {file}" + (f": {', '.join(names)}" if arguments.functions else ""))


if __name__ == "__main__":
    main()
