"""The middleware for every request: limits, origins, body sizes, the cookie, the language, headers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
from urllib.parse import urlsplit

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fattorino.kernel.i18n import _, best_language, languages, set_language
from fattorino.server.http.errors import error_page, problem_response
from fattorino.server.http.hosts import KnownHosts
from fattorino.server.http.rate_limits import RateLimits, client_of
from fattorino.server.http.turns import Turns
from fattorino.server.metrics import Metrics
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings

log = logging.getLogger("fattorino.app")

COOKIE = "fattorino"
SECURE_COOKIE = "__Host-fattorino"  # with TLS: no other site, and no page without TLS, can set it
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
COOKIE_VALUE = re.compile(r"[A-Za-z0-9_-]{22,64}")
MOVE = re.compile("/api/matches/([^/]+)/actions")
LARGEST_BODY = 64 * 1024
LONGEST_NUMBER = 18  # digits; longer ones are not parsed
HOLD = (
    0.5  # seconds until a client is told that it asks for too much: each refusal costs as much as an answer
)
SAFE = ("GET", "HEAD", "OPTIONS")
FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip"}  # headers set by a proxy
NO_COOKIE = ("/api/", "/static/", "/healthz", "/readyz", "/metrics", "/docs", "/openapi.json", "/favicon.ico")

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class PageGzip(GZipMiddleware):
    """Compresses pages and files; API responses are short or streams."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Guard:
    """Refuses requests that must not reach the application; gives every browser a cookie."""

    def __init__(
        self, app: ASGIApp, limits: RateLimits, turns: Turns, metrics: Metrics, settings: Settings
    ) -> None:
        self._app = app
        self._public = urlsplit(settings.public_url)
        self._hosts = KnownHosts(settings)
        self._metrics = metrics
        self._limits = limits
        self._turns = turns
        self._watching = not settings.proxy  # for a proxy that nobody told the server of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = client_of(scope["client"][0]) if scope.get("client") else ""
        if not MOVE.fullmatch(scope["path"]):  # those are quick, and written to disk together
            await self._turns.wait(client)
        headers: dict[bytes, bytes] = dict(scope["headers"])
        cookies = cookie_parser(headers[b"cookie"].decode("latin-1")) if b"cookie" in headers else {}
        secure = "https" in (scope["scheme"], self._public.scheme)
        known = COOKIE_VALUE.fullmatch(cookies.get(SECURE_COOKIE if secure else COOKIE, ""))
        person, extra = known[0] if known else "", SECURITY_HEADERS
        if not person and scope["method"] == "GET" and not scope["path"].startswith(NO_COOKIE):
            person = secrets.token_urlsafe(24)
            extra = [*extra, _cookie(person, secure)]
        hashed = hashlib.sha256(person.encode()).hexdigest() if person else ""
        scope.setdefault("state", {})["person"] = hashed
        if len(languages()) > 1:
            accepted = headers.get(b"accept-language", b"").decode("latin-1")
            set_language(best_language(cookies.get("language") or accepted))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] == 429:
                    await asyncio.sleep(HOLD)
                    await self._turns.wait(client)
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        try:
            self._check(scope, headers, client)
        except Problem as problem:
            self._metrics.refusals.labels(problem.code).inc()
            await self._refusal(scope, headers, problem)(scope, receive, answer)
            return
        untold = b"transfer-encoding" in headers  # how long the body is
        if scope["method"] == "HEAD":  # handled as GET; uvicorn omits the body
            scope = dict(scope, method="GET", state=scope["state"] | {"head": True})
        await self._app(scope, _counted(receive) if untold else receive, answer)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes], problem: Problem) -> Response:
        """A page for a browser that asks for one, else problem details."""
        if problem.code == "unknown_host" and b"text/html" in headers.get(b"accept", b""):
            return error_page(Request(scope), problem)
        return problem_response(problem)

    def _check(self, scope: Scope, headers: dict[bytes, bytes], client: str) -> None:
        self._limits.take_request(client)
        if scope["method"] == "GET" and not scope["path"].startswith(NO_COOKIE):
            self._limits.take_page(client)
        self._hosts.check(headers.get(b"host", b"").decode("latin-1"))
        if self._watching and not FORWARDED.isdisjoint(headers):
            self._watching = False
            log.warning(
                "a request has the headers of a proxy, which are not trusted: all its visitors share one set "
                "of limits; if it is your own, start the server with --proxy"
            )
        if scope["method"] in SAFE:
            return
        if _is_foreign(headers, self._public.netloc):
            raise Problem("foreign_origin", _("Requests from other sites are not accepted."))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > LONGEST_NUMBER or int(length) > LARGEST_BODY:
            raise _too_large()
        has_body = int(length) > 0 or b"transfer-encoding" in headers
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if has_body and scope["path"].startswith("/api/") and kind != b"application/json":
            raise Problem("wrong_type", _("Send application/json."))


def _is_foreign(headers: dict[bytes, bytes], public: str) -> bool:
    """Whether a request comes from another site's page."""
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"") in (b"cross-site", b"same-site")
    try:
        ours = {headers.get(b"host", b"").decode("latin-1"), public} - {""}
        return urlsplit(origin.decode("latin-1")).netloc not in ours
    except ValueError:  # not a URL
        return True


def _cookie(value: str, secure: bool) -> tuple[bytes, bytes]:
    """The header that gives a browser its cookie."""
    made = Response()
    made.set_cookie(
        SECURE_COOKIE if secure else COOKIE, value, COOKIE_AGE, httponly=True, samesite="lax", secure=secure
    )
    return made.raw_headers[-1]


def _counted(receive: Receive) -> Receive:
    """Limit the size of a body of undeclared length."""
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > LARGEST_BODY:
                raise _too_large()
        return message

    return counted


def _too_large() -> Problem:
    return Problem("too_large", _("A request may have {n} bytes at most.").format(n=LARGEST_BODY))
