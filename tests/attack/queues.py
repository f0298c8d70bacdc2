"""Work that waits in queues: reviews, bots, hints."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from attack.attacker import Attacker
from attack.lines import Line

REVIEWS = 21
TABLES = 60


async def review_queue(attacker: Attacker) -> None:
    """4.3 reviews of 21 finished games, asked for again and again"""
    tables = []
    for seed in range(REVIEWS):
        table, tokens = await attacker.make(seed=seed)
        await attacker.play(table, tokens)
        tables.append(table)
    await attacker.begin()
    until, taken = time.monotonic() + attacker.seconds, set()
    while time.monotonic() < until:
        for table in tables:
            answer = await attacker.line.call("POST", f"/review/{table}")
            attacker.flood.statuses[answer.status] += 1
            taken |= {table} if answer.status == 303 else set()
        await asyncio.sleep(0.1)
    attacker.notes.append(f"{len(taken)} of {REVIEWS} reviews taken")


async def bots(attacker: Attacker) -> None:
    """60 tables of strong bots that are watched, and hints"""
    strong = {"kind": "bot", "bot": "mcts"}
    tables = []
    for number in range(TABLES):
        seats = [strong, strong] if number else [{"kind": "human"}, {"kind": "human"}]
        answer = await attacker.api("POST", "", body={"game": "ghost_town", "seats": seats})
        assert answer.status == 201, answer
        tables.append(answer.json())
    await attacker.begin()
    watched = [
        asyncio.create_task(Line(attacker.port, attacker.address).listen(f"/api/matches/{made['id']}/stream"))
        for made in tables
    ]
    first = tables[0]
    path, tokens = f"/api/matches/{first['id']}/hint", [seat["token"] for seat in first["seats"]]
    await attacker.flood.run(4, lambda n: ("POST", path, tokens[n % 2], {}), attacker.seconds)
    for task in watched:
        task.cancel()
        with suppress(asyncio.CancelledError, OSError, EOFError):
            await task


ATTACKS = (review_queue, bots)
