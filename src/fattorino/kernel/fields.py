"""The fields of a game's state, each declared once: its type, its shape, who may see it, how it is observed.

From the declarations the kernel derives the record type, the masks that copy a view out of a state (and what
is visible into an imagined state), the default observation with its layout, and the table in the docs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel.errors import BadGame
from fattorino.kernel.features import Group, Layout, Part
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, SPECTATOR, Seat, State, hidden, record

WORD = 8  # bytes; records are copied word by word
SHOWN, FILLER = 0, 1  # of a row of masks: the bits to copy, and what replaces the others


class Seen(Enum):
    """Who may see a field."""

    PUBLIC = "everyone"
    OWN = "each seat its own row"
    SECRET = "nobody"
    CUSTOM = "as the rules say"


@dataclass(frozen=True)
class Field:
    """One field of a state."""

    name: str
    kind: Any  # a signed integer type
    shape: tuple[int, ...]
    seen: Seen
    about: str = ""  # description
    unless: int = 0  # group bit of the game's `sees`: viewers who see the group see the whole field
    over: float = 0  # the default observation divides by this; 0 leaves the field out
    low: float = 0  # range of the observed numbers
    high: float = 1

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return int(np.prod(self.shape, dtype=int))


def public(name: str, kind: Any, shape: tuple[int, ...] = (), about: str = "", **more: Any) -> Field:
    """A field that everyone may see."""
    return Field(name, kind, shape, Seen.PUBLIC, about, **more)


def own(name: str, kind: Any, shape: tuple[int, ...], about: str = "", **more: Any) -> Field:
    """A field with a row for each seat, which that seat alone may see."""
    return Field(name, kind, shape, Seen.OWN, about, **more)


def secret(name: str, kind: Any, shape: tuple[int, ...] = (), about: str = "", **more: Any) -> Field:
    """A field that nobody may see."""
    return Field(name, kind, shape, Seen.SECRET, about, **more)


def custom(name: str, kind: Any, shape: tuple[int, ...] = (), about: str = "", **more: Any) -> Field:
    """A field of which the game's `show` decides who sees what."""
    return Field(name, kind, shape, Seen.CUSTOM, about, **more)


# Fields the kernel itself reads; every state starts with them.
HEAD = (
    secret("rng", np.uint64, about="the generator of chance"),
    secret("reveals", np.int32, about="raised when something became known and cannot be taken back"),
    public("seat", np.int8, about="who decides now; NONE once the game is over"),
    public("over", np.int8, about="1 once the game is over"),
)


class Fields(tuple[Field, ...]):
    """The fields of a game's state: the kernel's, then the game's own, widest first."""

    dtype: np.dtype[Any]

    def __new__(cls, declared: Iterable[Field]) -> "Fields":
        """Check the declarations; a game may redeclare a kernel field, for example who sees `seat`."""
        given = list(declared)
        for each in given:
            if not isinstance(each, Field):
                name = each[0] if isinstance(each, tuple | list) and each else each
                raise BadGame(
                    f"field {name!r} of the state does not say who may see it: declare it with public(...), "
                    "own(...), secret(...) or custom(...)"
                )
            if each.seen is Seen.OWN and not each.shape:
                raise BadGame(f"field {each.name} of the state has no row for each seat, so none can be own")
        changed = {each.name: each for each in given}
        head = [changed.get(each.name, each) for each in HEAD]
        names = {each.name for each in HEAD}
        rest = [each for each in given if each.name not in names]
        rest.sort(key=lambda each: -np.dtype(each.kind).itemsize)
        fields = super().__new__(cls, [*head, *rest])
        fields.dtype = record([(each.name, each.kind, each.shape) for each in fields])
        return fields

    def copy_public(self, of: State, to: State) -> None:
        """Copy what everyone may see from one record to another, interpreted."""
        for each in self:
            if each.seen is Seen.PUBLIC:
                to[each.name] = of[each.name]

    def masks(self, seats: int) -> NDArray[np.int64]:
        """What each viewer sees, as 8-byte words: a row for each group of `sees` and viewer, spectators
        first.

        `state & row[SHOWN] | row[FILLER]` is a view without what the game's `show` adds.
        """
        groups = 1
        while groups <= max(each.unless for each in self):
            groups *= 2
        rows = np.zeros((groups * (seats + 1), 2, self.dtype.itemsize // WORD), np.int64)
        for at, row in enumerate(rows):
            group, viewer = divmod(at, seats + 1)
            shown, filler = row[SHOWN].view(np.uint8), row[FILLER].view(np.uint8)
            for each in self:
                offset = self.dtype.fields[each.name][1]  # type: ignore[index]
                first, count = _rows(each, group, viewer - 1)
                stride = self.dtype[each.name].itemsize // (each.shape[0] if each.shape else 1)
                shown[offset + first * stride : offset + (first + count) * stride] = 255
            filler[:] = hidden(self.dtype).view(np.uint8) & ~shown
        return rows

    def layout(self) -> Layout:
        """What the numbers of the default observation mean."""
        parts = [Part(f.name, observed_size(f), f.about, f.high, f.low) for f in self if f.over]
        return (Group("view", parts),) if parts else ()


def _rows(field: Field, group: int, viewer: Seat) -> tuple[int, int]:
    """The rows of a field that a viewer may see: first and count; a scalar is a single row."""
    count = field.shape[0] if field.shape else 1
    if field.seen is Seen.PUBLIC or group & field.unless:
        return 0, count
    if field.seen is Seen.OWN and viewer != SPECTATOR and viewer < count:
        return viewer, 1
    return 0, 0


# -- what a game may leave out ----------------------------------------------------------------------------


@jit
def see_no_group(state: State, seat: Seat) -> int:
    """Visibility depends only on the seat."""
    return 0


@jit
def seat_zero(state: State) -> int:
    """Seat 0 begins every game."""
    return 0


@jit
def show_nothing(state: State, seat: Seat, view: State) -> None:
    """No custom fields."""


@jit
def observe_nothing(view: State, seat: Seat, features: Any) -> None:
    """No numbers."""


def observed_size(field: Field) -> int:
    """How many numbers of a field a viewer observes: of its own row if it is own, else all."""
    return field.size // (field.shape[0] if field.seen is Seen.OWN else 1)


def observer(fields: Sequence[Field]) -> Callable[..., None]:
    """The default observation: the observed fields one after the other, divided; what is hidden is 0."""
    written, at = observe_nothing, 0
    for each in fields:
        if each.over:
            written = _writer(each, at, written)
            at += observed_size(each)
    return written


def _writer(field: Field, at: int, before: Callable[..., None]) -> Callable[..., None]:
    """A rule that writes one field after those before it."""
    name, size, over = field.name, observed_size(field), float(field.over)

    def number(view: State, seat: Seat, features: Any) -> None:
        before(view, seat, features)
        features[at] = 0.0 if view[name] == HIDDEN else view[name] / over

    def numbers(view: State, seat: Seat, features: Any) -> None:
        before(view, seat, features)
        for k in range(size):
            features[at + k] = 0.0 if view[name][k] == HIDDEN else view[name][k] / over

    def own_row(view: State, seat: Seat, features: Any) -> None:
        before(view, seat, features)
        for k in range(size):
            seen = seat >= 0 and view[name][seat, k] != HIDDEN
            features[at + k] = view[name][seat, k] / over if seen else 0.0

    if len(field.shape) > 1 and field.seen is not Seen.OWN:
        raise BadGame(f"field {field.name} of the state is a table: the default observation takes rows only")
    return jit(own_row if field.seen is Seen.OWN else numbers if field.shape else number)
