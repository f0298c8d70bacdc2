"""Bots share processors fairly, and no table waits behind one that nobody watches."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from fattorino.server.tables import bots, lobby, registry
from fattorino.server.tables.bot_pool import BotPool
from fattorino.server.tables.fair_queue import FairQueue, Rank
from loops import run
from server.conftest import wait_until

pytestmark = pytest.mark.bulk


def order_of(wishes: list[tuple[Rank, str]], places: int = 2) -> tuple[list[int], list[int]]:
    """The order in which simultaneous requests are served, and the most that one client has at a time."""
    served: list[int] = []
    most: dict[str, int] = {}

    async def work() -> None:
        queue, running = FairQueue(places), dict[str, int]()

        async def think(number: int, rank: Rank, client: str) -> None:
            async with queue.place(rank, client):
                served.append(number)
                running[client] = running.get(client, 0) + 1
                most[client] = max(most.get(client, 0), running[client])
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                running[client] -= 1

        await asyncio.gather(*(think(n, rank, client) for n, (rank, client) in enumerate(wishes)))
        assert len(queue) == 0 and not queue._served and not queue._running

    run(work())
    return served, list(most.values())


def test_people_come_first_and_clients_take_turns() -> None:
    many = [(Rank.BOTS, "mass")] * 30
    served, most = order_of([*many, (Rank.PEOPLE, "ada"), (Rank.BOTS, "bob")])
    assert served.index(30) <= 2 and served.index(31) <= 3, "behind what was thinking already, at most"
    assert most == [1, 1, 1]

    greedy_client = [(Rank.PEOPLE, "mass")] * 20
    served, _most = order_of([*greedy_client, (Rank.PEOPLE, "ada"), (Rank.PEOPLE, "bob")])
    assert max(served.index(20), served.index(21)) <= 4


def test_whoever_gives_up_waiting_leaves_no_trace() -> None:
    async def work() -> int:
        queue = FairQueue(2)

        async def think(client: str) -> None:
            async with queue.place(Rank.PEOPLE, client):
                await asyncio.sleep(60)

        tasks = [asyncio.create_task(think(f"{n % 3}")) for n in range(9)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with queue.place(Rank.PEOPLE, "ada"), queue.place(Rank.PEOPLE, "bob"):
            return len(queue)

    assert run(work()) == 0


def endless_random_bots(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Let bots that move at random think until they are released, one by one; there are two slots."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    gate, choice = threading.Semaphore(0), BotPool._choice

    def endlessly(decision: Any, name: str, memory: Any, chance: int) -> int:
        if name == "random":
            gate.acquire()
        return choice(decision, name, memory, chance)

    monkeypatch.setattr(BotPool, "_choice", staticmethod(endlessly))
    return gate


def test_a_person_does_not_wait_behind_many_tables_of_bots(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once one of the slow bots has moved, the bot at a person's table is next, before all that wait."""
    gate = endless_random_bots(monkeypatch)
    server = live()
    try:
        for seed in range(20):
            server.make("random", "random", seed=seed)
        wait_until(lambda: len(server.service.pool.queue) == 19)
        made = server.make("human", "greedy", seed=5)
        stream = server.stream(made, 0)
        version = stream.next()["id"]

        server.play_on(made, 1)
        wait_until(lambda: len(server.service.pool.queue) == 20)
        gate.release()

        stream.until(lambda event: event["id"] >= version + 2)
    finally:
        gate.release(1000)


def test_a_hint_and_a_clock_do_not_wait_for_bots(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots that never finish take every slot; hints and clocks have their own threads."""
    monkeypatch.setattr(lobby, "CLOCKS", (1,))
    gate = endless_random_bots(monkeypatch)
    monkeypatch.setattr(bots.BotTurns, "_turn", lambda _turns, table, _entry: (Rank.PEOPLE, table.id))
    server = live()
    try:
        queue = server.service.pool.queue
        for seed in range(12):
            server.make("random", "random", seed=seed)
        wait_until(lambda: queue._free == 0)
        made = server.make("human", "human", seed=5)
        assert server.post(f"/api/matches/{made.id}/hint", made.tokens[0]).status_code == 200
        timed = server.make("human", "human", seed=5, clock=1)
        wait_until(lambda: len(server.table(timed).steps) > 0)
        assert queue._free == 0, "they still think"
    finally:
        gate.release(1000)


def test_bots_stop_where_nobody_watches_or_plays_and_go_on_when_somebody_comes(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = live()
    monkeypatch.setattr(registry, "LOOKED", 0.0)
    made = server.make("random", "random", seed=3)
    table, turns = server.table(made), server.service.bots
    wait_until(lambda: not turns.busy(made.id))
    steps = len(table.steps)
    assert not table.over and steps <= 1

    monkeypatch.setattr(registry, "LOOKED", 60.0)
    server.service.registry.entry(table).asked_for -= 120.0  # a long time ago
    stream = server.stream(made)
    stream.until(lambda event: event["data"]["over"])
    assert table.over and len(table.steps) > steps


def test_sizes_are_told_to_the_operator_only(live: Callable[..., Any]) -> None:
    server = live(operator_token="s3cret")
    server.make("human", "human")
    here = server.get("/metrics", "s3cret")
    assert 'fattorino_size{what="connections"}' in here.text
    assert 'fattorino_size{what="parts_drawn"}' in here.text
    assert 'fattorino_size{what="thoughts_waiting"} 0.0' in here.text
    stranger = server.get("/metrics")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_operator")
    assert server.get("/metrics", "wrong").status_code == 403
    server.stop()
    assert live(operator_token="").get("/metrics", "").status_code == 403, "no token is nobody's token"
