"""Every option that hides something, over HTTP: in a twin world a viewer is sent the same bytes."""

from __future__ import annotations

import json
from typing import Any

import httpx
import numpy as np
import pytest

from fattorino.games import load
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Viewer

pytestmark = pytest.mark.bulk

DEPTH = {"ghost_town": 2}  # decisions before the twins are made: a long walk is slow to imagine
USUAL_DEPTH = 10
ACTIONS = 40  # of which it is asked why they cannot be played

CASES: dict[str, dict[str, Any]] = {
    "papa_paolo-money": {"game": "papa_paolo", "seats": 3, "money_shown": False},
    "papa_paolo-bank": {"game": "papa_paolo", "seats": 2, "money_shown": False, "bank_limit": True},
    "papa_paolo-open": {"game": "papa_paolo", "seats": 2},
    "ghost_town-master": {"game": "ghost_town", "seats": 2, "town": "human_gm"},
    "ghost_town-closed": {"game": "ghost_town", "seats": 2, "reveal_after_game": False, "shared_notes": True},
    "new_york-hands": {"game": "new_york", "seats": 2, "mode": "coop", "coop_open_hands": False},
    "new_york-open-hands": {"game": "new_york", "seats": 2, "mode": "coop", "coop_open_hands": True},
    "new_york-goals": {"game": "new_york", "seats": 2, "personal_goals": True, "tip_peek": "none"},
    "pizza_city-chat": {"game": "pizza_city", "seats": 2, "chat": "off"},
}


def put(table: Table, match: Match) -> None:
    """Set the table into a position; all viewers see it as their first."""
    table._match, table._views = match, match.watched()
    for viewer in table._viewers:
        table._viewers[viewer] = Viewer(table.game, viewer)
        table._show(viewer, 2.0)
    replayed = match.copy()
    table._replayed = lambda move: replayed.copy()  # type: ignore[method-assign]


def everything(server: Any, made: Any, table: Table, viewer: int | None, browser: httpx.Client) -> list[str]:
    """Everything a viewer is sent about a position, by every endpoint."""
    token = "" if viewer is None else made.tokens[viewer]
    api, seat = f"/api/matches/{made.id}", "watch" if viewer is None else viewer
    got = [server.get(path, token) for path in (api, f"{api}/record", f"{api}/chat", f"{api}/notes")]
    got += [server.get(f"{api}/notes?seat={other.number}", token) for other in table.seats]
    got += [server.get(f"{api}/why?action={n}", token) for n in range(min(ACTIONS, table.game.num_actions))]
    legal = {choice["action"] for choice in got[0].json()["legal"]}
    refused = [n for n in range(table.game.num_actions) if n not in legal][:5]
    got += [server.post(f"{api}/actions", token, {"action": n, "version": 1}) for n in refused]
    got.append(server.post(f"{api}/chat", token, {"text": " "}))
    got += [browser.get(f"/t/{made.id}{page}") for page in ("", "/words")]
    assert "<svg" in got[-2].text
    table.status = "over"
    got += [browser.get(f"/replay/{made.id}{page}?move=0&seat={seat}") for page in ("", "/frame")]
    assert got[-1].status_code == 200, got[-1].text
    table.status = "running"
    told = [f"{answer.status_code} {answer.text}" for answer in got]
    for content in ("state", "page"):
        stream = server.stream(made, viewer, content)
        told.append(json.dumps(stream.next()["data"]))
        stream.close()
    return told


@pytest.mark.parametrize("case", CASES)
def test_an_option_that_hides_something_hides_it_everywhere(
    server: Any, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.service.registry, "update_presence", lambda table: None)  # comes with streams
    options = dict(CASES[case])
    name = options.pop("game")
    game = load(name)
    deciding = sum(role.decides for role in game.roles(game.settings(**options)))
    made = server.make(*["human"] * deciding, game=name, options=options, seed=5)
    table = server.table(made)
    match, chance = table._running().copy(), np.random.default_rng(7)
    while match.move < DEPTH.get(name, USUAL_DEPTH) and not match.over:
        match.play(int(chance.choice(match.legal())))
    assert not match.over
    match._moments = []  # an imagined match has nothing to take back
    differed = 0
    for viewer in (0, 1, None):
        browser = server.browser() if viewer is None else server.take(made, viewer)
        put(table, match)
        mine = everything(server, made, table, viewer, browser)
        twin = match.imagine(viewer, seed=3)
        put(table, twin)
        theirs = everything(server, made, table, viewer, browser)
        for number, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            assert one == other, number
        differed += match.digest() != twin.digest()
    assert differed


def test_the_money_of_others_is_in_no_answer(server: Any) -> None:
    """The one option that hides what is usually public: only its owner sees it."""
    made = server.make("human", "human", game="papa_paolo", options={"money_shown": False}, seed=5)
    money = [server.state(made, seat)["view"]["money"] for seat in (0, 1)]

    assert money[0][0] > NONE > money[0][1]
    assert money[1][1] > NONE > money[1][0]
    assert all(amount < NONE for amount in server.state(made)["view"]["money"][:2])
