"""The compiled library of a wheel: machine code that needs neither Numba nor LLVM.

`packaging/native.py` compiles the functions of every part of every game into one shared library, and lists
what is in it. A function is used if its fingerprint is that of the rule here, so a changed rule never
runs old code.
"""

from __future__ import annotations

import importlib.util
import json
import logging
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from fattorino.kernel.content import fingerprint

log = logging.getLogger("fattorino.native")

SHIPPED = Path(__file__).parents[1] / "compiled"  # only in a wheel with compiled code
LIBRARY, LIST = "library.so", "functions.json"


class Function(NamedTuple):
    """A function of the library."""

    game: str
    part: str
    module: str
    name: str
    fingerprint: str
    types: str  # of its arguments: see `packaging/native.c`
    symbol: str  # its name in the library


class Library(NamedTuple):
    """The library, and what is in it."""

    code: ModuleType
    parts: dict[str, dict[str, str]]  # game -> part -> fingerprint of its rules
    functions: dict[tuple[str, str], list[Function]]  # by module and name


@cache
def library() -> Library | None:
    """The library of this installation, if it has one that can be used here; otherwise logs why not."""
    if not (SHIPPED / LIST).exists():
        return None
    python = "{}.{}".format(*sys.version_info)
    try:
        made = json.loads((SHIPPED / LIST).read_text(encoding="utf-8"))
        if made["python"] != python:
            raise ImportError(f"it is for Python {made['python']}")
        code = loaded(SHIPPED / LIBRARY)
        if not code.fits():
            raise ImportError(f"it needs a processor with {made['processor']}")
    except (ImportError, OSError, ValueError, KeyError) as error:  # for another machine, or damaged
        log.warning("the compiled code of this wheel is not used: %s", error)
        return None
    functions: dict[tuple[str, str], list[Function]] = {}
    for each in made["functions"]:
        function = Function(*each)
        functions.setdefault((function.module, function.name), []).append(function)
    return Library(code, made["parts"], functions)


def loaded(path: Path) -> ModuleType:
    """An extension module from its file."""
    spec = importlib.util.spec_from_file_location("library", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def function(rule: Any, types: str) -> Any:
    """The library's function for a rule and types of arguments, or None."""
    return next((made for given, made in _functions(rule) if given == types), None)


def _functions(rule: Any) -> list[tuple[str, Any]]:
    """The library's functions for a rule, by types of arguments."""
    found = library()
    listed = found.functions.get((rule.__module__, rule.__name__), []) if found is not None else []
    same = fingerprint(rule) if listed else ""
    code = found.code if found is not None else None
    return [(each.types, getattr(code, each.symbol)) for each in listed if each.fingerprint == same]


def part(game: str, name: str) -> tuple[str, list[tuple[str, str]]]:
    """The fingerprint of a part in the library, and the modules and names of its functions."""
    found = library()
    if found is None:
        return "", []
    listed = [each for several in found.functions.values() for each in several]
    names = [(each.module, each.name) for each in listed if (each.game, each.part) == (game, name)]
    return found.parts.get(game, {}).get(name, ""), names


def rule(function: Any) -> Any:
    """A rule without Numba: the function itself, unless the library has its code."""
    found = library()
    assert found is not None  # otherwise rules are interpreted
    return Rule(function) if (function.__module__, function.__name__) in found.functions else function


class Rule:
    """A rule that runs from the library; interpreted while its game is, and for other types of arguments."""

    speed: Any = None  # of its game
    entry = True

    def __init__(self, function: Any) -> None:
        self.py_func = function
        self.__name__, self.__module__ = function.__name__, function.__module__
        self.turn()

    def turn(self) -> None:
        """Switch to the mode of its game."""
        self._run = self.py_func if self.speed is None or self.speed.interprets else self._first

    def _first(self, *given: Any) -> Any:
        """Look up the code when it is first called: only then everything it refers to is there."""
        made = [function for _types, function in _functions(self)]
        self._run = made[0] if len(made) == 1 else self._any(made)
        return self(*given)

    def _any(self, made: list[Any]) -> Any:
        """The first function that takes the arguments."""

        def run(*given: Any) -> Any:
            for function in made:
                result = function(*given)
                if result is not NotImplemented:
                    return result
            return NotImplemented

        return run

    def __call__(self, *given: Any, **named: Any) -> Any:
        result = NotImplemented if named else self._run(*given)
        return self.py_func(*given, **named) if result is NotImplemented else result
