"""The pages people see: the table, its notes, the rulebook, the gallery, errors; menu and replay are beside.

`error_page(request, problem)` is the friendly page for a browser that went astray.
"""

from __future__ import annotations

import json
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from rich.text import Text

from fattorino.games import load, names
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.kernel.records import SPECTATOR
from fattorino.render import gallery, paint, symbols
from fattorino.server.http.auth import (
    get_tables,
    is_host,
    person_of,
    shared_url,
    table_for_page,
    viewer_of,
    which_eyes,
)
from fattorino.server.pages import home, replay, review
from fattorino.server.pages.fragments import fragments, scene_of, tabs
from fattorino.server.pages.labels import chair_words, known_as, played_with
from fattorino.server.pages.rulebook import book, contents
from fattorino.server.pages.templates import page
from fattorino.server.problems import Problem, from_error

WITH_TABLE = {"bad_token", "not_over", "not_yours", "seat_taken", "kept_closed"}  # there is one to go to

router = APIRouter(include_in_schema=False)
router.include_router(home.router)
router.include_router(replay.router)
router.include_router(review.router)


@router.get("/t/{id}", response_class=HTMLResponse)
async def table_page(request: Request, id: str) -> Response:
    """A table as this visitor may see it."""
    table = await table_for_page(request, id)
    viewer = viewer_of(request, table)
    parts = fragments(table, viewer, is_host(request, table), shared_url(request), whole=True)
    return page(
        request,
        "table.html",
        table=table,
        viewer=viewer,
        version=table.version(viewer),
        parts={name: Markup(part) for name, part in parts.items()},
        tabs=tabs(),
        silent=table.why_silent(viewer),
        played_with=played_with(table.game, table.options, table.seed_chosen),
        open_tab="chat" if table.match is None else "log",
    )


@router.get("/t/{id}/s/{token}", response_class=HTMLResponse)
async def seat_link(request: Request, id: str, token: str) -> Response:
    """The link of a seat: a page with a button, because messengers look at a link before people do."""
    table = await table_for_page(request, id)
    number = table.seat_with(token)
    if number is None:
        raise Problem("bad_token", _("This link opens no seat at this table; perhaps it is not complete."))
    if table.seat_of(person_of(request)) == number:
        return RedirectResponse(table.link(), 303, headers={"Cache-Control": "no-store"})
    seat = table.seats[number]
    others = [other for other in table.seats if other.number != number and other.kind in ("human", "bot")]
    people = [chair_words(other) for other in others if other.name]
    return page(request, "seat.html", table=table, seat=seat, people=people)


@router.post("/t/{id}/s/{token}")
async def sit_down(request: Request, id: str, token: str) -> Response:
    """The button of that page: from here on the seat belongs to this visitor."""
    tables, person = get_tables(request), person_of(request)
    table = await tables.get(id)
    if not person:
        raise Problem("no_seat", _("A seat is kept by a cookie; please allow cookies for this site."))
    form = parse_qs((await request.body()).decode("utf-8", "replace"))
    await tables.claim(table, token, person, form.get("name", [""])[0])
    return RedirectResponse(table.link(), 303, headers={"Cache-Control": "no-store"})


@router.get("/t/{id}/words", response_class=HTMLResponse)
async def words_page(request: Request, id: str) -> Response:
    """The board as text, as this visitor may see it: to be read aloud, or copied."""
    table = await table_for_page(request, id)
    viewer = viewer_of(request, table)
    text = ""
    if table.match is not None:
        text = table.game.board(table.view(viewer), SPECTATOR if viewer is None else viewer)
    prompt = known_as(table.prompt(viewer), table.seats)
    plain = Text.from_markup(text).plain  # the terminal's colours are not for a page
    return page(request, "words.html", table=table, prompt=prompt, text=known_as(plain, table.seats))


@router.get("/t/{id}/notes/{seat}", response_class=HTMLResponse)
async def notes_page(request: Request, id: str, seat: str) -> Response:
    """Somebody's notes, where the table shares them: on what everybody knows, nothing of theirs besides."""
    table = await table_for_page(request, id)
    owner, viewer = which_eyes(table, seat), viewer_of(request, table)
    marks = None if owner is None or table.match is None else table.notes_of(viewer, owner)
    if marks is None or owner is None:
        raise Problem("not_yours", _("These notes are private."))
    scene = scene_of(table.game, table.view(None), owner)
    board = paint(table.game, scene, [chair.colour for chair in table.seats])
    pencils = [(mark["id"], mark["symbol"], mark["name"]) for mark in scene.get("notes", [])]
    return page(
        request,
        "notes.html",
        table=table,
        owner=chair_words(table.seats[owner]),
        board=board,
        pencils=pencils,
        marks=json.dumps(marks),
    )


# -- rulebook and gallery --------------------------------------------------------------------------------


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules_page(request: Request, game: str) -> Response:
    """A game's rulebook with its components."""
    try:
        loaded = load(game)
    except FattorinoError as error:
        raise from_error(error) from None
    return page(
        request,
        "rules.html",
        game=loaded,
        book=book(loaded),
        contents=contents(loaded),
        gallery=gallery(loaded),
    )


@router.get("/gallery/{game}", response_class=HTMLResponse)
async def gallery_page(request: Request, game: str) -> Response:
    """Every component of a game, drawn."""
    try:
        loaded = load(game)
    except FattorinoError as error:
        raise from_error(error) from None
    return page(request, "gallery.html", game=loaded, gallery=gallery(loaded), names=list(symbols()))


@router.get("/rules", response_class=RedirectResponse)
async def rules_of_all() -> Response:
    """The rulebooks hang on the games' cards."""
    return RedirectResponse("/", 303)


# -- a way on --------------------------------------------------------------------------------------------


def error_page(request: Request, problem: Problem) -> HTMLResponse:
    """A friendly page with a way on, for a browser."""
    known = []
    if problem.code == "unknown_game":
        known = [(load(name).title, f"/rules/{name}") for name in names()]
    id = request.path_params.get("id", "")
    response = page(
        request,
        "error.html",
        problem.status,
        title=_(problem.title),
        detail=problem.detail,
        known=known,
        table=f"/t/{id}" if id and problem.code in WITH_TABLE else "",
    )
    response.headers.update(problem.headers)
    return response
