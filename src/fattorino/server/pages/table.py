"""A table's pages: the table itself, seat links, shared notes."""

from __future__ import annotations

import json
import re
from typing import Annotated
from urllib.parse import parse_qsl, quote

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from fattorino.kernel.i18n import _
from fattorino.render import paint
from fattorino.server.http.auth import (
    HOST_ONLY,
    Asker,
    PageTable,
    PageViewer,
    Service,
    named_viewer,
    shared_url,
)
from fattorino.server.pages.fragments import chat_lines, fragments, pencils, qr, tabs
from fattorino.server.pages.labels import played_with, seat_label
from fattorino.server.pages.templates import NOT_KEPT, page
from fattorino.server.problems import Problem

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}", response_class=HTMLResponse)
async def table_page(
    request: Request, service: Service, table: PageTable, viewer: PageViewer, caller: Asker
) -> Response:
    """A table as this visitor may see it."""
    several = len(table.seats_of(caller.person)) > 1 and not caller.token
    cover = table.seats[viewer].name if several and viewer is not None and table.begun else ""
    return shown(request, service, table, viewer, table.is_host(caller), cover=cover)


@router.get("/t/{id}/screen", response_class=HTMLResponse)
async def screen_page(request: Request, service: Service, table: PageTable) -> Response:
    """A table for a shared big screen: a spectator's view, with links to the seats."""
    return shown(request, service, table, None, False, screen=True)


def shown(
    request: Request,
    service: Service,
    table: PageTable,
    viewer: int | None,
    host: bool,
    cover: str = "",
    screen: bool = False,
) -> Response:
    """The page of a table for one viewer; covered while somebody else may be looking at the device."""
    parts = fragments(table, viewer, host, shared_url(request), whole=True)
    return page(
        request,
        "table.html",
        cover=cover,
        screen=screen,
        alone=viewer is not None and service.bots.alone(table),
        table=table,
        viewer=viewer,
        version=table.version(viewer),
        parts={name: Markup(part) for name, part in parts.items()},
        tabs=tabs(),
        silent=table.why_silent(viewer),
        played_with=played_with(table.game, table.options, table.chance.chosen),
        open_tab="log" if table.begun else "chat",
    )


@router.get("/t/{id}/seat", response_class=HTMLResponse)
async def seat_link(request: Request, table: PageTable) -> Response:
    """The page of a seat's link, which sends on what follows the # in its address.

    No request's address has the seat's secret, so that no log of a proxy keeps it.
    """
    return page(request, "seat.html", table=table, seat=None)


@router.post("/t/{id}/seat", response_class=HTMLResponse)
async def open_seat(
    request: Request, service: Service, table: PageTable, viewer: PageViewer, caller: Asker
) -> Response:
    """Show the seat of a secret, with a button, because messengers open links for previews; or press it."""
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    token = re.split("[#/]", form.get("token", "").strip())[-1]  # the whole link was pasted
    if "sit" in form:
        if not caller.person:
            raise Problem("no_seat", _("A seat is kept by a cookie; please allow cookies for this site."))
        await service.lobby.claim(table, token, caller.person, form.get("name"))
        return RedirectResponse(table.link(), 303, headers=NOT_KEPT)
    number = table.seat_with(token)
    if viewer is not None and number in (None, viewer):  # a seated player opens their link again
        return RedirectResponse(table.link(), 303, headers=NOT_KEPT)
    if number is None:
        raise Problem("bad_token", _("This link matches no seat at this table; perhaps it is incomplete."))
    others = [seat for seat in table.seats if seat.number != number and seat.kind in ("human", "bot")]
    people = [seat_label(seat) for seat in others if seat.name]
    return page(request, "seat.html", table=table, seat=table.seats[number], token=token, people=people)


@router.get("/t/{id}/s/{token}")
async def old_seat_link(id: str, token: str) -> Response:
    """The link of a seat as it was: with the secret in its path."""
    return RedirectResponse(f"/t/{quote(id)}/seat#{quote(token)}", 303, headers=NOT_KEPT)


@router.get("/t/{id}/chat", response_class=HTMLResponse)
async def older_chat(
    service: Service, table: PageTable, before: Annotated[int, Query(ge=1, le=2**31 - 1)]
) -> Response:
    """Older lines of chat, for a page that shows the newer ones."""
    return HTMLResponse(chat_lines(table, await service.chat.older(table, before)), headers=NOT_KEPT)


@router.get("/t/{id}/notes/{seat}", response_class=HTMLResponse)
async def notes_page(request: Request, table: PageTable, viewer: PageViewer, seat: str) -> Response:
    """A seat's shared notes, drawn on a spectator's view of the board."""
    owner = named_viewer(table, seat)
    marks = None if owner is None or not table.begun else table.notes_of(viewer, owner)
    if marks is None or owner is None:
        raise Problem("not_yours", _("These notes are private."))
    scene = {"title": table.game.title} | table.game.scene(table.see(None).view, owner)
    return page(
        request,
        "notes.html",
        table=table,
        owner=seat_label(table.seats[owner]),
        board=paint(table.game, scene, [one.colour for one in table.seats]),
        pencils=pencils(scene),
        marks=json.dumps(marks),
    )


@router.post("/t/{id}/seats/{seat}/link", response_class=HTMLResponse, dependencies=[HOST_ONLY])
async def new_link(
    request: Request, service: Service, table: PageTable, seat: Annotated[int, Path(ge=0, le=20)]
) -> Response:
    """A new link for a seat whose player has lost theirs, for the host to pass on."""
    url = shared_url(request) + table.link(await service.lobby.new_link(table, seat))
    name = seat_label(table.seats[seat])
    return page(request, "link.html", table=table, name=name, url=url, qr=qr(url))
