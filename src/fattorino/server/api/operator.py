"""The operator's API: list, halt and delete tables."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, new_router
from fattorino.server.http.auth import OPERATOR_ONLY, ATable, Service
from fattorino.server.tables.table import Table

router = new_router(tags=["operations"], dependencies=[OPERATOR_ONLY])

MOST_LISTED = 1000


def shown(table: Table) -> dict[str, Any]:
    """A table as the operator sees it: nothing a spectator could not see."""
    return {
        "id": table.id,
        "game": table.game.name,
        "status": table.status,
        "created": table.created,
        "moves": len(table.see(None).log),
        "people": [seat.name for seat in table.seats if seat.kind == "human"],
        "connected": sum(seat.connected for seat in table.seats),
        "halted": table.halted,
    }


@router.get("/api/operator/tables", response_model=schemas.OperatorTables)
async def list_tables(
    service: Service,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED, description="The newest so many")] = 100,
) -> Response:
    """The newest tables of this server (the operator)."""
    tables = await service.registry.newest(limit)
    return JSON({"tables": [shown(table) for table in tables]})


@router.put("/api/operator/tables/{id}/halt", response_model=schemas.Halted)
async def halt_table(service: Service, table: ATable) -> Response:
    """Halt a table: it becomes read-only, and everyone is told (the operator)."""
    await service.lobby.halt(table, True)
    return JSON({"halted": table.halted})


@router.delete("/api/operator/tables/{id}/halt", response_model=schemas.Halted)
async def resume_table(service: Service, table: ATable) -> Response:
    """Resume a halted table (the operator)."""
    await service.lobby.halt(table, False)
    return JSON({"halted": table.halted})


@router.delete("/api/operator/tables/{id}", status_code=204)
async def delete_any_table(service: Service, table: ATable) -> Response:
    """Delete a table with its moves and chat (the operator)."""
    await service.registry.delete(table)
    return Response(status_code=204)
