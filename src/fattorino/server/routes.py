"""The API: HTTP in and out, no rules."""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from fattorino import bots, games
from fattorino.kernel import records
from fattorino.kernel.words import _, language
from fattorino.server import schemas
from fattorino.server.access import (
    base_url,
    bearer,
    client_of_request,
    get_tables,
    is_host,
    must_host,
    person_of,
    seated,
    shared_url,
    viewer_of,
)
from fattorino.server.fragments import fragments
from fattorino.server.limits import Buckets, too_many
from fattorino.server.matches import LONGEST_KEY, SeatWish
from fattorino.server.problems import Problem
from fattorino.server.stream import WHOLE, Look
from fattorino.server.table import Seat, Table

PROBLEM = {
    "description": "A problem: stable code, one sentence, the rule's id where a rule is why",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemShown"}}},
}

router = APIRouter(responses={"default": PROBLEM})

MatchId = Annotated[str, Path(max_length=40, description="The table's id", examples=["k3vx7mq2wd9p"])]
SeatNumber = Annotated[int, Path(ge=0, le=20, description="A seat of the table", examples=[0])]


MOVE = re.compile("/api/matches/([^/]+)/actions")


class JSON(Response):
    """A JSON answer that nobody keeps."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        text = content if isinstance(content, str) else orjson.dumps(content)
        super().__init__(text, status_code, {"Cache-Control": "no-store"})


# -- playing: the busiest calls first, they are looked up in this order -----------------------------------


async def play_directly(request: Request, id: str) -> Response:
    """What `play` does, without the framework between: moves come in thousands a second."""
    try:
        body = schemas.Play.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    key = body.key or request.headers.get("idempotency-key", "")
    if len(key) > LONGEST_KEY:
        raise Problem(
            "invalid_request", _("An idempotency key has at most {n} characters.").format(n=LONGEST_KEY)
        )
    tables = get_tables(request)
    table = await tables.get(id)
    seat = seated(request, table)
    version, repeated = await tables.play(table, seat, body.action, body.version, key)
    return JSON({"version": version, "repeated": repeated})


class Express:
    """Stands before the framework and takes the moves out: its layers cost more than a move does."""

    def __init__(self, app: ASGIApp, refused: Callable[[Request, Exception], Response | None]) -> None:
        self._app = app
        self._refused = refused  # the answer to an error, or None if it is none of ours

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        move = scope["type"] == "http" and scope["method"] == "POST" and MOVE.fullmatch(scope["path"])
        if not move:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response = await play_directly(request, move[1])
        except Exception as error:
            answer = self._refused(request, error)
            if answer is None:
                raise
            response = answer
        await response(scope, receive, send)


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
    return await play_directly(request, id)


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
    return JSON(
        {"legal": False, "rule": "", "sentence": _("Nothing can be done with this now."), "action": None}
    )


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


# -- tables ------------------------------------------------------------------------------------------------


@router.post("/api/matches", response_model=schemas.MatchMade, status_code=201, tags=["tables"])
async def create(request: Request, body: schemas.NewMatch) -> Response:
    """A new table: its id, and for each human seat a token and a link."""
    made: Buckets = request.app.state.made
    made.take(client_of_request(request), _("That is enough tables for now; please finish some first."))
    tables = get_tables(request)
    table = await tables.create(
        body.game,
        [SeatWish(seat.kind, seat.bot, seat.name, seat.colour) for seat in body.seats],
        body.options,
        seed=body.seed,
        listed=body.listed,
        clock=body.clock,
        hints=body.hints,
        onlooker=body.onlooker,
        host=person_of(request),
        start=body.start,
    )
    base = base_url(request)
    answer = {
        "id": table.id,
        "url": base + table.link(),
        "commitment": table.commitment,
        "host": table.host_token,
        "seats": [seat_key(table, seat, base) for seat in table.seats if seat.kind in ("human", "open")],
    }
    return JSON(answer, 201)


@router.get("/api/matches", response_model=schemas.TablesShown, tags=["tables"])
async def listed(request: Request) -> Response:
    """Listed tables: open ones to join, running ones to watch."""
    base = base_url(request)
    found = await get_tables(request).listed()
    return JSON(
        {
            "tables": [
                {
                    "id": table.id,
                    "url": base + table.link(),
                    "game": table.game.name,
                    "status": table.status,
                    "seats": [seat_shown(seat) for seat in table.seats],
                }
                for table in found
            ]
        }
    )


@router.post("/api/matches/{id}/start", response_model=schemas.Played, tags=["tables"])
async def start(request: Request, id: MatchId) -> Response:
    """Begin the game (the host); every seat that decides must be taken."""
    tables = get_tables(request)
    table = await tables.get(id)
    must_host(request, table)
    await tables.start(table)
    return JSON({"version": table.version(None), "repeated": False})


@router.post("/api/matches/{id}/rematch", response_model=schemas.MatchMade, status_code=201, tags=["tables"])
async def rematch(request: Request, id: MatchId) -> Response:
    """The same game with the same people once more; whoever asks gets the key of their own seat."""
    tables = get_tables(request)
    table = await tables.get(id)
    seat = seated(request, table)
    made: Buckets = request.app.state.made
    if not table.rematch:
        made.take(client_of_request(request), _("That is enough tables for now; please finish some first."))
    other = await tables.rematch(table)
    base = base_url(request)
    host = other.host_token if is_host(request, table) else ""
    answer = {
        "id": other.id,
        "url": base + other.link(),
        "commitment": other.commitment,
        "host": host,
        "seats": [seat_key(other, other.seats[seat], base)],
    }
    return JSON(answer, 201)


@router.post("/api/matches/{id}/seats/{seat}", response_model=schemas.SeatKey, tags=["tables"])
async def sit(request: Request, id: MatchId, seat: SeatNumber, body: schemas.Sit | None = None) -> Response:
    """Sit down on an open seat, or change your name and colour; gives the seat's key."""
    tables = get_tables(request)
    table = await tables.get(id)
    body = body or schemas.Sit()
    token = bearer(request)
    if token and viewer_of(request, table) == seat:
        taken = await tables.rename(table, seat, body.name, body.colour)
    else:
        taken = await tables.sit(table, seat, person_of(request), body.name, body.colour)
    return JSON(seat_key(table, taken, base_url(request)))


@router.put("/api/matches/{id}/seats/{seat}/bot", response_model=schemas.SeatShown, tags=["tables"])
async def set_bot(request: Request, id: MatchId, seat: SeatNumber, body: schemas.WithBot) -> Response:
    """Put a bot on an empty seat (the host, before the start)."""
    tables = get_tables(request)
    table = await tables.get(id)
    must_host(request, table)
    return JSON(seat_shown(await tables.set_bot(table, seat, body.bot)))


@router.delete("/api/matches/{id}/seats/{seat}/bot", response_model=schemas.SeatShown, tags=["tables"])
async def remove_bot(request: Request, id: MatchId, seat: SeatNumber) -> Response:
    """Make a seat free again (the host, before the start)."""
    tables = get_tables(request)
    table = await tables.get(id)
    must_host(request, table)
    return JSON(seat_shown(await tables.set_bot(table, seat, None)))


@router.put("/api/matches/{id}/seats/{seat}/stand-in", response_model=schemas.SeatShown, tags=["tables"])
async def take_over(request: Request, id: MatchId, seat: SeatNumber, body: schemas.WithBot) -> Response:
    """Let a bot play for somebody who is away; it knows what that seat knows."""
    tables = get_tables(request)
    table = await tables.get(id)
    if not is_host(request, table):
        seated(request, table)
    return JSON(seat_shown(await tables.take_over(table, seat, body.bot)))


@router.delete("/api/matches/{id}/seats/{seat}/stand-in", response_model=schemas.SeatShown, tags=["tables"])
async def give_back(request: Request, id: MatchId, seat: SeatNumber) -> Response:
    """Take your own seat back from the bot."""
    tables = get_tables(request)
    table = await tables.get(id)
    tables.seat(table, seat)
    if seated(request, table) != seat:
        raise Problem("not_yours", _("Only whoever sits there can take the seat back."))
    return JSON(seat_shown(await tables.give_back(table, seat)))


@router.get("/api/games", response_model=schemas.Games, tags=["tables"])
async def list_games(request: Request) -> Response:
    """The games with their seats and options, and the bots."""
    warming = get_tables(request).warming
    shown = []
    for name in games.names():
        game, progress = games.load(name), warming.progress(name)
        shown.append(
            {
                "name": game.name,
                "title": game.title,
                "tagline": game.tagline,
                "length": game.length,
                "version": game.version,
                "seats": list(game.seats),
                "num_actions": game.num_actions,
                "options": [
                    {"name": o.name, "help": o.help, "default": o.default, "values": list(o.values)}
                    for o in game.options.values()
                ],
                "ready": progress.state == "ready",
                "progress": {
                    "state": progress.state,
                    "step": progress.step,
                    "of": progress.of,
                    "name": progress.name,
                },
            }
        )
    return JSON({"games": shown, "bots": list(bots.names())})


# -- words for programs ------------------------------------------------------------------------------------


def seat_key(table: Table, seat: Seat, base: str) -> dict[str, Any]:
    """A seat's token and link."""
    return {"seat": seat.number, "token": seat.token, "url": base + table.link(seat.number)}


def seat_shown(seat: Seat) -> dict[str, Any]:
    """A seat as everybody may see it."""
    return {
        "seat": seat.number,
        "role": seat.role.name,
        "kind": seat.kind,
        "name": seat.name,
        "colour": seat.colour,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "connected": seat.connected,
    }


def state_text(table: Table, viewer: int | None) -> str:
    """A table as one viewer may see it, as JSON; what the position decides is made once per version."""
    around = {
        "id": table.id,
        "version": table.version(viewer),
        "game": table.game.name,
        "status": table.status,
        "options": table.options,
        "seat": viewer,
        "seats": [seat_shown(seat) for seat in table.seats],
        "chat": [
            {"seat": line.seat, "name": line.name, "text": line.text, "when": line.when}
            for line in table.heard(viewer)
        ],
        "undo": table.why_no_undo(viewer) or None,
        "clock": table.clock,
        "hints": table.hints,
        "deadline": table.deadline(viewer),
        "commitment": table.commitment,
        "opened": table.opened,
        "rematch": table.rematch,
        "frozen": table.frozen,
    }
    inside = table.kept(viewer, "text", lambda: _position(table, viewer))
    return json.dumps(around, ensure_ascii=False)[:-1] + ", " + inside[1:]


def _position(table: Table, viewer: int | None) -> str:
    view = table.view(viewer)
    return json.dumps(
        {
            "to_move": table.to_move(viewer),
            "over": table.over,
            "prompt": table.prompt(viewer),
            "legal": [choice._asdict() for choice in table.legal(viewer)],
            "view": None if view is None else records.plain(view),
            "log": table.log(viewer),
            "scores": table.scores,
            "winners": table.winners,
            "account": table.account(viewer),
        },
        ensure_ascii=False,
    )


def page_parts(table: Table, viewer: int | None, host: bool, base: str) -> dict[str, str]:
    """The parts of the page for one viewer, made once for all who see the same."""
    key = (language(), viewer, host, base)
    kept = table.pages.get(key)
    if kept is None or kept[0] != table.changes:
        kept = table.pages[key] = (table.changes, fragments(table, viewer, host=host, base_url=base))
    return kept[1]


# -- operations ----------------------------------------------------------------------------------------------

operations = APIRouter(responses={"default": PROBLEM})


@operations.get("/healthz", tags=["operations"])
async def healthz(request: Request) -> Response:
    """Alive, and the database answers."""
    try:
        await request.app.state.store.read(lambda connection: None)
    except Exception:
        raise Problem("storage", _("The database does not answer.")) from None
    return JSON({"status": "ok", "version": request.app.version, "time": time.time()})


@operations.get("/metrics", tags=["operations"], response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    get_tables(request).count()
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


__all__ = ["operations", "page_parts", "router", "state_text"]
