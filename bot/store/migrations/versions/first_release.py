"""All tables of the first release.

Databases from before it, which eight steps had made (revisions 0001 to 0008), are converted by
`bot.store.migrations.before_release`.
"""

import sqlalchemy as sa
from alembic import op

revision = "first_release"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
METADATA = sa.MetaData()
"""The tables of the first release, never changed. Later migrations change the database."""

sa.Table(
    "heartbeat",
    METADATA,
    sa.Column("id", sa.Integer(), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.CheckConstraint("id = 1", name="ck_heartbeat_one_row"),
    sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
)
sa.Table(
    "leagues",
    METADATA,
    sa.Column("id", sa.Integer(), nullable=False),
    sa.Column("guild_id", sa.BigInteger(), nullable=False),
    sa.Column("name", sa.String(length=100), nullable=False),
    sa.Column("settings", sa.JSON(), nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("channel_id", sa.BigInteger()),
    sa.PrimaryKeyConstraint("id", name="pk_leagues"),
    sa.Index("uq_leagues_guild_id_name", "guild_id", "name", unique=True),
    sqlite_autoincrement=True,
)
sa.Table(
    "people",
    METADATA,
    sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column("chosen", sa.JSON(), nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.PrimaryKeyConstraint("user_id", name="pk_people"),
    sqlite_with_rowid=False,
)
sa.Table(
    "settings",
    METADATA,
    sa.Column("scope", sa.String(length=10), nullable=False),
    sa.Column("id", sa.BigInteger(), nullable=False),
    sa.Column("chosen", sa.JSON(), nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.CheckConstraint("scope IN ('guild', 'channel')", name="ck_settings_scope"),
    sa.PrimaryKeyConstraint("scope", "id", name="pk_settings"),
    sqlite_with_rowid=False,
)
sa.Table(
    "tables",
    METADATA,
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
    sa.Column("untold", sa.JSON()),
    sa.Column("rewinds", sa.Integer(), server_default=sa.text("0"), nullable=False),
    sa.Column("rewind_request", sa.JSON()),
    sa.Column("pause_request", sa.JSON()),
    sa.Column("paused_at", MOMENT),
    sa.Column("board_message_id", sa.BigInteger()),
    sa.Column("lobby_message_id", sa.BigInteger()),
    sa.Column("call_message_ids", sa.JSON()),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.CheckConstraint(
        "status IN ('lobby', 'playing', 'finished', 'abandoned')", name="ck_tables_status"
    ),
    sa.PrimaryKeyConstraint("id", name="pk_tables"),
    sa.Index("ix_tables_channel_id", "channel_id"),
    sa.Index("ix_tables_shared_commitment", "shared_commitment"),
    sa.Index("ix_tables_status", "status"),
    sa.Index(
        "uq_tables_open_channel",
        "channel_id",
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'playing')"),
        postgresql_where=sa.text("status IN ('lobby', 'playing')"),
    ),
    sqlite_autoincrement=True,
)
sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.Integer(), nullable=False),
    sa.Column("n", sa.Integer(), nullable=False),
    sa.Column("seat", sa.Integer(), nullable=False),
    sa.Column("action", sa.Text(), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("user_id", sa.BigInteger()),
    sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name="fk_events_table_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("table_id", "n", name="pk_events"),
    sqlite_with_rowid=False,
)
sa.Table(
    "league_bans",
    METADATA,
    sa.Column("league_id", sa.Integer(), nullable=False),
    sa.Column("user_id", sa.BigInteger(), nullable=False),
    sa.Column("until", MOMENT),
    sa.Column("reason", sa.Text(), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.ForeignKeyConstraint(
        ["league_id"], ["leagues.id"], name="fk_league_bans_league_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("league_id", "user_id", name="pk_league_bans"),
    sqlite_with_rowid=False,
)
sa.Table(
    "moderation",
    METADATA,
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
    sa.CheckConstraint("status IN ('pending', 'done', 'refused')", name="ck_moderation_status"),
    sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name="fk_moderation_table_id", ondelete="SET NULL"
    ),
    sa.PrimaryKeyConstraint("id", name="pk_moderation"),
    sa.Index("ix_moderation_guild_id", "guild_id"),
    sa.Index("ix_moderation_season_id", "season_id"),
    sa.Index("ix_moderation_table_id", "table_id"),
    sqlite_autoincrement=True,
)
sa.Table(
    "ratings",
    METADATA,
    sa.Column("league_id", sa.Integer(), nullable=False),
    sa.Column("user_id", sa.BigInteger(), nullable=False),
    sa.Column("players", sa.Integer(), nullable=False),
    sa.Column("mu", sa.Float(), nullable=False),
    sa.Column("sigma", sa.Float(), nullable=False),
    sa.Column("games", sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(
        ["league_id"], ["leagues.id"], name="fk_ratings_league_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("league_id", "user_id", "players", name="pk_ratings"),
    sqlite_with_rowid=False,
)
sa.Table(
    "rewinds",
    METADATA,
    sa.Column("table_id", sa.Integer(), nullable=False),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("from_version", sa.Integer(), nullable=False),
    sa.Column("to_version", sa.Integer(), nullable=False),
    sa.Column("user_id", sa.BigInteger()),
    sa.Column("at", MOMENT, nullable=False),
    sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name="fk_rewinds_table_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("table_id", "number", name="pk_rewinds"),
    sqlite_with_rowid=False,
)
sa.Table(
    "seasons",
    METADATA,
    sa.Column("id", sa.Integer(), nullable=False),
    sa.Column("league_id", sa.Integer(), nullable=False),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("status", sa.String(length=10), nullable=False),
    sa.Column("settings", sa.JSON(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("secret", sa.String(length=64)),
    sa.CheckConstraint("status IN ('sign-up', 'running', 'finished')", name="ck_seasons_status"),
    sa.ForeignKeyConstraint(
        ["league_id"], ["leagues.id"], name="fk_seasons_league_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("id", name="pk_seasons"),
    sa.Index("uq_seasons_league_id_number", "league_id", "number", unique=True),
    sqlite_autoincrement=True,
)
sa.Table(
    "seats",
    METADATA,
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
    sa.CheckConstraint("computer = (user_id IS NULL)", name="ck_seats_person_or_computer"),
    sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    sa.Index("ix_seats_due_at", "due_at"),
    sa.Index("ix_seats_user_id", "user_id"),
    sa.Index("uq_seats_person", "table_id", "user_id", unique=True),
)
sa.Table(
    "league_tables",
    METADATA,
    sa.Column("season_id", sa.Integer(), nullable=False),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("division", sa.Integer(), nullable=False),
    sa.Column("round", sa.Integer(), nullable=False),
    sa.Column("entries", sa.JSON(), nullable=False),
    sa.Column("seats", sa.JSON()),
    sa.Column("status", sa.String(length=10), nullable=False),
    sa.Column("table_id", sa.Integer()),
    sa.CheckConstraint(
        "status IN ('waiting', 'playing', 'finished', 'voided')", name="ck_league_tables_status"
    ),
    sa.ForeignKeyConstraint(
        ["season_id"], ["seasons.id"], name="fk_league_tables_season_id", ondelete="CASCADE"
    ),
    sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name="fk_league_tables_table_id", ondelete="SET NULL"
    ),
    sa.PrimaryKeyConstraint("season_id", "number", name="pk_league_tables"),
    sa.Index("uq_league_tables_table_id", "table_id", unique=True),
    sqlite_with_rowid=False,
)
sa.Table(
    "rating_changes",
    METADATA,
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
        ["league_id"], ["leagues.id"], name="fk_rating_changes_league_id", ondelete="CASCADE"
    ),
    sa.ForeignKeyConstraint(
        ["season_id"], ["seasons.id"], name="fk_rating_changes_season_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("league_id", "n", name="pk_rating_changes"),
    sa.Index("ix_rating_changes_league_id_user_id", "league_id", "user_id"),
    sqlite_with_rowid=False,
)
sa.Table(
    "season_events",
    METADATA,
    sa.Column("season_id", sa.Integer(), nullable=False),
    sa.Column("n", sa.Integer(), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("kind", sa.String(length=20), nullable=False),
    sa.Column("payload", sa.JSON(), nullable=False),
    sa.Column("user_id", sa.BigInteger()),
    sa.ForeignKeyConstraint(
        ["season_id"], ["seasons.id"], name="fk_season_events_season_id", ondelete="CASCADE"
    ),
    sa.PrimaryKeyConstraint("season_id", "n", name="pk_season_events"),
    sqlite_with_rowid=False,
)
sa.Table(
    "undone",
    METADATA,
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
        name="fk_undone_table_id_rewind",
        ondelete="CASCADE",
    ),
    sa.PrimaryKeyConstraint("table_id", "rewind", "n", name="pk_undone"),
    sqlite_with_rowid=False,
)


def upgrade() -> None:
    """Make all tables."""
    METADATA.create_all(op.get_bind(), checkfirst=False)


def downgrade() -> None:
    """Drop all tables."""
    METADATA.drop_all(op.get_bind(), checkfirst=False)
