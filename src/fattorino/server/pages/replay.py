"""The replay of a finished game: any move, as any seat saw it."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from fattorino.kernel.i18n import _, language
from fattorino.kernel.records import NONE
from fattorino.render.quick import Drawn
from fattorino.server.http.auth import Client, PageTable, PageViewer, Service, named_viewer
from fattorino.server.http.proxy import root
from fattorino.server.pages.fragments import replay_fragments, tabs
from fattorino.server.pages.labels import known_as, seat_label
from fattorino.server.pages.templates import NOT_KEPT, page
from fattorino.server.problems import Problem
from fattorino.server.tables.table import Table

router = APIRouter(include_in_schema=False)

MOST_FRAMES = 8_000_000  # bytes of kept frames, in each of two generations
frames = Drawn[str](MOST_FRAMES)


def frame(table: Table, move: int, viewer: int | None, pad: bool = False) -> dict[str, str]:
    """One frame of a replay, as a seat saw it then; with controls, if a move is shown on them."""

    def draw() -> str:
        return json.dumps(replay_fragments(table, table.at(move, viewer), pad))

    key = (table.id, table.revision, move, viewer, pad, language(), root())
    kept: dict[str, str] = json.loads(frames.get(key, draw))
    return kept


def chosen_viewer(table: Table, visitor: int | None, seat: str) -> int | None:
    """The seat named in a URL, if this visitor may see the finished game from it."""
    table.must_be_over(_("The game is still on: its replay comes afterwards."), opened=False)
    viewer = named_viewer(table, seat)
    if viewer not in table.replay_viewers(visitor):
        raise Problem("kept_closed", _("At this table hidden information stays hidden after the game."))
    return viewer


@router.get("/replay/{id}", response_class=HTMLResponse)
async def replay_page(
    request: Request,
    service: Service,
    client: Client,
    table: PageTable,
    visitor: PageViewer,
    move: int = 0,
    seat: str = "watch",
    better: int = NONE,
) -> Response:
    """The replay of a finished game from a given move, as any seat saw it."""
    viewer = chosen_viewer(table, visitor, seat)
    move = min(max(move, 0), table.moves)
    advice = await service.side_work.run(client, better_move, table, move, viewer, better)
    parts = await service.side_work.run(client, frame, table, move, viewer, advice is not None)
    allowed = table.replay_viewers(visitor)
    seats = [(str(one.number), seat_label(one)) for one in table.seats if one.number in allowed]
    return page(
        request,
        "replay.html",
        table=table,
        move=move,
        moves=table.moves,
        eyes="watch" if viewer is None else str(viewer),
        seats=[("watch", _("a spectator")), *seats],
        parts={name: Markup(part) for name, part in parts.items()},
        tabs=tabs()[:-1],
        better=advice,
    )


def better_move(table: Table, move: int, viewer: int | None, action: int) -> dict[str, Any] | None:
    """A better move: its label, and its target on the board."""
    decision = table.decision_at(move) if 0 <= action < table.game.num_actions else None
    if decision is None or decision[0].viewer != viewer:
        return None
    seen = decision[0]
    return {"move": move, "label": known_as(seen.label(action), table.seats), "target": seen.target(action)}


@router.get("/replay/{id}/frame")
async def replay_frame(
    service: Service,
    client: Client,
    table: PageTable,
    visitor: PageViewer,
    move: int = 0,
    seat: str = "watch",
) -> Response:
    """One frame of a replay."""
    viewer, move = chosen_viewer(table, visitor, seat), min(max(move, 0), table.moves)
    parts = await service.side_work.run(client, frame, table, move, viewer)
    return JSONResponse({"move": move, "fragments": parts}, headers=NOT_KEPT)
