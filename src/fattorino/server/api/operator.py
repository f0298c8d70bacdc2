"""The operator's API: health checks, metrics; list, halt and delete tables."""

from __future__ import annotations

import time
from typing import Annotated

import sqlalchemy as sa
from fastapi import Query, Request
from starlette.responses import PlainTextResponse, Response

from fattorino.kernel.i18n import _
from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, new_router
from fattorino.server.http.auth import OPERATOR_ONLY, ATable, Service
from fattorino.server.pages.templates import parts
from fattorino.server.problems import Problem
from fattorino.server.storage.overview import idle, named
from fattorino.server.tables.registry import DAY

router = new_router(tags=["operations"])


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """Liveness: the process answers."""
    return JSON({"status": "ok", "version": request.app.version, "time": time.time()})


@router.get("/readyz")
async def readyz(service: Service) -> Response:
    """Readiness: the database can be written."""
    try:
        await service.store.probe()
    except TimeoutError:
        raise Problem("storage", _("The database does not answer.")) from None
    return JSON({"status": "ready"})


@router.get("/metrics", response_class=PlainTextResponse, dependencies=[OPERATOR_ONLY])
async def metrics(request: Request, service: Service) -> Response:
    """Prometheus metrics, for the operator."""
    for status, n in service.registry.count().items():
        service.metrics.tables.labels(status).set(n)
    for game, slow in service.precompiler.interpreted().items():
        service.metrics.interpreted.labels(game).set(slow)
    state = request.app.state
    sizes = service.registry.sizes() | {
        "thoughts_waiting": len(service.pool.queue),
        "reviews": len(service.reviews.progress),
        "side_work": len(service.side_work),
        "tasks": len(service.tasks),
        "clients_with_streams": len(state.streams.open),
        "clients_with_limits": len(state.limits),
        "requests_waiting": len(state.turns),
        "connections": sum(state.connections.values()),
        "parts_drawn": len(parts),
    }
    for what, n in sizes.items():
        service.metrics.size.labels(what).set(n)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/api/operator/tables", response_model=schemas.OperatorTables, dependencies=[OPERATOR_ONLY])
async def list_tables(
    service: Service,
    limit: Annotated[int, Query(ge=0, le=2**31, description="The newest so many; 0: all")] = 100,
    find: Annotated[str, Query(max_length=80, description="An id, a game, or part of a person's name")] = "",
    idle_days: Annotated[float, Query(ge=0, description="Without activity for so many days")] = 0,
) -> Response:
    """The newest tables of this server (the operator): nothing that a spectator could not see."""
    condition = named(find) if find else sa.true()
    if idle_days:
        condition &= idle(time.time() - idle_days * DAY)
    return JSON({"tables": await service.registry.overview(condition, limit or None)})


@router.put("/api/operator/tables/{id}/halt", response_model=schemas.Halted, dependencies=[OPERATOR_ONLY])
async def halt_table(service: Service, table: ATable, body: schemas.Halt | None = None) -> Response:
    """Halt a table: it becomes read-only, and everyone is told, with the reason (the operator)."""
    await service.moderation.halt(table, True, body.reason if body else "")
    return JSON({"halted": table.halted})


@router.delete("/api/operator/tables/{id}/halt", response_model=schemas.Halted, dependencies=[OPERATOR_ONLY])
async def resume_table(service: Service, table: ATable) -> Response:
    """Resume a halted table (the operator)."""
    await service.moderation.halt(table, False)
    return JSON({"halted": table.halted})


@router.delete("/api/operator/tables/{id}", status_code=204, dependencies=[OPERATOR_ONLY])
async def delete_any_table(service: Service, table: ATable) -> Response:
    """Delete a table with its moves and chat (the operator)."""
    await service.registry.delete(table)
    return Response(status_code=204)
