"""A table for what those who watch guess about the end of a game."""

import sqlalchemy as sa
from alembic import op

revision = "guesses"
down_revision = "plans"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody has guessed yet."""
    table = sa.ForeignKey("tables.id", name="fk_guesses_table_id", ondelete="CASCADE")
    op.create_table(
        "guesses",
        sa.Column("table_id", sa.Integer, table, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("seat", "points")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_guesses"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table, and the notes that an older program does not know."""
    outbox = sa.table("outbox", sa.column("kind"))
    op.execute(sa.delete(outbox).where(outbox.c.kind.in_(["GuessesCounted", "GiveRoles"])))
    op.drop_table("guesses")
