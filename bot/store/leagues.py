"""The repository of leagues: seasons with their logs, the games of their tables, ratings.

Events are only ever added to the log of a season, by a writer that has read all of it. `record`
compares the number of events read, so that of two processes one must read again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.league import (
    Ban,
    League,
    LeagueGame,
    LeagueGameOver,
    LeagueTable,
    Made,
    Organisers,
    PersonRating,
    RatingStep,
    SeasonEvent,
    SeasonRecord,
    Staff,
)
from bot.model.notes import ActInSeason, ActTold, LeagueMoved
from bot.model.server import ALL, AuditEntry, Shards
from bot.store import outbox, rows
from bot.store.database import ChangedMeanwhileError, StoreError
from bot.store.postgres import owned
from bot.store.schema import (
    events,
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
from bot.store.sqlite import short


class NameTakenError(StoreError):
    """The server already has a league of this name."""


async def add_league(
    connection: AsyncConnection,
    guild_id: int,
    name: str,
    settings: Mapping[str, Any],
    *,
    at: datetime,
) -> int:
    """Add a league and return its id. Raises NameTakenError if the server has one of this name."""
    row = {"guild_id": guild_id, "name": name, "settings": dict(settings), "created_at": at}
    with rows.taken_is(NameTakenError):
        return await rows.add(connection, leagues, **row)


async def set_league(
    connection: AsyncConnection, league_id: int, name: str, settings: Mapping[str, Any]
) -> None:
    """Change a league's name and the first choices for its next season. Raises NameTakenError as
    `add_league`."""
    changed = sa.update(leagues).where(leagues.c.id == league_id)
    with rows.taken_is(NameTakenError):
        await connection.execute(changed.values(name=name, settings=dict(settings)))


async def delete_league(connection: AsyncConnection, league_id: int) -> None:
    """Delete a league with its seasons and their logs."""
    await connection.execute(sa.delete(leagues).where(leagues.c.id == league_id))


_OPEN = ("sign-up", "running")
"""The states of seasons that have something to tell."""


async def set_channel(connection: AsyncConnection, league_id: int, channel_id: int | None) -> None:
    """Choose the channel for a league's tables and news; None for none. Its seasons note where
    their news was before, also those that are over, as they can be reopened."""
    was = await league(connection, league_id, to_write=True)
    for one in await seasons_of(connection, league_id):
        place = None if was is None else was.place(one.made)
        if place is not None and place not in one.made.news_before:
            made = replace(one.made, news_before=(*one.made.news_before, place))
            await set_season(connection, one.id, one.settings, made)
        if place is not None and one.status in _OPEN:
            await outbox.add(connection, [LeagueMoved()], season_id=one.id)
    await connection.execute(
        sa.update(leagues).where(leagues.c.id == league_id).values(channel_id=channel_id)
    )


async def set_government(
    connection: AsyncConnection, league_id: int, organisers: Organisers, staff: Staff
) -> None:
    """Choose what organisers of a league may do who play, and its staff."""
    values = {"organisers": organisers, "staff": staff}
    await connection.execute(sa.update(leagues).where(leagues.c.id == league_id).values(values))


async def ban(connection: AsyncConnection, wanted: Ban) -> None:
    """Ban a person from a league; an earlier ban is replaced."""
    await lift_ban(connection, wanted.league_id, wanted.user_id)
    await connection.execute(sa.insert(league_bans).values(asdict(wanted)))


async def lift_ban(connection: AsyncConnection, league_id: int, user_id: int) -> bool:
    """Lift a person's ban. Returns whether there was one."""
    done = await connection.execute(
        sa.delete(league_bans).where(
            league_bans.c.league_id == league_id, league_bans.c.user_id == user_id
        )
    )
    return bool(done.rowcount)


@short
async def bans_of(connection: AsyncConnection, league_id: int) -> list[Ban]:
    """List the bans of a league that were not lifted, the newest first; look at `until`, as they
    may have ended."""
    return await rows.every(connection, Ban, _BANS, league_id=league_id)


# What is read for every act is made once.
_BANS = (
    sa.select(league_bans)
    .where(league_bans.c.league_id == sa.bindparam("league_id"))
    .order_by(league_bans.c.at.desc(), league_bans.c.user_id)
)
_LEAGUE = sa.select(leagues).where(leagues.c.id == sa.bindparam("league_id"))
_LEAGUE_TO_WRITE = _LEAGUE.with_for_update()


@short
async def league(
    connection: AsyncConnection, league_id: int, *, to_write: bool = False
) -> League | None:
    """Read a league. With `to_write` nobody else may change it until this transaction ends."""
    query = _LEAGUE_TO_WRITE if to_write else _LEAGUE
    return await rows.first(connection, League, query, league_id=league_id)


async def leagues_of(connection: AsyncConnection, guild_id: int) -> list[League]:
    """List the leagues of a server, the oldest first."""
    query = sa.select(leagues).where(leagues.c.guild_id == guild_id).order_by(leagues.c.id)
    return await rows.every(connection, League, query)


async def must_tell(
    connection: AsyncConnection, entry: AuditEntry, league: League, *before: int | None
) -> None:
    """Put notes about an act on a league into the outbox, to be told where the news of its open
    seasons is and was; without any, where it lives. `before` are the channels where it lived."""
    known = [one for one in await seasons_of(connection, league.id) if one.status in _OPEN]
    places = [*before, *(place for one in known for place in one.made.news_before)]
    here = {league.place(one.made): one.id for one in known}  # in a forum each has its own
    for season_id in here.values():
        await outbox.add(connection, [ActInSeason(entry.id)], season_id=season_id)
    if not known:
        places.append(league.channel_id)
    others = dict.fromkeys(one for one in places if one is not None and one not in here)
    told = [ActTold(entry.id, one) for one in others]
    await outbox.add(connection, told, guild_id=entry.guild_id)


async def all_leagues(connection: AsyncConnection) -> list[League]:
    """List the leagues of all servers, the oldest first."""
    return await rows.every(connection, League, sa.select(leagues).order_by(leagues.c.id))


async def add_season(
    connection: AsyncConnection,
    league_id: int,
    settings: Mapping[str, Any],
    first: Mapping[str, Any],
    *,
    at: datetime,
    user_id: int | None,
) -> int:
    """Add a season with the first event of its log; return its id. Raises ChangedMeanwhileError if
    another season of the league is open for signing up."""
    found = await seasons_of(connection, league_id)
    if any(other.status == "sign-up" for other in found):
        raise ChangedMeanwhileError
    with rows.taken_is(ChangedMeanwhileError):
        season_id = await rows.add(
            connection, seasons, league_id=league_id, number=len(found) + 1, status="sign-up",
            settings=dict(settings), version=1, created_at=at,
        )  # fmt: skip
    await _add_events(connection, season_id, [first], start=0, at=at, user_id=user_id)
    return season_id


@short
async def season(
    connection: AsyncConnection, season_id: int, *, to_write: bool = False
) -> SeasonRecord | None:
    """Read a season. With `to_write` nobody else may change it until this transaction ends."""
    query = _TO_WRITE if to_write else _BY_ID
    return next(iter(await _records(connection, query, season_id=season_id)), None)


async def seasons_of(connection: AsyncConnection, league_id: int) -> list[SeasonRecord]:
    """List all seasons of a league, the first one first."""
    return await _records(connection, _OF_LEAGUE, league_id=league_id)


_BY_ID = sa.select(seasons).where(seasons.c.id == sa.bindparam("season_id"))
_TO_WRITE = _BY_ID.with_for_update(key_share=True)
"""Others may add ratings with its id meanwhile, as a rewritten history names all seasons."""
_OF_LEAGUE = (
    sa.select(seasons)
    .where(seasons.c.league_id == sa.bindparam("league_id"))
    .order_by(seasons.c.number)
)


async def _records(
    connection: AsyncConnection, query: sa.Select[Any], **which: int
) -> list[SeasonRecord]:
    found = (await connection.execute(query, which)).mappings().all()
    notes = await outbox.of_seasons(connection, [row["id"] for row in found])
    return [
        SeasonRecord(
            **{**row, "made": row["made"] or Made()},
            untold=tuple(note for note, told in notes[row["id"]] if not told),
            told=frozenset(note for note, told in notes[row["id"]] if told),
        )
        for row in found
    ]


async def set_season(
    connection: AsyncConnection, season_id: int, settings: Mapping[str, Any], made: Made
) -> None:
    """Change the parts of a season that are not in its log: its settings, and the things made for
    it on Discord."""
    await connection.execute(
        sa.update(seasons)
        .where(seasons.c.id == season_id)
        .values(settings=dict(settings), made=None if made == Made() else made)
    )


async def events_from(
    connection: AsyncConnection, season_id: int, first: int = 0
) -> list[SeasonEvent]:
    """Read the log of a season from the event of number `first` on."""
    return await _events(connection, season_id, season_events.c.n >= first)


async def _events(
    connection: AsyncConnection, season_id: int, which: sa.ColumnElement[bool]
) -> list[SeasonEvent]:
    kept = season_events.c
    query = (
        sa.select(
            kept.n,
            kept.at,
            kept.kind,
            sa.cast(kept.payload, sa.Text).label("written"),
            kept.user_id,
        )
        .where(season_events.c.season_id == season_id, which)
        .order_by(season_events.c.n)
    )
    return await rows.every(connection, SeasonEvent, query)


async def record(
    connection: AsyncConnection,
    season: SeasonRecord,
    payloads: Sequence[Mapping[str, Any]],
    *,
    status: str,
    at: datetime,
    user_id: int | None,
    tables: Sequence[LeagueTable] = (),
    rating_changes: Sequence[RatingStep] = (),
    ratings_anew: bool = False,
) -> None:
    """Add events to the log of a season, and write the tables and ratings that follow from them;
    `status` is the season's phase after them. The steps of the ratings are added to the history or,
    with `ratings_anew`, replace it.

    Raises ChangedMeanwhileError, and writes nothing, if the log has another length than `season`
    says.
    """
    as_read = sa.update(seasons).where(
        seasons.c.id == season.id, seasons.c.version == season.version
    )
    longer = as_read.values(version=season.version + len(payloads), status=status)
    await rows.change_one(connection, longer)
    await _add_events(connection, season.id, payloads, start=season.version, at=at, user_id=user_id)
    await put_tables(connection, tables)
    if ratings_anew:
        await replace_ratings(connection, season.league_id, rating_changes)
    else:
        await add_rating_changes(connection, season.league_id, rating_changes)


async def _add_events(
    connection: AsyncConnection, season_id: int, payloads: Sequence[Mapping[str, Any]],
    *, start: int, at: datetime, user_id: int | None,
) -> None:  # fmt: skip
    same = {"season_id": season_id, "at": at, "user_id": user_id}
    new = (
        {**same, "n": n, "kind": payload["event"], "payload": dict(payload)}
        for n, payload in enumerate(payloads, start=start)
    )
    await rows.add_all(connection, season_events, new)


async def put_tables(connection: AsyncConnection, changed: Sequence[LeagueTable]) -> None:
    """Write tables of a season, replacing what is stored for them."""
    names = [column.name for column in _TABLE if column.name != "counted"]
    stored = ({name: getattr(row, name) for name in names} for row in changed)
    await rows.put(connection, league_tables, stored)


@short
async def note_counted(
    connection: AsyncConnection, season_id: int, number: int, rewinds: int
) -> None:
    """Note that the result of a table's game is counted, after so many rewinds."""
    await connection.execute(
        sa.update(league_tables)
        .where(league_tables.c.season_id == season_id, league_tables.c.number == number)
        .values(counted=rewinds)
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
    seat. Raises ChangedMeanwhileError unless the table still needs a game."""
    waits = sa.update(league_tables).where(
        league_tables.c.season_id == season_id,
        league_tables.c.number == number,
        league_tables.c.status == "waiting",
        league_tables.c.table_id.is_(None),
    )
    await rows.change_one(connection, waits.values(table_id=table_id, seats=tuple(seats)))


async def games_of(
    connection: AsyncConnection, season_id: int, status: str | None = None
) -> dict[int, LeagueGame]:
    """Read the games of a season, or those in this status, by the number of the table."""
    query = (
        sa.select(*_GAME)
        .join(tables, tables.c.id == league_tables.c.table_id)
        .where(league_tables.c.season_id == season_id)
        .order_by(league_tables.c.number)
    )
    if status is not None:
        query = query.where(tables.c.status == status)
    return {one.number: one for one in await rows.every(connection, LeagueGame, query)}


async def seated_in(connection: AsyncConnection, season_ids: Sequence[int]) -> list[int]:
    """List the people who sit at the finished games of these seasons, by game and seat; somebody
    may come twice."""
    found = await connection.scalars(
        sa.select(seats.c.user_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .join(league_tables, league_tables.c.table_id == tables.c.id)
        .where(league_tables.c.season_id.in_(season_ids), tables.c.status == "finished")
        .where(seats.c.user_id.is_not(None))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    return list(found)


async def tables_begun(connection: AsyncConnection, season_id: int) -> set[int]:
    """The numbers of the tables of a season at which a turn was played."""
    query = (
        sa.select(league_tables.c.number)
        .join(events, events.c.table_id == league_tables.c.table_id)
        .where(league_tables.c.season_id == season_id, events.c.action == "end")
        .distinct()
    )
    return set((await connection.scalars(query)).all())


async def games_over(
    connection: AsyncConnection, season_id: int | None = None, shards: Shards = ALL
) -> list[LeagueGameOver]:
    """List finished games, of running seasons or of one, whose result is not counted yet in this
    state: a game that was rewound may end differently."""
    query = (
        sa.select(*_GAME, tables.c.version, tables.c.rewinds)
        .join(tables, tables.c.id == league_tables.c.table_id)
        .join(seasons, seasons.c.id == league_tables.c.season_id)
        .where(
            seasons.c.status == "running",
            league_tables.c.status != "voided",
            tables.c.status.in_(("finished", "abandoned")),
            sa.or_(
                league_tables.c.status != "finished",
                league_tables.c.counted.is_distinct_from(tables.c.rewinds),
            ),
            owned(tables.c.guild_id, shards),
        )
        .order_by(league_tables.c.season_id, league_tables.c.number)
    )
    if season_id is not None:
        query = query.where(seasons.c.id == season_id)
    return await rows.every(connection, LeagueGameOver, query)


_GAME = (
    league_tables.c.season_id,
    league_tables.c.number,
    league_tables.c.table_id,
    tables.c.status,
    tables.c.created_at.label("opened_at"),
    tables.c.updated_at,
)


async def seasons_in(
    connection: AsyncConnection, statuses: Sequence[str], shards: Shards = ALL
) -> list[SeasonRecord]:
    """List the seasons of all leagues in one of these phases, the oldest first."""
    return await _records(connection, _in_phases(statuses, shards, *seasons.c))


async def made_in(
    connection: AsyncConnection, statuses: Sequence[str], shards: Shards = ALL
) -> dict[int, Made]:
    """Read what the bot has made on Discord for seasons of all leagues in these phases, without
    seasons for which it has made nothing."""
    query = _in_phases(statuses, shards, seasons.c.id, seasons.c.made)
    found = await connection.execute(query.where(seasons.c.made.is_not(None)))
    return {row.id: row.made for row in found}


def _in_phases(
    statuses: Sequence[str], shards: Shards, *columns: sa.ColumnElement[Any]
) -> sa.Select[Any]:
    return (
        sa.select(*columns)
        .join(leagues, leagues.c.id == seasons.c.league_id)
        .where(seasons.c.status.in_(statuses), owned(leagues.c.guild_id, shards))
        .order_by(seasons.c.id)
    )


async def season_ids(connection: AsyncConnection) -> list[int]:
    """List the ids of all seasons of all leagues, the oldest first."""
    return list(
        (await connection.execute(sa.select(seasons.c.id).order_by(seasons.c.id))).scalars()
    )


async def being_opened(connection: AsyncConnection, season_id: int) -> list[LeagueTable]:
    """List the tables of a season that are claimed for a game which is not known to have begun."""
    kept = league_tables.c
    claimed = kept.status == "waiting", kept.table_id.is_not(None)
    return await _tables(connection, kept.season_id == season_id, *claimed)


@short
async def table_of(connection: AsyncConnection, season_id: int, number: int) -> LeagueTable | None:
    """Read the table of this number; None if there is none."""
    kept = league_tables.c
    found = await _tables(connection, kept.season_id == season_id, kept.number == number)
    return found[0] if found else None


async def tables_of(
    connection: AsyncConnection, season_id: int, numbers: Collection[int] | None = None
) -> list[LeagueTable]:
    """Read the tables of a season by number: all of them, or these."""
    query = sa.select(*_TABLE).where(league_tables.c.season_id == season_id)
    if numbers is not None:
        query = query.where(_one_of(numbers))
    found = await rows.every(connection, LeagueTable, query.order_by(league_tables.c.number))
    return [one for one in found if numbers is None or one.number in numbers]


def _one_of(numbers: Collection[int]) -> sa.ColumnElement[bool]:
    """The condition that a table's number is one of these; if they are many, that it lies between
    the least and the greatest: a database takes some thousands of values."""
    if len(numbers) > _MOST_LISTED:
        return league_tables.c.number.between(min(numbers), max(numbers))
    return league_tables.c.number.in_(numbers)


_MOST_LISTED = 500


@short
async def table_of_game(connection: AsyncConnection, table_id: int) -> LeagueTable | None:
    """Find the season's table for which a game is played; None for a game outside leagues."""
    found = await _tables(connection, league_tables.c.table_id == table_id)
    return found[0] if found else None


async def _tables(connection: AsyncConnection, *which: sa.ColumnElement[bool]) -> list[LeagueTable]:
    query = sa.select(*_TABLE).where(*which).order_by(league_tables.c.number)
    return await rows.every(connection, LeagueTable, query)


_TABLE = rows.columns(league_tables, LeagueTable)


async def channels_of(
    connection: AsyncConnection, season_id: int, numbers: Collection[int] | None = None
) -> dict[int, int]:
    """Find the channel or thread of each game of a season, by the table's number; with `numbers`
    those of these tables, and perhaps of others between them."""
    query = (
        sa.select(league_tables.c.number, tables.c.channel_id)
        .join(tables, tables.c.id == league_tables.c.table_id)
        .where(league_tables.c.season_id == season_id)
    )
    if numbers is not None:
        query = query.where(_one_of(numbers))
    return {row["number"]: row["channel_id"] async for row in rows.in_pieces(connection, query)}


async def names_of(
    connection: AsyncConnection, guild_id: int, user_ids: Sequence[int]
) -> dict[int, str]:
    """Find people's names at their newest tables on a server; people without a table there are left
    out."""
    newest = (
        sa.select(seats.c.user_id, sa.func.max(seats.c.table_id).label("table_id"))
        .join(tables, tables.c.id == seats.c.table_id)
        .where(tables.c.guild_id == guild_id, seats.c.user_id.in_(user_ids))
        .group_by(seats.c.user_id)
        .subquery()
    )
    found = await connection.execute(
        sa.select(seats.c.user_id, seats.c.name).join(
            newest,
            (newest.c.user_id == seats.c.user_id) & (newest.c.table_id == seats.c.table_id),
        )
    )
    return {row.user_id: row.name for row in found}


async def names_at_sign_up(
    connection: AsyncConnection, guild_id: int, user_ids: Sequence[int]
) -> dict[int, str]:
    """Find the names with which people last signed up for a league of a server; who never did is
    left out."""
    # A Discord id has 64 bits, which `as_integer` has no room for on PostgreSQL.
    person = sa.cast(season_events.c.payload["person"].as_string(), sa.BigInteger)
    found = await connection.execute(
        sa.select(season_events.c.payload)
        .join(seasons, seasons.c.id == season_events.c.season_id)
        .join(leagues, leagues.c.id == seasons.c.league_id)
        .where(leagues.c.guild_id == guild_id, season_events.c.kind == "SignedUp")
        .where(person.in_(user_ids))
        .order_by(season_events.c.at)
    )
    return {row.payload["person"]: row.payload["name"] for row in found if row.payload.get("name")}


async def ratings_of(connection: AsyncConnection, league_id: int) -> list[PersonRating]:
    """Read all ratings of a league."""
    of_league = sa.select(*rows.columns(ratings, PersonRating)).where(
        ratings.c.league_id == league_id
    )
    ordered = of_league.order_by(ratings.c.players, ratings.c.user_id)
    return await rows.every(connection, PersonRating, ordered)


async def rating_history(
    connection: AsyncConnection,
    league_id: int,
    user_id: int | None = None,
    *,
    season_id: int | None = None,
) -> list[RatingStep]:
    """Read the steps of everybody's ratings, or of one person's, in the order of the games; of one
    season, or of all."""
    step = rating_changes.c
    query = sa.select(step.season_id, step.number, *rows.columns(rating_changes, PersonRating))
    query = query.where(step.league_id == league_id).order_by(step.n)
    if user_id is not None:
        query = query.where(step.user_id == user_id)
    if season_id is not None:
        query = query.where(step.season_id == season_id)
    return await rows.every(connection, _step, query)


def _step(season_id: int, number: int, **after: Any) -> RatingStep:
    return RatingStep(season_id, number, PersonRating(**after))


async def hold_ratings(connection: AsyncConnection, league_id: int) -> None:
    """Lock the ratings of a league until this transaction ends, since each of its seasons reads,
    calculates and writes them. On SQLite nobody else writes anyway."""
    # Weaker than FOR UPDATE, which would wait for everybody who adds a row with the league's id.
    held = sa.select(leagues.c.id).where(leagues.c.id == league_id).with_for_update(key_share=True)
    await connection.execute(held)


async def add_rating_changes(
    connection: AsyncConnection, league_id: int, changes: Sequence[RatingStep]
) -> None:
    """Add steps to the history. The last step of a person is the person's rating."""
    if not changes:
        return
    last = await connection.scalar(
        sa.select(sa.func.max(rating_changes.c.n)).where(rating_changes.c.league_id == league_id)
    )
    of = {"league_id": league_id}
    steps = (
        {**of, "n": n, "season_id": one.season_id, "number": one.number, **vars(one.after)}
        for n, one in enumerate(changes, start=0 if last is None else last + 1)
    )
    await rows.add_all(connection, rating_changes, steps)
    newest = {(one.after.user_id, one.after.players): one.after for one in changes}
    await rows.put(connection, ratings, ({**of, **vars(one)} for one in newest.values()))


async def replace_ratings(
    connection: AsyncConnection, league_id: int, changes: Sequence[RatingStep]
) -> None:
    """Write the whole history of a league's ratings anew, as after a corrected result."""
    for table in (rating_changes, ratings):
        await connection.execute(sa.delete(table).where(table.c.league_id == league_id))
    await add_rating_changes(connection, league_id, changes)


async def last_event(
    connection: AsyncConnection, season_id: int, kinds: Sequence[str]
) -> datetime | None:
    """Find when an event of one of these kinds last happened in a season; None if none did."""
    found: datetime | None = await connection.scalar(
        sa.select(sa.func.max(season_events.c.at)).where(
            season_events.c.season_id == season_id, season_events.c.kind.in_(kinds)
        )
    )
    return found
