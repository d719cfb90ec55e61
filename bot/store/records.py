"""The repository of what a game leaves behind: how it was dealt, and that it was set back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import league_tables, rewinds, seasons, tables


@dataclass(frozen=True)
class DealRow:
    """How a game was dealt: hidden until it is over."""

    seed: str = field(repr=False)
    setup: Mapping[str, Any] = field(repr=False)
    secret: str | None = field(repr=False)
    commitment: str | None
    joins: Mapping[str, Any] | None
    shared_secret: str | None = field(repr=False)
    shared_commitment: str | None


@dataclass(frozen=True)
class RewindRow:
    """A game was set back from one version to an earlier one."""

    from_version: int
    to_version: int
    at: datetime


async def secret(connection: AsyncConnection, table_id: int) -> str | None:
    """The secret of a table's deal: hidden from everybody until the game is over."""
    found = await connection.execute(select(tables.c.secret).where(tables.c.id == table_id))
    value: str | None = found.scalar_one()
    return value


async def deal(connection: AsyncConnection, table_id: int) -> DealRow:
    """How a game that has started was dealt: hidden from everybody until it is over."""
    names = (
        "seed", "setup", "secret", "commitment", "joins", "shared_secret", "shared_commitment"
    )  # fmt: skip
    found = await connection.execute(
        select(*(tables.c[name] for name in names)).where(tables.c.id == table_id)
    )
    return DealRow(**found.one()._mapping)


async def season_runs(connection: AsyncConnection, table_id: int) -> bool:
    """Whether a game was played for a season that is not closed yet: tables may still be opened
    there, late entries' among them, that have the same deal."""
    found = await connection.scalar(
        select(seasons.c.id)
        .join(league_tables, league_tables.c.season_id == seasons.c.id)
        .where(league_tables.c.table_id == table_id, seasons.c.status != "finished")
    )
    return found is not None


async def plays_on(connection: AsyncConnection, shared_commitment: str) -> bool:
    """Whether a game with this shared deal is not over yet."""
    found = await connection.scalar(
        select(tables.c.id)
        .where(tables.c.shared_commitment == shared_commitment, tables.c.status == "playing")
        .limit(1)
    )
    return found is not None


async def rewinds_of(connection: AsyncConnection, table_id: int) -> list[RewindRow]:
    """Each time the game was set back, oldest first."""
    found = await connection.execute(
        select(rewinds.c.from_version, rewinds.c.to_version, rewinds.c.at)
        .where(rewinds.c.table_id == table_id)
        .order_by(rewinds.c.number)
    )
    return [RewindRow(row.from_version, row.to_version, row.at) for row in found]
