"""The repository of reviews, which a computer makes of finished games."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.advice import Review
from bot.store.database import put
from bot.store.schema import reviews


async def kept(
    connection: AsyncConnection, table_id: int, rewinds: int, version: int
) -> Review | None:
    """Read the review of a table's game after so many rewinds, with so many actions."""
    found: Review | None = await connection.scalar(
        select(reviews.c.review).where(
            reviews.c.table_id == table_id,
            reviews.c.rewinds == rewinds,
            reviews.c.version == version,
        )
    )
    return found


async def keep(
    connection: AsyncConnection, table_id: int, rewinds: int, version: int, review: Review
) -> None:
    """Store the review of a game in the place of any older one."""
    row = {"table_id": table_id, "rewinds": rewinds, "version": version, "review": review}
    await put(connection, reviews, row)
