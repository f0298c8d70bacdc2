"""Middleware: origin checks, limits, cookies, headers, and logs without secrets."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fattorino.server.http import rate_limits
from fattorino.server.http.rate_limits import Buckets, client_of
from server.conftest import OPERATOR, open_link

pytestmark = pytest.mark.bulk

ORDER = {"game": "ghost_town", "seats": [{"kind": "human"}, {"kind": "human"}]}


def code(answer: httpx.Response) -> str:
    return str(answer.json()["code"])


def test_every_answer_has_the_headers(server: Any) -> None:
    made = server.make("human", "human")
    for path in (
        "/",
        "/healthz",
        f"/api/matches/{made.id}",
        "/api/nothing",
        "/docs",
        f"/t/{made.id}",
        "/t/none",
    ):
        headers = server.get(path, headers={"Accept": "text/html"}).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-frame-options"] == "DENY"


def test_pages_have_no_inline_script_or_style(server: Any) -> None:
    made = server.make("human", "human")
    for path in ("/", "/docs", f"/t/{made.id}"):
        text = server.get(path).text
        assert not re.search(
            r"<script(?![^>]*\bsrc=)[^>]*>\s*[^<\s]", text.replace('type="application/json"', "src=")
        )
        assert not re.search(r"<[^>]*\son[a-z]+=", re.sub(r"<[^>]*data-[^>]*>", "", text))
        assert "<style" not in text
        assert ' style="' not in text


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Any) -> None:
    with httpx.Client(base_url=server.url) as client:
        cookie = client.get("/").headers["set-cookie"]
        value, *attributes = cookie.split("; ")
        assert re.fullmatch(r"fattorino=[\w-]{32}", value)
        assert {"HttpOnly", "Path=/", "SameSite=lax"} < set(attributes)
        assert "Domain" not in cookie
        assert "set-cookie" not in client.get("/").headers
    with httpx.Client(base_url=server.url) as client:
        assert "set-cookie" not in client.get("/api/games").headers


def test_other_sites_may_not_post(server: Any) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = server.post("/api/matches", json=ORDER, headers=headers)
        assert (answer.status_code, code(answer)) == (403, "foreign_origin")
    assert server.post("/api/matches", json=ORDER, headers={"Origin": server.url}).status_code == 201


def test_bodies_are_bounded_and_json(server: Any) -> None:
    big = b'{"game": "' + b"x" * 70_000 + b'"}'
    headers = {"Content-Type": "application/json"}
    answer = server.call("POST", "/api/matches", content=big, headers=headers)
    assert (answer.status_code, code(answer)) == (413, "too_large")
    pieces = (big[n : n + 1000] for n in range(0, len(big), 1000))
    answer = server.call("POST", "/api/matches", content=pieces, headers=headers)
    assert (answer.status_code, code(answer)) == (413, "too_large")
    answer = server.call("POST", "/api/matches", content=b"game=x", headers={"Content-Type": "text/plain"})
    assert (answer.status_code, code(answer)) == (415, "wrong_type")


def test_requests_are_limited_with_a_sentence(live: Callable[..., Any]) -> None:
    server = live(requests_per_second=1.0)

    answers = [server.get("/api/games") for _request in range(4)]

    assert answers[0].status_code == 200
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert (refused.status_code, code(refused)) == (429, "too_many")
    assert refused.json()["detail"].endswith(".")
    assert int(refused.headers["retry-after"]) >= 1


def test_tables_are_limited(live: Callable[..., Any]) -> None:
    server = live(tables_per_hour=2)

    statuses = [server.post("/api/matches", json=ORDER).status_code for _table in range(4)]

    assert statuses == [201, 201, 429, 429]


def test_streams_are_limited_and_counted_back(live: Callable[..., Any]) -> None:
    server = live(streams_per_client=2)
    made = server.make("human", "human")
    one, two = server.stream(made), server.stream(made)
    one.next()
    two.next()

    refused = server.get(f"/api/matches/{made.id}/stream")
    assert (refused.status_code, code(refused)) == (429, "too_many")
    one.close()
    for _attempt in range(100):
        if server.app.state.streams.open["127.0.0.1"] < 2:
            break
        threading.Event().wait(0.05)
    again = server.stream(made)
    again.next()


def test_streams_asked_for_at_once_are_limited_too(live: Callable[..., Any]) -> None:
    server = live(streams_per_client=2)
    made = server.make("human", "human")

    streams = [server.stream(made) for _stream in range(12)]  # none waits for the answer to another

    going = 0
    for stream in streams:
        with contextlib.suppress(AssertionError):
            going += bool(stream.next())
    assert 1 <= going <= 2
    assert server.app.state.streams.open["127.0.0.1"] == going


def test_buckets_fill_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    buckets = Buckets(2, 1.0)

    assert [buckets.wait("a"), buckets.wait("a")] == [0.0, 0.0]
    assert buckets.wait("a") == pytest.approx(1.0)
    assert buckets.wait("b") == 0.0
    now = 101.0
    assert buckets.wait("a") == 0.0
    assert Buckets(0, 0).wait("a") == 0.0


def test_limits_remember_a_bounded_number_of_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_CLIENTS", 5)
    buckets = Buckets(1, 0.001)
    assert buckets.wait("busy") == 0.0

    for number in range(50):
        assert buckets.wait(number) == 0.0
        assert buckets.wait("busy") > 0.0, "whoever comes again is not forgotten"
        assert len(buckets) <= 5


def test_clients_are_told_apart_by_network() -> None:
    assert client_of("1.2.3.4") == "1.2.3.4"
    assert client_of("2001:db8::1") == client_of("2001:db8::2") != client_of("2001:db8:1::1")


def test_no_secret_enters_the_log(process: Callable[..., Any]) -> None:
    server = process("--log-level", "debug", "--log-format", "json")
    server.wait()
    made = server.make("human", "human", seed=123456789)
    first = made.tokens[0]
    open_link(server.browser(), made, first)
    server.browser().get(f"/t/{made.id}/s/{first}")
    browser = server.take(made, 0)
    server.play_on(made, 3)
    server.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": "my secret plan"})
    server.get(f"/t/{made.id}/s/{made.tokens[0]}x")
    cookie = browser.cookies["fattorino"]
    server.stop()

    log = server.log.read_text()

    assert '"message": "table made"' in log
    for secret in [first, *made.tokens.values(), made.host, cookie, "123456789", "my secret plan"]:
        assert secret not in log


def test_figures_and_health(server: Any) -> None:
    made = server.make("human", "greedy")
    server.play_on(made, 2)
    stream = server.stream(made, 0)
    stream.next()

    figures = server.get("/metrics", OPERATOR).text
    health = server.get("/healthz")
    stream.close()

    assert health.json()["status"] == "ok"
    for name in (
        'fattorino_tables{status="running"}',
        'fattorino_moves_total{by="human",game="ghost_town"}',
        "fattorino_move_seconds_bucket",
        "fattorino_stream_clients",
        'fattorino_bot_seconds_count{bot="greedy"}',
    ):
        assert name in figures
    assert made.id not in figures


def test_a_browser_that_went_astray_gets_a_page(server: Any) -> None:
    answer = server.get("/t/aaaaaaaaaaaa", headers={"Accept": "text/html"})

    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert 'href="/"' in answer.text
    assert server.get("/t/aaaaaaaaaaaa").json()["code"] == "unknown_table"
