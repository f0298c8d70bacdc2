"""Playing from an empty cache: at once, and across the change to compiled rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

import fattorino
from fattorino.kernel import records
from web.helpers import Server, api, lay_table, play_something, wait_for_rest, wait_for_turn

Visit = Callable[..., Page]
WATCHED = 3.0  # seconds in which nothing happens
STILL = 0.01  # of a core
PATIENCE = 900  # seconds until a game is compiled on a busy machine


@pytest.fixture(name="cold")
def _cold(tmp_path: Path) -> Iterator[Server]:
    """A server that has never compiled anything."""
    server = Server(tmp_path, NUMBA_DISABLE_JIT="0", FATTORINO_CACHE=str(tmp_path / "cache"))
    server.start()
    yield server
    server.stop()


def state_of(server: Server) -> str:
    """How far the Ghost Town is compiled."""
    found = {game["name"]: game["progress"]["state"] for game in api(server.url, "/api/games")["games"]}
    return str(found["ghost_town"])


@pytest.mark.bulk
def test_a_game_goes_over_to_compiled_rules_and_nobody_notices(cold: Server, visit: Visit) -> None:
    page = visit(site=cold.url)
    start = time.monotonic()
    url = lay_table(page, {1: "bot:greedy"}, turn_limit="15")
    clicks = 0
    while clicks < 3 and wait_for_turn(page):
        play_something(page, clicks)
        clicks += 1
    assert state_of(cold) == "compiling", "the first moves are interpreted"
    end = start + PATIENCE
    while state_of(cold) != "ready" and time.monotonic() < end:
        time.sleep(0.5)
    assert state_of(cold) == "ready"
    while wait_for_turn(page):
        play_something(page, clicks)
        clicks += 1
    id = url.rsplit("/", 1)[1]
    saved: Any = api(cold.url, f"/api/matches/{id}/record")
    shown: Any = api(cold.url, f"/api/matches/{id}")
    match = fattorino.replay(saved)  # compiled throughout
    assert len(match.game.loops.act.overloads) == 1
    assert shown["over"] and shown["view"] == records.plain(match.view(None))
    assert len(saved["actions"]) > clicks >= 5


@pytest.mark.parametrize("game", ["ghost_town", "new_york", "papa_paolo", "pizza_city"])
def test_a_page_that_waits_stands_still(visit: Visit, game: str) -> None:
    page = visit()
    lay_table(page, game=game)
    assert wait_for_turn(page)
    page.wait_for_selector(".legal, #actions button")
    wait_for_rest(page)
    figures = page.context.new_cdp_session(page)
    figures.send("Performance.enable", {"timeDomain": "threadTicks"})
    shares = [spent(figures)]
    while shares[-1] >= STILL:
        assert len(shares) < 10, f"the page never comes to rest: {shares}"
        shares.append(spent(figures))
    assert spent(figures) < STILL


def spent(figures: CDPSession) -> float:
    """The share of a core that the page takes for a while."""
    before = processor_time(figures)
    time.sleep(WATCHED)
    return (processor_time(figures) - before) / WATCHED


def processor_time(figures: CDPSession) -> float:
    """The seconds of processor time that the page has taken."""
    metrics = figures.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))
