"""A phone, upright and on its side: letters one can read, and a board that is not a stamp."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

import fattorino
from fattorino import games

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]

ROOM = 371  # pixels a board has on a phone that is 390 wide
LEAST = 9  # pixels of a letter
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
            wide = 2 * ROOM if "double" in svg[: svg.index(">")] else ROOM
            page.set_content(f"<style>svg {{ width: {wide}px }}</style>{svg}")
            assert page.evaluate(SMALL, LEAST) == [], step
        if match.over:
            break
        legal = match.legal()
        match.play(int(legal[(7 * step) % len(legal)]))
    page.close()
