"""What the server answers in one turn of the loop leaves in one piece."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from fattorino.server.wire import Gathering


class Transport:
    """Remembers what it was told to do."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.done


def gathered(*pieces: bytes, close: bool = False) -> list[bytes | str]:
    """What leaves when these pieces are written in one turn, and others in the next."""
    transport = Transport()

    async def work() -> None:
        wire: Any = Gathering(cast(asyncio.Transport, transport), asyncio.get_running_loop())
        for piece in pieces:
            wire.write(piece)
        assert transport.done == []
        if close:
            wire.close()
            assert wire.is_closing()
        await asyncio.sleep(0)
        if not close:
            wire.write(b"more")
            await asyncio.sleep(0)

    asyncio.run(work())
    return transport.done


def test_the_head_and_the_body_of_an_answer_leave_together() -> None:
    assert gathered(b"HTTP/1.1 200 OK\r\n\r\n", b"body") == [b"HTTP/1.1 200 OK\r\n\r\nbody", b"more"]


def test_what_was_written_leaves_before_the_line_is_closed() -> None:
    assert gathered(b"last ", b"words", close=True) == [b"last words", "closed"]
