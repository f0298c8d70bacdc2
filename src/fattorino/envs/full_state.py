"""The full state of a game as numbers, for a critic in training: it contains what players may not know."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel.features import Group, Layout, Part, size
from fattorino.kernel.game import Game

LEFT_OUT = ("rng", "reveals")  # the generator of chance, and a counter for undo
NUMBER = 2  # bytes; fields of wider types are sets, one bit each


class FullState:
    """The numbers of a game's record, field by field: sets bit by bit, all others as they are."""

    def __init__(self, game: Game) -> None:
        parts: list[Part] = []
        self._runs: list[tuple[np.dtype[Any], int, int]] = []  # of neighbouring fields of one type: bytes
        for field in game.fields:
            if field.name in LEFT_OUT:
                continue
            kind, first = game.state[field.name].base, game.state.fields[field.name][1]  # type: ignore[index]
            last, bits = first + field.size * kind.itemsize, 8 * kind.itemsize
            if self._runs and self._runs[-1][::2] == (kind, first):
                first = self._runs.pop()[1]
            self._runs.append((kind, first, last))
            if kind.itemsize > NUMBER:
                parts.append(Part(field.name, field.size * bits, field.about))
            else:
                high = 2 ** (bits - 1)
                parts.append(Part(field.name, field.size, field.about, high - 1, -high))
        self.layout: Layout = (Group("state", parts),)
        self.size = size(self.layout)

    def of(self, states: NDArray[Any]) -> NDArray[np.float32]:
        """One row of numbers for each record."""
        content = states.view(np.uint8).reshape(len(states), -1)
        rows = [
            np.unpackbits(content[:, first:last], axis=1, bitorder="little")
            if kind.itemsize > NUMBER
            else content[:, first:last].view(kind)
            for kind, first, last in self._runs
        ]
        return np.concatenate(rows, axis=1, dtype=np.float32)


@cache
def full_state(game: Game) -> FullState:
    """The full state of a game as numbers."""
    return FullState(game)
