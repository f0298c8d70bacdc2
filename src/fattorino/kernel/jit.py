"""The one decorator of the rules, and the two modes in which they run: interpreted and compiled.

A rule is a Numba dispatcher. Called from Python, it runs as the plain function or as machine code, depending
on the mode of its game; called from compiled code, it is always compiled. So one set of modules serves both
modes, and a game can switch between two calls, with the same results. Where Numba is not installed, rules run
from the compiled library of the wheel, if it has one, and are interpreted otherwise.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast, overload

from fattorino.kernel import native
from fattorino.kernel.content import TWINS
from fattorino.kernel.i18n import _

F = TypeVar("F", bound=Callable[..., Any])

KERNEL = Path(__file__).parent
ALLOCATING = frozenset({"zeros", "empty", "full", "ones", "copy"})  # names that make a new array
A_RULE = 0.15  # estimated seconds to compile what a table needs, or bots or batches do, per rule of a game
HAS_NUMBA = importlib.util.find_spec("numba") is not None
DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
INTERPRETED = DISABLED or not (HAS_NUMBA or native.library())
WHY_INTERPRETED = (
    "NUMBA_DISABLE_JIT is set" if DISABLED else "Numba is not installed: pip install 'fattorino[numba]'"
)


class Speed:
    """How the rules of one game run when Python calls them."""

    compiles = True  # compile what is not in the cache when it is called
    interprets = False
    tells = True  # whether a line says that it compiles; not where progress is shown

    def __init__(self) -> None:
        self.rules: list[Any] = []
        self.title = ""  # of the game, once it is there

    def tell(self) -> None:
        """Say once that the game is being compiled, and how long that can take."""
        if self.tells and self.title and sys.stderr is not None:
            self.tells = False
            seconds = 5 * max(1, round(A_RULE * len(self.rules) / 5))
            line = _("compiling {game}, once: it can take {seconds} s")
            print("fattorino:", line.format(game=self.title, seconds=seconds), file=sys.stderr, flush=True)

    def interpret(self) -> None:
        """Run the plain functions from now on."""
        self._turn(compiles=False, interprets=True)

    def load(self) -> None:
        """Run what is in the cache compiled from now on, and interpret what is not."""
        self._turn(compiles=False, interprets=False)

    def compile(self) -> None:
        """Compile what is called from now on; this is how games begin."""
        self._turn(compiles=True, interprets=False)

    def _turn(self, compiles: bool, interprets: bool) -> None:
        self.compiles, self.interprets = compiles, interprets
        for rule in self.rules:
            rule.turn()


def interpret_at_first() -> None:
    """Let games that are loaded from now on start interpreted."""
    Speed.compiles, Speed.interprets = False, True


@cache
def speed(folder: Path) -> Speed:
    """The speed of the game in this folder."""
    return Speed()


def promote(rule: Any) -> None:
    """Let a rule be compiled when Python calls it."""
    if hasattr(rule, "promote"):
        rule.promote()


@cache
def game_folder(source: str) -> tuple[Path, bool] | None:
    """The game's folder a source belongs to: the nearest parent with a rulebook, and whether there is one;
    None for the kernel, whose helpers are compiled into their callers."""
    path = Path(source)
    if path.parent == KERNEL:
        return None
    for candidate in (path, *path.parents):
        if (candidate / "rulebook.md").exists():
            return candidate, True
    return (path if path.is_dir() else path.parent), False


@overload
def jit(function: F) -> F: ...


@overload
def jit(*, inline: bool) -> Callable[[F], F]: ...


def jit(function: F | None = None, *, inline: bool = False) -> Any:
    """Compile a rule for the CPU (and allow compiling it for a GPU); interpreted, leave it as it is.

    `inline` merges a hot rule into its only caller: passing an array to a call takes seven arguments or more.
    """
    if function is None:
        return partial(_compile, inline=inline)
    return _compile(function, inline)


def _compile(function: F, inline: bool) -> F:
    """Make a function a rule of its game."""
    if INTERPRETED:
        return function
    # only functions that allocate arrays need reference counting, which costs on every call
    counting = not ALLOCATING.isdisjoint(function.__code__.co_names)
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": counting, "boundscheck": None}
    options |= {"forceinline": inline, "no_cfunc_wrapper": True}
    function.options = options  # type: ignore[attr-defined]
    bound = function.__globals__.get("GAME_FOLDER")
    home = game_folder(str(bound or function.__code__.co_filename))
    rule = _made(function, home[0].name if home is not None else "")
    if home is not None and rule is not function:
        folder, is_game = home
        rule.entry = bound is not None or not is_game
        rule.speed = speed(folder)
        rule.speed.rules.append(rule)
        rule.turn()
    return cast(F, rule)


def _made(function: Any, folder: str) -> Any:
    """The rule of a function: Numba's, or the wheel's if Numba is not installed."""
    if not HAS_NUMBA:
        return native.rule(function)
    from fattorino.kernel.rules import Rule

    return Rule(function, folder)


def on_gpu(rule: Any) -> Callable[[F], F]:
    """A separate version of a rule for GPUs, where computing can be faster than a table lookup."""

    def keep(twin: F) -> F:
        TWINS[rule] = twin
        return twin

    return keep


def when_compiled(rule: Any) -> Callable[[F], F]:
    """A separate version of a rule for compiled code: interpreted, NumPy is faster than a loop."""

    def keep(twin: F) -> F:
        if not INTERPRETED:
            TWINS[rule] = twin
            rule.compiled_as = twin
        return twin

    return keep


@jit
def interpreted() -> bool:
    """Whether the rules are interpreted; bots then search less."""
    return True


@when_compiled(interpreted)
def never() -> bool:
    """The same for compiled code."""
    return False
