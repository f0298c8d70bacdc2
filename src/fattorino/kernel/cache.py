"""Compiled code on disk, found by content.

Numba freezes what a compiled function refers to: the bytecode of the functions it calls, constants, tables,
enums. `content` hashes exactly that, so two copies of the same rules share their machine code wherever their
files are; editing a rule, a number in a TOML table or an imported constant leads to another file. Texts,
comments and docstrings are not included. Numba's own cache notices changes neither of imported files nor of
tables, and keeps one copy per location.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import pickle
import platform
import sys
import tempfile
import threading
import time
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba.core import compiler, registry, serialize
from numba.core.dispatcher import Dispatcher

log = logging.getLogger("fattorino.cache")

_config: Any = numba.config
_compiler: Any = compiler
_llvm: Any = binding
_registry: Any = registry
_serialize: Any = serialize
OURS = "fattorino."
SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")  # of Numba, affecting machine code
BASELINE = os.environ.get("FATTORINO_BASELINE", "")  # a processor to compile for, instead of this one
SHIPPED = Path(__file__).parents[1] / "compiled"  # compiled code in a wheel
FORMAT = 1  # of the files; raised when they are written differently
KEPT = (".nbc", ".nbi", ".part")  # suffixes of files with compiled code
DAY = 24 * 3600.0
UNUSED = 30 * DAY  # seconds after which unused compiled code is deleted
MADE = "made.json"  # in that folder: the versions and the processor
TWINS: dict[Any, Callable[..., Any]] = {}  # rules with a separate version for GPUs


def cache_home() -> Path:
    """The user's cache folder; FATTORINO_CACHE overrides it."""
    given = os.environ.get("FATTORINO_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fattorino"


def content(*rules: Any) -> str:
    """A hash of everything that determines the machine code of these functions, apart from argument types."""
    return hashlib.sha256(b"".join([versions(), *map(_digest, rules)])).hexdigest()[:24]


def versions_of() -> dict[str, str]:
    """The versions that compiled code is valid for."""
    python = "{}.{}".format(*sys.version_info)
    return {"Python": python, "Numba": numba.__version__, "NumPy": np.__version__}


def versions() -> bytes:
    """The versions and settings under which code is compiled, including this package's compiler."""
    made_by = versions_of()
    settings = [(name, getattr(_config, name, None)) for name in SETTINGS]
    return repr((FORMAT, made_by, settings, _own_sources())).encode()


@cache
def _own_sources() -> str:
    """The sources of this package's compiler."""
    return hashlib.sha256(Path(__file__).with_name("compiler.py").read_bytes()).hexdigest()


CONSTANTS = (int, float, complex, str, bytes, type(None), np.dtype)  # plain ones, and types of records

_known: dict[int, tuple[Any, bytes]] = {}  # cached hashes by identity; keeps the objects alive


def _digest(value: Any) -> bytes:
    """The hash of a constant, table, enum or function, and of everything it refers to."""
    if id(value) not in _known:
        _known[id(value)] = value, b"itself"  # for recursive references
        _known[id(value)] = value, hashlib.sha256(b"\0".join(_parts(value))).digest()
    return _known[id(value)][1]


def _parts(value: Any) -> Iterator[bytes]:
    yield b"rule" if isinstance(value, Dispatcher) else type(value).__name__.encode()
    if isinstance(value, Enum):
        yield repr((type(value).__qualname__, value.name, value.value)).encode()
    elif isinstance(value, type) and issubclass(value, Enum):
        yield repr((value.__qualname__, [(member.name, member.value) for member in value])).encode()
    elif isinstance(value, Dispatcher):
        how: Any = value
        yield repr(sorted(how._compiler.targetoptions.items())).encode()
        yield _digest(value.py_func)
        yield _digest(TWINS.get(value))
    elif isinstance(value, FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        enclosed = dict(zip(value.__code__.co_freevars, cells, strict=True))
        yield from _code(value.__code__, value.__doc__, ChainMap(enclosed, value.__globals__))
        yield from map(_digest, value.__defaults__ or ())
    elif isinstance(value, np.ndarray | np.generic):
        yield repr((value.dtype.descr, value.shape)).encode()
        yield value.tobytes()
    elif isinstance(value, tuple | list):
        yield from map(_digest, value)
    elif isinstance(value, ModuleType):
        yield value.__name__.encode()
    elif isinstance(value, type) or callable(value):
        yield f"{value.__module__}.{getattr(value, '__qualname__', '')}".encode()
    elif isinstance(value, CONSTANTS):
        yield pickle.dumps(value)
    # anything else, such as a declaration or a dictionary, cannot be part of compiled code


def _code(code: CodeType, doc: str | None, names: Mapping[str, Any]) -> Iterator[bytes]:
    """Bytecode, constants, and the values of the names in it."""
    yield code.co_code
    yield repr((code.co_names, code.co_freevars, code.co_cellvars, code.co_argcount)).encode()
    for number, constant in enumerate(code.co_consts):
        if isinstance(constant, CodeType):
            yield from _code(constant, None, names)
        elif number or constant != doc:
            yield repr(constant).encode()
    yield from _named(code.co_names + code.co_freevars, names)


def _named(words: tuple[str, ...], names: Mapping[str, Any]) -> Iterator[bytes]:
    """The values of those names that are defined; for our own modules only the attributes used."""
    for word in words:
        if word in names:
            yield _digest(names[word])
            if isinstance(names[word], ModuleType) and names[word].__name__.startswith(OURS):
                yield from _named(words, vars(names[word]))


class Kept:
    """Numba's cache of one function, by content: a file for each combination of argument types."""

    def __init__(self, rule: Any, folder: str) -> None:
        self._rule = rule
        self._folder = folder
        self._content = ""

    @property
    def cache_path(self) -> str:
        return str(cache_home() / self._folder)

    def name(self, types: Any) -> str:
        """The file name of the code for these argument types."""
        if not self._content:
            self._content = content(self._rule)
        key = hashlib.sha256(f"{self._content}{types}".encode()).hexdigest()[:24]
        return f"{self._rule.__name__}-{key}.nbc"

    def load_overload(self, types: Any, context: Any) -> Any:
        """The compiled function, or None to compile it again."""
        name = self.name(types)
        file = find(self._folder, name)
        if file is None:
            return None
        context.refresh()
        return read(file, lambda kept: _rebuilt(context, *kept))

    def save_overload(self, types: Any, result: Any) -> None:
        """Store a compiled function."""
        if (
            not any(not lifted.can_cache for lifted in result.lifted)
            and not result.library.has_dynamic_globals
        ):
            write(self._folder, self.name(types), _serialize.dumps(_reduced(result)))


def _reduced(result: Any) -> tuple[Any, ...]:
    """The stored form of a compiled function: its object code, and what is needed to call it."""
    library, described = result.library, result.fndesc
    described.typemap = described.calltypes = None
    environments = tuple(result._find_referenced_environments())
    defined = [function.name for function in library.get_defined_functions()]
    code = library.name, library._get_compiled_object(), defined
    return code, described, result.environment, result.signature, result.reload_init, environments


def _rebuilt(
    context: Any, code: Any, described: Any, environment: Any, signature: Any, inits: Any, environments: Any
) -> Any:
    """Numba's function object from its stored form."""
    for init in inits:
        init()
    name, compiled, defined = code
    codegen = context.codegen()
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(compiled)
    library._finalize_final_module()
    codegen._engine._defined_symbols.update(defined)
    entry = context.get_executable(library, described, environment)
    for each in environments:
        codegen.set_env(each.env_name, each)
    return _compiler.compile_result(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=entry,
        fndesc=described,
        signature=signature,
        objectmode=False,
        lifted=(),
        reload_init=inits,
        referenced_envs=environments,
    )


def read(file: Path, make: Callable[[Any], Any]) -> Any:
    """The content of a file of compiled code, or None to compile it again."""
    try:
        made = make(pickle.loads(file.read_bytes()))
    except (FileNotFoundError, ImportError, AttributeError) as error:  # deleted, or a module was renamed
        log.debug("compiled code is not used: %s (%s)", file, error)
        return None
    except Exception as error:  # damaged or foreign: pickle can raise anything
        log.warning("compiled code cannot be used: %s (%s)", file, error)
        return None
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)  # mark as used: see `prune`
    return made


def find(folder: str, name: str) -> Path | None:
    """A file of compiled code for this processor, in the user's cache or the wheel, or None."""
    file = cache_home() / folder / processor() / name
    if not file.exists() and shipped() is not None:
        file = SHIPPED / folder / str(shipped()) / name
    return file if file.exists() else None


@cache
def shipped() -> str | None:
    """The processor for which this installation has compiled code, if it can be used here; otherwise logs why
    not.
    """
    try:
        made = json.loads((SHIPPED / MADE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    lacking = sorted(set(made["features"]) - {name for name, has in host_features().items() if has})
    if made["versions"] != versions_of() or made["machine"] != platform.machine() or lacking:
        wanted = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
        log.info("the compiled code of this wheel is not used: it is for %s, %s", wanted, made["processor"])
        return None
    return str(made["processor"])


def host_features() -> dict[str, bool]:
    """The features of this processor, by LLVM's names."""
    try:
        return dict(_llvm.get_host_cpu_features())
    except RuntimeError:
        return {}


def write(folder: str, name: str, data: bytes) -> None:
    """Write a file atomically, even if others write the same one; logs why if it cannot."""
    file = cache_home() / folder / processor() / name
    temporary = file.with_name(f".{name}.{os.getpid()}.{threading.get_ident()}")
    prune(cache_home())
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        os.replace(temporary, file)
    except OSError as error:
        _say_once(f"compiled code cannot be kept in {file.parent}: {error.strerror}")


@cache  # once per process that compiles
def prune(home: Path) -> None:
    """Delete compiled code that has not been loaded for a month, and unfinished files of killed processes."""
    for folder, _folders, names in os.walk(home, topdown=False):
        for file in map(Path(folder).joinpath, names):
            half = file.name.startswith(".") and any(f"{kind}." in file.name for kind in KEPT)
            if half or file.suffix in KEPT:
                with suppress(OSError):
                    if time.time() - file.stat().st_mtime > (DAY if half else UNUSED):
                        file.unlink()
                        file.parent.rmdir()  # fails unless it is empty


def why_not_writable() -> str:
    """Why the cache cannot be written, or ''."""
    try:
        cache_home().mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=cache_home()).close()
    except OSError as error:
        return f"{cache_home()} cannot be written: {error.strerror}"
    return ""


@cache
def processor() -> str:
    """A name for the processor that code is compiled for, and the versions it is compiled with."""
    if BASELINE:
        return BASELINE
    codegen = _registry.cpu_target.target_context.codegen()
    machine = platform.machine().lower()
    return f"{machine}-{hashlib.sha256(repr(codegen.magic_tuple()).encode()).hexdigest()[:12]}"


@cache
def _say_once(sentence: str) -> None:
    log.warning(sentence)
