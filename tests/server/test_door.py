"""A private club: a code for everything, or tables by the operator only; its own title, words and links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fattorino.server.settings import BadSetting, Settings
from server.conftest import OPERATOR, PATIENCE

pytestmark = pytest.mark.bulk

CODE = "quattro stagioni"
HEADER = {"Join-Code": CODE}


def visitor(server: Any, **more: Any) -> httpx.Client:
    """A browser that comes for the first time."""
    client = httpx.Client(base_url=server.url, timeout=PATIENCE, headers={"Accept": "text/html"}, **more)
    server.opened.append(client)
    return client


def member(server: Any) -> httpx.Client:
    """A browser that has given the code."""
    browser = visitor(server)
    assert browser.get("/join").status_code == 200
    assert browser.post("/join", data={"code": CODE}).status_code == 303
    return browser


def test_nothing_is_seen_without_the_code(live: Callable[..., Any]) -> None:
    server = live(join_code=CODE)
    server.http.headers.update(HEADER)
    made = server.make("human", "human", listed=True)
    server.http.headers.pop("Join-Code")
    for path in server.get("/openapi.json", headers=HEADER).json()["paths"]:
        if path.startswith(("/api/operator", "/healthz", "/readyz", "/metrics")):
            continue
        for method in ("GET", "POST", "PUT", "DELETE"):
            concrete = path.format(id=made.id, seat=0, number=1)
            for token in ("", made.tokens[0], made.host):
                refused = server.call(method, concrete, token)
                assert (refused.status_code, refused.json()["code"]) == (401, "no_code"), (method, path)
    pages = (
        "/",
        f"/t/{made.id}",
        f"/t/{made.id}/seat",
        f"/t/{made.id}/words",
        "/new/ghost_town",
    )
    for path in (*pages, f"/t/{made.id}/screen", "/rules/ghost_town", "/docs", "/openapi.json"):
        asked = visitor(server).get(path)
        assert asked.status_code == 303 and asked.headers["location"].startswith("/join?to=/"), path
        assert visitor(server).post(path).status_code == 401, path
    assert visitor(server).get(f"/api/matches/{made.id}/stream").status_code == 401
    for path in ("/healthz", "/readyz", "/robots.txt", "/static/style.css"):
        assert server.get(path).status_code == 200, path
    assert server.get("/metrics").json()["code"] == "not_operator"
    assert server.get("/metrics", OPERATOR).status_code == 200
    assert server.get(f"/api/matches/{made.id}", OPERATOR).json()["code"] == "bad_token", "the door is open"


def test_the_code_opens_the_door(live: Callable[..., Any]) -> None:
    server = live(join_code=CODE)
    server.http.headers.update(HEADER)  # a program sends it with every request
    made = server.make("human", "human")
    server.play_on(made, 1)
    stream = server.stream(made, 0, **HEADER)
    stream.next()
    browser = visitor(server, follow_redirects=True)
    asked = browser.get(f"/t/{made.id}")
    assert "Code" in asked.text and made.id in asked.text and "ghost_town" not in asked.text

    wrong = browser.post("/join", data={"code": "margherita", "to": f"/t/{made.id}"})
    assert wrong.status_code == 403 and "This is not the code" in wrong.text
    opened = browser.post("/join", data={"code": f" {CODE} ", "to": f"/t/{made.id}"})

    assert opened.status_code == 200 and opened.url.path == f"/t/{made.id}"
    assert browser.get(f"/api/matches/{made.id}").status_code == 200
    cookie = next(cookie for cookie in browser.cookies.jar if cookie.name == "fattorino-door")
    assert CODE not in str(cookie.value) and cookie.has_nonstandard_attr("HttpOnly")
    thief = visitor(server)
    thief.get("/join")
    thief.cookies.set("fattorino-door", str(cookie.value))
    assert thief.get("/").status_code == 303, "it is of one browser"
    for to in ("https://evil.example", "//evil.example", "/\\evil.example", "/t/x\r\nSet-Cookie: a=b"):
        onward = member(server).get("/join", params={"to": to})
        assert onward.headers["location"] == "/", to
    server.stop()
    server = live(join_code="another")
    again = httpx.Client(base_url=server.url, cookies=browser.cookies, headers={"Accept": "text/html"})
    server.opened.append(again)
    assert again.get("/").status_code == 303, "a new code closes the door again"


def test_codes_cannot_be_tried_for_long(live: Callable[..., Any]) -> None:
    server = live(join_code=CODE, proxy=True)
    tried = [
        server.get("/api/games", headers={"Join-Code": str(n), "X-Forwarded-For": "192.0.2.1"}).status_code
        for n in range(12)
    ]
    assert tried[:10] == [401] * 10 and tried[11] == 429
    right = server.get("/api/games", headers=HEADER | {"X-Forwarded-For": "192.0.2.1"})
    assert right.status_code == 429, "also the right one: else it would be found"
    assert server.get("/api/games", headers=HEADER | {"X-Forwarded-For": "192.0.2.2"}).status_code == 200


def test_over_tls_no_other_site_can_set_the_cookie(live: Callable[..., Any]) -> None:
    server = live(join_code=CODE, public_url="https://pizza.club.example")
    browser = visitor(server)
    person = browser.get("/join").headers["set-cookie"].split(";")[0]
    origin = {"Origin": "https://pizza.club.example", "Cookie": person}
    given = browser.post("/join", data={"code": CODE}, headers=origin).headers["set-cookie"]
    assert given.startswith("__Host-fattorino-door=") and "Secure" in given and "HttpOnly" in given
    assert browser.get("/", headers={"Cookie": f"{person}; {given.split(';')[0]}"}).status_code == 200
    foreign = browser.post("/join", data={"code": CODE}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403


def test_only_the_operator_sets_up_tables_where_it_is_so(live: Callable[..., Any]) -> None:
    server = live(tables_by="operator")
    body = {"game": "ghost_town", "seats": [{"kind": "human"}, {"kind": "human"}]}
    refused = server.post("/api/matches", json=body)
    assert (refused.status_code, refused.json()["code"]) == (403, "tables_closed")
    guest = server.browser()
    for path in ("/play/ghost_town", "/learn/ghost_town"):
        assert guest.post(path).status_code == 403
    assert guest.get("/new/ghost_town").status_code == 403
    front = guest.get("/").text
    assert "/new/ghost_town" not in front and "/play/" not in front and "/rules/ghost_town" in front
    made = server.post("/api/matches", OPERATOR, body)
    assert made.status_code == 201, "the operator's token"
    owner = server.browser()
    assert (
        owner.post("/operator", data={"token": OPERATOR}, headers={"Origin": server.url}).status_code == 303
    )
    assert owner.get("/new/ghost_town").status_code == 200 and "/play/ghost_town" in owner.get("/").text
    own = owner.post("/api/matches", json=body, headers={"Origin": server.url})
    assert own.status_code == 201, "and their browser"
    seat = own.json()["seats"][0]
    sat = guest.post(f"/t/{own.json()['id']}/seat", data={"token": seat["token"], "sit": "on"})
    assert sat.status_code == 303, "a guest sits down by the operator's link"


def test_a_club_has_its_own_title_words_and_links(live: Callable[..., Any]) -> None:
    server = live(
        title="Club <Tre> Pizze", words="Every Tuesday.", imprint="/imprint", privacy="https://club.example/p"
    )
    made = server.make("human", "human")
    front = server.get("/").text
    assert "Club &lt;Tre&gt; Pizze" in front and "Every Tuesday." in front and "Fattorino</h1>" not in front
    for path in ("/", "/rules/ghost_town", "/docs", "/accessibility"):
        page = server.get(path).text
        assert '<a href="/imprint">Imprint</a>' in page and "https://club.example/p" in page, path
    assert "Club &lt;Tre&gt; Pizze" in server.get(f"/t/{made.id}").text
    server.stop()
    plain = live().get("/").text
    assert "Imprint" not in plain and "Privacy" not in plain and "<h1>Fattorino</h1>" in plain
    with pytest.raises(BadSetting, match="imprint must begin with"):
        Settings.read({"imprint": "javascript:alert(1)"})


def test_search_engines_read_no_page_with_people(server: Any) -> None:
    robots = server.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /\n" in robots.text and "Allow: /rules/" in robots.text
    assert "/t/" not in robots.text
