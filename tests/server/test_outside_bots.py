"""Bots at the table, third-party ones above all: if they fail or are slow, the game goes on."""

import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import fattorino
from fattorino import bots
from fattorino.server.metrics import Metrics
from fattorino.server.tables.bot_pool import BotPool, Thought
from loops import run
from server.conftest import PATIENCE

RACE = fattorino.load("pizza_race")
SECONDS = 0.3  # that a slow bot is given


class Last:
    """Plays the last action."""

    def choose(self, view: Any, seat: int, actions: Any, seed: int) -> int:
        return int(actions[-1])


def broken(view: Any, seat: int, actions: Any, seed: int) -> int:
    raise RuntimeError("out of order")


def wrong(view: Any, seat: int, actions: Any, seed: int) -> int:
    return 999


def slow(view: Any, seat: int, actions: Any, seed: int) -> int:
    time.sleep(2 * SECONDS)
    return int(actions[-1])


def unmade(game: Any) -> Any:
    raise RuntimeError("no weights")


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone afterwards."""
    monkeypatch.setattr(bots, "KINDS", dict(bots.KINDS))
    monkeypatch.setitem(sys.modules, "table_bots", sys.modules[__name__])


def asked(name: str, seconds: float = PATIENCE) -> Thought:
    match = RACE.new(seats=2, seed=1)
    decision: Any = SimpleNamespace(game=RACE, seat=0, view=match.view(0), actions=match.legal())
    pool = BotPool(Metrics(), seconds)
    try:
        return run(pool.choose(decision, name, {}, 1))
    finally:
        pool.close()


def test_an_outside_bot_moves() -> None:
    bots.register("last", Last)
    assert asked("last")[:2] == (int(RACE.new(seats=2, seed=1).legal()[-1]), "last")


@pytest.mark.parametrize("bot", [broken, wrong, slow, unmade])
def test_a_bot_that_fails_is_replaced(bot: Any, caplog: pytest.LogCaptureFixture) -> None:
    bots.register("weak", bot)
    assert asked("weak", SECONDS).bot == "greedy"
    assert "bot weak failed, greedy plays for it" in caplog.text


def test_a_bot_of_the_house_that_fails_is_replaced_too(caplog: pytest.LogCaptureFixture) -> None:
    bots.KINDS["random"] = bots.Kind(unmade, "")
    assert asked("random").bot == "greedy"
    assert "bot random failed, greedy plays for it" in caplog.text
    bots.KINDS["greedy"] = bots.Kind(unmade, "")
    with pytest.raises(RuntimeError, match="no weights"):  # nobody is left to play for it
        asked("greedy")


def test_the_server_offers_what_it_is_given(live: Callable[..., Any]) -> None:
    live(bots="table_bots:Last,table_bots:broken")
    assert bots.names()[-2:] == ["Last", "broken"]
