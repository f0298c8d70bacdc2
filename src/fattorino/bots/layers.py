"""The layers of a small net in compiled code, for the search: one position at a time, in single floats."""

from typing import Any

import numpy as np

from fattorino.kernel.jit import jit


@jit
def layer(net: Any, at: int, given: Any, n_in: int, places: Any, out: Any, width: int) -> int:
    """One layer of a net whose weights begin at a place, row by row, the bias last; where the next begins.

    Most of what is given is 0, which costs nothing; of the rest four rows at a time are added.
    """
    bias = at + n_in * width
    row = net[bias : bias + width]
    for k in range(width):
        out[k] = row[k]
    n = 0
    for i in range(n_in):
        if given[i] != 0.0:
            places[n] = i
            n += 1
    for i in range(0, n - 3, 4):
        start, second, third, fourth = places[i], places[i + 1], places[i + 2], places[i + 3]
        a, b, c, d = given[start], given[second], given[third], given[fourth]
        row = net[at + start * width : at + (start + 1) * width]
        row_b = net[at + second * width : at + (second + 1) * width]
        row_c = net[at + third * width : at + (third + 1) * width]
        row_d = net[at + fourth * width : at + (fourth + 1) * width]
        for k in range(width):
            out[k] += (a * row[k] + b * row_b[k]) + (c * row_c[k] + d * row_d[k])
    for i in range(n - n % 4, n):
        start = places[i]
        a = given[start]
        row = net[at + start * width : at + (start + 1) * width]
        for k in range(width):
            out[k] += a * row[k]
    return bias + width


@jit
def hidden_layer(net: Any, at: int, given: Any, n_in: int, places: Any, out: Any, width: int) -> int:
    """A layer whose negative numbers become 0; where the next begins."""
    at = layer(net, at, given, n_in, places, out, width)
    for k in range(width):
        out[k] = max(out[k], np.float32(0.0))
    return at


@jit
def column(net: Any, at: int, given: Any, width: int) -> float:
    """One number of a last layer, its weights side by side, the bias behind them; eight sums at a time."""
    row = net[at : at + width + 1]
    a = b = c = d = e = f = g = h = np.float32(0.0)
    for k in range(0, width - 7, 8):
        a += given[k] * row[k]
        b += given[k + 1] * row[k + 1]
        c += given[k + 2] * row[k + 2]
        d += given[k + 3] * row[k + 3]
        e += given[k + 4] * row[k + 4]
        f += given[k + 5] * row[k + 5]
        g += given[k + 6] * row[k + 6]
        h += given[k + 7] * row[k + 7]
    for k in range(width - width % 8, width):
        a += given[k] * row[k]
    return float(((a + b) + (c + d)) + ((e + f) + (g + h)) + row[width])


@jit
def drawn(odds: Any, n: int, number: int) -> int:
    """The option that a number below 2 ** 30 draws by the odds."""
    left = number / (1 << 30)
    for k in range(n - 1):
        left -= odds[k]
        if left < 0.0:
            return k
    return n - 1


@jit
def sharpened(odds: Any, n: int, power: float) -> None:
    """Raise the odds of n options to a power: above 1 the likely ones become likelier."""
    total = 0.0
    for k in range(n):
        odds[k] = odds[k] ** power
        total += odds[k]
    for k in range(n):
        odds[k] /= total
