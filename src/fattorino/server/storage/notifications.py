"""Notifications between server processes on one PostgreSQL database: LISTEN on a separate connection."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

from sqlalchemy.engine import URL

from fattorino.server.storage.store import CHANNEL, reason_of

log = logging.getLogger("fattorino.notifications")

IDLE = 5  # seconds after which a silent connection is checked
AGAIN = 0.5  # seconds before reconnecting


class Notifications:
    """A thread that passes notifications to the event loop."""

    def __init__(self, url: URL, received: Callable[[str], object], gap: Callable[[], object]) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._received = received
        self._gap = gap  # called after each reconnect: notifications may have been missed
        self._stop = threading.Event()
        self.listening = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="fattorino-notifications", daemon=True)

    def start(self) -> None:
        """Start listening; callbacks run in the current event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(timeout=3)

    def _listen(self) -> None:
        import psycopg

        lost = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(
                    self._dsn, autocommit=True, keepalives_idle=IDLE, keepalives_count=3
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    if lost:
                        log.info("reconnected to PostgreSQL")
                    lost = False
                    self._call(self._gap)
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._call(self._received, notice.payload)
            except psycopg.Error as error:
                if not lost:  # once, however long it takes
                    log.warning("lost the PostgreSQL notification connection: %s", reason_of(error))
                lost = True
                self._stop.wait(AGAIN)

    def _call(self, function: Callable[..., object], *arguments: str) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)
