"""The rules on a GPU, unchanged: batches for learners, random games, evaluation of positions by playouts.

Needs an NVIDIA GPU and the extra `cuda`; without them every call raises NoDevice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from fattorino.envs import common
from fattorino.gpu.batch import Vector
from fattorino.gpu.cuda import available, open_cuda
from fattorino.gpu.playing import Judgement, judge, run_playouts
from fattorino.kernel.game import Game, Playouts
from fattorino.kernel.match import Match

__all__ = ["Judgement", "Vector", "available", "evaluate", "playouts", "vector"]


def vector(
    game: str | Game,
    num_envs: int,
    seats: int | None = None,
    *,
    reward: str = "result",
    seed: int | None = None,
    checked: bool = True,
    **options: Any,
) -> Vector:
    """Many games stepped together on the GPU, with the interface of `fattorino.envs.vector`."""
    found = common.find(game)
    settings = found.settings(seats, **options)
    open_cuda()
    return Vector(found, num_envs, settings, reward, seed, checked)


def playouts(
    game: str | Game, games: int = 1_000_000, seed: int = 1, seats: int | None = None, **options: Any
) -> Playouts:
    """Random games: the same, decision for decision, as `game.playouts` plays on the CPU."""
    found = common.find(game)
    settings = found.settings(seats, **options)
    return run_playouts(found, games, seed, settings)


@overload
def evaluate(matches: Match, playouts_per_action: int = 1000, seed: int | None = None) -> Judgement: ...


@overload
def evaluate(
    matches: Sequence[Match], playouts_per_action: int = 1000, seed: int | None = None
) -> list[Judgement]: ...


def evaluate(
    matches: Match | Sequence[Match], playouts_per_action: int = 1000, seed: int | None = None
) -> Judgement | list[Judgement]:
    """Flat Monte Carlo: how often the seat to move wins with random play after each legal action.

    Every playout starts in a state consistent with that seat's view.
    """
    if isinstance(matches, Match):
        return judge([matches], playouts_per_action, seed)[0]
    return judge(list(matches), playouts_per_action, seed)
