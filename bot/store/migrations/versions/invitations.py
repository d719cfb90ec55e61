"""Whom the host of a lobby has invited."""

import sqlalchemy as sa
from alembic import op

revision = "invitations"
down_revision = "stages"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; so far nobody is invited."""
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_invitations_table_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_invitations")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_invitations_user_id", "invitations", ["user_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("invitations")
