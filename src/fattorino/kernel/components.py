"""A game's components.toml, and overlays that change printed numbers.

An overlay is a TOML file with the same tables and keys as the game's own, holding only what changes:

    [constants]
    starting_money = 7

    [order_tickets.standard_3]      # entries of a list are found by their id, or by their place from 0
    value = 6

It becomes a flat list of changes (`order_tickets.standard_3.value = 6`), checked against what is printed.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from fattorino.kernel.errors import BadComponents
from fattorino.kernel.tables import Header, Table, parse_toml, read_table

OVERLAY_FILE = "overlay.toml"
FIXED = {
    "action_range": "the numbers of the actions belong to the rules",
    "actions": "the numbers of the actions belong to the rules",
    "decision": "the decisions belong to the rules",
    "option": "options are chosen when a game is made (--option value)",
    "meta": "it describes the game",
    "game": "it describes the game",
}
# what a value can be, by its path (* for any names in it): from and to, or why it stays as it is printed
Limits = Mapping[str, tuple[float, float] | str]
NO_LIMITS: Limits = {}
MOST_TOLD = 5  # changes in an error
LARGEST = 2**15 - 1  # where a game states no limit
FIXED_KEYS = {"id", "index", "source"}  # identify an entry


@dataclass(frozen=True)
class Overlay:
    """What was changed in the components of a game."""

    game: str  # the name of the game as printed
    name: str  # given by its author
    changes: dict[str, Any]  # by path
    printed: dict[str, Any] = field(compare=False)  # the values they replace
    source: str = field(default="overlay", compare=False)  # where it is from, for errors: a file or its name

    @property
    def digest(self) -> str:
        """A short hash of the changed values."""
        text = json.dumps([self.game, sorted(self.changes.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def title(self) -> str:
        return f"{self.name} {self.digest}"

    def told(self) -> str:
        """The changes in a sentence; the first of many."""
        found = self.sentences()
        more = f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
        return "; ".join(found[:MOST_TOLD]) + more

    def sentences(self) -> list[str]:
        """Each change in words."""
        return [
            f"{path} = {shown(value)} (printed: {shown(self.printed[path])})"
            for path, value in self.changes.items()
        ]

    def portable(self) -> dict[str, Any]:
        """JSON-compatible form for saved games and `load`."""
        return {"overlay": self.title, "values": dict(self.changes)}


def shown(value: Any) -> str:
    """A value as TOML writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)


def enum_of(name: str, ids: Iterable[str], module: str) -> Any:
    """An enum of components, or of an option's values, by their ids in components.toml and in that order."""
    return IntEnum(name, {id.upper(): number for number, id in enumerate(ids)}, module=module)


def read(folder: Path) -> dict[str, Any]:
    """components.toml of a game's folder, with the overlay next to it, if there is one."""
    found: dict[str, Any] = read_table(folder / "components.toml")
    overlay = folder / OVERLAY_FILE
    if overlay.exists():
        for path, value in read_file(overlay)["changes"].items():
            put(found, path, value)
    return found


def write(folder: Path, overlay: Overlay) -> None:
    """Write an overlay next to the components of a copy."""
    lines = [f"name = {shown(overlay.name)}", f"game = {shown(overlay.game)}", "", "[changes]"]
    lines += [f"{shown(path)} = {shown(value)}" for path, value in overlay.changes.items()]
    (folder / OVERLAY_FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_overlay(folder: Path) -> Overlay:
    """The overlay of a copy."""
    kept = read_file(folder / OVERLAY_FILE)
    printed = read_table(folder / "components.toml")
    before = {path: get(printed, path) for path in kept["changes"]}
    return Overlay(kept["game"], kept["name"], kept["changes"], before)


def overlay_from(
    game: str, printed: dict[str, Any], given: Any, name: str = "overlay", limits: Limits = NO_LIMITS
) -> Overlay:
    """An overlay from a file, from tables, or from the result of `portable`; every value is validated."""
    if isinstance(given, Overlay):
        given = given.portable()
    source = name
    if isinstance(given, str | Path):
        name, source, given = Path(given).stem, Path(given).name, read_file(Path(given))
    if not isinstance(given, Mapping):
        raise BadComponents(f"components are a TOML file or a table of changes, not {type(given).__name__}")
    stated, faults = "", list[str]()
    if set(given) == {"overlay", "values"} and isinstance(given["values"], Mapping):
        name, _space, stated = str(given["overlay"]).rpartition(" ")
        flat = dict(given["values"])
        for path, value in flat.items():
            check_value(path, find(printed, path), value, limits)
    else:
        head = given.get("overlay", {})
        if not isinstance(head, Mapping) or set(head) - {"game", "name"}:
            raise BadComponents(f"{source}: the table [overlay] can hold game and name")
        if head.get("game", game) != game:
            raise BadComponents(f"{source}: this overlay is for {head['game']}, not for {game}")
        name = str(head.get("name", name))
        flat = dict(Flattener(limits, source, faults).flatten(printed, given, ""))
    if faults:
        raise refusal(faults)
    before = {path: get(printed, path) for path in flat}
    changes = {path: value for path, value in sorted(flat.items()) if value != before[path]}
    if not changes:
        raise BadComponents(f"{source} changes nothing: every value in it is the printed one")
    overlay = Overlay(game, name or "overlay", changes, {path: before[path] for path in changes}, source)
    if stated and stated != overlay.digest:
        raise BadComponents(
            f"the changed components are not those of {given['overlay']!r}: they were altered"
        )
    return overlay


def refusal(faults: Sequence[str]) -> BadComponents:
    """The error for everything that is wrong: the first, and the others as notes."""
    error = BadComponents(faults[0])
    for more in faults[1:]:
        error.add_note(more)
    return error


def read_file(path: Path) -> dict[str, Any]:
    """Read a TOML file; raises with one line if it is invalid."""
    try:
        return Table(parse_toml(path.read_text(encoding="utf-8")), Header(path))
    except OSError as error:
        raise BadComponents(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadComponents(f"{path} cannot be read: it is not text") from None
    except tomllib.TOMLDecodeError as error:
        raise BadComponents(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise BadComponents(f"{path} cannot be read: it is nested too deeply") from None


@dataclass(frozen=True)
class Flattener:
    """Reads the tables of an overlay; whatever is wrong in them is listed in `faults`."""

    limits: Limits
    source: str  # where they are from
    faults: list[str]

    def flatten(self, printed: Any, given: Any, path: str) -> Iterator[tuple[str, Any]]:
        """The single values with their paths, each found among the printed ones."""
        if isinstance(printed, list) and printed and isinstance(printed[0], dict):
            if isinstance(given, list):
                if any(not isinstance(entry, Mapping) or "id" not in entry for entry in given):
                    raise BadComponents(
                        f"{path} is a list: say which entries change, as [{path}.ID] or with an id in each"
                    )
                given = {str(entry["id"]): {k: v for k, v in entry.items() if k != "id"} for entry in given}
            if not isinstance(given, Mapping):
                raise BadComponents(f"{path} is a list of tables, not {shown(given)}")
        elif isinstance(printed, dict):
            if not isinstance(given, Mapping):
                raise BadComponents(f"{path} is a table, not {shown(given)}")
        else:
            check_value(path, printed, given, self.limits)
            yield path, given
            return
        for key, value in given.items():
            inner = f"{path}.{key}" if path else str(key)
            if inner == "overlay":
                continue
            try:
                yield from self.flatten(member(printed, str(key), path), value, inner)
            except BadComponents as error:
                place = given.place(key) if isinstance(given, Table) else self.source
                self.faults.append(f"{place}: {error}")


def member(printed: Any, key: str, path: str) -> Any:
    """The entry of a table by key, or of a list by id or index; an error names the nearest one."""
    inside = f"{path}.{key}" if path else key
    if not path and key in FIXED:
        raise BadComponents(f"{key} cannot be changed: {FIXED[key]}")
    if key in FIXED_KEYS or key.endswith("_source"):
        raise BadComponents(f"{inside} cannot be changed: it says what the entry is, not how it counts")
    known = keys_of(printed)
    if key in known:
        return known[key]
    near = get_close_matches(key, known, 3, 0.6)
    options = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(list(known)[:15])}"
    raise BadComponents(f"{inside} is not among the components; {options}")


def keys_of(printed: Any) -> dict[str, Any]:
    """The entries of a table or list of tables by their names in an overlay."""
    if isinstance(printed, dict):
        return {key: value for key, value in printed.items() if key not in FIXED_KEYS}
    if isinstance(printed, list) and printed and isinstance(printed[0], dict):
        return {str(entry.get("id", place)): entry for place, entry in enumerate(printed)}
    return {}


def check_value(path: str, printed: Any, given: Any, limits: Limits = NO_LIMITS) -> None:
    """Refuse a value of another type or size than the printed one, or outside of its limits."""
    if isinstance(printed, dict):
        raise BadComponents(f"{path} is a table, not a value")
    whole = path.partition("[")[0]  # an entry of a list has the limits of the list
    limit = next((limit for pattern, limit in limits.items() if fnmatchcase(whole, pattern)), None)
    if isinstance(limit, str) and given != printed:
        raise BadComponents(f"{path} stays as printed ({shown(printed)}): {limit}")
    if isinstance(printed, list):
        if not isinstance(given, list) or len(given) != len(printed):
            raise BadComponents(
                f"{path} is a list of {len(printed)} values ({shown(printed)}), not {shown(given)}"
            )
        for place, (old, new) in enumerate(zip(printed, given, strict=True)):
            check_value(f"{path}[{place}]", old, new, limits)
        return
    right = type(given) is type(printed) or (isinstance(printed, float) and type(given) is int)
    if not right:
        kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
        wanted = kinds.get(type(printed), type(printed).__name__)
        raise BadComponents(f"{path} must be {wanted} (printed: {shown(printed)}), not {shown(given)}")
    if isinstance(printed, int | float) and not isinstance(printed, bool) and given != printed:
        usual = 0 if printed >= 0 else -LARGEST, LARGEST
        low, high = limit if isinstance(limit, tuple) else usual
        if not low <= given <= high:
            raise BadComponents(
                f"{path} can be {low} to {high} (printed: {shown(printed)}), not {shown(given)}"
            )


def find(components: Any, path: str) -> Any:
    """The value at a path; the path is validated."""
    at, walked = components, ""
    for key in path.split("."):
        at = member(at, key, walked)
        walked = f"{walked}.{key}" if walked else key
    return at


def get(components: Any, path: str) -> Any:
    """The value at a validated path; all of them at ''."""
    for key in path.split(".") if path else ():
        components = keys_of(components)[key]
    return components


def values_of(key: str, components: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value under a key, with the path of its entry; a table that is watched counts none as read."""
    table = components if isinstance(components, dict) else keys_of(components)
    for name, value in dict.items(table):
        if name == key:
            yield path, value
        yield from values_of(key, value, f"{path}.{name}" if path else name)


def put(components: Any, path: str, value: Any) -> None:
    """Replace the value at a path."""
    parents, _dot, last = path.rpartition(".")
    get(components, parents)[last] = value
