"""Names that people give themselves: short, on one line, and none that can be taken for another seat's."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from fattorino.kernel.i18n import _, isolated
from fattorino.server.problems import Problem
from fattorino.server.tables.chat import one_line
from fattorino.server.tables.people import Seat
from fattorino.server.tables.table import Table

LONGEST_NAME = 40
LOOK_ALIKES = Path(__file__).with_name("look_alikes.txt")


def free_name(table: Table, seat: Seat, text: str) -> str:
    """A name for a seat, tidied; a problem if it could be taken for another seat's, or for "You"."""
    tidy = one_line(text)
    if len(tidy) > LONGEST_NAME:
        raise Problem("invalid_request", _("A name has at most {most} characters.").format(most=LONGEST_NAME))
    if not drawn_like(tidy):
        return ""
    taken = {"You", _("You")}
    for other in table.seats:
        if other is not seat:
            taken |= {other.role.name, other.name}
    if any(look_alike(tidy, name) for name in taken):
        sentence = _("{name} would be taken for somebody else here; please choose another name.")
        raise Problem("name_taken", sentence.format(name=isolated(tidy)))
    return tidy


def look_alike(one: str, other: str) -> bool:
    """Whether two names look alike, as they are or in small or capital letters."""
    return not looks(one).isdisjoint(looks(other))


def looks(name: str) -> set[str]:
    """What a name is drawn like, however it is written."""
    return {drawn_like(form).casefold() for form in (name, name.lower(), name.upper())} - {""}


def drawn_like(name: str) -> str:
    """The skeleton of a name, equal for names that look alike (Unicode Technical Standard #39).

    Spaces, punctuation, symbols and what is invisible do not count.
    """
    prototypes, uncounted = unicode_tables()
    drawn = unicodedata.normalize("NFD", unicodedata.normalize("NFKD", name).translate(prototypes))
    return "".join(c for c in drawn if c not in uncounted and unicodedata.category(c)[0] != "P")


@cache
def unicode_tables() -> tuple[dict[int, str], set[str]]:
    """What each character is drawn like that is drawn like another, and the characters that do not count."""
    found: dict[str, list[str]] = {}
    for line in LOOK_ALIKES.read_text("ascii").splitlines():
        if not line.startswith("#"):
            prototype, _semicolon, alike = line.partition(";")
            ranges = [[int(code, 16) for code in some.split("..")] for some in alike.split()]
            drawn = "".join(chr(int(code, 16)) for code in prototype.split())
            found[drawn] = [chr(code) for some in ranges for code in range(some[0], some[-1] + 1)]
    uncounted = set(found.pop(""))
    return {ord(one): drawn for drawn, alike in found.items() for one in alike}, uncounted
