"""Server-sent events: one listener per open page, woken when something its viewer receives has changed.

The first update carries the whole of what the viewer may see, so a browser that comes back has missed
nothing; later ones carry the parts that changed. The id is the viewer's version. What would be the same again
is not sent: a question that is hidden from a viewer does not show in the stream either.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import TypeAlias

import orjson

from fattorino.server.metrics import Metrics

HEARTBEAT = 15.0  # seconds; a comment keeps the line open and finds dead ones
RETRY = 1000  # milliseconds a browser waits before it comes back
WHOLE = ""  # the name of the only part, already JSON, when a program listens

Look: TypeAlias = tuple[int, dict[str, str]]  # a viewer's version, and the parts of the page by element id


class Listener:
    """One open page."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.news = asyncio.Event()


class Hub:
    """All open pages, by table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._listeners: dict[str, set[Listener]] = {}
        self.stopping = False

    def watched(self, table: str) -> bool:
        """Whether anybody has this table open."""
        return bool(self._listeners.get(table))

    def present(self, table: str) -> set[int]:
        """The seats whose owners have this table open."""
        return {one.viewer for one in self._listeners.get(table, ()) if one.viewer is not None}

    def wake(self, table: str, viewers: Iterable[int | None] | None = None) -> None:
        """There may be something new for these viewers (for all, if None); drawn once the author is told."""
        listeners = self._listeners.get(table)
        if listeners:
            concerned = None if viewers is None else set(viewers)
            for one in listeners:
                if concerned is None or one.viewer in concerned:
                    asyncio.get_running_loop().call_soon(one.news.set)

    def stop(self) -> None:
        """End all streams: the server is about to go; browsers come back by themselves."""
        self.stopping = True
        for listeners in self._listeners.values():
            for one in listeners:
                one.news.set()

    @contextlib.contextmanager
    def _listening(self, table: str, viewer: int | None) -> Iterator[Listener]:
        one = Listener(viewer)
        self._listeners.setdefault(table, set()).add(one)
        self._metrics.streams.inc()
        try:
            yield one
        finally:
            self._metrics.streams.dec()
            self._listeners[table].discard(one)
            if not self._listeners[table]:
                del self._listeners[table]

    async def follow(
        self, table: str, viewer: int | None, look: Callable[[], Look], moved: Callable[[], None]
    ) -> AsyncIterator[bytes]:
        """The events of one page: everything now, and later the parts that changed."""
        try:
            with self._listening(table, viewer) as one:
                moved()
                yield f"retry: {RETRY}\n\n".encode()
                told, sent = -1, dict[str, str]()
                while not self.stopping:
                    one.news.clear()
                    version, parts = look()
                    changed = {name: part for name, part in parts.items() if sent.get(name) != part}
                    if changed or version != told:
                        told, sent = version, parts
                        yield event(version, changed)
                    if one.news.is_set() or self.stopping:
                        continue
                    try:
                        async with asyncio.timeout(HEARTBEAT):
                            await one.news.wait()
                    except TimeoutError:
                        yield b": still here\n\n"
        finally:
            moved()


def event(version: int, parts: dict[str, str]) -> bytes:
    """One update; JSON has no line breaks of its own."""
    if WHOLE in parts:
        data = parts[WHOLE].encode()
    else:
        data = orjson.dumps({"version": version, "fragments": parts})
    return b"id: %d\nevent: update\ndata: %b\n\n" % (version, data)
