"""Bots of other people: objects, functions and classes, as `module:Class` or from a package."""

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
SHOWN = 8  # actions named in a refusal


class Guest:
    """A bot of somebody else: heard only if it plays one of the actions it was given."""

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
    """A setting of somebody else's bot: a number, true, false or null as JSON writes them, else a text."""

    help: str = ""

    def read(self, name: str, text: str) -> Any:
        """The value in a text."""
        try:
            return json.loads(text)
        except ValueError:
            return text


def label(bot: Any) -> str:
    """What a bot is called in reports: a text as it is, else its `name` or that of its class or function."""
    if isinstance(bot, str):
        return bot
    for name in (getattr(bot, "name", None), getattr(bot, "__name__", None)):
        if isinstance(name, str) and name:
            return name
    return type(bot).__name__


def seated(name: str, guest: Any, game: Game, **settings: Any) -> Guest:
    """The bot that an object, a function or a class stands for, for a game."""
    if not is_factory(guest):
        return heard(name, guest)
    given = [game] if inspect.signature(guest).parameters else []  # a class may do without
    try:
        inspect.signature(guest).bind(*given, **settings)
    except TypeError as error:
        raise BadOption(f"bot {name} cannot be made from the game and its settings: {error}") from None
    return heard(name, guest(*given, **settings))


def heard(name: str, bot: Any) -> Guest:
    """An object or a function as a bot, if it is one."""
    choose = getattr(bot, "choose", bot)
    if isinstance(bot, type) or not takes(choose, 4):
        raise BadOption(
            f"{bot!r} is not a bot: a bot is a name, an object with {SIGNATURE}, a function of these four, "
            "or a class or function that makes one from a game"
        )
    return Guest(name, choose)


def is_factory(guest: Any) -> bool:
    """Whether it makes a bot from a game, and is none itself."""
    return isinstance(guest, type) or (not hasattr(guest, "choose") and takes(guest, 1))


def takes(function: Any, count: int) -> bool:
    """Whether something can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


def settings_of(guest: Any) -> dict[str, Value] | None:
    """The settings that can be given to a bot: what its factory takes after the game; None: anything."""
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
    """The bots that installed packages bring."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def unpacked(entry: EntryPoint) -> Any:
    """What a package's entry point stands for."""
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        package = entry.dist.name if entry.dist else "a package"
        raise BadOption(f"bot {entry.name} of {package} cannot be loaded: {error}") from None
