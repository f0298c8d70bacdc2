"""Rendering templates: whole pages, and fragments that are cached by their values."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from fattorino.kernel.i18n import isolated, language, languages
from fattorino.render import environment, symbol_sheet
from fattorino.render.quick import Drawn
from fattorino.server.http.proxy import root

WEB = Path(__file__).parent.parent.parent / "web"
NOT_KEPT = {"Cache-Control": "no-store"}
MOST_DRAWN = 4_000_000  # bytes of cached fragments, in each of two generations

parts = Drawn[str](MOST_DRAWN)  # of the pages of all tables


@cache
def templates() -> Any:
    """The templates of the pages."""
    made = environment(WEB / "templates")
    made.globals.update(symbol_sheet=symbol_sheet(), shape=shape, root=root, isolated=isolated)
    return made


@cache
def shape(number: int | None = None) -> Markup:
    """A seat's shape in its colour; without a number that of an empty seat."""
    colour, sign = ("none", 0) if number is None else (number, number)
    drawing = f'<use href="#s-seat-{sign}"/>'
    return Markup(f'<svg class="badge seat-{colour}" viewBox="0 0 24 24" aria-hidden="true">{drawing}</svg>')


@cache
def macros() -> Any:
    """The parts of a table's page."""
    return templates().get_template("fragments.html").module


def drawn(part: str, *values: Any) -> str:
    """A fragment of a table's page, cached by its values."""
    return parts.get((language(), root(), part, values), lambda: str(getattr(macros(), part)(*values)))


def page(request: Request, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """One page, in the theme and the language the reader chose."""
    theme = request.cookies.get("theme", "")
    values["theme"] = theme if theme in ("light", "dark") else ""
    values |= {"language": language(), "languages": languages(), "site": request.app.state.settings}
    values["notice"] = request.app.state.service.moderation.notice
    html = templates().get_template(name).render(values)
    return HTMLResponse(html, status, headers=NOT_KEPT)
