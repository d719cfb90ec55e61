"""Drop what watchers guessed about the end of a game, the bids for seats, and notes about both."""

import sqlalchemy as sa
from alembic import op

revision = "fewer"
down_revision = "erasures"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the table and the columns, and the notes that this program does not know."""
    outbox = sa.table("outbox", sa.column("kind"))
    gone = ["GuessesCounted", "CallBidders", "RemindBidders"]
    op.execute(sa.delete(outbox).where(outbox.c.kind.in_(gone)))
    op.drop_table("guesses")
    op.drop_column("seats", "bid")
    op.drop_column("tables", "bidding")


def downgrade() -> None:
    """Make the table and the columns anew, empty."""
    op.add_column("tables", sa.Column("bidding", sa.JSON()))
    op.add_column("seats", sa.Column("bid", sa.JSON()))
    table = sa.ForeignKey("tables.id", name="fk_guesses_table_id", ondelete="CASCADE")
    op.create_table(
        "guesses",
        sa.Column("table_id", sa.Integer, table, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("seat", "points")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_guesses"),
        sqlite_with_rowid=False,
    )
