"""Write src/fattorino/server/tables/look_alikes.txt from Unicode's data, which the source of ICU contains:

python packaging/look_alikes.py icu/source/data/unidata
"""

from __future__ import annotations

import re
import sys
from itertools import groupby
from pathlib import Path

WRITTEN = Path(__file__).parents[1] / "src" / "fattorino" / "server" / "tables" / "look_alikes.txt"
# identifier types of UTS #39 that add nothing to the look of a name: symbols, blanks, scripts nobody writes
UNCOUNTED = {"Not_XID", "Default_Ignorable", "Exclusion"}
HEAD = """\
# Which characters do not count in the look of a name, and what others are drawn like: prototype, look-alikes.
# Written by packaging/look_alikes.py from Unicode {version}: Identifier_Type and Emoji_Presentation, and
# confusables.txt of UTS #39, in the source of ICU. (c) Unicode, Inc., Unicode License V3: see NOTICE.
"""


def confusables(text: str) -> dict[str, list[str]]:
    """The prototypes, with the characters that are drawn like each."""
    found: dict[str, list[str]] = {}
    for line in text.removeprefix("\ufeff").splitlines():
        source, *target = [part.strip() for part in line.partition("#")[0].split(";")[:2]]
        if target:
            found.setdefault(target[0], []).append(source)
    return found


def uncounted(text: str) -> list[str]:
    """The ranges of characters that do not count: of those types, and not drawn as an emoji."""
    count = [True] * 0x110000  # what is no character is left out of a name anyhow
    block = range(0), False, False
    for line in text.splitlines():
        kind, *values = line.split(";")
        if kind not in ("block", "cp", "unassigned"):
            continue
        first, _dots, last = values[0].partition("..")
        where = range(int(first, 16), int(last or first, 16) + 1)
        inside = kind == "cp" and where[0] in block[0]
        typed = re.search(r";ID_Type=([^;]*)", line)
        plain = not UNCOUNTED & set(typed[1].split()) if typed else not inside or block[1]
        emoji = "EPres" in values or (inside and block[2] and "-EPres" not in values)
        if kind == "block":
            block = where, plain, emoji
        count[where.start : where.stop] = [plain or emoji] * len(where)
    runs = [list(run) for counts, run in groupby(range(len(count)), count.__getitem__) if not counts]
    return [f"{run[0]:04X}" + (f"..{run[-1]:04X}" if len(run) > 1 else "") for run in runs]


def main() -> None:
    """Read both files and write ours."""
    folder = Path(sys.argv[1])
    characters, alike = ((folder / name).read_text("utf-8") for name in ("ppucd.txt", "confusables.txt"))
    version = re.search(r"^ucd;(.*)$", characters, re.M)
    assert version is not None and f"# Version: {version[1]}\n" in alike, "of one version"
    lines = [
        f"{prototype}; {' '.join(sources)}\n" for prototype, sources in sorted(confusables(alike).items())
    ]
    head = HEAD.format(version=version[1])
    WRITTEN.write_text(f"{head}; {' '.join(uncounted(characters))}\n{''.join(lines)}", "ascii")


if __name__ == "__main__":
    main()
