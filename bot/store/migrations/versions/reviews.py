"""What a computer found when it looked at a finished game."""

import sqlalchemy as sa
from alembic import op

revision = "reviews"
down_revision = "server_ratings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; so far no game was looked at."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("rewinds", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("review", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_reviews_table_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take it away: a game can be looked at again."""
    op.drop_table("reviews")
