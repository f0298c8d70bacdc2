"""Locked tables, muted seats, lines that tell what was done, and people on several seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, column in (("matches", "locked"), ("matches", "several_seats"), ("seats", "muted")):
        op.add_column(table, sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chat", sa.Column("event", sa.String(16), nullable=False, server_default=""))
    op.create_table(  # the seat is a part of its key
        "seated_people",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.execute("INSERT INTO seated_people (match_id, person, seat) SELECT match_id, person, seat FROM people")
    op.drop_table("people")
    op.rename_table("seated_people", "people")
    op.create_index("ix_people_person", "people", ["person"])
