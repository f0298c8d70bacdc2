"""One server and one browser for all tests of the pages; every page must stay free of console errors."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.stem != "test_pages":  # those need no browser
            item.add_marker(pytest.mark.browser)


class Server:
    """The web table in a process of its own; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until it answers; rules run interpreted, so nothing is compiled first."""
        command = [sys.executable, "-m", "fattorino.server", "--no-compile", "--port", str(self.port)]
        command += ["--database", self.database, "--bot-pause", "0.02", "--absent-after", "0.5"]
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT / "src")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=2):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
        raise RuntimeError(f"the server does not answer:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield one
        one.close()


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
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        if watch:
            page.on("console", heard)
            page.on("pageerror", lambda error: errors.append(str(error)))
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
