"""Bots: each gets a view and the legal actions, and nothing else.

A bot is named with its settings: `greedy`, `mcts:simulations=2000`, `mcts:seconds=0.5,threads=2`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from fattorino.bots.greedy import Greedy
from fattorino.bots.mcts import Mcts
from fattorino.bots.net import Net, trained
from fattorino.bots.random import Random
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints


class Bot(Protocol):
    """Somebody who decides for a seat; what it remembers is of one game."""

    name: str

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        """One of the actions, given what the seat may see; the same for the same seed."""


@dataclass(frozen=True)
class Setting:
    """A number a bot can be given."""

    help: str
    least: float
    most: float
    whole: bool = True

    def read(self, name: str, text: str) -> float:
        """The number in a text, refused where it makes no sense."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            value = None
        if value is None or not self.least <= value <= self.most:
            kind = "a whole number" if self.whole else "a number"
            raise BadOption(f"{name} is {kind} from {self.least:,} to {self.most:,}, not {text!r}")
        return value


@dataclass(frozen=True)
class Kind:
    """A sort of bot: how it is made, how it plays in one line, what can be set, and what is set already."""

    make: Callable[..., Bot]
    help: str
    settings: dict[str, Setting] = field(default_factory=dict)
    given: dict[str, float] = field(default_factory=dict)


_SEARCH = {
    "simulations": Setting("games imagined per decision, instead of a time", 1, 10_000_000),
    "seconds": Setting("time per decision", 0.001, 3600, whole=False),
    "threads": Setting("trees grown side by side; 0: one per core", 0, 256),
    "noise": Setting("how often it plays loosely", 0, 1, whole=False),
    "random": Setting("share of random decisions in playouts, the rest by advice", 0, 1, whole=False),
    "town": Setting("as a game master: 0 builds an easy town, 1 any town, 2 a hard one", 0, 2),
    "worlds": Setting("how many worlds it imagines per decision", 1, 100_000),
}
KINDS = {
    "random": Kind(Random, "plays anything that is legal"),
    "easy": Kind(
        Mcts, "looks ahead a little and slips often", _SEARCH, {"simulations": 24, "noise": 0.5, "town": 0}
    ),
    "greedy": Kind(Greedy, "plays by the game's own advice, at once"),
    "net": Kind(Net, "plays what a net learned from playing itself, where there is one"),
    "medium": Kind(Mcts, "looks ahead a little", _SEARCH, {"simulations": 160, "noise": 0.1, "town": 1}),
    "hard": Kind(Mcts, "thinks for a second, on all cores", _SEARCH, {"seconds": 1.0, "threads": 0}),
    "mcts": Kind(Mcts, "searches ahead: set simulations or seconds", _SEARCH),
}


def names(game: str | None = None) -> list[str]:
    """The names of all bots, weakest first; of a game, only of those who can play it."""
    return [name for name in KINDS if name != Net.name or game is None or game in trained()]


def make(spec: str, game: Game) -> Bot:
    """The bot a text describes, for a game: a name, and after a colon its settings."""
    if not isinstance(game, Game):
        raise BadOption(
            f"a bot is made for a game that is loaded, not for {game!r}: fattorino.load gives one"
        )
    name, _colon, rest = spec.partition(":") if isinstance(spec, str) else (spec, "", "")
    if not isinstance(name, str) or name not in KINDS:
        raise BadOption(f"there is no bot {name!r}; the bots are: {', '.join(KINDS)}")
    kind = KINDS[name]
    given = dict(kind.given)
    for part in filter(None, rest.split(",")):
        key, equals, text = part.partition("=")
        if key not in kind.settings:
            known = ", ".join(kind.settings) or "none"
            raise BadOption(f"bot {name} has no setting {key!r}; its settings: {known}")
        if not equals:
            raise BadOption(f"setting {key} of bot {name} needs a value: {key}=NUMBER")
        given[key] = kind.settings[key].read(key, text)
    return kind.make(game, **given)


def split(specs: str) -> list[str]:
    """A list of bots with commas between them, and between the settings of each."""
    found: list[str] = []
    for part in specs.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += "," + part.strip()
        else:
            found.append(part.strip())
    return found
