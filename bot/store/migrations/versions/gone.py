"""A column for the moment since which a table's channel is gone."""

import sqlalchemy as sa
from alembic import op

revision = "gone"
down_revision = "shards"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; so far no channel is known to be gone."""
    op.add_column("tables", sa.Column("gone_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("tables", "gone_at")
