"""A column for what is known of a turn that was judged, and notes of the outbox for a server."""

import sqlalchemy as sa
from alembic import op

revision = "facts"
down_revision = "judgements"
branch_labels = None
depends_on = None

ONE = (
    "(table_id IS NOT NULL AND season_id IS NULL AND guild_id IS NULL)"
    " OR (table_id IS NULL AND season_id IS NOT NULL AND guild_id IS NULL)"
    " OR (table_id IS NULL AND season_id IS NULL AND guild_id IS NOT NULL)"
)
OUTBOX = sa.table("outbox", sa.column("table_id"), sa.column("season_id"))


def upgrade() -> None:
    """Add the columns. A note belongs to a table, a season or a server."""
    op.add_column("judgements", sa.Column("facts", sa.JSON))
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as outbox:
        outbox.add_column(sa.Column("guild_id", sa.BigInteger))
        outbox.drop_constraint("table_or_season", type_="check")
        outbox.create_check_constraint("of_one", ONE)
    op.create_index("uq_outbox_guild_id", "outbox", ["guild_id", "kind", "note"], unique=True)


def downgrade() -> None:
    """Drop the columns, and what waits for servers."""
    neither = sa.and_(OUTBOX.c.table_id.is_(None), OUTBOX.c.season_id.is_(None))
    op.execute(sa.delete(OUTBOX).where(neither))
    op.drop_index("uq_outbox_guild_id", "outbox")
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as outbox:
        outbox.drop_constraint("of_one", type_="check")
        outbox.create_check_constraint(
            "table_or_season", "(table_id IS NULL) <> (season_id IS NULL)"
        )
        outbox.drop_column("guild_id")
    op.drop_column("judgements", "facts")
