"""One attacking address, in a process of its own: prepares, waits, attacks until time is up."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
from collections.abc import Callable
from typing import Any

from attack.lines import Answer, Flood, Line

NICE = 10  # attackers are elsewhere: they take what the server and the others leave of this machine
SLOW = 300.0  # seconds in which an attack must be prepared


class Attacker:
    """What an attack is given: its address, the server's port, and how long it lasts."""

    def __init__(self, port: int, address: str, seconds: float, ready: Any, go: Any) -> None:
        self.port, self.address, self.seconds = port, address, seconds
        self.line = Line(port, address)
        self.flood = Flood(port, address)
        self.notes: list[str] = []  # what is to be said of it in the table
        self._ready, self._go = ready, go

    async def begin(self) -> None:
        """All is prepared: wait until the others are measured."""
        self._ready.set()
        await asyncio.to_thread(self._go.wait)

    async def run(self, connections: int, ask: Callable[[int], tuple[Any, ...]]) -> None:
        """Prepared: flood the server until time is up."""
        await self.begin()
        await self.flood.run(connections, ask, self.seconds)

    async def api(self, method: str, path: str, token: str = "", body: Any = None) -> Answer:
        """One request to the API; when it is too many, once more after the time it is told."""
        while True:
            answer = await self.line.call(method, f"/api/matches{path}", token, body)
            wait = int(answer.headers.get("retry-after", 0))
            if answer.status != 429 or wait > 5:
                return answer
            await asyncio.sleep(wait)

    async def make(self, game: str = "ghost_town", seats: int = 2, **more: Any) -> tuple[str, list[str]]:
        """A table of people's seats: its id, and the tokens."""
        answer = await self.api("POST", "", body={"game": game, "seats": [{"kind": "human"}] * seats, **more})
        assert answer.status == 201, answer
        made = answer.json()
        return made["id"], [seat["token"] for seat in made["seats"]]

    async def play(self, table: str, tokens: list[str], moves: int = 10_000) -> int:
        """Play at random, for all seats; how many moves were made."""
        chance, done, seat = random.Random(table), 0, 0
        while done < moves:
            state = (await self.api("GET", f"/{table}", tokens[seat])).json()
            if state["over"]:
                return done
            if not state["legal"]:
                seat = (seat + 1) % len(tokens)
                continue
            body = {"action": chance.choice(state["legal"])["action"], "version": state["version"]}
            done += (await self.api("POST", f"/{table}/actions", tokens[seat], body)).status == 200
        return done


class Process:
    """The process of an attacker, and what it reports in the end."""

    def __init__(self, attack: Callable[..., Any], port: int, address: str, seconds: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._ready, self._go = context.Event(), context.Event()
        self._mine, theirs = context.Pipe()
        given = (attack, port, address, seconds, self._ready, self._go, theirs)
        self._process = context.Process(target=_work, args=given, daemon=True)
        self._process.start()

    def wait_until_ready(self) -> None:
        """Wait until the attack is prepared."""
        while not self._ready.wait(1.0):
            assert self._process.is_alive(), "the attack could not be prepared"

    def go(self) -> None:
        """Attack."""
        self._go.set()

    def report(self) -> tuple[dict[int, int], list[str]]:
        """Wait for the end: answers by status (0: none), and notes."""
        assert self._mine.poll(SLOW), "the attack does not end"
        told: tuple[dict[int, int], list[str]] = self._mine.recv()
        self._process.join()
        return told


def _work(
    attack: Callable[..., Any], port: int, address: str, seconds: float, ready: Any, go: Any, report: Any
) -> None:
    os.nice(NICE)
    attacker = Attacker(port, address, seconds, ready, go)
    asyncio.run(attack(attacker))
    report.send((dict(attacker.flood.statuses) | {0: attacker.flood.unanswered}, attacker.notes))
