"""Listeners: the open streams of each table, woken when something their viewer receives has changed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator

from fattorino.server.metrics import Metrics


class Listener:
    """One open stream."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.news = asyncio.Event()


class Listeners:
    """All open streams, by table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._listeners: dict[str, set[Listener]] = {}
        self.stopping = False

    def watched(self, table: str) -> bool:
        """Whether a stream of this table is open."""
        return table in self._listeners

    def present(self, table: str) -> set[int]:
        """The seats whose players have this table open."""
        return {one.viewer for one in self._listeners.get(table, ()) if one.viewer is not None}

    def wake(self, table: str, viewers: Iterable[int | None] | None = None) -> None:
        """Wake the streams of these viewers (all, if None); they render after the mover's response."""
        listeners = self._listeners.get(table)
        if listeners:
            concerned = None if viewers is None else set(viewers)
            for one in listeners:
                if concerned is None or one.viewer in concerned:
                    asyncio.get_running_loop().call_soon(one.news.set)

    def stop(self) -> None:
        """End all streams before shutdown; browsers reconnect by themselves."""
        self.stopping = True
        for listeners in self._listeners.values():
            for one in listeners:
                one.news.set()

    @contextlib.contextmanager
    def listening(self, table: str, viewer: int | None) -> Iterator[Listener]:
        """Register a stream while it is open."""
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
