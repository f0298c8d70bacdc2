"""What the operator does about people: who may, what it does, and that an erased person is nowhere."""

from __future__ import annotations

import importlib
import json
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fattorino.commands.common import app
from fattorino.server.storage.backup import backup
from server.conftest import OPERATOR, Made, sit_down, wait_until

pytestmark = pytest.mark.bulk

importlib.import_module("fattorino.cli")  # which adds the commands

MARIO = "Mario Rossi"


def act(server: Any, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    """Something the operator does."""
    answer = server.call(method, f"/api/operator/{path}", OPERATOR, json=body)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def everything(server: Any, made: Made) -> str:
    """All that the server says about a table and its people, to anybody and to the operator."""
    paths = [f"/t/{made.id}", f"/t/{made.id}/words", f"/t/{made.id}/screen", "/"]
    paths += [f"/api/matches/{made.id}", f"/api/matches/{made.id}/chat"]
    told = [server.get(path).text for path in [*paths, "/api/matches"]]
    told += [server.get(f"/api/matches/{made.id}", token).text for token in made.tokens.values()]
    operator = ("tables", "people", f"tables/{made.id}", "state", "blocked")
    told += [server.get(f"/api/operator/{path}", OPERATOR).text for path in operator]
    told += [server.get("/metrics", OPERATOR).text]
    return "\n".join(told)


def bytes_on_disk(folder: Path) -> bytes:
    """All that the database and its journal are made of."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tables.db*")))


def test_only_the_operator_may(server: Any) -> None:
    made = server.make("human", "human")
    server.take(made, 0, name="Ada")
    paths = server.get("/openapi.json").json()["paths"]
    calls = [
        (method.upper(), path)
        for path, known in paths.items()
        for method in known
        if path.startswith("/api/operator/")
    ]
    assert len(calls) > 15
    values = {"id": made.id, "seat": 0, "number": 1, "person": "0" * 16, "address": "192.0.2.1"}
    body = {"text": "x", "name": "x", "reason": "x"}
    for method, path in calls:
        for token in ("", made.host, made.tokens[0], "wrong"):
            more = {"json": body} if method in ("PUT", "POST") else {}
            refused = server.call(method, path.format(**values), token, **more)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_operator"), (method, path)
    assert server.state(made)["seats"][0]["name"] == "Ada"
    assert server.service.moderation.blocked == frozenset() and not server.service.moderation.notice


def test_a_muted_player_is_muted_whatever_the_host_says(server: Any) -> None:
    made = server.make("human", "human", start=False)
    browser = server.take(made, 0, name="Loud")
    path = f"tables/{made.id}/seats/0/mute"

    assert act(server, "PUT", path)["muted"]

    unmuted = server.call("DELETE", f"/api/matches/{made.id}/seats/0/mute", made.host)
    assert unmuted.status_code == 200 and unmuted.json()["muted"]
    refused = browser.post(f"/api/matches/{made.id}/chat", json={"text": "hear me"})
    assert (refused.status_code, refused.json()["code"]) == (403, "no_chat")
    assert "operator has muted" in refused.json()["detail"]
    renamed = browser.post(f"/api/matches/{made.id}/seats/0", json={"name": "Hear me"})
    assert renamed.status_code == 403, "a name could be used to talk"
    assert not act(server, "DELETE", path)["muted"]
    assert browser.post(f"/api/matches/{made.id}/chat", json={"text": "thanks"}).status_code == 200
    told = [line["event"] for line in server.state(made)["chat"]]
    assert told == ["silenced", "unsilenced", ""]


def test_a_rude_name_is_changed_everywhere(server: Any) -> None:
    made = server.make("human", "human", listed=True)
    browser = server.take(made, 0, name="Rudeword")
    browser.post(f"/api/matches/{made.id}/chat", json={"text": "hello"})
    server.take(made, 1, name="Ada")
    assert "Rudeword" in server.get("/").text

    assert act(server, "PUT", f"tables/{made.id}/seats/0/name", {"name": "Guest"})["name"] == "Guest"

    assert "Rudeword" not in everything(server, made)
    assert [line["name"] for line in server.state(made)["chat"] if line["text"] == "hello"] == ["Guest"]
    taken = act(server, "PUT", f"tables/{made.id}/seats/0/name", {"name": "ADA"}, 409)
    assert taken["code"] == "name_taken"
    assert act(server, "PUT", f"tables/{made.id}/seats/0/name", {"name": ""})["name"] not in ("", "Guest")


def test_a_deleted_line_leaves_open_pages_too(server: Any, caplog: pytest.LogCaptureFixture) -> None:
    made = server.make("human", "human")
    browser = server.take(made, 0, name="Ada")
    said = browser.post(f"/api/matches/{made.id}/chat", json={"text": "my address is 1 Elm Road"}).json()
    stream = server.stream(made)
    stream.next()

    with caplog.at_level(logging.INFO, "fattorino"):
        act(server, "DELETE", f"tables/{made.id}/chat/{said['number']}", status=204)

    assert stream.until(lambda event: event["event"] == "reload") and stream.ended()
    line = server.state(made)["chat"][-1]
    assert (line["number"], line["event"], line["name"]) == (said["number"], "deleted", "")
    assert "Elm Road" not in everything(server, made)
    gone = act(server, "DELETE", f"tables/{made.id}/chat/{said['number']}", status=404)
    assert gone["code"] == "unknown_line"
    assert [record.message for record in caplog.records] == ["line deleted"]
    assert "Ada" not in caplog.text and "Elm" not in caplog.text


def test_a_closed_seat_is_played_by_a_bot(server: Any) -> None:
    running = server.make("human", "human", seed=3)
    waiting = server.make("human", "human", start=False)
    for made in (running, waiting):
        browser = server.take(made, 0, name="Ada")
        server.take(made, 1, name="Bob")
        assert act(server, "DELETE", f"tables/{made.id}/seats/0")["kind"] == "bot"
        assert browser.post(f"/api/matches/{made.id}/chat", json={"text": "let me in"}).status_code == 403
        again = browser.post(f"/api/matches/{made.id}/seats/0")
        assert again.status_code == 409
        empty = act(server, "DELETE", f"tables/{made.id}/seats/0", status=409)
        assert empty["code"] == "seat_empty"
    others = {1: running.tokens[1]}
    server.play_on(Made(running.id, others, running.host, {}), 3)


def test_a_halted_table_says_why(server: Any, caplog: pytest.LogCaptureFixture) -> None:
    made = server.make("human", "human")
    halt = f"tables/{made.id}/halt"
    with caplog.at_level(logging.INFO, "fattorino"):
        act(server, "PUT", halt, {"reason": "A word with {you}, please."})
    state = server.state(made)
    assert "A word with {you}, please." in state["frozen"]
    assert [(line["event"], line["text"]) for line in state["chat"]] == [
        ("halted", "The operator has halted this table: A word with {you}, please.")
    ]
    assert "A word with {you}" in server.get(f"/t/{made.id}").text
    assert act(server, "GET", f"tables/{made.id}")["reason"] == "A word with {you}, please."
    act(server, "PUT", halt)  # without a reason, in its place
    assert "A word" not in server.state(made)["frozen"] and "halted" in server.state(made)["frozen"]
    with caplog.at_level(logging.INFO, "fattorino"):
        act(server, "DELETE", halt)
    assert server.state(made)["frozen"] == ""
    assert [record.message for record in caplog.records] == ["table halted", "table resumed"]
    assert "A word" not in caplog.text
    assert act(server, "PUT", halt, {"reason": "x" * 301}, 422)["code"] == "invalid_request"


def test_a_notice_reaches_everybody_and_stays(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human")
    stream = server.stream(made, content="page")
    stream.next()

    assert act(server, "PUT", "notice", {"text": "Closing at <ten>."}) == {"text": "Closing at <ten>."}

    told = stream.until(lambda event: "notice" in event["data"]["fragments"])
    assert told["data"]["fragments"]["notice"] == "Closing at &lt;ten&gt;."
    for path in ("/", "/rules/ghost_town", f"/t/{made.id}", "/docs"):
        assert "Closing at &lt;ten&gt;." in server.get(path).text, path
    server.stop()
    server = live()
    assert server.get("/api/notice").json() == {"text": "Closing at <ten>."}
    act(server, "PUT", "notice", {"text": ""})
    assert server.get("/api/notice").json() == {"text": ""} and "Closing" not in server.get("/").text


def test_a_blocked_address_is_served_nothing(live: Callable[..., Any]) -> None:
    server = live(proxy=True)
    bad, good = ({"X-Forwarded-For": address} for address in ("192.0.2.7", "192.0.2.8"))
    made = server.make("human", "human")
    streams = [server.stream(made, 0, **headers) for headers in (bad, good)]
    for stream in streams:
        stream.next()
    seats = act(server, "GET", f"tables/{made.id}")["seats"]
    assert [seat["addresses"] for seat in seats] == [["192.0.2.7", "192.0.2.8"], [], []]

    assert act(server, "PUT", "blocked/192.0.2.7") == {"addresses": ["192.0.2.7"]}

    assert streams[0].ended()
    for method, path in (
        ("GET", "/"),
        ("GET", f"/t/{made.id}"),
        ("GET", f"/api/matches/{made.id}"),
        ("GET", f"/api/matches/{made.id}/stream"),
        ("POST", f"/api/matches/{made.id}/actions"),
        ("POST", "/api/matches"),
    ):
        refused = server.call(method, path, made.tokens[0], headers=bad)
        assert (refused.status_code, refused.json()["code"]) == (403, "blocked"), path
        assert server.call("GET", f"/api/matches/{made.id}", made.tokens[0], headers=good).status_code == 200
    assert "closed this server" in server.get("/", headers=bad | {"Accept": "text/html"}).text
    mine = server.call("DELETE", "/api/operator/blocked/192.0.2.7", OPERATOR, headers=bad)
    assert mine.json() == {"addresses": []}, "an operator who blocked themselves"
    act(server, "PUT", "blocked/2001:db8:1:2:3::4")
    six = {"X-Forwarded-For": "2001:db8:1:2:ffff::1"}
    assert server.get("/", headers=six).status_code == 403, "an IPv6 client is a network"
    mapped = {"X-Forwarded-For": "::ffff:192.0.2.8"}
    act(server, "PUT", "blocked/192.0.2.8")
    assert server.get("/", headers=mapped).status_code == 403
    assert act(server, "PUT", "blocked/nowhere", status=422)["code"] == "invalid_request"
    server.stop()
    again = live(proxy=True)
    assert again.get("/", headers=six).status_code == 403, "it holds after a restart"


@pytest.fixture(name="evening")
def _evening(live: Callable[..., Any]) -> tuple[Any, list[Made], Any]:
    """Mario at a running, a finished and an open table, at one he left and one that is his alone."""
    server = live()
    running, over, waiting, left = (
        server.make(
            "human", "human", seed=n, options={"turn_limit": 15} if n == 1 else {}, listed=True, **more
        )
        for n, more in enumerate(({}, {}, {"start": False}, {}))
    )
    mario = server.browser()
    for made in (running, over, waiting, left):
        assert sit_down(mario, made, made.tokens[0], name=MARIO).status_code == 303
        made.tokens[0] = mario.post(f"/api/matches/{made.id}/seats/0/token").json()["token"]
        mario.post(f"/api/matches/{made.id}/chat", json={"text": "I am Mario from Naples"})
        ada = server.take(made, 1, name="Ada")
        ada.post(f"/api/matches/{made.id}/chat", json={"text": f"welcome, {MARIO.upper()}!"})
    mario.put(f"/api/matches/{running.id}/notes", json={"notes": {"cell-1": "wall"}})
    server.play_on(running, 2)
    server.play_on(over)
    seat, state = server.asked(running)
    server.move(
        running, seat, state["legal"][0]["action"], state["version"], headers={"Idempotency-Key": "mario-1"}
    )
    assert mario.delete(f"/api/matches/{left.id}/seats/0").status_code == 200
    made = mario.post("/play/ghost_town", data={"name": MARIO})
    assert made.status_code == 303
    alone = Made(made.headers["location"].removeprefix("/t/"), {}, "", {})
    return server, [running, over, waiting, left, alone], mario


def test_an_erased_person_is_nowhere_and_the_others_play_on(
    evening: tuple[Any, list[Made], Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server, tables, mario = evening
    running, over, waiting, left, alone = tables
    steps = [(s.number, s.seat, s.action, s.digest) for s in server.table(running).steps]
    record = server.get(f"/api/matches/{over.id}/record").json()
    stream = server.stream(running, 1)
    stream.next()
    (person,) = act(server, "GET", "people?name=mario")["people"]
    assert person["names"] == [MARIO] and len(person["tables"]) == 5 and len(person["seats"]) == 4
    for made in tables:
        assert "Mario" in everything(server, made)
    assert b"Mario" in bytes_on_disk(tmp_path)

    with caplog.at_level(logging.INFO, "fattorino"):
        assert act(server, "DELETE", f"people/{person['id']}") == {"tables": 5}

    told = [r.message for r in caplog.records if r.name == "fattorino.operator"]
    assert told == ["person erased"], "one act, one line"
    assert stream.until(lambda event: event["event"] == "reload") and stream.ended()
    for made in (running, over, waiting, left):
        seen = everything(server, made)
        assert "mario" not in seen.lower() and "naples" not in seen.lower(), made
        assert "Somebody" in seen and "welcome, Somebody!" in seen, "what others said stays"
        assert server.state(made, 1)["seats"][1]["name"] == "Ada"
    assert server.get(f"/api/matches/{alone.id}").status_code == 404, "nobody else played there"
    assert "mario" not in caplog.text.lower() and person["id"] not in caplog.text
    assert act(server, "GET", "people?name=mario") == {"people": []}
    assert b"mario" not in bytes_on_disk(tmp_path).lower(), "nor in the journal, nor in free pages"
    backup(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "after.db", lambda _n, _of: None)
    assert b"mario" not in (tmp_path / "after.db").read_bytes().lower()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        whole = person["id"]
        for table, column in (("people", "person"), ("chat", "person"), ("matches", "host")):
            query = f"SELECT count(*) FROM {table} WHERE {column} LIKE ?"
            assert connection.execute(query, [f"{whole}%"]).fetchone() == (0,), table
    connection.close()
    now = [(s.number, s.seat, s.action, s.digest) for s in server.table(running).steps]
    assert now[: len(steps)] == steps, "the game is the same"
    assert server.get(f"/api/matches/{over.id}/record").json() == record
    assert server.state(over)["seats"][0]["name"] == "Somebody"
    assert server.state(running)["seats"][0]["kind"] == "bot"
    assert mario.get(f"/api/matches/{running.id}").json()["seat"] is None
    server.play_on(Made(running.id, {1: running.tokens[1]}, "", {}))
    assert server.state(running)["over"] and server.table(running).parted is None
    gone = act(server, "DELETE", f"people/{person['id']}", status=404)
    assert gone["code"] == "unknown_person"


def test_the_games_are_the_same_after_a_restart(
    evening: tuple[Any, list[Made], Any], live: Callable[..., Any]
) -> None:
    server, (running, over, *_others), _mario = evening
    (person,) = act(server, "GET", "people?name=mario")["people"]
    act(server, "DELETE", f"people/{person['id']}")
    wait_until(lambda: not server.service.bots.busy(running.id))
    steps = [step.digest for step in server.table(running).steps]
    server.stop()

    server = live()

    assert [step.digest for step in server.table(running).steps][: len(steps)] == steps
    for made in (running, over):
        assert server.state(made)["frozen"] == "" and "mario" not in everything(server, made).lower()
    server.play_on(Made(running.id, {1: running.tokens[1]}, "", {}))


def test_whoever_shares_a_seat_is_one_person(server: Any) -> None:
    """A second browser joins by the first one's token: both are the same human."""
    made, other = server.make("human", "human"), server.make("human", "human")
    server.take(made, 0, name="Carla Verdi")
    second = server.take(made, 0)
    server.take(made, 1, name="Ada")
    assert sit_down(second, other, other.tokens[0], name="Carla V").status_code == 303
    server.take(other, 1, name="Bob")
    person = act(server, "GET", f"tables/{made.id}")["seats"][0]["person"]

    assert act(server, "DELETE", f"people/{person}") == {"tables": 2}

    assert "Carla" not in everything(server, made) + everything(server, other)


def test_a_program_is_erased_by_its_seat(server: Any) -> None:
    made = server.make("human", "human")
    server.post(f"/api/matches/{made.id}/seats/0", made.tokens[0], {"name": "Robo Fan"})
    server.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": "beep"})
    (found,) = act(server, "GET", "people?name=robo")["people"]
    assert found["id"] == f"{made.id}-0"

    act(server, "DELETE", f"people/{found['id']}")

    seen = server.get(f"/api/matches/{made.id}").text + server.get(f"/t/{made.id}").text
    assert "Robo" not in seen and "beep" not in seen
    assert server.get(f"/api/matches/{made.id}", made.tokens[0]).json()["code"] == "bad_token"
    for unknown in ("nobody", "0" * 16, f"{made.id}-7", "aaaaaaaaaaaa-0"):
        assert act(server, "DELETE", f"people/{unknown}", status=404)["code"] == "unknown_person", unknown


def test_the_operator_sees_tables_as_a_spectator_does(server: Any) -> None:
    """Nothing of the position, no token, no note, and no count that tells of a secret question."""
    made = server.make("human", "human")
    server.play_on(made, 4)
    inside = act(server, "GET", f"tables/{made.id}")
    assert set(inside) == {
        *("id", "game", "status", "created", "moves", "people", "connected", "halted", "reason", "seats"),
        "chat",
    }
    told = str(inside) + str(act(server, "GET", "people")) + str(act(server, "GET", "state"))
    table = server.table(made)
    for secret in (*made.tokens.values(), made.host, str(table.chance.seed), table.chance.nonce):
        assert secret not in told
    assert inside["moves"] == len(server.state(made)["log"])


def command(server: Any, *arguments: str, token: str = OPERATOR) -> Any:
    return CliRunner().invoke(app, [*arguments, "--url", server.url], env={"FATTORINO_OPERATOR_TOKEN": token})


def test_scripts_list_and_erase_people_block_and_say_something(live: Callable[..., Any]) -> None:
    server = live()
    made = server.make("human", "human")
    server.take(made, 0, name=f"{MARIO} of the very long name")
    server.take(made, 1, name="Ada")
    listed = command(server, "people", "--find", "ROSSI").output.splitlines()
    assert len(listed) == 1 and listed[0].count("\t") == 2 and made.id in listed[0]
    id = listed[0].split("\t")[0]
    assert json.loads(command(server, "people", "--json").output)[0]["tables"] == [made.id]
    assert "1" in command(server, "people", "--erase", id).output
    assert "Rossi" not in everything(server, made)
    assert command(server, "notice", "Closing at ten.").exit_code == 0
    assert server.get("/api/notice").json()["text"] == "Closing at ten."
    assert command(server, "notice").exit_code == 0 and server.get("/api/notice").json()["text"] == ""
    assert command(server, "block", "2001:db8::1").output == "2001:db8::/64\n"
    assert command(server, "block").output == "2001:db8::/64\n"
    assert command(server, "block", "2001:db8::", "--remove").output == ""
    assert command(server, "people", "--erase", id).exit_code != 0
    assert command(server, "people", token="wrong").exit_code != 0
