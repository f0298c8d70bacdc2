"""The one decorator of the rules, and where its compiled code is kept.

Numba's own disk cache notices an edit of the file a function stands in, but neither edits of what it
imports nor of a TOML table. So each game gets a cache folder named by a hash of everything that can
change its machine code: the kernel's sources, the game's compiled files and what they import, its tables,
the names of its rules, the settings and the versions. Words and pictures are not in it.
"""

import ast
import hashlib
import os
import platform
import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numba
import numpy as np
from numba.core import codegen

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
_types: Any = numba.types
_codegen: Any = codegen

KERNEL = Path(__file__).parent
COMPILED = ("jit", "records", "rng", "loops", "actions", "options", "rulebook", "features")
RULE_ID = re.compile(r"^- \*\*([\w-]+)\*\*", re.MULTILINE)
ALLOCATING = frozenset({"zeros", "empty", "full", "ones", "copy"})  # names that make a new array
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")

INTERPRETED: bool = bool(_config.DISABLE_JIT)

# LLVM thinks that eight squares at once, gathered from and scattered to memory, are faster than one after the
# other; they are up to three times slower. A choice made in the environment stays.
if not INTERPRETED and _config.CPU_FEATURES is None and platform.machine() in ("x86_64", "AMD64"):
    _config.CPU_FEATURES = _codegen.get_host_cpu_features() + ",+prefer-no-gather,+prefer-no-scatter"


def cache_home() -> Path:
    """The user's cache folder; FATTORINO_CACHE overrides it."""
    given = os.environ.get("FATTORINO_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fattorino"


@cache
def fingerprint(folder: Path) -> str:
    """A name for all that decides the machine code of the game in this folder."""
    digest = hashlib.sha256()
    digest.update(repr((sys.version_info[:2], numba.__version__, np.__version__)).encode())
    digest.update(repr([(name, os.environ.get(name, "")) for name in SETTINGS]).encode())
    sources = [KERNEL / f"{name}.py" for name in COMPILED]  # the rest of the kernel is never compiled
    sources += compiled_sources(folder) + sorted(folder.rglob("*.toml"))
    for source in sources:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    rulebook = folder / "rulebook.md"
    if rulebook.exists():
        digest.update(repr(RULE_ID.findall(rulebook.read_text(encoding="utf-8"))).encode())
    return digest.hexdigest()[:16]


def compiled_sources(folder: Path) -> list[Path]:
    """The files of a game that decide its machine code: those with compiled functions, and their imports."""
    files = sorted(folder.rglob("*.py"))
    wanted = [file for file in files if "@jit" in file.read_text(encoding="utf-8")]
    for file in wanted:  # grows while it is walked
        for module in imports(file):
            inside = module.split(f"{folder.name}.", 1)[-1].replace(".", "/")
            found = [folder / f"{inside}.py", folder / inside / "__init__.py"]
            wanted += [source for source in found if source in files and source not in wanted]
    return sorted(wanted)


def imports(file: Path) -> set[str]:
    """The modules a file imports, and what it takes out of them, which may be modules too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found |= {module, *(f"{module}.{name.name}".lstrip(".") for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def cache_folder(folder: Path) -> Path:
    """Where the compiled code of the game in this folder is kept."""
    return cache_home() / f"{folder.name}-{fingerprint(folder)}"


def game_folder(folder: Path) -> Path:
    """The folder of the game a source belongs to: the nearest one up that has a rulebook."""
    for candidate in (folder, *folder.parents):
        if (candidate / "rulebook.md").exists():
            return candidate
    return folder


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
    home = Path(function.__globals__.get("GAME_FOLDER") or function.__code__.co_filename)
    # only what makes arrays of its own counts who holds them, which costs at every call
    counting = not ALLOCATING.isdisjoint(function.__code__.co_names)
    how: Any = {"nogil": True, "error_model": "numpy", "_nrt": counting}
    if (
        home.parent == KERNEL
    ):  # shared helpers end up inside their callers; a cache of their own would mix games
        return cast(F, _plain(numba.njit(**how)(function)))
    home = home if home.is_dir() else home.parent
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder(game_folder(home)))
    try:
        compiled: Any = numba.njit(cache=True, forceinline=inline, **how)(function)
    finally:
        _config.CACHE_DIR = before
    compiled.targetoptions = compiled.targetoptions | {"forceinline": False}  # a GPU decides by itself
    return cast(F, _plain(compiled))


TWINS: dict[Any, Callable[..., Any]] = {}


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
