"""The repository of what people have set for themselves."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import people
from bot.store.upsert import insert_into


async def get(connection: AsyncConnection, user_id: int) -> dict[str, Any]:
    """Names and values; empty if nothing was set."""
    chosen = await connection.scalar(select(people.c.chosen).where(people.c.user_id == user_id))
    return dict(chosen or {})


async def put(
    connection: AsyncConnection, user_id: int, chosen: Mapping[str, Any], *, at: datetime
) -> None:
    """Keep all that a person has set, instead of what was kept before."""
    statement = insert_into(connection, people).values(
        user_id=user_id, chosen=dict(chosen), updated_at=at
    )
    new = statement.excluded
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[people.c.user_id],
            set_={"chosen": new.chosen, "updated_at": new.updated_at},
        )
    )
