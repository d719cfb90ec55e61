"""A table for computers' reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "reviews"
down_revision = "server_ratings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no game has a review yet."""
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
    """Drop the table: a game can be reviewed again."""
    op.drop_table("reviews")
