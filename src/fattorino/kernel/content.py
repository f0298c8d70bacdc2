"""A hash of everything that determines what a rule does.

Compiled code contains what a function refers to: the bytecode of the functions it calls, constants, tables,
enums. `fingerprint` hashes exactly that, so compiled code is found by content: two copies of the same rules
share it wherever their files are; editing a rule, a number in a TOML table or an imported constant leads to
another hash. Texts, comments and docstrings are not included.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

OURS = "fattorino."
TWINS: dict[Any, Callable[..., Any]] = {}  # rules with a separate version for GPUs or for compiled code
CONSTANTS = (int, float, complex, str, bytes, type(None), np.dtype)  # plain ones, and types of records

_one_at_a_time = threading.RLock()  # a hash that another thread has begun is not known yet
_known: dict[int, tuple[Any, bytes]] = {}  # cached hashes by identity; keeps the objects alive


def fingerprint(*rules: Any) -> str:
    """The hash of these rules, with or without Numba; another for each version of Python."""
    with _one_at_a_time:
        return hashlib.sha256(b"".join(map(_digest, rules))).hexdigest()[:24]


def _digest(value: Any) -> bytes:
    """The hash of a constant, table, enum or function, and of everything it refers to."""
    if id(value) not in _known:
        _known[id(value)] = value, b"itself"  # in case it refers to itself
        _known[id(value)] = value, hashlib.sha256(b"\0".join(_parts(value))).digest()
    return _known[id(value)][1]


def is_rule(value: Any) -> bool:
    """Whether `jit` made a rule of this."""
    function = getattr(value, "py_func", value)
    return isinstance(function, FunctionType) and hasattr(function, "options")


def _parts(value: Any) -> Iterator[bytes]:
    function = getattr(value, "py_func", value)
    options = function.options if is_rule(value) else None
    yield type(value).__name__.encode() if options is None else b"rule"
    if isinstance(value, Enum):
        yield repr((type(value).__qualname__, value.name, value.value)).encode()
    elif isinstance(value, type) and issubclass(value, Enum):
        yield repr((value.__qualname__, [(member.name, member.value) for member in value])).encode()
    elif isinstance(function, FunctionType):
        if options is not None:
            yield repr(sorted(options.items())).encode()
            yield _digest(TWINS.get(value))
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        enclosed = dict(zip(function.__code__.co_freevars, cells, strict=True))
        yield from _code(function.__code__, function.__doc__, ChainMap(enclosed, function.__globals__))
        yield from map(_digest, function.__defaults__ or ())
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
