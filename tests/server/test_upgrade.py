"""Tables begun under an older version of a game: its rules really change between two starts of a server."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fattorino import games

pytestmark = pytest.mark.bulk

NAME = "pizza_relay"
OLD = Path(__file__).parents[1] / "pizza_race"


@pytest.fixture(name="install")
def _install(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Installs a version of a game in place of the one before, with some of its sources changed."""

    def install(version: int, *changes: tuple[str, str, str]) -> None:
        forget()
        folder = tmp_path / f"version-{version}" / NAME
        shutil.copytree(OLD, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for file, old, new in [("components.toml", "version = 1", f"version = {version}"), *changes]:
            text = (folder / file).read_text()
            assert old in text, (file, old)
            (folder / file).write_text(text.replace(old, new))
        games.invite(folder)

    def forget() -> None:
        sys.modules.pop(f"fattorino.games.{NAME}", None)
        games._found.clear()
        games._guests.pop(NAME, None)

    yield install
    forget()


def play(server: Any, made: Any, moves: int) -> None:
    """Roll the dice, for whoever is asked."""
    for _move in range(moves):
        seat, state = server.asked(made)
        if state["over"]:
            return
        action = state["legal"][0]["action"]
        assert server.move(made, seat, action, state["version"]).status_code == 200


LONGER = ("components.toml", "faces = 6", "faces = 4")


def test_a_game_whose_record_is_the_same_goes_on_and_says_so(
    live: Callable[..., Any], install: Callable[..., None]
) -> None:
    install(1)
    server = live()
    made, others = (server.make("human", seat, game=NAME, seed=3) for seat in ("human", "greedy"))
    play(server, made, 3)
    before = server.state(made)["log"]
    server.stop()
    install(2, ("__init__.py", "MAX_DECISIONS, NUM_COUNTS = 200, 1", "MAX_DECISIONS, NUM_COUNTS = 300, 1"))
    server = live()

    state = server.state(made)
    assert state["frozen"] == "" and state["log"] == before
    assert [line["event"] for line in state["chat"]] == ["upgraded"]
    assert "older version" in state["chat"][0]["text"]
    play(server, made, 1000)
    assert server.state(made)["over"]
    assert server.get(f"/api/matches/{made.id}/record").json()["version"] == 2
    play(server, others, 2)  # with a bot
    server.stop()
    again = live().state(others)
    assert [line["event"] for line in again["chat"]] == ["upgraded"], "it is told once"


def test_where_the_rules_part_what_was_reached_is_kept_and_the_people_are_told(
    live: Callable[..., Any], install: Callable[..., None]
) -> None:
    install(1)
    server = live()
    running, finished = (server.make("human", "human", game=NAME, seed=seed) for seed in (3, 4))
    play(server, running, 4)
    play(server, finished, 1000)
    result = server.state(finished)
    server.stop()
    install(2, LONGER)
    server = live()

    state = server.state(running)
    assert "other rules" in state["frozen"] and state["status"] == "running"
    assert [line["event"] for line in state["chat"]] == ["parted"]
    seat = state["to_move"]
    refused = server.move(running, seat, 0, server.state(running, seat)["version"])
    assert (refused.status_code, refused.json()["code"]) == (409, "read_only")
    ended = server.state(finished)
    assert ended["status"] == "over" and ended["over"]
    assert (ended["scores"], ended["winners"]) == (result["scores"], result["winners"])
    assert ended["account"] == []
    reader = server.browser()
    assert reader.get(f"/t/{finished.id}").status_code == 200
    for path in (f"/api/matches/{finished.id}/record", f"/review/{finished.id}", f"/replay/{finished.id}"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()["code"]) == (409, "read_only"), path
    assert reader.post(f"/review/{finished.id}").status_code == 409
    with_bot = server.make("human", "greedy", game=NAME, seed=5)
    play(server, with_bot, 2)
