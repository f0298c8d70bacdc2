"""Boolean features collected as bits are written as zeros and ones."""

import numpy as np
import pytest

from fattorino.kernel.features import BYTE, spread


@pytest.mark.parametrize("bits", [0, 1, 0b1010_0110, 255, -1, 1 << 62 | 3, -(1 << 63)])
def test_the_lowest_eight_bits_are_written_and_nothing_beside_them(bits: int) -> None:
    features = np.full(BYTE + 4, 7.0, np.float32)
    spread(bits, features, 2)
    assert features[2 : 2 + BYTE].tolist() == [bits >> k & 1 for k in range(BYTE)]
    assert features[:2].tolist() == features[2 + BYTE :].tolist() == [7.0, 7.0]
