"""Tables for puzzles, and for what people make of them."""

import sqlalchemy as sa
from alembic import op

revision = "puzzles"
down_revision = "guesses"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; nobody has tried anything yet."""
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("source", sa.String(40), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("theme", sa.String(12), nullable=False),
        sa.Column("ways", sa.JSON, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("day", sa.Date),
        sa.Column("due", sa.Date),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.UniqueConstraint("user_id", "source", name="uq_puzzles_user_id_source"),
        sa.UniqueConstraint("day", name="uq_puzzles_day"),
    )
    of_puzzle = sa.ForeignKeyConstraint(
        ["puzzle"], ["puzzles.id"], name="fk_tries_puzzle", ondelete="CASCADE"
    )
    op.create_table(
        "tries",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("puzzle", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("day", sa.Date),
        sa.Column("prepared", sa.JSON, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("lost", sa.Float),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name="pk_tries"),
        of_puzzle,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tries_guild_id", "tries", ["guild_id", "day"])
    op.create_index("ix_tries_puzzle", "tries", ["puzzle"])


def downgrade() -> None:
    """Drop them, and with them all streaks."""
    op.drop_table("tries")
    op.drop_table("puzzles")
