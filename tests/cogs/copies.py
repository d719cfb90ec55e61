"""Many tables at once, as copies of one."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import seats, tables
from tests.cogs.conftest import Room

FIRST_CHANNEL = 10**18


async def copied(
    room: Room, table_id: int, numbers: Iterable[int], people: Sequence[int], **changed: Any
) -> None:
    """A copy of a table for each of these numbers, in a channel of its own, with these people at
    it by seat and without its log; `changed` are columns that differ."""
    channels = [FIRST_CHANNEL + number for number in numbers]

    async def copy(connection: AsyncConnection) -> None:
        found = await connection.execute(select(tables).where(tables.c.id == table_id))
        row = found.mappings().one()
        found = await connection.execute(select(seats).where(seats.c.table_id == table_id))
        seated = found.mappings().all()
        last = await connection.scalar(select(func.max(tables.c.id))) or 0
        new = {last + n: channel for n, channel in enumerate(channels, start=1)}
        await connection.execute(
            insert(tables),
            [{**row, **changed, "id": n, "channel_id": channel} for n, channel in new.items()],
        )
        await connection.execute(
            insert(seats),
            [
                {**one, "table_id": n, "user_id": people[one["seat"]], "due_at": None}
                for n in new
                for one in seated
            ],
        )

    await room.bot.store.write(copy)
