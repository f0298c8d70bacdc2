"""Bots at the table: they think in threads, and are given what their seat may see and nothing else."""

from __future__ import annotations

import asyncio
import contextvars
import os
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from fattorino import bots
from fattorino.bots.mcts import Mcts
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import INTERPRETED
from fattorino.kernel.records import Ints
from fattorino.kernel.warm import is_warm
from fattorino.server.metrics import Metrics
from fattorino.server.problems import Problem
from fattorino.server.tables.table import Choice, Table

HINT = "mcts:seconds=0.8"  # the bot that is asked, and for how long
TERMS = 2  # told of what its advice counts
TRIFLE = 1 / 6  # of the largest: less is not worth telling


class Hint(NamedTuple):
    """What a bot would do, and why, in one sentence."""

    action: int
    label: str
    target: str
    sentence: str
    version: int


class Thought(NamedTuple):
    """What a bot chose, and how long that took."""

    action: int
    bot: str
    seconds: float


class Thinker:
    """A few threads in which bots choose."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 2), thread_name_prefix="fattorino-bot")

    async def choose(self, table: Table, seat: int, name: str) -> Thought:
        """An action for the seat that is asked."""
        if searches(name) and not can_search(table.game):
            name = substitute()  # until the search is compiled
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
        return Thought(int(choice), name, time.perf_counter() - start)

    def count(self, thought: Thought) -> None:
        """Let a thought that everybody saw the end of be part of the figures."""
        self._metrics.bot_seconds.labels(thought.bot).observe(thought.seconds)

    async def hint(self, table: Table, seat: int) -> Hint:
        """What a bot would do for the seat that is asked."""
        match, version = table.match, table.version(seat)
        assert match is not None
        assert match.to_move == seat
        view, actions, secret = match.view(seat), match.legal(), table.secret == seat
        choices = {choice.action: choice for choice in table.legal(seat)}
        start = time.perf_counter()
        action, words = await asyncio.get_running_loop().run_in_executor(
            self._threads, contextvars.copy_context().run, advice, table.game, view, seat, actions, choices
        )
        if not secret:
            self.count(Thought(action, "hint", time.perf_counter() - start))
        choice = choices[action]
        return Hint(action, choice.label, choice.target, words, version)

    def close(self) -> None:
        """Wait for nobody: a thought that is not finished is not played."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def advice(game: Game, view: Any, seat: int, actions: Ints, choices: Mapping[int, Choice]) -> tuple[int, str]:
    """An action with the reason for it, from what a seat may see."""
    seed = secrets.randbelow(2**31)
    bot = bots.make(HINT if can_search(game) else substitute(), game)
    if not isinstance(bot, Mcts):
        action = bot.choose(view, seat, actions, seed)
        why = because(game, view, seat, actions, action)
        if why:
            return action, _("{label} – {why}.").format(label=choices[action].label, why=why)
        return action, _("A bot would do this: {label}.").format(label=choices[action].label)
    thought = bot.think(view, seat, actions, seed)
    order = np.lexsort((thought.means, thought.visits))
    best, other = int(order[-1]), int(order[-2])
    action = int(actions[best])
    why = because(game, view, seat, actions, action)
    label, worth = choices[action].label, round(100 * float(thought.means[best]))
    if why:
        sentence = _("{label} – {why}; worth {best} of 100 in {n} games imagined from what you know.")
        return action, sentence.format(label=label, why=why, best=worth, n=thought.simulations)
    second = round(100 * float(thought.means[other]))
    if second < worth:
        sentence = _(
            "{label}: worth {best} of 100 in {n} games imagined from what you know; "
            "next best, {other}, {second}."
        )
    else:  # it was looked at less
        sentence = _(
            "{label}: worth {best} of 100 in {n} games imagined from what you know; about as good, {other}."
        )
    return action, sentence.format(
        label=label,
        best=worth,
        n=thought.simulations,
        other=choices[int(actions[other])].label,
        second=second,
    )


def because(game: Game, view: Any, seat: int, actions: Ints, action: int) -> str:
    """The largest terms of what the game's own advice makes of an action, in words."""
    if game.reasons is None:
        return ""
    found = sorted(game.reasons(view, seat, actions, action), key=lambda reason: -abs(reason[1]))
    found = [reason for reason in found if abs(reason[1]) > TRIFLE * abs(found[0][1])][:TERMS]
    good = [words for words, amount in found if amount > 0]
    bad = [words for words, amount in found if amount < 0]
    if not good or not bad:
        return _(" and ").join(good or bad)
    return _("{good}, though {bad}").format(good=_(" and ").join(good), bad=_(" and ").join(bad))


def searches(name: str) -> bool:
    """Whether a bot looks ahead, which must be compiled first."""
    return bots.KINDS[name].make is Mcts


def can_search(game: Game) -> bool:
    """Whether looking ahead is compiled; interpreted it would take minutes."""
    return is_warm(game) and not INTERPRETED


def levels(game: str) -> list[str]:
    """The bots people choose from at a game; one that wants settings is for programs."""
    return [name for name in bots.names(game) if name != "mcts"]


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
    """The bot that moves when a clock has run out, or for somebody who is away: quick and sensible."""
    return "greedy"
