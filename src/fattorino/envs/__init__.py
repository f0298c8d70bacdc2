"""Environments for learners: PettingZoo, Gymnasium, OpenSpiel, and batches stepped in compiled code.

`vector` needs nothing but the package; the others need the extra `research`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fattorino.envs import common
from fattorino.envs.batch import Vector
from fattorino.kernel.game import Game

if TYPE_CHECKING:
    pass

__all__ = ["Vector", "vector"]


def vector(
    game: str | Game,
    num_envs: int,
    seats: int | None = None,
    *,
    reward: str = "result",
    threads: int = 0,
    seed: int | None = None,
    **options: Any,
) -> Vector:
    """Many games stepped together in compiled code; threads=0 takes all cores."""
    found = common.find(game)
    return Vector(found, num_envs, found.settings(seats, **options), reward, threads, seed)
