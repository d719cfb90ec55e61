"""Whether a channel knows of every rewind of its game."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what was not there; rewinds of before count as told."""
    op.add_column(
        "tables", sa.Column("rewinds_told", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.execute("UPDATE tables SET rewinds_told = rewinds")


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("tables", "rewinds_told")
