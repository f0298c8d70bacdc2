"""A game's rulebook and its components as pages."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from fattorino.games import load
from fattorino.render import gallery, symbols
from fattorino.server.pages.primer import primer
from fattorino.server.pages.rulebook import book, contents
from fattorino.server.pages.templates import page

router = APIRouter(include_in_schema=False)


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules_page(request: Request, game: str) -> Response:
    """A game's rulebook with its components."""
    loaded = load(game)
    first = await asyncio.to_thread(primer, loaded)
    values = {"book": book(loaded), "contents": contents(loaded), "gallery": gallery(loaded)}
    return page(request, "rules.html", game=loaded, primer=first, **values)


@router.get("/rules/{game}/pieces", response_class=HTMLResponse)
async def pieces_page(request: Request, game: str) -> Response:
    """Every card, tile and piece of a game with its picture and description."""
    return await gallery_page(request, game)


@router.get("/gallery/{game}", response_class=HTMLResponse)
async def gallery_page(request: Request, game: str) -> Response:
    """Every component of a game, drawn."""
    loaded = load(game)
    return page(request, "gallery.html", game=loaded, gallery=gallery(loaded), names=list(symbols()))


@router.get("/rules", response_class=RedirectResponse)
async def rules_of_all() -> Response:
    """Rulebooks are linked from the games' cards: redirect there."""
    return RedirectResponse("/", 303)
