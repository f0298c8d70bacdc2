"""The end: points, ties, and what is conserved."""

from typing import Any

import numpy as np
import pytest

from fattorino.games.papa_paolo.rules.score import (
    NUM_COUNTS,
    conserve,
    delivered,
    expertise,
    left_over,
    points,
    versatility,
)
from fattorino.games.papa_paolo.state import Colour


@pytest.mark.rule("PP-SCORE-1")
def test_each_pizza_on_a_house_is_a_point(four: Any) -> None:
    four.found(0, 1)
    four.lay(0, 0, -1, "gold-17", 0)
    four.stock(0, 0, 0, 0)
    four.serve(0, 1, 0, 1)
    four.serve(0, 0, -1, 2)
    assert (delivered(four.state, 0), points(four.state, 0)) == (3, 3)


@pytest.mark.rule("PP-SCORE-2")
@pytest.mark.parametrize(("column", "trophies"), list(enumerate([0, 1, 2, 4, 6, 8])))
def test_versatility_is_the_column_of_the_leftmost_marker(four: Any, column: Any, trophies: Any) -> None:
    four.state.track[0] = [5, column, 5, min(column + 1, 5)]
    assert versatility(four.state, 0) == trophies


@pytest.mark.rule("PP-SCORE-3")
def test_each_marker_at_the_end_scores_two(four: Any) -> None:
    four.state.track[0] = [5, 4, 5, 0]
    assert expertise(four.state, 0) == 4


@pytest.mark.rule("PP-SCORE-4")
def test_each_pizza_on_a_pizzeria_costs_one(four: Any) -> None:
    four.found(0, 1)
    four.build(0, 2, 0, 4)
    assert left_over(four.state, 0) == 5
    assert points(four.state, 0) == -5  # pizzas in the supply cost nothing


@pytest.mark.rule("PP-SCORE-5")
def test_points_then_money_then_shared(four: Any) -> None:
    for seat in range(4):
        four.found(seat, 1)
    four.serve(2, 1, 0, 1)
    four.state.money[:] = [3, 5, 0, 5]
    assert [row[0] for row in four.outcome()] == [-3, -3, -2, -3]
    assert [row[1] for row in four.outcome()] == [4, 2, 1, 2]
    assert [row[2] for row in four.outcome()] == [0, 0, 1, 0]
    four.state.money[:] = [5, 5, 0, 0]
    four.serve(2, 1, 0, 0)
    assert [row[1:] for row in four.outcome()] == [[1, 1], [1, 1], [3, 0], [3, 0]]


@pytest.mark.rule("PP-VAR-C")
@pytest.mark.parametrize(
    ("money", "extra"),
    [
        ([9, 5, 5, 1], [2, 1, 1, 0]),
        ([9, 9, 5, 1], [2, 2, 0, 0]),
        ([4, 4, 4, 4], [2, 2, 2, 2]),
        ([1, 2, 3, 4], [0, 0, 1, 2]),
    ],
)
def test_rich_pizzaiolo(lay_out: Any, money: Any, extra: Any) -> None:
    table = lay_out(4, variant_c_money_points=True)
    table.state.money[:] = money
    assert [row[0] + 3 for row in table.outcome()] == extra
    two = lay_out(2, variant_c_money_points=True)
    two.state.money[:2] = [3, 4]
    assert [row[0] for row in two.outcome()] == [1, 2]


def test_something_created_is_noticed(four: Any) -> None:
    counts = np.zeros((2, NUM_COUNTS), np.int64)
    conserve(four.state, counts[0])
    for field, at in (("money", 1), ("pizzerias", 2), ("supply", 4), ("gone", 0)):
        value = getattr(four.state, field)
        if value.ndim:
            value[0] += 1
        else:
            four.state.gone = 1
        conserve(four.state, counts[1])
        assert counts[1, at] == counts[0, at] + 1
    four.state.track[0, Colour.GOLD] = 2  # markers are not things
    conserve(four.state, counts[0])
    assert (counts[0] == counts[1]).all()
