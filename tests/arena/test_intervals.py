"""Intervals against published examples, and differences seat by seat."""

import math

import pytest

from fattorino.arena.intervals import difference, mean, mean_difference, strata, strict, wilson


def test_wilson_against_a_worked_example() -> None:
    low, high = wilson(81, 263)  # Newcombe 1998, case (a): 0.2553 to 0.3662
    assert low == pytest.approx(0.2553, abs=2e-4)
    assert high == pytest.approx(0.3662, abs=2e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_difference_against_a_worked_example() -> None:
    gap, low, high = difference(48, 80, 56, 70)  # Newcombe 1998: 0.2, 0.0524 to 0.3339
    assert gap == pytest.approx(0.2)
    assert low == pytest.approx(0.0524, abs=2e-4)
    assert high == pytest.approx(0.3339, abs=2e-4)


def test_means_and_their_difference() -> None:
    counts = {1: 50, 3: 50}
    centre, low, high = mean(counts)
    assert centre == 2
    assert high - centre == pytest.approx(1.96 * math.sqrt(100 / 99) / 10)
    assert centre - low == pytest.approx(high - centre)
    gap, low, high = mean_difference(counts, {2: 50, 4: 50})
    assert gap == 1
    assert 0 < low < 1 < high


def test_a_seat_that_wins_more_does_not_make_a_choice_look_good() -> None:
    """The strong seat uses the thing often, the weak one rarely; within each seat it makes no difference."""
    rows = [(60.0, 100.0, 6.0, 10.0), (2.0, 10.0, 20.0, 100.0)]
    gap, error = strata(rows)
    assert gap == pytest.approx(0)
    assert strata(rows, clusters=4)[1] == pytest.approx(2 * error)
    assert strata([(1.0, 1.0, 0.0, 0.0)]) == (0.0, math.inf)


def test_looking_at_many_things_asks_for_more() -> None:
    assert strict(1) == pytest.approx(1.96, abs=1e-3)
    assert strict(100) > 3.4
