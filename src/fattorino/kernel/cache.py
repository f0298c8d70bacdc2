"""The user's cache of compiled code, whose files are named by content.

Numba's own cache notices changes neither of imported files nor of tables, and keeps one copy per location.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import platform
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.content import fingerprint

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("fattorino.cache")

SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")  # of Numba, affecting machine code
BASELINE = os.environ.get("FATTORINO_BASELINE", "")  # a processor to compile for, instead of this one
FORMAT = 2  # of the files; raised when they are written differently
KEPT = (".nbc", ".nbi", ".part")  # suffixes of files with compiled code
DAY = 24 * 3600.0
UNUSED = 30 * DAY  # seconds after which unused compiled code is deleted


def cache_home() -> Path:
    """The user's cache folder; FATTORINO_CACHE overrides it."""
    given = os.environ.get("FATTORINO_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fattorino"


def content(*rules: Any) -> str:
    """A hash of everything that determines the machine code of these functions, apart from argument types."""
    return hashlib.sha256(versions() + fingerprint(*rules).encode()).hexdigest()[:24]


def versions() -> bytes:
    """The versions and settings under which code is compiled, including this package's compiler."""
    import numba

    made_by = (*sys.version_info[:2], numba.__version__, np.__version__)
    settings = [(name, getattr(numba.config, name, None)) for name in SETTINGS]
    return repr((FORMAT, made_by, settings, _own_sources())).encode()


@cache
def _own_sources() -> str:
    """The sources of this package's compiler."""
    return hashlib.sha256(Path(__file__).with_name("compiler.py").read_bytes()).hexdigest()


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
    """A file of compiled code for this processor, or None."""
    file = cache_home() / folder / processor() / name
    return file if file.exists() else None


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


@contextmanager
def alone(folder: str) -> Iterator[None]:
    """Let one process at a time compile for a folder; where there can be no lock, nobody waits."""
    with ExitStack() as stack:
        with suppress(OSError):
            home = cache_home() / folder
            home.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((home / ".lock").open("ab"))
            if fcntl is not None:  # not on Windows
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


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
    from numba.core import registry

    target: Any = registry.cpu_target
    codegen = target.target_context.codegen()
    machine = platform.machine().lower()
    return f"{machine}-{hashlib.sha256(repr(codegen.magic_tuple()).encode()).hexdigest()[:12]}"


@cache
def _say_once(sentence: str) -> None:
    log.warning(sentence)
