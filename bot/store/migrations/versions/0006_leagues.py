"""Leagues: seasons with their logs, their tables, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add what was not there."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_leagues_guild_id_name", "leagues", ["guild_id", "name"], unique=True)
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "league_id", sa.Integer, sa.ForeignKey("leagues.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.CheckConstraint("status IN ('sign-up', 'running', 'finished')", name="status"),
        sqlite_autoincrement=True,
    )  # fmt: skip
    op.create_index("uq_seasons_league_id_number", "seasons", ["league_id", "number"], unique=True)
    op.create_table(
        "season_events",
        _season(primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "league_tables",
        _season(primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("division", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("entries", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.CheckConstraint(
            "status IN ('waiting', 'playing', 'finished', 'voided')", name="status"
        ),
        sqlite_with_rowid=False,
    )  # fmt: skip
    op.create_index("uq_league_tables_table_id", "league_tables", ["table_id"], unique=True)
    op.create_table(
        "ratings",
        _league(),
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_changes",
        _league(),
        sa.Column("n", sa.Integer, primary_key=True),
        _season(nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_rating_changes_league_id_user_id", "rating_changes", ["league_id", "user_id"]
    )


def downgrade() -> None:
    """Take it away; the games played for leagues stay."""
    for table in (
        "rating_changes", "ratings", "league_tables", "season_events", "seasons", "leagues",
    ):  # fmt: skip
        op.drop_table(table)


def _season(*, primary_key: bool = False, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(
        "season_id",
        sa.Integer,
        sa.ForeignKey("seasons.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=nullable,
    )


def _league() -> sa.Column[int]:
    return sa.Column(
        "league_id", sa.Integer, sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True
    )
