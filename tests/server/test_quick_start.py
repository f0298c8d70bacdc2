"""One click from the menu to a game or its lesson; a screen for all shows what anybody may see."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import httpx
import pytest

import fattorino
from fattorino.server.pages.home import presets

pytestmark = pytest.mark.bulk

PUBLISHED = ("ghost_town", "new_york", "papa_paolo", "pizza_city")


def table_at(server: Any, answer: httpx.Response) -> dict[str, Any]:
    """The table that an answer leads to, as anybody may see it."""
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/t/([a-z0-9]+)(\?learn)?", answer.headers["location"])
    assert found is not None
    shown: dict[str, Any] = server.get(f"/api/matches/{found[1]}").json()
    return shown


@pytest.mark.parametrize("game", PUBLISHED)
def test_one_click_seats_a_visitor_among_bots(server: Any, game: str) -> None:
    browser, lesson = server.browser(), fattorino.load(game).lesson
    assert lesson is not None

    table = table_at(server, browser.post(f"/play/{game}", data={"name": "Ada"}))

    assert (table["game"], table["status"]) == (game, "running")
    kinds = {seat["seat"]: seat["kind"] for seat in table["seats"] if seat["kind"] != "closed"}
    assert kinds.pop(lesson.seat) == "human" and set(kinds.values()) == {"bot"}
    assert table["seats"][lesson.seat]["name"] == "Ada"
    assert f'data-seat="{lesson.seat}"' in browser.get(f"/t/{table['id']}").text


@pytest.mark.parametrize("game", PUBLISHED)
def test_a_lesson_is_laid_on_its_opening(server: Any, game: str) -> None:
    lesson = fattorino.load(game).lesson
    assert lesson is not None

    answer = server.browser().post(f"/learn/{game}")
    table = table_at(server, answer)

    assert answer.headers["location"].endswith("?learn") and table["seed_chosen"]
    assert table["options"].items() >= (lesson.options | {"seats": lesson.seats}).items()
    bots = {seat["bot"] for seat in table["seats"] if seat["kind"] == "bot"}
    assert bots == {lesson.bot}


def test_a_seat_needs_a_cookie(server: Any) -> None:
    answer = httpx.post(server.url + "/play/ghost_town", headers={"Accept": "application/json"})
    assert answer.status_code == 403 and "cookie" in answer.json()["detail"]


def test_a_screen_for_all_shows_no_more_to_whoever_sits_at_the_table(server: Any) -> None:
    made = server.make("human", "human")
    seated = server.take(made, 0)
    mine, anybodys = (browser.get(f"/t/{made.id}/screen").text for browser in (seated, server.browser()))
    assert mine == anybodys
    assert 'data-seat=""' in mine and "held-card" not in mine
    assert "held-card" in seated.get(f"/t/{made.id}").text


def test_a_screen_follows_as_somebody_who_watches(server: Any) -> None:
    made = server.make("human", "human")
    stream = server.stream(made, 0, content="state&watch=true")
    assert stream.next()["data"]["seat"] is None
    stream.close()


def test_ready_answers_leave_the_number_of_seats_alone_where_they_can() -> None:
    seats = {"As printed": ["seats=5"], "Everything": ["seats=5"], "First game": ["seats=2"]}
    ready = dict(presets(fattorino.load("new_york"), 5))
    assert {words: re.findall(r"seats=\d", query) for words, query in ready.items()} == seats


@pytest.mark.parametrize("game", PUBLISHED)
def test_ready_answers_fill_the_form(server: Any, game: str) -> None:
    """Each is a form as it was filled in; with everything on, the table can be laid."""
    browser, loaded = server.browser(), fattorino.load(game)
    ready = dict(presets(loaded, loaded.options["seats"].default))
    assert {"First game", "As printed"} <= ready.keys()
    for query in ready.values():
        assert browser.get(f"/new/{game}?{query}").status_code == 200
    if game == "pizza_city":
        assert "Everything" not in ready, "it has no expansions"
        return
    form = browser.get(f"/new/{game}?{ready['Everything']}").text
    wanted = tomllib.loads((loaded.folder / "presets.toml").read_text(encoding="utf-8"))["everything"]
    for name, value in wanted.items():
        field = re.search(rf'id="o-{name}".*?</div>', form, re.DOTALL)
        assert field is not None
        shown = "checked" if value is True else f'<option value="{value}" selected>'
        assert shown in field[0], name
    assert loaded.new(**wanted).to_move is not None
