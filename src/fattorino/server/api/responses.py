"""What programs are answered: seats, tables and positions as JSON, the parts of a page."""

from __future__ import annotations

import json
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path
from starlette.responses import Response

from fattorino.kernel import records
from fattorino.kernel.i18n import language
from fattorino.server.pages.fragments import fragments
from fattorino.server.tables.table import Seat, Table

PROBLEM = {
    "description": "A problem: stable code, one sentence, the rule's id where a rule is why",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemShown"}}},
}

MatchId = Annotated[str, Path(max_length=40, description="The table's id", examples=["k3vx7mq2wd9p"])]
SeatNumber = Annotated[int, Path(ge=0, le=20, description="A seat of the table", examples=[0])]


def new_router() -> APIRouter:
    """Routes whose refusals are problems."""
    return APIRouter(responses={"default": PROBLEM})


class JSON(Response):
    """A JSON answer that nobody keeps."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        text = content if isinstance(content, str) else orjson.dumps(content)
        super().__init__(text, status_code, {"Cache-Control": "no-store"})


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
        "seed_chosen": table.seed_chosen,
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
