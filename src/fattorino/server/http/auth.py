"""Who asks: the person behind a cookie, the seat behind a token, and the tables they may look at."""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
import time
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from fattorino.kernel.i18n import _
from fattorino.server.http.rate_limits import client_of
from fattorino.server.problems import Problem

if TYPE_CHECKING:
    from fattorino.server.settings import Settings
    from fattorino.server.tables.service import Tables
    from fattorino.server.tables.table import Table

GLANCE = 4.0  # seconds; a game may take minutes to compile
LOCAL = re.compile(r"localhost|127\..*|\[::1\]|0\.0\.0\.0")


def get_tables(request: HTTPConnection) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


async def table_for_page(request: HTTPConnection, id: str) -> Table:
    """A table for somebody who looks at a page: it says soon that a game is not ready, and comes back."""
    try:
        async with asyncio.timeout(GLANCE):
            return await get_tables(request).get(id)
    except TimeoutError:
        words = _("The table is still being made ready; this page shows it by itself.")
        raise Problem("compiling", words, headers={"Retry-After": "5", "Refresh": "5"}) from None


def person_of(request: HTTPConnection) -> str:
    """The person (a hashed cookie), or '' before the first page was seen."""
    return str(request.scope.get("state", {}).get("person", ""))


def client_of_request(request: HTTPConnection) -> str:
    """The client for whom limits count."""
    return client_of(request.client.host if request.client else "")


def bearer(request: HTTPConnection) -> str:
    """The token of the Authorization header, or ''."""
    header = request.headers.get("authorization", "")
    if not header:
        return ""
    kind, _space, token = header.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Problem("bad_token", _("The Authorization header must be: Bearer TOKEN."))
    return token.strip()


def viewer_of(request: HTTPConnection, table: Table) -> int | None:
    """The seat of whoever asks: by token, else by cookie; None for somebody who only watches."""
    token = bearer(request)
    if token:
        seat = table.seat_with(token)
        if seat is None and not hmac.compare_digest(token.encode(), table.host_token.encode()):
            raise Problem("bad_token", _("This token opens no seat at this table."))
    else:
        seat = table.seat_of(person_of(request))
    if seat is not None:
        table.seats[seat].seen = time.monotonic()
    return seat


def seated(request: HTTPConnection, table: Table) -> int:
    """The seat of whoever asks; a problem if they have none."""
    seat = viewer_of(request, table)
    if seat is None:
        raise Problem("no_seat", _("You are watching; only somebody seated at this table may do this."))
    return seat


def which_eyes(table: Table, seat: str) -> int | None:
    """The seat named in an address; nothing is a spectator."""
    if seat in ("", "watch"):
        return None
    if not seat.isdecimal() or int(seat) >= len(table.seats):
        known = ", ".join(str(chair.number) for chair in table.seats)
        raise Problem(
            "bad_seat", _("There is no seat {seat!r}; the seats are: {known}.").format(seat=seat, known=known)
        )
    return int(seat)


def is_host(request: HTTPConnection, table: Table) -> bool:
    """Whether whoever asks made this table."""
    return table.is_host(person_of(request), bearer(request))


def must_host(request: HTTPConnection, table: Table) -> None:
    """Refuse everybody but the host."""
    if not is_host(request, table):
        raise Problem("not_host", _("Only the host of this table may do this."))


def base_url(request: HTTPConnection) -> str:
    """The address of this server as whoever asks knows it, without a slash at the end."""
    settings: Settings = request.app.state.settings
    return (settings.public_url or str(request.base_url)).rstrip("/")


def shared_url(request: HTTPConnection) -> str:
    """The address of this server for others on the same network, if it listens to them."""
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
            probe.connect(("10.255.255.255", 1))  # sends nothing; only asks which way it would go
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
