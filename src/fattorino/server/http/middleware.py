"""The guard at the door: limits, origins, body sizes, the cookie, the language, every answer's headers."""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fattorino.kernel.i18n import _, best_language, languages, set_language
from fattorino.server.http.rate_limits import Buckets, client_of, too_many
from fattorino.server.metrics import Metrics
from fattorino.server.problems import Problem

COOKIE = "fattorino"
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
LARGEST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
NO_COOKIE = ("/api/", "/static/", "/healthz", "/metrics", "/docs", "/openapi.json", "/favicon.ico")

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

HEADERS = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

_COOKIE = re.compile(rb"(?:^|;\s*)" + COOKIE.encode() + rb"=([A-Za-z0-9_-]{22,64})(?:;|$)")


_LANGUAGE = re.compile(rb"(?:^|;\s*)language=([A-Za-z_-]{2,20})(?:;|$)")


class Guard:
    """Stands before the application; refuses what should not reach it."""

    def __init__(self, app: ASGIApp, requests_per_second: float, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._requests = Buckets(2 * requests_per_second, requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        cookie = _COOKIE.search(headers.get(b"cookie", b""))
        fresh = b""
        if cookie:
            person = _hashed(cookie[1])
        elif scope["method"] == "GET" and not scope["path"].startswith(NO_COOKIE):
            fresh = secrets.token_urlsafe(24).encode()
            person = _hashed(fresh)
        else:
            person = ""
        scope.setdefault("state", {})["person"] = person
        if len(languages()) > 1:
            chosen = _LANGUAGE.search(headers.get(b"cookie", b""))
            wishes = chosen[1] if chosen else headers.get(b"accept-language", b"")
            set_language(best_language(wishes.decode("latin-1")))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
                if fresh and message["status"] < 500:
                    secure = "; Secure" if scope["scheme"] == "https" else ""
                    text = f"{COOKIE}={fresh.decode()}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax"
                    message["headers"].append((b"set-cookie", (text + secure).encode()))
            await send(message)

        try:
            self._check(scope, headers)
        except Problem as problem:
            self._metrics.refusals.labels(problem.code).inc()
            await problem.response()(scope, receive, answer)
            return
        untold = b"transfer-encoding" in headers  # how long the body is
        await self._app(scope, _measured(receive) if untold else receive, answer)

    def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        client = scope.get("client")
        seconds = self._requests.wait(client_of(client[0]) if client else "")
        if seconds:
            raise too_many(_("Too many requests at once; please wait a moment."), seconds)
        if scope["method"] in SAFE:
            return
        origin = headers.get(b"origin")
        site = headers.get(b"sec-fetch-site", b"")
        if origin is not None:
            theirs = urlsplit(origin.decode("latin-1")).netloc
            if theirs != headers.get(b"host", b"").decode("latin-1"):
                raise Problem("foreign_origin", _("Requests from other sites are not accepted."))
        elif site in (b"cross-site", b"same-site"):
            raise Problem("foreign_origin", _("Requests from other sites are not accepted."))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise _too_large()
        has_body = int(length) > 0 or b"transfer-encoding" in headers
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if has_body and scope["path"].startswith("/api/") and kind != b"application/json":
            raise Problem("wrong_type", _("Send application/json."))


def _measured(receive: Receive) -> Receive:
    """Count the bytes of a body that does not say how long it is."""
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


def _hashed(cookie: bytes) -> str:
    return hashlib.sha256(cookie).hexdigest()
