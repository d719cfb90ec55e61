"""The repository of ratings outside leagues: the servers that have them, and each person's rating
after each game.

The ratings of a server follow from its counted games in the order in which they ended. A mark says
up to which game they are calculated. Whoever changes an earlier game sets the mark back
(`take_back`), and the ratings after it are calculated again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Subquery,
    Table,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.database import ChangedMeanwhileError, rows
from bot.store.schema import counted_games, counted_seats, rated_servers, server_ratings, settings
from bot.store.shards import owned


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
    """(person, place) of each person who confirmed more than half in the own seat."""


class Step(NamedTuple):
    """A person's rating after a game."""

    user_id: int
    games: int
    mu: float
    sigma: float
    at: Mark


def _after(table: Table, mark: Mark) -> ColumnElement[bool]:
    """The condition that a row's game comes after this mark."""
    return and_(
        table.c.finished_at >= mark.finished_at,
        or_(table.c.finished_at > mark.finished_at, table.c.table_id > mark.table_id),
    )


# --- servers with ratings -------------------------------------------------------------------------


async def keep_up(connection: AsyncConnection, shards: Shards = ALL) -> None:
    """Begin the ratings of servers that have switched them on, and delete those of servers that
    have switched them off."""
    on = settings.c.chosen["ratings"].as_boolean()
    wanted = select(settings.c.id).where(settings.c.scope == "guild", on)
    known = select(rated_servers.c.guild_id)
    new = await connection.scalars(
        wanted.where(settings.c.id.not_in(known), owned(settings.c.id, shards))
    )
    if given := [{"guild_id": one, **THE_BEGINNING._asdict()} for one in new]:
        await connection.execute(insert(rated_servers), given)
    for table in (rated_servers, server_ratings):
        guild = table.c.guild_id
        await connection.execute(delete(table).where(guild.not_in(wanted), owned(guild, shards)))


async def behind(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the servers with a counted game that is not in their ratings yet."""
    waits = exists().where(
        counted_games.c.guild_id == rated_servers.c.guild_id,
        counted_games.c.league_id.is_(None),
        counted_games.c.finished_at >= rated_servers.c.finished_at,
        or_(
            counted_games.c.finished_at > rated_servers.c.finished_at,
            counted_games.c.table_id > rated_servers.c.table_id,
        ),
    )
    found = await connection.scalars(
        select(rated_servers.c.guild_id)
        .where(waits, owned(rated_servers.c.guild_id, shards))
        .order_by(rated_servers.c.guild_id)
    )
    return list(found)


async def mark_of(connection: AsyncConnection, guild_id: int) -> Mark | None:
    """Read the mark of a server's ratings; None where it has none."""
    found = await connection.execute(
        select(rated_servers.c.finished_at, rated_servers.c.table_id).where(
            rated_servers.c.guild_id == guild_id
        )
    )
    row = found.one_or_none()
    return None if row is None else Mark(*row)


# --- calculating ratings --------------------------------------------------------------------------


async def games_after(
    connection: AsyncConnection, guild_id: int, mark: Mark, *, most: int
) -> list[Ranked]:
    """List the next games of a server outside leagues, in the order in which they ended."""
    games = (
        select(counted_games.c.table_id, counted_games.c.finished_at)
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
        select(games, counted_seats.c.user_id, counted_seats.c.place)
        .outerjoin(
            counted_seats,
            and_(
                counted_seats.c.table_id == games.c.table_id,
                counted_seats.c.own,
                counted_seats.c.user_id.is_not(None),
            ),
        )
        .order_by(games.c.finished_at, games.c.table_id, counted_seats.c.seat)
    )
    found: dict[Mark, list[tuple[int, int]]] = {}
    async for row in rows(connection, query):
        people = found.setdefault(Mark(row["finished_at"], row["table_id"]), [])
        if row["user_id"] is not None:
            people.append((row["user_id"], row["place"]))
    return [Ranked(at, tuple(people)) for at, people in found.items()]


async def add(
    connection: AsyncConnection, guild_id: int, before: Mark, after: Mark, steps: Sequence[Step]
) -> None:
    """Add the steps of the games between two marks. Raises ChangedMeanwhileError if the ratings are
    no longer at the mark `before`."""
    moved = await connection.execute(
        update(rated_servers)
        .where(
            rated_servers.c.guild_id == guild_id,
            rated_servers.c.finished_at == before.finished_at,
            rated_servers.c.table_id == before.table_id,
        )
        .values(after._asdict())
    )
    if moved.rowcount != 1:
        raise ChangedMeanwhileError
    if steps:
        await connection.execute(
            insert(server_ratings),
            [
                {
                    "guild_id": guild_id, "user_id": one.user_id, "games": one.games,
                    "mu": one.mu, "sigma": one.sigma, **one.at._asdict(),
                }
                for one in steps
            ],
        )  # fmt: skip


async def take_back(connection: AsyncConnection, guild_id: int, game: Mark) -> None:
    """Take this game of a server, and all after it, out of the ratings, if they are that far."""
    last = Mark(game.finished_at, game.table_id - 1)
    moved = await connection.execute(
        update(rated_servers)
        .where(rated_servers.c.guild_id == guild_id, _after(rated_servers, last))
        .values(last._asdict())
    )
    if moved.rowcount:
        await connection.execute(
            delete(server_ratings).where(
                server_ratings.c.guild_id == guild_id, _after(server_ratings, last)
            )
        )


# --- reading ratings ------------------------------------------------------------------------------


async def ratings_of(connection: AsyncConnection, guild_id: int, *, least: int = 1) -> list[Step]:
    """List the ratings of a server's people, not deleted, with at least so many games."""
    who = server_ratings.c.user_id
    newest = (
        select(who, func.max(server_ratings.c.games).label("games"))
        .where(server_ratings.c.guild_id == guild_id, who > 0)
        .group_by(who)
        .having(func.max(server_ratings.c.games) >= least)
        .subquery()
    )
    return await _at(connection, guild_id, newest)


async def ratings_before(
    connection: AsyncConnection, guild_id: int, games: Sequence[Ranked]
) -> list[Step]:
    """List the present ratings of the people who are rated for these games."""
    people = (
        select(counted_seats.c.user_id)
        .distinct()
        .where(
            counted_seats.c.table_id.in_([one.at.table_id for one in games]),
            counted_seats.c.user_id.is_not(None),
        )
        .subquery()
    )
    # One index look-up for each; a GROUP BY would read all steps of all people.
    last = (
        select(func.max(server_ratings.c.games))
        .where(
            server_ratings.c.guild_id == guild_id,
            server_ratings.c.user_id == people.c.user_id,
        )
        .scalar_subquery()
    )
    return await _at(connection, guild_id, select(people.c.user_id, last.label("games")).subquery())


async def _at(connection: AsyncConnection, guild_id: int, newest: Subquery) -> list[Step]:
    query = select(server_ratings).join(
        newest,
        and_(
            server_ratings.c.guild_id == guild_id,
            server_ratings.c.user_id == newest.c.user_id,
            server_ratings.c.games == newest.c.games,
        ),
    )
    return [
        Step(
            row["user_id"], row["games"], row["mu"], row["sigma"],
            Mark(row["finished_at"], row["table_id"]),
        )
        async for row in rows(connection, query)
    ]  # fmt: skip


async def course_of(
    connection: AsyncConnection, guild_id: int, user_id: int
) -> list[tuple[float, float]]:
    """List a person's mu and sigma at a server after each game, the first game first."""
    query = (
        select(server_ratings.c.mu, server_ratings.c.sigma)
        .where(server_ratings.c.guild_id == guild_id, server_ratings.c.user_id == user_id)
        .order_by(server_ratings.c.games)
    )
    return [(row["mu"], row["sigma"]) async for row in rows(connection, query)]
