"""TOML files of a game's own folder: a missing key is named, with its file, line and nearest neighbour."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fattorino.kernel.errors import BadGame, MissingKey

T = TypeVar("T")

NEAR = 0.6  # similarity of names from which one may be meant for the other
_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
DEEPEST = 40  # tables and lists in each other
TOO_DEEP = "its tables or lists are nested too deeply"
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The nearest names as the end of a sentence, or ''."""
    near = get_close_matches(name, list(dict.fromkeys(known)), 2, NEAR)
    return f"; did you mean {' or '.join(near)}?" if near else ""


class Header(NamedTuple):
    """Where a table is in its file: below the nth header of this name."""

    file: Path
    name: str = ""
    nth: int = 0

    def line(self, key: str = "") -> int:
        """The line of a key of the table, or of the table itself; 0 if it cannot be told."""
        inner = f"{self.name}.{key}" if self.name else key
        at, seen = int(not self.name), -1
        for number, text in enumerate(self.file.read_text(encoding="utf-8").splitlines(), 1):
            if found := _HEADER.match(text):
                if key and found[1] == inner:
                    return number
                seen += found[1] == self.name
                at = number if found[1] == self.name and seen == self.nth else 0
            elif at and key and (found := _KEY.match(text)) and found[1] == key:
                return number
            if at and not key:
                return at
        return 0


class Table(dict[str, Any]):
    """A table of a game's own file, called `name` where it is told of."""

    def __init__(self, entries: Mapping[str, Any], header: Header, name: str = "") -> None:
        self.header, self.name = header, name
        super().__init__({key: self._inside(key, value) for key, value in entries.items()})

    def _inside(self, key: str, value: Any) -> Any:
        """A value; tables know where they are."""
        file, path = self.header.file, f"{self.header.name}.{key}" if self.header.name else key
        name = f"{self.name}.{key}" if self.name else key
        if isinstance(value, dict):
            return Table(value, Header(file, path), name)
        if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
            names = [f"{name}.{entry.get('id', place)}" for place, entry in enumerate(value)]
            return [Table(entry, Header(file, path, n), names[n]) for n, entry in enumerate(value)]
        return value

    def __missing__(self, key: str) -> Any:
        where = f"[{self.name}] of {self.header.file.name}" if self.name else self.header.file.name
        near = get_close_matches(str(key), self, 1)
        meant = f", but {near[0]} in line {self.header.line(near[0])}" if near else ""
        raise MissingKey(f"{where} has no {key}{meant}")

    def place(self, key: str) -> str:
        """The file and line of a key."""
        line = self.header.line(key) or self.header.line()
        return f"{self.header.file.name}, line {line}" if line else self.header.file.name

    def only(self, known: Collection[str]) -> None:
        """Refuse keys that nothing reads."""
        for key in self:
            if key not in known:
                raise BadGame(f"there is no {key}{did_you_mean(key, known)}", self.place(key))

    def record(self, kind: Callable[..., T]) -> T:
        """The record of a dataclass whose fields are the keys of this table."""
        known = fields(kind)  # type: ignore[arg-type]
        self.only({each.name for each in known})
        needed = (each for each in known if each.default is each.default_factory is MISSING)
        return kind(**self | {each.name: self[each.name] for each in needed})


def entry(entries: Sequence[dict[str, Any]], id: str) -> dict[str, Any]:
    """The entry of a list with this id."""
    found = {one["id"]: one for one in entries}
    if id not in found:
        raise MissingKey(f"there is no {id!r}{did_you_mean(id, found)}")
    return found[id]


def is_deep(value: Any) -> bool:
    """Whether tables and lists from a file are nested more deeply than any of ours."""
    layer = [value]
    for _level in range(DEEPEST):
        tables = [one for one in layer if isinstance(one, dict | list)]
        layer = [inner for one in tables for inner in (one.values() if isinstance(one, dict) else one)]
    return bool(layer)


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; it is none if it is nested too deeply, or has a number without an end."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (RecursionError, ValueError) as error:
        deep = isinstance(error, RecursionError)
        raise tomllib.TOMLDecodeError(TOO_DEEP if deep else "a number in it has too many digits") from None
    if is_deep(found):
        raise tomllib.TOMLDecodeError(TOO_DEEP)
    return found


def read_table(path: Path) -> Table:
    """A TOML file of a game's own folder."""
    try:
        text = path.read_text(encoding="utf-8")
        return Table(parse_toml(text), Header(path))
    except OSError as error:
        raise BadGame(f"it cannot be read: {error.strerror}", path.name) from None
    except UnicodeDecodeError:
        raise BadGame("it is not text", path.name) from None
    except RecursionError:
        raise BadGame("it is nested too deeply", path.name) from None
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        line = found[1] if found and found[1] else len(text.splitlines())
        raise BadGame(f"this is not TOML: {_AT.sub('', str(error))}", f"{path.name}, line {line}") from None
