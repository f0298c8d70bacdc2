"""The database schema, and every statement that writes to it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("game_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Integer),
    sa.Column("status", sa.String(8), nullable=False),  # open, running, over
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("host_token", sa.String(64), nullable=False),  # SHA-256
    sa.Column("rematch", sa.String(32), nullable=False),
    sa.Column("digest", sa.String(32), nullable=False),  # of the state at the start; '' before
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("review", sa.Text, nullable=False, server_default=""),  # JSON, once it is finished
    sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("several_seats", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("result", sa.Text, nullable=False, server_default=""),  # JSON, once the game is over
    sa.Column("review_due", sa.Float),  # end of the lease on a requested review
    sa.Column("halted", sa.Boolean, nullable=False, server_default=sa.false()),  # by the operator
    sa.Column("parts", sa.Text, nullable=False, server_default=""),  # JSON: people's parts of the seed
    sa.Column("halt_reason", sa.Text, nullable=False, server_default=""),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("stand_in", sa.String(32), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),  # SHA-256
    sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()),  # by the host
    sa.Column(
        "invitation", sa.String(64), nullable=False, server_default=""
    ),  # the token, before it is taken
    sa.Column("silenced", sa.Boolean, nullable=False, server_default=sa.false()),  # by the operator
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True, index=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),  # -1: undo of the step before
    sa.Column("digest", sa.String(32), nullable=False),
    sa.Column("key", sa.String(100), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("event", sa.String(16), nullable=False, server_default=""),  # '' if a person said it
    sa.Column("person", sa.String(64), nullable=False, server_default="", index=True),  # who; never sent
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("cell", sa.String(40), primary_key=True),
    sa.Column("mark", sa.String(20), nullable=False),
)

changes = sa.Table(  # of seats and settings: of two concurrent changes with the same number one wins
    "changes",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)

orders = sa.Table(  # of the operator, for the whole server
    "orders",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),  # blocked: an address; notice: words for everybody
    sa.Column("text", sa.String(500), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)


def _where(table: sa.Table, *keys: str) -> Any:
    """The row whose keys are given as values with an underscore."""
    return sa.and_(*(table.c[key] == sa.bindparam(f"_{key}") for key in keys))


def _set(table: sa.Table, *names: str, keys: tuple[str, ...] = ("id",)) -> Any:
    """An update of these columns."""
    return table.update().where(_where(table, *keys)).values({name: sa.bindparam(name) for name in names})


# mutable columns of a seat
SEAT_FIELDS = ("kind", "name", "colour", "bot", "stand_in", "token", "muted", "invitation", "silenced")

NEW_MATCH = matches.insert()
SET_MATCH = {  # updates of a table's row, by their columns
    names: _set(matches, *names)
    for names in (
        ("status", "started", "digest", "game_version"),
        ("status", "result"),
        ("review", "review_due"),
        ("halted", "halt_reason"),
        ("host", "host_token"),
        *((name,) for name in ("game_version", "rematch", "review_due", "locked", "parts")),
    )
}
NEW_CHANGE = changes.insert()
NEW_SEAT = seats.insert()
SET_SEAT = _set(seats, *SEAT_FIELDS, keys=("match_id", "seat"))
DROP_PERSON = people.delete().where(_where(people, "match_id", "person", "seat"))
NEW_PERSON = people.insert()
NEW_ACTION = actions.insert()
NEW_CHAT = chat.insert()
LINE_FIELDS = ("name", "text", "event", "person")  # mutable columns of a line of chat
SET_CHAT = _set(chat, *LINE_FIELDS, keys=("match_id", "number"))
DROP_KEYS = actions.update().where(_where(actions, "match_id", "seat")).values(key="")
DROP_NOTES = notes.delete().where(_where(notes, "match_id", "seat"))
DROP_ORDER = orders.delete().where(_where(orders, "kind", "text"))
NEW_ORDER = orders.insert()
DROP_NOTE = notes.delete().where(_where(notes, "match_id", "seat", "cell"))
SET_NOTE = (
    sa.text(  # PostgreSQL and SQLite alike; of two processes that mark a cell at once the later one wins
        "INSERT INTO notes (match_id, seat, cell, mark) VALUES (:match_id, :seat, :cell, :mark)"
        " ON CONFLICT (match_id, seat, cell) DO UPDATE SET mark = excluded.mark"
    )
)

DROP_ALL = [  # of one table, in order of dependency
    *(
        table.delete().where(_where(table, "match_id"))
        for table in (seats, people, actions, chat, notes, changes)
    ),
    matches.delete().where(_where(matches, "id")),
]
TOUCH = sa.text("UPDATE alembic_version SET version_num = version_num")  # writes without changing anything

IN_ORDER = (  # order of statements in a transaction
    *(NEW_MATCH, *SET_MATCH.values(), NEW_CHANGE, NEW_SEAT, SET_SEAT, DROP_PERSON, NEW_PERSON, NEW_ACTION),
    *(
        NEW_CHAT,
        SET_CHAT,
        DROP_KEYS,
        DROP_NOTES,
        DROP_NOTE,
        SET_NOTE,
        *DROP_ALL,
        DROP_ORDER,
        NEW_ORDER,
        TOUCH,
    ),
)
