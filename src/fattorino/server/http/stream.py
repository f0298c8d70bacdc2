"""Server-sent events: what a viewer receives, sent whenever it has changed.

The first update contains everything the viewer may see, so a browser that reconnects has missed nothing;
later ones contain the changed fragments, or what has changed in them. The id is the viewer's version. Nothing
is sent if nothing changed for the viewer, so that hidden questions do not show in the stream.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

from starlette.responses import StreamingResponse

from fattorino.kernel.i18n import _
from fattorino.server.http.packed import Packer, Parts, update
from fattorino.server.http.turns import Turns
from fattorino.server.problems import Problem, too_many
from fattorino.server.tables.people import Caller
from fattorino.server.tables.registry import LINGER
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import Table

HEARTBEAT = 15.0  # seconds; a comment keeps connections open and detects dead ones
RETRY = 1000  # milliseconds a browser waits before it reconnects
SOON = 0.05  # seconds after which a time that has run out is surely over
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Streams:
    """The open streams of a server, limited per client."""

    def __init__(self, service: TableService, most: int, turns: Turns) -> None:
        self._service = service
        self._turns = turns  # so that a move at one table does not draw hundreds of streams at once
        self._most = most  # per client; 0 is no limit
        self.open: Counter[str] = Counter()  # by client

    def follow(
        self,
        table: Table,
        caller: Caller,
        client: str,
        look: Callable[[int | None], Parts | bytes],
        patches: bool = False,
        gzip: bool = False,
    ) -> StreamingResponse:
        """The events of one page or program; `look` returns the fragments of the page, or the state as JSON.

        With `patches` later updates have what has changed in fragments; with `gzip` they are compressed.

        A stream belongs to a viewer: it ends when the caller becomes another viewer, because a seat changed
        hands. Clients reconnect by themselves, as the viewer they are then.
        """
        if self.open[client] >= self._most > 0:
            raise too_many(_("Too many pages are open from your address; please close some."), 5)
        viewer = self._service.viewer(table, caller)
        events = self._events(table, caller, viewer, client, look, patches)
        if not gzip:
            plain = (b"".join(parts) async for parts in events)
            return StreamingResponse(plain, media_type="text/event-stream", headers=HEADERS)
        return StreamingResponse(
            packed(table, events),
            media_type="text/event-stream",
            headers=HEADERS | {"Content-Encoding": "gzip"},
        )

    async def _events(
        self,
        table: Table,
        caller: Caller,
        viewer: int | None,
        client: str,
        look: Callable[[int | None], Parts | bytes],
        patches: bool,
    ) -> AsyncIterator[tuple[bytes, ...]]:
        listeners, registry = self._service.listeners, self._service.registry
        told, edition = -1, table.edition
        sent: Parts | bytes = b""
        seen: Parts | bytes = b""
        self.open[client] += 1
        try:
            if self.open[client] > self._most > 0:  # several were opened at once
                return
            with listeners.listening(table.id, viewer, table.seats_for(caller), client) as listener:
                registry.update_presence(table)
                yield (f"retry: {RETRY}\n\n".encode(),)
                while not listeners.stopping and self._is(table, caller, viewer, client, edition):
                    await self._turns.wait(client)
                    listener.news.clear()
                    version, seen = table.version(viewer), look(viewer)
                    if seen != sent or version != told:
                        yield update(version, sent, seen, patches)
                        told, sent = version, seen
                    if listener.news.is_set() or listeners.stopping:
                        continue
                    try:
                        async with asyncio.timeout(HEARTBEAT):
                            await listener.news.wait()
                    except TimeoutError:
                        yield (b": still here\n\n",)
                if not listeners.stopping:
                    yield (b"event: reload\ndata: {}\n\n",)  # the page reloads
        finally:
            sent = seen = b""  # the exception keeps this frame alive until `Registry.tidy`
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]
            registry.update_presence(table)
            asyncio.get_running_loop().call_later(LINGER + SOON, registry.update_presence, table)
            if not listeners.watched(table.id):
                table.forget_drawn()

    def _is(self, table: Table, caller: Caller, viewer: int | None, client: str, edition: int) -> bool:
        """Whether a caller is still this viewer, may be here, and may still read what they were sent."""
        if table.gone or table.edition != edition or client in self._service.moderation.blocked:
            return False
        try:
            return self._service.viewer(table, caller) == viewer
        except Problem:  # their token is not valid any more
            return False


async def packed(table: Table, events: AsyncIterator[tuple[bytes, ...]]) -> AsyncIterator[bytes]:
    """The events of a stream, compressed."""
    packer = Packer()
    yield packer.begin()
    async for parts in events:
        yield packer.add(*parts, compress=table.begun)
    yield packer.end()
