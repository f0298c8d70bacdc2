"""No leak over HTTP: worlds that differ only in what a viewer cannot see give that viewer the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.server.tables.bot_pool import BotPool, Memory, Thought
from fattorino.server.tables.viewer import Projection
from server.conftest import open_link

pytestmark = pytest.mark.bulk

SEEDS = 400
DEPTH = 6  # decisions that both worlds play alike


def played(game: Game, seed: int, script: list[int]) -> Match | None:
    """The match after a script, or None if it does not fit."""
    match = game.new(seats=2, seed=seed)
    for action in script:
        if match.over or match.why_not(action) is not None:
            return None
        match.play(action)
    return match


def twins(game: Game, viewer: int | None, script: list[int]) -> tuple[int, int]:
    """Two seeds whose worlds this viewer cannot tell apart all along a script, though they differ."""
    place = -1 if viewer is None else viewer
    worlds: dict[tuple[bytes, ...], tuple[int, bytes]] = {}
    for seed in range(SEEDS):
        seen = []
        for length in range(len(script) + 1):
            match = played(game, seed, script[:length])
            if match is None or match.over:
                break
            heard = b"".join(event.tobytes() for event in match.heard(viewer))
            seen.append(match.watched()[place] + heard + bytes([match.to_move == viewer]))
        else:
            assert match is not None
            told = tuple(seen)
            if told in worlds and worlds[told][1] != match.watched()[2]:
                return worlds[told][0], seed
            worlds[told] = (seed, match.watched()[2])
    raise AssertionError("no twins were found")


def plain(text: str, made: Any) -> str:
    """What was received, without the names that every table has for itself."""
    text = text.replace(made.id, "TABLE").replace(made.body["commitment"], "COMMITMENT")
    for seat, token in made.tokens.items():
        text = text.replace(token, f"TOKEN{seat}")
    return re.sub(r'"(deadline|when)": ?[\d.]+', r'"\1": 0', text)


def everything(server: Any, made: Any, viewer: int | None, browser: httpx.Client) -> list[str]:
    """All that a viewer can get from the server at this moment, but for streams."""
    token = "" if viewer is None else made.tokens[viewer]
    api = f"/api/matches/{made.id}"
    got = [server.get(api, token), server.get(f"{api}/record", token), server.post(f"{api}/undo", token)]
    version = got[0].json()["version"]
    legal = {choice["action"] for choice in got[0].json()["legal"]}
    for action in range(60):
        got.append(server.get(f"{api}/why?action={action}", token))
        if action not in legal:
            got.append(server.post(f"{api}/actions", token, {"action": action, "version": version}))
    targets = ("move-up", "attack-left", "square-3")
    got += [server.get(f"{api}/why?target={target}", token) for target in targets]
    typed = ("1", "mu", "nonsense", "mu&after=", "mu&after=ATTACK%20MOVE")
    got += [server.get(f"{api}/why?typed={words}", token) for words in typed]
    if viewer is not None:
        got.append(open_link(server.browser(), made, token))
    got.append(browser.get(f"/t/{made.id}"))
    assert got[-1].status_code == 200
    assert "<svg" in got[-1].text
    return [f"{answer.status_code} {plain(answer.text, made)}" for answer in got]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_twin_worlds_look_the_same_over_http(server: Any, game: Game, viewer: int | None) -> None:
    script = [0, 1, 3, 2, 4, 5][:DEPTH]
    seeds = twins(game, viewer, script)
    worlds = [server.make("human", "human", seed=seed, onlooker=True) for seed in seeds]
    browsers = [server.browser() if viewer is None else server.take(made, viewer) for made in worlds]
    streams = [[server.stream(made, viewer, content) for content in ("state", "page")] for made in worlds]

    def alike() -> None:
        one, other = (everything(server, made, viewer, browsers[n]) for n, made in enumerate(worlds))
        for mine, theirs in zip(one, other, strict=True):
            assert mine == theirs

    alike()
    for action in script:
        for made in worlds:
            seat, state = server.asked(made)
            assert server.move(made, seat, action, state["version"]).status_code == 200
    alike()
    final = server.state(worlds[0], viewer)["version"]
    received = []
    for made, pair in zip(worlds, streams, strict=True):
        for stream in pair:
            last: dict[str, Any] = {}
            parts: dict[str, Any] = {}
            while last.get("id") != final:
                last = stream.next()
                parts |= last["data"].get("fragments", last["data"])
            received.append(plain(json.dumps(parts), made))
            stream.close()
    assert received[0] == received[2]
    assert received[1] == received[3]
    for made in worlds:
        server.claim(made, 2)
    hidden = [server.state(made, 2)["view"]["walls"] for made in worlds]
    assert hidden[0] != hidden[1], "the worlds were not different after all"


def hidden_question(game: Game) -> tuple[int, list[int]]:
    """A seed and moves after which a seat is asked something that nobody else may notice."""
    import random

    for seed in range(3000):
        match, chance = game.new(seats=2, seed=seed), random.Random(seed)
        while not match.over and match.move < 25:
            before, seat = match.watched(), match.to_move
            match.play(int(chance.choice(match.legal())))
            if match.watched()[-1] == before[-1] and match.to_move == seat and not match.over:
                return seed, list(match.actions)
    raise AssertionError("no hidden question was found")


def before_hidden_question(server: Any, game: Game) -> tuple[Any, int]:
    """A table, and the move after which somebody there is asked something that nobody else may notice."""
    seed, actions = hidden_question(game)
    made = server.make("human", "human", seed=seed)
    for action in actions[:-1]:
        seat, state = server.asked(made)
        assert server.move(made, seat, action, state["version"]).status_code == 200
    return made, actions[-1]


def test_a_hidden_question_shows_to_nobody_else(live: Callable[..., Any], game: Game) -> None:
    server = live()
    made, action = before_hidden_question(server, game)
    asked, state = server.asked(made)
    other = 1 - asked
    streams = [server.stream(made, viewer) for viewer in (asked, other, None)]
    for stream in streams:
        stream.until(
            lambda event: event["data"]["seats"][0]["connected"] and event["data"]["seats"][1]["connected"]
        )
    before = [server.get(f"/api/matches/{made.id}", token).text for token in (made.tokens[other], "")]

    moved = server.move(made, asked, action, state["version"]).json()

    assert streams[0].next()["id"] == moved["version"] == state["version"] + 1
    assert streams[1].silent(0.5)
    assert streams[2].silent(0.1)
    after = [server.get(f"/api/matches/{made.id}", token).text for token in (made.tokens[other], "")]
    assert before == after
    question = server.state(made, asked)
    assert question["legal"]
    answer = server.move(made, asked, question["legal"][-1]["action"], question["version"])
    assert answer.status_code == 200
    assert len(streams[1].next()["data"]["log"]) > len(json.loads(before[0])["log"])


def test_no_figure_tells_of_a_hidden_question(live: Callable[..., Any], game: Game) -> None:
    server = live()
    made, action = before_hidden_question(server, game)
    asked, state = server.asked(made)
    before = server.figures()

    assert server.move(made, asked, action, state["version"]).status_code == 200
    assert before == server.figures()
    question = server.state(made, asked)
    server.move(made, asked, question["legal"][-1]["action"], question["version"])
    assert before != server.figures(), "an open move is counted"


def test_a_bot_does_not_ponder_over_a_hidden_question(
    live: Callable[..., Any], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second thought as long as the first would tell everybody that a Barrier is held."""
    thought: list[str] = []
    choose = BotPool.choose

    async def noted(self: BotPool, decision: Projection, name: str, memory: Memory, chance: int) -> Thought:
        thought.append(name)
        return await choose(self, decision, name, memory, chance)

    monkeypatch.setattr(BotPool, "choose", noted)
    server = live(absent_after=0.0)
    seed, actions = hidden_question(game)
    made = server.make("human", "human", seed=seed)
    for action in actions:
        asked, state = server.asked(made)
        assert server.move(made, asked, action, state["version"]).status_code == 200

    server.do(server.service.lobby.take_over(server.table(made), asked, "hard"))

    server.asked(made)
    assert thought[0] == "greedy"


def test_versions_are_the_same_after_a_restart(live: Callable[..., Any], game: Game) -> None:
    seed, actions = hidden_question(game)
    server = live()
    made = server.make("human", "human", seed=seed)
    for action in actions:
        seat, state = server.asked(made)
        server.move(made, seat, action, state["version"])
    before = [server.state(made, viewer) for viewer in (0, 1, None)]
    server.stop()

    again = live()

    assert [again.state(made, viewer) for viewer in (0, 1, None)] == before
