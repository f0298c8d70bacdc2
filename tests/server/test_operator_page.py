"""The operator's page: who gets in, what each form does, what is asked before it is done."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fattorino.server.http import cookies
from server.conftest import OPERATOR

pytestmark = pytest.mark.bulk


def operator(server: Any) -> httpx.Client:
    """A browser with the operator's session."""
    browser: httpx.Client = server.browser()
    browser.headers["Origin"] = server.url  # as browsers do where a form is posted
    assert browser.post("/operator", data={"token": OPERATOR}).status_code == 303
    return browser


def press(browser: httpx.Client, act: str, path: str = "/operator", sure: bool = True, **fields: Any) -> Any:
    """Send a form of the page; where it asks whether one is sure, say so."""
    fields = {"act": act, "back": path} | fields
    answer = browser.post("/operator/act", data=fields)
    if "Are you sure?" in answer.text and sure:
        return browser.post("/operator/act", data=fields | {"sure": "on"})
    return answer


def test_the_token_opens_the_page_and_stays_out_of_addresses_and_logs(
    server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    browser = server.browser()
    assert "Sign in" in browser.get("/operator").text and "Blocked" not in browser.get("/operator").text
    wrong = browser.post("/operator", data={"token": "guess"})
    assert wrong.status_code == 403 and "not the operator" in wrong.text
    with caplog.at_level(logging.DEBUG):
        right = browser.post("/operator", data={"token": OPERATOR})
    cookie = right.headers["set-cookie"]
    assert right.headers["location"] == "/operator" and OPERATOR not in str(right.headers)
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    fattorino = [record.getMessage() for record in caplog.records if record.name.startswith("fattorino")]
    assert OPERATOR not in "".join(fattorino)
    page = browser.get("/operator").text
    assert "How the server is" in page and OPERATOR not in page
    browser.post("/operator/leave", headers={"Origin": server.url})
    assert "Sign in" in browser.get("/operator").text


def test_a_session_ends_and_is_of_one_browser(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = operator(server)
    value = browser.cookies["fattorino-operator"]
    thief = server.browser()
    thief.cookies.set("fattorino-operator", value)
    assert "Sign in" in thief.get("/operator").text
    end, signed = value.split(".")
    person = browser.cookies["fattorino"]
    for forged in (f"{int(end) + 9}.{signed}", f"{end}.{'0' * 64}", end, "é", "9" * 5000 + "." + signed):
        given = f"fattorino={person}; fattorino-operator={forged}".encode()
        asked = server.call("GET", "/operator/tables/aaaaaaaaaaaa", headers={"Cookie": given})
        assert asked.status_code == 403, forged
    given = f"fattorino={person}; fattorino-operator={value}".encode()
    asked = server.call("GET", "/operator/tables/aaaaaaaaaaaa", headers={"Cookie": given})
    assert asked.status_code == 404, "the real one"
    browser = operator(server)
    assert "How the server is" in browser.get("/operator").text
    now = time.time()
    monkeypatch.setattr("fattorino.server.http.cookies.time.time", lambda: now + cookies.SESSION + 1)
    assert "Sign in" in browser.get("/operator").text


def test_no_other_site_acts_for_the_operator(server: Any) -> None:
    browser = operator(server)
    made = server.make("human", "human")
    form = {"act": "delete", "table": made.id, "sure": "on"}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": server.url, "Host": "evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    ):
        assert browser.post("/operator/act", data=form, headers=headers).status_code in (403, 421), headers
    del browser.headers["Origin"]
    silent = browser.post("/operator/act", data=form)
    assert silent.status_code == 403, "a browser that does not say where it comes from"
    api = browser.put(f"/api/operator/tables/{made.id}/halt", json={})
    assert api.status_code == 403
    assert browser.get(f"/operator/tables/{made.id}").status_code == 200, "reading changes nothing"
    assert server.get(f"/api/matches/{made.id}").status_code == 200


def test_nobody_else_sees_or_does_anything(server: Any) -> None:
    made = server.make("human", "human")
    host = server.take(made, 0, name="Ada")
    host.headers["Origin"] = server.url
    assert host.get(f"/operator/tables/{made.id}").status_code == 403
    for act in ("delete", "mute", "erase", "block", "notice", "halt"):
        form = {"act": act, "table": made.id, "seat": 0, "sure": "on", "text": "x", "address": "192.0.2.9"}
        assert host.post("/operator/act", data=form).status_code == 403, act
    assert [line["event"] for line in server.state(made)["chat"]] == ["seated"]


def test_what_cannot_be_undone_is_asked_first(server: Any) -> None:
    browser, made = operator(server), server.make("human", "human")
    server.take(made, 0, name="Ada")
    here = f"/operator/tables/{made.id}"
    for act in ("delete", "close", "erase", "block", "line"):
        fields = {"table": made.id, "seat": 0, "line": 1, "person": f"{made.id}-0", "address": "192.0.2.1"}
        asked = press(browser, act, here, sure=False, who="<b>Ada</b>", **fields)
        assert asked.status_code == 200 and "Are you sure?" in asked.text, act
        assert "<b>Ada" not in asked.text and f'href="{here}"' in asked.text
    assert server.state(made)["seats"][0]["name"] == "Ada"
    assert [line["event"] for line in server.state(made)["chat"]] == ["seated"]
    assert server.service.moderation.blocked == frozenset()


def test_every_form_of_the_page_does_what_it_says(live: Callable[..., Any]) -> None:
    server = live()
    browser = operator(server)
    empty = browser.get("/operator").text
    for words in ("There is no table yet.", "Nobody has sat down yet.", "No address is blocked."):
        assert words in empty
    made = server.make("human", "human", "human", seed=1)
    for seat, name in enumerate(("Ada", "Bob", "Eva")):
        player = server.take(made, seat, name=name)
        player.post(f"/api/matches/{made.id}/chat", json={"text": f"this is {name}"})
    here, at = f"/operator/tables/{made.id}", {"table": made.id}

    page = browser.get("/operator").text
    assert f'href="{here}"' in page and "Ada, Bob, Eva" in page
    assert "Nobody is called like “Zoe”" in browser.get("/operator?like=Zoe").text
    table = browser.get(here).text
    for field in ("act", "table", "seat", "line", "person"):
        assert f'name="{field}"' in table
    assert (
        press(browser, "rename", here, **at, seat=0, text="Guest").headers["location"]
        == f"{here}?done=rename"
    )
    assert "another name now" in browser.get(f"{here}?done=rename").text
    press(browser, "mute", here, **at, seat=0)
    assert "muted by you" in browser.get(here).text
    press(browser, "line", here, **at, line=2)
    press(browser, "close", here, **at, seat=1)
    press(browser, "halt", here, **at, text="Tea")
    state = server.state(made)
    assert [seat["kind"] for seat in state["seats"]][:3] == ["human", "bot", "human"]
    assert state["seats"][0]["name"] == "Guest" and "Tea" in state["frozen"]
    told = [line["event"] for line in state["chat"]]
    assert told == ["seated", "deleted", *("seated", "") * 2, "silenced", "closed", "halted"]
    press(browser, "resume", here, **at)
    press(browser, "unmute", here, **at, seat=0)
    assert not server.state(made)["frozen"] and not server.state(made)["seats"][0]["muted"]
    refused = press(browser, "rename", here, **at, seat=0, text="EVA")
    assert refused.status_code == 409 and "taken for somebody else" in refused.text and here in refused.text
    eva = re.search(
        r'name="person" value="([0-9a-f]{16})"[^>]*><input type="hidden" name="who" value="Eva"', table
    )
    assert eva is not None
    press(browser, "erase", person=eva[1])
    assert "Eva" not in server.get(f"/t/{made.id}").text + browser.get("/operator").text
    press(browser, "notice", text="Hello")
    assert "Now everybody reads: “Hello”" in browser.get("/operator").text
    press(browser, "no-notice")
    press(browser, "block", address="192.0.2.1")
    assert "<code" in browser.get("/operator").text and "192.0.2.1" in browser.get("/operator").text
    press(browser, "unblock", address="192.0.2.1")
    assert "192.0.2.1" not in browser.get("/operator").text
    press(browser, "delete", **at)
    assert server.get(f"/api/matches/{made.id}").status_code == 404
    for odd in (
        {"act": "fly"},
        {},
        {"act": "mute", "table": made.id},
        {"act": "close", "seat": "x", "sure": "on"},
    ):
        assert browser.post("/operator/act", data=odd).status_code in (404, 422), odd
    onward = browser.post("/operator/act", data={"act": "notice", "text": "", "back": "https://evil.example"})
    assert onward.headers["location"] == "/operator?done=notice"


def test_the_page_shows_a_table_as_a_spectator_sees_it(server: Any) -> None:
    browser, made = operator(server), server.make("human", "human")
    server.take(made, 0, name="Ada")
    server.play_on(made, 2)
    page = browser.get(f"/operator/tables/{made.id}").text + browser.get("/operator").text
    table = server.table(made)
    for secret in (*made.tokens.values(), made.host, str(table.chance.seed), table.chance.nonce):
        assert secret not in page
    assert browser.get(f"/api/matches/{made.id}").json()["seat"] is None, "nor do they sit anywhere"
    refused = browser.get(f"/api/matches/{made.id}/record")
    assert refused.json()["code"] == "not_over"


def test_a_server_without_a_token_knows_no_operator(live: Callable[..., Any]) -> None:
    server = live(operator_token="")
    assert "knows no operator" in server.browser().get("/operator").text
    assert server.browser().post("/operator", data={"token": ""}).status_code == 403
    refused = server.get("/metrics")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_operator")
    assert "FATTORINO_OPERATOR_TOKEN" in refused.json()["detail"]


def test_tokens_cannot_be_tried_for_long(live: Callable[..., Any]) -> None:
    server = live()
    browser = server.browser()
    tried = [browser.post("/operator", data={"token": str(n)}).status_code for n in range(12)]
    assert tried[:10] == [403] * 10 and tried[11] == 429
    assert server.make("human", "human").id, "others, and other requests, go on"
