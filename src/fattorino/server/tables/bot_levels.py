"""The bots that people can choose: their names, and which one stands in."""

from __future__ import annotations

from typing import Any

from fattorino import bots
from fattorino.bots.mcts import BOTS
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import INTERPRETED
from fattorino.kernel.parts import is_ready
from fattorino.server.problems import Problem


def bot_name(bot: str) -> str:
    """A bot's name at the table."""
    names = {
        "random": _("Random bot"),
        "easy": _("Easy bot"),
        "greedy": _("Greedy bot"),
        "medium": _("Medium bot"),
        "hard": _("Hard bot"),
        "expert": _("Expert bot"),
    }
    return names.get(bot) or _("{bot} bot").format(bot=bot.capitalize())


def levels(game: str) -> list[str]:
    """The bots people can choose for a game; those that need settings are for programs."""
    return [name for name in bots.names(game) if name != "mcts"]


def known_bot(name: Any, game: str) -> str:
    """The name of a bot that exists and plays the game; a problem otherwise."""
    names = bots.names(game)
    if name not in names:
        sentence = _("There is no bot {name!r}; the bots are: {names}.")
        text = sentence.format(name=name, names=", ".join(names))
        raise Problem("unknown_bot", text, known=list(names))
    return str(name)


def substitute() -> str:
    """The bot that moves when a clock has run out, or for an absent player: quick and sensible."""
    return "greedy"


def can_search(game: Game) -> bool:
    """Whether search is compiled; interpreted it would take minutes."""
    return is_ready(game, BOTS) and not INTERPRETED
