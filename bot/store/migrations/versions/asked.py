"""A column for the seats that are asked at a table, and since when."""

import sqlalchemy as sa
from alembic import op

revision = "asked"
down_revision = "on_board"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; in games already begun it is unknown until somebody plays."""
    op.add_column("tables", sa.Column("asked", sa.JSON))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("tables", "asked")
