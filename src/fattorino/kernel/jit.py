"""The one decorator of the rules."""

import platform
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numba
from numba.core import codegen

from fattorino.kernel.cache import TWINS, Kept

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
_types: Any = numba.types
_codegen: Any = codegen

KERNEL = Path(__file__).parent
ALLOCATING = frozenset({"zeros", "empty", "full", "ones", "copy"})  # names that make a new array

INTERPRETED: bool = bool(_config.DISABLE_JIT)

# LLVM thinks that eight squares at once, gathered from and scattered to memory, are faster than one after the
# other; they are up to three times slower. A choice made in the environment stays.
if not INTERPRETED and _config.CPU_FEATURES is None and platform.machine() in ("x86_64", "AMD64"):
    _config.CPU_FEATURES = _codegen.get_host_cpu_features() + ",+prefer-no-gather,+prefer-no-scatter"


@cache
def game_folder(folder: Path) -> Path:
    """The folder of the game a source belongs to: the nearest one up that has a rulebook."""
    for candidate in (folder, *folder.parents):
        if (candidate / "rulebook.md").exists():
            return candidate
    return folder if folder.is_dir() else folder.parent


@overload
def jit(function: F) -> F: ...


@overload
def jit(*, inline: bool) -> Callable[[F], F]: ...


def jit(function: F | None = None, *, inline: bool = False) -> Any:
    """Compile a rule for the processor (and let it be compiled for a GPU); interpreted, leave it alone.

    `inline` is for a busy rule with one caller, which it becomes a part of: a call hands an array over as
    seven numbers or more.
    """
    if function is None:
        return partial(_compile, inline=inline)
    return _compile(function, inline)


def _compile(function: F, inline: bool) -> F:
    """Hand a function to Numba, and tell it where to keep what it makes."""
    if INTERPRETED:
        return function
    # only what makes arrays of its own counts who holds them, which costs at every call
    counting = not ALLOCATING.isdisjoint(function.__code__.co_names)
    how: Any = {"forceinline": inline, "nogil": True, "error_model": "numpy", "_nrt": counting}
    compiled: Any = numba.njit(**how)(function)
    home = Path(function.__globals__.get("GAME_FOLDER") or function.__code__.co_filename)
    if home.parent != KERNEL:  # shared helpers end up inside their callers
        compiled._cache = Kept(compiled, game_folder(home).name)
    compiled.targetoptions = compiled.targetoptions | {"forceinline": False}  # a GPU decides by itself
    return cast(F, _plain(compiled))


def on_gpu(rule: Any) -> Callable[[F], F]:
    """Write a rule differently for a GPU: what a processor looks up in a table, a card works out faster."""

    def keep(twin: F) -> F:
        TWINS[rule] = twin
        return twin

    return keep


def _plain(compiled: Any) -> Any:
    """Compile once for all whole numbers: Numba would make a copy for each width and for each constant."""
    specific = compiled.get_call_template

    def wide(kind: Any) -> Any:
        kind = _types.unliteral(kind)
        return _types.int64 if isinstance(kind, _types.Integer) and kind.signed else kind

    def template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return specific(tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()})

    compiled.get_call_template = template
    return compiled
