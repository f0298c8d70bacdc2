"""What is kept: chat, moves that are taken back, notes, tables."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress

from attack.attacker import Attacker

LONG = "\N{SLICE OF PIZZA}" * 500  # the longest line of chat, four bytes a character
KEY = "k" * 80


async def chat(attacker: Attacker) -> None:
    """4.4 the longest lines of chat, from four seats at two tables"""
    seats = [
        (table, token) for table, tokens in [await attacker.make() for _n in range(2)] for token in tokens
    ]

    def say(number: int) -> tuple[str, str, str, dict[str, str]]:
        table, token = seats[number % len(seats)]
        return "POST", f"/api/matches/{table}/chat", token, {"text": LONG}

    await attacker.run(8, say)


async def play_and_undo(attacker: Attacker) -> None:
    """4.5 moves with long keys, taken back, at one table after the other"""
    await attacker.begin()
    until = time.monotonic() + attacker.seconds

    async def one(number: int) -> None:
        mine = Attacker(attacker.port, attacker.address, attacker.seconds, None, None)
        with suppress(AssertionError, OSError, EOFError):  # no more tables, or too late
            while time.monotonic() < until:
                table, tokens = await mine.make("papa_paolo", seed=number)
                await steps(mine, table, tokens)

    async def steps(mine: Attacker, table: str, tokens: list[str]) -> None:
        for seat in (0, 1):
            state = (await mine.api("GET", f"/{table}", tokens[seat])).json()
            if state["legal"]:
                break
        body = {"action": state["legal"][0]["action"], "version": state["version"]}
        for taken in itertools.count():
            for path, data in (("actions", body | {"key": f"{KEY}{taken}"}), ("undo", {})):
                while time.monotonic() < until:
                    answer = await mine.line.call("POST", f"/api/matches/{table}/{path}", tokens[seat], data)
                    attacker.flood.statuses[answer.status] += 1
                    if answer.status != 429:
                        break
            if time.monotonic() > until or answer.status == 409:  # enough was taken back at this table
                return
            body["version"] = answer.json()["version"]

    await asyncio.gather(*(one(number) for number in range(2)))


async def notes(attacker: Attacker) -> None:
    """4.4 all cells of two seats' notes, written again and again"""
    table, tokens = await attacker.make()
    cells = [f"cell-{n}-{'x' * 30}" for n in range(1000)]

    def mark(number: int) -> tuple[str, str, str, dict[str, dict[str, str]]]:
        some = dict.fromkeys(cells[number * 40 % 1000 :][:40], f"m{number}")
        return "PUT", f"/api/matches/{table}/notes", tokens[number % 2], {"notes": some}

    await attacker.run(8, mark)


async def tables(attacker: Attacker) -> None:
    """4.13 tables of the largest game, made and left"""
    order = {"game": "new_york", "seats": [{"kind": "human"}] * 5}
    await attacker.run(4, lambda n: ("POST", "/api/matches", "", order | {"seed": n}))


BOUND_BY_BYTES = (play_and_undo, notes, tables)
ATTACKS = (chat, *BOUND_BY_BYTES)
