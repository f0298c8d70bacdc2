"""The HTTP protocol of a connection: uvicorn's, with limits on size and time of requests."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any, ClassVar

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from fattorino.server.http.rate_limits import client_of

log = logging.getLogger("fattorino.connections")

LONGEST_URL = 8 * 1024  # bytes
LARGEST_HEAD = 32 * 1024  # bytes of all headers
MOST_HEADERS = 100
END_OF_HEAD = b"\r\n\r\n"
LINGER = 1.0  # seconds a refused client gets to read the response
SECONDS = 30.0  # for a whole request to arrive, from its first byte
TELLING = 60.0  # seconds between two log lines about the same problem
RESERVED = 128  # file descriptors kept for databases, logs, processes


class TooLarge(Exception):
    """A request line or headers beyond the limits."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection whose requests are limited in size and time: it ends with 414, 431 or 408."""

    most: ClassVar[int] = 0  # connections of one client; 0 is no limit
    most_in_all: ClassVar[int] = 0
    open: ClassVar[Counter[str]]  # by client
    idle: ClassVar[dict[BoundedProtocol, None]]  # without a request, longest idle first

    told: ClassVar[float] = -TELLING  # when the log last mentioned refused connections

    _refusal = 400
    _refused = False
    _in_head = True  # the request line and the headers are not complete
    _head = 0  # bytes received since the last request
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        joined: Any = JoinedWrites(transport, self.loop)
        super().connection_made(joined)
        self._client = client_of(self.client[0]) if self.client else ""
        self.open[self._client] += 1
        if self.open[self._client] > self.most > 0:
            self._refuse(429, "Too many connections from your address.")
            return
        crowded = sum(self.open.values()) > self.most_in_all > 0 or few_files_left(transport)
        if crowded and not self._close_an_idle_one():
            self._tell()
            self._refuse(503, "Too many connections are open; please try again.")
            return
        self.idle[self] = None
        self._timer = self.loop.call_later(SECONDS, self._too_slow)

    def _tell(self) -> None:
        """Log that connections are refused, but not each one, or a client could fill the disk."""
        now = time.monotonic()
        if now - self.told >= TELLING:
            type(self).told = now
            log.warning("too many connections are open: new ones are refused")

    def connection_lost(self, exc: Exception | None) -> None:
        self.open[self._client] -= 1
        if not self.open[self._client]:
            del self.open[self._client]
        self.idle.pop(self, None)
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused or self.transport.is_closing():
            return
        self.idle.pop(self, None)
        if self._in_head and len(data) > LARGEST_HEAD and END_OF_HEAD not in data[:LARGEST_HEAD]:
            self._refuse(431, "The headers are too large.")
            return
        self._head += len(data)
        super().data_received(data)
        if self._refused or not self._head:  # the request is complete
            return
        if self._in_head and self._head > LARGEST_HEAD:
            self._refuse(431, "The headers are too large.")
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self._too_slow)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._refusal = 414
            raise TooLarge

    def on_headers_complete(self) -> None:
        size = sum([len(name) + len(value) for name, value in self.headers])
        if len(self.headers) > MOST_HEADERS or size > LARGEST_HEAD:
            self._refusal = 431
            raise TooLarge
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, 0
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self.idle[self] = None

    def _close_an_idle_one(self) -> bool:
        """Make room by closing the connection that has been idle longest."""
        one = next(iter(self.idle), None)
        if one is None:
            return False
        del self.idle[one]
        one.transport.close()
        return True

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal, msg if self._refusal == 400 else "The request is too large.")

    def _too_slow(self) -> None:
        self._timer = None
        begun = self.cycle is not None and not self._in_head and self.cycle.response_started
        if self._head == 0 or begun:
            self.transport.close()
        else:
            self._refuse(408, "The request took too long to arrive.")

    def _refuse(self, status: int, sentence: str) -> None:
        """Respond and close the connection; not at once, or unread input would reset it before the response
        is read."""
        self._refused = True
        self._stop_timer()
        body = sentence.encode()
        headers = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
        length = b"content-length: %d\r\n\r\n" % len(body)
        self.transport.write(b"".join([STATUS_LINE[status], headers, length, body]))
        self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class JoinedWrites:
    """A transport that sends what is written in one turn of the loop in one piece.

    uvicorn writes the head and the body of an answer apart, and each would be a packet, which wakes whoever
    reads: `benchmarks/table_load.py` takes 0.04 ms of processor time for a move then, 0.02 with this.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []
        self.is_closing = transport.is_closing
        self.get_extra_info = transport.get_extra_info

    def write(self, piece: bytes) -> None:
        """Send this with all that is written before the loop turns."""
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(piece)

    def write_eof(self) -> None:
        """Send what is written, and say that nothing follows."""
        self._send()
        self._transport.write_eof()

    def close(self) -> None:
        """Send what is written, then hang up."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._pieces:
            self._transport.write(b"".join(self._pieces))
            self._pieces.clear()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def few_files_left(newest: asyncio.Transport) -> bool:
    """Whether file descriptors are running out: the newest connection has the lowest free number."""
    if resource is None:
        return False
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    number: int = newest.get_extra_info("socket").fileno()
    return limit != resource.RLIM_INFINITY and number >= limit - min(RESERVED, limit // 2)


def bounded(per_client: int, in_all: int, connections: Counter[str]) -> Any:
    """The protocol class with limits per client and in total; 0 is no limit."""
    bounds = {"most": per_client, "most_in_all": in_all, "open": connections, "idle": {}}
    return type("Protocol", (BoundedProtocol,), bounds)
