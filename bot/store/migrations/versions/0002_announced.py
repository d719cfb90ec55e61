"""How much of a game its channel has been told."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Of the games already begun everything counts as told."""
    op.add_column("tables", sa.Column("announced", sa.Integer))
    op.execute("UPDATE tables SET announced = version WHERE rules IS NOT NULL")


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tables", "announced")
