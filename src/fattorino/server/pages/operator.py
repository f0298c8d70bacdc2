"""The operator's pages: what they see is what a spectator sees, and what they do the API does, too."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from fattorino.games import load_all
from fattorino.kernel.i18n import _
from fattorino.server import health
from fattorino.server.api.moderation import client_at, table_shown
from fattorino.server.http.auth import OPERATOR_ONLY, Client, Limits, PageTable, Service, is_operator
from fattorino.server.http.cookies import operator_cookie
from fattorino.server.pages.templates import NOT_KEPT, page
from fattorino.server.problems import Problem
from fattorino.server.settings import Settings
from fattorino.server.tables.service import TableService

router = APIRouter(include_in_schema=False)

NEWEST = 50  # tables on the page, and people
MORE = 500  # after a click
BACK = re.compile("/operator(/tables/[a-z0-9]{12})?")

Form = Mapping[str, str]


class Act(NamedTuple):
    """Something the operator does, what is said afterwards, and what is asked before, if it is final."""

    do: Callable[[TableService, Form], Awaitable[object]]
    done: str
    question: str = ""
    button: str = ""


async def _at_seat(service: TableService, form: Form, name: str, *more: object) -> None:
    """Do something with a seat of a table."""
    table = await service.registry.get(form.get("table", ""))
    await getattr(service.moderation, name)(table, number(form, "seat"), *more)


async def _at_table(service: TableService, form: Form, name: str, *more: object) -> None:
    """Do something with a table."""
    await getattr(service.moderation, name)(await service.registry.get(form.get("table", "")), *more)


def number(form: Form, name: str) -> int:
    """A number of the form."""
    if not form.get(name, "").isdecimal():
        raise Problem("invalid_request", _("The form is incomplete."))
    return int(form[name][:9])


def acts() -> dict[str, Act]:
    """Everything that can be done here, by the name in the form."""
    again = _("This cannot be undone.")
    return {
        "notice": Act(lambda s, f: s.moderation.tell_all(f.get("text", "")), _("Everybody reads it now.")),
        "no-notice": Act(lambda s, _f: s.moderation.tell_all(""), _("The notice is gone.")),
        "halt": Act(lambda s, f: _at_table(s, f, "halt", True, f.get("text", "")), _("The table is halted.")),
        "resume": Act(lambda s, f: _at_table(s, f, "halt", False), _("The table goes on.")),
        "delete": Act(
            lambda s, f: _at_table(s, f, "delete"),
            _("The table is deleted."),
            _("Delete this table, with its moves and chat, for everybody?") + " " + again,
            _("Delete the table"),
        ),
        "mute": Act(lambda s, f: _at_seat(s, f, "mute", True), _("They are muted.")),
        "unmute": Act(lambda s, f: _at_seat(s, f, "mute", False), _("They may chat again.")),
        "rename": Act(
            lambda s, f: _at_seat(s, f, "rename", f.get("text", "")), _("They have another name now.")
        ),
        "close": Act(
            lambda s, f: _at_seat(s, f, "close"),
            _("The seat is closed."),
            _("Take {who} off this seat? A bot has it from now on, to the end of the game.") + " " + again,
            _("Close the seat"),
        ),
        "line": Act(
            lambda s, f: _at_table(s, f, "delete_line", number(f, "line")),
            _("The line is deleted."),
            _("Delete this line of chat? “{who}”") + " " + again,
            _("Delete the line"),
        ),
        "erase": Act(
            lambda s, f: s.moderation.erase(f.get("person", "")),
            _("Nothing of them is left."),
            _(
                "Erase {who} everywhere? Their name becomes “Somebody”, what they said is deleted, a bot "
                "plays on for them, and the games of others go on. Tables without other people are deleted."
            )
            + " "
            + again,
            _("Erase them"),
        ),
        "block": Act(
            lambda s, f: s.moderation.block(client_at(f.get("address", "")), True),
            _("The address is blocked."),
            _(
                "Block {who}? Everybody at this address is shut out, their open pages too, until you unblock "
                "it. A household, a school or a mobile network may share one address."
            ),
            _("Block the address"),
        ),
        "unblock": Act(
            lambda s, f: s.moderation.block(client_at(f.get("address", "")), False),
            _("The address is not blocked any more."),
        ),
    }


@router.get("/operator", response_class=HTMLResponse)
async def home(
    request: Request,
    service: Service,
    like: str = Query("", max_length=80),
    more: bool = False,
    done: str = Query("", max_length=20),
) -> Response:
    """How the server is, its tables and people; or the form that asks for the token."""
    settings: Settings = request.app.state.settings
    if not is_operator(settings, request.scope):
        return page(request, "operator_sign_in.html", wrong=False, known=bool(settings.operator_token))
    limit = MORE if more else NEWEST
    tables = await service.registry.overview(sa.true(), limit)
    titles = {game.name: game.title for game in load_all()[0]}
    return page(
        request,
        "operator.html",
        state=await health.state(service),
        tables=[row | {"title": titles.get(row["game"], row["game"])} for row in tables],
        people=await service.moderation.people(like, limit),
        blocked=sorted(service.moderation.blocked),
        like=like,
        more=not more and len(tables) == NEWEST,
        done=done_words(done),
        day=day,
    )


@router.post("/operator", response_class=HTMLResponse)
async def sign_in(request: Request, limits: Limits, client: Client) -> Response:
    """Begin a session with the token; it is posted, so that it stands in no address."""
    settings: Settings = request.app.state.settings
    form = await form_of(request)
    if not request.scope["state"]["person"]:
        raise Problem("wrong_code", _("You are known by a cookie; please allow cookies for this site."))
    if not limits.fits(client, form.get("token", "").strip(), settings.operator_token):
        known = bool(settings.operator_token)
        return page(request, "operator_sign_in.html", 403, wrong=True, known=known)
    answer = RedirectResponse("/operator", 303, headers=NOT_KEPT)
    operator_cookie(settings).give(answer, request.scope)
    return answer


@router.post("/operator/leave")
async def sign_out(request: Request) -> Response:
    """End the session in this browser."""
    answer = RedirectResponse("/operator", 303, headers=NOT_KEPT)
    operator_cookie(request.app.state.settings).take_back(answer, request.scope)
    return answer


@router.get("/operator/tables/{id}", response_class=HTMLResponse, dependencies=[OPERATOR_ONLY])
async def look(
    request: Request, service: Service, table: PageTable, done: str = Query("", max_length=20)
) -> Response:
    """A table: its seats and newest chat, with what can be done about them."""
    shown = table_shown(service, table)
    for seat, one in zip(shown["seats"], table.seats, strict=True):
        seat["silenced"] = one.silenced
    return page(request, "operator_table.html", table=table, shown=shown, done=done_words(done), day=day)


@router.post("/operator/act", response_class=HTMLResponse, dependencies=[OPERATOR_ONLY])
async def act(request: Request, service: Service) -> Response:
    """Do something; what cannot be undone is asked first."""
    form = await form_of(request)
    wanted = acts().get(form.get("act", ""))
    back = form.get("back", "") if BACK.fullmatch(form.get("back", "")) else "/operator"
    if wanted is None:
        raise Problem("invalid_request", _("The form is incomplete."))
    if wanted.question and "sure" not in form:
        question = wanted.question.format(who=form.get("who", ""))
        return page(
            request, "operator_sure.html", question=question, button=wanted.button, form=form, back=back
        )
    try:
        await wanted.do(service, form)
    except Problem as problem:
        return page(
            request, "operator_sure.html", problem.status, question=problem.detail, form={}, back=back
        )
    return RedirectResponse(f"{back}?done={form['act']}", 303, headers=NOT_KEPT)


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form."""
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True))


def done_words(name: str) -> str:
    """What has been done, in words."""
    known: Any = acts().get(name)
    return known.done if known else ""


def day(when: float) -> str:
    """A date and a time of day, as this machine has them."""
    return datetime.fromtimestamp(when).strftime("%Y-%m-%d %H:%M")
