"""Rows for the tests: a lobby, a game, and turns in it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.computers import Computer
from bot.model.table import Event, Options, Seat, Table
from bot.store import Store, tables

NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
ADA, BEN = Seat(0, 101, "Ada"), Seat(1, 102, "Ben")
COMPUTER = Seat(2, None, "Imix", Computer("hard", "builder"))


async def read(store: Store, table_id: int) -> Table:
    """A table that exists."""
    async with store.engine.connect() as connection:
        row = await tables.by_id(connection, table_id)
    assert row is not None
    return row


async def save(
    connection: AsyncConnection, row: Table, wanted: Table, *, at: datetime, **more: Any
) -> Table:
    """Write a table with the next revision, and return it."""
    wanted = replace(wanted, revision=row.revision + 1, updated_at=at)
    await tables.save(connection, row, wanted, **more)
    return wanted


SEAL = "5ea1" * 16
"""The commitment of each lobby."""


async def lobby(
    store: Store, channel: int = 7, seated: tuple[Seat, ...] = (ADA, BEN, COMPUTER)
) -> Table:
    """A lobby in a channel."""
    async with store.writing() as connection:
        table_id = await tables.add(
            connection,
            guild_id=1,
            channel_id=channel,
            host_id=101,
            options=Options(theme="light"),
            seated=seated,
            at=NOON,
            secret="5e" * 32,
            commitment=SEAL,
        )
    return await read(store, table_id)


async def game(store: Store, channel: int = 7) -> Table:
    """A game with a made-up deal and positions, which the store does not interpret."""
    row = await lobby(store, channel)
    dealt = {"seed": "x", "setup": {"age1": ["B1"]}, "position": {}, "position_version": 0}
    async with store.writing() as connection:
        begun = replace(row, status="playing", rules=3)
        return await save(connection, row, begun, at=NOON, **dealt)


async def turn(store: Store, row: Table, seat: int, *actions: str, hurried: bool = False) -> Table:
    """A confirmed turn."""
    version = row.version + len(actions)
    user_id = row.seats[seat].user_id
    async with store.writing() as connection:
        return await save(
            connection,
            row,
            replace(row, version=version),
            at=LATER,
            added=[Event(seat, action, user_id, LATER, hurried) for action in actions],
            position={"turn of": seat},
            position_version=version,
        )
