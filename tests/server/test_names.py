"""Names that look alike are one name, names that do not are two; nothing in them climbs out of its line."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest

from fattorino.server.tables.chat import one_line
from fattorino.server.tables.names import drawn_like, look_alike, looks, unicode_tables
from server.conftest import open_link, sit_down

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


ARABIC = "محمد علي عبد الله"
GAMES = ["ghost_town", "new_york", "papa_paolo", "pizza_city"]


def loose(page: str) -> list[str]:
    """Where a page has the name, or its beginning, in the middle of what is written the other way."""
    held = re.sub(r'(<input[^>]* dir="auto"[^>]*) value="[^"]*"', r"\1", page)
    found = re.finditer(rf"(?<!\u2068)(?<!<bdi>){ARABIC.split()[0]}", held)
    return [held[max(0, one.start() - 60) : one.end() + 40] for one in found]


@pytest.mark.bulk
@pytest.mark.parametrize("game", GAMES)
def test_a_name_from_right_to_left_keeps_to_itself_on_every_page(server: Any, game: str) -> None:
    browser, other = server.browser(), server.browser()
    seats = {"pizza_city": 4}.get(game, 2)
    options = {"turn_limit": 15} if game == "ghost_town" else {}
    made = server.make(
        *["human"] * 2, *["random"] * (seats - 2), game=game, options=options, start=False, listed=True
    )
    path = f"/t/{made.id}"
    assert sit_down(browser, made, made.tokens[0], name=ARABIC).status_code == 303
    pages = [other.get(path), browser.get(path), open_link(other, made, made.tokens[1]), other.get("/")]
    assert sit_down(other, made, made.tokens[1], name="Bea").status_code == 303
    for seat, owner in enumerate((browser, other)):
        made.tokens[seat] = owner.post(f"/api/matches/{made.id}/seats/{seat}/token").json()["token"]
    assert server.post(f"/api/matches/{made.id}/start", made.host).status_code == 200
    server.play_on(made, 12)
    said = {"text": f"{ARABIC}: 12!"}
    assert server.post(f"/api/matches/{made.id}/chat", made.tokens[0], said).status_code == 200
    pages += [reader.get(path + part) for reader in (browser, other) for part in ("", "/words", "/screen")]
    streams = [server.stream(made, 1, content) for content in ("page", "words")]
    texts = [text for stream in streams for text in stream.next()["data"]["fragments"].values()]
    assert server.call("DELETE", f"/api/matches/{made.id}/seats/0", made.tokens[0]).status_code == 200
    pages += [other.get(path), other.get(f"{path}/words")]

    for page in pages:
        assert page.status_code == 200
        assert loose(page.text) == [], str(page.url)
    assert all(loose(text) == [] for text in texts)
    assert sum(ARABIC in page.text for page in pages) >= 8


@pytest.mark.bulk
def test_a_name_from_right_to_left_keeps_to_itself_after_the_game(server: Any) -> None:
    browser = server.browser()
    made = server.make("human", "random", options={"turn_limit": 15})
    assert sit_down(browser, made, made.tokens[0], name=ARABIC).status_code == 303
    made.tokens[0] = browser.post(f"/api/matches/{made.id}/seats/0/token").json()["token"]
    server.play_on(made)

    for path in ("t/{}", "t/{}/words", "replay/{}?move=9&seat=0"):
        page = browser.get("/" + path.format(made.id))
        assert page.status_code == 200 and ARABIC in page.text, path
        assert loose(page.text) == [], path
