"""Codes by which somebody who was erased, and comes back to a season, is known again."""

import sqlalchemy as sa
from alembic import op

revision = "marks"
down_revision = "organisers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; of people erased before nothing is known."""
    op.create_table(
        "marks",
        sa.Column("stand_in", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("stand_in", name=op.f("pk_marks")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("marks")
