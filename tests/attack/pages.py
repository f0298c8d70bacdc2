"""Work that the server does to show something: replays, pages, states, streams that are opened and closed."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress

from attack.attacker import Attacker
from attack.lines import Line

GAMES = ("ghost_town", "new_york", "papa_paolo", "pizza_city")
CONNECTIONS = 400


async def nothing(attacker: Attacker) -> None:
    """no attack, to compare with"""
    await attacker.begin()
    await asyncio.sleep(attacker.seconds)


async def replay_flood(attacker: Attacker) -> None:
    """4.1 frames of a long game's replay, over 400 connections"""
    table, tokens = await attacker.make("new_york", 4, seed=4)
    moves = await attacker.play(table, tokens)
    attacker.notes.append(f"a game of {moves} moves")
    await attacker.run(CONNECTIONS, lambda n: ("GET", f"/replay/{table}/frame?move={moves - n * 7 % moves}"))


async def drawn_pages(attacker: Attacker) -> None:
    """4.2 pages that are drawn: rules, gallery, new table, replay with a better move, front page"""
    table, tokens = await attacker.make("new_york", 4, seed=4)
    await attacker.play(table, tokens)
    pages = [f"/{page}/{game}" for page in ("rules", "gallery", "new") for game in GAMES]
    pages += ["/", "/rules", "/gallery", f"/replay/{table}?better=0", f"/replay/{table}?move=100&better=0"]
    await attacker.run(40, lambda n: ("GET", pages[n % len(pages)]))


async def states(attacker: Attacker) -> None:
    """4.2 states, observations and reasons of a large game by the API, over 400 connections"""
    table, tokens = await attacker.make("new_york", 4, seed=4)
    await attacker.play(table, tokens, 150)
    asked = ["", "/observation", "/why?action=1", "/why?typed=a", "/chat"]
    path = f"/api/matches/{table}"
    await attacker.run(CONNECTIONS, lambda n: ("GET", path + asked[n % len(asked)], tokens[n % len(tokens)]))


async def streams_opened(attacker: Attacker) -> None:
    """4.2 streams of pages, opened and closed at once, over 100 connections"""
    table, tokens = await attacker.make("new_york", 4, seed=4)
    await attacker.play(table, tokens, 150)
    await attacker.begin()
    until, numbers = time.monotonic() + attacker.seconds, itertools.count()

    async def one() -> None:
        while time.monotonic() < until:
            line, seat = Line(attacker.port, attacker.address), next(numbers) % 4
            with suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout(10):
                    reader, writer = await line.opened()
                    writer.write(stream_request(table, tokens[seat]))
                    status = int((await reader.readuntil(b"\r\n")).split()[1])
                    attacker.flood.statuses[status] += 1
                    if status == 200:
                        await reader.readuntil(b"event: update")
            line.close()

    await asyncio.gather(*(one() for _connection in range(100)))


def stream_request(table: str, token: str) -> bytes:
    """A request for a stream of the page's fragments."""
    path = f"/api/matches/{table}/stream?content=page"
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


async def refusals(attacker: Attacker) -> None:
    """more requests than are allowed, over 400 connections: nearly all are refused"""
    await attacker.run(CONNECTIONS, lambda n: ("GET", "/healthz"))


async def moves(attacker: Attacker) -> None:
    """moves meant for an old position, over 400 connections"""
    table, tokens = await attacker.make()
    body, path = {"action": 0, "version": 0}, f"/api/matches/{table}/actions"
    await attacker.run(CONNECTIONS, lambda n: ("POST", path, tokens[n % 2], body))


ATTACKS = (nothing, replay_flood, drawn_pages, states, streams_opened, refusals, moves)
