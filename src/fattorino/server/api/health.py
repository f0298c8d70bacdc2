"""Health checks and metrics, for the operator."""

from __future__ import annotations

import time

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from fattorino.kernel.i18n import _
from fattorino.server.api.responses import JSON, new_router
from fattorino.server.http.auth import OPERATOR_ONLY, Service
from fattorino.server.pages.templates import parts
from fattorino.server.problems import Problem

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
    state = request.app.state
    sizes = service.registry.sizes() | {
        "thoughts_waiting": len(service.pool.queue),
        "reviews": len(service.reviews.progress),
        "tasks": len(service.tasks),
        "clients_with_streams": len(state.streams.open),
        "clients_with_limits": len(state.limits),
        "connections": sum(state.connections.values()),
        "parts_drawn": len(parts),
    }
    for what, n in sizes.items():
        service.metrics.size.labels(what).set(n)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
