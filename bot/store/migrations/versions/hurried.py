"""Columns for turns of hurried computers, and for masters that may think twice as long."""

import sqlalchemy as sa
from alembic import op

revision = "hurried"
down_revision = "counted"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of turns already played it is not known, so no computer was hurried."""
    op.add_column("events", sa.Column("hurried", sa.Boolean))
    op.add_column("undone", sa.Column("hurried", sa.Boolean))
    op.add_column("seats", sa.Column("computer_twice", sa.Boolean))


def downgrade() -> None:
    """Drop the columns. Masters become hard computers, the strongest that were known before."""
    op.execute("UPDATE seats SET computer_level = 'hard' WHERE computer_level = 'master'")
    op.drop_column("seats", "computer_twice")
    op.drop_column("undone", "hurried")
    op.drop_column("events", "hurried")
