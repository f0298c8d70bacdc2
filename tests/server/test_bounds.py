"""Hostile clients: every input gets a clear refusal, and nothing is read without a limit."""

from __future__ import annotations

import contextlib
import http.client
import os
import resource
import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fattorino.server.http import protocol
from fattorino.server.pages import templates
from fattorino.server.storage import rows
from fattorino.server.tables import table
from server.conftest import open_link, wait_until

pytestmark = pytest.mark.bulk

JSON = {"Content-Type": "application/json"}
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def raw(server: Any, *pieces: bytes, wait: float = 20.0) -> bytes:
    """What a server answers to these bytes, until it hangs up."""
    host, port = server.url.removeprefix("http://").split(":")
    got = b""
    with socket.create_connection((host, int(port)), timeout=wait) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
            while part := line.recv(65536):
                got += part
        except ConnectionError:
            pass
    return got


def refused(answer: httpx.Response) -> bool:
    """Whether it is a refusal with a sentence."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    assert answer.json()["detail"][-1] in ".!?", answer.text
    return True


def order(server: Any, fields: str) -> httpx.Response:
    """Request a table, with some JSON."""
    body = f'{{"game": "ghost_town", "seats": [{{}}, {{}}], {fields}}}'
    answer: httpx.Response = server.call("POST", "/api/matches", content=body, headers=JSON)
    return answer


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "\x80", "http://a:b:c", "//", "null"])
def test_an_origin_that_is_none_is_refused(server: Any, origin: str) -> None:
    headers = {"Origin": origin.encode("latin-1")}
    assert server.post("/api/matches", json={}, headers=headers).json()["code"] == "foreign_origin"


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 4000, "9" * 30, "-" + "9" * 30])
def test_numbers_without_an_end_are_refused(server: Any, number: str) -> None:
    made = server.make("human", "human")
    token, path = made.tokens[0], f"/api/matches/{made.id}"

    for text in (f'{{"action": {number}, "version": 1}}', f'{{"action": 0, "version": {number}}}'):
        assert refused(server.call("POST", f"{path}/actions", token, content=text, headers=JSON))
    for field in (f'"seed": {number}', f'"clock": {number}', f'"options": {{"turn_limit": {number}}}'):
        assert refused(order(server, field))
    text = f'{{"colour": {number}}}'
    assert refused(server.call("POST", f"{path}/seats/0", token, content=text, headers=JSON))
    for address in (f"{path}/why?action={number}", f"{path}/notes?seat={number}"):
        assert refused(server.get(address, token))
    assert refused(server.get(f"/t/{made.id}/notes/{number}", token))
    assert refused(open_link(server.http, made, number))
    for address in (f"?move={number}", f"/frame?move={number}", f"/frame?move=1&seat={number}"):
        assert refused(server.get(f"/replay/{made.id}{address}", token))
    assert refused(server.call("DELETE", f"{path}/seats/{number}", token))


def test_strange_characters_are_refused_or_left_out(server: Any) -> None:
    made = server.make("human", "human")
    token, path = made.tokens[0], f"/api/matches/{made.id}"
    action = server.state(made, 0)["legal"][0]["action"]

    move = {"action": action, "version": 1, "key": "a\0b"}
    assert refused(server.post(f"{path}/actions", token, move))
    for text in ('"\\ud800"', '"a\\u0000b"', '{"a": [1]}', "[[]]", "null", "1e400"):
        assert text == "null" or refused(order(server, f'"options": {{"town": {text}}}'))
        assert refused(order(server, f'"game": {text}'))
    for text in ('"\\ud800"', '"a\\u0000b"'):
        assert refused(order(server, f'"options": {{{text}: 1}}'))
    name = '{"name": "\\ud800"}'
    assert refused(server.call("POST", f"{path}/seats/0", token, content=name, headers=JSON))
    assert server.post(f"{path}/seats/0", token, {"name": "A\0da"}).status_code == 200
    assert server.state(made)["seats"][0]["name"] == "A da"
    assert refused(server.call("PUT", f"{path}/notes", token, json={"notes": {"cell\0": "wall"}}))
    assert refused(server.get(f"/api/matches/%00{made.id}"))
    assert refused(open_link(server.http, made, "\xff\0"))


def test_head_works_where_get_does(server: Any) -> None:
    made = server.make("human", "human")
    api = f"/api/matches/{made.id}"
    for path in (
        "/",
        "/healthz",
        "/api/games",
        api,
        f"/t/{made.id}",
        f"{api}/stream",
        "/static/page.js",
        "/docs",
    ):
        answer = server.call("HEAD", path)
        assert (answer.status_code, answer.content) == (200, b""), path
    assert server.call("HEAD", "/api/matches/aaaaaaaaaaaa").status_code == 404
    assert server.call("HEAD", f"{api}/actions").status_code == 405


def test_chat_is_sent_as_its_last_lines(live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table, rows):
        monkeypatch.setattr(module, "CHAT_KEPT", 60)
    server = live()
    made = server.make("human", "human")
    path = f"/api/matches/{made.id}"
    for number in range(1, 131):
        server.do(server.service.chat.say(server.table(made), 0, f"line {number}"))

    for _start in range(2):
        texts = [line["text"] for line in server.state(made)["chat"]]
        assert (len(texts), texts[0], texts[-1]) == (50, "line 81", "line 130")
        older = server.get(f"{path}/chat?before=81").json()["chat"]
        assert [line["number"] for line in older] == list(range(31, 81))
        assert older[-1]["text"] == "line 80"
        assert server.get(f"{path}/chat").json()["chat"][-1]["text"] == "line 130"
        assert server.get(f"{path}/chat?before=0").status_code == 422
        assert len(server.table(made).chat) == 60
        assert server.browser().get(f"/t/{made.id}").text.count('id="chat-') == 60
        server.stop()
        server = live()
    server.post(f"{path}/chat", made.tokens[0], {"text": "on it goes"})
    assert server.state(made)["chat"][-1]["number"] == 131


def test_headers_and_request_lines_have_an_end(server: Any) -> None:
    get, host = b"GET /healthz HTTP/1.1\r\n", b"Host: localhost\r\n"
    assert b" 414 " in raw(server, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n", host, b"\r\n")
    assert b" 431 " in raw(server, get, host, *[b"X-%d: y\r\n" % n for n in range(200)], b"\r\n")
    assert b" 431 " in raw(server, get, host, b"X: " + b"y" * 40_000 + b"\r\n\r\n")
    assert b" 431 " in raw(server, get, host, b"X: ", *[b"y" * 10_000] * 50)
    assert b" 400 " in raw(server, b"nonsense\r\n\r\n")
    good = get + host + b"X: " + b"y" * 20_000 + b"\r\nConnection: close\r\n\r\n"
    assert b" 200 " in raw(server, good)


def test_a_request_must_arrive_in_time(live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SECONDS", 0.6)
    server = live()
    post = b"POST /api/matches HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"

    assert b" 408 " in raw(server, b"GET /healthz HTTP/1.1\r\nX: ")
    assert b" 408 " in raw(server, post, b'{"game": ')
    assert raw(server) == b"", "a connection on which nothing comes is closed"
    assert server.get("/healthz").status_code == 200
    made = server.make("human", "human")
    stream = server.stream(made, 0)
    stream.next()
    assert not stream.ended(1.5), "an answer may take as long as it wants"
    line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=20)
    for _request in range(3):
        line.request("GET", "/healthz")
        assert line.getresponse().read()
        stream.silent(0.4)
    line.close()


def test_connections_are_limited(live: Callable[..., Any]) -> None:
    server = live(connections_per_client=3, streams_per_client=0)
    made = server.make("human", "human")
    server.http.close()
    streams = [server.stream(made) for _stream in range(3)]
    for stream in streams:
        stream.next()

    assert b" 429 " in raw(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    streams[0].close()
    wait_until(lambda: b" 200 " in raw(server, HEALTH))


def test_idle_connections_make_room_for_new_ones(
    live: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    server = live(connections=4)
    made = server.make("human", "human")
    server.http.close()
    host, port = server.url.removeprefix("http://").split(":")
    idle = [socket.create_connection((host, int(port)), timeout=20) for _line in range(4)]
    streams = []
    for _stream in range(4):
        streams.append(server.stream(made))
        streams[-1].next()

    assert [line.recv(1) for line in idle] == [b""] * 4, "the idle ones were closed"
    assert b" 503 " in raw(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert "too many connections" in caplog.text
    for line in idle:
        line.close()
    streams[0].close()
    wait_until(lambda: b" 200 " in raw(server, HEALTH))


def test_who_takes_all_files_is_refused_with_a_line_in_the_log_and_the_server_lives(
    process: Callable[..., Any],
) -> None:
    server = process("--connections-per-client", "0")
    server.wait()
    crowd: list[socket.socket] = []
    try:
        made = server.make("human", "human")
        stream = server.stream(made, 0)
        stream.next()
        most = 2 * len(os.listdir(f"/proc/{server.process.pid}/fd")) + 8
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, most))
        for _client in range(2 * most):
            crowd.append(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            with contextlib.suppress(OSError):  # it may be refused by now
                crowd[-1].sendall(b"GET /healthz HTTP/1.1\r\n")  # and no more: not idle
        wait_until(lambda: "too many connections are open" in server.log.read_text())
        assert server.log.read_text().count("too many connections are open") == 1, "nobody fills the log"
        assert not stream.ended(0.2), "whoever was there stays"
        for client in crowd:
            client.close()
        server.wait()
        assert server.play_on(made, 2) == 2
        assert server.process.poll() is None
    finally:
        for client in crowd:
            client.close()


def test_what_is_drawn_is_not_kept_for_each_name_of_the_server(server: Any) -> None:
    waiting, running = server.make("human", "human", start=False), server.make("human", "human")

    def visit(host: str) -> int:
        for made in (waiting, running):
            text = server.get(f"/t/{made.id}", made.host, headers={"Host": host}).text
            assert made is running or f"http://{host}/t/{made.id}" in text
        kept = [
            seen._kept
            for viewer in server.table(running)._viewers.values()
            for seen in viewer._projections.values()
        ]
        return len(templates.parts) + sum(map(len, kept))

    first = visit("one.localhost")
    assert first > 0
    assert {visit(f"name-{n}.localhost") for n in range(20)} == {first}
