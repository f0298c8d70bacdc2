"""Bots at the table: they think in threads, and are given what their seat may see and nothing else."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fattorino import bots
from fattorino.kernel.words import _
from fattorino.server.metrics import Metrics
from fattorino.server.problems import Problem
from fattorino.server.table import Table


class Thinker:
    """A few threads in which bots choose."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 2), thread_name_prefix="fattorino-bot")

    async def choose(self, table: Table, seat: int, name: str) -> int:
        """An action for the seat that is asked."""
        match = table.match
        assert match is not None
        assert match.to_move == seat
        view, actions = match.view(seat), match.legal()
        bot = table.bots.get((seat, name))
        if bot is None:
            bot = table.bots[seat, name] = bots.make(name, table.game)
        start = time.perf_counter()
        choice = await asyncio.get_running_loop().run_in_executor(
            self._threads, bot.choose, view, seat, actions, secrets.randbelow(2**31)
        )
        self._metrics.bot_seconds.labels(name).observe(time.perf_counter() - start)
        return int(choice)

    def close(self) -> None:
        """Wait for nobody: a thought that is not finished is not played."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def known_bot(name: Any, game: str) -> str:
    """The name, if there is such a bot and it plays the game."""
    names = bots.names(game)
    if name not in names:
        raise Problem(
            "unknown_bot",
            _("There is no bot {name!r}; the bots are: {names}.").format(name=name, names=", ".join(names)),
            known=list(names),
        )
    return str(name)


def substitute() -> str:
    """The bot that moves when a clock has run out: quick and sensible."""
    names = bots.names()
    return "greedy" if "greedy" in names else names[0]
