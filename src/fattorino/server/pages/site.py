"""What is the site's own: the door with its code, and what search engines may read."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from fattorino.kernel.i18n import _
from fattorino.server.http.auth import Client, Limits
from fattorino.server.http.cookies import door_cookie
from fattorino.server.pages.templates import NOT_KEPT, page
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings

router = APIRouter(include_in_schema=False)

ROBOTS = """\
User-agent: *
Allow: /rules/
Allow: /docs
Allow: /accessibility
Allow: /static/
Disallow: /
"""  # all other pages name people


@router.get("/robots.txt")
async def robots() -> Response:
    """What search engines may read: pages without people."""
    return PlainTextResponse(ROBOTS)


def within(path: str) -> str:
    """A path of this site to go on to; its front page instead of anything else."""
    return path if re.fullmatch(r"/(?:[\w.~%-][\w./~%-]*)?", path) else "/"


@router.get("/join", response_class=HTMLResponse)
async def door(request: Request, to: str = "/") -> Response:
    """The page that asks for the code."""
    settings: Settings = request.app.state.settings
    if not settings.join_code or door_cookie(settings).given(request.scope):
        return RedirectResponse(within(to), 303, headers=NOT_KEPT)
    return page(request, "join.html", to=within(to), wrong=False)


@router.post("/join", response_class=HTMLResponse)
async def come_in(request: Request, limits: Limits, client: Client) -> Response:
    """Open the door with the code."""
    settings: Settings = request.app.state.settings
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    if not request.scope["state"]["person"]:
        raise Problem("wrong_code", _("The code is kept by a cookie; please allow cookies for this site."))
    to = within(form.get("to", "/"))
    if not limits.fits(client, form.get("code", "").strip(), settings.join_code):
        return page(request, "join.html", 403, to=to, wrong=True)
    answer = RedirectResponse(to, 303, headers=NOT_KEPT)
    door_cookie(settings).give(answer, request.scope)
    return answer
