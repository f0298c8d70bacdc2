"""The random generator; its whole state is one number in the record.

It uses only shifts and 32-bit products, so that every draw is the same interpreted, compiled and on a GPU.
"""

import operator
from typing import Any

import numpy as np

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE

_LOW = np.uint64(0xFFFFFFFF)
_STEP = np.uint64(0x9E3779B1)
_MIX_A = np.uint64(0x85EBCA6B)
_MIX_B = np.uint64(0xC2B2AE35)
_SMALL = (1 << 56) - 1  # bots multiply seeds by 64 and count on from there: 63 bits are enough


@jit
def _mix(half: Any) -> Any:
    """Scramble 32 bits (the finaliser of MurmurHash3)."""
    half = ((half ^ (half >> np.uint64(16))) * _MIX_A) & _LOW
    half = ((half ^ (half >> np.uint64(13))) * _MIX_B) & _LOW
    return half ^ (half >> np.uint64(16))


@jit
def seeded(seed: int) -> Any:
    """The generator's first state: neighbouring seeds give unrelated games."""
    number = np.uint64(seed)
    left = number >> np.uint64(32)
    right = number & _LOW
    left ^= _mix(right ^ _STEP)
    right ^= _mix(left)
    left ^= _mix(right)
    mixed = (left << np.uint64(32)) | right
    return mixed if mixed != np.uint64(0) else _STEP


@jit
def following(number: Any) -> Any:
    """The next state of the generator (xorshift64)."""
    number ^= number << np.uint64(13)
    number ^= number >> np.uint64(7)
    number ^= number << np.uint64(17)
    return number


@jit
def below(number: Any, n: int) -> int:
    """A number from 0 to n - 1 out of a state of the generator."""
    bits = (((number >> np.uint64(32)) ^ (number & _LOW)) * _MIX_A) & _LOW
    bits ^= bits >> np.uint64(15)
    return int(np.int64((bits * np.uint64(n)) >> np.uint64(32)))


@jit
def draw(state: Any, n: int) -> int:
    """Draw a number from 0 to n - 1 with the state's own generator."""
    state.rng = following(state.rng)
    return below(state.rng, n)


@jit
def draw_at(state: Any, places: Any, place: int) -> int:
    """Draw one of the things whose place is this one, for the caller to move; NONE if there are none."""
    count = 0
    for thing in range(len(places)):
        if places[thing] == place:
            count += 1
    if count == 0:
        return NONE
    nth = draw(state, count)
    for thing in range(len(places)):
        if places[thing] == place:
            if nth == 0:
                return thing
            nth -= 1
    return NONE


@jit
def draw_counted(state: Any, counts: Any, total: int, first: int = 0) -> int:
    """Draw one of `total` things, counted by kind from `first` on, and remove it; returns its kind."""
    nth = draw(state, total)
    kind = first
    while nth >= counts[kind]:
        nth -= int(counts[kind])
        kind += 1
    counts[kind] -= 1
    return kind


@jit
def draw_from(state: Any, items: Any, n: int) -> int:
    """Draw one of the first n items, in no particular order; the last one takes its place."""
    at = draw(state, n)
    item = int(items[at])
    items[at] = items[n - 1]
    return item


@jit
def shuffle(state: Any, items: Any, n: int) -> None:
    """Shuffle the first n items in place."""
    for last in range(n - 1, 0, -1):
        other = draw(state, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@jit
def one_of(n: int, seed: int) -> int:
    """A number from 0 to n - 1 that depends only on the seed."""
    return below(following(seeded(seed)), n)


def small_seed(seed: Any) -> int:
    """Any whole number as a seed that fits into compiled code; one below 2**56 stays as it is."""
    return operator.index(seed) & _SMALL
