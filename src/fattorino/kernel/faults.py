"""What is wrong in a game's folder, in one sentence: file, line, the wrong name and the nearest right one."""

import builtins
import inspect
import linecache
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from fattorino.kernel.errors import BadGame
from fattorino.kernel.tables import did_you_mean

_MISSING_IMPORT = re.compile(r"cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'")
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")
_KEYWORD = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")
_NOT_IN = re.compile(r"'([^']+)' is not in (?:list|tuple)")

Place = tuple[Path, int, FrameType | None]


def sentence(folder: Path, error: BaseException) -> str:
    """Where and what is wrong, for an error that was raised while a game's folder was loaded or drawn."""
    if isinstance(error, BadGame) and error.place:
        return str(error)
    frames = list(_frames(error))
    last = frames[-1][2] if frames else None
    file, line, frame = _place(folder, error, frames)
    what = _what(error, line, frame, last)
    if file == folder / "__init__.py" and isinstance(error, BadGame):
        return what  # the contract is broken, not this file
    shown = file.relative_to(folder) if file.is_relative_to(folder) else file
    return f"{shown}, line {line}: {what}" if line else what


def _frames(error: BaseException) -> Iterator[Place]:
    """The frames of an error, the innermost last."""
    trace = error.__traceback__
    while trace is not None:
        yield Path(trace.tb_frame.f_code.co_filename), trace.tb_lineno, trace.tb_frame
        trace = trace.tb_next


def _place(folder: Path, error: BaseException, frames: list[Place]) -> Place:
    """The declaration that is wrong: the innermost statement of a module in the folder."""
    if isinstance(error, SyntaxError) and error.filename:
        return Path(error.filename), error.lineno or 0, None
    inside = [place for place in frames if place[0].is_relative_to(folder)]
    declared = [place for place in inside if place[2] and place[2].f_code.co_name == "<module>"]
    return (declared or inside or frames or [(folder, 0, None)])[-1]


def _what(error: BaseException, line: int, frame: FrameType | None, last: FrameType | None) -> str:
    """What is wrong, in words; `frame` is where, `last` is where it was noticed."""
    text = str(error)
    if isinstance(error, BadGame):
        return text
    if isinstance(error, SyntaxError):
        return error.msg
    if isinstance(error, AttributeError) and error.name and error.obj is not None:
        known = [name for name in dir(error.obj) if not name.startswith("_")]
        return f"there is no {_called(error.obj)}.{error.name}{did_you_mean(error.name, known)}"
    if isinstance(error, NameError) and error.name:
        known = [*frame.f_locals, *frame.f_globals, *dir(builtins)] if frame else []
        return f"there is no {error.name}{did_you_mean(error.name, known)}"
    if isinstance(error, ImportError) and (found := _MISSING_IMPORT.match(text)):
        module, home = sys.modules.get(found[2]), Path(error.path or "")
        there = [
            *(vars(module) if module else ()),
            *(_modules(home.parent) if home.stem == "__init__" else ()),
        ]
        return f"there is no {found[1]} in {found[2]}{did_you_mean(found[1], there)}"
    if found := _NO_MODULE.match(text):
        package, _dot, name = found[1].rpartition(".")
        homes = getattr(sys.modules.get(package), "__path__", ())
        there = [name for home in homes for name in _modules(Path(home))]
        return f"there is no {name} in {package}{did_you_mean(name, there)}"
    if isinstance(error, KeyError) and error.args:
        return f"there is no {error.args[0]!r}{did_you_mean(str(error.args[0]), _names_in(last))}"
    if found := _NOT_IN.match(text):
        return f"there is no {found[1]!r}{did_you_mean(found[1], _names_in(last))}"
    if found := _KEYWORD.match(text):
        return f"{found[1]} has no {found[2]}{did_you_mean(found[2], _parameters(found[1], frame))}"
    code = linecache.getline(frame.f_code.co_filename, line).strip() if frame else ""
    return f"{type(error).__name__}, {text}" if text else f"{type(error).__name__} in `{code}`"


def _called(thing: Any) -> str:
    """The name of a module or class, or of the class of anything else."""
    named = thing if isinstance(thing, ModuleType | type) else type(thing)
    return str(named.__name__).rpartition(".")[2]


def _modules(folder: Path) -> list[str]:
    """The modules in the folder of a package."""
    return [file.stem for file in folder.iterdir()]


def _names_in(frame: FrameType | None) -> Iterator[str]:
    """The texts that were looked through: the keys and entries of what the frame knows by name."""
    for value in (*frame.f_locals.values(), *frame.f_globals.values()) if frame else ():
        if isinstance(value, dict | list | tuple):
            yield from (entry for entry in value if isinstance(entry, str))


def _parameters(function: str, frame: FrameType | None) -> Iterable[str]:
    """The parameters of a function or class that a frame calls by this name."""
    called = frame and (frame.f_locals.get(function) or frame.f_globals.get(function))
    return inspect.signature(called).parameters if callable(called) else ()
