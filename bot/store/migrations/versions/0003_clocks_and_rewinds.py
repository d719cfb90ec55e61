"""Clocks, people's own settings, plans, and games set back to an earlier turn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add what was not there. Who confirmed an event was always who sat in its seat."""
    op.add_column(
        "tables", sa.Column("rewinds", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.add_column("tables", sa.Column("rewind_wish", sa.JSON))
    op.add_column("tables", sa.Column("paused_at", MOMENT))
    op.add_column("events", sa.Column("user_id", sa.BigInteger))
    op.execute(
        "UPDATE events SET user_id = (SELECT seats.user_id FROM seats "
        "WHERE seats.table_id = events.table_id AND seats.seat = events.seat)"
    )
    op.create_table(
        "rewinds",
        sa.Column(
            "table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("from_version", sa.Integer, nullable=False),
        sa.Column("to_version", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("at", MOMENT, nullable=False),
        sqlite_with_rowid=False,
    )  # fmt: skip
    op.create_table(
        "undone",
        sa.Column("table_id", sa.Integer, primary_key=True),
        sa.Column("rewind", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.ForeignKeyConstraint(
            ["table_id", "rewind"], ["rewinds.table_id", "rewinds.number"], ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "plans",
        sa.Column("table_id", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "clocks",
        sa.Column("table_id", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("turn_at", MOMENT),
        sa.Column("reminder_at", MOMENT),
        sa.Column("last_call_at", MOMENT),
        sa.Column("time_out_at", MOMENT),
        sa.Column("due_at", MOMENT),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_clocks_due_at", "clocks", ["due_at"])
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("chosen", sa.JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("id = 1", name="one_row"),
    )


def downgrade() -> None:
    """Take it away. What was undone is lost with it; the games stay as they are now."""
    for table in ("heartbeat", "people"):
        op.drop_table(table)
    op.drop_index("ix_clocks_due_at", "clocks")
    for table in ("clocks", "plans", "undone", "rewinds"):
        op.drop_table(table)
    op.drop_column("events", "user_id")
    for column in ("paused_at", "rewind_wish", "rewinds"):
        op.drop_column("tables", column)
