"""The operator's API about people: mute, rename, close a seat, delete a line, block, erase; a notice."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Any

from fastapi import Path, Query, Request
from starlette.responses import Response

from fattorino.kernel.i18n import _
from fattorino.server import health
from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, chat_shown, new_router, seat_shown
from fattorino.server.http.auth import OPERATOR_ONLY, ATable, Service
from fattorino.server.http.rate_limits import client_of
from fattorino.server.problems import Problem
from fattorino.server.storage.people import person_at
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import Table

router = new_router(tags=["operations"])

LINES = 50  # of chat, with a table
SeatNumber = Annotated[int, Path(ge=0, le=20, description="A seat of the table", examples=[0])]
LineNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of a line of chat")]
Address = Annotated[str, Path(max_length=80, description="An IP address; of IPv6 its /64 network counts")]
PersonId = Annotated[str, Path(max_length=40, description="As GET /api/operator/people gives it")]


def client_at(address: str) -> str:
    """What counts as one client at this address; a problem if it is none."""
    try:
        ipaddress.ip_address(address.strip().removesuffix("/64"))
    except ValueError:
        sentence = _("{given!r} is no IP address.")
        raise Problem("invalid_request", sentence.format(given=address[:80])) from None
    return client_of(address.strip().removesuffix("/64"))


def table_shown(service: TableService, table: Table) -> dict[str, Any]:
    """A table as the operator sees it: as a spectator does, with the addresses of those who are connected."""
    seats = [
        seat_shown(seat)
        | {
            "person": person_at(table.id, seat.number, seat.people) if seat.kind == "human" else "",
            "addresses": service.listeners.clients(table.id, seat.number),
        }
        for seat in table.seats
    ]
    return {
        "id": table.id,
        "game": table.game.name,
        "status": table.status,
        "created": table.created,
        "moves": len(table.see(None).log),
        "people": [seat.name for seat in table.seats if seat.kind == "human"],
        "connected": sum(seat.connected for seat in table.seats),
        "halted": table.halted,
        "reason": table.halt_reason,
        "seats": seats,
        "chat": [chat_shown(line) for line in table.chat[-LINES:]],
    }


@router.get("/api/notice", response_model=schemas.Notice)
async def get_notice(service: Service) -> Response:
    """What the operator has to say to everybody now, or ''."""
    return JSON({"text": service.moderation.notice})


@router.put("/api/operator/notice", response_model=schemas.Notice, dependencies=[OPERATOR_ONLY])
async def set_notice(service: Service, body: schemas.Notice) -> Response:
    """Say something to everybody, on every page; an empty text takes it back (the operator)."""
    await service.moderation.tell_all(body.text)
    return JSON({"text": service.moderation.notice})


@router.get("/api/operator/state", response_model=schemas.ServerState, dependencies=[OPERATOR_ONLY])
async def server_state(request: Request, service: Service) -> Response:
    """How the server is: memory, disk, what is interpreted, how much goes on (the operator)."""
    return JSON({"version": request.app.version} | await health.state(service))


@router.get("/api/operator/tables/{id}", response_model=schemas.TableInside, dependencies=[OPERATOR_ONLY])
async def look_into(service: Service, table: ATable) -> Response:
    """A table as a spectator sees it, its newest chat, and players' addresses (the operator)."""
    return JSON(table_shown(service, table))


@router.put(
    "/api/operator/tables/{id}/seats/{seat}/mute",
    response_model=schemas.SeatShown,
    dependencies=[OPERATOR_ONLY],
)
async def silence(service: Service, table: ATable, seat: SeatNumber) -> Response:
    """Forbid somebody to chat, whatever the host says (the operator)."""
    await service.moderation.mute(table, seat, True)
    return JSON(seat_shown(table.seats[seat]))


@router.delete(
    "/api/operator/tables/{id}/seats/{seat}/mute",
    response_model=schemas.SeatShown,
    dependencies=[OPERATOR_ONLY],
)
async def let_speak(service: Service, table: ATable, seat: SeatNumber) -> Response:
    """Let somebody chat again (the operator)."""
    await service.moderation.mute(table, seat, False)
    return JSON(seat_shown(table.seats[seat]))


@router.put(
    "/api/operator/tables/{id}/seats/{seat}/name",
    response_model=schemas.SeatShown,
    dependencies=[OPERATOR_ONLY],
)
async def rename_player(service: Service, table: ATable, seat: SeatNumber, body: schemas.Renamed) -> Response:
    """Give somebody another name, in the chat, too (the operator)."""
    await service.moderation.rename(table, seat, body.name)
    return JSON(seat_shown(table.seats[seat]))


@router.delete(
    "/api/operator/tables/{id}/seats/{seat}", response_model=schemas.SeatShown, dependencies=[OPERATOR_ONLY]
)
async def close_seat(service: Service, table: ATable, seat: SeatNumber) -> Response:
    """Take somebody off their seat: a bot has it from now on (the operator)."""
    await service.moderation.close(table, seat)
    return JSON(seat_shown(table.seats[seat]))


@router.delete("/api/operator/tables/{id}/chat/{number}", status_code=204, dependencies=[OPERATOR_ONLY])
async def delete_line(service: Service, table: ATable, number: LineNumber) -> Response:
    """Delete a line of chat (the operator)."""
    await service.moderation.delete_line(table, number)
    return Response(status_code=204)


@router.get("/api/operator/people", response_model=schemas.PeopleShown, dependencies=[OPERATOR_ONLY])
async def list_people(
    service: Service,
    name: Annotated[str, Query(max_length=80, description="What their name contains")] = "",
    limit: Annotated[int, Query(ge=1, le=1000, description="So many people at most")] = 100,
) -> Response:
    """People who sit somewhere or have said something, those of the newest tables first (the operator)."""
    found = await service.moderation.people(name, limit)
    shown = [
        {
            "id": one.id,
            "names": one.names,
            "seats": [{"table": table, "seat": seat} for table, seat in one.seats],
            "tables": one.tables,
        }
        for one in found
    ]
    return JSON({"people": shown})


@router.delete("/api/operator/people/{person}", response_model=schemas.Erased, dependencies=[OPERATOR_ONLY])
async def erase_person(service: Service, person: PersonId) -> Response:
    """Erase a person everywhere: the games of others go on, with "Somebody" (the operator)."""
    return JSON({"tables": await service.moderation.erase(person)})


@router.get("/api/operator/blocked", response_model=schemas.BlockedShown, dependencies=[OPERATOR_ONLY])
async def list_blocked(service: Service) -> Response:
    """The blocked addresses (the operator)."""
    return JSON({"addresses": sorted(service.moderation.blocked)})


@router.put(
    "/api/operator/blocked/{address:path}", response_model=schemas.BlockedShown, dependencies=[OPERATOR_ONLY]
)
async def block(service: Service, address: Address) -> Response:
    """Serve an address no longer; its open pages end (the operator)."""
    await service.moderation.block(client_at(address), True)
    return JSON({"addresses": sorted(service.moderation.blocked)})


@router.delete(
    "/api/operator/blocked/{address:path}", response_model=schemas.BlockedShown, dependencies=[OPERATOR_ONLY]
)
async def unblock(service: Service, address: Address) -> Response:
    """Serve an address again (the operator)."""
    await service.moderation.block(client_at(address), False)
    return JSON({"addresses": sorted(service.moderation.blocked)})
