"""The API around a table: creating one, seats, bots, starting; the list of games."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from starlette.responses import Response

from fattorino import bots, games
from fattorino.kernel.i18n import _
from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, new_router, seat_shown, seat_token, table_made
from fattorino.server.http.auth import (
    HOST_ONLY,
    MAKERS_ONLY,
    Asker,
    ATable,
    Client,
    Limits,
    Seated,
    Service,
    Viewer,
    base_url,
    must_host,
)
from fattorino.server.http.rate_limits import ROW_BYTES
from fattorino.server.problems import Problem
from fattorino.server.tables.bot_levels import known_bot, substitute
from fattorino.server.tables.lobby import SeatOrder

router = new_router(tags=["tables"])

SeatNumber = Annotated[int, Path(ge=0, le=20, description="A seat of the table", examples=[0])]


@router.post("/api/matches", response_model=schemas.MatchMade, status_code=201, dependencies=[MAKERS_ONLY])
async def create(
    request: Request,
    service: Service,
    limits: Limits,
    caller: Asker,
    client: Client,
    body: schemas.NewMatch,
) -> Response:
    """A new table: its id, and for each human seat a token and a link."""
    limits.take_table(client)
    orders = [SeatOrder(**seat.model_dump()) for seat in body.seats]
    settings = body.model_dump(exclude={"seats"})
    made = await service.lobby.create(orders=orders, host=caller.person, **settings)
    service.registry.entry(made.table).client = client
    return table_made(made.table, base_url(request), made.tokens, made.host)


@router.get("/api/matches", response_model=schemas.TablesShown)
async def listed(request: Request, service: Service) -> Response:
    """Listed tables: open ones to join, running ones to watch."""
    base = base_url(request)
    shown = [
        {
            "id": table.id,
            "url": base + table.link(),
            "game": table.game.name,
            "status": table.status,
            "seats": [seat_shown(seat) for seat in table.seats],
        }
        for table in await service.registry.listed()
    ]
    return JSON({"tables": shown})


@router.post("/api/matches/{id}/start", response_model=schemas.Played, dependencies=[HOST_ONLY])
async def start(service: Service, table: ATable) -> Response:
    """Start the game (the host); every deciding seat must be taken."""
    await service.lobby.start(table)
    return JSON({"version": table.version(None), "repeated": False})


@router.post("/api/matches/{id}/rematch", response_model=schemas.MatchMade, status_code=201)
async def rematch(
    request: Request,
    service: Service,
    limits: Limits,
    table: ATable,
    seat: Seated,
    caller: Asker,
    client: Client,
) -> Response:
    """The same game again with the same people, whose tokens are those of this table."""
    if not table.rematch:
        limits.take_table(client)
    other = await service.lobby.rematch(table)
    return table_made(other, base_url(request), {seat: caller.token}, "")


@router.post("/api/matches/{id}/seats/{seat}", response_model=schemas.SeatKey)
async def sit(
    request: Request,
    service: Service,
    limits: Limits,
    table: ATable,
    viewer: Viewer,
    caller: Asker,
    client: Client,
    seat: SeatNumber,
    body: schemas.Sit | None = None,
) -> Response:
    """Sit down on an open seat, or change your name and colour; returns the seat's token, if it is new."""
    body = body or schemas.Sit()
    limits.take_bytes(client, 2 * ROW_BYTES)
    if caller.token and viewer == seat:
        await service.lobby.rename(table, seat, body.name, body.colour)
        token = caller.token
    elif caller.token and table.seat_with(caller.token) == seat:
        _seat, token = await service.lobby.claim(table, caller.token, "", body.name, body.colour)
    else:
        token = await service.lobby.sit(table, seat, caller.person, body.name, body.colour)
    return JSON(seat_token(table, seat, token, base_url(request)))


@router.post("/api/matches/{id}/seats/{seat}/token", response_model=schemas.SeatKey)
async def new_token(
    request: Request,
    service: Service,
    limits: Limits,
    table: ATable,
    caller: Asker,
    client: Client,
    seat: SeatNumber,
) -> Response:
    """A new token for your own seat, for a program or another browser of yours; older ones stop working."""
    if seat not in table.seats_for(caller):
        raise Problem("not_yours", _("Only whoever sits there gets a token."))
    limits.take_bytes(client, 2 * ROW_BYTES)
    return JSON(seat_token(table, seat, await service.lobby.new_token(table, seat), base_url(request)))


@router.post("/api/matches/{id}/seats/{seat}/link", response_model=schemas.SeatKey, dependencies=[HOST_ONLY])
async def new_link(request: Request, service: Service, table: ATable, seat: SeatNumber) -> Response:
    """A new token and link for somebody who is away and has lost theirs (the host); everybody is told."""
    token = await service.lobby.new_link(table, seat)
    return JSON(seat_token(table, seat, token, base_url(request)))


@router.put("/api/matches/{id}/chance", response_model=schemas.PartKept)
async def give_part(service: Service, table: ATable, seat: Seated, body: schemas.PartGiven) -> Response:
    """Commit to your part of the seed before the start; reveal it when the host starts (`opening`)."""
    if body.commitment is not None:
        await service.lobby.commit_part(table, seat, body.commitment)
    elif body.part is not None:
        await service.lobby.open_part(table, seat, body.part)
    else:
        raise Problem("invalid_request", _("Give a commitment or a part."))
    return JSON({"opened": body.part is not None})


@router.delete("/api/matches/{id}", status_code=204, dependencies=[HOST_ONLY])
async def delete_table(service: Service, table: ATable) -> Response:
    """Delete your table with its moves and chat (the host); not while others are playing."""
    reason = table.why_not_delete()
    if reason:
        raise Problem("others_play", reason)
    await service.registry.delete(table)
    return Response(status_code=204)


@router.post("/api/matches/{id}/claim", response_model=schemas.SeatKey)
async def claim(
    request: Request, service: Service, table: ATable, caller: Asker, body: schemas.Sit | None = None
) -> Response:
    """Take the seat your token is for, and get a new token that nobody else has."""
    body = body or schemas.Sit()
    taken, token = await service.lobby.claim(table, caller.token, "", body.name, body.colour)
    return JSON(seat_token(table, taken, token, base_url(request)))


@router.delete("/api/matches/{id}/seats/{seat}", response_model=schemas.SeatShown)
async def free(service: Service, table: ATable, caller: Asker, seat: SeatNumber) -> Response:
    """Leave your seat, or (the host) remove somebody; in a running game a bot plays to the end."""
    mine = table.viewer_for(caller) == seat or seat in table.seats_of(caller.person)
    if not mine:
        must_host(table, caller)
    return JSON(seat_shown(await service.lobby.free(table, seat, "left" if mine else "freed")))


@router.put("/api/matches/{id}/lock", response_model=schemas.Locked, dependencies=[HOST_ONLY])
async def lock(service: Service, table: ATable) -> Response:
    """Let nobody else sit down (the host)."""
    await service.lobby.lock_table(table, True)
    return JSON({"locked": table.locked})


@router.delete("/api/matches/{id}/lock", response_model=schemas.Locked, dependencies=[HOST_ONLY])
async def unlock(service: Service, table: ATable) -> Response:
    """Let people sit down again (the host)."""
    await service.lobby.lock_table(table, False)
    return JSON({"locked": table.locked})


@router.put("/api/matches/{id}/seats/{seat}/mute", response_model=schemas.SeatShown, dependencies=[HOST_ONLY])
async def mute(service: Service, table: ATable, seat: SeatNumber) -> Response:
    """Forbid somebody to chat (the host)."""
    return JSON(seat_shown(await service.lobby.mute(table, seat, True)))


@router.delete(
    "/api/matches/{id}/seats/{seat}/mute", response_model=schemas.SeatShown, dependencies=[HOST_ONLY]
)
async def unmute(service: Service, table: ATable, seat: SeatNumber) -> Response:
    """Let somebody chat again (the host)."""
    return JSON(seat_shown(await service.lobby.mute(table, seat, False)))


@router.put("/api/matches/{id}/seats/{seat}/bot", response_model=schemas.SeatShown, dependencies=[HOST_ONLY])
async def set_bot(service: Service, table: ATable, seat: SeatNumber, body: schemas.WithBot) -> Response:
    """Put a bot on an empty seat (the host, before the start)."""
    return JSON(seat_shown(await service.lobby.set_bot(table, seat, body.bot)))


@router.delete(
    "/api/matches/{id}/seats/{seat}/bot", response_model=schemas.SeatShown, dependencies=[HOST_ONLY]
)
async def remove_bot(service: Service, table: ATable, seat: SeatNumber) -> Response:
    """Empty a bot's seat again (the host, before the start)."""
    return JSON(seat_shown(await service.lobby.set_bot(table, seat, None)))


@router.put("/api/matches/{id}/seats/{seat}/stand-in", response_model=schemas.SeatShown)
async def take_over(
    service: Service, table: ATable, caller: Asker, seat: SeatNumber, body: schemas.StandIn | None = None
) -> Response:
    """Let a bot play for somebody who is away; it knows what that seat knows."""
    if not table.is_host(caller):
        service.seated(table, caller)
    if body and body.bot:
        known_bot(body.bot, table.game.name)
    return JSON(seat_shown(await service.lobby.take_over(table, seat, substitute())))


@router.delete("/api/matches/{id}/seats/{seat}/stand-in", response_model=schemas.SeatShown)
async def give_back(service: Service, table: ATable, mine: Seated, seat: SeatNumber) -> Response:
    """Take your own seat back from the bot."""
    if table.seat(seat).number != mine:
        raise Problem("not_yours", _("Only whoever sits there can take the seat back."))
    return JSON(seat_shown(await service.lobby.give_back(table, seat)))


@router.get("/api/games", response_model=schemas.Games)
async def list_games(service: Service) -> Response:
    """The games with their seats and options, and the bots."""
    shown = []
    for game in games.load_all()[0]:
        progress = service.precompiler.progress(game.name)
        shown.append(game.facts() | {"ready": True, "progress": progress.facts()})
    return JSON({"games": shown, "bots": list(bots.names())})
