"""A row for each noted cell, so that two processes can write notes of one seat."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    cells = op.create_table(
        "noted_cells",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("cell", sa.String(40), primary_key=True),
        sa.Column("mark", sa.String(20), nullable=False),
    )
    found = op.get_bind().execute(sa.text("SELECT match_id, seat, marks FROM notes")).all()
    rows = [
        {"match_id": match, "seat": seat, "cell": cell, "mark": mark}
        for match, seat, marks in found
        for cell, mark in json.loads(marks).items()
    ]
    if rows:
        op.bulk_insert(cells, rows)
    op.drop_table("notes")
    op.rename_table("noted_cells", "notes")
