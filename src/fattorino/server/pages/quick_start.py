"""One click from the menu to a game: against bots at once, or the lesson that teaches it."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from fattorino.games import load
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.server.http.auth import Asker, Client, Service
from fattorino.server.http.rate_limits import RateLimits
from fattorino.server.problems import Problem
from fattorino.server.tables.bot_levels import substitute
from fattorino.server.tables.lobby import SeatOrder

router = APIRouter(include_in_schema=False)

NOT_KEPT = {"Cache-Control": "no-store"}


@router.post("/play/{game}")
async def play_now(request: Request, service: Service, caller: Asker, client: Client, game: str) -> Response:
    """A table against bots, with default options."""
    loaded = load(game)
    seat = loaded.lesson.seat if loaded.lesson else 0  # the seat that is easiest to learn
    return await _open(request, service, caller, client, loaded, seat, substitute(), {})


@router.post("/learn/{game}")
async def learn(request: Request, service: Service, caller: Asker, client: Client, game: str) -> Response:
    """The lesson: a real game with a prepared opening, and the coach."""
    loaded = load(game)
    lesson = loaded.lesson
    if lesson is None:
        raise Problem("no_lesson", _("{game} has no lesson.").format(game=loaded.title))
    options = lesson.options | {"seats": lesson.seats}
    answer = await _open(
        request, service, caller, client, loaded, lesson.seat, lesson.bot, options, lesson.seed
    )
    answer.headers["Location"] += "?learn"
    return answer


async def _open(
    request: Request,
    service: Service,
    caller: Asker,
    client: Client,
    game: Game,
    mine: int,
    bot: str,
    options: dict[str, Any],
    seed: int | None = None,
) -> RedirectResponse:
    """Create a table with bots, seat the visitor, and redirect there."""
    if not caller.person:
        raise Problem("no_seat", _("A seat is kept by a cookie; please allow cookies for this site."))
    limits: RateLimits = request.app.state.limits
    limits.take_table(client)
    name = parse_qs((await request.body()).decode("utf-8", "replace")).get("name", [""])[0]
    roles = game.roles(game.options.complete(options))
    orders = [
        SeatOrder("human" if number == mine else "bot", "" if number == mine else bot, "", role.colour)
        for number, role in enumerate(roles)
        if role.decides or role.scores
    ]
    table = await service.lobby.create(game.name, orders, options, seed=seed, host=caller.person, start=True)
    await service.lobby.claim(table, table.seats[mine].token, caller.person, name or None)
    return RedirectResponse(table.link(), 303, headers=NOT_KEPT)
