"""Turns of the event loop: each client begins one request in each, however many it has sent at once."""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """Spreads the requests of a client over turns of the event loop, so that others get in between.

    Whoever is alone waits for nobody. Nothing is held while a request is answered: streams stay open, and
    what waits for a thread or for the database lets the next one begin.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by client, while it had this turn

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def wait(self, client: str) -> None:
        """Wait for a turn in which no other request of this client begins."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(client)
        if waiting is None:
            self._waiting[client] = deque()
            loop.call_soon(self._next, loop, client)
        else:
            turn: asyncio.Future[None] = loop.create_future()
            waiting.append(turn)
            await turn

    def _next(self, loop: asyncio.AbstractEventLoop, client: str) -> None:
        waiting = self._waiting[client]
        while waiting and waiting[0].done():  # somebody who has hung up
            waiting.popleft()
        if waiting:
            waiting.popleft().set_result(None)
            loop.call_soon(self._next, loop, client)
        else:
            del self._waiting[client]
