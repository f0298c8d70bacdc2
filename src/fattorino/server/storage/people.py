"""Who has left traces on the server, and how to erase them: everything by person, whatever table it is at.

A person is a hashed cookie, or a seat that a program plays by the token it was given. A line of chat knows
its person, so that what somebody said is found after they have left.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fattorino.kernel.i18n import _
from fattorino.server.storage import schema
from fattorino.server.storage.rows import set_line
from fattorino.server.storage.store import Statement

PERSON = re.compile("[0-9a-f]{16}")
SEAT = re.compile("([a-z0-9]{12})-([0-9]{1,2})")
PROGRAM = "program "  # before the number of a program, where browsers have a hash
SHORTEST = 3  # letters of a name that is looked for in what others say
MOST = 2000  # seats and lines looked through for a list of people


def short(person: str) -> str:
    """The id of a person: the first half of a hash tells it from all others."""
    return person.removeprefix(PROGRAM)[:16]


def person_at(table: str, seat: int, people: Collection[str]) -> str:
    """The id of whoever sits there: a program that was given its seat is known by the seat alone."""
    return short(min(people)) if people else f"{table}-{seat}"


@dataclass
class Person:
    """Somebody who sits, or has said something."""

    id: str
    names: list[str] = field(default_factory=list)
    seats: list[tuple[str, int]] = field(default_factory=list)  # table and seat
    tables: list[str] = field(default_factory=list)  # where something of theirs is left


def found(connection: Connection, words: str, limit: int) -> list[Person]:
    """People whose names contain these words, those of the newest tables first."""
    seats, people, chat, matches = schema.seats.c, schema.people.c, schema.chat.c, schema.matches.c
    seated = (
        sa.select(matches.id, seats.seat, seats.name, people.person)
        .join(schema.seats, matches.id == seats.match_id)
        .outerjoin(schema.people, (people.match_id == seats.match_id) & (people.seat == seats.seat))
        .where(seats.kind == "human", _has(seats.name, words))
    )
    said = (
        sa.select(matches.id, sa.literal(-1), chat.name, chat.person)
        .join(schema.chat, matches.id == chat.match_id)
        .where(chat.person != "", chat.name != "", _has(chat.name, words))
        .distinct()
        .add_columns(matches.created)
    )
    known: dict[str, Person] = {}
    for query in (seated.add_columns(matches.created), said):
        newest = query.order_by(matches.created.desc()).limit(MOST)
        for table, seat, name, person, _created in connection.execute(newest):
            id = person_at(table, seat, [person] if person else [])
            one = known.setdefault(id, Person(id))
            if name not in one.names:
                one.names.append(name)
            if table not in one.tables:
                one.tables.append(table)
            if seat >= 0:
                one.seats.append((table, seat))
    return list(known.values())[:limit]


def _has(column: Any, words: str) -> Any:
    return column.icontains(words, autoescape=True) if words else sa.true()


def same(connection: Connection, id: str) -> set[str]:
    """All cookies of a person: those that share a seat belong to one."""
    people = schema.people.c
    starts = [people.person.startswith(before + id) for before in ("", PROGRAM)]
    said = [schema.chat.c.person.startswith(before + id) for before in ("", PROGRAM)]
    known = set(connection.scalars(sa.select(people.person).where(sa.or_(*starts))))
    known |= set(connection.scalars(sa.select(schema.chat.c.person).where(sa.or_(*said))))
    while True:
        other = schema.people.alias()
        together = (other.c.match_id == people.match_id) & (other.c.seat == people.seat)
        query = sa.select(other.c.person).join_from(schema.people, other, together)
        more = set(connection.scalars(query.where(people.person.in_(known)))) | known
        if more == known:
            return known
        known = more


def tables_of(connection: Connection, persons: set[str]) -> list[str]:
    """The tables where something of a person is left."""
    found = set(connection.scalars(sa.select(schema.matches.c.id).where(schema.matches.c.host.in_(persons))))
    for table in (schema.people, schema.chat):
        found |= set(connection.scalars(sa.select(table.c.match_id).where(table.c.person.in_(persons))))
    return sorted(found)


def held(connection: Connection, id: str, persons: set[str]) -> list[int]:
    """The seats of a person at a table."""
    people = schema.people.c
    query = sa.select(people.seat).where(people.match_id == id, people.person.in_(persons)).distinct()
    return sorted(connection.scalars(query))


def others(connection: Connection, id: str, mine: list[int]) -> bool:
    """Whether anybody else sits at a table."""
    seats = schema.seats.c
    kinds = sa.select(seats.seat).where(seats.match_id == id, seats.kind == "human")
    return bool(set(connection.scalars(kinds)) - set(mine))


def names(connection: Connection, id: str, persons: set[str], mine: list[int]) -> set[str] | None:
    """What a person is or was called at a table; None if there is nobody."""
    seats, chat, matches = schema.seats.c, schema.chat.c, schema.matches.c
    sitting = (seats.match_id == id) & seats.seat.in_(mine) & (seats.kind == "human")
    known = set(connection.scalars(sa.select(seats.name).where(sitting)))
    known |= set(
        connection.scalars(sa.select(chat.name).where(chat.match_id == id, chat.person.in_(persons)))
    )
    host = connection.scalar(sa.select(matches.host).where(matches.id == id))
    return known if known or host in persons else None


def erasure(
    connection: Connection, id: str, persons: set[str], mine: list[int], names: set[str], roles: set[str]
) -> list[Statement]:
    """What makes a person nobody at a table: names, lines of chat, notes, keys of moves, host and tokens.

    `names` are theirs, `roles` those of seats, which may stay in what others say.
    """
    somebody = _("Somebody")
    seats, chat = schema.seats.c, schema.chat.c
    rows = list(connection.execute(sa.select(schema.seats).where(seats.match_id == id)).mappings())
    lines = list(connection.execute(sa.select(schema.chat).where(chat.match_id == id)).mappings())
    left = connection.scalars(sa.select(schema.people.c.seat).where(schema.people.c.match_id == id)).all()
    places = {*mine, *(line["seat"] for line in lines if line["person"] in persons)}
    statements: list[Statement] = []
    for row in rows:
        gone = row["kind"] == "human" and row["seat"] not in left and row["name"] in names
        if row["seat"] in mine or (gone and row["seat"] in places):
            new = {name: row[name] for name in schema.SEAT_FIELDS} | {"token": secrets.token_hex(32)}
            new["invitation"] = ""
            new["name"] = somebody if row["kind"] == "human" else row["name"]
            key = {"_match_id": id, "_seat": row["seat"]}
            statements += [(schema.SET_SEAT, key | new), (schema.DROP_NOTES, key), (schema.DROP_KEYS, key)]
    statements += [
        (schema.DROP_PERSON, {"_match_id": id, "_person": person, "_seat": seat})
        for person in persons
        for seat in mine
    ]
    for line in lines:
        theirs = line["person"] in persons
        theirs |= not line["person"] and line["seat"] in places and line["name"] in names
        new = _without(line, names - roles, somebody, theirs)
        if new:
            statements.append(set_line(line, **new))
    host = connection.scalar(sa.select(schema.matches.c.host).where(schema.matches.c.id == id))
    if host in persons:
        nobody = {"host": "", "host_token": secrets.token_hex(32)}
        statements.append((schema.SET_MATCH[tuple(nobody)], {"_id": id} | nobody))
    return statements


def _without(line: Any, names: set[str], somebody: str, theirs: bool) -> dict[str, str]:
    """What is new in a line of chat without a person: their own is empty, and others' do not name them."""
    if theirs:
        said = {} if line["event"] else {"text": "", "event": "deleted"}
        return {"name": somebody, "person": ""} | said
    text = str(line["text"])
    for name in sorted(names, key=len, reverse=True):
        if len(name) >= SHORTEST and name != somebody:
            named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
            text = named.sub(lambda _found: somebody, text)
    return {"text": text} if text != line["text"] else {}
