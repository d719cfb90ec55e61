"""A column for the rewinds of a game when its season counted it last: no time stamps decide between
the game's result and the season's."""

import sqlalchemy as sa
from alembic import op

revision = "counted"
down_revision = "seat_notes"
branch_labels = None
depends_on = None

LEAGUE_TABLES = sa.table(
    "league_tables", sa.column("table_id"), sa.column("status"), sa.column("counted")
)
TABLES = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("rewinds"))


def upgrade() -> None:
    """Add the column; games that are over are counted."""
    op.add_column("league_tables", sa.Column("counted", sa.Integer()))
    over = sa.select(TABLES.c.rewinds).where(
        TABLES.c.id == LEAGUE_TABLES.c.table_id, TABLES.c.status.in_(("finished", "abandoned"))
    )
    op.execute(
        sa.update(LEAGUE_TABLES)
        .where(LEAGUE_TABLES.c.status == "finished")
        .values(counted=over.scalar_subquery())
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("league_tables", "counted")
