"""Server-sent events: what a viewer receives, sent whenever it has changed.

The first update carries the whole of what the viewer may see, so a browser that comes back has missed
nothing; later ones carry the parts that changed. The id is the viewer's version. What would be the same again
is not sent: a question that is hidden from a viewer does not show in the stream either.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

import orjson
from starlette.responses import StreamingResponse

from fattorino.kernel.i18n import _
from fattorino.server.http.rate_limits import too_many
from fattorino.server.problems import Problem
from fattorino.server.tables.people import Caller
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import Table

HEARTBEAT = 15.0  # seconds; a comment keeps the line open and finds dead ones
RETRY = 1000  # milliseconds a browser waits before it comes back
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Parts = dict[str, str]  # of the page, by element id


class Streams:
    """The open streams of a server, limited per client."""

    def __init__(self, service: TableService, most: int) -> None:
        self._service = service
        self._most = most  # for each client; 0 is no limit
        self.open: Counter[str] = Counter()  # by client

    def follow(
        self, table: Table, caller: Caller, client: str, look: Callable[[int | None], Parts | bytes]
    ) -> StreamingResponse:
        """The events of one page or program; `look` gives the parts of the page, or all there is as JSON.

        A stream belongs to a viewer: it ends when whoever asked for it is another one, as a seat that changed
        hands makes them. They come back by themselves, as who they are then.
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
            if self.open[client] > self._most > 0:  # many were asked for at once
                return
            with listeners.listening(table.id, viewer) as listener:
                registry.update_presence(table)
                yield f"retry: {RETRY}\n\n".encode()
                while not listeners.stopping and self._is(table, caller, viewer):
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
                    yield b"event: reload\ndata: {}\n\n"  # a page shows all anew
        finally:
            sent = seen = b""  # this frame stays with the exception that ended it, until `Registry.tidy`
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]
            registry.update_presence(table)
            if not listeners.watched(table.id):
                table.forget_drawn()

    def _is(self, table: Table, caller: Caller, viewer: int | None) -> bool:
        """Whether a caller is still this viewer."""
        try:
            return not table.gone and self._service.viewer(table, caller) == viewer
        except Problem:  # their token opens nothing now
            return False


def _changed(before: Parts | bytes, now: Parts | bytes) -> Parts | bytes:
    """What is to be sent: everything to a program, the parts that changed to a page."""
    if isinstance(now, bytes) or isinstance(before, bytes):
        return now
    return {name: part for name, part in now.items() if before.get(name) != part}


def event(version: int, seen: Parts | bytes) -> bytes:
    """One update; JSON has no line breaks of its own."""
    data = seen if isinstance(seen, bytes) else orjson.dumps({"version": version, "fragments": seen})
    return b"id: %d\nevent: update\ndata: %b\n\n" % (version, data)
