"""The error page for browsers."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import HTMLResponse

from fattorino.games import load, names
from fattorino.kernel.i18n import _
from fattorino.server.pages.templates import page
from fattorino.server.problems import Problem

WITH_TABLE = {"bad_token", "not_over", "not_yours", "seat_taken", "kept_closed"}  # link to the table


def error_page(request: Request, problem: Problem) -> HTMLResponse:
    """A friendly page with a link to continue."""
    games = names() if problem.code == "unknown_game" else []
    id = request.path_params.get("id", "")
    response = page(
        request,
        "error.html",
        problem.status,
        title=_(problem.title),
        detail=problem.detail,
        known=[(load(name).title, f"/rules/{name}") for name in games],
        table=f"/t/{id}" if id and problem.code in WITH_TABLE else "",
    )
    response.headers.update(problem.headers)
    return response
