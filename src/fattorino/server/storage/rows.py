"""Rows on disk to tables in memory and back: steps are replayed and checked against their digests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import schema
from fattorino.server.storage.schema import SEAT_FIELDS
from fattorino.server.storage.store import Statement
from fattorino.server.tables.chance import Chance, Part
from fattorino.server.tables.people import CHAT_KEPT, ChatLine, Seat
from fattorino.server.tables.secret_windows import WindowTiming
from fattorino.server.tables.table import Prepared, Step, Table
from fattorino.server.tables.table_settings import TableSettings
from fattorino.server.tables.viewer import Outcome

# -- reading ------------------------------------------------------------------------------------------------


@dataclass
class Rows:
    """Everything on disk about a table, with the requested steps."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    people: list[tuple[str, int]]
    steps: list[Step]
    chat: list[ChatLine]
    notes: dict[int, dict[str, str]]
    revision: int
    notes_stamp: str = ""

    def apply_to(self, table: Table) -> None:
        """Update a table's seats, people, chat and notes, and replay the steps it does not have yet."""
        table.rematch = self.match["rematch"]
        table.host, table.host_token = self.match["host"], self.match["host_token"]
        table.revision = self.revision
        table.locked = self.match["locked"]
        table.halted, table.halt_reason = self.match["halted"], self.match["halt_reason"]
        table.chance = self.chance()
        table.review = json.loads(self.match["review"]) if self.match["review"] else None
        table.read_chat(self.chat)
        table.notes = self.notes
        if [seat.name for seat in table.seats] != [row["name"] for row in self.seats]:
            table.forget_drawn()  # there are names in it
        for seat, row in zip(table.seats, self.seats, strict=True):
            for name in SEAT_FIELDS:
                setattr(seat, name, row[name])
            seat.people = {person for person, number in self.people if number == seat.number}
        if not table.begun and self.match["status"] != "open":
            start = table.prepare_start(self.match["started"] or table.created)
            table.begin(start)
            if start.step.digest != self.match["digest"]:
                table.parted = 0
        for step in self.steps:
            if table.begun and table.parted is None and step.number == len(table.steps) + 1:
                self._play(table, step)
        if table.parted is not None and self.match["status"] == "over" and not table.over:
            result = self.match["result"]
            table.keep_result(Outcome(**json.loads(result)) if result else None)

    def chance(self) -> Chance:
        """The secrets behind the table's seed, with people's parts."""
        told = json.loads(self.match["parts"] or "{}")
        parts = tuple(Part(**part) for part in told.get("parts", ()))
        return Chance(self.match["seed"], self.match["nonce"], parts, told.get("opening", False))

    def _play(self, table: Table, step: Step) -> None:
        """Replay a step; if it gives another state than before, the table becomes read-only."""
        try:
            prepared = table.prepare(step.seat, step.action, step.key, step.when)
        except FattorinoError:
            prepared = None
        if prepared is None or prepared.step != step:
            table.parted = step.number
        else:
            table.adopt(*prepared, step.when)


def read(connection: Connection, id: str, after: int = 0) -> Rows | None:
    """All rows of a table, with the steps after a number."""
    postgres = connection.dialect.name == "postgresql"
    match = connection.execute(sa.select(schema.matches).where(schema.matches.c.id == id)).mappings().first()
    if match is None:
        return None

    def of(table: sa.Table, order: str, *conditions: Any) -> Any:
        query = sa.select(table).where(table.c.match_id == id, *conditions).order_by(table.c[order])
        return connection.execute(query).mappings()

    steps = of(schema.actions, "number", schema.actions.c.number > after)
    notes: dict[int, dict[str, str]] = {}
    for row in of(schema.notes, "cell"):
        notes.setdefault(row["seat"], {})[row["cell"]] = row["mark"]
    return Rows(
        dict(match),
        [dict(row) for row in of(schema.seats, "seat")],
        [(row["person"], row["seat"]) for row in of(schema.people, "person")],
        [Step(r["number"], r["seat"], r["action"], r["digest"], r["key"], r["at"]) for r in steps],
        read_chat(connection, id, CHAT_KEPT),
        notes,
        revision(connection, id) or 0,
        str(connection.execute(NOTES_STAMP, {"id": id}).scalar()) if postgres else "",
    )


class Stamp(NamedTuple):
    """Where a table stands: two processes with the same stamp know the same."""

    steps: int
    revision: int
    chat: int  # the number of the newest line
    notes: str  # a hash of all notes
    rematch: str
    reviewed: bool


NOTES = (
    "(SELECT coalesce(sum(hashtext(seat || ' ' || cell || ' ' || mark)), 0)::text FROM notes"
    " WHERE match_id = {})"
)
NOTES_STAMP = sa.text("SELECT " + NOTES.format(":id"))
STAMPS = sa.text(
    "SELECT id, "
    + ", ".join(
        f"(SELECT coalesce(max(number), 0) FROM {table} WHERE match_id = id)"
        for table in ("actions", "changes", "chat")
    )
    + f", {NOTES.format('id')}, rematch, review <> '' FROM matches WHERE id = ANY(:ids)"
)


def stamps(connection: Connection, ids: Sequence[str]) -> dict[str, Stamp]:
    """The stamps of those tables that exist, on PostgreSQL."""
    return {id: Stamp(*found) for id, *found in connection.execute(STAMPS, {"ids": list(ids)})}


def revision(connection: Connection, id: str) -> int | None:
    """The number of a table's newest change; None if there is no such table."""
    known = sa.select(schema.matches.c.id).where(schema.matches.c.id == id)
    newest = sa.select(sa.func.max(schema.changes.c.number)).where(schema.changes.c.match_id == id)
    return int(connection.scalar(newest) or 0) if connection.scalar(known) else None


def read_chat(connection: Connection, id: str, most: int, before: int | None = None) -> list[ChatLine]:
    """The newest lines of chat before a number, oldest first."""
    chat = schema.chat.c
    query = sa.select(schema.chat).where(chat.match_id == id).order_by(chat.number.desc()).limit(most)
    if before is not None:
        query = query.where(chat.number < before)
    found = connection.execute(query).mappings().all()
    columns = ("seat", "name", "text", "at", "event", "number")
    return [ChatLine(*(row[name] for name in columns)) for row in reversed(found)]


def to_table(rows: Rows, game: Game, timing: WindowTiming) -> Table:
    """The table that these rows describe."""
    match = rows.match
    try:
        options = game.settings(**json.loads(match["options"]))
        if len(game.roles(options)) != len(rows.seats):
            raise FattorinoError("other seats")
    except (FattorinoError, TypeError):
        sentence = _("This table was made with options that the game does not have any more.")
        raise Problem("read_only", sentence) from None
    given = [match[name] for name in ("listed", "clock", "hints", "several_seats")]
    settings = TableSettings(*given, **TableSettings.among(options))
    table = Table(
        match["id"],
        game,
        options,
        rows.chance(),
        settings,
        host=match["host"],
        host_token=match["host_token"],
        created=match["created"],
        timing=timing,
    )
    rows.apply_to(table)
    return table


# -- writing ------------------------------------------------------------------------------------------------


def table_statements(table: Table) -> list[Statement]:
    """A new table with its seats and people."""
    match = {
        "id": table.id,
        "game": table.game.name,
        "game_version": table.game.version,
        "options": json.dumps(table.options),
        "seed": table.chance.seed,
        "nonce": table.chance.nonce,
        "listed": table.settings.listed,
        "clock": table.settings.clock,
        "hints": table.settings.hints,
        "several_seats": table.settings.several_seats,
        "status": table.status,
        "host": table.host,
        "host_token": table.host_token,
        "rematch": table.rematch,
        "digest": table.start_digest,
        "created": table.created,
        "started": table.created if table.begun else None,
    }
    statements: list[Statement] = [(schema.NEW_MATCH, match)]
    for seat in table.seats:
        key = {"match_id": table.id, "seat": seat.number}
        statements.append((schema.NEW_SEAT, key | _seat_fields(seat)))
        statements += [(schema.NEW_PERSON, key | {"person": person}) for person in seat.people]
    return statements


def update_statement(id: str, **values: Any) -> Statement:
    """New values in a table's own row, in the order of one of `schema.SET_MATCH`."""
    return schema.SET_MATCH[tuple(values)], {"_id": id} | values


def rename_statements(connection: Connection, id: str, seat: int, name: str) -> list[Statement]:
    """Another name for whoever sits there, in what they have said, too."""
    seats, chat = schema.seats.c, schema.chat.c
    row = connection.execute(
        sa.select(schema.seats).where(seats.match_id == id, seats.seat == seat)
    ).mappings()
    old = dict(row.one())
    here = (chat.match_id == id) & (chat.seat == seat) & (chat.name == old["name"])
    lines = connection.execute(sa.select(schema.chat).where(here)).mappings()
    key = {"_match_id": id, "_seat": seat}
    statements: list[Statement] = [(schema.SET_SEAT, key | {n: old[n] for n in SEAT_FIELDS} | {"name": name})]
    return [*statements, *(set_line(line, name=name) for line in lines)]


def deletion_of_line(connection: Connection, id: str, number: int) -> list[Statement]:
    """A line of chat without its words; nothing if there is no such line."""
    chat = schema.chat.c
    here = (chat.match_id == id) & (chat.number == number) & (chat.event != "deleted")
    lines = connection.execute(sa.select(schema.chat).where(here)).mappings()
    return [set_line(line, name="", text="", event="deleted", person="") for line in lines]


def set_line(line: Mapping[Any, Any], **values: str) -> Statement:
    """A line of chat with other values."""
    key = {"_match_id": line["match_id"], "_number": line["number"]}
    return schema.SET_CHAT, key | {name: line[name] for name in schema.LINE_FIELDS} | values


def step_statements(table: Table, prepared: Prepared) -> list[Statement]:
    """A step, and the end of the game if it is the last."""
    row = prepared.step._asdict() | {"match_id": table.id, "at": prepared.step.when}
    statements: list[Statement] = [(schema.NEW_ACTION, row)]
    if prepared.match.over:
        result = Outcome(prepared.match.scores, prepared.match.winners)._asdict()
        statements.append(update_statement(table.id, status="over", result=json.dumps(result)))
    return statements


def parts_statement(table: Table, chance: Chance) -> Statement:
    """People's parts of the seed."""
    told = {"parts": [part._asdict() for part in chance.parts], "opening": chance.opening}
    return update_statement(table.id, parts=json.dumps(told))


def delete_statements(id: str) -> list[Statement]:
    """Delete everything about a table."""
    *parts, match = schema.DROP_ALL
    return [*((part, {"_match_id": id}) for part in parts), (match, {"_id": id})]


def seat_statements(table: Table, seat: Seat) -> list[Statement]:
    """A seat's new values."""
    return [(schema.SET_SEAT, {"_match_id": table.id, "_seat": seat.number} | _seat_fields(seat))]


def person_statement(table: Table, seat: Seat, person: str) -> Statement:
    """A person on this seat."""
    return schema.NEW_PERSON, {"match_id": table.id, "person": person, "seat": seat.number}


def leave_statement(table: Table, seat: Seat, person: str) -> Statement:
    """A person has left this seat."""
    return schema.DROP_PERSON, {"_match_id": table.id, "_person": person, "_seat": seat.number}


def chat_statement(table: Table, line: ChatLine) -> Statement:
    """The next line of chat, with who holds its seat."""
    person = min(table.seats[line.seat].people, default="") if line.name else ""
    row = {"match_id": table.id, "number": line.number, "seat": line.seat, "person": person}
    return schema.NEW_CHAT, row | {"name": line.name, "text": line.text, "at": line.when, "event": line.event}


def note_statements(table: Table, seat: int, marks: Mapping[str, str | None]) -> list[Statement]:
    """Cells that a seat marks or, with an empty mark, clears; other cells keep what another process wrote."""
    return [
        (schema.SET_NOTE, {"match_id": table.id, "seat": seat, "cell": cell, "mark": mark})
        if mark
        else (schema.DROP_NOTE, {"_match_id": table.id, "_seat": seat, "_cell": cell})
        for cell, mark in sorted(marks.items())  # two processes lock cells in the same order
    ]


def _seat_fields(seat: Seat) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in SEAT_FIELDS}
