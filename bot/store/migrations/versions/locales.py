"""The languages people read."""

import sqlalchemy as sa
from alembic import op

revision = "locales"
down_revision = "bids"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; so far no language is known."""
    op.add_column("people", sa.Column("locale", sa.String(20)))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("people", "locale")
