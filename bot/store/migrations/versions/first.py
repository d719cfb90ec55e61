"""All tables of the first version."""

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "counted_games",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("league_id", sa.Integer()),
        sa.Column("season_id", sa.Integer()),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_counted_games")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_counted_games_guild_id", "counted_games", ["guild_id", "finished_at", "table_id"]
    )
    erasures = op.create_table(
        "erasures",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erasures")),
    )
    op.bulk_insert(erasures, [{"id": 1, "number": 0}])
    op.create_table(
        "figures",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("league_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("squares", sa.BigInteger(), nullable=False),
        sa.Column("wins60", sa.BigInteger(), nullable=False),
        sa.Column("winners", sa.BigInteger(), nullable=False),
        sa.Column("winners_total", sa.BigInteger(), nullable=False),
        sa.Column("winners_squares", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "user_id", "league_id", "guild_id", "players", "kind", "name", name=op.f("pk_figures")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heartbeat",
        sa.Column("shards", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("shards", "shard", name=op.f("pk_heartbeat")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_leagues_guild_id_name", "leagues", ["guild_id", "name"], unique=True)
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("locale", sa.String(length=20)),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("theme", sa.String(length=12), nullable=False),
        sa.Column("ways", sa.JSON(), nullable=False),
        sa.Column("lost", sa.Float(), nullable=False),
        sa.Column("day", sa.Date()),
        sa.Column("due", sa.Date()),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
        sa.UniqueConstraint("day", name=op.f("uq_puzzles_day")),
        sa.UniqueConstraint("user_id", "source", name=op.f("uq_puzzles_user_id_source")),
    )
    op.create_table(
        "rated_servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_rated_servers")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "games", name=op.f("pk_server_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_server_ratings_finished_at", "server_ratings", ["guild_id", "finished_at", "table_id"]
    )
    op.create_table(
        "settings",
        sa.Column("scope", sa.String(length=10), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
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
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("joins", sa.JSON()),
        sa.Column("shared_secret", sa.Text()),
        sa.Column("shared_commitment", sa.String(length=64)),
        sa.Column("position", sa.JSON()),
        sa.Column("position_version", sa.Integer()),
        sa.Column("posted_rewinds", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("posted_version", sa.Integer()),
        sa.Column("posted_on_board", sa.Integer()),
        sa.Column("posted_board", sa.BigInteger()),
        sa.Column("posted_lobby", sa.BigInteger()),
        sa.Column("posted_calls", sa.JSON()),
        sa.Column("posted_leaving", sa.JSON()),
        sa.Column("card", sa.JSON()),
        sa.Column("rewinds", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("rewind_request", sa.JSON()),
        sa.Column("asked", sa.JSON()),
        sa.Column("pause_request", sa.JSON()),
        sa.Column("paused_at", sa.DateTime(timezone=True)),
        sa.Column("gone_at", sa.DateTime(timezone=True)),
        sa.Column("counted", sa.Integer()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
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
        "ix_tables_to_count",
        "tables",
        ["id"],
        sqlite_where=sa.text("((status = 'finished' AND counted IS NULL) OR counted <> revision)"),
        postgresql_where=sa.text(
            "((status = 'finished' AND counted IS NULL) OR counted <> revision)"
        ),
    )
    op.create_index(
        "uq_tables_open_channel",
        "tables",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'playing')"),
        postgresql_where=sa.text("status IN ('lobby', 'playing')"),
    )
    op.create_table(
        "counted_seats",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points4", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["counted_games.table_id"],
            name=op.f("fk_counted_seats_table_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_counted_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_counted_seats_user_id", "counted_seats", ["user_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("hurried", sa.Boolean()),
        sa.Column("planned", sa.Boolean()),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_events_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "judgements",
        sa.Column("puzzle", sa.Integer(), nullable=False),
        sa.Column("turn", sa.String(length=32), nullable=False),
        sa.Column("lost", sa.Float(), nullable=False),
        sa.Column("facts", sa.JSON()),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzles.id"], name=op.f("fk_judgements_puzzle"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("puzzle", "turn", name=op.f("pk_judgements")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "league_bans",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
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
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("hidden", sa.JSON()),
        sa.Column("own_table", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("settled_by", sa.BigInteger()),
        sa.Column("settled_at", sa.DateTime(timezone=True)),
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
        "reviews",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("rewinds", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("review", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_reviews_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_reviews")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rewinds",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("from_version", sa.Integer(), nullable=False),
        sa.Column("to_version", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
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
        sa.Column("made", sa.JSON()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("secret", sa.String(length=64)),
        sa.Column("rewritten", sa.Integer(), server_default=sa.text("0"), nullable=False),
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
        sa.Column("computer_level", sa.String(length=10)),
        sa.Column("computer_style", sa.String(length=10)),
        sa.Column("computer_twice", sa.Boolean()),
        sa.Column("prepared_base", sa.Integer()),
        sa.Column("prepared_revision", sa.Integer()),
        sa.Column("prepared", sa.JSON()),
        sa.Column("plan", sa.JSON()),
        sa.Column("plan_due", sa.DateTime(timezone=True)),
        sa.Column("clock", sa.JSON()),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint(
            "computer = (user_id IS NULL)", name=op.f("ck_seats_person_or_computer")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_due_at", "seats", ["due_at"])
    op.create_index("ix_seats_plan_due", "seats", ["plan_due"])
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_index("uq_seats_person", "seats", ["table_id", "user_id"], unique=True)
    op.create_table(
        "tries",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("day", sa.Date()),
        sa.Column("prepared", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Float()),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzles.id"], name=op.f("fk_tries_puzzle"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name=op.f("pk_tries")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tries_guild_id", "tries", ["guild_id", "day"])
    op.create_index("ix_tries_puzzle", "tries", ["puzzle"])
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
        sa.Column("counted", sa.Integer()),
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
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer()),
        sa.Column("season_id", sa.Integer()),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "(table_id IS NOT NULL AND season_id IS NULL AND guild_id IS NULL)"
            " OR (table_id IS NULL AND season_id IS NOT NULL AND guild_id IS NULL)"
            " OR (table_id IS NULL AND season_id IS NULL AND guild_id IS NOT NULL)",
            name=op.f("ck_outbox_of_one"),
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name=op.f("fk_outbox_season_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_outbox_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_outbox_guild_id", "outbox", ["guild_id", "kind", "note"], unique=True)
    op.create_index("uq_outbox_season_id", "outbox", ["season_id", "kind", "note"], unique=True)
    op.create_index("uq_outbox_table_id", "outbox", ["table_id", "kind", "note"], unique=True)
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
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
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
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("hurried", sa.Boolean()),
        sa.Column("planned", sa.Boolean()),
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
    """Drop the tables."""
    op.drop_table("undone")
    op.drop_table("season_events")
    op.drop_index("ix_rating_changes_league_id_user_id", table_name="rating_changes")
    op.drop_table("rating_changes")
    op.drop_index("uq_outbox_table_id", table_name="outbox")
    op.drop_index("uq_outbox_season_id", table_name="outbox")
    op.drop_index("uq_outbox_guild_id", table_name="outbox")
    op.drop_table("outbox")
    op.drop_index("uq_league_tables_table_id", table_name="league_tables")
    op.drop_table("league_tables")
    op.drop_index("ix_tries_puzzle", table_name="tries")
    op.drop_index("ix_tries_guild_id", table_name="tries")
    op.drop_table("tries")
    op.drop_index("uq_seats_person", table_name="seats")
    op.drop_index("ix_seats_user_id", table_name="seats")
    op.drop_index("ix_seats_plan_due", table_name="seats")
    op.drop_index("ix_seats_due_at", table_name="seats")
    op.drop_table("seats")
    op.drop_index("uq_seasons_league_id_number", table_name="seasons")
    op.drop_table("seasons")
    op.drop_table("rewinds")
    op.drop_table("reviews")
    op.drop_table("ratings")
    op.drop_index("ix_moderation_table_id", table_name="moderation")
    op.drop_index("ix_moderation_season_id", table_name="moderation")
    op.drop_index("ix_moderation_guild_id", table_name="moderation")
    op.drop_table("moderation")
    op.drop_table("league_bans")
    op.drop_table("judgements")
    op.drop_table("events")
    op.drop_index("ix_counted_seats_user_id", table_name="counted_seats")
    op.drop_table("counted_seats")
    op.drop_index(
        "uq_tables_open_channel",
        table_name="tables",
        sqlite_where=sa.text("status IN ('lobby', 'playing')"),
        postgresql_where=sa.text("status IN ('lobby', 'playing')"),
    )
    op.drop_index(
        "ix_tables_to_count",
        table_name="tables",
        sqlite_where=sa.text("((status = 'finished' AND counted IS NULL) OR counted <> revision)"),
        postgresql_where=sa.text(
            "((status = 'finished' AND counted IS NULL) OR counted <> revision)"
        ),
    )
    op.drop_index("ix_tables_status", table_name="tables")
    op.drop_index("ix_tables_shared_commitment", table_name="tables")
    op.drop_index("ix_tables_channel_id", table_name="tables")
    op.drop_table("tables")
    op.drop_table("settings")
    op.drop_index("ix_server_ratings_finished_at", table_name="server_ratings")
    op.drop_table("server_ratings")
    op.drop_table("rated_servers")
    op.drop_table("puzzles")
    op.drop_table("people")
    op.drop_index("uq_leagues_guild_id_name", table_name="leagues")
    op.drop_table("leagues")
    op.drop_table("heartbeat")
    op.drop_table("figures")
    op.drop_table("erasures")
    op.drop_index("ix_counted_games_guild_id", table_name="counted_games")
    op.drop_table("counted_games")
