"""Who may see each field of a game's state, as declared, in one file per game beside its tests.

So whatever shows more to somebody changes a line of that file, and whoever commits it signs it.
`make fields` writes the files.
"""

import sys

import fattorino
from contract.recorder import HOME
from fattorino.kernel.fields import Field, Seen
from fattorino.kernel.game import Game

FILE = "fields.txt"


def line(field: Field) -> str:
    """A field: who sees it, and which group of viewers sees all of it."""
    group = f", and all of it who sees group {field.unless}" if field.unless else ""
    return f"{field.name}: {'see view.py' if field.seen is Seen.CUSTOM else field.seen.value}{group}"


def declared(game: Game) -> str:
    """All fields of a game by name."""
    return "".join(f"{line(field)}\n" for field in sorted(game.fields, key=lambda field: field.name))


def write(game: Game) -> None:
    """Write the file of a game."""
    (HOME / game.name / FILE).write_text(declared(game), encoding="utf-8")


if __name__ == "__main__":
    for folder in sorted(path for path in HOME.iterdir() if (path / "playthroughs").exists()):
        if not sys.argv[1:] or folder.name in sys.argv[1:]:
            write(fattorino.load(folder.name))
