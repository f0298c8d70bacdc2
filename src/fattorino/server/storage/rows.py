"""Between rows on disk and a table in memory: actions are folded again, each checked against its digest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import store as db
from fattorino.server.tables.secret_windows import Patience
from fattorino.server.tables.table import UNDO, ChatLine, Seat, Step, Table


@dataclass
class Rows:
    """Everything on disk about a table; of the steps those that are asked for."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    people: list[tuple[str, int]]
    steps: list[Step]
    chat: list[ChatLine]
    notes: dict[int, dict[str, str]]
    revision: int

    def dress(self, table: Table) -> None:
        """Put seats, people, chat and notes in place, and begin the match if it has begun."""
        table.rematch = self.match["rematch"]
        table.revision = self.revision
        table.review = json.loads(self.match["review"]) if self.match["review"] else None
        table.chat = self.chat
        table.notes = self.notes
        for seat, row in zip(table.seats, self.seats, strict=True):
            seat.kind, seat.name, seat.colour = row["kind"], row["name"], row["colour"]
            seat.bot, seat.stand_in, seat.token = row["bot"], row["stand_in"], row["token"]
            seat.people = {person for person, number in self.people if number == seat.number}
        if table.match is None and self.match["status"] != "open":
            table.begin(self.match["started"] or table.created)
            assert table.match is not None
            if table.match.digest() != self.match["digest"]:
                table.frozen = _changed_rules(0)

    def replay(self, table: Table) -> None:
        """Fold the steps that the table has not seen, as long as each gives the state it gave then."""
        for step in self.steps:
            if table.frozen and step.number > len(table.steps) + 1:
                break
            if table.match is None or step.number != len(table.steps) + 1:
                continue
            match = table.match.copy()
            try:
                if step.action == UNDO:
                    match.undo(step.seat)
                else:
                    match.play(step.action)
            except FattorinoError:
                table.frozen = _changed_rules(step.number)
                break
            if match.digest() != step.digest:
                table.frozen = _changed_rules(step.number)
                break
            table.adopt(match, step, step.when)


def _changed_rules(step: int) -> str:
    return _(
        "This game was played with other rules (they part at step {step}): it can only be looked at."
    ).format(step=step)


def read_rows(connection: Connection, id: str, after: int = 0) -> Rows | None:
    """All rows of a table, with the steps after a number."""
    match = connection.execute(sa.select(db.matches).where(db.matches.c.id == id)).mappings().first()
    if match is None:
        return None

    def of(table: sa.Table, *order: str) -> Any:
        return connection.execute(
            sa.select(table).where(table.c.match_id == id).order_by(*(table.c[name] for name in order))
        ).mappings()

    steps = connection.execute(
        sa.select(db.actions)
        .where(db.actions.c.match_id == id, db.actions.c.number > after)
        .order_by(db.actions.c.number)
    ).mappings()
    revision = connection.execute(
        sa.select(sa.func.max(db.changes.c.number)).where(db.changes.c.match_id == id)
    ).scalar()
    return Rows(
        dict(match),
        [dict(row) for row in of(db.seats, "seat")],
        [(row["person"], row["seat"]) for row in of(db.people, "person")],
        [Step(r["number"], r["seat"], r["action"], r["digest"], r["key"], r["at"]) for r in steps],
        [ChatLine(r["seat"], r["name"], r["text"], r["at"]) for r in of(db.chat, "number")],
        {row["seat"]: json.loads(row["marks"]) for row in of(db.notes, "seat")},
        int(revision or 0),
    )


def fold(rows: Rows, game: Game, patience: Patience) -> Table:
    """The table these rows tell of."""
    match = rows.match
    try:
        options = game.settings(**json.loads(match["options"]))
        if len(game.roles(options)) != len(rows.seats):
            raise FattorinoError("other seats")
    except (FattorinoError, TypeError):
        raise Problem(
            "read_only", _("This table was made with options that the game does not have any more.")
        ) from None
    table = Table(
        match["id"],
        game,
        options,
        seed=match["seed"],
        nonce=match["nonce"],
        listed=match["listed"],
        clock=match["clock"],
        hints=match["hints"],
        host=match["host"],
        host_token=match["host_token"],
        created=match["created"],
        patience=patience,
    )
    rows.dress(table)
    rows.replay(table)
    if not table.frozen and match["game_version"] != game.version:
        table.frozen = _(
            "This game was played with version {old} of {title}, not {new}: it can only be looked at."
        ).format(old=match["game_version"], title=game.title, new=game.version)
    return table


def ids_of(connection: Connection, condition: Any, limit: int) -> list[tuple[str, str, str]]:
    """Id, game and status of tables, newest first."""
    columns = (db.matches.c.id, db.matches.c.game, db.matches.c.status)
    query = sa.select(*columns).where(condition).order_by(db.matches.c.created.desc()).limit(limit)
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


# -- the other way ------------------------------------------------------------------------------------------


def match_row(table: Table) -> dict[str, Any]:
    """A table as a row."""
    return {
        "id": table.id,
        "game": table.game.name,
        "game_version": table.game.version,
        "options": json.dumps(table.options),
        "seed": table._seed,
        "nonce": table._nonce,
        "listed": table.listed,
        "clock": table.clock,
        "hints": table.hints,
        "status": table.status,
        "host": table.host,
        "host_token": table.host_token,
        "rematch": table.rematch,
        "digest": table.match.digest() if table.match is not None else "",
        "created": table.created,
        "started": table.created if table.match is not None else None,
    }


def seat_row(seat: Seat, token: bool = False) -> dict[str, Any]:
    """A seat as a row."""
    row = {"seat": seat.number, "kind": seat.kind, "name": seat.name, "colour": seat.colour}
    row |= {"bot": seat.bot, "stand_in": seat.stand_in}
    return row | {"token": seat.token} if token else row


def keyed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A seat's row for an update: the key apart."""
    values = {name: value for name, value in row.items() if name != "seat"}
    return values | {"_match_id": table.id, "_seat": row["seat"]}


def step_row(table: Table, step: Step) -> dict[str, Any]:
    """A step as a row."""
    return {
        "match_id": table.id,
        "number": step.number,
        "seat": step.seat,
        "action": step.action,
        "digest": step.digest,
        "key": step.key,
        "at": step.when,
    }
