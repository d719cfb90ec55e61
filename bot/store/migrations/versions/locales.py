"""A column for the language a person reads."""

import sqlalchemy as sa
from alembic import op

revision = "locales"
down_revision = "bids"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; no language is known yet."""
    op.add_column("people", sa.Column("locale", sa.String(20)))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("people", "locale")
