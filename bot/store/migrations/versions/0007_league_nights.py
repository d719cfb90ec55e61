"""Leagues in a channel: where their tables open, shared deals, who is banned, their audit log;
and pauses that all people at a table agree to."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add what was not there."""
    op.add_column("leagues", sa.Column("channel_id", sa.BigInteger))
    op.add_column("seasons", sa.Column("secret", sa.String(64)))
    op.add_column("moderation", sa.Column("season_id", sa.Integer))
    op.add_column("tables", sa.Column("pause_wish", sa.JSON))
    op.create_index("ix_moderation_season_id", "moderation", ["season_id"])
    op.create_table(
        "league_bans",
        sa.Column(
            "league_id", sa.Integer, sa.ForeignKey("leagues.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("until", MOMENT),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sqlite_with_rowid=False,
    )  # fmt: skip


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("league_bans")
    op.drop_column("tables", "pause_wish")
    op.drop_index("ix_moderation_season_id", "moderation")
    op.drop_column("moderation", "season_id")
    op.drop_column("seasons", "secret")
    op.drop_column("leagues", "channel_id")
