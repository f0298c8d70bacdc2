"""Assembles the FastAPI app."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from fattorino import bots, games
from fattorino.server.api import moderation, openapi, operator, play, tables as tables_api
from fattorino.server.http.door import Door
from fattorino.server.http.errors import add_error_handlers
from fattorino.server.http.middleware import Guard, PageGzip
from fattorino.server.http.proxy import Forwarded
from fattorino.server.http.rate_limits import RateLimits
from fattorino.server.http.stream import Streams
from fattorino.server.http.turns import Turns
from fattorino.server.metrics import Metrics
from fattorino.server.pages import home, operator as operator_pages, replay, review, rules, site, table, words
from fattorino.server.pages.templates import WEB
from fattorino.server.precompile import Precompiler
from fattorino.server.settings import Settings
from fattorino.server.storage.notifications import Notifications
from fattorino.server.storage.store import Store
from fattorino.server.tables.service import TableService

VERSION = version("fattorino")
SMALLEST_GZIP, GZIP_LEVEL = 1024, 4  # smallest response worth compressing, in bytes; compression level

ROUTERS = (
    play.router,
    tables_api.router,
    operator.router,
    moderation.router,
    openapi.router,
    home.router,
    site.router,
    operator_pages.router,
    table.router,
    rules.router,
    replay.router,
    review.router,
    words.router,
)


class TableApp(FastAPI):
    """FastAPI behind the middleware of this project: limits first, then moves, then all other requests."""

    front: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self.front(scope, receive, send)

    async def behind(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request with FastAPI."""
        await super().__call__(scope, receive, send)


class FreshFiles(StaticFiles):
    """Static files that browsers cache but revalidate, so that scripts of two versions never mix."""

    def file_response(self, *given: Any, **more: Any) -> Response:
        answer = super().file_response(*given, **more)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


def build(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The app for these settings; the database is opened when it starts, unless it is open already."""
    settings = settings or Settings.read()
    if settings.components:
        games.invite_changed(Path(settings.components))
    for bot in bots.split(settings.bots) if settings.bots else ():
        bots.register(bot.partition(":")[2].partition(":")[0] or bot, bots.maker(bot))
    given, store = store, store or Store(settings.database_url)
    metrics = Metrics()
    service = TableService(store, settings, metrics, Precompiler(settings.compile))

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        if given is None:
            await asyncio.to_thread(store.open)
        start, registry = service.tasks.start, service.registry
        notifications = Notifications(
            store.url,
            lambda text: start(registry.receive(text)),
            lambda: start(registry.receive_all()),
        )
        await service.moderation.read()
        if store.postgres:
            notifications.start()
        service.start()
        yield
        service.listeners.stop()
        await service.close()
        if store.postgres:
            await asyncio.to_thread(notifications.close)
        await asyncio.to_thread(store.close)

    app = TableApp(
        title="Fattorino",
        version=VERSION,
        description=openapi.DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # they would lead to the address in the Host header, without a path prefix
        generate_unique_id_function=lambda route: route.name,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # addresses carry seat links
    )
    app.state.settings = settings
    app.state.service = service
    app.state.turns = Turns()
    app.state.streams = Streams(service, settings.streams_per_client, app.state.turns)
    app.state.connections = Counter()  # by client
    app.state.limits = RateLimits(settings)
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/static", FreshFiles(directory=WEB / "static"), name="static")
    app.add_middleware(PageGzip, SMALLEST_GZIP, GZIP_LEVEL)
    refuse = add_error_handlers(app, metrics)
    moves = play.MovesInFront(app.behind, service, app.state.limits, refuse)
    door = Door(moves, service.moderation, app.state.limits, settings, refuse)
    app.front = Guard(door, app.state.limits, app.state.turns, metrics, settings)
    if settings.proxy or settings.prefix:
        app.front = Forwarded(app.front, settings.proxy_hops if settings.proxy else 0, settings.prefix)
    openapi.describe(app)
    return app
