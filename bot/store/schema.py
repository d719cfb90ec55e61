"""The tables of the database. A test compares them with the result of the migrations."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from types import NoneType
from typing import Any, Literal, get_args, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeEngine

from bot.clocks import SeatClock
from bot.engine.game_facts import GameFacts
from bot.model import table as model
from bot.model.computers import Advised, Review
from bot.model.league import Made, SeasonStatus, Staff, TableStatus
from bot.model.server import EntryStatus
from bot.store.columns import JsonOf, SettingsJson, UtcDateTime

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Names for all constraints, because a migration can only change a constraint with a name."""

metadata = MetaData(naming_convention=NAMING)

_PLAIN: Mapping[Any, type[TypeEngine[Any]]] = {
    int: Integer, bool: Boolean, float: Float, str: Text, datetime: UtcDateTime,
}  # fmt: skip

OPEN: tuple[model.Status, ...] = ("lobby", "playing")
_IS_OPEN = text(f"status IN {OPEN}")
TO_COUNT = text("((status = 'finished' AND counted IS NULL) OR counted <> revision)")
"""The condition that statistics must look at a table: it has finished, or changed since they did.
Both databases use the index for this only in a query with the same words."""


def _one_of(column: str, kind: Any) -> CheckConstraint:
    """Check that the column has one of the values of a Literal."""
    return CheckConstraint(f"{column} IN {get_args(kind)}", name=column)


def _other_fields(kind: type, but: str) -> Iterator[Column[Any]]:
    """Make a column for each field of a dataclass, except those named in `but`: they are stored
    otherwise, or the field does not say the column's type. A field that may be None may be NULL, a
    number as default becomes the database's default, and what is no plain value is JSON."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if field.name in but.split():
            continue
        hint, default = hints[field.name], field.default
        optional = NoneType in get_args(hint)
        held = get_args(hint)[0] if optional else hint
        yield Column(
            field.name,
            _PLAIN.get(held) or JsonOf(held),
            nullable=optional,
            server_default=text(f"{default}".lower()) if isinstance(default, int) else None,
        )


tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("options", SettingsJson(model.Options), nullable=False),
    Column("abandon_votes", JsonOf(model.Seats), nullable=False),
    # How often it was changed, messages aside: a writer says which revision it has read.
    Column("revision", Integer, nullable=False),
    # The seed and the deal: they hold the hidden stacks. Read only to rebuild the game.
    Column("seed", Text),
    Column("setup", JSON(none_as_null=True)),
    # Of the sealed deal: the secret, hidden until the game is over, and its SHA-256, posted with
    # the lobby; the people in the seed; secret and SHA-256 of a deal that several tables play.
    Column("secret", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("joins", JsonOf(model.Joins)),
    Column("shared_secret", Text),
    Column("shared_commitment", String(64)),
    # A cache: the position after `position_version` events. Where they differ the log decides.
    Column("position", JSON(none_as_null=True)),
    Column("position_version", Integer),
    # The fields of `Posted`: what the channel has been told, and what stands there.
    Column("posted_rewinds", Integer, nullable=False, server_default=text("0")),
    Column("posted_version", Integer),
    Column("posted_on_board", Integer),
    Column("posted_board", BigInteger),
    Column("posted_lobby", BigInteger),
    Column("posted_calls", JsonOf(tuple[model.PostedCall, ...])),
    Column("posted_leaving", JsonOf(tuple[model.PostedCall, ...])),
    # The card of its game, where somebody has shared it.
    Column("card", JsonOf(model.SharedCard)),
    # The revision that statistics have looked at (`bot.statistics`); NULL before, -1 to
    # make them look again.
    Column("counted", Integer),
    *_other_fields(
        model.Table,
        "id guild_id channel_id status host_id options revision abandon_votes commitment"
        " seats posted notes_wait",
    ),
    _one_of("status", model.Status),
    Index("ix_tables_channel_id", "channel_id"),
    Index("ix_tables_status", "status"),
    Index("ix_tables_shared_commitment", "shared_commitment"),
    Index("ix_tables_to_count", "id", sqlite_where=TO_COUNT, postgresql_where=TO_COUNT),
    Index(
        "uq_tables_open_channel",
        "channel_id",
        unique=True,
        sqlite_where=_IS_OPEN,
        postgresql_where=_IS_OPEN,
    ),
    sqlite_autoincrement=True,  # a message of an old table must never meet a new one of its number
)
"""A lobby or game in a channel. The unique index allows one open table per channel."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("computer", Boolean, nullable=False),
    # The fields of a `Computer`: NULL for people; the style also for none.
    Column("computer_level", String(10)),
    Column("computer_style", String(10)),
    Column("computer_twice", Boolean),
    # The fields of a `TurnInPreparation`: all NULL, or none of them.
    Column("prepared_base", Integer),
    Column("prepared_revision", Integer),
    Column("prepared", JsonOf(tuple[str, ...])),
    # The turns planned while others are asked, shown to this seat alone; and when the first of them
    # confirms itself.
    Column("plan", JsonOf(model.SeatPlan)),
    Column("plan_due", UtcDateTime),
    # The clock, and when its next message is due.
    Column("clock", JsonOf(SeatClock)),
    Column("due_at", UtcDateTime),
    CheckConstraint("computer = (user_id IS NULL)", name="person_or_computer"),
    Index("uq_seats_person", "table_id", "user_id", unique=True),
    Index("ix_seats_user_id", "user_id"),
    Index("ix_seats_due_at", "due_at"),
    Index("ix_seats_plan_due", "plan_due"),
)
"""The people (Discord users) or computers in the seats, and each seat's data."""

invitations = Table(
    "invitations",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # Whether the person has said no.
    Column("declined", Boolean, nullable=False),
    Index("ix_invitations_user_id", "user_id"),
    sqlite_with_rowid=False,
)
"""The people whom the hosts of lobbies have invited."""

nights = Table(
    "nights",
    metadata,
    # The fields of a `GameNight`.
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("at", String(5), nullable=False),
    Column("next_at", UtcDateTime, nullable=False),
    Column("options", SettingsJson(model.Options), nullable=False),
    Column("calls", Boolean, nullable=False),
    Column("waits_told", Boolean, nullable=False),
    Index("ix_nights_guild_id", "guild_id"),
    Index("ix_nights_user_id", "user_id"),
    sqlite_autoincrement=True,  # an old lobby must not belong to a new game night
)
"""Games that begin again every week."""

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    # The person who confirmed it; NULL for a computer, also when it took a person's turn.
    Column("user_id", BigInteger),
    # Whether a computer was hurried.
    Column("hurried", Boolean),
    # Whether a planned turn confirmed itself; NULL where it did not.
    Column("planned", Boolean),
    sqlite_with_rowid=False,  # stores the events of a table side by side
)
"""The log of confirmed actions, n = 0, 1, 2... With the deal it is the game. Events are only added,
or moved to `undone` by a rewind."""

rewinds = Table(
    "rewinds",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # The number at the table: 1, 2, 3...
    Column("number", Integer, primary_key=True),
    Column("from_version", Integer, nullable=False),
    Column("to_version", Integer, nullable=False),
    # The person who asked for it first.
    Column("user_id", BigInteger),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""The rewinds of games, each from one version to an earlier one."""

undone = Table(
    "undone",
    metadata,
    Column("table_id", Integer, primary_key=True),
    Column("rewind", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("user_id", BigInteger),
    Column("hurried", Boolean),
    Column("planned", Boolean),
    ForeignKeyConstraint(
        ["table_id", "rewind"], ["rewinds.table_id", "rewinds.number"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)
"""The events that a rewind took out of the log, unchanged and never erased."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # The game that was looked at: a rewind deletes its review.
    Column("rewinds", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("review", JsonOf(Review), nullable=False),
    sqlite_with_rowid=False,
)
"""A computer's reviews of finished games: each is half a minute's work."""

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    # Whose mistake it was; 0 for the puzzles of days, which are the same for everybody.
    Column("user_id", BigInteger, nullable=False),
    # The game and the turn it comes from: none is kept twice.
    Column("source", String(40), nullable=False),
    # The fields of `Puzzle`.
    Column("position", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("theme", String(12), nullable=False),
    Column("ways", JsonOf(tuple[Advised, ...]), nullable=False),
    Column("lost", Float, nullable=False),
    # The day on which it is everybody's; NULL until then, and for mistakes.
    Column("day", Date),
    # When a mistake comes back, and how often it was avoided; no date once it is learned.
    Column("due", Date),
    Column("stage", Integer, nullable=False),
    UniqueConstraint("user_id", "source"),
    UniqueConstraint("day"),
)
"""Positions with one clearly best turn."""

tries = Table(
    "tries",
    metadata,
    # The fields of `Try`, and the server where it was begun.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", ForeignKey("puzzles.id", ondelete="CASCADE"), primary_key=True),
    Column("guild_id", BigInteger),
    Column("day", Date),
    Column("prepared", JsonOf(tuple[str, ...]), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("lost", Float),
    Column("shared", Boolean, nullable=False),
    Index("ix_tries_guild_id", "guild_id", "day"),
    Index("ix_tries_puzzle", "puzzle"),
    sqlite_with_rowid=False,
)
"""What people made of puzzles, and are making."""

judgements = Table(
    "judgements",
    metadata,
    Column("puzzle", ForeignKey("puzzles.id", ondelete="CASCADE"), primary_key=True),
    # The name of the position that the turn leads to.
    Column("turn", String(32), primary_key=True),
    Column("lost", Float, nullable=False),
    # What is known of the turn, to compare it with others; NULL if the computer failed.
    Column("facts", JsonOf(Advised | None)),
    sqlite_with_rowid=False,
)
"""The points lost by turns that somebody has tried at a puzzle: each is a second's work."""

Scope = Literal["guild", "channel"]

settings = Table(
    "settings",
    metadata,
    Column("scope", String(10), primary_key=True),
    Column("id", BigInteger, primary_key=True),
    Column("chosen", JSON, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    _one_of("scope", Scope),
    sqlite_with_rowid=False,
)
"""The settings of a server or channel: a JSON object of names and values."""

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("chosen", SettingsJson(model.PersonSettings), nullable=False),
    # The language in Discord's last command or press, such as es-419.
    Column("locale", String(20)),
    Column("updated_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""People's own settings, and the language they read."""

moderation = Table(
    "moderation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="SET NULL")),
    Column("at", UtcDateTime, nullable=False),
    # The moderator.
    Column("user_id", BigInteger, nullable=False),
    Column("act", String(20), nullable=False),
    Column("reason", Text, nullable=False),
    # The choices of the act, as `bot.moderation` describes them: nothing hidden in a game.
    Column("details", JSON, nullable=False),
    # Things taken out of use that must be kept, such as a deal: for the program alone.
    Column("hidden", JSON(none_as_null=True)),
    # Whether the moderator played at the table.
    Column("own_table", Boolean, nullable=False),
    Column("status", String(10), nullable=False),
    # Of older versions: the second moderator who confirmed or refused the act.
    Column("settled_by", BigInteger),
    Column("settled_at", UtcDateTime),
    # The season, for an act in a league.
    Column("season_id", Integer),
    _one_of("status", EntryStatus),
    Index("ix_moderation_guild_id", "guild_id"),
    Index("ix_moderation_season_id", "season_id"),
    Index("ix_moderation_table_id", "table_id"),
    sqlite_autoincrement=True,  # people quote the number of an entry: it is never used again
)
"""The audit log: the acts of moderators, with time and reason. Entries are only added."""

heartbeat = Table(
    "heartbeat",
    metadata,
    # The number of shards, and this shard; 1 and 0 where one process has all.
    Column("shards", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""When a process with this shard was last known to run. The clocks of its servers get the time
since then back."""

leagues = Table(
    "leagues",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String(100), nullable=False),
    # The first choices for a new season.
    Column("settings", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    # The channel for its tables and news.
    Column("channel_id", BigInteger),
    # What organisers may do who play.
    Column("organisers", String(8), nullable=False, server_default="daylight"),
    # Who looks after it beside the server's moderators.
    Column("staff", JsonOf(Staff), nullable=False, server_default="{}"),
    Index("uq_leagues_guild_id_name", "guild_id", "name", unique=True),
    sqlite_autoincrement=True,
)
"""The leagues of servers."""

seasons = Table(
    "seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    # The number in the league: 1, 2, 3...
    Column("number", Integer, nullable=False),
    # Copied from the log, to find seasons by; a cancelled one is finished here.
    Column("status", String(10), nullable=False),
    Column("settings", JSON, nullable=False),
    # The things made for it on Discord; NULL for none.
    Column("made", JsonOf(Made)),
    # The number of events in the log: a writer says how many it has read.
    Column("version", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    # How often somebody named in its log was erased there: the log is then to be read anew.
    Column("rewritten", Integer, nullable=False, server_default=text("0")),
    _one_of("status", SeasonStatus),
    Index("uq_seasons_league_id_number", "league_id", "number", unique=True),
    sqlite_autoincrement=True,
)
"""The seasons of leagues. A season's log, `season_events`, says what happened in it."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    # What it is for; the other two are NULL.
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE")),
    Column("guild_id", BigInteger),
    # The name of a class of `bot.model.notes`, and its fields as JSON that can be compared.
    Column("kind", String(20), nullable=False),
    Column("note", Text, nullable=False),
    # The seat that is asked, to take the note out once it has answered.
    Column("seat", Integer),
    # Whether it was told, and is kept so that it is not told again.
    Column("told", Boolean, nullable=False),
    CheckConstraint(
        "(table_id IS NOT NULL AND season_id IS NULL AND guild_id IS NULL)"
        " OR (table_id IS NULL AND season_id IS NOT NULL AND guild_id IS NULL)"
        " OR (table_id IS NULL AND season_id IS NULL AND guild_id IS NOT NULL)",
        name="of_one",
    ),
    Index("uq_outbox_table_id", "table_id", "kind", "note", unique=True),
    Index("uq_outbox_season_id", "season_id", "kind", "note", unique=True),
    Index("uq_outbox_guild_id", "guild_id", "kind", "note", unique=True),
    sqlite_autoincrement=True,  # Discord takes the message of a number once
)
"""Notes to be told or done on Discord, from the transaction that caused them until they are."""

season_events = Table(
    "season_events",
    metadata,
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("kind", String(20), nullable=False),
    # As `bot.seasons.events.to_json` writes it.
    Column("payload", JSON, nullable=False),
    # The person who did it; NULL for the program itself, as when a table finishes.
    Column("user_id", BigInteger),
    sqlite_with_rowid=False,
)
"""The log of a season, n = 0, 1, 2... Events are only added: the log is the season."""

league_bans = Table(
    "league_bans",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    # The end; NULL until the ban is lifted.
    Column("until", UtcDateTime),
    Column("reason", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""The people who may not sign up for a league."""

league_tables = Table(
    "league_tables",
    metadata,
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE"), primary_key=True),
    # The number in the season: 1, 2, 3...
    Column("number", Integer, primary_key=True),
    Column("division", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    # The entries by seat as drawn; and by seat of the game, once it has started.
    Column("entries", JsonOf(tuple[int, ...]), nullable=False),
    Column("seats", JsonOf(tuple[int, ...])),
    Column("status", String(10), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="SET NULL")),
    # The rewinds of the game when its result was counted last.
    Column("counted", Integer),
    _one_of("status", TableStatus),
    Index("uq_league_tables_table_id", "table_id", unique=True),
    sqlite_with_rowid=False,
)
"""The tables of a season, as its log says, and the game played for each of them."""

ratings = Table(
    "ratings",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The ratings of people in a league by number of players, calculated from all results."""

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    # The place in the order of games: 0, 1, 2...
    Column("n", Integer, primary_key=True),
    Column("season_id", ForeignKey("seasons.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("players", Integer, nullable=False),
    # The rating after the game.
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_rating_changes_league_id_user_id", "league_id", "user_id"),
    sqlite_with_rowid=False,
)
"""The history of ratings. It is rewritten when a result is corrected; the season's log keeps the
correction."""

counted_games = Table(
    "counted_games",
    metadata,
    # No foreign key: a deleted game must be taken out of the figures, too.
    Column("table_id", Integer, primary_key=True, autoincrement=False),
    # The server; 0 for none.
    Column("guild_id", BigInteger, nullable=False),
    Column("league_id", Integer),
    Column("season_id", Integer),
    Column("finished_at", UtcDateTime, nullable=False),
    Column("players", Integer, nullable=False),
    Column("minutes", Integer, nullable=False),
    # The version of the facts: see `bot.store.stats.VERSION`.
    Column("version", Integer, nullable=False),
    Column("facts", JsonOf(GameFacts), nullable=False),
    Index("ix_counted_games_guild_id", "guild_id", "finished_at", "table_id"),
    sqlite_with_rowid=False,
)
"""The figures counted for each finished game, so that it can be taken out again."""

counted_seats = Table(
    "counted_seats",
    metadata,
    Column("table_id", ForeignKey("counted_games.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    # The person; NULL for a computer.
    Column("user_id", BigInteger),
    # Whether this person confirmed more than half of the seat's actions.
    Column("own", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points4", Integer, nullable=False),
    Index("ix_counted_seats_user_id", "user_id"),
    sqlite_with_rowid=False,
)
"""The people in the seats of a counted game, and the results that count."""

figures = Table(
    "figures",
    metadata,
    # The fields of a `Scope`: 0 where it is not about a person, league or server.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("league_id", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("players", Integer, primary_key=True, autoincrement=False),
    # The fields of a `Key`.
    Column("kind", String(12), primary_key=True),
    Column("name", String(80), primary_key=True),
    # The fields of a `Sums`.
    Column("games", BigInteger, nullable=False),
    Column("seats", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("squares", BigInteger, nullable=False),
    Column("wins60", BigInteger, nullable=False),
    Column("winners", BigInteger, nullable=False),
    Column("winners_total", BigInteger, nullable=False),
    Column("winners_squares", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The sums of statistics: `bot.model.figures.scopes_of` of each counted game, added up. A figure of
no games has no row."""

server_ratings = Table(
    "server_ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # The number of this person's rated games, with this one.
    Column("games", Integer, primary_key=True, autoincrement=False),
    # The game, as in `counted_games`.
    Column("finished_at", UtcDateTime, nullable=False),
    Column("table_id", Integer, nullable=False),
    # The rating after it.
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index("ix_server_ratings_finished_at", "guild_id", "finished_at", "table_id"),
    sqlite_with_rowid=False,
)
"""The ratings of people at a server, outside leagues, game by game, calculated from the counted
games. The row with the most games is a person's rating."""

rated_servers = Table(
    "rated_servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # The mark: all counted games that ended before it, or at the same moment with no greater
    # number, are in the ratings.
    Column("finished_at", UtcDateTime, nullable=False),
    Column("table_id", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The servers with ratings, and the mark up to which each has calculated them."""

timed_turns = Table(
    "timed_turns",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # Turns for which a clock ran, taken before it had run out, and later or by a computer.
    Column("on_time", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Index("ix_timed_turns_table_id", "table_id"),
    sqlite_with_rowid=False,
)
"""How many turns each person took on time at each table, also where somebody else sits now."""

wishes = Table(
    "wishes",
    metadata,
    # The fields of a `Wish`.
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("pace", String(10), nullable=False),
    Column("upto", Integer, nullable=False),
    Column("day", Date),
    Column("told", Integer, nullable=False),
    Index("ix_wishes_guild_id", "guild_id"),
    sqlite_with_rowid=False,
)
"""The people who want to be called for games at a server."""

listings = Table(
    "listings",
    metadata,
    # The fields of a `Listing`.
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("invite", String(100), nullable=False),
    Column("tables", JSON, nullable=False),
    sqlite_with_rowid=False,
)
"""The servers that list their open tables for each other."""

erasures = Table(
    "erasures",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
)
"""How many people were erased here, in one row with the id 1."""

marks = Table(
    "marks",
    metadata,
    # The number that took the place of the id of a person who was in a season.
    Column("stand_in", BigInteger, primary_key=True, autoincrement=False),
    # A key drawn by lot, and the HMAC-SHA256 of the id under it; both in hexadecimal.
    Column("key", String(64), nullable=False),
    Column("code", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""The people who were erased from seasons: of somebody who comes back it can be told which of these
they were, and of nobody else."""

WRITTEN_OF_PEOPLE = (
    people, puzzles, tries, tables, seats, invitations, nights, season_events, league_tables,
    league_bans, ratings, rating_changes, moderation, wishes,
)  # fmt: skip
"""The tables into which work inserts nothing if somebody was erased since it began
(`bot.store.database.BEGUN_AFTER`). Elsewhere the row of the game or of the ratings that was read is
compared, which every erasure of somebody in it changes."""
