"""Names that look alike are one name, names that do not are two; nothing in them climbs out of its line."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from fattorino.server.tables.chat import one_line
from fattorino.server.tables.names import drawn_like, look_alike, looks, unicode_tables

ACCENT, OGONEK = "\u0301", "\u0328"
ALIKE = {
    "a blank of Braille": "Alice\u2800",
    "a variation selector": "Alice\U000e0100",
    "a filler of a dead script": "Alice\U00016fe4",
    "a musical sign for nothing": "Alice\U0001d159",
    "a star": "★Alice★",
    "Lisu": "\ua4ee\ua4e1\ua4f2\ua4da\ua4f0",
    "Cyrillic": "Аlісе",
    "mathematics": "𝔸𝕝𝕚𝕔𝕖",
    "full width": "Ａlice",
    "no dot": "Alıce",
    "a digit": "A1ice",
    "a stroke": "A|ice",
    "a capital i": "AIice",
    "a small l in capitals": "ALlCE",
    "case": "aLICE",
}


@pytest.mark.parametrize("name", ALIKE.values(), ids=[words.replace(" ", "-") for words in ALIKE])
def test_a_name_that_looks_like_another_is_no_name_of_its_own(name: str) -> None:
    assert look_alike("Alice", name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Dad", "\u13a0ad"), ("Tom", "Torn"), ("Νίκος", "ΝΊΚΟΣ"), ("BOB", "\ua4d0O\ua4d0"), ("Jo", "J0")],
    ids=["cherokee", "two-letters", "greek-capitals", "lisu-b", "zero"],
)
def test_the_same_holds_for_other_scripts_and_for_letters_that_look_like_two(one: str, other: str) -> None:
    assert look_alike(one, other) and look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Nina", "Viva"), ("Zoe", "Zoë"), ("Ann", "Ann🍕"), ("李", "王"), ("محمد", "أحمد"), ("Ada", "Ada B")],
    ids=["capitals", "accent", "emoji", "chinese", "arabic", "longer"],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    "name", ["\u2800", "\u3164", "…", "\U000e0100"], ids=["braille", "hangul", "dots", "selector"]
)
def test_what_shows_nothing_is_no_name(name: str) -> None:
    assert drawn_like(name) == "" and not looks(name)


def test_the_tables_are_those_of_unicode() -> None:
    prototypes, uncounted = unicode_tables()
    assert (len(prototypes), len(uncounted)) == (6355, 28712)
    assert prototypes[ord("m")] == "rn" and prototypes[ord("1")] == "l"
    assert "\u2800" in uncounted and "🍕" not in uncounted and "a" not in uncounted


def test_no_more_marks_are_piled_up_than_a_language_needs() -> None:
    assert one_line("A" + 40 * ACCENT) == "\u00c1" + 2 * ACCENT
    assert one_line("A" + 40 * (ACCENT + OGONEK)).count(OGONEK) <= 2
    assert one_line("ก" + 40 * "\u0e47").count("\u0e47") == 4
    for word in ("Nguyễn", "שָּׁלוֹם", "मृत्युंजय", "བརྒྱུད", "မြွှုံ", "َمُحَمَّد"):
        assert one_line(word) == unicodedata.normalize("NFC", word)


@pytest.mark.bulk
def test_over_http_a_look_alike_is_refused_and_a_pile_is_cut(server: Any) -> None:
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}/seats"
    assert server.post(f"{path}/0", made.tokens[0], {"name": "Alice"}).status_code == 200
    for name in ALIKE.values():
        answer = server.post(f"{path}/1", made.tokens[1], {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken"), ascii(name)
    assert server.post(f"{path}/1", made.tokens[1], {"name": "\u2800"}).status_code == 200
    assert server.post(f"{path}/1", made.tokens[1], {"name": "Bea" + 30 * ACCENT}).status_code == 200
    assert server.state(made)["seats"][1]["name"] == "Beá" + 2 * ACCENT
