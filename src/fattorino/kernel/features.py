"""The meaning of the numbers of `observe`: a table per game, for docs and for observation bounds.

Also how Boolean features are written: a game collects them as bits of an integer and spreads them out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel.jit import jit, on_gpu

BYTE = 8
_BYTES = np.array([[byte >> bit & 1 for bit in range(BYTE)] for byte in range(1 << BYTE)], np.float32)


@jit
def spread(bits: int, features: Any, at: int) -> None:
    """Write the lowest eight bits as zeros and ones, by copying a row of a table."""
    byte = np.uint64(bits & 255)
    for bit in range(BYTE):
        features[np.uint64(at + bit)] = _BYTES[byte, np.uint64(bit)]


@on_gpu(spread)
def spread_by_shifting(bits: int, features: Any, at: int) -> None:
    """The same without the table: on a GPU each thread would wait for its own row."""
    word = np.int32(bits & 255)
    for bit in range(BYTE):
        features[np.uint32(at + bit)] = np.int32(word >> np.int32(bit)) & np.int32(1)


@dataclass(frozen=True)
class Part:
    """A run of numbers with one meaning and range."""

    name: str
    size: int
    meaning: str
    high: float = 1.0
    low: float = 0.0


@dataclass(frozen=True)
class Group:
    """A sequence of parts, repeated `times` times (for example once per player)."""

    name: str
    parts: Sequence[Part]
    times: int = 1

    @property
    def width(self) -> int:
        """The numbers of one repetition."""
        return sum(part.size for part in self.parts)

    @property
    def size(self) -> int:
        return self.times * self.width


Layout = tuple[Group, ...]


def spans(layout: Iterable[Group]) -> Iterator[tuple[int, Group, int, Part]]:
    """The start of each part of each repetition: (first number, group, repetition, part)."""
    at = 0
    for group in layout:
        for turn in range(group.times):
            for part in group.parts:
                yield at, group, turn, part
                at += part.size


def starts(layout: Iterable[Group]) -> dict[str, int]:
    """The start of each group, and of each part of its first repetition: by `group` and by `group.part`."""
    found: dict[str, int] = {}
    for at, group, _turn, part in spans(layout):
        found.setdefault(group.name, at)
        found.setdefault(f"{group.name}.{part.name}", at)
    return found


def widths(layout: Iterable[Group]) -> dict[str, int]:
    """How many numbers one repetition of each group has."""
    return {group.name: group.width for group in layout}


def size(layout: Iterable[Group]) -> int:
    """How many numbers a layout has."""
    return sum(group.size for group in layout)


def bounds(layout: Iterable[Group]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The smallest and the largest value of each number."""
    parts = [part for _at, _group, _turn, part in spans(layout)]
    low = [np.full(part.size, part.low, np.float32) for part in parts]
    high = [np.full(part.size, part.high, np.float32) for part in parts]
    return np.concatenate(low), np.concatenate(high)


def names(layout: Iterable[Group]) -> list[str]:
    """A name for each number, such as players[1].money or table.phase[3]."""
    found = []
    for _at, group, turn, part in spans(layout):
        stem = f"{group.name}[{turn}].{part.name}" if group.times > 1 else f"{group.name}.{part.name}"
        found += [stem] if part.size == 1 else [f"{stem}[{k}]" for k in range(part.size)]
    return found
