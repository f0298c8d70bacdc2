"""The server is killed and started again while a page is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.helpers import YOURS, Server, lay_table

Visit = Callable[..., Page]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


def test_a_browser_comes_back_and_misses_nothing(visit: Visit, mortal: Server) -> None:
    page = visit(site=mortal.url, watch=False)  # a dead server is an error of the browser's, shown on purpose
    lay_table(page, {1: "bot:random"})
    page.wait_for_selector(YOURS)
    page.click("[data-target=attack-up]")
    expect(page.locator("#log")).to_contain_text("You: Attack up.")
    page.wait_for_selector(YOURS)
    lines = page.locator("#log > li").all_text_contents()

    mortal.kill()
    expect(page.locator("#bar")).to_have_text("Reconnecting…")
    page.click("[data-target=attack-down]")
    expect(page.locator("#reason")).to_contain_text("Reconnecting…")
    mortal.start()

    expect(page.locator("#bar")).to_have_count(0)
    expect(page.locator("#reason")).to_be_hidden()
    assert page.locator("#log > li").all_text_contents() == lines
    page.wait_for_selector(YOURS)
    page.click("[data-target=attack-down]")
    expect(page.locator("#log")).to_contain_text("You: Attack down.")
