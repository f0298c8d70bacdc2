"""Pages are in the reader's language, if there is a catalogue; the tests make a tiny one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from fattorino.kernel import i18n

pytestmark = pytest.mark.bulk

DUTCH = {
    "English": "Nederlands",
    "Games": "Spellen",
    "The game has not begun yet.": "Het spel is nog niet begonnen.",
    "Deliverer {number}": "Bezorger {number}",
    "Turn {turn} of {limit}: move, attack or play a card.": "Beurt {turn} van {limit}: zet of speel.",
    "Turn {turn} of {limit}: waiting for {who}.": "Beurt {turn} van {limit}: we wachten op {who}.",
    "{who}: {action}.": "{who} zegt: {action}.",
}


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue with a handful of texts."""
    catalogue = Catalog("nl")
    for text, translated in DUTCH.items():
        catalogue.add(text, translated)
    place = tmp_path / "nl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "fattorino.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n.languages.cache_clear()
    i18n._catalogue.cache_clear()
    yield
    i18n.languages.cache_clear()
    i18n._catalogue.cache_clear()


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("nl", "nl"),
        ("nl-BE, en;q=0.5", "nl"),
        ("fr, en;q=0.4, nl;q=0.9", "nl"),
        ("en-GB, nl;q=0.9", "en"),
        ("nl;q=0, fr", "en"),
        ("ja", "en"),
        ("", "en"),
        ("nl;q=x,;;=,*", "en"),
    ],
)
@pytest.mark.usefixtures("dutch")
def test_the_best_of_our_languages_is_chosen(wishes: str, language: str) -> None:
    assert i18n.best_language(wishes) == language


@pytest.mark.usefixtures("dutch")
def test_a_page_says_which_language_it_speaks(server: Any) -> None:
    made = server.make("human", "human", start=False)
    reader = server.browser()

    english = reader.get("/")
    dutch = reader.get("/", headers={"Accept-Language": "nl-NL,nl;q=0.9,en;q=0.5"})
    reader.cookies.set("language", "nl")
    chosen = reader.get(f"/t/{made.id}", headers={"Accept-Language": "en"})

    assert '<html lang="en"' in english.text and ">Games<" in english.text
    assert '<html lang="nl"' in dutch.text and ">Spellen<" in dutch.text
    assert ">English</option>" in dutch.text and ">Nederlands</option>" in dutch.text
    assert '<html lang="nl"' in chosen.text and "Bezorger 1" in chosen.text


@pytest.mark.usefixtures("dutch")
def test_two_languages_at_one_table(server: Any) -> None:
    made = server.make("human", "human", seed=4)
    server.play_on(made, 3)
    reader = server.browser()

    told = {
        language: reader.get(f"/api/matches/{made.id}", headers={"Accept-Language": language}).json()
        for language in ("en", "nl", "en")
    }

    assert told["en"]["prompt"].startswith("Turn ") and told["nl"]["prompt"].startswith("Beurt ")
    assert told["nl"]["seats"][1]["role"] == "Bezorger 2"
    assert "Deliverer 1: " in " ".join(told["en"]["log"])
    assert "Bezorger 1 zegt: " in " ".join(told["nl"]["log"])
    assert len(told["en"]["log"]) == len(told["nl"]["log"])
    assert told["en"]["view"] == told["nl"]["view"]


def test_with_one_catalogue_there_is_nothing_to_choose(server: Any) -> None:
    page = server.browser().get("/", headers={"Accept-Language": "nl"})
    assert '<html lang="en"' in page.text
    assert "data-language" not in page.text
