"""The numbers of components.toml that the tests of a game were written for, and those that are other now.

Tests of rules hold to the printed numbers: players begin with £10, a town has six graves. All of them are in
`numbers.json` beside the tests, so that a run with failures can say which number was changed, and so that
none is changed unnoticed. `make record GAME=ghost_town` writes that file.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parent / "games"
FILE = "numbers.json"
SOURCES = {
    "given": "the published rules state it",
    "derived": "it follows from the published rules",
    "reconstructed": "we chose it",
}


def numbers(table: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number, or list of numbers, by its path; what belongs to the rules is no printed number."""
    from fattorino.kernel.components import FIXED, keys_of

    entries = keys_of(table)
    for key, value in entries.items():
        if path or key not in FIXED or key == "meta":
            yield from numbers(value, f"{path}.{key}" if path else key)
    if not entries and re.fullmatch(r"[\d\s.,\[\]-]+", json.dumps(table)) and table != []:
        yield path, table


def written(name: str) -> Path:
    """The file with the numbers that the tests of a game were written for."""
    return GAMES / name / FILE


def write(name: str, folder: Path) -> None:
    """Write the numbers of a game's components: one a line, so that each change is one."""
    from fattorino.kernel import components

    now = dict(numbers(components.read(folder)))
    lines = ",\n".join(f" {json.dumps(path)}: {json.dumps(value)}" for path, value in now.items())
    written(name).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


@cache
def changed(name: str, folder: Path) -> list[str]:
    """Each number of a game that is not the one its tests hold to, where it stands and who says so."""
    from fattorino.kernel import components

    table = components.read(folder)
    then, now = json.loads(written(name).read_text(encoding="utf-8")), dict(numbers(table))
    text = (folder / "components.toml").read_text(encoding="utf-8")
    found = []
    for path in sorted(set(then) | set(now), key=[*now, *then].index):
        if then.get(path) != now.get(path):
            value = f"is {now[path]}" if path in now else "is gone"
            was = f"the tests hold to {then[path]}" if path in then else "no test knows it"
            found.append(f"{path} {value}; {was}{where(table, text, path) if path in now else ''}")
    return found


def where(table: Any, text: str, path: str) -> str:
    """Where a number stands, and who says so."""
    source = SOURCES.get(source_of(table, path), "no source is named")
    return f" (line {line_of(table, text, path)} of components.toml; {source})"


def line_of(table: Any, text: str, path: str) -> int:
    """The line of a value: its table's head, then the entries and keys of its path, one after the other."""
    from fattorino.kernel.components import keys_of

    at, place, head = 0, 0, ""
    for part in path.split("."):
        head = f"{head}.{part}" if head else part
        section = max(text.find(f"\n[{head}]"), text.find(f"\n[[{head}]]"))
        if section >= 0:
            at = section + 1
        elif isinstance(table, list) and "id" not in keys_of(table)[part]:
            place = int(part)  # the key that follows is in each entry
        else:
            named = re.compile(rf'^{part} *=|\bid = "{part}"|[{{,] *{part} *=', re.MULTILINE)
            found = next(islice(named.finditer(text, at), place, None), None)
            at = found.start() if found else at  # a table that only its parts name
            place = 0
        table = keys_of(table)[part]
    return text.count("\n", 0, at) + 1


def source_of(table: Any, path: str) -> str:
    """The source of a value, or of the innermost table around it that names one."""
    from fattorino.kernel.components import keys_of

    source = ""
    for part in path.split("."):
        if isinstance(table, dict):
            source = table.get(f"{part}_source") or table.get("source") or source
        table = keys_of(table)[part]
    return source


def told(nodeid: str = "") -> list[str]:
    """The changed numbers of the games that a test is about, by its name; of all games without one."""
    import fattorino
    from fattorino.games import names

    found = []
    for name in names():
        if name in nodeid or not nodeid:
            folder = Path(fattorino.__file__).parent / "games" / name
            if written(name).exists():
                found += [f"{name}: {line}" for line in changed(name, folder)]
    return found
