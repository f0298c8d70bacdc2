"""Bots: each gets a view and the legal actions, and nothing else.

A bot is named with its settings: `greedy`, or `mcts:simulations=2000,seed=3`.
"""

from typing import Any, Protocol

from fattorino.bots.greedy import Greedy
from fattorino.bots.random import Random
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints

_BOTS: dict[str, Any] = {"random": Random, "greedy": Greedy}


class Bot(Protocol):
    """Somebody who decides for a seat."""

    name: str

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        """One of the actions, given what the seat may see; the same for the same seed."""


def names() -> list[str]:
    """The names of all bots, weakest first."""
    return list(_BOTS)


def make(spec: str, game: Game) -> Bot:
    """The bot of that name for a game, with its settings."""
    name, given = parse(spec)
    if name not in _BOTS:
        raise BadOption(f"there is no bot {name!r}; the bots are: {', '.join(_BOTS)}")
    known = getattr(_BOTS[name], "settings", {})
    settings = {}
    for key, text in given.items():
        if key not in known:
            allowed = f"it has: {', '.join(known)}" if known else "it has none"
            raise BadOption(f"the bot {name} has no setting {key!r}; {allowed}")
        try:
            settings[key] = known[key](text)
        except ValueError:
            raise BadOption(f"{key} of the bot {name} cannot be {text!r}") from None
    bot: Bot = _BOTS[name](game, **settings)
    return bot


def parse(spec: str) -> tuple[str, dict[str, str]]:
    """A bot's name and its settings as they were written."""
    name, colon, rest = spec.strip().partition(":")
    settings: dict[str, str] = {}
    for pair in rest.split(",") if colon else ():
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not key or not value:
            raise BadOption(f"{spec!r}: settings of a bot are written {name}:setting=value,setting=value")
        if key in settings:
            raise BadOption(f"{spec!r}: {key} is given twice")
        settings[key] = value
    return name, settings


def split(specs: str) -> list[str]:
    """A list of bots with commas between them, and between the settings of each."""
    found: list[str] = []
    for part in specs.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += "," + part
        else:
            found.append(part.strip())
    return found
