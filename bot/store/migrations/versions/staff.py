"""Who looks after a league beside the moderators of its server."""

import sqlalchemy as sa
from alembic import op

revision = "staff"
down_revision = "marks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; so far no league has staff of its own."""
    op.add_column("leagues", sa.Column("staff", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("leagues", "staff")
