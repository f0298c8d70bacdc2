"""Intervals against published examples, and differences seat by seat."""

import math

import numpy as np
import pytest

from fattorino.arena.intervals import difference, mean, paired, strata, strict, surprise, wilson


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


def test_means() -> None:
    counts = {1: 50, 3: 50}
    centre, low, high = mean(counts)
    assert centre == 2
    assert high - centre == pytest.approx(1.96 * math.sqrt(100 / 99) / 10)
    assert centre - low == pytest.approx(high - centre)


def test_a_seat_that_wins_more_does_not_make_a_choice_look_good() -> None:
    """The strong seat uses the thing often, the weak one rarely; within each seat it makes no difference."""
    rows = [(60.0, 100.0, 6.0, 10.0), (2.0, 10.0, 20.0, 100.0)]
    gap, error = strata(rows)
    assert gap == pytest.approx(0)
    assert strata(rows, clusters=4)[1] == pytest.approx(2 * error)
    assert strata([(1.0, 1.0, 0.0, 0.0)]) == (0.0, math.inf)


def test_looking_at_many_things_asks_for_more() -> None:
    assert strict(1, 0.05) == pytest.approx(1.96, abs=1e-3)
    assert strict(100, 0.05) > 3.4
    assert strict(1) > strict(1, 0.05)


def test_what_did_not_change_in_any_game_has_no_interval() -> None:
    chance = np.random.default_rng(1)
    before = np.array([chance.random(400) < 0.4, np.ones(400)], np.float64)
    now = before.copy()
    assert paired(before, now)["interval"] == [0, 0]
    now[0, :40] = 1 - now[0, :40]  # 40 games end otherwise
    found, (_gap, low, high) = paired(before, now), difference(*before.sum(1), *now.sum(1))
    assert found["difference"] == pytest.approx(found["now"] - found["was"])
    assert high - low > 2 * (found["interval"][1] - found["interval"][0])


def test_a_surprise_is_a_standard_error_also_where_little_happens() -> None:
    """Games in which a thing makes no difference: 3 standard errors are as rare as they should be."""
    chance, found = np.random.default_rng(2), []
    for _sample in range(20_000):
        used, won = chance.binomial(2000, 0.03), chance.binomial(2000, 0.1)
        wins = chance.hypergeometric(won, 2000 - won, used)
        found.append(surprise([(wins, used, won - wins, 2000 - used)]))
    assert 0.3 < np.mean(np.abs(found) > 3) / 0.0027 < 1.7
