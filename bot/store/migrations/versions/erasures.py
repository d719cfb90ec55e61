"""How often somebody's data was deleted, and how often the log of a season was rewritten for it."""

import sqlalchemy as sa
from alembic import op

revision = "erasures"
down_revision = "facts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the column; nothing is counted of what was deleted before."""
    erasures = op.create_table(
        "erasures",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_erasures"),
    )
    op.bulk_insert(erasures, [{"id": 1, "number": 0}])
    op.add_column(
        "seasons", sa.Column("rewritten", sa.Integer, nullable=False, server_default=sa.text("0"))
    )


def downgrade() -> None:
    """Take both away again, and the notes that this step's program left."""
    outbox = sa.table("outbox", sa.column("kind"))
    op.execute(sa.delete(outbox).where(outbox.c.kind == "PeopleChanged"))
    op.drop_column("seasons", "rewritten")
    op.drop_table("erasures")
