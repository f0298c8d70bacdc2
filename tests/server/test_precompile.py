"""Games are made ready one after the other, those in the cache first."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fattorino.kernel.game import Game
from fattorino.server import precompile
from fattorino.server.precompile import Precompiler, Progress
from fattorino.server.problems import Problem


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do it in a thread: a browser that is open has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def test_what_is_in_the_cache_waits_for_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def tried(self: Precompiler, progress: Progress) -> None:
        order.append(progress.game)

    monkeypatch.setattr(precompile, "is_warm", lambda game: game.name in ("new_york", "pizza_city"))
    monkeypatch.setattr(Precompiler, "_try", tried)

    run(Precompiler(compile=True).work())
    assert order[:2] == ["new_york", "pizza_city"] and set(order) >= {"ghost_town", "papa_paolo"}

    order.clear()
    run(Precompiler(compile=False).work())
    assert order == ["new_york", "pizza_city"]


def test_a_game_that_failed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def burned(game: Game) -> None:
        raise RuntimeError("burned")

    monkeypatch.setattr(precompile, "is_warm", lambda game: True)
    monkeypatch.setattr(precompile, "exercise", burned)
    precompiler = Precompiler(compile=False)

    async def wanted() -> None:
        await precompiler.work()
        await precompiler.ready("ghost_town")

    with pytest.raises(Problem, match="could not be prepared"):
        run(wanted())


@pytest.mark.parametrize(("step", "of", "now"), [(0, 0, 1), (0, 5, 1), (3, 5, 4), (5, 5, 5)])
def test_steps_are_counted_as_people_count(step: int, of: int, now: int) -> None:
    assert Progress("ghost_town", step=step, of=of).now == now
