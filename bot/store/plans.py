"""The repository of plans: turns intended while others are asked."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import plans
from bot.store.upsert import insert_into


async def put(
    connection: AsyncConnection, table_id: int, seat: int, actions: Sequence[str], *, at: datetime
) -> None:
    """Keep a seat's plan instead of the one before; no actions, no plan."""
    if not actions:
        await connection.execute(
            delete(plans).where(plans.c.table_id == table_id, plans.c.seat == seat)
        )
        return
    statement = insert_into(connection, plans).values(
        table_id=table_id, seat=seat, actions=list(actions), at=at
    )
    new = statement.excluded
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[plans.c.table_id, plans.c.seat],
            set_={"actions": new.actions, "at": new.at},
        )
    )
