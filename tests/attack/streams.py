"""Streams that stay open."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from attack.attacker import Attacker
from attack.lines import Line

STREAMS = 300


async def streams_unread(attacker: Attacker) -> None:
    """4.6 300 streams of a large game that nobody reads, while it is played"""
    await _streams(attacker, read=False)


async def streams_read(attacker: Attacker) -> None:
    """4.7 300 streams of a large game, as page, words and state, while it is played"""
    await _streams(attacker, read=True)


async def _streams(attacker: Attacker, read: bool) -> None:
    table, tokens = await attacker.make("new_york", 4, seed=4)
    path = f"/api/matches/{table}/stream?content="
    await attacker.begin()
    open_ones = [
        asyncio.create_task(
            Line(attacker.port, attacker.address).listen(
                path + ("page", "words", "state")[n % 3], tokens[n % 4], read
            )
        )
        for n in range(STREAMS)
    ]
    until = time.monotonic() + attacker.seconds
    with suppress(OSError, EOFError):
        while time.monotonic() < until:
            attacker.flood.statuses[200] += await attacker.play(table, tokens, 1)
            await asyncio.sleep(0.1)
    for task in open_ones:
        task.cancel()
    await asyncio.gather(*open_ones, return_exceptions=True)


ATTACKS = (streams_unread, streams_read)
