"""Starts the server: socket, database, the address to show, graceful shutdown."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from typing import Any

import uvicorn
from fastapi import FastAPI

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server import logs
from fattorino.server.app import build
from fattorino.server.http.auth import lan_address
from fattorino.server.http.protocol import bounded
from fattorino.server.operator_token import token_file, with_token
from fattorino.server.settings import Settings
from fattorino.server.storage.store import Store

log = logging.getLogger("fattorino.server")

SWITCH = 0.0005  # seconds until the writer thread gets the GIL from a busy event loop
MMAP_THRESHOLD, ARENA_MAX = -3, -8  # what `mallopt` of the GNU C library calls them
LARGE = 1 << 20  # bytes from which a block of memory is the system's again as soon as it is freed
ARENAS = 2  # of small blocks, for all threads; without a limit each thread keeps its own
EVERYWHERE = ("0.0.0.0", "::")  # to listen on all addresses
MOST_FILES = 65536  # requested limit of open files
GOODBYE = 5  # seconds for responses in progress when the server stops


class CannotServe(FattorinoError):
    """The server cannot start; one sentence says why and what would work."""

    code = "cannot_serve"


def run(settings: Settings | None = None, browse: bool = False) -> None:
    """Serve until stopped. Raises FattorinoError, with a sentence, if the server cannot start.

    With `browse` the page is opened in a browser, if there is one, and another port is used if the configured
    one is taken.
    """
    settings, fresh = with_token(settings or Settings.read())
    logs.set_up(settings.log_format, settings.log_level)
    for sentence in Settings.misspelt(os.environ):
        log.warning(sentence)
    try:
        listener = listen(settings)
    except CannotServe:
        if not browse:
            raise
        listener = listen(settings.model_copy(update={"port": 0}))
    try:
        store = Store(settings.database_url)
        store.open()
    except FattorinoError:
        listener.close()
        raise
    port = int(listener.getsockname()[1])
    app = build(settings, store)
    bound_memory()
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # loaded modules stay
    gc.disable()  # moves create no cycles, and collection would pause the server: see `Registry.tidy`
    greet(settings, port, store, fresh)
    if browse and has_browser():
        threading.Thread(target=webbrowser.open, args=(address(settings, port),), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(configure(app, settings)).run(sockets=[listener])


def configure(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """The configuration of uvicorn."""
    ask_for_files()
    return uvicorn.Config(
        app,
        http=bounded(
            0 if settings.proxy else settings.connections_per_client,
            settings.connections,
            app.state.connections,
        ),
        access_log=False,  # request lines would contain seat links
        log_config=None,
        server_header=False,
        proxy_headers=False,  # `http.proxy` reads them
        timeout_graceful_shutdown=GOODBYE,
        timeout_keep_alive=60,
        ws="none",
        lifespan="on",
    )


def bound_memory() -> None:
    """Give the trees of bots back when they are freed: by default the C library keeps what is below 32 MB."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(MMAP_THRESHOLD, LARGE)
        library.mallopt(ARENA_MAX, ARENAS)


def ask_for_files() -> None:
    """Raise the limit of open files as far as allowed."""
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    """A server that ends its streams before waiting for open responses."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app: Any = self.config.app
        app.state.service.listeners.stop()
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """A listening socket; raises with one sentence if that fails."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is given
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            other = settings.port + 1 if settings.port < 65535 else 0
            sentence = _("Port {port} is in use; choose another, for example --port {other}.")
            raise CannotServe(sentence.format(port=settings.port, other=other)) from None
        sentence = _("The server cannot listen on {host}, port {port}: {reason}.")
        reason = error.strerror or str(error)
        raise CannotServe(sentence.format(host=settings.host, port=settings.port, reason=reason)) from None
    listener.setblocking(False)
    return listener


def has_browser() -> bool:
    """Whether there is a graphical browser; a text browser would take over the terminal."""
    shown = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return shown or "BROWSER" in os.environ


def address(settings: Settings, port: int) -> str:
    """The address to type in a browser."""
    host = "localhost" if settings.host in EVERYWHERE else settings.host
    host = f"[{host}]" if ":" in host else host
    return settings.public_url or f"http://{host}:{port}"


def greet(settings: Settings, port: int, store: Store, token: str) -> None:
    """Print the address of the server, and the operator's token if it is new.

    To programs they are lines of the log, which has no secrets: only the file of the token is named.
    """
    if settings.log_format == "json":
        log.info("open", extra={"url": address(settings, port), "database": store.name})
        if token:
            log.info("operator's token made", extra={"file": str(token_file())})
        return
    lines = [_("Fattorino is open at {url}").format(url=address(settings, port))]
    near = lan_address() if settings.host in EVERYWHERE else ""
    if near:
        lines.append(_("On your network: {url}").format(url=f"http://{near}:{port}"))
    lines.append(_("Tables are kept in {name}").format(name=store.name))
    if token:
        text = _("The operator's token, shown this once: {token} (for `fattorino tables`, kept in {file})")
        lines.append(text.format(token=token, file=token_file()))
    print("\n".join(lines), file=sys.stderr, flush=True)
