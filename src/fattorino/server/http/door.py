"""The door: nobody comes in from a blocked address, and nobody without the code, if there is one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fattorino.kernel.i18n import _
from fattorino.server.http.auth import is_operator
from fattorino.server.http.cookies import door_cookie
from fattorino.server.http.rate_limits import RateLimits, client_of
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings
from fattorino.server.tables.moderation import Moderation

HEADER = b"join-code"  # in which programs send the code
ALWAYS = ("/healthz", "/readyz", "/robots.txt", "/favicon.ico", "/join", "/operator", "/metrics")
BELOW = ("/static/", "/operator/", "/api/operator/")  # these ask for the operator's token themselves


class Door:
    """In front of everything but what machines and the operator need."""

    def __init__(
        self,
        app: ASGIApp,
        moderation: Moderation,
        limits: RateLimits,
        settings: Settings,
        refuse: Callable[[Request, Exception], Awaitable[Response]],
    ) -> None:
        self._app = app
        self._moderation = moderation
        self._limits = limits
        self._settings = settings
        self._cookie = door_cookie(settings)
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ALWAYS[0]
        blocked = self._moderation.blocked
        if (blocked or self._settings.join_code) and path not in ALWAYS and not path.startswith(BELOW):
            try:
                self._check(scope)
            except Problem as problem:
                answer = await self._answer(Request(scope), problem)
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        client = client_of(scope["client"][0]) if scope.get("client") else ""
        if client in self._moderation.blocked:
            raise Problem("blocked", _("Ask whoever runs the server if you think that this is a mistake."))
        code = self._settings.join_code
        if not code or self._cookie.given(scope) or is_operator(self._settings, scope):
            return
        given = dict(scope["headers"]).get(HEADER, b"").decode("latin-1")
        if not given or not self._limits.fits(client, given, code):
            sentence = _("This server is for people who know its code: send it in the header Join-Code.")
            raise Problem("no_code", sentence)

    async def _answer(self, request: Request, problem: Problem) -> Response:
        """The page that asks for the code, for a browser that wants a page; else a refusal."""
        reads = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if problem.code == "no_code" and reads and not request.url.path.startswith("/api/"):
            return RedirectResponse(f"/join?to={quote(request.url.path)}", 303, {"Cache-Control": "no-store"})
        return await self._refuse(request, problem)
