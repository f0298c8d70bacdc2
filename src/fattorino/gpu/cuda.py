"""Access to CUDA, and what the rules need beyond numba-cuda."""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from fattorino.kernel.content import TWINS
from fattorino.kernel.errors import NoDevice

INSTALL = "it needs an NVIDIA card, its driver, and `pip install 'fattorino[cuda]'`"


@cache
def open_cuda() -> Any:
    """The module numba.cuda, ready for the rules; raises NoDevice without a GPU or driver."""
    for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):  # numba-cuda uses names that NumPy 2.5 removed
            setattr(np, old, getattr(np, new))
    try:
        with warnings.catch_warnings():  # its internal warnings, which would fail where warnings are errors
            warnings.simplefilter("ignore")
            cuda: Any = import_module("numba.cuda")
            found = bool(cuda.is_available())
    except Exception as error:  # a broken driver can raise anything
        raise NoDevice(f"CUDA cannot be used here: {INSTALL} ({type(error).__name__})") from None
    if not found:
        raise NoDevice(f"there is no CUDA device here: {INSTALL}")
    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small batches need not fill the GPU
    if not simulated():
        enums_as_indices()
        whole_numbers_as_one()
        twins_of_rules(cuda)
    return cuda


def available() -> bool:
    """Whether games can be played on a GPU here."""
    try:
        open_cuda()
    except NoDevice:
        return False
    return True


def simulated() -> bool:
    """Whether kernels run in Numba's simulator: slowly, but with a debugger."""
    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


def enums_as_indices() -> None:
    """Let enum members index arrays on the GPU, as Numba does on the CPU."""
    try:
        types: Any = import_module("numba.cuda.types")
        arrays: Any = import_module("numba.cuda.typing.arraydecl")
    except ImportError:  # the CUDA of Numba itself, which has it
        return
    of_plain = arrays.get_array_index_type

    def plain(index: Any) -> Any:
        if isinstance(index, types.IntEnumMember):
            return types.intp
        return types.Tuple([plain(part) for part in index]) if isinstance(index, types.BaseTuple) else index

    arrays.get_array_index_type = lambda array, index: of_plain(array, plain(index))


def whole_numbers_as_one() -> None:
    """Compile rules once for all integer widths, as on the CPU.

    Otherwise New York would contain its longest functions twice and not fit into the GPU's caches.
    """
    try:
        types: Any = import_module("numba.cuda.types")
        dispatcher: Any = import_module("numba.cuda.dispatcher").CUDADispatcher
    except ImportError:
        return
    specific = dispatcher.get_call_template

    def wide(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    def template(self: Any, args: Any, kws: Any) -> Any:
        if self.py_func.__module__.startswith("fattorino."):
            args, kws = tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()}
        return specific(self, args, kws)

    dispatcher.get_call_template = template


def twins_of_rules(cuda: Any) -> None:
    """Replace calls of a rule by its GPU version, if it has one."""
    try:
        context: Any = import_module("numba.cuda.target").CUDATypingContext
    except ImportError:
        return
    resolved = context.resolve_value_type
    compiled: dict[Any, Any] = {}

    def resolve(self: Any, value: Any) -> Any:
        if isinstance(value, Dispatcher) and value in TWINS:
            if value not in compiled:
                compiled[value] = cuda.jit(device=True)(TWINS[value])
            value = compiled[value]
        return resolved(self, value)

    context.resolve_value_type = resolve
