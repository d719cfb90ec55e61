"""The repository of statistics: finished games still to be counted, the figures of each counted
game, the sums of many; and the ratings outside leagues that follow from them.

A game and its sums are written in one transaction. The figures of a counted game are stored, so
that exactly these can be taken out again. Whoever changes the counting of games raises `VERSION`,
and adds a migration that empties `counted_games`, `counted_seats` and `figures` and sets
`tables.counted` to NULL; the ratings of servers then follow by themselves.

Ratings: the servers that have them, and each person's rating after each game. The ratings of a
server follow from its counted games in the order in which they ended. A mark says up to which game
they are calculated. Whoever changes an earlier game sets the mark back (`take_back_ratings`), and
the ratings after it are calculated again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.figures import (
    SUMS,
    Counted,
    Figures,
    Key,
    Kind,
    LastGame,
    Scope,
    Seated,
    Sums,
    scopes_of,
)
from bot.model.server import ALL, Shards
from bot.model.table import Reliability
from bot.store import rows
from bot.store.postgres import owned
from bot.store.schema import (
    TO_COUNT,
    counted_games,
    counted_seats,
    figures,
    league_tables,
    rated_servers,
    seasons,
    seats,
    server_ratings,
    settings,
    tables,
    timed_turns,
)
from bot.store.sqlite import short

VERSION = 1
"""The version of the facts that are stored for a counted game."""
LOOK_AGAIN = -1
"""Stored in `tables.counted` instead of a revision: statistics must look at the table again."""

_OTHER = tables.alias("other")
_PLAYED_ELSEWHERE = sa.and_(
    tables.c.shared_commitment.is_not(None),
    sa.or_(
        sa.exists().where(
            _OTHER.c.shared_commitment == tables.c.shared_commitment,
            _OTHER.c.status == "playing",
            _OTHER.c.id != tables.c.id,
        ),
        sa.exists().where(
            league_tables.c.table_id == tables.c.id,
            seasons.c.id == league_tables.c.season_id,
            seasons.c.status != "finished",
        ),
    ),
)
"""Whether another table plays this one's deal, or may yet in its season. Meanwhile nothing is told
of the deal."""


# --- counting -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToCount:
    """A table that statistics have not looked at since it changed."""

    table_id: int
    revision: int
    over: bool
    """Whether its game is over; otherwise it went on after it was counted."""
    league_id: int | None
    season_id: int | None


async def to_count(
    connection: AsyncConnection, shards: Shards = ALL, *, most: int, after: int = 0
) -> list[ToCount]:
    """List at most `most` tables, with ids above `after`, that must be counted or taken out; not
    those whose deal another table plays or may still play."""
    # A separate query, as the words of the index do not name the table.
    waiting = (
        sa.select(tables.c.id, tables.c.revision, tables.c.status)
        .where(
            TO_COUNT,
            tables.c.id > after,
            sa.or_(tables.c.status != "finished", sa.not_(_PLAYED_ELSEWHERE)),
            owned(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
        .limit(most)
        .subquery()
    )
    found = await connection.execute(
        sa.select(waiting, seasons.c.league_id, league_tables.c.season_id)
        .outerjoin(league_tables, league_tables.c.table_id == waiting.c.id)
        .outerjoin(seasons, seasons.c.id == league_tables.c.season_id)
        .order_by(waiting.c.id)
    )
    return [
        ToCount(row.id, row.revision, row.status == "finished", row.league_id, row.season_id)
        for row in found
    ]


async def count(
    connection: AsyncConnection, table_id: int, revision: int, game: Counted | None
) -> Counted | None:
    """Replace what is counted for a table by this game, or by nothing; return what was counted
    before, None for nothing. Raises ChangedMeanwhileError if the table has changed since it was
    read: then the transaction must be undone."""
    as_read = sa.update(tables).where(tables.c.id == table_id, tables.c.revision == revision)
    await rows.change_one(connection, as_read.values(counted=revision))
    before = await counted(connection, table_id)
    if before == game:
        return before
    changes: dict[tuple[Scope, int, Key], Sums] = {}
    for one, sign in ((before, -1), (game, 1)):
        if one is not None:
            for scope, found in scopes_of(one).items():
                for key, sums in found.items():
                    place = (scope, one.players, key)
                    changes[place] = changes.get(place, Sums()) + (sums if sign > 0 else -sums)
    await _add(connection, changes)
    if before is not None:
        for table in (counted_seats, counted_games):
            await connection.execute(sa.delete(table).where(table.c.table_id == table_id))
    if game is not None:
        await _keep(connection, game)
    return before


async def _keep(connection: AsyncConnection, game: Counted) -> None:
    given = {name: value for name, value in vars(game).items() if name != "seats"}
    of_game = sa.insert(counted_games).values(players=game.players, version=VERSION, **given)
    await connection.execute(of_game)
    of = {"table_id": game.table_id, "guild_id": game.guild_id}
    seated = ({**of, "seat": number, **vars(one)} for number, one in enumerate(game.seats))
    await rows.add_all(connection, counted_seats, seated)


async def counted(connection: AsyncConnection, table_id: int) -> Counted | None:
    """Find the game that was counted for a table; None if none was."""
    games = await _counted(connection, counted_games.c.table_id == table_id)
    return games[0] if games else None


async def _counted(connection: AsyncConnection, *where: sa.ColumnElement[bool]) -> list[Counted]:
    query = (
        sa.select(counted_games, *rows.columns(counted_seats, Seated))
        .join(counted_seats, counted_seats.c.table_id == counted_games.c.table_id)
        .where(*where)
        .order_by(counted_games.c.table_id, counted_seats.c.seat)
    )
    found: dict[int, tuple[sa.RowMapping, list[Seated]]] = {}
    async for row in rows.in_pieces(connection, query):
        _, seated = found.setdefault(row["table_id"], (row, []))
        seated.append(Seated(row["place"], row["points4"], row["user_id"], row["own"]))
    return [
        Counted(
            table_id=table_id,
            guild_id=row["guild_id"],
            league_id=row["league_id"],
            season_id=row["season_id"],
            finished_at=row["finished_at"],
            minutes=row["minutes"],
            facts=row["facts"],
            seats=tuple(seated),
        )
        for table_id, (row, seated) in found.items()
    ]


async def _add(connection: AsyncConnection, changes: Mapping[tuple[Scope, int, Key], Sums]) -> None:
    """Add to the figures, and delete those that sum no more games."""
    # The same order everywhere: otherwise two processes could wait for each other.
    given = [
        {**vars(scope), "players": players, **key._asdict(), **vars(sums)}
        for (scope, players, key), sums in sorted(changes.items(), key=_in_order)
        if sums != Sums()
    ]
    if not given:
        return
    statement = rows.insert_into(connection, figures)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[*figures.primary_key],
            set_={name: figures.c[name] + statement.excluded[name] for name in SUMS},
        ),
        given,
    )
    if any(one["games"] < 0 for one in given):
        await connection.execute(_EMPTY, [{f"of_{name}": one[name] for name in _PLACE}
                                          for one in given if one["games"] < 0])  # fmt: skip


_PLACE = tuple(column.name for column in figures.primary_key)
_EMPTY = sa.delete(figures).where(
    *(figures.c[name] == sa.bindparam(f"of_{name}") for name in _PLACE), figures.c.games == 0
)


def _in_order(change: tuple[tuple[Scope, int, Key], Sums]) -> Any:
    (scope, players, key), _ = change
    return (scope.user_id, scope.league_id, scope.guild_id, players, key)


# --- reading figures ------------------------------------------------------------------------------


async def figures_of(
    connection: AsyncConnection, scope: Scope, players: int | None = None,
    *, kinds: Collection[Kind] | None = None,
) -> Figures:  # fmt: skip
    """Read the figures of a scope, of these kinds or of all, for one number of seats or for all
    together."""
    found = await connection.execute(_of_scope(scope, kinds, figures.c.players == players
                                               if players is not None else sa.true(),
                                               ()))  # fmt: skip
    return {Key(row.kind, row.name): Sums(*row[2:]) for row in found}


async def by_players(
    connection: AsyncConnection, scope: Scope, kinds: Collection[Kind] | None = None
) -> dict[int, Figures]:
    """Read the figures of a scope by the number of seats."""
    found = await connection.execute(_of_scope(scope, kinds, sa.true(), (figures.c.players,)))
    by: dict[int, dict[Key, Sums]] = {}
    for row in found:
        by.setdefault(row.players, {})[Key(row.kind, row.name)] = Sums(*row[2:-1])
    return dict(sorted(by.items()))


async def last_games(
    connection: AsyncConnection, scope: Scope, *, most: int, skip: int = 0
) -> list[LastGame]:
    """List at most `most` games of a person, at one server or all, in which the person confirmed
    more than half of the actions of the seat; the latest first, after skipping `skip`."""
    where = [counted_seats.c.user_id == scope.user_id, counted_seats.c.own]
    if scope.guild_id:
        where.append(counted_seats.c.guild_id == scope.guild_id)
    last = (
        sa.select(
            counted_seats.c.table_id, counted_seats.c.seat, counted_seats.c.place,
            counted_seats.c.points4, counted_games.c.guild_id, counted_games.c.finished_at,
            counted_games.c.players,
        )
        .join(counted_games, counted_games.c.table_id == counted_seats.c.table_id)
        .where(*where)
        .order_by(counted_games.c.finished_at.desc(), counted_games.c.table_id.desc())
        .limit(most)
        .offset(skip)
        .subquery()
    )  # fmt: skip
    query = (
        sa.select(
            last, tables.c.channel_id, tables.c.posted_board, seats.c.name,
            seats.c.seat.label("of_seat"),
        )
        .join(tables, tables.c.id == last.c.table_id)
        .join(seats, seats.c.table_id == last.c.table_id)
        .order_by(last.c.finished_at.desc(), last.c.table_id.desc(), seats.c.seat)
    )  # fmt: skip
    found: dict[int, tuple[sa.RowMapping, list[str]]] = {}
    async for row in rows.in_pieces(connection, query):
        _, others = found.setdefault(row["table_id"], (row, []))
        if row["of_seat"] != row["seat"]:
            others.append(row["name"])
    return [
        LastGame(
            row["guild_id"], row["channel_id"], row["posted_board"], row["finished_at"],
            row["players"], row["place"], row["points4"], tuple(others),
        )
        for row, others in found.values()
    ]  # fmt: skip


async def games_of_year(connection: AsyncConnection, scope: Scope, year: int) -> list[Counted]:
    """List the games of a scope's server, or those of its person that are `Seated.own`, that ended
    in a year, in UTC; the oldest first."""
    where = [
        counted_games.c.finished_at >= datetime(year, 1, 1, tzinfo=UTC),
        counted_games.c.finished_at < datetime(year + 1, 1, 1, tzinfo=UTC),
    ]
    if scope.guild_id:
        where.append(counted_games.c.guild_id == scope.guild_id)
    if scope.user_id:
        own = sa.select(counted_seats.c.table_id).where(
            counted_seats.c.user_id == scope.user_id, counted_seats.c.own
        )
        where.append(counted_games.c.table_id.in_(own))
    found = await _counted(connection, *where)
    return sorted(found, key=lambda game: (game.finished_at, game.table_id))


@short
async def games_of(connection: AsyncConnection, user_id: int, most: int) -> int:
    """Count the finished games in which a person confirmed more than half of the actions of the
    seat, up to `most`."""
    own = (
        sa.select(counted_seats.c.table_id)
        .where(counted_seats.c.user_id == user_id, counted_seats.c.own)
        .limit(most)
        .subquery()
    )
    return await connection.scalar(sa.select(sa.func.count()).select_from(own)) or 0


MOST_TURNS = 100
"""About how many of a person's last turns say how reliably the person plays."""


@short
async def count_turns(
    connection: AsyncConnection, table_id: int, turns: Mapping[int, tuple[int, int]]
) -> None:
    """Add to the turns that people took on time, and late, at a table."""
    statement = rows.insert_into(connection, timed_turns)
    given = [
        {"user_id": user_id, "table_id": table_id, "on_time": on_time, "late": late}
        for user_id, (on_time, late) in sorted(turns.items())
    ]
    more = {name: timed_turns.c[name] + statement.excluded[name] for name in ("on_time", "late")}
    key = [*timed_turns.primary_key]
    await connection.execute(statement.on_conflict_do_update(index_elements=key, set_=more), given)


async def reliability_of(
    connection: AsyncConnection, guild_id: int, asked: Collection[int]
) -> dict[int, Reliability]:
    """Find how reliably these people play: their newest games with a clock that have `MOST_TURNS`
    turns together."""
    both = timed_turns.c.on_time + timed_turns.c.late
    newest = sa.select(
        timed_turns.c.user_id, timed_turns.c.on_time, both.label("turns"),
        sa.func.sum(both)
        .over(partition_by=timed_turns.c.user_id, order_by=timed_turns.c.table_id.desc())
        .label("so_far"),
    ).where(timed_turns.c.user_id.in_(asked)).subquery()  # fmt: skip
    sums = (
        sa.cast(sa.func.sum(newest.c[name]), sa.Integer).label(name)
        for name in ("on_time", "turns")
    )
    query = sa.select(newest.c.user_id, *sums).where(newest.c.so_far - newest.c.turns < MOST_TURNS)
    turns = {row.user_id: row for row in await connection.execute(query.group_by(newest.c.user_id))}
    played = set(await connection.scalars(
        sa.select(counted_seats.c.user_id).distinct().where(
            counted_seats.c.user_id.in_(asked), counted_seats.c.guild_id == guild_id
        )
    ))  # fmt: skip
    return {
        one: Reliability(
            turns[one].on_time if one in turns else 0,
            turns[one].turns if one in turns else 0,
            new=one not in played,
        )
        for one in asked
    }


def _of_scope(
    scope: Scope, kinds: Collection[Kind] | None, which: sa.ColumnElement[bool],
    more: tuple[sa.ColumnElement[Any], ...],
) -> sa.Select[Any]:  # fmt: skip
    where = [figures.c.user_id == scope.user_id, figures.c.league_id == scope.league_id, which]
    if scope.guild_id or not scope.user_id:  # a person's games at all servers
        where.append(figures.c.guild_id == scope.guild_id)
    if kinds is not None:
        where.append(figures.c.kind.in_(sorted(kinds)))
    # PostgreSQL's sum of large numbers is a Decimal
    sums = (sa.cast(sa.func.sum(figures.c[name]), sa.BigInteger).label(name) for name in SUMS)
    return (
        sa.select(figures.c.kind, figures.c.name, *sums, *more)
        .where(*where)
        .group_by(figures.c.kind, figures.c.name, *more)
    )


class Mark(NamedTuple):
    """A place in a server's games, ordered by their ends."""

    finished_at: datetime
    table_id: int


THE_BEGINNING = Mark(datetime(1970, 1, 1, tzinfo=UTC), 0)


@dataclass(frozen=True)
class Ranked:
    """A game of a server outside leagues, and the people rated for it."""

    at: Mark
    people: tuple[tuple[int, int], ...]
    """(person, place) of each person who confirmed more than half of the actions of the seat."""


class Step(NamedTuple):
    """A person's rating after a game."""

    user_id: int
    games: int
    mu: float
    sigma: float
    at: Mark


def _after(table: sa.Table, mark: Mark) -> sa.ColumnElement[bool]:
    """The condition that a row's game comes after this mark."""
    return sa.and_(
        table.c.finished_at >= mark.finished_at,
        sa.or_(table.c.finished_at > mark.finished_at, table.c.table_id > mark.table_id),
    )


# --- servers with ratings -------------------------------------------------------------------------


async def keep_ratings(connection: AsyncConnection, shards: Shards = ALL) -> None:
    """Begin the ratings of servers that have switched them on, and delete those of servers that
    have switched them off."""
    on = settings.c.chosen["ratings"].as_boolean()
    wanted = sa.select(settings.c.id).where(settings.c.scope == "guild", on)
    known = sa.select(rated_servers.c.guild_id)
    new = await connection.scalars(
        wanted.where(settings.c.id.not_in(known), owned(settings.c.id, shards))
    )
    given = ({"guild_id": one, **THE_BEGINNING._asdict()} for one in new)
    await rows.add_all(connection, rated_servers, given)
    for table in (rated_servers, server_ratings):
        guild = table.c.guild_id
        await connection.execute(sa.delete(table).where(guild.not_in(wanted), owned(guild, shards)))


async def servers_behind(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the servers with a counted game outside leagues that is not in their ratings yet."""
    waits = sa.exists().where(
        counted_games.c.guild_id == rated_servers.c.guild_id,
        counted_games.c.league_id.is_(None),
        counted_games.c.finished_at >= rated_servers.c.finished_at,
        sa.or_(
            counted_games.c.finished_at > rated_servers.c.finished_at,
            counted_games.c.table_id > rated_servers.c.table_id,
        ),
    )
    found = await connection.scalars(
        sa.select(rated_servers.c.guild_id)
        .where(waits, owned(rated_servers.c.guild_id, shards))
        .order_by(rated_servers.c.guild_id)
    )
    return list(found)


async def mark_of(connection: AsyncConnection, guild_id: int) -> Mark | None:
    """Read the mark of a server's ratings; None where it has none."""
    marks = sa.select(rated_servers.c.finished_at, rated_servers.c.table_id)
    return await rows.first(connection, Mark, marks.where(rated_servers.c.guild_id == guild_id))


# --- calculating ratings --------------------------------------------------------------------------


async def games_after(
    connection: AsyncConnection, guild_id: int, mark: Mark, *, most: int
) -> list[Ranked]:
    """List at most `most` games of a server outside leagues after a mark, in the order in which
    they ended."""
    games = (
        sa.select(counted_games.c.table_id, counted_games.c.finished_at)
        .where(
            counted_games.c.guild_id == guild_id,
            counted_games.c.league_id.is_(None),
            _after(counted_games, mark),
        )
        .order_by(counted_games.c.finished_at, counted_games.c.table_id)
        .limit(most)
        .subquery()
    )
    query = (
        sa.select(games, counted_seats.c.user_id, counted_seats.c.place)
        .outerjoin(
            counted_seats,
            sa.and_(
                counted_seats.c.table_id == games.c.table_id,
                counted_seats.c.own,
                counted_seats.c.user_id.is_not(None),
            ),
        )
        .order_by(games.c.finished_at, games.c.table_id, counted_seats.c.seat)
    )
    found: dict[Mark, list[tuple[int, int]]] = {}
    async for row in rows.in_pieces(connection, query):
        people = found.setdefault(Mark(row["finished_at"], row["table_id"]), [])
        if row["user_id"] is not None:
            people.append((row["user_id"], row["place"]))
    return [Ranked(at, tuple(people)) for at, people in found.items()]


async def add_ratings(
    connection: AsyncConnection, guild_id: int, before: Mark, after: Mark, steps: Sequence[Step]
) -> None:
    """Add the steps of the games between two marks. Raises ChangedMeanwhileError if the ratings are
    no longer at the mark `before`."""
    at_mark = sa.update(rated_servers).where(
        rated_servers.c.guild_id == guild_id,
        rated_servers.c.finished_at == before.finished_at,
        rated_servers.c.table_id == before.table_id,
    )
    await rows.change_one(connection, at_mark.values(after._asdict()))
    added = (
        {
            "guild_id": guild_id, "user_id": one.user_id, "games": one.games,
            "mu": one.mu, "sigma": one.sigma, **one.at._asdict(),
        }
        for one in steps
    )  # fmt: skip
    await rows.add_all(connection, server_ratings, added)


async def take_back_ratings(connection: AsyncConnection, guild_id: int, game: Mark) -> None:
    """Take this game of a server, and all after it, out of the ratings, if it is in them."""
    last = Mark(game.finished_at, game.table_id - 1)
    moved = await connection.execute(
        sa.update(rated_servers)
        .where(rated_servers.c.guild_id == guild_id, _after(rated_servers, last))
        .values(last._asdict())
    )
    if moved.rowcount:
        await connection.execute(
            sa.delete(server_ratings).where(
                server_ratings.c.guild_id == guild_id, _after(server_ratings, last)
            )
        )


# --- reading ratings ------------------------------------------------------------------------------


async def ratings_of(connection: AsyncConnection, guild_id: int, *, least: int = 1) -> list[Step]:
    """List the present ratings of a server's people with at least so many games, without those
    whose data was deleted."""
    who = server_ratings.c.user_id
    newest = (
        sa.select(who, sa.func.max(server_ratings.c.games).label("games"))
        .where(server_ratings.c.guild_id == guild_id, who > 0)
        .group_by(who)
        .having(sa.func.max(server_ratings.c.games) >= least)
        .subquery()
    )
    return await _at(connection, guild_id, newest)


async def ratings_before(
    connection: AsyncConnection, guild_id: int, games: Sequence[Ranked]
) -> list[Step]:
    """List the present ratings of the people who sat in these games; who has none is left out."""
    people = (
        sa.select(counted_seats.c.user_id)
        .distinct()
        .where(
            counted_seats.c.table_id.in_([one.at.table_id for one in games]),
            counted_seats.c.user_id.is_not(None),
        )
        .subquery()
    )
    # One index look-up for each; a GROUP BY would read all steps of all people.
    last = (
        sa.select(sa.func.max(server_ratings.c.games))
        .where(
            server_ratings.c.guild_id == guild_id,
            server_ratings.c.user_id == people.c.user_id,
        )
        .scalar_subquery()
    )
    return await _at(
        connection, guild_id, sa.select(people.c.user_id, last.label("games")).subquery()
    )


async def _at(connection: AsyncConnection, guild_id: int, newest: sa.Subquery) -> list[Step]:
    query = sa.select(server_ratings).join(
        newest,
        sa.and_(
            server_ratings.c.guild_id == guild_id,
            server_ratings.c.user_id == newest.c.user_id,
            server_ratings.c.games == newest.c.games,
        ),
    )
    return await rows.every(connection, _step, query)


def _step(finished_at: datetime, table_id: int, guild_id: int, **step: Any) -> Step:
    return Step(**step, at=Mark(finished_at, table_id))


async def course_of(
    connection: AsyncConnection, guild_id: int, user_id: int
) -> list[tuple[float, float]]:
    """List a person's mu and sigma at a server after each game, the first game first."""
    query = (
        sa.select(server_ratings.c.mu, server_ratings.c.sigma)
        .where(server_ratings.c.guild_id == guild_id, server_ratings.c.user_id == user_id)
        .order_by(server_ratings.c.games)
    )
    return [(row["mu"], row["sigma"]) async for row in rows.in_pieces(connection, query)]
