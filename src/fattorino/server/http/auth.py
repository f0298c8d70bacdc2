"""Authentication: the caller behind a cookie or a token, the requested table, the server's public address.

Dependencies are coroutines, because FastAPI runs plain functions in a thread.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from starlette.types import Scope

from fattorino.kernel.i18n import _
from fattorino.server.http.cookies import is_ours, operator_cookie
from fattorino.server.http.rate_limits import RateLimits, client_of
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings
from fattorino.server.tables.people import Caller
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import Table

PAGE_WAIT = 4.0  # seconds a page waits for its table; a game may take minutes to compile
LOCAL = re.compile(r"localhost|127\..*|\[::1\]|0\.0\.0\.0")

MatchId = Annotated[str, Path(max_length=40, description="The table's id", examples=["k3vx7mq2wd9p"])]


async def get_service(request: Request) -> TableService:
    """The tables of this server."""
    service: TableService = request.app.state.service
    return service


def caller_of(scope: Scope, authorization: str) -> Caller:
    """The caller: a token in the Authorization header, and the person (hashed cookie), if any."""
    kind, _space, token = authorization.partition(" ")
    if authorization and (kind.lower() != "bearer" or not token.strip()):
        raise Problem("bad_token", _("The Authorization header must be: Bearer TOKEN."))
    return Caller(token.strip(), scope.get("state", {}).get("person", ""))


async def get_caller(request: Request) -> Caller:
    """The caller."""
    return caller_of(request.scope, request.headers.get("authorization", ""))


async def get_client(request: Request) -> str:
    """The client that limits apply to."""
    return client_of(request.client.host if request.client else "")


async def get_limits(request: Request) -> RateLimits:
    """The rate limits of this server."""
    limits: RateLimits = request.app.state.limits
    return limits


Service = Annotated[TableService, Depends(get_service)]
Limits = Annotated[RateLimits, Depends(get_limits)]
Asker = Annotated[Caller, Depends(get_caller)]
Client = Annotated[str, Depends(get_client)]


async def find_table(service: Service, id: MatchId) -> Table:
    """The table in the URL."""
    return await service.registry.current(id)


async def find_table_for_page(service: Service, id: str) -> Table:
    """The table of a page; if its game takes long to load, a page that reloads itself."""
    try:
        async with asyncio.timeout(PAGE_WAIT):
            return await service.registry.current(id)
    except TimeoutError:
        words = _("The table is still being prepared; this page will show it.")
        raise Problem("compiling", words, headers={"Retry-After": "5", "Refresh": "5"}) from None


ATable = Annotated[Table, Depends(find_table)]
PageTable = Annotated[Table, Depends(find_table_for_page)]


async def viewer_of(service: Service, table: ATable, caller: Asker) -> int | None:
    """The caller's seat, None for a spectator."""
    return service.viewer(table, caller)


async def page_viewer(service: Service, table: PageTable, caller: Asker) -> int | None:
    """The seat of a page's visitor, None for a spectator."""
    return service.viewer(table, caller)


async def seated(service: Service, table: ATable, caller: Asker) -> int:
    """The caller's seat; a problem if they have none."""
    return service.seated(table, caller)


def must_host(table: Table, caller: Caller) -> None:
    """Refuse everybody but the host."""
    if not table.is_host(caller):
        raise Problem("not_host", _("Only the host of this table may do this."))


async def host_only(table: ATable, caller: Asker) -> None:
    """Refuse everybody but the host."""
    must_host(table, caller)


def is_operator(settings: Settings, scope: Scope) -> bool:
    """Whether a request is the operator's, who is known by a token, or in a browser by a session.

    A local address proves nothing: everybody behind a proxy has one, and so has a page in a browser here.
    """
    token = settings.operator_token
    caller = caller_of(scope, dict(scope["headers"]).get(b"authorization", b"").decode("latin-1"))
    if token and hmac.compare_digest(caller.token.encode(), token.encode()):
        return True
    return is_ours(scope) and operator_cookie(settings).given(scope)


async def operator_only(request: Request) -> None:
    """Refuse everybody but the operator."""
    settings: Settings = request.app.state.settings
    if not settings.operator_token:
        sentence = _("This server knows no operator: start it with a token, FATTORINO_OPERATOR_TOKEN.")
        raise Problem("not_operator", sentence)
    if not is_operator(settings, request.scope):
        raise Problem("not_operator", _("Only the operator of this server may do this, by their token."))


def may_make(request: Request) -> bool:
    """Whether somebody may set up tables here."""
    settings: Settings = request.app.state.settings
    return settings.tables_by == "anybody" or is_operator(settings, request.scope)


async def must_make(request: Request) -> None:
    """Refuse a table to everybody who may not set up one."""
    if not may_make(request):
        raise Problem("tables_closed", _("Here the operator sets up tables; ask for a link to one of them."))


OPERATOR_ONLY: Any = Depends(operator_only)
MAKERS_ONLY: Any = Depends(must_make)
Viewer = Annotated[int | None, Depends(viewer_of)]
PageViewer = Annotated[int | None, Depends(page_viewer)]
Seated = Annotated[int, Depends(seated)]
HOST_ONLY: Any = Depends(host_only)


def named_viewer(table: Table, seat: str) -> int | None:
    """The seat named in a URL; empty for a spectator."""
    if seat in ("", "watch"):
        return None
    if seat not in {str(one.number) for one in table.seats}:
        known = ", ".join(str(one.number) for one in table.seats)
        sentence = _("There is no seat {seat!r}; the seats are: {known}.")
        raise Problem("bad_seat", sentence.format(seat=seat[:40], known=known))
    return int(seat)


def base_url(request: Request) -> str:
    """The URL of this server as the caller knows it, without a trailing slash."""
    settings: Settings = request.app.state.settings
    return (settings.public_url or str(request.base_url)).rstrip("/")


def shared_url(request: Request) -> str:
    """The URL of this server for others on the same network, if it listens there."""
    settings: Settings = request.app.state.settings
    host = request.url.hostname or ""
    if settings.public_url or settings.host not in ("0.0.0.0", "::") or not LOCAL.fullmatch(host):
        return base_url(request)
    address = lan_address()
    return f"{request.url.scheme}://{address}:{request.url.port or 80}" if address else base_url(request)


def lan_address() -> str:
    """This machine's address on its network, or '' if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing; only selects a route
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
