"""A heartbeat for each shard."""

import sqlalchemy as sa
from alembic import op

revision = "shards"
down_revision = "levels"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the table anew with another key; so far one process had all shards."""
    _set_aside()
    op.create_table(
        "heartbeat",
        sa.Column("shards", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("shards", "shard", name="pk_heartbeat"),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO heartbeat (shards, shard, at) SELECT 1, 0, at FROM heartbeat_before")
    op.drop_table("heartbeat_before")


def downgrade() -> None:
    """Keep the last time at which any process ran."""
    _set_aside()
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("id = 1", name="ck_heartbeat_one_row"),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.execute("INSERT INTO heartbeat (id, at) SELECT 1, at FROM heartbeat_before")
    op.drop_table("heartbeat_before")


def _set_aside() -> None:
    op.execute(
        "CREATE TABLE heartbeat_before AS "
        "SELECT max(at) AS at FROM heartbeat HAVING max(at) IS NOT NULL"
    )
    op.drop_table("heartbeat")
