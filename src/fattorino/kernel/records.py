"""The fixed-size records that rules work on: states, views, events, options."""

from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel.jit import jit, when_compiled

State: TypeAlias = Any  # a record of the game's STATE dtype (np.record interpreted, a Numba record compiled)
Log: TypeAlias = Any  # the event buffer or None, see tell()
Seat: TypeAlias = int
Action: TypeAlias = int
Ints: TypeAlias = NDArray[Any]

NONE = -1  # nothing, nobody, nowhere
HIDDEN = -2  # hidden from the viewer
SPECTATOR = -1  # the seat of somebody who only watches
START = -1  # instead of an action: begin a new game
EVERYONE = -1  # an audience: every bit set


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type with aligned fields, usable by attribute interpreted, compiled and on a GPU."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def hidden(dtype: np.dtype[Any]) -> NDArray[Any]:
    """One view that shows nothing yet."""
    view = np.zeros(1, dtype)
    for name in dtype.names or ():
        if dtype[name].base.kind == "i":
            view[name] = HIDDEN
    return view


@jit
def has(bits: int, at: int) -> bool:
    """Whether a bit is set."""
    return (bits >> at) & 1 != 0


@jit
def ones(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jit
def list_bits(bits: int, first: Action, size: int, actions: Any, n: int) -> int:
    """Append the actions of a block whose bits are set; returns the new length.

    Every action is written, and the length grows only for set bits: faster than branches, which would be
    mispredicted.
    """
    for at in range(size):
        actions[n] = first + at
        n += (bits >> at) & 1
    return n


# -- copying what is visible, as 8-byte words ------------------------------------------------------------


@jit
def blend(of: Ints, shown: Ints, filler: Ints, to: Ints) -> None:
    """Copy the visible bits; the others come from `filler`."""
    to[:] = of & shown | filler


@when_compiled(blend)
def blend_words(of: Ints, shown: Ints, filler: Ints, to: Ints) -> None:
    """The same without an array in between."""
    for word in range(len(shown)):
        to[word] = of[word] & shown[word] | filler[word]


@jit
def select(of: Ints, shown: Ints, to: Ints) -> None:
    """Copy the visible bits; the others become 0."""
    to[:] = of & shown


@when_compiled(select)
def select_words(of: Ints, shown: Ints, to: Ints) -> None:
    """The same without an array in between."""
    for word in range(len(shown)):
        to[word] = of[word] & shown[word]


@jit
def replace(of: Ints, shown: Ints, to: Ints) -> None:
    """Copy the visible bits; the others stay."""
    to[:] = to ^ (to ^ of) & shown


@when_compiled(replace)
def replace_words(of: Ints, shown: Ints, to: Ints) -> None:
    """The same without an array in between."""
    for word in range(len(shown)):
        to[word] = to[word] ^ (to[word] ^ of[word]) & shown[word]


# -- events ----------------------------------------------------------------------------------------------

# An event is one row of the log: kind, seat, audience (one bit a seat, the spectators' bit last) and five
# numbers. Row 0 is the head; its first number counts the events.
KIND, SEAT, AUDIENCE, NUMBERS = 0, 1, 2, 3
EVENT_WIDTH = 8
LOG_ROWS = 256
WATCHERS = 1 << 14  # the spectators' bit of an audience


def new_log() -> Ints:
    """An empty log."""
    return np.zeros((LOG_ROWS, EVENT_WIDTH), np.int16)


@jit
def only(seat: Seat) -> int:
    """The audience that is one seat."""
    return 1 << seat


@jit
def all_but(seat: Seat) -> int:
    """The audience that is everyone else, spectators included."""
    return EVERYONE & ~(1 << seat)


@jit
def has_reader(log: Log) -> bool:
    """Whether the log has a reader; compiled code has an empty one instead of None."""
    if log is None:
        return False
    return len(log) > 0


@jit
def tell(
    log: Log, kind: int, seat: Seat, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """Append an event to the log; a full log drops new events, which never happens in practice.

    Without a reader (simulations, searches, a GPU) the log is None, and this compiles to nothing.
    """
    if log is None:  # on a GPU: the compiler drops what follows
        return
    if len(log) == 0:
        return
    row = int(log[0, 0]) + 1
    if row >= LOG_ROWS:
        return
    log[0, 0] = row
    log[row, KIND] = kind
    log[row, SEAT] = seat
    log[row, AUDIENCE] = audience
    log[row, 3] = a
    log[row, 4] = b
    log[row, 5] = c
    log[row, 6] = d
    log[row, 7] = e


@jit
def count_events(log: Log) -> int:
    """The number of events so far; 0 without a log."""
    if log is None:
        return 0
    return int(log[0, 0]) if len(log) > 0 else 0


def read_event(event: Any) -> tuple[int, Seat, int, int, int, int, int]:
    """An event as plain numbers: its kind, its seat, and the five that depend on its kind."""
    kind, seat, _audience, a, b, c, d, e = map(int, event)
    return kind, seat, a, b, c, d, e


def hears(event: Ints, seat: Seat) -> bool:
    """Whether an event is visible to a viewer."""
    return bool(int(event[AUDIENCE]) & _bit_of(seat))


def as_heard(event: Ints, seat: Seat) -> Ints:
    """An event as one viewer gets it: which seats hear it, too, is not shown, since that can be a secret.

    What a spectator hears counts as heard by everyone, anything else as heard by this viewer alone.
    """
    heard = event.copy()
    heard[AUDIENCE] = EVERYONE if hears(event, SPECTATOR) else _bit_of(seat)
    return heard


def count_heard(events: Sequence[Ints], seat: Seat) -> int:
    """How many of these events are visible to a viewer."""
    bit = _bit_of(seat)
    return sum([event.item(AUDIENCE) & bit != 0 for event in events])


def _bit_of(seat: Seat) -> int:
    """A viewer's bit in an audience."""
    return WATCHERS if seat == SPECTATOR else 1 << seat


def plain(view: Any) -> dict[str, Any]:
    """A record as numbers and lists, fit for JSON; the generator is left out."""
    return {name: view[name].tolist() for name in view.dtype.names if name != "rng"}


def namespace(view: Any) -> SimpleNamespace:
    """A record as an object with plain numbers and lists, which are faster to read than a record's fields."""
    values = (value.tolist() if isinstance(value, np.ndarray) else value for value in view.tolist())
    return SimpleNamespace(**dict(zip(view.dtype.names, values, strict=True)))


@cache
def quick(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same records with fields that are read four times as fast, for what is told and drawn of a view.

    NumPy's record looks a field up in Python; here each field is a property of the record's class. Such a
    record is read like any other, by compiled rules too, but cannot be pickled.
    """
    fields = {name: property(itemgetter(name)) for name in dtype.names or ()}
    read = {"__getattribute__": np.void.__getattribute__}
    return np.dtype((type("QuickRecord", (np.record,), fields | read), dtype))
