"""Server-sent events: what a viewer receives, sent whenever it has changed.

The first update contains everything the viewer may see, so a browser that reconnects has missed nothing;
later ones contain the changed fragments. The id is the viewer's version. Nothing is sent if nothing changed
for the viewer, so that hidden questions do not show in the stream.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

import orjson
from starlette.responses import StreamingResponse

from fattorino.kernel.i18n import _
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

Parts = dict[str, str]  # fragments of the page by element id


class Streams:
    """The open streams of a server, limited per client."""

    def __init__(self, service: TableService, most: int, turns: Turns) -> None:
        self._service = service
        self._turns = turns  # so that a move at one table does not draw hundreds of streams at once
        self._most = most  # per client; 0 is no limit
        self.open: Counter[str] = Counter()  # by client

    def follow(
        self, table: Table, caller: Caller, client: str, look: Callable[[int | None], Parts | bytes]
    ) -> StreamingResponse:
        """The events of one page or program; `look` returns the fragments of the page, or the state as JSON.

        A stream belongs to a viewer: it ends when the caller becomes another viewer, because a seat changed
        hands. Clients reconnect by themselves, as the viewer they are then.
        """
        if self.open[client] >= self._most > 0:
            raise too_many(_("Too many pages are open from your address; please close some."), 5)
        viewer = self._service.viewer(table, caller)
        events = self._events(table, caller, viewer, client, look)
        return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)

    async def _events(
        self,
        table: Table,
        caller: Caller,
        viewer: int | None,
        client: str,
        look: Callable[[int | None], Parts | bytes],
    ) -> AsyncIterator[bytes]:
        listeners, registry = self._service.listeners, self._service.registry
        told: int = -1
        sent: Parts | bytes = b""
        seen: Parts | bytes = b""
        self.open[client] += 1
        try:
            if self.open[client] > self._most > 0:  # several were opened at once
                return
            with listeners.listening(table.id, viewer, table.seats_for(caller)) as listener:
                registry.update_presence(table)
                yield f"retry: {RETRY}\n\n".encode()
                while not listeners.stopping and self._is(table, caller, viewer):
                    await self._turns.wait(client)
                    listener.news.clear()
                    version, seen = table.version(viewer), look(viewer)
                    if seen != sent or version != told:
                        yield event(version, _changed(sent, seen))
                        told, sent = version, seen
                    if listener.news.is_set() or listeners.stopping:
                        continue
                    try:
                        async with asyncio.timeout(HEARTBEAT):
                            await listener.news.wait()
                    except TimeoutError:
                        yield b": still here\n\n"
                if not listeners.stopping:
                    yield b"event: reload\ndata: {}\n\n"  # the page reloads
        finally:
            sent = seen = b""  # the exception keeps this frame alive until `Registry.tidy`
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]
            registry.update_presence(table)
            asyncio.get_running_loop().call_later(LINGER + SOON, registry.update_presence, table)
            if not listeners.watched(table.id):
                table.forget_drawn()

    def _is(self, table: Table, caller: Caller, viewer: int | None) -> bool:
        """Whether a caller is still this viewer."""
        try:
            return not table.gone and self._service.viewer(table, caller) == viewer
        except Problem:  # their token is not valid any more
            return False


def _changed(before: Parts | bytes, now: Parts | bytes) -> Parts | bytes:
    """What to send: everything to a program, changed fragments to a page."""
    if isinstance(now, bytes) or isinstance(before, bytes):
        return now
    return {name: part for name, part in now.items() if before.get(name) != part}


def event(version: int, seen: Parts | bytes) -> bytes:
    """One update; JSON has no line breaks of its own."""
    data = seen if isinstance(seen, bytes) else orjson.dumps({"version": version, "fragments": seen})
    return b"id: %d\nevent: update\ndata: %b\n\n" % (version, data)
