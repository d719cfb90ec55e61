"""A seat at a league's table is changed by the season alone, so no table tells its season of it any
more, and no season its channel: what waits of that is dropped."""

import sqlalchemy as sa
from alembic import op

revision = "seat_notes"
down_revision = "posted"
branch_labels = None
depends_on = None

OUTBOX = sa.table("outbox", sa.column("kind"))


def upgrade() -> None:
    """Drop the notes."""
    op.execute(sa.delete(OUTBOX).where(OUTBOX.c.kind.in_(["SeatReplaced", "SeatTaken"])))


def downgrade() -> None:
    """Nothing: the earlier program writes such notes itself."""
