"""Rules that read a table."""

import numpy as np
import pytest

from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup, lookup_by_two

TABLE = np.arange(24).reshape(2, 3, 4)
large = lookup([1 << 40, -1], np.int64)
column = lookup_by_two(TABLE[:, :, 1])


@jit
def both(place: int) -> int:
    return large(place) + column(1, place)


def test_a_rule_reads_its_table() -> None:
    assert [lookup([3, 1, 2])(place) for place in range(3)] == [3, 1, 2]
    assert column(1, 2) == TABLE[1, 2, 1]
    assert large(0) == 1 << 40


def test_numbers_too_large_for_a_byte_need_a_type() -> None:
    with pytest.raises(OverflowError):
        lookup([1000])


@pytest.mark.bulk
def test_compiled_rules_read_the_same() -> None:
    assert both(1) == -1 + TABLE[1, 1, 1]
