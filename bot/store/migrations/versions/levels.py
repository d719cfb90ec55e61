"""Columns for the level and style of the computers at a table."""

import sqlalchemy as sa
from alembic import op

revision = "levels"
down_revision = "locales"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; computers already at tables play at the ordinary level, without a style."""
    op.add_column("seats", sa.Column("computer_level", sa.String(10)))
    op.add_column("seats", sa.Column("computer_style", sa.String(10)))
    op.execute("UPDATE seats SET computer_level = 'medium' WHERE computer")


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("seats", "computer_style")
    op.drop_column("seats", "computer_level")
