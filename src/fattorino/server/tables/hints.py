"""Hints: what a bot would do in a player's place, knowing what the player knows, and why."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fattorino import bots
from fattorino.bots import mcts
from fattorino.bots.mcts import Mcts, loops
from fattorino.kernel.errors import NoWorld
from fattorino.kernel.game import Game
from fattorino.kernel.guide import nothing
from fattorino.kernel.i18n import _, language
from fattorino.kernel.records import Ints
from fattorino.server.problems import Problem
from fattorino.server.tables.bot_levels import can_search, substitute
from fattorino.server.tables.bot_pool import Thought
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Choice

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.hints")

HINT = "mcts:seconds=0.8"  # the bot, and its time
TERMS = 2  # terms of its evaluation in a hint
NEAR = 0.02  # moves whose chances differ by less are about as good
FUTILE = 0.1  # what an action that comes with a warning must be better by
REMEMBERED = 500  # cached answers
TRIFLE = 1 / 6  # terms smaller than this share of the largest are left out


class Hint(NamedTuple):
    """What a bot would do, and why, in one sentence."""

    action: int
    label: str
    target: str
    sentence: str
    version: int


class Hints:
    """Asks a bot on behalf of a player."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        # the same question gets the same answer
        self._given: dict[tuple[str, bytes, str], tuple[int, str]] = {}

    async def ask(self, table: Table, seat: int) -> Hint:
        """A hint for the seat to move."""
        table.must_run()
        reason = table.why_no_hint(seat)
        if reason:
            raise Problem("not_your_turn" if table.settings.hints else "no_hints", reason)
        seen, given, secret = table.see(seat), table.decision(), table.windows.asked == seat
        choices, start = {choice.action: choice for choice in seen.legal}, time.perf_counter()
        pool, position = self._service.pool, (table.id, given.view.tobytes(), language())
        if position not in self._given:
            found = await pool.run(advice, table.game, given.view, seat, given.actions, choices)
            self._given[position] = found
            while len(self._given) > REMEMBERED:
                del self._given[next(iter(self._given))]
            if not secret:
                pool.count(Thought(found[0], "hint", time.perf_counter() - start))
        action, sentence = self._given[position]
        chosen = choices[action]
        return Hint(chosen.action, chosen.label, chosen.target, sentence, seen.version)


def advice(game: Game, view: Any, seat: int, actions: Ints, choices: Mapping[int, Choice]) -> tuple[int, str]:
    """An action with its reason, from what a seat may see."""
    seed = secrets.randbelow(2**31)
    bot = bots.make(HINT if can_search(game) else substitute(), game)
    if isinstance(bot, Mcts):
        try:
            return searched(game, view, seat, actions, choices, bot.think(view, seat, actions, seed))
        except NoWorld as error:
            log.warning("a hint is %s's: %s", substitute(), error)
            bot = bots.make(substitute(), game)
    action = bot.choose(view, seat, actions, seed)
    why = because(game, view, seat, actions, action)
    if why:
        return action, _("{label} – {why}.").format(label=choices[action].label, why=why)
    return action, _("A bot would do this: {label}.").format(label=choices[action].label)


def searched(
    game: Game, view: Any, seat: int, actions: Ints, choices: Mapping[int, Choice], thought: mcts.Thought
) -> tuple[int, str]:
    """The action that a search found best, with its reason and its chances."""
    best, other = ranked(game, view, actions, thought)
    action = int(actions[best])
    why = because(game, view, seat, actions, action)
    label, rival = choices[action].label, choices[int(actions[other])].label
    means = thought.means
    chance = _("You would win about {n} in 10 games.").format(n=wins(means[best], loops(game).WINNING))
    if why:
        first = _("{label} – {why}.").format(label=label, why=why)
    else:
        first = _("{label}.").format(label=label)
    if means[best] - means[other] < NEAR:
        return action, _("{first} {chance} About as good: {other}.").format(
            first=first, chance=chance, other=rival
        )
    return action, _("{first} {chance}").format(first=first, chance=chance)


def ranked(game: Game, view: Any, actions: Ints, thought: mcts.Thought) -> tuple[int, int]:
    """The best action and the next, as indices; one that is known to be futile only if it is much better."""
    order = [int(k) for k in np.lexsort((thought.means, thought.visits))[::-1]]
    warning = nothing if game.guide is None else game.guide.warning
    useful = [k for k in order if not warning(view, int(actions[k]))]
    best = order[0]
    if useful and thought.means[best] - thought.means[useful[0]] < FUTILE:
        best = useful[0]
    return best, next(k for k in [*useful, *order] if k != best)


def wins(mean: float, winning: float) -> int:
    """Expected wins in ten games, from a search's mean of wins and lead."""
    share = (float(mean) - (1.0 - winning) / 2) / winning
    return round(10 * min(1.0, max(0.0, share)))


def because(game: Game, view: Any, seat: int, actions: Ints, action: int) -> str:
    """The largest terms of the game's own evaluation of an action, in words."""
    if game.reasons is None:
        return ""
    found = sorted(game.reasons(view, seat, actions, action), key=lambda reason: -abs(reason[1]))
    found = [reason for reason in found if abs(reason[1]) > TRIFLE * abs(found[0][1])][:TERMS]
    good = [words for words, amount in found if amount > 0]
    bad = [words for words, amount in found if amount < 0]
    if not good or not bad:
        return _(" and ").join(good or bad)
    return _("{good}, though {bad}").format(good=_(" and ").join(good), bad=_(" and ").join(bad))
