"""JSON responses: seats, tables and positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson
from fastapi import APIRouter
from starlette.responses import Response

from fattorino.server.tables.chat import CHAT_SHOWN
from fattorino.server.tables.people import ChatLine, Seat
from fattorino.server.tables.table import Table

JSON_HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))
PROBLEM = {
    "description": "A problem: stable code, one sentence, the rule's id where a rule is why",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemShown"}}},
}


def new_router(**defaults: Any) -> APIRouter:
    """A router whose errors are problem documents."""
    return APIRouter(responses={"default": PROBLEM}, **defaults)


class JSON(Response):
    """A JSON response that is not cached."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        self.status_code, self.background = status_code, None
        self.body = content if isinstance(content, bytes) else orjson.dumps(content)
        self.raw_headers = [(b"content-length", b"%d" % len(self.body)), *JSON_HEADERS]


def table_made(table: Table, base: str, tokens: Mapping[int, str], host: str) -> JSON:
    """A new table, with the tokens the caller may have."""
    body = {"id": table.id, "url": base + table.link(), "commitment": table.commitment, "host": host}
    return JSON(body | {"seats": [seat_token(table, *each, base) for each in tokens.items()]}, 201)


def seat_token(table: Table, seat: int, token: str, base: str) -> dict[str, Any]:
    """A seat's token and link."""
    return {"seat": seat, "token": token, "url": base + table.link(token)}


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
        "muted": seat.muted or seat.silenced,
    }


def chat_shown(line: ChatLine) -> dict[str, Any]:
    """A line of chat as everybody reads it."""
    return line._asdict() | {"text": line.words}


def observation_shown(table: Table, seat: int) -> dict[str, Any]:
    """What a seat sees as numbers, and the meaning of each."""
    seen = table.see(seat)
    return {
        "version": seen.version,
        "seat": seat,
        "to_move": seen.to_move,
        "numbers": seen.features,
        "legal": seen.actions.tolist(),
        "num_actions": table.game.num_actions,
        "layout": [
            {"name": group.name, "times": group.times, "parts": [asdict(part) for part in group.parts]}
            for group in table.game.layout
        ],
    }


def state_json(table: Table, viewer: int | None) -> bytes:
    """A table as one viewer may see it, as JSON; the position is serialised once per version."""
    seen = table.see(viewer)
    around = {
        "id": table.id,
        "version": seen.version,
        "game": table.game.name,
        "status": table.status,
        "options": table.options,
        "seat": viewer,
        "seats": [seat_shown(seat) for seat in table.seats],
        "chat": [chat_shown(line) for line in table.chat[-CHAT_SHOWN:]],
        "undo": table.why_no_undo(viewer) or None,
        "clock": table.settings.clock,
        "hints": table.settings.hints,
        "deadline": seen.deadline,
        "commitment": table.commitment,
        "seed_chosen": table.chance.chosen,
        "opened": table.opened,
        "parts": [
            {"seat": part.seat, "commitment": part.commitment, "opened": bool(part.part)}
            for part in table.chance.parts
        ],
        "opening": table.chance.opening and not table.begun,
        "rematch": table.rematch,
        "locked": table.locked,
        "several_seats": table.settings.several_seats,
        "frozen": table.frozen,
    }
    return orjson.dumps(around | seen.json)
