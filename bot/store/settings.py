"""The repository of settings: what was set for a server or a channel."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import settings
from bot.store.upsert import insert_into

Scope = Literal["guild", "channel"]


async def get(connection: AsyncConnection, scope: Scope, scope_id: int) -> dict[str, Any]:
    """Names and values; empty if nothing was set."""
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
    """Set values; None takes a value away."""
    chosen = await get(connection, scope, scope_id) | dict(changes)
    chosen = {name: value for name, value in chosen.items() if value is not None}
    statement = insert_into(connection, settings).values(
        scope=scope, id=scope_id, chosen=chosen, updated_at=at
    )
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[settings.c.scope, settings.c.id],
            set_={
                "chosen": statement.excluded.chosen,
                "updated_at": statement.excluded.updated_at,
            },
        )
    )
