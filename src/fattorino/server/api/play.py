"""The API of play: HTTP in and out, no rules."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import orjson
from fastapi import Header, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from fattorino.kernel.i18n import _
from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, MatchId, new_router, page_parts, state_text
from fattorino.server.http.auth import (
    client_of_request,
    get_tables,
    is_host,
    seated,
    shared_url,
    viewer_of,
)
from fattorino.server.http.rate_limits import Buckets, too_many
from fattorino.server.http.stream import WHOLE, Look
from fattorino.server.problems import Problem
from fattorino.server.tables.service import LONGEST_KEY, Tables

router = new_router()

MOVE = re.compile("/api/matches/([^/]+)/actions")
JSON_HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))


# -- playing: the busiest calls first, they are looked up in this order -----------------------------------


async def play_directly(request: Request, tables: Tables, id: str, text: bytes) -> dict[str, Any]:
    """What `play` does, without the framework between: moves come in thousands a second."""
    try:
        body = schemas.Play.model_validate_json(text)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    key = body.key or request.headers.get("idempotency-key", "")
    if len(key) > LONGEST_KEY:
        raise Problem(
            "invalid_request", _("An idempotency key has at most {n} characters.").format(n=LONGEST_KEY)
        )
    table = await tables.get(id)
    seat = seated(request, table)
    version, repeated = await tables.play(table, seat, body.action, body.version, key)
    return {"version": version, "repeated": repeated}


class Express:
    """Stands before the framework and takes the moves out: its layers cost more than a move does."""

    def __init__(
        self, app: ASGIApp, tables: Tables, refusal: Callable[[Request, Exception], Response]
    ) -> None:
        self._app = app
        self._tables = tables
        self._refusal = refusal  # the answer to an error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        move = scope["type"] == "http" and scope["method"] == "POST" and MOVE.fullmatch(scope["path"])
        if not move:
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        try:
            text, more = b"", True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                text += message.get("body", b"")
                more = message.get("more_body", False)
            played = orjson.dumps(await play_directly(request, self._tables, move[1], text))
        except Exception as error:
            await self._refusal(request, error)(scope, receive, send)
            return
        headers = [(b"content-length", b"%d" % len(played)), *JSON_HEADERS]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": played})


@router.post("/api/matches/{id}/actions", response_model=schemas.Played, tags=["playing"])
async def play(
    request: Request,
    id: MatchId,
    body: schemas.Play,
    idempotency_key: Annotated[
        str, Header(max_length=LONGEST_KEY, description="A retry with the same key never plays twice")
    ] = "",
) -> Response:
    """Play an action for your seat; gives your new version.

    409 if the version is old, 422 with the rule if the action is illegal, 403 if it is not yours to decide.
    """
    return JSON(await play_directly(request, get_tables(request), id, await request.body()))


@router.get("/api/matches/{id}", response_model=schemas.MatchState, tags=["playing"])
async def state(request: Request, id: MatchId) -> Response:
    """The table as you may see it: with a token from that seat, without one as a spectator."""
    table = await get_tables(request).get(id)
    return JSON(state_text(table, viewer_of(request, table)))


@router.get(
    "/api/matches/{id}/stream",
    tags=["playing"],
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Server-sent events",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def stream(
    request: Request,
    id: MatchId,
    content: Annotated[
        str,
        Query(
            pattern="^(page|state)$",
            description="`page`: HTML fragments by element id; `state`: as GET gives it",
        ),
    ] = "page",
    last_event_id: Annotated[str, Header(max_length=40, description="The last version you received")] = "",
) -> Response:
    """Server-sent events: an `update` whenever something you receive has changed; its id is your version.

    The first update comes at once and is whole, so whoever comes back has missed nothing; later ones carry
    the parts of the page that changed (or, with `content=state`, everything again).
    """
    tables = get_tables(request)
    table = await tables.get(id)
    viewer = viewer_of(request, table)
    hub, client = request.app.state.hub, client_of_request(request)
    open_streams: dict[str, int] = request.app.state.open_streams
    if open_streams.get(client, 0) >= request.app.state.settings.streams_per_client > 0:
        raise too_many(_("Too many pages are open from your address; please close some."), 5)
    host, base = is_host(request, table), shared_url(request)

    def look() -> Look:
        if content == "page":
            return table.version(viewer), page_parts(table, viewer, host, base)
        return table.version(viewer), {WHOLE: state_text(table, viewer)}

    def moved() -> None:
        tables.attend(table)

    async def events() -> AsyncIterator[bytes]:
        open_streams[client] = open_streams.get(client, 0) + 1
        try:
            async for chunk in hub.follow(table.id, viewer, look, moved):
                yield chunk
        finally:
            open_streams[client] -= 1
            if not open_streams[client]:
                del open_streams[client]

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


@router.post("/api/matches/{id}/hint", response_model=schemas.Hint, tags=["playing"])
async def hint(request: Request, id: MatchId) -> Response:
    """What a bot would do in your place, knowing what you know; 403 where the host allows no hints."""
    tables = get_tables(request)
    table = await tables.get(id)
    seat = seated(request, table)
    wanted: Buckets = request.app.state.hints
    wanted.take(client_of_request(request), _("One hint after the other; please wait a moment."))
    return JSON((await tables.hint(table, seat))._asdict())


@router.get("/api/matches/{id}/why", response_model=schemas.Why, tags=["playing"])
async def why(
    request: Request,
    id: MatchId,
    action: Annotated[int | None, Query(description="An action")] = None,
    target: Annotated[str | None, Query(max_length=80, description="Or a thing on the board")] = None,
) -> Response:
    """Why you cannot play an action, or click a thing, now: the rule and its sentence."""
    table = await get_tables(request).get(id)
    viewer = viewer_of(request, table)
    if (action is None) == (target is None):
        raise Problem("invalid_request", _("Ask for an action or for a target, one of them."))
    if action is not None and not 0 <= action < table.game.num_actions:
        raise Problem(
            "invalid_request", _("The actions are 0 to {last}.").format(last=table.game.num_actions - 1)
        )
    closed = table.why_closed(viewer)
    if closed:
        return JSON({"legal": False, "rule": "", "sentence": closed, "action": action})
    candidates = [action] if action is not None else table.at_target(viewer, target or "")
    answers = [(candidate, table.why(viewer, candidate)) for candidate in candidates]
    for candidate, refusal in answers:
        if refusal is None:
            return JSON({"legal": True, "rule": "", "sentence": "", "action": candidate})
    for candidate, refusal in answers:
        assert refusal is not None
        return JSON({"legal": False, "rule": refusal.rule, "sentence": refusal.sentence, "action": candidate})
    nothing = _("Nothing can be done with this now. {asked}").format(asked=table.prompt(viewer))
    return JSON({"legal": False, "rule": "", "sentence": nothing, "action": None})


@router.post("/api/matches/{id}/undo", response_model=schemas.Played, tags=["playing"])
async def undo(request: Request, id: MatchId, body: schemas.Undo | None = None) -> Response:
    """Take back your last step, while nothing was revealed since."""
    tables = get_tables(request)
    table = await tables.get(id)
    seat = seated(request, table)
    version = await tables.undo(table, seat, body.version if body else None)
    return JSON({"version": version, "repeated": False})


@router.post("/api/matches/{id}/chat", response_model=schemas.ChatText, tags=["talking"])
async def say(request: Request, id: MatchId, body: schemas.Say) -> Response:
    """Say something to everybody at the table."""
    tables = get_tables(request)
    table = await tables.get(id)
    seat = seated(request, table)
    chatter: Buckets = request.app.state.chatter
    chatter.take((table.id, seat), _("You talk faster than others can read; please wait a moment."))
    line = await tables.say(table, seat, body.text)
    return JSON({"seat": line.seat, "name": line.name, "text": line.text, "when": line.when})


@router.put("/api/matches/{id}/notes", response_model=schemas.NotesKept, tags=["talking"])
async def put_notes(request: Request, id: MatchId, body: schemas.Notes) -> Response:
    """Mark cells in your own notes; nobody else sees them unless the table shares notes."""
    tables = get_tables(request)
    table = await tables.get(id)
    return JSON({"notes": await tables.note(table, seated(request, table), body.notes)})


@router.get("/api/matches/{id}/notes", response_model=schemas.NotesKept, tags=["talking"])
async def get_notes(
    request: Request,
    id: MatchId,
    seat: Annotated[int | None, Query(ge=0, le=20, description="Whose notes; your own by default")] = None,
) -> Response:
    """Your notes, or another seat's where the table shares them."""
    tables = get_tables(request)
    table = await tables.get(id)
    viewer = viewer_of(request, table)
    number = seat if seat is not None else seated(request, table)
    tables.seat(table, number)
    notes = table.notes_of(viewer, number)
    if notes is None:
        raise Problem("not_yours", _("These notes are private."))
    return JSON({"notes": notes})


@router.get("/api/matches/{id}/record", response_model=schemas.Saved, tags=["playing"])
async def record(request: Request, id: MatchId) -> Response:
    """The saved game, once it is over."""
    table = await get_tables(request).get(id)
    if not table.over or table.match is None:
        raise Problem("not_over", _("The game is still on: its record would tell what is hidden."))
    if not table.reveals:
        raise Problem("kept_closed", _("At this table what was hidden stays hidden after the game."))
    return JSON(table.match.save())
