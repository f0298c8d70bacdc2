"""Moves are served before the framework's other layers, and a response is sent in one piece."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from fattorino.server.http.protocol import bounded

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


class Recorder(asyncio.Transport):
    """A transport that notes what is sent."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: Any) -> None:
        assert not self.closed
        self.sent.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An app that answers in two messages, as ASGI apps do."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})


async def answered(request: bytes) -> Recorder:
    """What uvicorn sends over a connection with our protocol."""
    config = uvicorn.Config(hello, http=bounded(0, 0, Counter()), log_config=None, lifespan="off")
    config.load()
    protocol: Any = config.http_protocol_class
    connection = protocol(config=config, server_state=ServerState(), app_state={})
    transport = Recorder()
    connection.connection_made(transport)
    connection.data_received(request)
    async with asyncio.timeout(10):
        while not b"".join(transport.sent).endswith(b"hello"):
            await asyncio.sleep(0)
    connection.connection_lost(None)
    return transport


def test_the_head_and_the_body_of_an_answer_leave_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fattorino.server.http.protocol.few_files_left", lambda newest: False)
    sent = asyncio.run(answered(REQUEST)).sent
    assert len(sent) == 1
    assert sent[0].startswith(b"HTTP/1.1 200 OK\r\n")


def test_what_is_written_is_sent_before_the_line_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fattorino.server.http.protocol.few_files_left", lambda newest: False)
    transport = asyncio.run(answered(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
    assert transport.closed


@pytest.mark.bulk
def test_a_move_is_served_without_a_search_among_all_routes(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.make("human", "human")
    seat, seen = server.asked(made)

    async def lost(*_given: Any) -> None:
        raise RuntimeError("the search")

    monkeypatch.setattr(server.app.router, "middleware_stack", lost)
    failed = server.get("/healthz")
    assert (failed.status_code, failed.headers["connection"]) == (500, "close")
    assert failed.headers.get_list("x-frame-options") == ["DENY"]
    refused = server.move(made, seat, seen["legal"][0]["action"], seen["version"] + 1)
    assert (refused.status_code, refused.json()["code"]) == (409, "old_version")
    assert refused.headers["x-frame-options"] == "DENY"
    assert server.move(made, seat, seen["legal"][0]["action"], seen["version"]).status_code == 200


@pytest.mark.bulk
def test_a_move_that_fails_by_our_own_fault_is_answered_like_any_request(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.make("human", "human")
    seat, seen = server.asked(made)

    async def broken(*_given: Any) -> None:
        raise RuntimeError("our own fault")

    monkeypatch.setattr(server.app.state.service, "move", broken)
    failed = server.move(made, seat, seen["legal"][0]["action"], seen["version"])
    assert (failed.status_code, failed.json()["code"]) == (500, "error")
    assert failed.headers["connection"] == "close"
    assert failed.headers.get_list("x-frame-options") == ["DENY"]
