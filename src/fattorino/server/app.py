"""Builds the FastAPI app out of its parts."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from fattorino import games
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.api import openapi, play
from fattorino.server.api import tables as table_api
from fattorino.server.api.play import Express
from fattorino.server.http.middleware import Guard
from fattorino.server.http.rate_limits import Buckets
from fattorino.server.http.stream import Hub
from fattorino.server.metrics import Metrics
from fattorino.server.pages import table as table_pages
from fattorino.server.precompile import Warming
from fattorino.server.problems import Problem, from_error, sentence
from fattorino.server.settings import Settings
from fattorino.server.storage.notifications import News
from fattorino.server.storage.store import Store
from fattorino.server.tables.bot_pool import Thinker
from fattorino.server.tables.review_jobs import Reviewer
from fattorino.server.tables.service import Tables

log = logging.getLogger("fattorino.app")

VERSION = version("fattorino")
STATIC = Path(__file__).parent.parent / "web" / "static"
CHAT_BURST, CHAT_PER_SECOND = 10, 1.0
HINT_BURST, HINTS_PER_SECOND = 6, 0.5


class Fresh(StaticFiles):
    """Files a browser may keep but asks about each time: a few bytes, and never scripts of two versions."""

    def file_response(self, *given: Any, **more: Any) -> Response:
        answer = super().file_response(*given, **more)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class House(FastAPI):
    """The framework's app behind a door of our own: what gets past the guard and the express goes inside."""

    door: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.door(scope, receive, send)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Through the framework."""
        await super().__call__(scope, receive, send)


def build(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The app for these settings; the database is opened when it starts, unless it is open already."""
    settings = settings or Settings.read()
    if settings.components:
        games.invite_changed(Path(settings.components))
    given, store = store, store or Store(settings.database_url)
    metrics = Metrics()
    hub, thinker, warming = Hub(metrics), Thinker(metrics), Warming(settings.compile)
    tables = Tables(store, settings, metrics, hub, thinker, warming)
    reviewer = Reviewer(store, settings.review_seconds)
    tasks: set[asyncio.Task[Any]] = set()

    def spawn(work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        if given is None:
            await asyncio.to_thread(store.open)
        news = None
        if store.postgres:
            news = News(store.url, lambda text: spawn(tables.hear(text)), lambda: spawn(tables.hear_all()))
            news.start()
        spawn(warming.work())
        spawn(tables.tidy())
        spawn(tables.remind())
        yield
        hub.stop()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await reviewer.close()
        await tables.close()
        thinker.close()
        if news is not None:
            await asyncio.to_thread(news.close)
        await asyncio.to_thread(store.close)

    app = House(
        title="Fattorino",
        version=VERSION,
        description=openapi.DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings = settings
    app.state.store = store
    app.state.metrics = metrics
    app.state.hub = hub
    app.state.tables = tables
    app.state.reviewer = reviewer
    app.state.made = Buckets(settings.tables_per_hour, settings.tables_per_hour / 3600)
    app.state.chatter = Buckets(CHAT_BURST, CHAT_PER_SECOND)
    app.state.hints = Buckets(HINT_BURST, HINTS_PER_SECOND)
    app.state.open_streams = {}
    app.include_router(play.router)
    app.include_router(table_api.router)
    app.include_router(table_api.operations)
    app.include_router(openapi.router)
    app.include_router(table_pages.router)
    if STATIC.is_dir():
        app.mount("/static", Fresh(directory=STATIC), name="static")
    openapi.describe(app)
    express = Express(app.inside, tables, _refusals(app, metrics))
    app.door = Guard(express, settings.requests_per_second, metrics)
    return app


def _refusals(app: FastAPI, metrics: Metrics) -> Callable[[Request, Exception], Response]:
    """Every refusal becomes a problem: JSON for programs, a friendly page for a browser that went astray.

    Gives the function that answers an error; an error that is our own fault is logged.
    """

    def refusal(request: Request, error: Exception) -> Response:
        problem = _problem(error, request.url.path)
        if problem is None:
            log.error("a request failed", exc_info=error, extra={"method": request.method})
            problem = Problem("error", _("Something went wrong on our side; please try again."))
        if problem.counts:
            metrics.refusals.labels(problem.code).inc()
        if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
            try:
                page: Response = table_pages.error_page(request, problem)
                return page
            except Exception:
                log.exception("the error page failed")
        return problem.response()

    async def handled(request: Request, error: Exception) -> Response:
        return refusal(request, error)

    for kind in (Problem, FattorinoError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handled)
    return refusal


def _problem(error: Exception, path: str) -> Problem | None:
    """A refusal as a problem; None for an error that is our own fault."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, FattorinoError):
        return from_error(error)
    if isinstance(error, RequestValidationError):
        return _invalid(error)
    if not isinstance(error, HTTPException):
        return None
    if isinstance(error.__cause__, Problem):
        return error.__cause__
    if error.status_code == 404:
        return Problem("unknown_address", _("There is nothing at {path}.").format(path=path[:80]))
    if error.status_code == 405:
        headers = dict(error.headers or {})
        can = headers.get("Allow", "")
        return Problem(
            "wrong_method", _("{path} can only do {can}.").format(path=path[:80], can=can), headers=headers
        )
    return Problem("bad_json", sentence(str(error.detail)))


def _invalid(error: RequestValidationError) -> Problem:
    """The first thing that is wrong with a request, in a sentence."""
    errors = error.errors()
    first: Any = errors[0] if errors else {"loc": (), "msg": "?", "type": ""}
    if first["type"] == "json_invalid":
        return Problem("bad_json", _("The body is not JSON: {reason}.").format(reason=first["ctx"]["error"]))
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path", "header"))
    what = first["msg"]
    if first["type"] == "extra_forbidden":
        what = _("there is no such field; /docs lists those there are")
    elif first["type"] in ("model_type", "model_attributes_type"):
        what = _("This has to be a JSON object")
    text = _("{where}: {what}").format(where=where, what=what) if where else str(what)
    text = text if text.endswith(".") else text + "."
    return Problem("invalid_request", text, fields=[".".join(map(str, e["loc"])) for e in errors])
