"""Options of a game: what a host may choose, with help, default and validation.

Each option becomes one integer in the small record that `setup` reads: truth values as 0 and 1, numbers as
they are, everything else as its place in the list of values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel.errors import BadOption
from fattorino.kernel.i18n import _, one_of
from fattorino.kernel.records import record

LONG = 20  # more values than this are shown as a range
_TRUE = {"on", "true", "yes", "1"}
_FALSE = {"off", "false", "no", "0"}


@dataclass(frozen=True)
class Option:
    """One choice of the host."""

    name: str
    help: str
    default: Any
    values: tuple[Any, ...]
    title: str = ""  # its label in a form, if the name is not clear enough
    words: tuple[str, ...] = ()  # labels of its values, in their order
    group: str = ""  # the heading of the options it belongs to

    def text(self, value: Any) -> str:
        """A value as people type it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return str(value)

    def choices(self) -> str:
        """The values as a list in a sentence; a long run of numbers as its ends."""
        if len(self.values) > LONG and list(self.values) == list(range(len(self.values))):
            return one_of(self.values)
        return ", ".join(self.text(value) or '""' for value in self.values)

    def parse(self, given: Any) -> Any:
        """The value that was meant, from Python, JSON or the command line."""
        if isinstance(given, list):
            given = tuple(given)
        for value in self.values:
            if type(value) is type(given) and value == given:
                return value
        if isinstance(given, str) or (isinstance(given, int) and not isinstance(given, bool)):
            word = str(given).strip().lower()
            for value in self.values:
                if isinstance(value, bool):
                    if word in (_TRUE if value else _FALSE):
                        return value
                elif self.text(value).lower() == word:
                    return value
        raise BadOption(f"option {self.name} cannot be {brief(given)}; it can be: {self.choices()}")

    def encode(self, value: Any) -> int:
        """The integer in the options record."""
        if isinstance(value, int):
            return int(value)
        return self.values.index(value)


class Options(dict[str, Option]):
    """All options of a game by name; `seats` is always the first."""

    def __init__(self, seats: Sequence[int], seats_help: str, table: Iterable[Mapping[str, Any]]) -> None:
        super().__init__()
        self["seats"] = Option("seats", seats_help, seats[0], tuple(seats))
        for entry in table:
            values = tuple(tuple(v) if isinstance(v, list) else v for v in entry["values"])
            default = entry["default"]
            default = tuple(default) if isinstance(default, list) else default
            words = tuple(entry.get("words", ()))
            self[entry["id"]] = Option(
                entry["id"], entry["help"], default, values, entry.get("title", ""), words,
                entry.get("group", ""),
            )  # fmt: skip
        self.dtype = record([(name, np.int16) for name in self])

    def groups(self) -> dict[str, list[Option]]:
        """The options by the headings of their groups, without `seats`."""
        found = dict[str, list[Option]]()
        for option in self.values():
            if option.name != "seats":
                found.setdefault(_(option.group) if option.group else _("Options"), []).append(option)
        return found

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with the given values checked and the defaults filled in."""
        for name in given:
            if name not in self:
                raise BadOption(f"there is no option {brief(name)}; the options are: {', '.join(self)}")
        return {
            name: option.parse(given[name]) if given.get(name) is not None else option.default
            for name, option in self.items()
        }

    def encode(self, values: Mapping[str, Any]) -> NDArray[Any]:
        """The options record for `setup`, as an array of one."""
        encoded = np.zeros(1, self.dtype)
        for name, option in self.items():
            encoded[name] = option.encode(values[name])
        return encoded
