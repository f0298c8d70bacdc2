"""What the operator does about people: reasons, muted seats, who said a line, blocked addresses, notices."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("halt_reason", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("silenced", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chat", sa.Column("person", sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "orders",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("text", sa.String(500), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
