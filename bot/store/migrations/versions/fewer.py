"""Drop what watchers guessed about the end of a game, and the notes about it."""

import sqlalchemy as sa
from alembic import op

revision = "fewer"
down_revision = "erasures"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the table, and the notes that this program does not know."""
    outbox = sa.table("outbox", sa.column("kind"))
    op.execute(sa.delete(outbox).where(outbox.c.kind.in_(["GuessesCounted"])))
    op.drop_table("guesses")


def downgrade() -> None:
    """Make the table anew, empty."""
    table = sa.ForeignKey("tables.id", name="fk_guesses_table_id", ondelete="CASCADE")
    op.create_table(
        "guesses",
        sa.Column("table_id", sa.Integer, table, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("seat", "points")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_guesses"),
        sqlite_with_rowid=False,
    )
