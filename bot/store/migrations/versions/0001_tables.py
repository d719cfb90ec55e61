"""Tables, seats, the log, turns in preparation, settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make all tables of the first version."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("abandon_votes", sa.JSON, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rules", sa.Integer),
        sa.Column("seed", sa.Text),
        sa.Column("setup", sa.JSON),
        sa.Column("position", sa.JSON),
        sa.Column("position_version", sa.Integer),
        sa.Column("board_message_id", sa.BigInteger),
        sa.Column("lobby_message_id", sa.BigInteger),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.CheckConstraint(
            "status IN ('lobby', 'playing', 'finished', 'abandoned')",
            name=op.f("ck_tables_status"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_channel_id", "tables", ["channel_id"])
    op.create_index("ix_tables_status", "tables", ["status"])
    is_open = sa.text("status IN ('lobby', 'playing')")
    op.create_index(
        "uq_tables_open_channel",
        "tables",
        ["channel_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("computer", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"
        ),
        sa.CheckConstraint(
            "computer = (user_id IS NULL)", name=op.f("ck_seats_person_or_computer")
        ),
    )
    op.create_index("uq_seats_person", "seats", ["table_id", "user_id"], unique=True)
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_events"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_events_table_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "prepared",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_prepared"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_prepared_table_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "settings",
        sa.Column("scope", sa.String(10), nullable=False),
        sa.Column("id", sa.BigInteger, nullable=False),
        sa.Column("chosen", sa.JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("scope", "id", name="pk_settings"),
        sa.CheckConstraint("scope IN ('guild', 'channel')", name=op.f("ck_settings_scope")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them again, those that point to others first."""
    for table in ("settings", "prepared", "events", "seats", "tables"):
        op.drop_table(table)
