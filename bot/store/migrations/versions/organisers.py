"""What organisers of a league may do who play; no act waits for a second moderator any more."""

import sqlalchemy as sa
from alembic import op

revision = "organisers"
down_revision = "first"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: they may do everything, as so far. What waited was not done."""
    op.add_column(
        "leagues",
        sa.Column("organisers", sa.String(8), nullable=False, server_default="daylight"),
    )
    op.execute("UPDATE moderation SET status = 'refused' WHERE status = 'pending'")


def downgrade() -> None:
    """Take the column away again."""
    op.drop_column("leagues", "organisers")
