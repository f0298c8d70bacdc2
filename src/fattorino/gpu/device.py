"""Kernels for a game: compiled, cached on disk, distributed over threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from fattorino.envs import common
from fattorino.gpu.cuda import open_cuda, simulated
from fattorino.gpu.scratch import stacked
from fattorino.kernel.cache import cache_home, content
from fattorino.kernel.game import Game, bind

WARP = 1 if simulated() else 32  # threads that execute together
BLOCK = 128  # threads per block; a thread plays one game at a time
WARPS = BLOCK // WARP


@cache
def kernels(game: Game) -> ModuleType:
    """This game's own copy of the kernels, cached on disk next to the CPU loops."""
    open_cuda()
    kinds = [at for at, block in enumerate(game.space.blocks, 1) for _ in range(block.size)]
    return bind(
        game,
        Path(__file__).with_name("kernel_loops.py"),
        KINDS=np.array(kinds, np.int8),  # the kind of each action; 0 is a new game
        STATE=game.state,
        WORDS=game.state.itemsize // 8,
        share_out=common.loops(game).share_out,
        greedy=stacked(game.greedy),
    )


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function as a kernel, cached in the game's cache folder."""
    cuda = open_cuda()
    if simulated():
        return cuda.jit(function)
    config: Any = numba.config
    before = config.CACHE_DIR
    game = Path(function.__globals__["GAME_FOLDER"]).name
    config.CACHE_DIR = str(cache_home() / game / f"gpu-{content(function)}")
    try:
        return cuda.jit(cache=True)(function)
    finally:
        config.CACHE_DIR = before


def spread(threads: int, block: int = BLOCK) -> tuple[int, int]:
    """The number of blocks, and of threads per block, for some threads; warps are complete."""
    block = min(block, (threads + WARP - 1) // WARP * WARP)
    return (threads + block - 1) // block, block


def words(states: NDArray[Any]) -> NDArray[np.int64]:
    """States as rows of 8-byte words; the 64-bit generator makes the size of a record a multiple of 8."""
    return states.view(np.int64).reshape(len(states), -1)


def free_memory() -> int:
    """Free bytes of GPU memory; unlimited in the simulator."""
    return 1 << 34 if simulated() else int(open_cuda().current_context().get_memory_info()[0])
