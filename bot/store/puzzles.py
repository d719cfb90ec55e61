"""The repository of puzzles, and of what people made of them."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.advice import Advised
from bot.model.puzzles import Mistake, OfPerson, OfServer, Puzzle, Try
from bot.store.database import insert_into
from bot.store.schema import puzzles, reviews, seats, tables, tries

EVERYBODY = 0
_PUZZLE = [puzzles.c[name] for name in ("position", "rules", "theme", "ways", "lost", "id")]
_TRY = [tries.c[name] for name in ("puzzle", "day", "prepared", "revision", "lost", "shared")]


async def add(
    connection: AsyncConnection,
    found: Iterable[tuple[str, Puzzle]],
    *,
    user_id: int = EVERYBODY,
    due: date | None = None,
) -> None:
    """Store puzzles by their sources, but none that there is already. A person's own mistakes come
    back when they are `due`."""
    for source, one in found:
        await connection.execute(
            insert_into(connection, puzzles)
            .values(
                user_id=user_id, source=source, position=one.position, rules=one.rules,
                theme=one.theme, ways=one.ways, lost=one.lost, due=due, stage=0,
            )
            .on_conflict_do_nothing(index_elements=["user_id", "source"])
        )  # fmt: skip


async def by_id(connection: AsyncConnection, puzzle_id: int) -> Puzzle | None:
    """Read a puzzle."""
    row = (await connection.execute(select(*_PUZZLE).where(puzzles.c.id == puzzle_id))).first()
    return None if row is None else Puzzle(**row._mapping)


async def of_day(connection: AsyncConnection, day: date) -> int | None:
    """Find the puzzle of a day; None while there is none."""
    found: int | None = await connection.scalar(select(puzzles.c.id).where(puzzles.c.day == day))
    return found


async def unused(connection: AsyncConnection) -> list[tuple[int, str]]:
    """List the puzzles that have no day yet, each with its theme, the oldest first."""
    found = await connection.execute(
        select(puzzles.c.id, puzzles.c.theme)
        .where(puzzles.c.user_id == EVERYBODY, puzzles.c.day.is_(None))
        .order_by(puzzles.c.id)
    )
    return [(row.id, row.theme) for row in found]


async def counted(connection: AsyncConnection) -> tuple[int, int]:
    """Count the puzzles of days: those that had theirs, and those that have none yet."""
    found = await connection.execute(
        select(func.count(puzzles.c.day), func.count()).where(puzzles.c.user_id == EVERYBODY)
    )
    used, total = found.one()
    return used, total - used


async def take(connection: AsyncConnection, day: date, themes: int) -> None:
    """Give a day its puzzle: the oldest that has none, if possible of a theme that none of the last
    `themes` days had. Nothing happens where it has one, and where none is left."""
    if await of_day(connection, day) is not None:
        return
    last = await connection.scalars(
        select(puzzles.c.theme)
        .where(puzzles.c.day.is_not(None))
        .order_by(puzzles.c.day.desc())
        .limit(themes)
    )
    lately = set(last)
    found = sorted(await unused(connection), key=lambda one: one[1] in lately)
    for puzzle_id, _ in found[:1]:
        await connection.execute(update(puzzles).where(puzzles.c.id == puzzle_id).values(day=day))


async def note_ways(connection: AsyncConnection, puzzle_id: int, ways: tuple[Advised, ...]) -> None:
    """Store the best turns of a puzzle."""
    await connection.execute(update(puzzles).where(puzzles.c.id == puzzle_id).values(ways=ways))


# --- tries ----------------------------------------------------------------------------------------


async def tried(connection: AsyncConnection, user_id: int, puzzle_id: int) -> Try | None:
    """Read a person's try at a puzzle."""
    row = (
        await connection.execute(
            select(*_TRY).where(tries.c.user_id == user_id, tries.c.puzzle == puzzle_id)
        )
    ).first()
    return None if row is None else Try(**row._mapping)


async def begin(
    connection: AsyncConnection, user_id: int, puzzle_id: int, day: date | None, guild_id: int
) -> None:
    """Begin a try, unless there is one already, or one at another puzzle of that day."""
    await connection.execute(
        insert_into(connection, tries)
        .values(
            user_id=user_id, puzzle=puzzle_id, guild_id=guild_id, day=day, prepared=(),
            revision=0, shared=False,
        )
        .on_conflict_do_nothing()
    )  # fmt: skip


async def change(
    connection: AsyncConnection, user_id: int, old: Try, values: Mapping[str, Any]
) -> bool:
    """Change a try that is as it was read; False if it has changed meanwhile."""
    done = await connection.execute(
        update(tries)
        .where(
            tries.c.user_id == user_id,
            tries.c.puzzle == old.puzzle,
            tries.c.revision == old.revision,
        )
        .values(revision=old.revision + 1, **values)
    )
    return bool(done.rowcount)


async def days(connection: AsyncConnection, user_id: int) -> list[date]:
    """List the days whose puzzle a person has tried to the end."""
    found = await connection.scalars(
        select(tries.c.day).where(
            tries.c.user_id == user_id, tries.c.day.is_not(None), tries.c.lost.is_not(None)
        )
    )
    return list(found)


def _since(first: date, last: date) -> Any:
    return tries.c.day.between(first, last) & tries.c.lost.is_not(None)


async def people_of_server(
    connection: AsyncConnection, guild_id: int, first: date, last: date
) -> list[OfPerson]:
    """Sum up the tries of each person of a server from one day to another."""
    found = await connection.execute(
        select(
            tries.c.user_id,
            func.count().label("tries"),
            func.count().filter(tries.c.lost == 0).label("found"),
            func.avg(tries.c.lost).label("mean"),
        )
        .where(tries.c.guild_id == guild_id, _since(first, last))
        .group_by(tries.c.user_id)
    )
    return [OfPerson(**row._mapping) for row in found]


async def servers(connection: AsyncConnection, first: date, last: date) -> list[OfServer]:
    """Sum up the tries of each server."""
    found = await connection.execute(
        select(
            tries.c.guild_id,
            func.count(tries.c.user_id.distinct()).label("people"),
            func.avg(tries.c.lost).label("mean"),
        )
        .where(tries.c.guild_id > 0, _since(first, last))
        .group_by(tries.c.guild_id)
    )
    return [OfServer(**row._mapping) for row in found]


# --- one's own mistakes ---------------------------------------------------------------------------


async def reviews_of(connection: AsyncConnection, user_id: int) -> list[Any]:
    """List the reviews of a person's games as they are now: `table_id`, `seat`, `review`, and when
    the game ended (`updated_at`)."""
    found = await connection.execute(
        select(reviews.c.table_id, seats.c.seat, reviews.c.review, tables.c.updated_at)
        .join(seats, seats.c.table_id == reviews.c.table_id)
        .join(tables, tables.c.id == reviews.c.table_id)
        .where(
            seats.c.user_id == user_id,
            tables.c.status == "finished",
            reviews.c.rewinds == tables.c.rewinds,
            reviews.c.version == tables.c.version,
        )
    )
    return list(found)


async def mistakes(connection: AsyncConnection, user_id: int) -> Mapping[str, Mistake]:
    """Read a person's mistakes, by their sources."""
    found = await connection.execute(
        select(*(puzzles.c[name] for name in ("source", "id", "theme", "lost", "due", "stage")))
        .where(puzzles.c.user_id == user_id)
        .order_by(puzzles.c.id)
    )
    return {row.source: Mistake(row.id, row.theme, row.lost, row.due, row.stage) for row in found}


async def note_due(
    connection: AsyncConnection, puzzle_id: int, due: date | None, stage: int
) -> None:
    """Say when a mistake comes back."""
    await connection.execute(
        update(puzzles).where(puzzles.c.id == puzzle_id).values(due=due, stage=stage)
    )
