"""The replay of a finished game: any move, from any seat's eyes."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from fattorino.kernel.i18n import _
from fattorino.kernel.match import Match, replay
from fattorino.kernel.records import NONE
from fattorino.render import paint
from fattorino.server.http.auth import table_for_page, viewer_of, which_eyes
from fattorino.server.pages.fragments import (
    Asked,
    Player,
    framed,
    legend,
    log_lines,
    scene_of,
    tabs,
    tools,
    written,
)
from fattorino.server.pages.labels import bot_words, chair_words, known_as
from fattorino.server.pages.templates import drawn, page
from fattorino.server.problems import Problem
from fattorino.server.tables.table import Table

router = APIRouter(include_in_schema=False)


def at_move(table: Table, move: int) -> Match:
    """The match as it stood after so many moves."""
    assert table.match is not None
    saved = table.match.save()
    saved["actions"] = saved["actions"][:move]
    return replay(saved, table.game)


def frame(table: Table, move: int, eyes: int | None, pad: bool = False) -> dict[str, str]:
    """One picture of a replay, as a seat saw it then; with its controls, if a move is shown on them."""
    match = at_move(table, move)
    view = match.view(eyes)
    scene = scene_of(table.game, view, eyes)
    for name in ("notes",) if pad else ("notes", "pad"):  # nothing is played
        scene.pop(name, None)
    colours = [seat.colour for seat in table.seats]
    lines = [known_as(line, table.seats) for line in match.log(eyes)]
    before = len(at_move(table, move - 1).heard(eyes)) if move else 0
    marks = scene.get("players", ())
    moving = NONE if match.over else int(view.seat)
    people = [
        Player(
            seat.number,
            seat.colour,
            seat.name or seat.role.name,
            seat.role.name if seat.name != seat.role.name else "",
            tuple(marks[seat.number]) if seat.number < len(marks) else (),
            "robot" if seat.kind == "bot" else "person",
            bot_words(seat.bot) if seat.kind == "bot" else _("person"),
            turn=seat.number == moving,
        )
        for seat in table.seats
        if seat.kind != "closed"
    ]
    return {
        "board": framed(paint(table.game, scene, colours), scene),
        "prompt": drawn("prompt", Asked(known_as(match.prompt(eyes), table.seats), viewer=eyes)),
        "tools": tools(table.game, scene, colours),
        "players": "".join([drawn("player", person) for person in people]),
        "tables": written(scene, table.seats, True),
        "legend": legend(scene),
        "log": log_lines(lines, 0, before),
    }


async def finished(request: Request, id: str) -> Table:
    """A table whose game is over."""
    table = await table_for_page(request, id)
    if not table.over or table.match is None:
        raise Problem("not_over", _("The game is still on: its replay comes afterwards."))
    return table


def open_eyes(table: Table, seat: str, allowed: list[int | None]) -> int | None:
    """The seat named in an address, if this visitor may look through its eyes."""
    eyes = which_eyes(table, seat)
    if eyes not in allowed:
        raise Problem("kept_closed", _("At this table what was hidden stays hidden after the game."))
    return eyes


@router.get("/replay/{id}", response_class=HTMLResponse)
async def replay_page(
    request: Request, id: str, move: int = 0, seat: str = "watch", better: int = NONE
) -> Response:
    """The replay of a finished game, from a move on and from any seat's eyes."""
    table = await finished(request, id)
    assert table.match is not None
    allowed = table.may_look_through(viewer_of(request, table))
    eyes, moves = open_eyes(table, seat, allowed), table.match.move
    move = min(max(move, 0), moves)
    advice = better_move(table, move, eyes, better)
    parts = await asyncio.to_thread(frame, table, move, eyes, advice is not None)
    seats = [("watch", _("somebody who watches"))] + [
        (str(chair.number), chair_words(chair)) for chair in table.seats if chair.number in allowed
    ]
    return page(
        request,
        "replay.html",
        table=table,
        move=move,
        moves=moves,
        eyes="watch" if eyes is None else str(eyes),
        seats=seats,
        parts={name: Markup(part) for name, part in parts.items()},
        tabs=tabs()[:-1],
        better=advice,
    )


def better_move(table: Table, move: int, eyes: int | None, action: int) -> dict[str, Any] | None:
    """A move that would have been better: what it does, and the thing on the board that stands for it."""
    match = at_move(table, move)
    if not 0 <= action < table.game.num_actions or match.over or match.to_move != eyes:
        return None
    return {"move": move, "label": known_as(match.label(action), table.seats), "target": match.target(action)}


@router.get("/replay/{id}/frame")
async def replay_frame(request: Request, id: str, move: int = 0, seat: str = "watch") -> Response:
    """One picture of a replay."""
    table = await finished(request, id)
    assert table.match is not None
    move = min(max(move, 0), table.match.move)
    eyes = open_eyes(table, seat, table.may_look_through(viewer_of(request, table)))
    parts = await asyncio.to_thread(frame, table, move, eyes)
    return JSONResponse(
        {"move": move, "fragments": parts}, headers={"Cache-Control": "private, max-age=3600"}
    )
