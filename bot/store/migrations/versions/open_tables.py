"""How many turns people took on time, who wants to be told of open tables, and which servers list
theirs for each other."""

import sqlalchemy as sa
from alembic import op

revision = "open_tables"
down_revision = "nights"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; turns count from now on."""
    op.create_table(
        "timed_turns",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("on_time", sa.Integer, nullable=False),
        sa.Column("late", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "table_id", name=op.f("pk_timed_turns")),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_timed_turns_table_id"),
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_timed_turns_table_id"), "timed_turns", ["table_id"])
    op.create_table(
        "wishes",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("upto", sa.Integer, nullable=False),
        sa.Column("day", sa.Date),
        sa.Column("told", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "guild_id", name=op.f("pk_wishes")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_wishes_guild_id"), "wishes", ["guild_id"])
    op.create_table(
        "listings",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("invite", sa.String(100), nullable=False),
        sa.Column("tables", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_listings")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("listings")
    op.drop_table("wishes")
    op.drop_table("timed_turns")
