"""How soon the board is there: milliseconds from opening a table in a browser until its board is painted.

python benchmarks/first_board.py [--games GAME,...] [--repeat 7]

A server that has drawn the table once, and a browser that knows nothing: every opening has a new profile, so
styles and scripts are loaded anew. Needs Playwright and a Chromium (`make test` installs and finds both).
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from table_load import free_port  # type: ignore[import-not-found]

SEATS = {"ghost_town": 2, "new_york": 2, "papa_paolo": 4, "pizza_city": 4}
SIZES: dict[str, dict[str, Any]] = {
    "1280x800": {"viewport": {"width": 1280, "height": 800}},
    "390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# When the frame in which the board has its size was painted, on the clock that starts with the navigation.
WATCH = """(() => {
  const look = () => {
    const board = document.querySelector('.frame > svg')
    if (!board?.getBoundingClientRect().width) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { window.painted = performance.now() }
    requestAnimationFrame(() => port2.postMessage(0))
  }
  requestAnimationFrame(look)
})()"""


def ask(url: str, body: Any = None) -> Any:
    """An answer of the server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def serve(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A server that answers, and its address."""
    port = free_port()
    options = ["--port", str(port), "--database", f"sqlite:///{folder / 'tables.db'}", "--no-compile"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fattorino.server", *options],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    while True:
        try:
            ask(f"{address}/healthz")
            return process, address
        except OSError:
            time.sleep(0.1)


def opened(browser: Browser, size: dict[str, Any], url: str) -> tuple[float, int]:
    """Milliseconds until the board is painted, and bytes sent for the page and all it loads."""
    context = browser.new_context(**size)
    context.add_init_script(WATCH)
    page: Page = context.new_page()
    sent: list[int] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sent.append(int(event["encodedDataLength"])))
    page.goto(url)
    page.wait_for_function("window.painted")
    painted = float(page.evaluate("window.painted"))
    page.wait_for_load_state("load")
    context.close()
    return painted, sum(sent)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(SEATS))
    parser.add_argument("--repeat", type=int, default=7)
    given = parser.parse_args()
    names = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("| game | window | first board, ms | sent, kB |\n|---|---|---:|---:|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, address = serve(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        try:
            for game in given.games.split(","):
                bots = [{"kind": "bot", "bot": "random"}] * (SEATS[game] - 1)
                made = ask(
                    f"{address}/api/matches", {"game": game, "seats": [{"kind": "human"}, *bots], "seed": 4}
                )
                for name, size in SIZES.items():
                    opened(browser, size, made["url"])  # the server has drawn it
                    found = [opened(browser, size, made["url"]) for _ in range(given.repeat)]
                    times = [painted for painted, _weight in found]
                    spread = f"{statistics.median(times):.0f} ({min(times):.0f} to {max(times):.0f})"
                    print(f"| {game} | {name} | {spread} | {found[0][1] / 1000:.0f} |", flush=True)
        finally:
            browser.close()
            process.terminate()
            process.wait()
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
