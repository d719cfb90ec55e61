"""How much of a game the boards of its rounds tell."""

import sqlalchemy as sa
from alembic import op

revision = "on_board"
down_revision = "gone"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of boards posted so far that is not known."""
    op.add_column("tables", sa.Column("on_board", sa.Integer))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("tables", "on_board")
