"""The wire: the head and the body of an answer leave together."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Wire(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, over a transport that does not send a head alone."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        holding: Any = Holding(transport, self.loop)
        super().connection_made(holding)


class Holding:
    """A transport that holds a head until its body comes: two packets for one answer cost twice as much."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""

    def write(self, data: bytes) -> None:
        """Send this with the head before it; a head waits, but not beyond this turn of the loop."""
        if self._head:
            self._transport.write(self._head + data)
            self._head = b""
        elif data.startswith(b"HTTP/"):
            self._head = data
            self._loop.call_soon(self._let_go)
        else:
            self._transport.write(data)

    def close(self) -> None:
        """Send what is held, then hang up."""
        self._let_go()
        self._transport.close()

    def _let_go(self) -> None:
        if self._head:
            self._transport.write(self._head)
            self._head = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
