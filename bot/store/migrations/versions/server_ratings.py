"""Tables for ratings outside leagues; people's own figures are counted again."""

import sqlalchemy as sa
from alembic import op

revision = "server_ratings"
down_revision = "statistics"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables. Games are counted again, as a seat now belongs to a person's own figures
    only if this person confirmed more than half there."""
    op.create_index(
        "ix_counted_games_guild_id", "counted_games", ["guild_id", "finished_at", "table_id"]
    )
    op.create_table(
        "server_ratings",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "games", name="pk_server_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_server_ratings_finished_at", "server_ratings", ["guild_id", "finished_at", "table_id"]
    )
    op.create_table(
        "rated_servers",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_rated_servers"),
        sqlite_with_rowid=False,
    )
    for emptied in ("figures", "counted_seats", "counted_games"):
        op.execute(f"DELETE FROM {emptied}")
    op.execute("UPDATE tables SET counted = NULL")


def downgrade() -> None:
    """Drop the ratings: they can be calculated from the games."""
    op.drop_table("rated_servers")
    op.drop_table("server_ratings")
    op.drop_index("ix_counted_games_guild_id", table_name="counted_games")
