"""Dispatch: one of many functions, by number."""

from types import SimpleNamespace
from typing import Any

import pytest

from fattorino.kernel.dispatch import by_number, by_part, tree
from fattorino.kernel.jit import jit


@pytest.mark.parametrize("make", [by_number, tree])
@pytest.mark.parametrize("numbers", [[0], [3, 5], list(range(8)), list(range(46)), list(range(0, 200, 3))])
def test_each_number_finds_its_own_function(make: Any, numbers: list[int]) -> None:
    functions = {number: jit(lambda a, b, c, n=number: a + b + c + n) for number in numbers}
    pick = make(functions, jit(lambda a, b, c: -1))
    for number in range(-1, 202):
        assert pick(number, 1000, 1, 1) == (1002 + number if number in numbers else -1)


def test_what_has_no_part_of_its_own_has_the_usual_one() -> None:
    usual = jit(lambda a, b, c: -1)
    declared = {number: SimpleNamespace(check=jit(lambda a, b, c, n=number: n)) for number in (2, 4)}
    declared |= {3: SimpleNamespace(check=usual), 5: SimpleNamespace(check=None)}

    pick = by_part(declared, "check", usual)

    assert [pick(number, 0, 0, 0) for number in (2, 3, 4, 5)] == [2, -1, 4, -1]
