"""The operator lists, halts and deletes tables; hosts delete their own; old ones expire."""

from __future__ import annotations

import importlib
import json
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from fattorino.commands.common import app
from fattorino.server.operator_token import token_file, with_token
from fattorino.server.pages.fragments import fragments
from fattorino.server.settings import Settings
from fattorino.server.storage.overview import idle
from server.conftest import OPERATOR, wait_until

pytestmark = pytest.mark.bulk

importlib.import_module("fattorino.cli")  # which adds the commands


def command(server: Any, *arguments: str, token: str = OPERATOR) -> Any:
    environment = {"FATTORINO_OPERATOR_TOKEN": token}
    return CliRunner().invoke(app, ["tables", "--url", server.url, *arguments], env=environment)


def count(path: Path, table: str) -> int:
    with sqlite3.connect(path) as connection:
        (found,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    connection.close()
    return int(found)


def test_the_operator_lists_halts_and_deletes_tables(live: Callable[..., Any], tmp_path: Path) -> None:
    server = live()
    made = server.make("human", "human", seed=3)
    server.play_on(made, 2)
    listed = command(server)
    assert made.id in listed.output and "ghost_town" in listed.output and "running" in listed.output
    for token in made.tokens.values():
        assert token not in listed.output

    assert command(server, "--halt", made.id, "--reason", "Tea until nine.").exit_code == 0
    seat, state = server.asked(made) if server.state(made, 0)["legal"] else (0, server.state(made, 0))
    assert "operator has halted" in state["frozen"] and "Tea until nine." in state["frozen"]
    assert [line["event"] for line in state["chat"]] == ["halted"]
    refused = server.move(made, seat, 0, state["version"])
    assert (refused.status_code, refused.json()["code"]) == (409, "read_only")
    assert "halted" in command(server).output
    assert command(server, "--resume", made.id).exit_code == 0
    server.play_on(made, 1)
    stream = server.stream(made, 0)
    stream.next()

    assert command(server, "--delete", made.id).exit_code == 0

    assert stream.ended()
    assert server.get(f"/api/matches/{made.id}").status_code == 404
    for table in ("matches", "seats", "people", "actions", "chat", "notes", "changes"):
        assert count(tmp_path / "tables.db", table) == 0, table
    unknown = command(server, "--delete", "aaaaaaaaaaaa")
    assert unknown.exit_code != 0 and "There is no table" in str(unknown.exception or unknown.output)


def test_a_list_is_one_for_scripts(live: Callable[..., Any], tmp_path: Path, caplog: Any) -> None:
    server = live()
    made = [server.make("human", "greedy", game=game) for game in ("ghost_town", "papa_paolo", "ghost_town")]
    names = ["Mario Rossi and all his friends, and theirs", "Ada", "100%_x"]
    for one, name in zip(made, names, strict=True):
        server.post(f"/api/matches/{one.id}/seats/0", one.tokens[0], {"name": name[:30]})
    server.play_on(made[2], 1)
    lines = [line.split("\t") for line in command(server, "--all").output.splitlines()]
    assert [line[0] for line in lines] == [one.id for one in reversed(made)], "one line a table"
    assert all(len(line) == 7 for line in lines) and lines[2][6] == names[0][:30]
    assert [line[2] for line in lines] == ["ghost_town", "papa_paolo", "ghost_town"]
    told = json.loads(command(server, "--json", "--limit", "2").output)
    assert [one["id"] for one in told] == [made[2].id, made[1].id]
    assert told[0]["moves"] and told[0]["people"] == ["100%_x"] and told[0]["connected"] == 0

    def found(*words: str) -> list[str]:
        return [line.partition("\t")[0] for line in command(server, *words).output.splitlines()]

    assert found("--find", "rossi") == found("--find", made[0].id) == [made[0].id]
    assert found("--find", "papa_paolo") == [made[1].id]
    assert found("--find", "0%_") == [made[2].id] and found("--find", "_") == [made[2].id]
    assert found("--find", "greedy") == [], "a bot is nobody"
    server.do(make_old(server, made[0].id, made[2].id))
    assert found("--idle-days", "90") == [made[0].id], "somebody has moved at the other since"
    with caplog.at_level("INFO"):
        command(server, "--halt", made[0].id)
        command(server, "--resume", made[0].id)
    assert [line for line in caplog.messages if line.startswith("table ")] == [
        "table halted",
        "table resumed",
    ]


async def make_old(server: Any, *ids: str) -> None:
    """Tables that were made long ago."""
    old = sa.text("UPDATE matches SET created = 1.0 WHERE id = :id")
    gone = sa.text("DELETE FROM changes WHERE match_id = :id")
    with server.service.store.engine.begin() as connection:
        for id in ids:
            connection.execute(old, {"id": id})
            connection.execute(gone, {"id": id})


def test_a_table_where_nothing_has_happened_for_a_day_is_not_in_play(live: Callable[..., Any]) -> None:
    server = live()
    names = ("left", "fresh", "watched", "moved")
    made = {name: server.make("human", "human", listed=True, seed=3) for name in names}
    server.do(make_old(server, *(made[name].id for name in ("left", "watched", "moved"))))
    server.play_on(made["moved"], 1)
    stream = server.stream(made["watched"], 0)
    stream.until(lambda event: event["data"]["seats"][0]["connected"])

    told = {one["id"] for one in server.get("/api/matches").json()["tables"]}

    assert told == {made[name].id for name in ("fresh", "watched", "moved")}
    assert server.get(f"/api/matches/{made['left'].id}").status_code == 200, "it is not listed, but there"


def test_only_the_operator_may(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server = live(operator_token="s3cret")
    made = server.make("human", "human")
    path = f"/api/operator/tables/{made.id}"
    for method, where in (("GET", "/api/operator/tables"), ("PUT", f"{path}/halt"), ("DELETE", path)):
        assert server.call(method, where, made.host).status_code == 403
    assert command(server, token="").exit_code != 0
    assert made.id in command(server, token="s3cret").output


def test_a_token_is_made_at_the_first_start_and_kept_for_its_owner(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings, fresh = with_token(Settings())
    assert len(fresh) >= 32 and settings.operator_token == fresh
    assert stat.S_IMODE(token_file().stat().st_mode) == 0o600
    again, shown = with_token(Settings())
    assert (again.operator_token, shown) == (fresh, ""), "it is shown once"
    assert with_token(Settings(operator_token="mine"))[0].operator_token == "mine"

    server = live(operator_token=fresh)

    assert command(server, token="").exit_code == 0, "the command finds it on this machine"


def test_no_page_of_another_site_is_the_operator(live: Callable[..., Any]) -> None:
    """A name that was made to lead here says so itself, in the Host header."""
    server = live(host_names="pizza.club.example")
    made = server.make("human", "human")
    evil = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
    for method, path in (
        ("GET", "/api/operator/tables"),
        ("DELETE", f"/api/operator/tables/{made.id}"),
        ("GET", "/metrics"),
        ("GET", "/"),
        ("GET", f"/api/matches/{made.id}"),
        ("POST", "/api/matches"),
    ):
        refused = server.call(method, path, OPERATOR, headers=evil)
        assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host"), path
        assert "evil.example" in refused.json()["detail"] and "--host-names" in refused.json()["detail"]
    page = server.get("/", headers=evil | {"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (421, "text/html; charset=utf-8")
    for known in ("localhost", "LOCALHOST.", "127.0.0.1:1", "[::1]:80", "192.168.1.5", "pizza.club.example"):
        assert server.get("/", headers={"Host": known}).status_code == 200, known
    for odd in ("evil.example.", "127.0.0.1.evil.example", "[::1", "localhost@evil.example", "a b"):
        assert server.get("/", headers={"Host": odd}).status_code == 421, odd


def test_a_host_deletes_their_own_table_unless_others_play(live: Callable[..., Any]) -> None:
    server = live()
    alone, shared = server.make("human", "greedy"), server.make("human", "human")
    server.take(shared, 1)
    assert server.call("DELETE", f"/api/matches/{alone.id}", alone.tokens[0]).status_code == 403
    assert server.call("DELETE", f"/api/matches/{alone.id}", alone.host).status_code == 204
    assert server.get(f"/api/matches/{alone.id}").status_code == 404
    kept = server.call("DELETE", f"/api/matches/{shared.id}", shared.host)
    assert (kept.status_code, kept.json()["code"]) == (409, "others_play")
    pages = [fragments(server.table(shared), 0, host)["players"] for host in (True, False)]
    assert "Other people play at this table" in pages[0] and "Delete this table" not in pages[1]
    server.do(server.service.lobby.free(server.table(shared), 1, "left"))
    assert "Other people play" not in fragments(server.table(shared), 0, host=True)["players"]
    assert server.call("DELETE", f"/api/matches/{shared.id}", shared.host).status_code == 204


def test_tables_at_which_nothing_happened_for_long_are_deleted(
    live: Callable[..., Any], tmp_path: Path
) -> None:
    server = live()
    old, played, fresh = (server.make("human", "human", seed=seed) for seed in range(3))
    server.play_on(played, 1)
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE matches SET created = 1.0 WHERE id != ?", [fresh.id])
    connection.close()

    server.do(server.service.registry._delete_idle(idle(1000.0)))

    found = [server.get(f"/api/matches/{made.id}").status_code for made in (old, played, fresh)]
    assert found == [404, 200, 200]


def test_tables_are_kept_unless_the_operator_says_for_how_long(
    live: Callable[..., Any], tmp_path: Path
) -> None:
    server = live()
    old, fresh = server.make("human", "human"), server.make("human", "human")
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE matches SET created = 1.0, started = 1.0 WHERE id = ?", [old.id])
    connection.close()
    server.do(server.service.registry.delete_old())  # comes back at once: there is nothing to do
    assert count(tmp_path / "tables.db", "matches") == 2
    server.stop()

    server = live(keep_days=90)

    wait_until(lambda: count(tmp_path / "tables.db", "matches") == 1, 20)
    found = [server.get(f"/api/matches/{made.id}").status_code for made in (old, fresh)]
    assert found == [404, 200]
