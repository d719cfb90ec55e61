"""Games that begin again every week."""

import sqlalchemy as sa
from alembic import op

revision = "nights"
down_revision = "invitations"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; so far there is none."""
    op.create_table(
        "nights",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("at", sa.String(length=5), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("calls", sa.Boolean(), nullable=False),
        sa.Column("waits_told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nights")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_nights_guild_id", "nights", ["guild_id"])
    op.create_index("ix_nights_user_id", "nights", ["user_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("nights")
