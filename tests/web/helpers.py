"""What a person does at the table, for tests."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, expect

from ports import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds for anything to happen, on a busy machine
YOURS = "#prompt [data-yours]"
CARDS = {
    "ghost_town": "#tools .held",
    "new_york": "#tools [data-target^=hand-]",
    "papa_paolo": ".frame [data-target^=slot-]",
    "pizza_city": "#tools [data-target]",
}  # a card or tile whose face one can open
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]
REST = """() => new Promise(done => {
  let before = NaN, frames = 0
  const look = () => {
    const running = document.getAnimations().some(each => each.playState === 'running')
    const now = document.querySelector('.frame').scrollLeft
    frames = running || now !== before ? 0 : frames + 1
    before = now
    frames > 30 ? done() : requestAnimationFrame(look)
  }
  look()
})"""


def launch(playwright: Playwright) -> Browser:
    """Start a browser without a screen."""
    return playwright.chromium.launch(
        executable_path=next(filter(None, map(shutil.which, BROWSERS)), None), args=QUIET
    )


class Server:
    """The web table in a process of its own; it can be killed and started again."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.environment = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT / "src")} | environment
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until it answers; nothing is compiled unless the environment says so."""
        compiles = "--compile" if self.environment["NUMBA_DISABLE_JIT"] == "0" else "--no-compile"
        command = [sys.executable, "-m", "fattorino.server", compiles, "--port", str(self.port)]
        command += ["--database", self.database, "--bot-pause", "0.02", "--absent-after", "0.5"]
        environment = os.environ | self.environment
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=PATIENCE):
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
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()


def wait_for_rest(page: Page) -> None:
    """Wait until nothing on the page moves, and its frame has come to rest."""
    page.evaluate(REST)


def lay_table(
    page: Page,
    chairs: dict[int, str] | None = None,
    name: str = "Ada",
    game: str = "ghost_town",
    **options: str,
) -> str:
    """Fill in the form of a new table and go there; its address."""
    page.goto(page.evaluate("location.origin") + f"/new/{game}")
    page.fill("#name", name)
    clock, listed = options.pop("clock", ""), options.pop("listed", "")
    if clock:
        page.select_option("#clock", clock)
    if listed:
        page.check("#listed")
    for option, value in options.items():
        field = page.locator(f"#o-{option}")
        field.wait_for(state="attached")  # one that fits only with another comes when that is chosen
        if not field.is_visible():
            page.locator("summary", has_text="More options").click()
        field.select_option(value)
    if options.get("town") == "human_gm":
        page.locator("label[for=c2]", has_text="Game master").wait_for()
        expect(page.locator("#c2 option[value^='bot:']").first).to_be_attached()
    for number, value in (chairs or {}).items():
        page.locator(f"#c{number}").select_option(value)
    page.click("button[type=submit]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#prompt")
    return page.url


def wait_for_turn(page: Page) -> bool:
    """Wait until this person is asked, or the game is over; whether they are asked."""
    page.wait_for_selector(f"{YOURS}, .result")
    return page.locator(".result").count() == 0


def play_something(page: Page, number: int) -> None:
    """Click one of the things that glow, and one of the choices if there are several; wait for the answer."""
    before = page.locator("main").get_attribute("data-version")
    glowing = page.locator(".legal:visible, #actions button:visible")
    glowing.nth(number % glowing.count()).click()
    if page.locator("#chooser[open]").count():
        page.locator("#chooser .choices button").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", before or "")


def api(url: str, path: str, body: Any = None) -> Any:
    """Ask the server as a program would."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def finished_game(
    url: str, game: str = "ghost_town", seats: int = 2, bot: str = "random", **options: Any
) -> str:
    """A game between bots that is over; its id."""
    bots = [{"kind": "bot", "bot": bot}] * seats
    body = {"game": game, "seats": bots, "options": options, "seed": 4}
    made = api(url, "/api/matches", body)
    until = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < until:
        if api(url, f"/api/matches/{made['id']}")["over"]:
            return str(made["id"])
        time.sleep(0.1)
    raise AssertionError("the bots do not finish")
