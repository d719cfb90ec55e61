"""The repository of settings of servers, channels and people, of the languages people read, of what
servers list for each other, of game nights, and of the program's heartbeat."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    bindparam,
    cast,
    delete,
    func,
    select,
    type_coerce,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.server import ALL, Shards
from bot.model.table import GameNight, Listing, OnPages, PersonSettings, Wish
from bot.store.columns import SettingsJson
from bot.store.postgres import owned
from bot.store.rows import add, change_one, every, first, in_pieces, insert_into, put
from bot.store.schema import (
    Scope,
    heartbeat,
    listings,
    nights,
    people,
    settings,
    tables,
    wishes,
)
from bot.store.sqlite import short

S = TypeVar("S", bound=Hashable)
"""The settings of a server: a frozen dataclass, which says what is stored (`SettingsJson`)."""


@cache
def _chosen(kind: type) -> ColumnElement[Any]:
    """Make the column `chosen`, read as this type; once, as it remembers what it has read."""
    return type_coerce(settings.c.chosen, SettingsJson(kind))


async def get(connection: AsyncConnection, scope: Scope, scope_id: int) -> dict[str, Any]:
    """Read the settings of a server or channel by name; empty if nothing was set."""
    chosen = await connection.scalar(
        select(settings.c.chosen).where(settings.c.scope == scope, settings.c.id == scope_id)
    )
    return dict(chosen or {})


async def change(
    connection: AsyncConnection,
    scope: Scope,
    scope_id: int,
    changes: Mapping[str, Any],
    *,
    at: datetime,
) -> None:
    """Set some settings of a server or channel by name; None removes one."""
    chosen = await get(connection, scope, scope_id) | dict(changes)
    chosen = {name: value for name, value in chosen.items() if value is not None}
    row = {"scope": scope, "id": scope_id, "chosen": chosen, "updated_at": at}
    await put(connection, settings, [row])


@short
async def of_server(connection: AsyncConnection, guild_id: int, kind: type[S]) -> S:
    """Read the settings of a server; what is not set has its default."""
    found: S | None = await connection.scalar(_of_server(kind), {"guild_id": guild_id})
    return found or kind()


@cache
def _of_server(kind: type) -> Select[Any]:
    of_it = settings.c.id == bindparam("guild_id")
    return select(_chosen(kind)).where(settings.c.scope == "guild", of_it)


async def set_server(
    connection: AsyncConnection, guild_id: int, wanted: Any, *, at: datetime
) -> None:
    """Store all fields of these settings for a server; what is set under other names stays."""
    nothing: dict[str, Any] = {field.name: None for field in fields(wanted)}
    chosen = TypeAdapter(type(wanted)).dump_python(wanted, mode="json", exclude_defaults=True)
    await change(connection, "guild", guild_id, nothing | chosen, at=at)


async def of_servers(connection: AsyncConnection, kind: type[S]) -> dict[int, S]:
    """Read the settings of all servers that have set something."""
    found = await connection.execute(
        select(settings.c.id, _chosen(kind).label("chosen")).where(settings.c.scope == "guild")
    )
    return {row.id: row.chosen for row in found}


@short
async def of_person(connection: AsyncConnection, user_id: int) -> PersonSettings:
    """Read the settings of a person."""
    found = await connection.scalar(select(people.c.chosen).where(people.c.user_id == user_id))
    return found or PersonSettings()


async def named_on_pages(
    connection: AsyncConnection, people_asked: Collection[int], *, outside_leagues: bool = False
) -> dict[int, OnPages]:
    """Find who of these people has agreed to be named on pages, and how; everybody else stands
    there by a number. All that leaves a server, and every ranking, asks this; pages of games
    `outside_leagues` need an agreement of their own."""
    found = await connection.execute(
        select(people.c.user_id, people.c.chosen).where(people.c.user_id.in_(people_asked))
    )
    return {
        row.user_id: row.chosen.on_pages
        for row in found
        if row.chosen.on_pages != "hidden" and (row.chosen.named_in_games or not outside_leagues)
    }


async def locales_of(connection: AsyncConnection, people_asked: Collection[int]) -> set[str]:
    """Find the languages that these people were last known to read, as Discord names them."""
    of_them = people.c.user_id.in_(people_asked) & people.c.locale.is_not(None)
    return set(await connection.scalars(select(people.c.locale).where(of_them).distinct()))


async def set_person(
    connection: AsyncConnection, user_id: int, wanted: PersonSettings, *, at: datetime
) -> None:
    """Store all settings of a person, in the place of earlier ones."""
    await put(connection, people, [{"user_id": user_id, "chosen": wanted, "updated_at": at}])


@short
async def locale_of(connection: AsyncConnection, user_id: int) -> str | None:
    """Read the language a person was last known to read, as Discord names it; None if unknown."""
    return await connection.scalar(select(people.c.locale).where(people.c.user_id == user_id))


@short
async def set_locale(
    connection: AsyncConnection, user_id: int, locale: str, *, at: datetime
) -> None:
    """Store the language a person reads; the person's settings stay."""
    statement = insert_into(connection, people).values(
        user_id=user_id, chosen=PersonSettings(), locale=locale, updated_at=at
    )
    new = statement.excluded
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[people.c.user_id],
            set_={"locale": new.locale, "updated_at": new.updated_at},
        )
    )


async def wish_of(connection: AsyncConnection, user_id: int, guild_id: int) -> Wish | None:
    """Read for which games a person wants to be called at a server; None for none."""
    mine = wishes.c.user_id == user_id, wishes.c.guild_id == guild_id
    return await first(connection, Wish, select(wishes).where(*mine))


async def set_wish(
    connection: AsyncConnection, user_id: int, guild_id: int, pace: str | None
) -> None:
    """Note that a person wants to be called from now on for games of this pace at a server; None
    ends it."""
    if pace is None:
        mine = wishes.c.user_id == user_id, wishes.c.guild_id == guild_id
        await connection.execute(delete(wishes).where(*mine))
        return
    newest = await connection.scalar(select(func.max(tables.c.id))) or 0
    key = {"user_id": user_id, "guild_id": guild_id}
    statement = insert_into(connection, wishes).values(**key, pace=pace, upto=newest, told=0)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[*wishes.primary_key],
            set_={name: statement.excluded[name] for name in ("pace", "upto")},
        )
    )


async def wishes_of(connection: AsyncConnection, guild_id: int) -> list[Wish]:
    """List the people who want to be called for games at a server."""
    query = select(wishes).where(wishes.c.guild_id == guild_id).order_by(wishes.c.user_id)
    return await every(connection, Wish, query)


async def wishes_at(
    connection: AsyncConnection, shards: Shards = ALL
) -> list[tuple[Wish, PersonSettings]]:
    """List the people who want to be called for games at servers of these shards, with their
    settings, server by server."""
    query = (
        select(wishes, people.c.chosen)
        .outerjoin(people, people.c.user_id == wishes.c.user_id)
        .where(owned(wishes.c.guild_id, shards))
        .order_by(wishes.c.guild_id, wishes.c.user_id)
    )
    return [
        (Wish(**{one.name: row[one.name] for one in wishes.c}), row["chosen"] or PersonSettings())
        async for row in in_pieces(connection, query)
    ]


async def note_wish_told(connection: AsyncConnection, before: Wish, after: Wish) -> bool:
    """Note what a person was told of; False if another process was faster, or the wish ended."""
    mine = (
        wishes.c.user_id == before.user_id,
        wishes.c.guild_id == before.guild_id,
        wishes.c.upto == before.upto,
    )
    told = {"upto": after.upto, "day": after.day, "told": after.told}
    return (await connection.execute(update(wishes).where(*mine).values(told))).rowcount == 1


async def all_listings(connection: AsyncConnection) -> list[Listing]:
    """Read what servers list of their open tables for others."""
    return await every(connection, Listing, select(listings).order_by(listings.c.guild_id))


async def servers_that_list(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the servers of these shards that list something for others, or want to."""
    wants = settings.c.scope == "guild", cast(settings.c.chosen, Text).contains('"lists_tables"')
    found = union(select(settings.c.id).where(*wants), select(listings.c.guild_id)).subquery()
    query = select(found.c.id).where(owned(found.c.id, shards)).order_by(found.c.id)
    return list(await connection.scalars(query))


async def put_listing(connection: AsyncConnection, listing: Listing) -> None:
    """Note what a server lists for others."""
    await put(connection, listings, [vars(listing)])


async def end_listing(connection: AsyncConnection, guild_id: int) -> None:
    """Note that a server lists nothing for others."""
    await connection.execute(delete(listings).where(listings.c.guild_id == guild_id))


async def add_night(connection: AsyncConnection, night: GameNight) -> int:
    """Add a game night, which has no number yet, and return that."""
    return await add(connection, nights, **_without_number(night))


async def nights_of(connection: AsyncConnection, guild_id: int) -> list[GameNight]:
    """List the game nights of a server, the next first."""
    query = select(nights).where(nights.c.guild_id == guild_id)
    return await every(connection, GameNight, query.order_by(nights.c.next_at, nights.c.id))


async def nights_before(
    connection: AsyncConnection, until: datetime, shards: Shards = ALL
) -> list[GameNight]:
    """List the game nights whose next game begins by this moment."""
    query = select(nights).where(nights.c.next_at <= until, owned(nights.c.guild_id, shards))
    return await every(connection, GameNight, query.order_by(nights.c.next_at, nights.c.id))


async def night(connection: AsyncConnection, number: int) -> GameNight | None:
    """Read a game night; None if there is none of this number."""
    found = await every(connection, GameNight, select(nights).where(nights.c.id == number))
    return next(iter(found), None)


async def change_night(connection: AsyncConnection, was: GameNight, wanted: GameNight) -> None:
    """Change a game night. Raises ChangedMeanwhileError if its next game is no longer as read."""
    mine = nights.c.id == was.id, nights.c.next_at == was.next_at
    await change_one(connection, update(nights).where(*mine).values(_without_number(wanted)))


def _without_number(night: GameNight) -> dict[str, Any]:
    return {name: value for name, value in vars(night).items() if name != "id"}


async def end_night(connection: AsyncConnection, number: int) -> None:
    """Remove a game night."""
    await connection.execute(delete(nights).where(nights.c.id == number))


async def last_seen(connection: AsyncConnection) -> datetime | None:
    """Read when any process of the program last ran; None if none ever did."""
    found: datetime | None = await connection.scalar(select(func.max(heartbeat.c.at)))
    return found


async def shards_seen(connection: AsyncConnection, shards: Shards) -> Mapping[int, datetime | None]:
    """Read when a process with each of these shards last ran. A shard that none has had under this
    number of shards gets the time when any process last ran; None if none ever did."""
    found = await connection.execute(
        select(heartbeat.c.shard, heartbeat.c.at).where(heartbeat.c.shards == shards.count)
    )
    seen = {row.shard: row.at for row in found}
    if missing := set(shards.ids) - seen.keys():
        seen |= dict.fromkeys(missing, await last_seen(connection))
    return {shard: seen[shard] for shard in shards.ids}


async def seen(connection: AsyncConnection, at: datetime, shards: Shards = ALL) -> None:
    """Note that a process with these shards is running."""
    rows = ({"shards": shards.count, "shard": shard, "at": at} for shard in shards.ids)
    await put(connection, heartbeat, rows)
