"""HTTP from an address of choice, as thin as a load generator can be."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

LONGEST = 1 << 24  # bytes of an answer


class Answer(NamedTuple):
    """Status, headers (names in lower case) and body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Line:
    """A connection that is kept open, and opened again when the server has closed it."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The two ends of the connection."""
        if self._open is None:
            self._open = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=LONGEST
            )
        return self._open

    async def call(
        self, method: str, path: str, token: str = "", body: Any = None, kind: str = "application/json"
    ) -> Answer:
        """One request and its answer; raises OSError or EOFError if the server hangs up."""
        reader, writer = await self.opened()
        data = b"" if body is None else json.dumps(body).encode()
        writer.write(request(method, path, token, data, kind))
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.strip().split("\r\n")
            headers = {
                name.lower(): value for name, _colon, value in (line.partition(": ") for line in lines)
            }
            text = await reader.readexactly(int(headers.get("content-length", 0)))
        except BaseException:
            self.close()
            raise
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(first.split()[1]), headers, text)

    async def listen(self, path: str, token: str = "", read: bool = True) -> None:
        """Open a stream; read what comes until the server ends it, or nothing of it at all."""
        reader, writer = await self.opened()
        writer.write(request("GET", path, token))
        await reader.readuntil(b"\r\n")
        while read and await reader.read(1 << 16):
            pass

    def close(self) -> None:
        """Hang up."""
        if self._open is not None:
            self._open[1].close()
            self._open = None


def request(method: str, path: str, token: str = "", data: bytes = b"", kind: str = "") -> bytes:
    """A request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(data)}"]
    lines += [f"Content-Type: {kind}"] if data else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + data


class Flood:
    """Many connections that ask without a pause; counts the answers by status."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.statuses: Counter[int] = Counter()
        self.unanswered = 0

    async def run(self, connections: int, ask: Callable[[int], tuple[Any, ...]], seconds: float) -> None:
        """Send what `ask` gives for the n-th request: method, path, and perhaps a token and a body."""
        until, numbers = time.monotonic() + seconds, iter(range(10**9))

        async def one() -> None:
            line = Line(self.port, self.address)
            while time.monotonic() < until:
                try:
                    async with asyncio.timeout_at(
                        asyncio.get_running_loop().time() + until - time.monotonic()
                    ):
                        self.statuses[(await line.call(*ask(next(numbers)))).status] += 1
                except TimeoutError:
                    return
                except (OSError, EOFError, ValueError):
                    self.unanswered += 1
                    await asyncio.sleep(0.05)
            line.close()

        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*(one() for _connection in range(connections)))
