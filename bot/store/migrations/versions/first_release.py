"""All tables of the first release.

Databases from before it, which were made in eight steps (revisions 0001 to 0008), are brought over
by `bot.store.migrations.before_release`.
"""

import sqlalchemy as sa
from alembic import op

revision = "first_release"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_leagues_guild_id_name", "leagues", ["guild_id", "name"], unique=True)
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "settings",
        sa.Column("scope", sa.String(length=10), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.CheckConstraint("scope IN ('guild', 'channel')", name=op.f("ck_settings_scope")),
        sa.PrimaryKeyConstraint("scope", "id", name=op.f("pk_settings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("abandon_votes", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Integer()),
        sa.Column("seed", sa.Text()),
        sa.Column("setup", sa.JSON()),
        sa.Column("secret", sa.Text()),
        sa.Column("commitment", sa.String(length=64)),
        sa.Column("joins", sa.JSON()),
        sa.Column("shared_secret", sa.Text()),
        sa.Column("shared_commitment", sa.String(length=64)),
        sa.Column("position", sa.JSON()),
        sa.Column("position_version", sa.Integer()),
        sa.Column("announced", sa.Integer()),
        sa.Column("rewinds_told", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("rewinds", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("rewind_wish", sa.JSON()),
        sa.Column("pause_wish", sa.JSON()),
        sa.Column("paused_at", MOMENT),
        sa.Column("board_message_id", sa.BigInteger()),
        sa.Column("lobby_message_id", sa.BigInteger()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.CheckConstraint(
            "status IN ('lobby', 'playing', 'finished', 'abandoned')", name=op.f("ck_tables_status")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_channel_id", "tables", ["channel_id"])
    op.create_index("ix_tables_shared_commitment", "tables", ["shared_commitment"])
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_index(
        "uq_tables_open_channel",
        "tables",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'playing')"),
        postgresql_where=sa.text("status IN ('lobby', 'playing')"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_events_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "league_bans",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_league_bans_league_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league_id", "user_id", name=op.f("pk_league_bans")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "moderation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Integer()),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("hidden", sa.JSON()),
        sa.Column("own_table", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("settled_by", sa.BigInteger()),
        sa.Column("settled_at", MOMENT),
        sa.Column("season_id", sa.Integer()),
        sa.CheckConstraint(
            "status IN ('pending', 'done', 'refused')", name=op.f("ck_moderation_status")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_moderation_table_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderation")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_moderation_guild_id", "moderation", ["guild_id"])
    op.create_index("ix_moderation_season_id", "moderation", ["season_id"])
    op.create_index("ix_moderation_table_id", "moderation", ["table_id"])
    op.create_table(
        "ratings",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_ratings_league_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league_id", "user_id", "players", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rewinds",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("from_version", sa.Integer(), nullable=False),
        sa.Column("to_version", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_rewinds_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_rewinds")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("secret", sa.String(length=64)),
        sa.CheckConstraint(
            "status IN ('sign-up', 'running', 'finished')", name=op.f("ck_seasons_status")
        ),
        sa.ForeignKeyConstraint(
            ["league_id"], ["leagues.id"], name=op.f("fk_seasons_league_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_seasons_league_id_number", "seasons", ["league_id", "number"], unique=True)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.Column("prepared_base", sa.Integer()),
        sa.Column("prepared_revision", sa.Integer()),
        sa.Column("prepared", sa.JSON()),
        sa.Column("plan", sa.JSON()),
        sa.Column("clock", sa.JSON()),
        sa.Column("due_at", MOMENT),
        sa.CheckConstraint(
            "computer = (user_id IS NULL)", name=op.f("ck_seats_person_or_computer")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_due_at", "seats", ["due_at"])
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_index("uq_seats_person", "seats", ["table_id", "user_id"], unique=True)
    op.create_table(
        "league_tables",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON()),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("table_id", sa.Integer()),
        sa.CheckConstraint(
            "status IN ('waiting', 'playing', 'finished', 'voided')",
            name=op.f("ck_league_tables_status"),
        ),
        sa.ForeignKeyConstraint(
            ["season_id"],
            ["seasons.id"],
            name=op.f("fk_league_tables_season_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_league_tables_table_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f("pk_league_tables")),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_league_tables_table_id", "league_tables", ["table_id"], unique=True)
    op.create_table(
        "rating_changes",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id"],
            ["leagues.id"],
            name=op.f("fk_rating_changes_league_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["season_id"],
            ["seasons.id"],
            name=op.f("fk_rating_changes_season_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("league_id", "n", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_rating_changes_league_id_user_id", "rating_changes", ["league_id", "user_id"]
    )
    op.create_table(
        "season_events",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["season_id"],
            ["seasons.id"],
            name=op.f("fk_season_events_season_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("season_id", "n", name=op.f("pk_season_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "undone",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("rewind", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["table_id", "rewind"],
            ["rewinds.table_id", "rewinds.number"],
            name=op.f("fk_undone_table_id_rewind"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "rewind", "n", name=op.f("pk_undone")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them again, those that point to others first."""
    for table in (
        "undone",
        "season_events",
        "rating_changes",
        "league_tables",
        "seats",
        "seasons",
        "rewinds",
        "ratings",
        "moderation",
        "league_bans",
        "events",
        "tables",
        "settings",
        "people",
        "leagues",
        "heartbeat",
    ):
        op.drop_table(table)
