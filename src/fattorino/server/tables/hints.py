"""Hints: what a bot would do in a player's place, knowing what the player knows, and why."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fattorino import bots
from fattorino.bots.mcts import Mcts
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.records import Ints
from fattorino.server.problems import Problem
from fattorino.server.tables.bot_levels import can_search, substitute
from fattorino.server.tables.bot_pool import Thought
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Choice

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

HINT = "mcts:seconds=0.8"  # the bot that is asked, and for how long
TERMS = 2  # terms of its value that are told
TRIFLE = 1 / 6  # of the largest term: less is not worth telling


class Hint(NamedTuple):
    """What a bot would do, and why, in one sentence."""

    action: int
    label: str
    target: str
    sentence: str
    version: int


class Hints:
    """Asks a bot for a player."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def ask(self, table: Table, seat: int) -> Hint:
        """What a bot would do for a seat that is asked."""
        table.must_run()
        reason = table.why_no_hint(seat)
        if reason:
            raise Problem("not_your_turn" if table.settings.hints else "no_hints", reason)
        seen, given, secret = table.see(seat), table.decision(), table.windows.asked == seat
        choices, start = {choice.action: choice for choice in seen.legal}, time.perf_counter()
        pool = self._service.pool
        action, sentence = await pool.run(advice, table.game, given.view, seat, given.actions, choices)
        if not secret:
            pool.count(Thought(action, "hint", time.perf_counter() - start))
        return Hint(*choices[action], sentence, seen.version)


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
    worth, second = round(100 * float(thought.means[best])), round(100 * float(thought.means[other]))
    if why:
        sentence = _("{label} – {why}; worth {best} of 100 in {n} games imagined from what you know.")
    elif second < worth:
        sentence = _(
            "{label}: worth {best} of 100 in {n} games imagined from what you know; "
            "next best, {other}, {second}."
        )
    else:  # it was looked at less
        sentence = _(
            "{label}: worth {best} of 100 in {n} games imagined from what you know; about as good, {other}."
        )
    return action, sentence.format(
        label=choices[action].label,
        why=why,
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
