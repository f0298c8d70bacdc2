"""The bots that people choose from: which there are, what they are called, which one is the stand-in."""

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
    """What a bot is called at the table."""
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
    """The bots people choose from at a game; one that wants settings is for programs."""
    return [name for name in bots.names(game) if name != "mcts"]


def known_bot(name: Any, game: str) -> str:
    """The name, if there is such a bot and it plays the game."""
    names = bots.names(game)
    if name not in names:
        sentence = _("There is no bot {name!r}; the bots are: {names}.")
        text = sentence.format(name=name, names=", ".join(names))
        raise Problem("unknown_bot", text, known=list(names))
    return str(name)


def substitute() -> str:
    """The bot that moves when a clock has run out, or for somebody who is away: quick and sensible."""
    return "greedy"


def can_search(game: Game) -> bool:
    """Whether looking ahead is compiled; interpreted it would take minutes."""
    return is_ready(game, BOTS) and not INTERPRETED
