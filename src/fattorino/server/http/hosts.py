"""The names a server answers to.

A page of another site can make its own name lead to this machine and then speak to the server as if it came
from here; what it cannot change is the name in the Host header.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings


class KnownHosts:
    """Addresses, localhost, this machine's name, and the names that are configured."""

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        named = [settings.host, urlsplit(settings.public_url).hostname or "", *settings.host_names.split(",")]
        self._names = {"localhost", own, f"{own}.local", *(name.strip().lower() for name in named)} - {""}

    def check(self, host: str) -> None:
        """Refuse a name nobody configured."""
        name = name_of(host)
        if name and name not in self._names and not name.endswith(".localhost") and not is_address(name):
            sentence = _(
                "This server does not answer to the name {name!r}. Whoever runs it can allow the name: "
                "--public-url https://{name}, or --host-names {name}."
            )
            raise Problem("unknown_host", sentence.format(name=name[:80]))


def name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:  # no address, and no name that a browser would send
        return "?"


def is_address(name: str) -> bool:
    """Whether this is an IP address, which no other site can have."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_local(name: str) -> bool:
    """Whether a name can only mean this machine."""
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)
