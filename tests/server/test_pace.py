"""A person alone among bots chooses how quickly they move."""

from pathlib import Path
from typing import Any

import httpx

from fattorino.server.app import build
from fattorino.server.settings import Settings
from loops import run

HUMAN, BOT = {"kind": "human"}, {"kind": "bot", "bot": "random"}


def test_who_plays_alone_among_bots_chooses_their_pace(tmp_path: Path) -> None:
    app = build(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", compile=False, bot_pause=0.5))

    async def look() -> list[Any]:
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            service = app.state.service
            seen: list[Any] = []
            for seats in ([HUMAN, BOT], [HUMAN, HUMAN]):
                wanted = {"game": "ghost_town", "seats": seats}
                made = (await client.post("/api/matches", json=wanted)).json()
                table = await service.registry.get(made["id"])
                key = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
                for pace in ("people", "at_once", "soon"):
                    path = f"/api/matches/{made['id']}/pace"
                    answer = await client.put(path, json={"pace": pace}, headers=key)
                    seen.append((answer.status_code, service.bots.pause(table)))
                page = await client.get(f"/t/{made['id']}", headers=key)
                seen.append("data-pace" in page.text)
            return seen

    seen = run(look())
    assert seen[:4] == [(200, 2.0), (200, 0.0), (422, 0.0), True]
    assert seen[4:] == [(403, 0.5), (403, 0.5), (422, 0.5), False]
