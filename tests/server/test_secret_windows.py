"""Secret windows over HTTP: the table pauses as long if nobody is asked as if somebody is."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from fattorino.games import load
from fattorino.kernel.jit import speed
from fattorino.kernel.match import Match
from fattorino.server.tables.bots import BotTurns
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.clock import Clock
from fattorino.server.tables.secret_windows import SecretWindows, WindowTiming
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import Table
from fattorino.server.tables.table_settings import TableSettings

pytestmark = pytest.mark.bulk

SLOT = 4.0  # seconds, in which a busy machine answers four requests
TIMING = WindowTiming(2.0, 0.5)
EARLIER = 3  # rounds in which the table had to wait before
OPTIONS = {"mode": "competitive", "expansion_power_cards": "on"}


class Script(NamedTuple):
    """A way to a move after which somebody may be asked in secret, and whether somebody is."""

    seed: int
    actions: list[int]
    actor: int
    asked: int | None


def silent_rounds(match: Match, told: int) -> int:
    """The rounds of secret questions that a move opened, long ones counted as several."""
    prompts = match.game.secret_prompts
    assert prompts is not None
    return sum(one.weight for event in match.events[told:] for one in prompts.rounds(event))


@cache
def find(asked: bool) -> Script:
    """A game of two up to one move, after which the other player is asked, or nobody."""
    game = load("new_york")
    assert game.secret_prompts is not None
    speed(game.folder).compile()  # a server lets games begin interpreted
    for seed in range(5000):
        match, chance, waits = game.new(seats=2, seed=seed, **OPTIONS), random.Random(seed), 0
        while waits <= EARLIER and not match.over:
            told, actor = len(match.events), match.to_move
            match.play(chance.choice(match.legal().tolist()))
            rounds = silent_rounds(match, told)
            if match.over or not rounds:
                continue
            assert actor is not None
            assert match.to_move is not None
            secret = game.secret_prompts.secret(match.view(match.to_move))
            if rounds == 1 and secret == asked and match.to_move != actor:
                return Script(seed, match.actions, actor, match.to_move if secret else None)
            waits += rounds + (secret and 100)
    raise AssertionError("there is no such game")


@pytest.mark.parametrize("asked", [True, False])
def test_the_table_is_still_for_as_long_asked_or_not(live: Callable[..., Any], asked: bool) -> None:
    script, server = find(asked), live(answer_seconds=SLOT)
    made = server.make("human", "human", game="new_york", seed=script.seed, options=OPTIONS)
    for action in script.actions[:-1]:
        seat, state = server.asked(made)
        assert server.move(made, seat, action, state["version"]).status_code == 200
    stream = server.stream(made, script.actor)
    before = stream.until(lambda event: bool(event["data"]["legal"]))
    version = before["data"]["version"]

    assert server.move(made, script.actor, script.actions[-1], version).status_code == 200
    start, table = time.monotonic(), server.table(made)
    begun = table.steps[-1].when
    still = stream.until(lambda event: event["data"]["version"] == version + 1)
    if script.asked is not None:
        question = server.state(made, script.asked)
        assert question["prompt"] != still["data"]["prompt"]
        silence = table.game.secret_prompts.silence
        legal = {choice["action"] for choice in question["legal"]}
        wrong = next(action for action in range(100) if action not in legal)
        figures = server.figures()
        assert server.move(made, script.asked, wrong, question["version"]).status_code == 422
        assert server.move(made, script.asked, silence, question["version"]).status_code == 200
        assert server.figures() == figures, "a stranger could read that somebody is asked"
    refused = server.move(made, script.actor, script.actions[-1], version + 1)
    after = stream.until(lambda event: event["data"]["version"] == version + 2)

    assert time.monotonic() - start > SLOT - 0.2
    assert table.windows.until - begun == pytest.approx(SLOT)
    assert still["data"]["prompt"] == "A moment: somebody may answer."
    assert still["data"]["log"] == before["data"]["log"]
    assert refused.status_code == 403
    assert refused.json()["detail"] == "A moment: somebody may answer."
    assert len(after["data"]["log"]) > len(still["data"]["log"])


def test_silence_is_a_no(live: Callable[..., Any]) -> None:
    script, server = find(True), live(answer_seconds=SLOT)
    assert script.asked is not None
    made = server.make("human", "human", game="new_york", seed=script.seed, options=OPTIONS)
    for action in script.actions:
        seat, state = server.asked(made)
        assert server.move(made, seat, action, state["version"]).status_code == 200
    stream = server.stream(made, script.asked)
    question = stream.until(lambda event: bool(event["data"]["legal"]))
    assert question["data"]["deadline"] < time.time() + SLOT

    stream.until(lambda event: event["data"]["prompt"] == "A moment: somebody may answer.")

    steps = server.table(made).steps
    assert steps[-1].action == server.table(made).game.secret_prompts.silence
    assert steps[-1].seat == script.asked


def test_a_window_that_closes_while_the_table_goes_on_leaves_somebody_to_wake_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each reading of the clock is a second later: the window is open at two of them, then closed."""
    started: list[Any] = []
    service: Any = SimpleNamespace(tasks=SimpleNamespace(start=started.append), registry=None)
    service.bots, service.clock = BotTurns(service), Clock(service)
    ticking = iter(range(100, 200))
    monkeypatch.setattr(time, "time", lambda: float(next(ticking)))
    table: Any = SimpleNamespace(
        id="t",
        mover=0,
        seats=[SimpleNamespace(machine="greedy")],
        steps=[],
        windows=SimpleNamespace(asked=None),
        window_open=lambda now: now < 101.5,
        due=lambda now: 101.5 if now < 101.5 else None,
        catch_up=lambda now: [],
    )

    async def go_on() -> bool:
        TableService.go_on(service, table)
        woken = service.clock.busy("t") or bool(started)
        service.clock.stop(table)
        return woken

    assert asyncio.run(go_on())


def test_a_clock_that_was_set_back_keeps_no_window_open() -> None:
    windows = SecretWindows(TIMING)
    windows._add([1], 1, [0, 1], 10_000.0)
    windows.asked = 1
    assert windows.is_open(10_001.0) and windows.counted(10_001.0) == 10_001.0
    assert windows.counted(9_999.5) == 9_999.5, "clocks of two machines differ a little"

    assert windows.counted(6_400.0) >= windows.until
    windows.asked = None
    assert not windows.is_open(6_400.0)
    windows._add([0], 1, [0, 1], 6_400.0)
    assert windows.is_open(6_401.0) and not windows.is_open(6_402.5), "the next one is as long as ever"


def test_no_table_waits_longer_than_its_clock_or_window() -> None:
    game = load("new_york")
    settings = TableSettings(clock=30)
    table = Table("t", game, game.settings(seats=2, **OPTIONS), Chance(4, "n"), settings, timing=TIMING)
    for seat in table.seats:
        seat.kind = "human"
    table.begin(table.prepare_start(10_000.0))
    assert table.due(10_010.0) == 10_030.0
    assert table.due(6_400.0) == 6_430.0, "an hour earlier it still gets its half minute"

    table.windows._add([1], 1, [0, 1], 10_010.0)
    table.windows.asked = 1
    table.windows.paused.add(1)
    due = table.due(6_410.0)
    assert due is not None and due <= 6_410.0
