"""Tokens as hashes; invitations to seats that nobody has taken yet, which the host gives out, as they are."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("invitation", sa.String(64), nullable=False, server_default=""))
    op.execute(
        "UPDATE seats SET invitation = token WHERE kind = 'open'"
        " AND match_id IN (SELECT id FROM matches WHERE status = 'open')"
    )
    connection = op.get_bind()
    for table, column, keys in (("matches", "host_token", ["id"]), ("seats", "token", ["match_id", "seat"])):
        rows = sa.table(table, sa.column(column), *(sa.column(key) for key in keys))
        found = connection.execute(sa.select(rows)).mappings().all()
        these = sa.and_(*(rows.c[key] == sa.bindparam(f"_{key}") for key in keys))
        change = rows.update().where(these).values({column: sa.bindparam("hashed")})
        values = [
            {f"_{key}": row[key] for key in keys}
            | {"hashed": hashlib.sha256(row[column].encode()).hexdigest()}
            for row in found
        ]
        if values:
            connection.execute(change, values)
