"""A game whose folder is broken is left out; the others, and the page, are there as ever."""

import asyncio
import logging
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import fattorino
from fattorino import games
from fattorino.server.app import build
from fattorino.server.settings import Settings

RACE = "broken_race"
SENTENCE = f"{RACE} cannot be loaded: __init__.py, line "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game in a folder of its own, which works."""
    monkeypatch.setattr(games, "_guests", dict(games._guests))
    monkeypatch.setattr(games, "_found", dict(games._found))
    made = tmp_path / RACE
    shutil.copytree(fattorino.load("pizza_race").folder, made, ignore=shutil.ignore_patterns("__pycache__"))
    games.invite(made)
    yield made
    sys.modules.pop(f"fattorino.games.{RACE}", None)


def visit(tmp_path: Path, *requests: tuple[str, str, Any], cookies: Any = None) -> list[httpx.Response]:
    """The answers of a server that is started for these requests."""
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False))

    async def asked() -> list[httpx.Response]:
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost", cookies=cookies
        )
        async with app.router.lifespan_context(app), client:
            await app.state.service.precompiler.work()  # it has begun; here it is awaited
            return [await client.request(method, path, **more) for method, path, more in requests]

    return asyncio.run(asked())


def test_the_others_are_listed_and_the_log_says_what_is_wrong(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wish = {"game": RACE, "seats": [{"kind": "human"}, {"kind": "human"}], "listed": True}
    made, front = visit(tmp_path, ("POST", "/api/matches", {"json": wish}), ("GET", "/", {}))
    link = made.json()["url"]
    assert f"/new/{RACE}" in front.text and link.rpartition("/")[2] in front.text

    path = folder / "__init__.py"
    path.write_text(path.read_text().replace("OPTIONS = Options(", "OPTIONS = Optoins("))
    sys.modules.pop(f"fattorino.games.{RACE}")
    del games._found[RACE]
    html = {"headers": {"accept": "text/html"}}
    with caplog.at_level(logging.ERROR):
        answers = visit(
            tmp_path, ("GET", "/", {}), ("GET", "/api/games", {}), ("GET", f"/new/{RACE}", html),
            ("POST", "/api/matches", {"json": wish}), ("GET", link, html), ("GET", "/rules/lost", html),
            cookies=front.cookies,
        )  # fmt: skip
    front, listed, form, refused, table, lost = answers
    assert front.status_code == 200
    assert "/new/ghost_town" in front.text
    assert RACE not in front.text and link.rpartition("/")[2] not in front.text
    assert {game["name"] for game in listed.json()["games"]} >= {"ghost_town", "new_york", "pizza_race"}
    assert RACE not in listed.text
    for answer in (form, refused, table):
        assert answer.status_code == 503
        assert "This game cannot be loaded; the log of the server says why." in answer.text
        assert "Optoins" not in answer.text
    assert refused.json()["code"] == "bad_game"
    assert lost.status_code == 404 and "/rules/ghost_town" in lost.text and f"/rules/{RACE}" not in lost.text
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert told and all(line.startswith(SENTENCE) for line in told)
    assert "there is no Optoins; did you mean Options" in told[0]
    assert all(not record.exc_info for record in caplog.records)
