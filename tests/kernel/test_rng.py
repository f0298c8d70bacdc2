"""The generator: uniform, independent for neighbouring seeds, the same everywhere."""

import numpy as np
import pytest

from fattorino.kernel.rng import below, following, one_of, seeded


@pytest.mark.parametrize("n", [2, 7, 49])
def test_draws_are_even(n: int) -> None:
    counts = np.zeros(n)
    for seed in range(400):
        number = seeded(seed)
        for _ in range(10):
            number = following(number)
            counts[below(number, n)] += 1
    expected = counts.sum() / n
    chi = ((counts - expected) ** 2 / expected).sum()
    assert chi < n + 6 * np.sqrt(2 * n)


def test_neighbouring_seeds_are_unrelated() -> None:
    pairs = np.zeros((7, 7))
    for seed in range(5000):
        pairs[one_of(7, seed), one_of(7, seed + 1)] += 1
    assert pairs.min() > 60
    assert pairs.max() < 150


def test_known_values() -> None:
    assert [one_of(1000, seed) for seed in range(6)] == [466, 770, 735, 841, 855, 957]
    assert int(seeded(0)) != 0
