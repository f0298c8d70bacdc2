"""Error responses: problem details for programs, a friendly page for browsers."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from fattorino.games import load_all
from fattorino.kernel.errors import BadGame, FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.metrics import Metrics
from fattorino.server.pages.templates import page
from fattorino.server.problems import Problem, from_error, sentence

log = logging.getLogger("fattorino.app")

WITH_TABLE = {"bad_token", "not_over", "not_yours", "seat_taken", "kept_closed"}  # link to the table


def problem_response(problem: Problem) -> Response:
    """A problem as a response (RFC 9457)."""
    headers = {"Cache-Control": "no-store"} | problem.headers
    try:
        content = orjson.dumps(problem.body())
    except TypeError:  # it quotes input: a lone surrogate, or a number beyond 64 bits
        content = json.dumps(problem.body()).encode()
    return Response(content, problem.status, headers, "application/problem+json")


def error_page(request: Request, problem: Problem) -> HTMLResponse:
    """A friendly page with a link to continue."""
    games = load_all()[0] if problem.code == "unknown_game" else []
    id = request.path_params.get("id", "")
    response = page(
        request,
        "error.html",
        problem.status,
        title=_(problem.title),
        detail=problem.detail,
        known=[(game.title, f"/rules/{game.name}") for game in games],
        table=f"/t/{id}" if id and problem.code in WITH_TABLE else "",
    )
    response.headers.update(problem.headers)
    return response


def add_error_handlers(app: FastAPI, metrics: Metrics) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Answer every error with a problem; internal errors are logged. Returns the handler of all errors."""

    async def answer(request: Request, error: Exception) -> Response:
        problem = _problem(error, request.url.path)
        if problem is None:
            log.error("a request failed", exc_info=error, extra={"method": request.method})
            problem = Problem("error", _("Something went wrong on our side; please try again."))
            problem.headers["Connection"] = "close"  # uvicorn closes it after an error: tell the client
        if problem.counts:
            metrics.refusals.labels(problem.code).inc()
        if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
            try:
                return error_page(request, problem)
            except Exception:
                log.exception("the error page failed")
        return problem_response(problem)

    for kind in (Problem, FattorinoError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, answer)
    return answer


def _problem(error: Exception, path: str) -> Problem | None:
    """A refusal as a problem; None for an internal error."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, BadGame):
        log.error("%s", error, exc_info=error if log.isEnabledFor(logging.DEBUG) else None)
        return Problem("bad_game", _("This game cannot be loaded; the log of the server says why."))
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
        text = _("{path} only supports {can}.").format(path=path[:80], can=headers.get("Allow", ""))
        return Problem("wrong_method", text, headers=headers)
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
        what = _("there is no such field; see /docs for the fields")
    elif first["type"] in ("model_type", "model_attributes_type"):
        what = _("This has to be a JSON object")
    text = _("{where}: {what}").format(where=where, what=what) if where else str(what)
    text = text if text.endswith(".") else text + "."
    return Problem("invalid_request", text, fields=[".".join(map(str, e["loc"])) for e in errors])
