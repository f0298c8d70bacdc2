"""Strangers' requests that change something they must not, or that nobody should have to think of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.bulk

JSON = {"Content-Type": "application/json"}
SAFE = {"get", "head", "options"}
PAYLOADS = (
    '<script src="/static/x.js"></script>',
    '"><img src=x onerror=alert(1)>',
    "<svg/onload=alert(1)>",
    "'><b id=injected>",
    "{{7*7}}<b id=injected>",
)


def disguises(server: Any) -> Iterator[dict[str, str]]:
    """Headers with which a browser would send another site's request."""
    host = server.url.removeprefix("http://")
    yield {"Origin": "https://evil.example"}
    yield {"Origin": "null"}
    yield {"Origin": f"http://{host.split(':')[0]}:1"}
    yield {"Origin": f"http://{host}@evil.example"}
    yield {"Sec-Fetch-Site": "cross-site"}


def changing(server: Any) -> list[tuple[str, str]]:
    """All routes that change something: method and path, with parameters filled in."""
    made = server.make("human", "human")
    found = []
    for route in server.app.routes:
        for method in getattr(route, "methods", None) or ():
            if method.lower() not in SAFE:
                path = route.path.replace("{id}", made.id).replace("{game}", "ghost_town")
                found.append((method, re.sub(r"\{[^}]*\}", "0", path)))
    for path, methods in server.get("/openapi.json").json()["paths"].items():
        filled = re.sub(r"\{[^}]*\}", "0", path.replace("{id}", made.id))
        found += [(method.upper(), filled) for method in methods if method not in SAFE]
    return sorted(set(found))


def test_no_route_that_changes_something_takes_another_sites_request(server: Any) -> None:
    routes = changing(server)
    assert len(routes) > 20
    for method, path in routes:
        for headers in disguises(server):
            for body in (b"", b"a=b"):
                answer = server.call(method, path, content=body, headers=headers)
                assert answer.status_code == 403, (method, path, headers, answer.text)
    for odd in ({"X-HTTP-Method-Override": "DELETE"}, {}):
        made = server.make("human", "human")
        answer = server.post(f"/api/matches/{made.id}?_method=DELETE", made.host, headers=odd)
        assert answer.status_code == 405
        assert server.get(f"/api/matches/{made.id}").status_code == 200


class Elements(HTMLParser):
    """What a browser would make of a page: its elements and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.suspicious: list[tuple[str, Any]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        wrong = any(name.startswith("on") for name in given) or given.get("id") == "injected"
        if wrong or given.get("src") in ("x", "/static/x.js"):
            self.suspicious.append((tag, attrs))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_that_people_type_becomes_an_element_of_a_page(server: Any, payload: str) -> None:
    made = server.make("human", "human", start=False, listed=True)
    path = f"/api/matches/{made.id}"
    name = payload[:40]
    for seat in (0, 1):
        server.claim(made, seat, name=f"{seat}{name[:38]}")
    assert server.post(f"{path}/chat", made.tokens[0], {"text": payload}).status_code == 200
    pages = [f"/t/{made.id}", f"/t/{made.id}/screen", f"/t/{made.id}/s/{made.tokens[1]}", "/"]
    odd = httpx.QueryParams({"name": payload, "guest-1": payload, "option-town": payload})
    pages += [f"/new/ghost_town?{odd}", f"/rules/{payload}", f"/t/{payload}"]
    browser = server.browser()
    for running in (False, True):
        if running:
            assert server.post(f"{path}/start", made.host).status_code == 200
            pages += [f"/t/{made.id}/words", f"/api/matches/{made.id}/why?typed={payload}"]
        for page in pages:
            text = browser.get(page).text
            assert Elements(text).suspicious == [], (page, Elements(text).suspicious)
    assert Elements(payload).suspicious, "the payload would be one"


def test_redirects_stay_on_this_server(server: Any) -> None:
    for path in ("/rules/", "/rules/ghost_town/", "/%2f%2fevil.example", "/rules/%2f%2fevil.example/"):
        answer = server.get(path, follow_redirects=False)
        assert answer.status_code in (400, 404) and "location" not in answer.headers, (path, answer.headers)
    assert server.get("/rules/", headers={"Host": "evil.example"}).status_code == 421
    for path in ("/static/../app.py", "/static/%2e%2e/%2e%2e/cli.py", "/static/..%2f..%2fcli.py"):
        assert server.call("GET", path).status_code == 404


ODD = [
    b"[" * 30_000,
    b'{"a":' * 30_000,
    b'{"game": NaN}',
    b'{"game": Infinity}',
    b'{"seed": 1e400}',
    b'{"game": "ghost_town", "seed": -9223372036854775809}',
    b'{"game": "\xff"}',
    '{"game": "../x"}'.encode("utf-16"),
    b'\xef\xbb\xbf{"game": "../x"}',
    b'{"game": "../x", "game": "../y"}',
    b'{"game": "ghost_town", "seats": [{"kind": "bot", "bot": "os:system"}, {}]}',
    b'{"game": "ghost_town", "seats": [{"kind": "bot", "bot": "mcts:seconds=1e9"}, {}]}',
    b'{"game": "ghost_town", "seats": [{"kind": "bot", "bot": "net:path=/etc/passwd"}, {}]}',
    b"\0",
    b"",
]


@pytest.mark.parametrize("body", ODD, ids=range(len(ODD)))
def test_a_body_that_nobody_expects_is_refused(server: Any, body: bytes) -> None:
    made = server.make("human", "human")
    api = f"/api/matches/{made.id}"
    for method, path in (
        ("POST", "/api/matches"),
        ("POST", f"{api}/actions"),
        ("POST", f"{api}/chat"),
        ("PUT", f"{api}/notes"),
        ("POST", f"{api}/seats/0"),
    ):
        answer = server.call(method, path, made.tokens[0], content=body, headers=JSON)
        harmless = answer.status_code == 200 and path.endswith("seats/0")  # it asks for nothing
        assert harmless or 400 <= answer.status_code < 500, (path, answer.status_code, answer.text)


def test_what_a_person_sees_of_a_table_is_kept_by_no_cache(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human", seed=3)
    browser = server.browser()
    pages = [f"/t/{made.id}", f"/t/{made.id}/s/{made.tokens[0]}", f"/api/matches/{made.id}"]
    for page in pages:
        assert browser.get(page).headers["cache-control"] == "no-store", page
    server.play_on(made)
    for page in (f"/replay/{made.id}", f"/replay/{made.id}/frame?move=3", f"/review/{made.id}"):
        answer = browser.get(page)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), page
