"""A column for the number of actions that the boards of a game's rounds tell."""

import sqlalchemy as sa
from alembic import op

revision = "on_board"
down_revision = "gone"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; for boards already posted it is unknown."""
    op.add_column("tables", sa.Column("on_board", sa.Integer))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("tables", "on_board")
