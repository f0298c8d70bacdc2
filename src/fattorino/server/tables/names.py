"""Names that people give themselves: short, on one line, and none that can be taken for another seat's."""

from __future__ import annotations

import unicodedata

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.tables.chat import one_line
from fattorino.server.tables.people import Seat
from fattorino.server.tables.table import Table

LONGEST_NAME = 40
INVISIBLE = set(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x180F), *range(0xFE00, 0xFE10)))
)
# letters of other scripts that most fonts draw like a Latin one; a capital may look like another letter
CYRILLIC = str.maketrans("АВЕКМНОРСТУХІЈЅҺԚԜаеорсухіјѕһԁԛԝѵ", "ABEKMHOPCTYXIJSHQWaeopcyxijshdqwv")
GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυι", "ABEZHIKMNOPTYXavopui")
OTHERS = str.maketrans("ՕՍօսոıȷɑɡ", "OUounijag")
LOOK_ALIKES = CYRILLIC | GREEK | OTHERS
SIMILAR = str.maketrans("l1|0", "iiio")  # within one script, in small letters


def free_name(table: Table, seat: Seat, text: str) -> str:
    """A name for a seat, tidied; a problem if it could be taken for another seat's, or for "You"."""
    tidy = one_line(text)
    if len(tidy) > LONGEST_NAME:
        raise Problem("invalid_request", _("A name has at most {most} characters.").format(most=LONGEST_NAME))
    if not look_of(tidy):
        return ""
    taken = {"You", _("You")}
    for other in table.seats:
        if other is not seat:
            taken |= {other.role.name, other.name}
    if look_of(tidy) in {look_of(name) for name in taken}:
        sentence = _("{name} would be taken for somebody else here; please choose another name.")
        raise Problem("name_taken", sentence.format(name=tidy))
    return tidy


def look_of(name: str) -> str:
    """A key that is equal for names that look alike.

    Case, spaces, punctuation and invisible characters do not count; letters of other scripts count as the
    Latin ones they are drawn like.
    """
    plain = unicodedata.normalize("NFKC", name).translate(LOOK_ALIKES)
    folded = unicodedata.normalize("NFKC", plain.casefold())
    visible = "".join(c for c in folded if unicodedata.category(c)[0] not in "CZP" and c not in INVISIBLE)
    return visible.translate(SIMILAR)
