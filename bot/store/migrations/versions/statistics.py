"""Tables for statistics: facts of finished games, the people in them, and sums of many games."""

import sqlalchemy as sa
from alembic import op

revision = "statistics"
down_revision = "asked"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
TO_COUNT = "((status = 'finished' AND counted IS NULL) OR counted <> revision)"
SUMS = (
    "games", "seats", "total", "squares", "wins60", "winners", "winners_total", "winners_squares",
)  # fmt: skip


def upgrade() -> None:
    """Make the tables; finished games are counted little by little."""
    op.add_column("tables", sa.Column("counted", sa.Integer))
    op.create_index(
        "ix_tables_to_count",
        "tables",
        ["id"],
        sqlite_where=sa.text(TO_COUNT),
        postgresql_where=sa.text(TO_COUNT),
    )
    op.create_table(
        "counted_games",
        sa.Column("table_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("league_id", sa.Integer),
        sa.Column("season_id", sa.Integer),
        sa.Column("finished_at", MOMENT, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_counted_games"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counted_seats",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("own", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points4", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_counted_seats"),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["counted_games.table_id"],
            name="fk_counted_seats_table_id",
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_counted_seats_user_id", "counted_seats", ["user_id"])
    op.create_table(
        "figures",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("league_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in SUMS),
        sa.PrimaryKeyConstraint(
            "user_id", "league_id", "guild_id", "players", "kind", "name", name="pk_figures"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the tables: they can be calculated from the games."""
    for name in ("figures", "counted_seats", "counted_games"):
        op.drop_table(name)
    op.drop_index("ix_tables_to_count", table_name="tables")
    op.drop_column("tables", "counted")
