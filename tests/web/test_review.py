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
from fattorino.games.ghost_town.deduction import LAYERS, TRUE, reach_of
from fattorino.games.ghost_town.walk import walk_of
from fattorino.kernel.records import namespace
from web.helpers import Server, api, finished_game

Visit = Callable[..., Page]


def made_up(record: dict[str, Any]) -> dict[str, Any]:
    """A review of a game as it might have come out: what is tested is the page."""
    match = fattorino.replay(record)
    view, seats = namespace(match.view(0)), [0, 1]
    steps = int(view.n_records) + 1
    maps: dict[str, list[dict[str, str]]] = {"0": [], "1": []}
    for seat in seats:
        for step in range(steps):
            view.n_records = step
            cells = (2 * reach_of(walk_of(view, seat)) + 1) ** 2
            chances = bytes(100 if at % 5 == 0 else at % 90 + TRUE * (at == 40) for at in range(cells))
            maps[str(seat)].append(dict.fromkeys(LAYERS, base64.b64encode(chances).decode()))
    flat = {str(seat): [0.5, 0.5] for seat in seats}
    return {
        "moves": [0, match.move],
        "seats": seats,
        "rounds": 8,
        "truth": flat,
        "known": flat,
        "learned": {str(seat): [0.0, 3.0] for seat in seats},
        "swings": [],
        "deduction": {
            "seats": seats,
            "moves": list(range(steps)),
            "towns": [79.0 - step for step in range(steps)],
            "bits": [0.0] + [1.0] * (steps - 1),
            "least": [2],
            "off": [0.5] * steps,
            "worlds": [48] * steps,
            "built": 200,
            "maps": maps,
        },
    }


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server with a finished game that has a review: its address, and the page's."""
    server = Server(tmp_path_factory.mktemp("reviewed"))
    server.start()
    id = finished_game(server.url, turn_limit=15)
    record = api(server.url, f"/api/matches/{id}/record")
    server.stop()
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    with database:
        database.execute("UPDATE matches SET review = ? WHERE id = ?", (json.dumps(made_up(record)), id))
    database.close()
    server.start()
    yield server.url, f"/review/{id}"
    server.stop()


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
    expect(page.locator(".steplist [aria-current]")).to_contain_text("turn 1")
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
