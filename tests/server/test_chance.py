"""Provably fair seeds: all secrets are committed to before any is revealed."""

from __future__ import annotations

import importlib
import json
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from fattorino.commands.common import app
from fattorino.server.tables import lobby
from fattorino.server.tables.chance import verify

pytestmark = pytest.mark.bulk

importlib.import_module("fattorino.cli")  # which adds the commands


def committed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def give(server: Any, made: Any, seat: int, **body: str) -> Any:
    return server.call("PUT", f"/api/matches/{made.id}/chance", made.tokens[seat], json=body)


def started(server: Any, made: Any) -> threading.Thread:
    """The host starts; the answer comes when the parts are opened."""
    path = f"/api/matches/{made.id}/start"
    headers = {"Authorization": f"Bearer {made.host}"}
    thread = threading.Thread(target=lambda: httpx.post(server.url + path, headers=headers, timeout=60))
    thread.start()
    return thread


def open_table(server: Any) -> Any:
    made = server.make("human", "human", start=False, options={"turn_limit": 15})
    for seat in (0, 1):
        server.claim(made, seat)
    return made


def until_opening(server: Any, made: Any) -> None:
    stream = server.stream(made)
    stream.until(lambda event: event["data"]["opening"])
    stream.close()


def finished(server: Any, made: Any) -> dict[str, Any]:
    server.play_on(made)
    record: dict[str, Any] = server.get(f"/api/matches/{made.id}/record").json()
    return record


def test_the_seed_is_made_of_all_parts_and_can_be_verified(
    live: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "OPENING", 30.0)
    server = live()
    made = open_table(server)
    parts = ["a" * 32, "b" * 32]
    for seat, part in enumerate(parts):
        assert give(server, made, seat, commitment=committed(part)).status_code == 200
    assert give(server, made, 0, part=parts[0]).json()["code"] == "not_started", "none is opened before all"
    shown = server.state(made)
    assert [part["commitment"] for part in shown["parts"]] == list(map(committed, parts))
    thread = started(server, made)
    until_opening(server, made)
    assert give(server, made, 0, commitment=committed("c" * 32)).json()["code"] == "already_started"
    assert give(server, made, 0, part="c" * 32).json()["code"] == "bad_part"
    for seat, part in enumerate(parts):
        assert give(server, made, seat, part=part).status_code == 200
    thread.join(20)
    assert server.state(made)["status"] == "running"
    server.stop()
    server = live()

    saved = finished(server, made)

    secret = saved["chance"]
    assert secret["commitment"] == shown["commitment"]
    told = ":".join([str(secret["seed"]), secret["nonce"], *parts])
    assert saved["seed"] == int(committed(told)[:16], 16) >> 2 != secret["seed"]
    assert verify(saved) == []
    for wrong in ({"seed": secret["seed"] + 1}, {"parts": secret["parts"][:1]}, {"nonce": "x"}):
        assert verify(saved | {"chance": secret | wrong})
    assert verify(saved | {"seed": 7}) and verify({"seed": 7})
    (tmp_path / "game.json").write_text(json.dumps(saved))
    checked = CliRunner().invoke(app, ["verify", str(tmp_path / "game.json")])
    assert checked.exit_code == 0 and "2 of the seats had a part" in " ".join(checked.output.split())
    assert shown["commitment"] in checked.output.replace("\n", ""), "to compare with what one has seen"


def test_who_does_not_open_their_part_has_none(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "OPENING", 2.0)
    server = live()
    made = open_table(server)
    for seat, part in enumerate(("a" * 32, "b" * 32)):
        give(server, made, seat, commitment=committed(part))
    server.claim(made, 1)  # the seat changes hands: the part of whoever sat there does not count
    thread = started(server, made)
    until_opening(server, made)
    assert give(server, made, 1, part="b" * 32).json()["code"] == "bad_part"
    thread.join(20)

    saved = finished(server, made)

    assert verify(saved) == [] and saved["seed"] == saved["chance"]["seed"]
    assert [part["part"] for part in saved["chance"]["parts"]] == ["", ""]


def test_games_without_parts_say_so(live: Callable[..., Any], tmp_path: Path) -> None:
    server = live()
    made = server.make("human", "human", options={"turn_limit": 15})
    page = server.browser().get(f"/t/{made.id}").text
    assert "browser contributes to it" in page
    (tmp_path / "game.json").write_text(json.dumps(finished(server, made)))
    checked = CliRunner().invoke(app, ["verify", str(tmp_path / "game.json")])
    assert checked.exit_code == 0 and "server alone made it" in " ".join(checked.output.split())


def test_a_chosen_seed_decides_the_whole_game_again(live: Callable[..., Any]) -> None:
    server = live()
    played = []
    for seed in (5, 5, 6):
        made = server.make("human", "greedy", start=False, seed=seed, options={"turn_limit": 15})
        server.claim(made, 0)
        refused = give(server, made, 0, commitment=committed("a" * 32))
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_part")
        started(server, made).join()
        saved = finished(server, made)
        assert saved["seed"] == seed
        played.append(saved["actions"])
    assert played[0] == played[1] != played[2]
