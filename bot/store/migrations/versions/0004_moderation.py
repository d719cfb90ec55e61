"""What moderators did: the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the log, empty: what moderators did before was not kept."""
    op.create_table(
        "moderation",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("hidden", sa.JSON),
        sa.Column("own_table", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("settled_by", sa.BigInteger),
        sa.Column("settled_at", MOMENT),
        sa.CheckConstraint(
            "status IN ('pending', 'done', 'refused')", name=op.f("ck_moderation_status")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_moderation_guild_id", "moderation", ["guild_id"])
    op.create_index("ix_moderation_table_id", "moderation", ["table_id"])


def downgrade() -> None:
    """Take the log away; what was done to the games stays done."""
    op.drop_index("ix_moderation_table_id", "moderation")
    op.drop_index("ix_moderation_guild_id", "moderation")
    op.drop_table("moderation")
