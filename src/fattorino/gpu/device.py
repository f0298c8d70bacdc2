"""The door to CUDA: opened or refused in one sentence, and what numba-cuda still lacks to compile our rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from fattorino.envs import common
from fattorino.kernel.errors import NoDevice
from fattorino.kernel.game import Game, bind
from fattorino.kernel.jit import cache_folder

BLOCK = 128  # threads of a block; a thread plays one game at a time
INSTALL = "it needs an NVIDIA card, its driver, and `pip install 'fattorino[cuda]'`"


@cache
def open_cuda() -> Any:
    """The module numba.cuda, ready for the rules; NoDevice where there is no card or nothing to drive it."""
    for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):  # numba-cuda asks NumPy for names that 2.5 dropped
            setattr(np, old, getattr(np, new))
    try:
        import numba.cuda

        cuda: Any = numba.cuda
        found = bool(cuda.is_available())
    except Exception as error:  # a broken driver fails in many ways; all mean the same to the user
        raise NoDevice(f"CUDA cannot be used here: {INSTALL} ({type(error).__name__})") from None
    if not found:
        raise NoDevice(f"there is no CUDA device here: {INSTALL}")
    if not simulated():
        enums_as_indices()
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
    """Let enum members index arrays on the GPU, as Numba lets them on the processor."""
    try:
        from numba.cuda import types
        from numba.cuda.typing import arraydecl
    except ImportError:  # the CUDA of Numba itself, which has it
        return
    of_plain = arraydecl.get_array_index_type

    def plain(index: Any) -> Any:
        if isinstance(index, types.IntEnumMember):
            return types.intp
        return types.Tuple([plain(part) for part in index]) if isinstance(index, types.BaseTuple) else index

    arraydecl.get_array_index_type = lambda array, index: of_plain(array, plain(index))


@cache
def kernels(game: Game) -> ModuleType:
    """This game's own copy of the kernels, kept on disk beside the loops of the processor."""
    open_cuda()
    module = bind(game, Path(__file__).with_name("kernels.py"))
    vars(module)["STATE"] = game.state
    vars(module)["share_out"] = common.loops(game).share_out
    vars(module)["greedy"] = scratch_on_stack(game.greedy)
    return module


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function as a kernel; what is compiled is kept in the game's cache folder."""
    cuda = open_cuda()
    if simulated():
        return cuda.jit(function)
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(function.__globals__["GAME_FOLDER"]))
    try:
        return cuda.jit(cache=True)(function)
    finally:
        config.CACHE_DIR = before


def scratch_on_stack(function: Any) -> Any:
    """A function that makes small scratch arrays with NumPy, made to take them from a thread's own memory."""
    plain = getattr(function, "py_func", function)
    if simulated():
        return plain
    cuda = open_cuda()
    numpy = ModuleType("numpy")
    vars(numpy).update({name: getattr(np, name) for name in ("int8", "int16", "int32", "int64", "float64")})

    def zeros(shape: Any, kind: Any) -> Any:
        fresh = cuda.local.array(shape, kind)
        fresh[:] = 0
        return fresh

    vars(numpy)["zeros"] = cuda.jit(device=True, inline="always")(zeros)
    return cuda.jit(device=True)(
        FunctionType(plain.__code__, plain.__globals__ | {"np": numpy}, plain.__name__, plain.__defaults__)
    )


def spread(threads: int, block: int = BLOCK) -> tuple[int, int]:
    """Blocks and threads of a block for so many threads."""
    block = min(block, threads)
    return (threads + block - 1) // block, block
