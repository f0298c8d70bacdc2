"""The web table: `run(settings)` serves it, `build(settings)` gives the app."""

import gc

from fattorino.server.settings import Settings

__all__ = ["Settings", "build", "run"]


def run(settings: Settings | None = None, browse: bool = False) -> None:
    """Serve until stopped; with `browse` the page opens in a browser, where there is one."""
    gc.disable()  # nothing that is loaded is garbage; `launch` says why it stays so
    from fattorino.server.launch import run as serve

    serve(settings, browse)


def build(settings: Settings | None = None) -> object:
    """The ASGI app, for a server of one's own."""
    from fattorino.server.app import build as make

    return make(settings)
