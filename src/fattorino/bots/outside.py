"""Third-party bots: objects, functions and classes, as `module:Class` or from a package."""

from __future__ import annotations

import importlib
import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from fattorino.kernel.errors import BadOption, IllegalAction
from fattorino.kernel.game import Game, plain
from fattorino.kernel.records import Ints

GROUP = "fattorino.bots"  # entry points of installed packages
SIGNATURE = "choose(view, seat, actions, seed)"
SHOWN = 8  # actions listed in an error


class Guest:
    """A wrapper around a third-party bot that checks its choices."""

    def __init__(self, name: str, choose: Callable[[Any, int, Ints, int], Any]) -> None:
        self.name = name
        self._choose = choose

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        chosen = self._choose(view, seat, actions.copy(), seed)
        action = plain(chosen)
        if type(action) is not int or action not in actions:
            few = ", ".join(map(str, actions[:SHOWN].tolist())) + (", …" if len(actions) > SHOWN else "")
            raise IllegalAction(
                f"bot {self.name} chose {chosen!r} in seat {seat}; it may play one of these: {few}"
            )
        return action


@dataclass(frozen=True)
class Value:
    """A setting of a third-party bot: a JSON number, true, false or null, else a string."""

    help: str = ""

    def read(self, name: str, text: str) -> Any:
        """Parse the value."""
        try:
            return json.loads(text)
        except ValueError:
            return text


def label(bot: Any) -> str:
    """A bot's name in reports: the given string, its `name`, or the name of its class or function."""
    if isinstance(bot, str):
        return bot
    for name in (getattr(bot, "name", None), getattr(bot, "__name__", None)):
        if isinstance(name, str) and name:
            return name
    return type(bot).__name__


def seated(name: str, guest: Any, game: Game, **settings: Any) -> Guest:
    """The bot for a game from an object, a function or a class."""
    if not is_factory(guest):
        return heard(name, guest)
    given = [game] if inspect.signature(guest).parameters else []  # a class may take no game
    try:
        inspect.signature(guest).bind(*given, **settings)
    except TypeError as error:
        raise BadOption(f"bot {name} cannot be made from the game and its settings: {error}") from None
    return heard(name, guest(*given, **settings))


def heard(name: str, bot: Any) -> Guest:
    """An object or function as a bot; raises if it is none."""
    choose = getattr(bot, "choose", bot)
    if isinstance(bot, type) or not takes(choose, 4):
        raise BadOption(
            f"{bot!r} is not a bot: a bot is a name, an object with {SIGNATURE}, a function of these four, "
            "or a class or function that makes one from a game"
        )
    return Guest(name, choose)


def is_factory(guest: Any) -> bool:
    """Whether it makes a bot from a game rather than being one."""
    return isinstance(guest, type) or (not hasattr(guest, "choose") and takes(guest, 1))


def takes(function: Any, count: int) -> bool:
    """Whether something can be called with this many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


def settings_of(guest: Any) -> dict[str, Value] | None:
    """The settings of a bot: its factory's parameters after the game; None: any."""
    if not is_factory(guest):
        return {}
    parameters = list(inspect.signature(guest).parameters.values())
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return None
    return {
        one.name: Value()
        for one in parameters[1:]
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }


def imported(path: str) -> Any:
    """What `module:Class` names."""
    module_name, _colon, name = path.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise BadOption(f"bot {path}: {module_name} cannot be imported: {error}") from None
        raise BadOption(f"bot {path}: there is no module {module_name!r} where Python looks") from None
    except (ImportError, SyntaxError, ValueError, TypeError) as error:
        raise BadOption(f"bot {path}: {module_name} cannot be imported: {error}") from None
    if not hasattr(module, name):
        own = [
            key for key, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__
        ]
        known = ", ".join(own) or "nothing that could play"
        raise BadOption(f"bot {path}: {module_name} has no {name!r}; it has: {known}")
    return getattr(module, name)


@cache
def packaged() -> dict[str, EntryPoint]:
    """The bots of installed packages."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def unpacked(entry: EntryPoint) -> Any:
    """The object of a package's entry point."""
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        package = entry.dist.name if entry.dist else "a package"
        raise BadOption(f"bot {entry.name} of {package} cannot be loaded: {error}") from None
