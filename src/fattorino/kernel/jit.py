"""The one decorator of the rules, and the two modes in which they run: interpreted and compiled.

A rule is a Numba dispatcher. Called from Python, it runs as the plain function or as machine code, depending
on the mode of its game; called from compiled code, it is always compiled. So one set of modules serves both
modes, and a game can switch between two calls, with the same results.
"""

import inspect
import platform
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numba
from numba.core import codegen, compiler_lock, registry, sigutils, typing

from fattorino.kernel.cache import BASELINE, TWINS, Kept
from fattorino.kernel.compiler import KERNEL, lowered, translated, wide

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
_codegen: Any = codegen
_one_at_a_time: Any = compiler_lock.global_compiler_lock  # serialises threads that compile
_registry: Any = registry
_sigutils: Any = sigutils
_typing: Any = typing

WORTH = 0.5  # seconds of interpreting a rule after which it is compiled
ALLOCATING = frozenset({"zeros", "empty", "full", "ones", "copy"})  # names that make a new array

INTERPRETED: bool = bool(_config.DISABLE_JIT)

# LLVM vectorises these loops with gather and scatter, which is up to three times slower: turn that off.
# Settings in the environment take precedence.
if not INTERPRETED and _config.CPU_FEATURES is None:
    if BASELINE:
        _config.CPU_NAME = BASELINE
    features = [] if BASELINE else [_codegen.get_host_cpu_features()]
    if platform.machine() in ("x86_64", "AMD64"):
        features += ["+prefer-no-gather", "+prefer-no-scatter"]
    _config.CPU_FEATURES = ",".join(features)


class NotCompiled(Exception):
    """There is no machine code for this call, and compiling is disabled."""


class Speed:
    """How the rules of one game run when Python calls them."""

    compiles = True  # compile what is not in the cache when it is called
    interprets = False

    def __init__(self) -> None:
        self.rules: list[Rule] = []

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


class Rule(_registry.CPUDispatcher):  # type: ignore[misc]
    """A rule of a game, while calls from Python run compiled."""

    speed: Speed | None = None  # of its game; kernel helpers have none
    entry = True  # whether Python calls it often, or it runs long
    compiled_as: Any = None  # its replacement in compiled code
    spent = 0.0  # seconds spent interpreting it
    calls = 0
    given: tuple[Any, ...] = ()  # arguments of the last call

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.fragments: dict[tuple[Any, ...], tuple[Any, object]] = {}

    def turn(self) -> None:
        """Switch to the class for the game's mode and the rule's use."""
        if self.speed is None or self.speed.interprets:
            self.__class__ = Interpreted
        else:
            self.__class__ = Rule if self.entry else Helper

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Called from compiled code: lower the rule for these types."""
        signature, given = self._compiler.fold_argument_types(args, kws)
        types = tuple(map(wide, given, signature.parameters))
        with _one_at_a_time:
            if types not in self.fragments:
                result, key = lowered(self, types), object()
                self.targetctx.insert_user_function(key, result.fndesc, [result.library])
                self.fragments[types] = result, key
        name = self.py_func.__name__
        known = [result.signature for result, _ in self.fragments.values()]
        return _typing.make_concrete_template(name, name, known), signature, types, {}

    def get_overload(self, sig: Any) -> Any:
        """The rule's function in compiled code."""
        return self.fragments[tuple(_sigutils.normalize_signature(sig)[0])][1]

    def typeof_pyval(self, val: Any) -> Any:
        """The type of an argument from Python."""
        return wide(super().typeof_pyval(val))

    def fetch(self, types: tuple[Any, ...]) -> bool:
        """Load the machine code for these types, if it is in the cache."""
        if types not in self.overloads:
            result = self._cache.load_overload(types, self.targetctx)
            if result is None:
                return False
            self._cache_hits[types] += 1
            self.add_overload(result)
        return True

    def compile(self, sig: Any) -> Any:
        """Get machine code for these types: from the cache, or compiled now if allowed."""
        types = tuple(_sigutils.normalize_signature(sig)[0])
        with _one_at_a_time:
            if not self.fetch(types):
                if self.speed is not None and not self.speed.compiles:
                    raise NotCompiled
                self._cache_misses[types] += 1
                result = translated(self, types)
                self.add_overload(result)
                self._cache.save_overload(types, result)
            return self.overloads[types].entry_point

    def compile_if_heavy(self, seconds: float) -> None:
        """Compile a helper whose calls take longer than this, for its last arguments."""
        if not self.entry and self.spent > seconds * self.calls:
            self.compile(tuple(map(self.typeof_pyval, self.given)))
            promote(self)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called from Python with new types."""
        try:
            return super()._compile_for_args(*args, **kws)
        except NotCompiled:
            return self.py_func


class Interpreted(Rule):
    """A rule while it is interpreted."""

    def __call__(self, *args: Any, **kws: Any) -> Any:
        return self.py_func(*args, **kws)


class Helper(Rule):
    """A rule of a compiled game that is used only for texts and pictures: interpreted until that has taken
    longer than compiling it would."""

    def __call__(self, *args: Any, **kws: Any) -> Any:
        start = time.perf_counter()
        try:
            return self.py_func(*args, **kws)
        finally:
            self.calls += 1
            self.spent += time.perf_counter() - start
            self.given = args
            if self.spent > WORTH:
                promote(self)


def promote(rule: Any) -> None:
    """Let a rule be compiled when Python calls it."""
    if isinstance(rule, Rule) and not rule.entry:
        rule.entry = True
        rule.turn()


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
    """Make a function a rule, and set its cache."""
    if INTERPRETED:
        return function
    # only functions that allocate arrays need reference counting, which costs on every call
    counting = not ALLOCATING.isdisjoint(function.__code__.co_names)
    how = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": counting, "boundscheck": None}
    function.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]  # Numba asks twice
    rule: Any = Rule(function, targetoptions=how | {"forceinline": inline, "no_cfunc_wrapper": True})
    rule.targetoptions = how | {"forceinline": False}  # the GPU compiler decides itself
    bound = function.__globals__.get("GAME_FOLDER")
    home = game_folder(str(bound or function.__code__.co_filename))
    if home is not None:
        folder, is_game = home
        rule._cache = Kept(rule, folder.name)
        rule.speed = speed(folder)
        rule.speed.rules.append(rule)
        rule.entry = bound is not None or not is_game
    rule.turn()
    return cast(F, rule)


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
