"""A column for the card of a finished game that was shared."""

import sqlalchemy as sa
from alembic import op

revision = "cards"
down_revision = "hurried"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; so far no card was shared."""
    op.add_column("tables", sa.Column("card", sa.JSON))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("tables", "card")
