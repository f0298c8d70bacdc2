"""A new link for a seat whose player has lost theirs: the host gives it, and everybody is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from server.conftest import Made, sit_down

pytestmark = pytest.mark.bulk


def test_the_host_gives_a_new_link_for_a_lost_one(live: Callable[..., Any]) -> None:
    server = live(absent_after=0.0)
    made = server.make("human", "human", seed=3)
    lost = server.take(made, 1, name="Ada")
    server.play_on(made, 2)
    steps = [step.digest for step in server.table(made).steps]
    path = f"/api/matches/{made.id}/seats/1/link"
    for token in ("", made.tokens[0], made.tokens[1]):
        assert server.post(path, token).json()["code"] == "not_host"

    given = server.post(path, made.host).json()

    assert given["seat"] == 1 and given["url"].endswith(given["token"])
    assert server.get(f"/api/matches/{made.id}", made.tokens[1]).json()["code"] == "bad_token"
    assert lost.get(f"/api/matches/{made.id}").json()["seat"] is None, "the old browser is out"
    found = server.browser()
    made.tokens[1] = given["token"]
    assert sit_down(found, made, given["token"], name="Ada").status_code == 303
    assert found.get(f"/api/matches/{made.id}").json()["seat"] == 1
    used = server.get(f"/api/matches/{made.id}", given["token"]).json()
    assert used["code"] == "bad_token", "nobody who saw the link on its way sits there too"
    told = [line["event"] for line in server.state(made, 0)["chat"]]
    assert told == ["seated", "relinked", "seated"], "everybody knows who may have seen the hand"
    assert [step.digest for step in server.table(made).steps] == steps
    assert server.state(made)["seats"][1]["name"] == "Ada", "the seat keeps its name"


def test_nobody_is_put_out_who_is_there(live: Callable[..., Any]) -> None:
    server = live(absent_after=1000.0)
    made = server.make("human", "human")
    server.take(made, 1, name="Ada")
    refused = server.post(f"/api/matches/{made.id}/seats/1/link", made.host)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_absent")
    empty = server.make("human", "human", start=False)
    refused = server.post(f"/api/matches/{empty.id}/seats/1/link", empty.host)
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_empty")


def test_the_page_of_the_host_has_it(live: Callable[..., Any]) -> None:
    server = live(absent_after=0.0)
    host = server.browser()
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = host.post("/api/matches", json={"game": "ghost_town", "seats": seats}).json()
    table = Made(made["id"], {seat["seat"]: seat["token"] for seat in made["seats"]}, made["host"], made)
    assert sit_down(host, table, table.tokens[0]).status_code == 303
    guest = server.browser()
    assert sit_down(guest, table, table.tokens[1], name="Ada").status_code == 303
    page = host.get(f"/t/{made['id']}").text
    (action,) = re.findall(r'action="([^"]*/seats/1/link)"', page)
    assert "/seats/0/link" not in page and "/link" not in guest.get(f"/t/{made['id']}").text
    assert guest.post(action).status_code == 403
    shown = host.post(action).text
    (url,) = re.findall(r'readonly value="([^"]+)"', shown)
    assert sit_down(guest, table, url.split("#")[1]).status_code == 303
    assert "A new link for Ada" in shown and "<svg" in shown
