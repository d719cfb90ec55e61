"""The repository of reviews, which a computer makes of finished games, and of watchers' guesses."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.advice import Review
from bot.model.table import Guess
from bot.store.database import put
from bot.store.schema import guesses, reviews


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


async def put_guess(connection: AsyncConnection, table_id: int, guess: Guess) -> None:
    """Store a person's guess in the place of an earlier one."""
    who = {"table_id": table_id, "user_id": guess.person}
    await put(connection, guesses, {**who, "seat": guess.seat, "points": guess.points})


async def guesses_of(connection: AsyncConnection, table_id: int) -> list[Guess]:
    """List the guesses about a table's game."""
    found = select(guesses).where(guesses.c.table_id == table_id).order_by(guesses.c.user_id)
    return [Guess(*row[1:]) for row in await connection.execute(found)]
