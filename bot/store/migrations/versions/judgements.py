"""A table for what turns at puzzles were judged as."""

import sqlalchemy as sa
from alembic import op

revision = "judgements"
down_revision = "puzzles"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what was judged before stays with the tries."""
    of_puzzle = sa.ForeignKeyConstraint(
        ["puzzle"], ["puzzles.id"], name="fk_judgements_puzzle", ondelete="CASCADE"
    )
    op.create_table(
        "judgements",
        sa.Column("puzzle", sa.Integer, nullable=False),
        sa.Column("turn", sa.String(32), nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", "turn", name="pk_judgements"),
        of_puzzle,
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop it; what is tried again is judged again."""
    op.drop_table("judgements")
