"""The web table: `run(settings)` serves it, `build(settings)` returns the app."""

import gc

from fattorino.server.settings import Settings

__all__ = ["Settings", "build", "run"]


def run(settings: Settings | None = None, browse: bool = False) -> None:
    """Serve until stopped; with `browse`, open the page in a browser if there is one."""
    gc.disable()  # imports produce no garbage; `launch` explains why it stays off
    from fattorino.server.launch import run as serve

    serve(settings, browse)


def build(settings: Settings | None = None) -> object:
    """The ASGI app, to be run by another server."""
    from fattorino.server.app import build as make

    return make(settings)
