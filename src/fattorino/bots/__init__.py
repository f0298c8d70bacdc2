"""Bots: each gets a view and the legal actions, and nothing else.

A bot is named with its settings: `greedy`, `mcts:simulations=2000`, `mcts:seconds=0.5,threads=2`, or
`my_module:MyBot:depth=3` for one of your own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from fattorino.bots.greedy import Greedy
from fattorino.bots.mcts import EXPERTS, Expert, Mcts, net_for
from fattorino.bots.net import Net, trained
from fattorino.bots.outside import (
    Value,
    heard,
    imported,
    is_factory,
    label as label,
    packaged,
    seated,
    settings_of,
    unpacked,
)
from fattorino.bots.random import Random
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.kernel.records import Ints

NAME = re.compile(r"[A-Za-z][\w-]*")


class Bot(Protocol):
    """A bot decides for one seat of one game, and may remember what it saw."""

    name: str

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        """One of the actions, given the seat's view; deterministic for a given seed."""


@dataclass(frozen=True)
class Setting:
    """A numeric setting of a bot."""

    help: str
    least: float
    most: float
    whole: bool = True

    def read(self, name: str, text: str) -> float:
        """Parse and validate the number."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            value = None
        if value is None or not self.least <= value <= self.most:
            kind = "a whole number" if self.whole else "a number"
            raise BadOption(f"{name} is {kind} from {self.least:,} to {self.most:,}, not {text!r}")
        return value


@dataclass(frozen=True)
class File:
    """A file setting of a bot."""

    help: str

    def read(self, name: str, text: str) -> Path:
        """Parse the path; the file must exist."""
        if not Path(text).is_file():
            raise BadOption(f"{name} is a file, and there is no file {text!r}")
        return Path(text)


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its factory, a one-line description, its settings, and preset values."""

    make: Callable[..., Bot]
    help: str
    settings: Mapping[str, Setting | File | Value] | None = field(default_factory=dict)  # None: anything
    given: Mapping[str, Any] = field(default_factory=dict)


_SEARCH: dict[str, Setting | File | Value] = {
    "simulations": Setting("games imagined per decision, instead of a time", 1, 10_000_000),
    "seconds": Setting("time per decision", 0.001, 3600, whole=False),
    "threads": Setting("trees grown side by side; 0: one per core", 0, 256),
    "noise": Setting("how often it plays loosely", 0, 1, whole=False),
    "random": Setting("share of random decisions in playouts, the rest by advice", 0, 1, whole=False),
    "town": Setting("as a game master: 0 builds an easy town, 1 any town, 2 a hard one", 0, 2),
    "worlds": Setting("how many worlds it imagines per decision", 1, 100_000),
    "uses": Setting("simulations in a row that start from one of them", 1, 10_000),
    "split": Setting(
        "visits after which a plan depends on what the seat sees after a decision; 0: it never does",
        0,
        100_000,
    ),
    "playouts": Setting(
        "of so many simulations one is played on although a net could judge; 0: none", 0, 1000
    ),
    "ahead": Setting("decisions that it is played on, before the net judges; 0: to the end", 0, 10_000),
    "curiosity": Setting(
        "exploration constant where a net says what to try; 0: the usual one", 0, 100, whole=False
    ),
    "net": Setting(
        "a net says what to try and 1: judges positions; 2: playouts judge; 3: it plays them; "
        "4: another net judges; 0: no net",
        0,
        4,
    ),
    "path": File("the file of another net, written by fattorino train or fit"),
}
KINDS = {
    "random": Kind(Random, "plays anything that is legal"),
    "easy": Kind(
        Mcts, "hardly looks ahead and slips often", _SEARCH, {"simulations": 8, "noise": 1.0, "town": 0}
    ),
    "greedy": Kind(Greedy, "plays by the game's own advice, at once"),
    "net": Kind(
        net_for,
        "plays what a net learned from playing itself, where there is one",
        {"path": File("the file of another net, written by fattorino train or fit")},
    ),
    "medium": Kind(Mcts, "looks ahead a little", _SEARCH, {"simulations": 40, "noise": 0.3, "town": 1}),
    "hard": Kind(Mcts, "thinks for a second, on all cores", _SEARCH, {"seconds": 1.0, "threads": 0}),
    "expert": Kind(
        Expert,
        "thinks for a second, by what a net learned, where there is one",
        _SEARCH,
        {"seconds": 1.0, "threads": 0},
    ),
    "mcts": Kind(Mcts, "searches ahead: set simulations or seconds", _SEARCH),
}


BUILT_IN = tuple(KINDS)
EXPERT_GAMES = list(EXPERTS)


def names(game: str | None = None) -> list[str]:
    """The names of all bots, built-in ones first from weakest to strongest; for a game, those that can play
    it.
    """
    known = dict.fromkeys([*KINDS, *packaged()])
    where = {Net.name: trained(), "expert": EXPERT_GAMES}
    return [name for name in known if game is None or game in where.get(name, [game])]


def register(name: str, factory: Any, help: str = "") -> None:
    """Register a bot of your own: `factory(game, **settings)` makes one for each game and seat."""
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in (*BUILT_IN, "human"):
        taken = ", ".join(("human", *BUILT_IN))
        raise BadOption(
            f"a bot cannot be called {name!r}: letters, digits, - and _ make a name, and {taken} are taken"
        )
    if not is_factory(factory):
        heard(name, factory)  # a bot itself: validated here
    KINDS[name] = Kind(partial(seated, name, factory), help, settings_of(factory))


def kind(name: str) -> Kind:
    """The kind of bot with this name."""
    if name not in KINDS and name in packaged():
        register(name, unpacked(packaged()[name]))
    if name not in KINDS:
        raise BadOption(
            f"there is no bot {name!r}; the bots are: {', '.join(names())}, "
            "and module:Class for one of your own"
        )
    return KINDS[name]


def maker(bot: Any) -> Callable[[Game], Bot]:
    """A picklable factory of a bot for a game.

    A bot is given as a string, its name with settings after a colon, or as your own: an object with
    `choose(view, seat, actions, seed)`, a function of these four, or a class or function that makes one
    from a game.
    """
    if not isinstance(bot, str):
        seated_bot: Callable[[Game], Bot] = partial(seated, label(bot), bot)
        return seated_bot
    name, _colon, rest = bot.partition(":")
    own, _colon, settings = rest.partition(":")
    if name not in names() and own and "=" not in own:
        name, rest, guest = f"{name}:{own}", settings, imported(f"{name}:{own}")
        sort = Kind(partial(seated, name, guest), "", settings_of(guest))
    else:
        sort = kind(name)
    given = dict(sort.given)
    for part in filter(None, rest.split(",")):
        key, equals, text = part.partition("=")
        if sort.settings is not None and key not in sort.settings:
            known = ", ".join(sort.settings) or "none"
            raise BadOption(f"bot {name} has no setting {key!r}; its settings: {known}")
        if not equals:
            raise BadOption(f"setting {key} of bot {name} needs a value: {key}=VALUE")
        reader = sort.settings[key] if sort.settings is not None else Value()
        given[key] = reader.read(key, text)
    return partial(sort.make, **given)


def make(bot: Any, game: Game) -> Bot:
    """A bot for a game: see `maker`."""
    if not isinstance(game, Game):
        raise BadOption(
            f"a bot is made for a game that is loaded, not for {game!r}: fattorino.load gives one"
        )
    return maker(bot)(game)


def play(match: Match, players: Sequence[Any], seed: int = 0) -> None:
    """Let bots play a match to its end, one for each deciding seat."""
    deciding = [seat for seat, role in enumerate(match.roles) if role.decides]
    if len(players) != len(deciding):
        raise BadOption(f"{len(deciding)} seats decide at this table, not {len(players)}")
    made = {seat: make(player, match.game) for seat, player in zip(deciding, players, strict=True)}
    while (seat := match.to_move) is not None:
        match.play(made[seat].choose(match.view(seat), seat, match.legal(), seed + match.move))


def searches(spec: str) -> bool:
    """Whether a bot searches, which must be compiled first."""
    kind = KINDS.get(spec.partition(":")[0])
    return kind is not None and kind.make in (Mcts, Expert)


def split(specs: str) -> list[str]:
    """Split a list of bots at commas, which also separate the settings of each bot."""
    found: list[str] = []
    for part in specs.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += "," + part.strip()
        else:
            found.append(part.strip())
    return found
