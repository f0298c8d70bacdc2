"""Results of finished games, reviews as jobs, and tables that the operator has halted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("result", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("review_due", sa.Float))
    op.add_column("matches", sa.Column("halted", sa.Boolean, nullable=False, server_default=sa.false()))
