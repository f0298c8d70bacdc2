"""The wire: what is answered in one turn of the loop leaves in one piece."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Wire(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, over a transport that sends head and body together."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        gathering: Any = Gathering(transport, self.loop)
        super().connection_made(gathering)


class Gathering:
    """A transport that sends at the end of a turn: each piece sent apart may wake whoever reads it."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []

    def write(self, piece: bytes) -> None:
        """Send this with all that is written before the loop turns."""
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(piece)

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
