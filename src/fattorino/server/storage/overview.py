"""Which tables there are: what the operator lists, without loading a game."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fattorino.server.storage.schema import actions, changes, chat, matches, seats

COLUMNS = ("id", "game", "status", "created", "halted")
AT_ONCE = 500  # tables whose seats are read in one query


def idle(before: float) -> Any:
    """The condition for tables without activity since a time."""
    since = [
        sa.exists().where(table.c.match_id == matches.c.id, table.c.at >= before)
        for table in (actions, chat, changes)
    ]
    return (matches.c.created < before) & ~sa.or_(*since)


def named(words: str) -> Any:
    """The condition for tables with this id, of this game, or with these words in the name of a person."""
    sits = (seats.c.match_id == matches.c.id) & (seats.c.kind == "human")
    known = sa.exists().where(sits, seats.c.name.icontains(words, autoescape=True))
    return (matches.c.id == words) | (matches.c.game == words) | known


def ids_of(connection: Connection, condition: Any, limit: int) -> list[str]:
    """The ids of tables, newest first."""
    query = sa.select(matches.c.id).where(condition).order_by(matches.c.created.desc()).limit(limit)
    return list(connection.scalars(query))


def overview(connection: Connection, condition: Any, limit: int | None) -> list[dict[str, Any]]:
    """Tables with the names of the people at them, newest first; without a limit all."""
    columns = [matches.c[name] for name in COLUMNS]
    query = sa.select(*columns).where(condition).order_by(matches.c.created.desc()).limit(limit)
    found: list[dict[str, Any]] = [dict(zip(COLUMNS, row, strict=True)) for row in connection.execute(query)]
    people: dict[str, list[str]] = defaultdict(list)
    for first in range(0, len(found), AT_ONCE):
        these = seats.c.match_id.in_([row["id"] for row in found[first : first + AT_ONCE]])
        names = sa.select(seats.c.match_id, seats.c.name).where(these, seats.c.kind == "human")
        for id, name in connection.execute(names.order_by(seats.c.match_id, seats.c.seat)):
            people[id].append(name)
    return [row | {"people": people[row["id"]]} for row in found]
