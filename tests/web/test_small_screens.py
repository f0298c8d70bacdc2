"""A phone, upright and on its side: letters one can read, and a board that is not a stamp."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

import fattorino
from fattorino import games
from web.helpers import YOURS, Server, api, lay_table, play_something

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]

ROOM = 371  # pixels a board has on a phone that is 390 wide
LEAST = 9  # pixels of a letter
FITS = {"double": 2.0, "keyed": 1.25}  # boards that are wider than a phone: as in small.css
SMALL = """least => [...document.querySelectorAll('svg text, svg tspan')]
  .filter((el) => el.textContent.trim())
  .map((el) => { const m = (el.getScreenCTM ? el : el.parentNode).getScreenCTM();
    return [parseFloat(getComputedStyle(el).fontSize) * Math.hypot(m.b, m.d), el.textContent.trim()]; })
  .filter(([size]) => size < least).map(([size, words]) => `${words}: ${size.toFixed(1)}`)"""


@pytest.mark.parametrize("name", [name for name in games.names() if name != "pizza_race"])
def test_no_letter_of_a_board_is_smaller_than_nine_pixels_on_a_phone(browser: Browser, name: str) -> None:
    match = fattorino.load(name).new(seed=5)
    page = browser.new_page(viewport={"width": 800, "height": 800})
    for step in range(120):
        if step % 40 == 0:
            svg = match.svg(0)
            wide = ROOM * next((fit for shape, fit in FITS.items() if shape in svg[: svg.index(">")]), 1.0)
            page.set_content(f"<style>svg {{ width: {wide}px }}</style>{svg}")
            assert page.evaluate(SMALL, LEAST) == [], step
        if match.over:
            break
        legal = match.legal()
        match.play(int(legal[(7 * step) % len(legal)]))
    page.close()


@pytest.mark.parametrize("game", ["papa_paolo", "new_york", "ghost_town"])
def test_on_its_side_a_phone_shows_the_board_beside_what_is_asked(
    visit: Visit, server: Server, keep: Keep, game: str
) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    made = api(server.url, "/api/matches", {"game": game, "seats": seats, "seed": 4})
    page = visit(phone=True, viewport={"width": 844, "height": 390})
    page.goto(made["seats"][0]["url"])
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(YOURS)
    keep(page, f"on_its_side_{game}")
    board, ask = page.locator(".frame").bounding_box(), page.locator("#prompt").bounding_box()
    assert board is not None and ask is not None
    assert board["height"] > 330 and board["y"] < 40
    assert ask["x"] >= board["x"] + board["width"] and ask["y"] < 150
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    assert page.evaluate("document.documentElement.scrollHeight") <= 390
    page.locator("#tab-log").tap()
    expect(page.locator("#panel-log")).to_be_visible()
    assert page.locator(".frame").bounding_box() == board, "the sheet covers the side, not the board"
    page.locator("#tab-log").tap()
    play_something(page, 0)


@pytest.mark.parametrize("game", ["ghost_town", "new_york", "papa_paolo", "pizza_city"])
@pytest.mark.parametrize("width", [320, 360])
def test_a_narrow_window_with_a_keyboard_has_room_for_everything(
    visit: Visit, server: Server, game: str, width: int
) -> None:
    page = visit(viewport={"width": width, "height": 800})
    lay_table(page, {1: "bot:random"}, game=game)
    for part in page.locator(".typing :is(input, button)").all():
        box = part.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_board_of_two_columns_shows_one_above_the_tabs(visit: Visit, server: Server) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    made = api(server.url, "/api/matches", {"game": "papa_paolo", "seats": [*seats, seats[1]]})
    page = visit(phone=True)
    page.goto(made["seats"][0]["url"])
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(YOURS)
    frame, tabs = page.locator(".frame").bounding_box(), page.locator(".tabs").bounding_box()
    assert frame is not None and tabs is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert frame["height"] > 330 and frame["y"] + frame["height"] <= tabs["y"]


NARROW = """() => [...document.querySelectorAll("button, select, input, summary, .tabs button")]
  .filter((el) => el.getClientRects().length && !el.closest(".typing, .quiet"))
  .filter((el) => {
    const around = getComputedStyle(el, "::before");
    const high = around.content === "none" ? 0 : parseFloat(around.height);
    return Math.max(el.getBoundingClientRect().height, high) < 43.5;
  })
  .map((el) => el.outerHTML.slice(0, 120))"""


def test_on_a_phone_buttons_are_as_large_as_a_thumb(visit: Visit) -> None:
    page = visit(phone=True)
    lay_table(page, {1: "bot:random"})
    page.wait_for_selector(YOURS)

    assert page.evaluate(NARROW) == []
