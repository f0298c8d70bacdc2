"""Environments for learners: PettingZoo, Gymnasium, OpenSpiel, and batches stepped in compiled code.

`vector` needs only the base package; the others need the extra `research`. Importing this registers all games
with Gymnasium, if it is installed; importing `fattorino.envs.openspiel` registers them with OpenSpiel.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from fattorino.envs import common, picture
from fattorino.envs.batch import Vector
from fattorino.kernel.game import Game

if TYPE_CHECKING:
    from fattorino.envs.zoo import Aec, Parallel

__all__ = ["Vector", "aec", "parallel", "vector"]


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


def aec(game: str | Game, seats: int | None = None, **settings: Any) -> Aec:
    """A PettingZoo environment in which one seat after the other decides.

    Besides the options of the game there are: reward ("result", "score" or "margin"), illegal ("raise", or
    "replace" by any legal action), max_cycles (decisions for each agent until the game is cut short),
    render_mode ("rgb_array", "svg", "ansi", "human") and render_seat (None: what a spectator sees).
    """
    try:
        from fattorino.envs.zoo import Aec
    except ImportError as error:
        raise picture.missing(error) from None
    return Aec(game, seats, **settings)


def parallel(game: str | Game, seats: int | None = None, **settings: Any) -> Parallel:
    """A PettingZoo environment in which all seats act at once; those that are not to move can only pass."""
    try:
        from fattorino.envs.zoo import Parallel
    except ImportError as error:
        raise picture.missing(error) from None
    return Parallel(game, seats, **settings)


if importlib.util.find_spec("gymnasium"):
    from fattorino.envs.gym import register

    register()
