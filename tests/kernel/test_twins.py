"""Rules with a separate GPU version give the same results."""

import numpy as np

from fattorino.games.pizza_city.city import list_eight
from fattorino.games.pizza_city.state import NUM_ACTIONS, PLACE
from fattorino.kernel.content import TWINS
from fattorino.kernel.features import BYTE, spread


def test_bits_are_spread_alike() -> None:
    for bits in range(1 << BYTE):
        here, there = np.zeros(12, np.float32), np.zeros(12, np.float32)
        spread(bits, here, 2)
        TWINS[spread](bits, there, 2)
        assert here.tolist() == there.tolist()
        assert here[2 : 2 + BYTE].sum() == bits.bit_count()


def test_places_are_listed_alike() -> None:
    for symmetric in range(2):
        for free in range(1 << BYTE):
            here, there = np.zeros(NUM_ACTIONS, np.int16), np.zeros(NUM_ACTIONS, np.int16)
            n = list_eight(free, symmetric, PLACE, here, 3)
            assert n == TWINS[list_eight](free, symmetric, PLACE, there, 3)
            assert n - 3 == free.bit_count() * (2 - symmetric)
            assert here[:n].tolist() == there[:n].tolist()
