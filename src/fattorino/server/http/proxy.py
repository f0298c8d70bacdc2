"""Behind a proxy: the client's address, and a path prefix."""

from __future__ import annotations

from contextvars import ContextVar

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_root: ContextVar[str] = ContextVar("root", default="")


def root() -> str:
    """The path prefix of this server, with which every link of a page begins; '' without one."""
    return _root.get()


class Forwarded:
    """Takes address and scheme from the proxy's headers, strips its path prefix, and says it to the pages.

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
            _root.set(self._prefix)
            if self._prefix and (scope["path"] + "/").startswith(self._prefix + "/"):
                scope["path"] = scope["path"][len(self._prefix) :] or "/"
                scope["raw_path"] = scope["path"].encode()
        await self._app(scope, receive, self._redirecting(send) if self._prefix else send)

    def _redirecting(self, send: Send) -> Send:
        """Redirects lead to addresses of this server: they begin with the prefix, too."""
        prefix = self._prefix.encode()

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, prefix + value if name == b"location" and value.startswith(b"/") else value)
                    for name, value in message["headers"]
                ]
            await send(message)

        return answer

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
