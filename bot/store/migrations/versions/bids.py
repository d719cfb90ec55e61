"""Columns for the bids for the seats of a table."""

import sqlalchemy as sa
from alembic import op

revision = "bids"
down_revision = "first_release"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody has bid yet."""
    op.add_column("tables", sa.Column("bidding", sa.JSON()))
    op.add_column("seats", sa.Column("bid", sa.JSON()))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("seats", "bid")
    op.drop_column("tables", "bidding")
