"""The API around a table: laying it, sitting down, bots, the start; which games there are; health."""

from __future__ import annotations

import time

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from fattorino import bots, games
from fattorino.kernel.i18n import _
from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, MatchId, SeatNumber, new_router, seat_key, seat_shown
from fattorino.server.http.auth import (
    base_url,
    bearer,
    client_of_request,
    get_tables,
    is_host,
    must_host,
    person_of,
    seated,
    viewer_of,
)
from fattorino.server.http.rate_limits import Buckets
from fattorino.server.problems import Problem
from fattorino.server.tables.service import SeatWish

router = new_router()


@router.post("/api/matches", response_model=schemas.MatchMade, status_code=201, tags=["tables"])
async def create(request: Request, body: schemas.NewMatch) -> Response:
    """A new table: its id, and for each human seat a token and a link."""
    made: Buckets = request.app.state.made
    made.take(client_of_request(request), _("That is enough tables for now; please finish some first."))
    tables = get_tables(request)
    table = await tables.create(
        body.game,
        [SeatWish(seat.kind, seat.bot, seat.name, seat.colour) for seat in body.seats],
        body.options,
        seed=body.seed,
        listed=body.listed,
        clock=body.clock,
        hints=body.hints,
        onlooker=body.onlooker,
        host=person_of(request),
        start=body.start,
    )
    base = base_url(request)
    answer = {
        "id": table.id,
        "url": base + table.link(),
        "commitment": table.commitment,
        "host": table.host_token,
        "seats": [seat_key(table, seat, base) for seat in table.seats if seat.kind in ("human", "open")],
    }
    return JSON(answer, 201)


@router.get("/api/matches", response_model=schemas.TablesShown, tags=["tables"])
async def listed(request: Request) -> Response:
    """Listed tables: open ones to join, running ones to watch."""
    base = base_url(request)
    found = await get_tables(request).listed()
    return JSON(
        {
            "tables": [
                {
                    "id": table.id,
                    "url": base + table.link(),
                    "game": table.game.name,
                    "status": table.status,
                    "seats": [seat_shown(seat) for seat in table.seats],
                }
                for table in found
            ]
        }
    )


@router.post("/api/matches/{id}/start", response_model=schemas.Played, tags=["tables"])
async def start(request: Request, id: MatchId) -> Response:
    """Begin the game (the host); every seat that decides must be taken."""
    tables = get_tables(request)
    table = await tables.get(id)
    must_host(request, table)
    await tables.start(table)
    return JSON({"version": table.version(None), "repeated": False})


@router.post("/api/matches/{id}/rematch", response_model=schemas.MatchMade, status_code=201, tags=["tables"])
async def rematch(request: Request, id: MatchId) -> Response:
    """The same game with the same people once more; whoever asks gets the key of their own seat."""
    tables = get_tables(request)
    table = await tables.get(id)
    seat = seated(request, table)
    made: Buckets = request.app.state.made
    if not table.rematch:
        made.take(client_of_request(request), _("That is enough tables for now; please finish some first."))
    other = await tables.rematch(table)
    base = base_url(request)
    host = other.host_token if is_host(request, table) else ""
    answer = {
        "id": other.id,
        "url": base + other.link(),
        "commitment": other.commitment,
        "host": host,
        "seats": [seat_key(other, other.seats[seat], base)],
    }
    return JSON(answer, 201)


@router.post("/api/matches/{id}/seats/{seat}", response_model=schemas.SeatKey, tags=["tables"])
async def sit(request: Request, id: MatchId, seat: SeatNumber, body: schemas.Sit | None = None) -> Response:
    """Sit down on an open seat, or change your name and colour; gives the seat's key."""
    tables = get_tables(request)
    table = await tables.get(id)
    body = body or schemas.Sit()
    token = bearer(request)
    if token and viewer_of(request, table) == seat:
        taken = await tables.rename(table, seat, body.name, body.colour)
    else:
        taken = await tables.sit(table, seat, person_of(request), body.name, body.colour)
    return JSON(seat_key(table, taken, base_url(request)))


@router.put("/api/matches/{id}/seats/{seat}/bot", response_model=schemas.SeatShown, tags=["tables"])
async def set_bot(request: Request, id: MatchId, seat: SeatNumber, body: schemas.WithBot) -> Response:
    """Put a bot on an empty seat (the host, before the start)."""
    tables = get_tables(request)
    table = await tables.get(id)
    must_host(request, table)
    return JSON(seat_shown(await tables.set_bot(table, seat, body.bot)))


@router.delete("/api/matches/{id}/seats/{seat}/bot", response_model=schemas.SeatShown, tags=["tables"])
async def remove_bot(request: Request, id: MatchId, seat: SeatNumber) -> Response:
    """Make a seat free again (the host, before the start)."""
    tables = get_tables(request)
    table = await tables.get(id)
    must_host(request, table)
    return JSON(seat_shown(await tables.set_bot(table, seat, None)))


@router.put("/api/matches/{id}/seats/{seat}/stand-in", response_model=schemas.SeatShown, tags=["tables"])
async def take_over(request: Request, id: MatchId, seat: SeatNumber, body: schemas.WithBot) -> Response:
    """Let a bot play for somebody who is away; it knows what that seat knows."""
    tables = get_tables(request)
    table = await tables.get(id)
    if not is_host(request, table):
        seated(request, table)
    return JSON(seat_shown(await tables.take_over(table, seat, body.bot)))


@router.delete("/api/matches/{id}/seats/{seat}/stand-in", response_model=schemas.SeatShown, tags=["tables"])
async def give_back(request: Request, id: MatchId, seat: SeatNumber) -> Response:
    """Take your own seat back from the bot."""
    tables = get_tables(request)
    table = await tables.get(id)
    tables.seat(table, seat)
    if seated(request, table) != seat:
        raise Problem("not_yours", _("Only whoever sits there can take the seat back."))
    return JSON(seat_shown(await tables.give_back(table, seat)))


@router.get("/api/games", response_model=schemas.Games, tags=["tables"])
async def list_games(request: Request) -> Response:
    """The games with their seats and options, and the bots."""
    warming = get_tables(request).warming
    shown = []
    for name in games.names():
        game, progress = games.load(name), warming.progress(name)
        shown.append(
            game.facts()
            | {
                "ready": progress.state == "ready",
                "progress": {
                    "state": progress.state,
                    "step": progress.step,
                    "of": progress.of,
                    "name": progress.name,
                },
            }
        )
    return JSON({"games": shown, "bots": list(bots.names())})


# -- operations ----------------------------------------------------------------------------------------------

operations = new_router()


@operations.get("/healthz", tags=["operations"])
async def healthz(request: Request) -> Response:
    """Alive, and the database answers."""
    try:
        await request.app.state.store.read(lambda connection: None)
    except Exception:
        raise Problem("storage", _("The database does not answer.")) from None
    return JSON({"status": "ok", "version": request.app.version, "time": time.time()})


@operations.get("/metrics", tags=["operations"], response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    get_tables(request).count()
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
