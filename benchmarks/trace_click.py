"""Which files a click passes: one move at a table of the real app, from its request to the page of a viewer.

    NUMBA_DISABLE_JIT=1 python benchmarks/trace_click.py            # a click in New York
    NUMBA_DISABLE_JIT=1 python benchmarks/trace_click.py --game ghost_town --functions

The rules are interpreted, so that theirs are counted too; templates count as files. One stream is open. The
click is the second of two alike: what is made once per process is made by then.
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


class Trace:
    """Every function of the package that was called while it counts, in order of its first call."""

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
    """Speaks ASGI to the app: requests, and one stream."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.updates: asyncio.Queue[bytes] = asyncio.Queue()

    def scope(self, method: str, path: str, token: str) -> dict[str, Any]:
        """A request as a server hands it to the app."""
        headers = [(b"host", b"here"), (b"content-type", b"application/json")]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        path, _mark, query = path.partition("?")
        about: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": headers}
        about |= {"query_string": query.encode(), "root_path": "", "scheme": "http", "http_version": "1.1"}
        return about | {"client": ("127.0.0.1", 1), "server": ("here", 80), "raw_path": path.encode()}

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """One request and its answer."""
        sent: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": json.dumps(body).encode() if body else b""}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message.get("body", b""))

        await self.app(self.scope(method, path, token), receive, send)
        return json.loads(b"".join(sent))

    async def follow(self, path: str, token: str) -> None:
        """Read a stream; each update is put into the queue."""

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(WAIT)
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if b"event: update" in message.get("body", b""):
                self.updates.put_nowait(message["body"])

        await self.app(self.scope("GET", path, token), receive, send)


async def click(trace: Trace, game: str, seats: int) -> str:
    """Play two moves and count the second; what it was."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Settings(database=f"sqlite:///{folder}/trace.db", compile=False, answer_seconds=0))
        async with app.router.lifespan_context(app):
            client = Client(app)
            order = {"game": game, "seats": [{"kind": "human"}] * seats, "seed": 5}
            made = await client.call("POST", "/api/matches", body=order)
            path, tokens = f"/api/matches/{made['id']}", {one["seat"]: one["token"] for one in made["seats"]}
            streaming = asyncio.create_task(client.follow(f"{path}/stream?content=page", tokens[0]))
            await asyncio.wait_for(client.updates.get(), WAIT)
            label = ""
            for counted in (False, True):
                states = {seat: await client.call("GET", path, token) for seat, token in tokens.items()}
                seat = next(seat for seat, state in states.items() if state["legal"])
                move = states[seat]["legal"][-1]
                label = move["label"]
                trace.counting = counted
                body = {"action": move["action"], "version": states[seat]["version"]}
                await client.call("POST", f"{path}/actions", tokens[seat], body)
                await asyncio.wait_for(client.updates.get(), WAIT)
                trace.counting = False
            streaming.cancel()
            await asyncio.gather(streaming, return_exceptions=True)
    return label


def main() -> None:
    """Count, and print the files in order."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="new_york")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--functions", action="store_true", help="name the functions of each file")
    arguments = parser.parse_args()
    for name in games.names():
        fattorino.load(name)  # the server does it beside the first moves, which is no part of a click
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    label = asyncio.run(click(trace, arguments.game, arguments.seats))
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
