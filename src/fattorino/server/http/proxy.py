"""Behind a proxy: the client's address, and a path prefix."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LINK = re.compile(rb'((?:href|src|action|formaction|data-[a-z-]+)=\\?")/(?!/)')
ROOT = re.compile(rb"<html\b")


class Forwarded:
    """Takes address and scheme from the proxy's headers, and strips its path prefix.

    Each proxy adds the address it sees at the right end of X-Forwarded-For. With one trusted proxy the last
    one is the client's; anything further left was sent by the client and is ignored.
    """

    def __init__(self, app: ASGIApp, hops: int, prefix: str) -> None:
        self._app = app
        self._hops = hops
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if self._hops:
                self._take(scope)
            if self._prefix and (scope["path"] + "/").startswith(self._prefix + "/"):
                scope["path"] = scope["path"][len(self._prefix) :] or "/"
                scope["raw_path"] = scope["path"].encode()
        await self._app(scope, receive, send)

    def _take(self, scope: Scope) -> None:
        told: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            if name in (b"x-forwarded-for", b"x-forwarded-proto"):
                told.setdefault(name, []).extend(part.strip() for part in value.decode("latin-1").split(","))
        addresses, schemes = told.get(b"x-forwarded-for", []), told.get(b"x-forwarded-proto", [])
        if addresses:
            scope["client"] = (addresses[-min(self._hops, len(addresses))], 0)
        if schemes and schemes[-min(self._hops, len(schemes))] in ("http", "https"):
            scope["scheme"] = schemes[-min(self._hops, len(schemes))]


class Prefixed:
    """Adds the proxy's path prefix to links in pages, fragments and redirects.

    Templates always say /t/...; only this class knows about the prefix.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start: Message | None = None  # of a page, buffered until it is complete
        page, stream = bytearray(), False

        async def answer(message: Message) -> None:
            nonlocal start, stream
            if message["type"] == "http.response.start":
                headers = dict(message["headers"])
                kind = headers.get(b"content-type", b"")
                location = headers.get(b"location", b"")
                if location.startswith(b"/"):
                    message["headers"] = [
                        (name, self._prefix + value if name == b"location" else value)
                        for name, value in message["headers"]
                    ]
                fragments = kind.startswith(b"application/json") and not scope["path"].startswith("/api/")
                stream = kind.startswith(b"text/event-stream")
                if kind.startswith(b"text/html") or fragments:
                    start = message
                    return
            elif start is not None:
                page.extend(message.get("body", b""))
                if message.get("more_body"):
                    return
                body = self._rewritten(bytes(page))
                others = [pair for pair in start["headers"] if pair[0] != b"content-length"]
                start["headers"] = [*others, (b"content-length", str(len(body)).encode())]
                await send(start)
                message = {"type": "http.response.body", "body": body}
                start = None
            elif stream:
                message = {**message, "body": self._rewritten(message.get("body", b""))}
            await send(message)

        await self._app(scope, receive, answer)

    def _rewritten(self, text: bytes) -> bytes:
        text = LINK.sub(lambda found: found[1] + self._prefix + b"/", text)
        return ROOT.sub(b'<html data-base="' + self._prefix + b'"', text, count=1)
