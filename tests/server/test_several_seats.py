"""One browser on two seats: nobody can tell from who is connected which of the two is asked in secret."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games import load
from server.conftest import sit_down

pytestmark = pytest.mark.bulk

OPTIONS = {"mode": "competitive", "expansion_power_cards": "on"}
SLOT = 1.0  # seconds
EARLIER = 4  # rounds in which the table had to wait before


def find() -> tuple[int, list[int], int]:
    """A game of three up to a move of seat 0, after which another seat is asked in secret."""
    game = load("new_york")
    prompts = game.secret_prompts
    assert prompts is not None
    for seed in range(5000):
        match, chance, waits = game.new(seats=3, seed=seed, **OPTIONS), random.Random(seed), 0
        while not match.over and waits <= EARLIER:
            actor, told = match.to_move, len(match.events)
            match.play(chance.choice(match.legal().tolist()))
            waits += sum(one.weight for event in match.events[told:] for one in prompts.rounds(event))
            if not match.over and prompts.secret(match.view(match.to_move)):
                if actor == 0 and match.to_move:
                    return seed, match.actions, match.to_move
                break
    raise AssertionError("there is no such game")


def test_presence_does_not_tell_who_is_asked(live: Callable[..., Any]) -> None:
    server, (seed, actions, asked) = live(answer_seconds=SLOT), find()
    made = server.make(
        "human", "human", "human", game="new_york", seed=seed, options=OPTIONS, several_seats=True
    )
    pair = server.browser()
    for seat in (1, 2):
        assert sit_down(pair, made, made.tokens[seat]).status_code == 303
        made.tokens[seat] = pair.post(f"/api/matches/{made.id}/seats/{seat}/token").json()["token"]
    cookie = {"Cookie": f"fattorino={pair.cookies['fattorino']}"}
    for action in actions[:-1]:
        seat, state = server.asked(made)
        assert server.move(made, seat, action, state["version"]).status_code == 200
    both, rival = server.stream(made, **cookie), server.stream(made, 0)
    before = rival.until(lambda event: all(seat["connected"] for seat in event["data"]["seats"]))
    version = before["data"]["version"]

    assert server.move(made, 0, actions[-1], version).status_code == 200

    seen: list[dict[str, Any]] = []
    while not seen or seen[-1]["data"]["version"] < version + 2:
        seen.append(rival.next())
        assert all(seat["connected"] for seat in seen[-1]["data"]["seats"]), "somebody seems to have gone"
        if len(seen) == 1:  # the browser is told at once which of its seats is asked, or is sent there
            both.close()
            both = server.stream(made, **cookie)
            question = both.until(lambda event: bool(event["data"]["legal"]))
            assert question["data"]["seat"] == asked
    assert len(seen) == 2, "nothing but the pause and what follows it is told"


def test_a_clock_that_is_set_back_in_a_window_stops_no_table(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, (seed, actions, asked) = live(answer_seconds=SLOT), find()
    made = server.make("human", "human", "human", game="new_york", seed=seed, options=OPTIONS)
    for action in actions[:-1]:
        seat, state = server.asked(made)
        assert server.move(made, seat, action, state["version"]).status_code == 200
    before = server.asked(made)[1]["version"]
    assert server.move(made, 0, actions[-1], before).status_code == 200
    table, right = server.table(made), time.time
    assert table.windows.asked == asked and table.windows.until > right(), "it is open"

    monkeypatch.setattr(time, "time", lambda: right() - 3600)

    stream = server.stream(made, 0)
    assert stream.until(lambda event: event["data"]["version"] >= before + 2, 60)
    assert table.windows.asked is None and server.asked(made)[1]["legal"]
