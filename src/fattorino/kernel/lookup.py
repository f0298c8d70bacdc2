"""Rules that read a table: what is printed on a component, or worked out once when the game is loaded."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fattorino.kernel.jit import jit


def lookup(values: Any, dtype: Any = None) -> Callable[[int], int]:
    """A rule that reads a table; its numbers are bytes unless a type is given, or values have one."""
    table = _table(values, dtype)

    @jit
    def value_at(place: int) -> int:
        return int(table[place])

    return value_at


def lookup_by_two(values: Any, dtype: Any = None) -> Callable[[int, int], int]:
    """A rule that reads a table by row and column."""
    table = _table(values, dtype)

    @jit
    def value_at(row: int, column: int) -> int:
        return int(table[row, column])

    return value_at


def _table(values: Any, dtype: Any) -> Any:
    return np.array(values, dtype or getattr(values, "dtype", np.int8), order="C")
