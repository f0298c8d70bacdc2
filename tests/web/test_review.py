"""The review in a browser: a chapter that is stepped through by hand and by keys, on a desk and a phone."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import fattorino
from fattorino.games.ghost_town.particle_filter import LAYERS, TRUE
from fattorino.games.ghost_town.walk import walk_of
from fattorino.kernel.match import Match
from fattorino.kernel.records import namespace
from web.helpers import Server, api, finished_game

Visit = Callable[..., Page]
SHORT: dict[str, dict[str, Any]] = {  # games that are over soon
    "ghost_town": {"turn_limit": 15},
    "new_york": {"mode": "coop", "coop_pizzas": 1, "coop_money": 1, "bot": "greedy"},
    "papa_paolo": {},
    "pizza_city": {"seats": 4, "pizzas_to_win": 1, "bot": "greedy"},
}


def made_up(record: dict[str, Any]) -> dict[str, Any]:
    """A review of a game as it might have come out: what is tested is the page."""
    match = fattorino.replay(record)
    seats, half = [0, 1], match.move // 2
    swing = {"seat": 0, "move": half, "to": half + 1, "truth": [0.5, 0.81], "known": [0.5, 0.6]}
    review = {
        "moves": [0, half, half + 1, match.move],
        "seats": seats,
        "rounds": 8,
        "truth": {"0": [0.5, 0.5, 0.81, 0.75], "1": [0.5, 0.5, 0.19, 0.25]},
        "known": {str(seat): [0.5, 0.5, 0.5, 0.5] for seat in seats},
        "learned": {"0": [0.0, 1.0, 3.0, 3.0], "1": [0.0, 0.0, 0.0, 0.0]},
        "swings": [swing | {"better": None, "agreed": True}],
    }
    return review | ({"deduction": deduced(match, seats)} if match.game.deduction else {})


def deduced(match: Match, seats: list[int]) -> dict[str, Any]:
    """The chapter of the Ghost Town on what could be deduced."""
    view = namespace(match.view(0))
    steps = int(view.n_records) + 1
    maps: dict[str, list[dict[str, str]]] = {"0": [], "1": []}
    for seat in seats:
        for step in range(steps):
            view.n_records = step
            cells = (2 * walk_of(view, seat).sheet.reach + 1) ** 2
            chances = bytes(100 if at % 5 == 0 else at % 90 + TRUE * (at == 40) for at in range(cells))
            maps[str(seat)].append(dict.fromkeys(LAYERS, base64.b64encode(chances).decode()))
    return {
        "seats": seats,
        "moves": list(range(steps)),
        "towns": [79.0 - step for step in range(steps)],
        "bits": [0.0] + [1.0] * (steps - 1),
        "least": [2],
        "off": [0.5] * steps,
        "worlds": [48] * steps,
        "built": 200,
        "maps": maps,
    }


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with a finished game of each kind that has a review: its address, and those of the pages."""
    server = Server(tmp_path_factory.mktemp("reviewed"))
    server.start()
    ids = {game: finished_game(server.url, game, **options) for game, options in SHORT.items()}
    records = [(id, api(server.url, f"/api/matches/{id}/record")) for id in ids.values()]
    server.stop()
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    with database:
        for id, record in records:
            found = json.dumps(made_up(record))
            database.execute("UPDATE matches SET review = ? WHERE id = ?", (found, id))
    database.close()
    server.start()
    yield server.url, {game: f"/review/{id}" for game, id in ids.items()}
    server.stop()


@pytest.fixture
def reviewed(reviews: tuple[str, dict[str, str]]) -> tuple[str, str]:
    """The server, and the page of the Ghost Town's review."""
    return reviews[0], reviews[1]["ghost_town"]


@pytest.mark.parametrize("name", SHORT)
def test_a_review_says_in_words_what_its_charts_show(
    visit: Visit, reviews: tuple[str, dict[str, str]], name: str
) -> None:
    page = visit(reviews[1][name], site=reviews[0], reduced_motion="reduce")
    for state in ("closed", "open"):
        if state == "open":
            page.locator("summary", has_text="The charts in words").click()
        found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
        assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    charts = page.locator(".charts svg[aria-describedby]")
    expect(charts).to_have_count(3)
    told = [
        page.locator(f"#{chart.get_attribute('aria-describedby')}").inner_text() for chart in charts.all()
    ]
    assert "50 in 100 from beginning to end." in told[0]
    assert "The largest change: from 50 to 81" in told[1]
    assert "least: 19" in told[1] and "75 at the end" in told[1]
    assert "3 steps in all. The largest step: 2" in told[2] and "nothing was found out" in told[2]


def test_reports_are_stepped_through_by_hand_and_by_keys(visit: Visit, reviewed: tuple[str, str]) -> None:
    site, path = reviewed
    page = visit(path, site=site)
    status = page.locator("#deduction [role=status]")
    expect(status).to_contain_text("Before the first report")
    expect(page.locator("#deduction .maps svg")).to_have_count(3)
    page.click("#deduction-on")
    expect(status).to_contain_text("This told 1.0 bits")
    assert page.url.endswith("?seat=0&step=1#deduction")
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text("This told at least 1.0 bits")
    assert page.evaluate("document.activeElement.id") == "deduction-on", "one can go on"
    page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("This told 1.0 bits")
    page.locator("#deduction nav a").nth(1).click()
    expect(page.locator("#deduction nav [aria-current]")).to_contain_text("Deliverer 2")
    assert "seat=1&step=1" in page.url
    page.reload()
    expect(page.locator("#deduction nav [aria-current]")).to_contain_text("Deliverer 2")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chapter_can_be_read_on_a_phone(visit: Visit, reviewed: tuple[str, str], theme: str) -> None:
    site, path = reviewed
    page = visit(f"{path}?seat=1&step=9", site=site, phone=True, color_scheme=theme, reduced_motion="reduce")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    smallest = page.evaluate(
        """Math.min(...[...document.querySelectorAll("#review svg text")].map((text) => {
          const svg = text.ownerSVGElement;
          return parseFloat(getComputedStyle(text).fontSize) * svg.clientWidth / svg.viewBox.baseVal.width;
        }))"""
    )
    assert smallest >= 13
    found = Axe().run(page).response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
