"""One server and one browser for all tests of the pages; every page must stay free of console errors."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from web.helpers import PATIENCE, Server, finished_game, launch

DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
expect.set_options(timeout=1000 * PATIENCE)
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.stem != "test_pages":  # those need no browser
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture(scope="session")
def over(server: Server) -> str:
    """The id of a finished game."""
    return finished_game(server.url, turn_limit=15)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page as somebody new; at the end nothing may have gone wrong in any of them."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def heard(message: Any) -> None:
        if message.type == "error" and not REFUSED.match(message.text):  # a refusal the page itself shows
            errors.append(message.text)

    def opened(
        path: str = "/", *, phone: bool = False, site: str = "", watch: bool = True, **more: Any
    ) -> Page:
        size = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESK}
        context = browser.new_context(**(size | more))
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if watch:
            page.on("console", heard)
            page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())  # whoever is asked whether they mean it, does
        page.goto((site or server.url) + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def keep(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Page, str], None]:
    """Keep a picture of a page, to look at afterwards; FATTORINO_SHOTS names the folder."""
    folder = os.environ.get("FATTORINO_SHOTS")
    place = Path(folder) if folder else tmp_path_factory.getbasetemp() / "shots"
    place.mkdir(parents=True, exist_ok=True)

    def kept(page: Page, name: str) -> None:
        page.screenshot(path=place / f"{name}.png")

    return kept
