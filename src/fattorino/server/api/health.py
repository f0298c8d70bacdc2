"""Health and figures, for whoever operates the server."""

from __future__ import annotations

import time

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from fattorino.kernel.i18n import _
from fattorino.server.api.responses import JSON, new_router
from fattorino.server.http.auth import Service
from fattorino.server.problems import Problem

router = new_router()


@router.get("/healthz", tags=["operations"])
async def healthz(request: Request) -> Response:
    """Alive: the process answers."""
    return JSON({"status": "ok", "version": request.app.version, "time": time.time()})


@router.get("/readyz", tags=["operations"])
async def readyz(service: Service) -> Response:
    """Ready: the database can be written."""
    try:
        await service.store.probe()
    except TimeoutError:
        raise Problem("storage", _("The database does not answer.")) from None
    return JSON({"status": "ready"})


@router.get("/metrics", tags=["operations"], response_class=PlainTextResponse)
async def metrics(service: Service) -> Response:
    """Figures for Prometheus."""
    for status, n in service.registry.count().items():
        service.metrics.tables.labels(status).set(n)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
