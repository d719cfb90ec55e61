"""Who is asked at a table, and since when."""

import sqlalchemy as sa
from alembic import op

revision = "asked"
down_revision = "on_board"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; it is not known of games that have begun, until somebody plays on."""
    op.add_column("tables", sa.Column("asked", sa.JSON))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("tables", "asked")
