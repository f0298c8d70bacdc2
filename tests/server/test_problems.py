"""A refusal says what is wrong and what would work; in a browser it offers a way to continue."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from fattorino.server.app import build
from fattorino.server.http import auth
from fattorino.server.settings import Settings
from fattorino.server.storage import rows
from loops import run

SEATS = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
BROWSER = {"Accept": "text/html"}


@pytest.fixture
def answers(tmp_path: Path) -> dict[str, httpx.Response]:
    """What a few clumsy requests are answered."""
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False))

    async def ask() -> dict[str, httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            wanted: dict[str, Any] = {"game": "ghost_town", "seats": SEATS}
            table = (await client.post("/api/matches", json=wanted)).json()["id"]
            return {
                "table": httpx.Response(200, text=table),
                "field": await client.post("/api/matches", json=wanted | {"colour": 1}),
                "list": await client.post("/api/matches", json=[]),
                "nowhere": await client.get("/nowhere"),
                "method": await client.delete("/api/matches"),
                "replay": await client.get(f"/replay/{table}", headers=BROWSER),
                "seat": await client.post(f"/t/{table}/seat", headers=BROWSER),
                "dead": await client.get("/t/nonsense", headers=BROWSER),
            }

    return run(ask())


def test_a_refusal_names_what_is_wrong_and_what_would_work(answers: dict[str, httpx.Response]) -> None:
    said = {name: answers[name].json()["detail"] for name in ("field", "list", "nowhere", "method")}
    assert said["field"] == "colour: there is no such field; see /docs for the fields."
    assert said["list"] == "This has to be a JSON object."
    assert said["nowhere"] == "There is nothing at /nowhere."
    assert said["method"] == "/api/matches only supports POST."


def test_a_page_that_cannot_be_shown_leads_back_to_its_table(answers: dict[str, httpx.Response]) -> None:
    back = f'href="/t/{answers["table"].text}"'
    assert (answers["replay"].status_code, answers["seat"].status_code) == (409, 403)
    assert back in answers["replay"].text
    assert back in answers["seat"].text
    assert "perhaps it is incomplete" in answers["seat"].text
    assert 'href="/t/' not in answers["dead"].text


def test_a_page_does_not_wait_for_a_long_game_but_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False))
    monkeypatch.setattr(auth, "PAGE_WAIT", 0.05)
    play_again, slowly = rows.to_table, threading.Event()

    def played_again(*given: Any) -> Any:
        slowly.wait(60)
        return play_again(*given)

    async def look() -> tuple[httpx.Response, httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            table = (await client.post("/api/matches", json={"game": "ghost_town", "seats": SEATS})).json()[
                "id"
            ]
            app.state.service.registry.evict(-1.0)  # as after a restart
            monkeypatch.setattr(rows, "to_table", played_again)
            before = await client.get(f"/t/{table}", headers=BROWSER)
            slowly.set()
            monkeypatch.setattr(auth, "PAGE_WAIT", 20.0)
            return before, await client.get(f"/t/{table}", headers=BROWSER)

    before, after = run(look())
    assert (before.status_code, before.headers["Refresh"]) == (503, "5")
    assert "this page will show it" in before.text
    assert after.status_code == 200
