"""The repository of leagues: seasons with their logs, the games of their tables, ratings.

The log of a season is only added to, by who has read all of it: `append` compares the number of
events that were read, so that of two processes one must read again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import ChangedMeanwhileError, StoreError
from bot.store.schema import (
    league_bans,
    league_tables,
    leagues,
    rating_changes,
    ratings,
    season_events,
    seasons,
    seats,
    tables,
)
from bot.store.upsert import insert_into


class NameTakenError(StoreError):
    """The server has a league of this name already."""


@dataclass(frozen=True)
class LeagueRow:
    """A league of a server."""

    id: int
    guild_id: int
    name: str
    settings: Mapping[str, Any]
    created_at: datetime
    channel_id: int | None = None
    """Where its tables open and everybody is told."""


@dataclass(frozen=True)
class Ban:
    """Somebody who may not sign up for a league."""

    league_id: int
    user_id: int
    until: datetime | None
    """None: until it is lifted."""
    reason: str
    at: datetime


@dataclass(frozen=True)
class SeasonRow:
    """A season, but for what happened in it."""

    id: int
    league_id: int
    number: int
    status: str
    settings: Mapping[str, Any]
    version: int
    """How many events its log holds."""
    created_at: datetime
    secret: str | None = None
    """Shared deals follow from it, for the program alone; None where every table has its own."""


@dataclass(frozen=True)
class SeasonEvent:
    """Something that happened in a season."""

    n: int
    at: datetime
    payload: Mapping[str, Any]
    """As `bot.leagues.model.events.to_json` writes it."""
    user_id: int | None
    """Who did it; None is the program itself."""


@dataclass(frozen=True)
class LeagueTableRow:
    """A table of a season, and the game that is played for it."""

    season_id: int
    number: int
    division: int
    round: int
    entries: tuple[int, ...]
    """By seat, as drawn."""
    status: str = "waiting"
    table_id: int | None = None
    seats: tuple[int, ...] | None = None
    """Entries by seat of the game; None until it has started."""


@dataclass(frozen=True)
class RatingRow:
    """A person's rating at one number of players."""

    user_id: int
    players: int
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class RatingChangeRow:
    """A step in the history of ratings: what a person's rating was after a game."""

    season_id: int
    number: int
    """Of the season's table."""
    after: RatingRow


async def add_league(
    connection: AsyncConnection,
    guild_id: int,
    name: str,
    settings: Mapping[str, Any],
    *,
    at: datetime,
) -> int:
    """Add a league; its id. Raises NameTakenError if the server has one of this name."""
    try:
        result = await connection.execute(
            insert(leagues).values(
                guild_id=guild_id, name=name, settings=dict(settings), created_at=at
            )
        )
    except IntegrityError as error:
        raise NameTakenError from error
    key = result.inserted_primary_key
    assert key is not None
    return int(key.id)


async def set_league(
    connection: AsyncConnection, league_id: int, name: str, settings: Mapping[str, Any]
) -> None:
    """Change a league's name and what its next season is offered. Raises NameTakenError."""
    try:
        await connection.execute(
            update(leagues)
            .where(leagues.c.id == league_id)
            .values(name=name, settings=dict(settings))
        )
    except IntegrityError as error:
        raise NameTakenError from error


async def set_channel(connection: AsyncConnection, league_id: int, channel_id: int | None) -> None:
    """Choose where a league's tables open and everybody is told."""
    await connection.execute(
        update(leagues).where(leagues.c.id == league_id).values(channel_id=channel_id)
    )


async def ban(connection: AsyncConnection, wanted: Ban) -> None:
    """Keep somebody out of a league; a ban that is there already is replaced."""
    await lift_ban(connection, wanted.league_id, wanted.user_id)
    await connection.execute(insert(league_bans).values(asdict(wanted)))


async def lift_ban(connection: AsyncConnection, league_id: int, user_id: int) -> bool:
    """Let somebody in again; whether there was a ban."""
    done = await connection.execute(
        delete(league_bans).where(
            league_bans.c.league_id == league_id, league_bans.c.user_id == user_id
        )
    )
    return bool(done.rowcount)


async def bans_of(connection: AsyncConnection, league_id: int) -> list[Ban]:
    """Everybody who is or was kept out of a league and has not been let in again, the newest
    first: look at `until`."""
    found = await connection.execute(
        select(league_bans)
        .where(league_bans.c.league_id == league_id)
        .order_by(league_bans.c.at.desc(), league_bans.c.user_id)
    )
    return [Ban(*row) for row in found]


async def league(connection: AsyncConnection, league_id: int) -> LeagueRow | None:
    """The league of this id."""
    row = (await connection.execute(select(leagues).where(leagues.c.id == league_id))).first()
    return None if row is None else LeagueRow(*row)


async def leagues_of(connection: AsyncConnection, guild_id: int) -> list[LeagueRow]:
    """The leagues of a server, the oldest first."""
    found = await connection.execute(
        select(leagues).where(leagues.c.guild_id == guild_id).order_by(leagues.c.id)
    )
    return [LeagueRow(*row) for row in found]


async def add_season(
    connection: AsyncConnection,
    league_id: int,
    settings: Mapping[str, Any],
    first: Mapping[str, Any],
    *,
    at: datetime,
    user_id: int | None,
    secret: str | None = None,
) -> int:
    """Add a season with the first event of its log; its id. Raises ChangedMeanwhileError if
    another one of the league is open for signing up."""
    found = await seasons_of(connection, league_id)
    if any(other.status == "sign-up" for other in found):
        raise ChangedMeanwhileError
    try:
        result = await connection.execute(
            insert(seasons).values(
                league_id=league_id,
                number=len(found) + 1,
                status="sign-up",
                settings=dict(settings),
                version=1,
                created_at=at,
                secret=secret,
            )
        )
    except IntegrityError as error:
        raise ChangedMeanwhileError from error
    key = result.inserted_primary_key
    assert key is not None
    season_id = int(key.id)
    await connection.execute(
        insert(season_events).values(_event(season_id, 0, first, at=at, user_id=user_id))
    )
    return season_id


async def season(connection: AsyncConnection, season_id: int) -> SeasonRow | None:
    """The season of this id."""
    row = (await connection.execute(select(seasons).where(seasons.c.id == season_id))).first()
    return None if row is None else SeasonRow(*row)


async def seasons_of(connection: AsyncConnection, league_id: int) -> list[SeasonRow]:
    """All seasons of a league, the first one first."""
    found = await connection.execute(
        select(seasons).where(seasons.c.league_id == league_id).order_by(seasons.c.number)
    )
    return [SeasonRow(*row) for row in found]


async def set_season(
    connection: AsyncConnection, season_id: int, settings: Mapping[str, Any]
) -> None:
    """Change what the log of a season does not hold: modules, clock, dates."""
    await connection.execute(
        update(seasons).where(seasons.c.id == season_id).values(settings=dict(settings))
    )


async def events_from(
    connection: AsyncConnection, season_id: int, first: int = 0
) -> list[SeasonEvent]:
    """The log of a season from an event on."""
    found = await connection.execute(
        select(
            season_events.c.n,
            season_events.c.at,
            season_events.c.payload,
            season_events.c.user_id,
        )
        .where(season_events.c.season_id == season_id, season_events.c.n >= first)
        .order_by(season_events.c.n)
    )
    return [SeasonEvent(*row) for row in found]


async def events_after(
    connection: AsyncConnection, season_id: int, at: datetime
) -> list[SeasonEvent]:
    """What happened in a season after a moment."""
    found = await connection.execute(
        select(
            season_events.c.n,
            season_events.c.at,
            season_events.c.payload,
            season_events.c.user_id,
        )
        .where(season_events.c.season_id == season_id, season_events.c.at > at)
        .order_by(season_events.c.n)
    )
    return [SeasonEvent(*row) for row in found]


async def append(
    connection: AsyncConnection,
    read: SeasonRow,
    payloads: Sequence[Mapping[str, Any]],
    *,
    status: str,
    at: datetime,
    user_id: int | None,
) -> None:
    """Add to the log of a season, which is in this phase afterwards.

    Raises ChangedMeanwhileError, and writes nothing, if the log is no longer as long as `read`.
    """
    changed = await connection.execute(
        update(seasons)
        .where(seasons.c.id == read.id, seasons.c.version == read.version)
        .values(version=read.version + len(payloads), status=status)
    )
    if changed.rowcount != 1:
        raise ChangedMeanwhileError
    await connection.execute(
        insert(season_events),
        [
            _event(read.id, n, payload, at=at, user_id=user_id)
            for n, payload in enumerate(payloads, start=read.version)
        ],
    )


def _event(
    season_id: int, n: int, payload: Mapping[str, Any], *, at: datetime, user_id: int | None
) -> dict[str, Any]:
    return {
        "season_id": season_id,
        "n": n,
        "at": at,
        "kind": payload["event"],
        "payload": dict(payload),
        "user_id": user_id,
    }


async def put_tables(connection: AsyncConnection, rows: Sequence[LeagueTableRow]) -> None:
    """Keep these tables instead of what was known of them."""
    if not rows:
        return
    statement = insert_into(connection, league_tables)
    new = statement.excluded
    names = ("division", "round", "entries", "status", "table_id", "seats")
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[league_tables.c.season_id, league_tables.c.number],
            set_={name: new[name] for name in names},
        ),
        [
            {
                "season_id": row.season_id,
                "number": row.number,
                "division": row.division,
                "round": row.round,
                "entries": list(row.entries),
                "status": row.status,
                "table_id": row.table_id,
                "seats": None if row.seats is None else list(row.seats),
            }
            for row in rows
        ],
    )


async def claim(
    connection: AsyncConnection,
    table_id: int,
    *,
    season_id: int,
    number: int,
    seats: Sequence[int],
) -> None:
    """Note that a game, not yet dealt, is opened for a table of a season, with these entries by
    seat. Raises ChangedMeanwhileError unless the table waits for a game."""
    done = await connection.execute(
        update(league_tables)
        .where(
            league_tables.c.season_id == season_id,
            league_tables.c.number == number,
            league_tables.c.status == "waiting",
            league_tables.c.table_id.is_(None),
        )
        .values(table_id=table_id, seats=list(seats))
    )
    if done.rowcount != 1:
        raise ChangedMeanwhileError


async def games_of(connection: AsyncConnection, season_id: int) -> dict[int, tuple[int, str]]:
    """The games of a season by the number of the table: their ids and how they are."""
    found = await connection.execute(
        select(league_tables.c.number, tables.c.id, tables.c.status)
        .join(tables, tables.c.id == league_tables.c.table_id)
        .where(league_tables.c.season_id == season_id)
        .order_by(league_tables.c.number)
    )
    return {row.number: (row.id, row.status) for row in found}


async def seasons_in(connection: AsyncConnection, statuses: Sequence[str]) -> list[SeasonRow]:
    """The seasons of all leagues that are in one of these phases, the oldest first."""
    found = await connection.execute(
        select(seasons).where(seasons.c.status.in_(statuses)).order_by(seasons.c.id)
    )
    return [SeasonRow(*row) for row in found]


async def being_opened(connection: AsyncConnection, season_id: int) -> list[LeagueTableRow]:
    """The tables of a season that are claimed for a game which is not known to have begun."""
    found = await connection.execute(
        select(*_TABLE)
        .where(
            league_tables.c.season_id == season_id,
            league_tables.c.status == "waiting",
            league_tables.c.table_id.is_not(None),
        )
        .order_by(league_tables.c.number)
    )
    return [_table(row) for row in found]


async def table_of(
    connection: AsyncConnection, season_id: int, number: int
) -> LeagueTableRow | None:
    """The table of this number."""
    found = await connection.execute(
        select(*_TABLE).where(
            league_tables.c.season_id == season_id, league_tables.c.number == number
        )
    )
    row = found.first()
    return None if row is None else _table(row)


async def tables_of(connection: AsyncConnection, season_id: int) -> list[LeagueTableRow]:
    """The tables of a season by number."""
    found = await connection.execute(
        select(*_TABLE)
        .where(league_tables.c.season_id == season_id)
        .order_by(league_tables.c.number)
    )
    return [_table(row) for row in found]


async def table_of_game(connection: AsyncConnection, table_id: int) -> LeagueTableRow | None:
    """For which table of a season a game is played, if for any."""
    row = (
        await connection.execute(select(*_TABLE).where(league_tables.c.table_id == table_id))
    ).first()
    return None if row is None else _table(row)


_TABLE = (
    league_tables.c.season_id,
    league_tables.c.number,
    league_tables.c.division,
    league_tables.c.round,
    league_tables.c.entries,
    league_tables.c.status,
    league_tables.c.table_id,
    league_tables.c.seats,
)


def _table(row: Any) -> LeagueTableRow:
    return LeagueTableRow(
        row.season_id,
        row.number,
        row.division,
        row.round,
        tuple(row.entries),
        row.status,
        row.table_id,
        None if row.seats is None else tuple(row.seats),
    )


async def channels_of(connection: AsyncConnection, season_id: int) -> dict[int, int]:
    """Where the games of a season are played: the channel or thread, by the table's number."""
    found = await connection.execute(
        select(league_tables.c.number, tables.c.channel_id)
        .join(tables, tables.c.id == league_tables.c.table_id)
        .where(league_tables.c.season_id == season_id)
    )
    return {row.number: row.channel_id for row in found}


async def names_of(
    connection: AsyncConnection, guild_id: int, user_ids: Sequence[int]
) -> dict[int, str]:
    """What people were called when they sat down at their newest table of a server; who never did
    is left out."""
    newest = (
        select(seats.c.user_id, func.max(seats.c.table_id).label("table_id"))
        .join(tables, tables.c.id == seats.c.table_id)
        .where(tables.c.guild_id == guild_id, seats.c.user_id.in_(user_ids))
        .group_by(seats.c.user_id)
        .subquery()
    )
    found = await connection.execute(
        select(seats.c.user_id, seats.c.name).join(
            newest,
            (newest.c.user_id == seats.c.user_id) & (newest.c.table_id == seats.c.table_id),
        )
    )
    return {row.user_id: row.name for row in found}


async def ratings_of(connection: AsyncConnection, league_id: int) -> list[RatingRow]:
    """All ratings of a league."""
    found = await connection.execute(
        select(*_RATING)
        .where(ratings.c.league_id == league_id)
        .order_by(ratings.c.players, ratings.c.user_id)
    )
    return [RatingRow(*row) for row in found]


_RATING = (
    ratings.c.user_id,
    ratings.c.players,
    ratings.c.mu,
    ratings.c.sigma,
    ratings.c.games,
)


async def rating_history(
    connection: AsyncConnection, league_id: int, user_id: int | None = None
) -> list[RatingChangeRow]:
    """The steps of everybody's ratings, or of one person's, in the order of the games."""
    query = select(
        rating_changes.c.season_id,
        rating_changes.c.number,
        rating_changes.c.user_id,
        rating_changes.c.players,
        rating_changes.c.mu,
        rating_changes.c.sigma,
        rating_changes.c.games,
    ).where(rating_changes.c.league_id == league_id)
    if user_id is not None:
        query = query.where(rating_changes.c.user_id == user_id)
    found = await connection.execute(query.order_by(rating_changes.c.n))
    return [RatingChangeRow(row[0], row[1], RatingRow(*row[2:])) for row in found]


async def add_rating_changes(
    connection: AsyncConnection, league_id: int, changes: Sequence[RatingChangeRow]
) -> None:
    """Add steps to the history; the ratings are then what the last steps say."""
    if not changes:
        return
    last = await connection.scalar(
        select(func.max(rating_changes.c.n)).where(rating_changes.c.league_id == league_id)
    )
    await connection.execute(
        insert(rating_changes),
        [
            {
                "league_id": league_id,
                "n": n,
                "season_id": change.season_id,
                "number": change.number,
                **vars(change.after),
            }
            for n, change in enumerate(changes, start=0 if last is None else last + 1)
        ],
    )
    newest = {(change.after.user_id, change.after.players): change.after for change in changes}
    statement = insert_into(connection, ratings)
    new = statement.excluded
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[ratings.c.league_id, ratings.c.user_id, ratings.c.players],
            set_={"mu": new.mu, "sigma": new.sigma, "games": new.games},
        ),
        [{"league_id": league_id, **vars(row)} for row in newest.values()],
    )


async def replace_ratings(
    connection: AsyncConnection, league_id: int, changes: Sequence[RatingChangeRow]
) -> None:
    """Write the whole history of a league's ratings anew, as after a corrected result."""
    for table in (rating_changes, ratings):
        await connection.execute(delete(table).where(table.c.league_id == league_id))
    await add_rating_changes(connection, league_id, changes)


async def record(
    connection: AsyncConnection,
    read: SeasonRow,
    payloads: Sequence[Mapping[str, Any]],
    *,
    status: str,
    at: datetime,
    user_id: int | None,
    tables: Sequence[LeagueTableRow] = (),
    rating_changes: Sequence[RatingChangeRow] = (),
    ratings_anew: bool = False,
) -> None:
    """Add to the log of a season, and keep what follows from it: these of its tables, and these
    steps of the ratings, after those there are or (`ratings_anew`) instead of them.

    Raises ChangedMeanwhileError as `append` does.
    """
    await append(connection, read, payloads, status=status, at=at, user_id=user_id)
    await put_tables(connection, tables)
    if ratings_anew:
        await replace_ratings(connection, read.league_id, rating_changes)
    else:
        await add_rating_changes(connection, read.league_id, rating_changes)
