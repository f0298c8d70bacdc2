"""A log that nobody reads: on a GPU the rules tell their events to nobody.

It always says that it is full, and that is known before the rules are compiled: `tell`, and whatever was
worked out for it alone, leaves no instruction behind.
"""

from __future__ import annotations

import operator
from importlib import import_module
from typing import Any

import numpy as np

from fattorino.gpu.door import open_cuda, simulated
from fattorino.kernel.records import EVENT_WIDTH, LOG_ROWS


def full_log() -> Any:
    """One row that says the log is full, for the simulator."""
    log = np.zeros((1, EVENT_WIDTH), np.int16)
    log[0, 0] = LOG_ROWS
    return log


def _silence() -> Any:
    """The function that gives a kernel its log, after Numba has been told what such a log is."""
    open_cuda()
    if simulated():
        return full_log
    extending: Any = import_module("numba.cuda.extending")
    types: Any = import_module("numba.cuda.types")

    class Deaf(types.Type):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(name="Deaf")

    extending.register_model(Deaf)(extending.core_models.OpaqueModel)

    def silence(typing: Any) -> Any:
        def made(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return context.get_dummy_value()

        return Deaf()(), made

    def read(log: Any, at: Any) -> Any:
        return (lambda log, at: LOG_ROWS) if isinstance(log, Deaf) else None

    def write(log: Any, at: Any, number: Any) -> Any:
        return (lambda log, at, number: None) if isinstance(log, Deaf) else None

    extending.overload(operator.getitem, target="cuda", strict=False)(read)
    extending.overload(operator.setitem, target="cuda", strict=False)(write)
    return extending.intrinsic(silence)


silence = _silence()
