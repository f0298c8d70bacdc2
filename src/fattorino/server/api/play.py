"""The API for playing: HTTP only, no rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias

from fastapi import Header, Query, Request
from fastapi.exceptions import RequestValidationError
from markupsafe import escape
from pydantic import ValidationError
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from fattorino.kernel import typed as typing
from fattorino.kernel.i18n import _
from fattorino.server.api import schemas
from fattorino.server.api.responses import JSON, chat_shown, new_router, observation_shown, state_json
from fattorino.server.http.auth import (
    Asker,
    ATable,
    Client,
    Limits,
    MatchId,
    Seated,
    Service,
    Viewer,
    caller_of,
    shared_url,
)
from fattorino.server.http.middleware import MOVE
from fattorino.server.http.rate_limits import ROW_BYTES, STEP_BYTES, RateLimits, client_of
from fattorino.server.http.stream import HEADERS
from fattorino.server.pages.fragments import fragments
from fattorino.server.pages.words import words_fragments
from fattorino.server.problems import Problem
from fattorino.server.tables.people import Caller
from fattorino.server.tables.service import TableService
from fattorino.server.tables.table import UNDO, Table

router = new_router()

Refuse: TypeAlias = Callable[[Request, Exception], Awaitable[Response]]


@router.post("/api/matches/{id}/actions", response_model=schemas.Played, tags=["playing"])
async def play(
    service: Service,
    limits: Limits,
    caller: Asker,
    client: Client,
    id: MatchId,
    body: schemas.Play,
    idempotency_key: Annotated[
        str, Header(max_length=schemas.LONGEST_KEY, description="A retry with the same key never plays twice")
    ] = "",
) -> Response:
    """Play an action for your seat; returns your new version.

    409 for an old version, 422 with the rule if the action is illegal, 403 if it is not your decision.
    """
    key = body.key or idempotency_key
    if len(key) > schemas.LONGEST_KEY:
        sentence = _("An idempotency key has at most {n} characters.")
        raise Problem("invalid_request", sentence.format(n=schemas.LONGEST_KEY))
    table = await service.registry.get(id)
    limits.take_bytes(client, STEP_BYTES + len(key))
    moved = await service.move(table, caller, body.action, body.version, key)
    return JSON({"version": moved.version, "repeated": moved.repeated})


class MovesInFront:
    """Serves moves before they reach the framework, whose layers take 0.02 ms: a tenth of a move."""

    def __init__(self, app: ASGIApp, service: TableService, limits: RateLimits, refuse: Refuse) -> None:
        self._app = app
        self._service = service
        self._limits = limits
        self._refuse = refuse  # the response to an error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        move = scope["type"] == "http" and scope["method"] == "POST" and MOVE.fullmatch(scope["path"])
        if not move:
            await self._app(scope, receive, send)
            return
        text, more = b"", True
        headers: dict[bytes, bytes] = dict(scope["headers"])
        try:
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                text += message.get("body", b"")
                more = message.get("more_body", False)
            body = schemas.Play.model_validate_json(text)
            caller = caller_of(scope, headers.get(b"authorization", b"").decode("latin-1"))
            key = headers.get(b"idempotency-key", b"").decode("latin-1")
            client = client_of(scope["client"][0]) if scope.get("client") else ""
            answer = await play(self._service, self._limits, caller, client, move[1], body, key)
        except ValidationError as error:
            answer = await self._refuse(Request(scope), RequestValidationError(error.errors()))
        except Exception as error:
            answer = await self._refuse(Request(scope), error)
        await answer(scope, receive, send)


@router.get("/api/matches/{id}", response_model=schemas.MatchState, tags=["playing"])
async def state(table: ATable, viewer: Viewer) -> Response:
    """The table as you may see it: as the seat of your token, or as a spectator without one."""
    return JSON(state_json(table, viewer))


@router.get("/api/matches/{id}/observation", response_model=schemas.Observation, tags=["playing"])
async def observation(table: ATable, seat: Seated) -> Response:
    """What your seat sees, as numbers for a learner, with what each of them means."""
    return JSON(observation_shown(table, seat))


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
    service: Service,
    limits: Limits,
    table: ATable,
    caller: Asker,
    client: Client,
    content: Annotated[
        str,
        Query(
            pattern="^(page|words|state)$",
            description="`page`, `words`: HTML fragments by element id; `state`: as GET gives it",
        ),
    ] = "page",
    watch: Annotated[bool, Query(description="As somebody who only watches, whoever you are")] = False,
    patches: Annotated[
        bool, Query(description="With `page` or `words`: send what has changed in a fragment, as `patches`")
    ] = False,
) -> Response:
    """Server-sent events: an `update` whenever something you receive has changed; its id is your version.

    The first update comes at once and is complete, so a client that reconnects has missed nothing and need
    not send its last version; later ones contain the changed fragments of the page (or, with
    `content=state`, the complete state). The stream ends when your seat changes hands.
    """
    if request.scope["state"].get("head"):
        return StreamingResponse(iter(()), media_type="text/event-stream", headers=HEADERS)
    if content != "state":
        limits.take_page(client)
    caller = Caller() if watch else caller
    host, base = table.is_host(caller), shared_url(request)

    def look(viewer: int | None) -> dict[str, str] | bytes:
        if content == "state":
            return state_json(table, viewer)
        whole = content == "page"
        parts = fragments(table, viewer, host, base) if whole else words_fragments(table, viewer)
        return parts | {"notice": str(escape(service.moderation.notice))}

    gzip = content != "state" and "gzip" in request.headers.get("accept-encoding", "")
    streams: StreamingResponse = request.app.state.streams.follow(table, caller, client, look, patches, gzip)
    return streams


@router.post("/api/matches/{id}/hint", response_model=schemas.Hint, tags=["playing"])
async def hint(service: Service, limits: Limits, table: ATable, seat: Seated, client: Client) -> Response:
    """What a bot would do in your place, knowing what you know; 403 if the host has disabled hints."""
    limits.take_hint(client)
    return JSON((await service.hints.ask(table, seat))._asdict())


@router.get("/api/matches/{id}/why", response_model=schemas.Why, tags=["playing"])
async def why(
    table: ATable,
    viewer: Viewer,
    action: Annotated[int | None, Query(description="An action")] = None,
    target: Annotated[str | None, Query(max_length=80, description="Or a thing on the board")] = None,
    typed: Annotated[
        str | None,
        Query(max_length=200, description="Or what somebody typed, of which the first word counts"),
    ] = None,
    after: Annotated[
        str | None,
        Query(
            max_length=400, description="For the rest of a line: the kind of question its last word answered"
        ),
    ] = None,
) -> Response:
    """Why an action, a click or a typed move is not possible now: the rule and its sentence."""
    if [action, target, typed].count(None) != 2:
        raise Problem("invalid_request", _("Ask for an action, a target or typed words, one of them."))
    last = table.game.num_actions - 1
    if action is not None and not 0 <= action <= last:
        raise Problem("invalid_request", _("The actions are 0 to {last}.").format(last=last))
    if typed is not None:
        return JSON(_typed(table, viewer, typed, after))
    closed = table.why_closed(viewer)
    return JSON(_unknown(action, closed) if closed else _looked_at(table, viewer, action, target))


def _unknown(action: int | None, sentence: str) -> dict[str, Any]:
    return {"legal": False, "rule": "", "sentence": sentence, "lesson": "", "action": action}


def _typed(table: Table, viewer: int | None, text: str, after: str | None) -> dict[str, Any]:
    """What a typed word does now, or why not; in the rest of a line, why it stops there."""
    game, closed = table.game, table.why_closed(viewer)
    legal = [] if closed else table.see(viewer).actions.tolist()
    line = typing.read(game, legal, text)
    stop = closed
    if after is not None and not closed:
        stop = typing.why_stop(game, line, after, bool(table.why_no_undo(viewer)))
    if stop:
        found = _unknown(None, stop)
    elif line.action is None:
        words = _("“{words}” is not a choice: type a key or a number.")
        found = _unknown(None, words.format(words=line.word))
    else:
        found = _looked_at(table, viewer, line.action, table.see(viewer).target(line.action))
    if after is not None and not found["legal"]:
        found["sentence"] = _("Stopped at “{word}”. {why}").format(word=line.word, why=found["sentence"])
    return found | {"kind": typing.kind(game, legal), "rest": line.rest}


def _looked_at(table: Table, viewer: int | None, action: int | None, target: str | None) -> dict[str, Any]:
    """Whether an action, or one at a place on the board, is possible, or the rule against it."""
    seen = table.see(viewer)
    candidates = [action] if action is not None else seen.at_target(target or "")
    refusals = {candidate: table.why(viewer, candidate) for candidate in candidates}
    for candidate, refusal in refusals.items():
        if refusal is None:
            sentence = _("{choice}: this is possible now").format(choice=seen.label(candidate))
            return _unknown(candidate, sentence) | {"legal": True}
    words = seen.answer(target) if target else ""
    own = {"sentence": words, "rule": ""} if words else {}  # the rule of the refusal may be unrelated
    for candidate, refusal in refusals.items():
        if refusal is not None:  # a rule about exactly this is the better answer, and can be taught
            learn = table.game.rulebook.lessons.get(refusal.rule)
            taught = {"lesson": _(learn.sentence) if learn else ""}
            shown = own if own and not seen.wants(candidate) else taught
            return _unknown(candidate, "") | refusal._asdict() | shown
    nothing = _("Nothing can be done with this now. {asked}").format(asked=seen.prompt)
    return _unknown(action, nothing) | own


@router.post("/api/matches/{id}/undo", response_model=schemas.Played, tags=["playing"])
async def undo(
    service: Service,
    limits: Limits,
    table: ATable,
    caller: Asker,
    client: Client,
    body: schemas.Undo | None = None,
) -> Response:
    """Undo your last step, if nothing has been revealed since."""
    limits.take_bytes(client, STEP_BYTES)
    moved = await service.move(table, caller, UNDO, body.version if body else None)
    return JSON(moved._asdict())


@router.post("/api/matches/{id}/chat", response_model=schemas.ChatText, tags=["talking"])
async def say(
    service: Service, limits: Limits, table: ATable, seat: Seated, client: Client, body: schemas.Say
) -> Response:
    """Say something to everybody at the table."""
    limits.take_chat(client, table.id, seat, body.text)
    return JSON(chat_shown(await service.chat.say(table, seat, body.text)))


@router.get("/api/matches/{id}/chat", response_model=schemas.ChatShown, tags=["talking"])
async def chat(
    service: Service,
    table: ATable,
    before: Annotated[
        int | None, Query(ge=1, le=2**31 - 1, description="The lines before this number; else the newest")
    ] = None,
) -> Response:
    """Chat: the newest lines, or older ones."""
    lines = await service.chat.older(table, table.next_chat() if before is None else before)
    return JSON({"chat": [chat_shown(line) for line in lines]})


@router.put("/api/matches/{id}/pace", response_model=schemas.Pace, tags=["playing"])
async def set_pace(service: Service, table: ATable, seat: Seated, body: schemas.Pace) -> Response:
    """How quickly bots move at a table where you are the only person."""
    if not service.bots.alone(table):
        raise Problem("not_alone", _("Other people play here, too: the bots keep their pace."))
    service.registry.entry(table).pace = body.pace
    return JSON({"pace": body.pace})


@router.put("/api/matches/{id}/notes", response_model=schemas.NotesKept, tags=["talking"])
async def put_notes(
    service: Service, limits: Limits, table: ATable, seat: Seated, client: Client, body: schemas.Notes
) -> Response:
    """Mark cells in your own notes; nobody else sees them unless the table shares notes."""
    kept = table.notes.get(seat, {}) | body.notes  # all of a seat's notes are one row
    limits.take_bytes(client, ROW_BYTES + sum(len(cell) + len(mark or "") for cell, mark in kept.items()))
    return JSON({"notes": await service.chat.note(table, seat, body.notes)})


@router.get("/api/matches/{id}/notes", response_model=schemas.NotesKept, tags=["talking"])
async def get_notes(
    service: Service,
    table: ATable,
    viewer: Viewer,
    caller: Asker,
    seat: Annotated[int | None, Query(ge=0, le=20, description="Whose notes; your own by default")] = None,
) -> Response:
    """Your notes, or another seat's where the table shares them."""
    number = table.seat(seat).number if seat is not None else service.seated(table, caller)
    notes = table.notes_of(viewer, number)
    if notes is None:
        raise Problem("not_yours", _("These notes are private."))
    return JSON({"notes": notes})


@router.get("/api/matches/{id}/record", response_model=schemas.Saved, tags=["playing"])
async def record(table: ATable) -> Response:
    """The saved game, after its end."""
    table.must_be_over(_("The game is still on: its record would tell what is hidden."))
    return JSON(table.record())
