"""Bots: each gets a view and the legal actions, and nothing else."""

from typing import Any, Protocol

from fattorino.bots.greedy import Greedy
from fattorino.bots.random import Random
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints

_BOTS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}


class Bot(Protocol):
    """Somebody who decides for a seat."""

    name: str

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        """One of the actions, given what the seat may see; the same for the same seed."""


def names() -> list[str]:
    """The names of all bots, weakest first."""
    return list(_BOTS)


def make(name: str, game: Game) -> Bot:
    """The bot of that name for a game."""
    if name not in _BOTS:
        raise BadOption(f"there is no bot {name!r}; the bots are: {', '.join(_BOTS)}")
    return _BOTS[name](game)
