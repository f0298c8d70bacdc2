"""The stream: first everything, then changes; nothing for viewers for whom nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from server.conftest import PATIENCE, wait_until

pytestmark = pytest.mark.bulk


def test_the_first_update_comes_at_once_and_is_what_get_gives(server: Any) -> None:
    made = server.make("human", "human")
    stream = server.stream(made, 0)

    event = stream.until(lambda event: event["data"]["seats"][0]["connected"])

    assert event["event"] == "update"
    assert event["id"] == event["data"]["version"]
    assert event["data"] == server.state(made, 0)
    stream.close()


def test_a_move_reaches_everybody_with_their_own_view(server: Any) -> None:
    made = server.make("human", "human")
    streams = {viewer: server.stream(made, viewer) for viewer in (0, 1, None)}
    first = {viewer: stream.next() for viewer, stream in streams.items()}

    server.play_on(made, 1)

    for viewer, stream in streams.items():
        event = stream.until(lambda event, old=first[viewer]: event["id"] > old["id"])
        assert event["data"]["seat"] == viewer
        assert len(event["data"]["log"]) > len(first[viewer]["data"]["log"])
        stream.close()


def test_who_comes_back_has_missed_nothing(server: Any) -> None:
    made = server.make("human", "human")
    stream = server.stream(made, 1)
    seen = stream.next()
    stream.close()
    server.play_on(made, 3)
    server.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": "hello"})

    back = server.stream(made, 1, **{"Last-Event-ID": str(seen["id"])})
    event = back.next()

    assert event["id"] == server.state(made, 1)["version"] > seen["id"]
    assert event["data"]["log"][: len(seen["data"]["log"])] == seen["data"]["log"]
    assert event["data"]["chat"][-1]["text"] == "hello"
    back.close()


def test_the_page_gets_parts_and_later_only_those_that_changed(server: Any) -> None:
    made = server.make("human", "human")
    stream = server.stream(made, 0, content="page")
    first = stream.next()
    seen = dict(first["data"]["fragments"])
    assert {"board", "prompt", "players", "log", "chat"} <= set(seen)

    server.post(f"/api/matches/{made.id}/chat", made.tokens[1], {"text": "<i>hi</i>"})
    event = stream.until(lambda event: "chat" in event["data"]["fragments"])

    assert "board" not in event["data"]["fragments"]
    assert "&lt;i&gt;hi&lt;/i&gt;" in event["data"]["fragments"]["chat"]
    assert event["id"] == first["id"]
    stream.close()


def test_others_see_who_is_connected(server: Any) -> None:
    made = server.make("human", "human")
    watching = server.stream(made)
    assert not any(seat["connected"] for seat in watching.next()["data"]["seats"])

    mine = server.stream(made, 1)
    watching.until(lambda event: event["data"]["seats"][1]["connected"])
    mine.close()
    watching.until(lambda event: not event["data"]["seats"][1]["connected"])
    watching.close()


def test_private_notes_wake_nobody_else(server: Any) -> None:
    made = server.make("human", "human")
    other, watching = server.stream(made, 1), server.stream(made)
    other.until(lambda event: event["data"]["seats"][1]["connected"])
    watching.until(lambda event: event["data"]["seats"][1]["connected"])

    server.call("PUT", f"/api/matches/{made.id}/notes", made.tokens[0], json={"notes": {"cell-1": "wall"}})

    assert other.silent(0.5)
    assert watching.silent(0.1)
    other.close()
    watching.close()


def test_a_stopping_server_ends_its_streams(process: Callable[..., Any]) -> None:
    server = process()
    server.wait()
    made = server.make("human", "human")
    stream = server.stream(made, 0)
    stream.next()

    server.process.terminate()

    assert stream.ended()
    assert server.process.wait(PATIENCE) in (0, -15)


def test_an_unknown_kind_of_stream_is_refused(server: Any) -> None:
    made = server.make("human", "human")

    answer = server.get(f"/api/matches/{made.id}/stream?content=film")

    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_request"


def test_a_stream_that_was_closed_leaves_nothing(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human")
    stream = server.stream(made, 0, "page")
    stream.next()
    table = server.table(made)
    assert table._viewers[0]._projections

    stream.close()

    wait_until(lambda: not any(viewer._projections for viewer in table._viewers.values()))
    wait_until(lambda: not server.app.state.streams.open and not server.service.listeners.watched(made.id))
