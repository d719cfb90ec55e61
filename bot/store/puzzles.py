"""The repository of reviews, which a computer makes of finished games, and of puzzles, turns taken
from such games, with what people made of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.computers import AT_LEAST, Advised, Puzzle, PuzzleTheme, Review, Try, next_of
from bot.model.notes import DayChannelLost, TurnOfDay
from bot.store import outbox, rows, settings
from bot.store.database import OF_NOBODY
from bot.store.schema import judgements, puzzles, reviews, seats, tables, tries


async def kept_review(
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


async def keep_review(
    connection: AsyncConnection, table_id: int, rewinds: int, version: int, review: Review
) -> None:
    """Store the review of a game in the place of any older one."""
    row = {"table_id": table_id, "rewinds": rewinds, "version": version, "review": review}
    await rows.put(connection, reviews, [row])


POSTED = "puzzle_posted"
"""The setting of a server that names the last day whose turn was posted there, as 2026-03-28."""
EVERYBODY = 0
"""Stored instead of a person's id with the puzzles of days."""
_PUZZLE = rows.columns(puzzles, Puzzle)
_LEFT = (puzzles.c.user_id == EVERYBODY, puzzles.c.day.is_(None))
_TRY = rows.columns(tries, Try)


async def add(
    connection: AsyncConnection, found: Iterable[tuple[str, Puzzle]], user_id: int = EVERYBODY,
    due: date | None = None,
) -> None:  # fmt: skip
    """Store puzzles by their sources, except those that are stored already. A person's own mistakes
    come back on the day `due`; None for never."""
    for source, one in found:
        new = rows.insert_into(connection, puzzles).values(
            user_id=user_id, source=source, position=one.position, rules=one.rules,
            theme=one.theme, ways=one.ways, lost=one.lost, due=due, stage=0,
        )  # fmt: skip
        new = new.on_conflict_do_nothing(index_elements=["user_id", "source"])
        nobody = OF_NOBODY if user_id == EVERYBODY else {}
        await connection.execute(new.execution_options(**nobody))


async def by_id(connection: AsyncConnection, puzzle_id: int) -> Puzzle | None:
    """Read a puzzle; None if there is none."""
    return await rows.first(connection, Puzzle, select(*_PUZZLE).where(puzzles.c.id == puzzle_id))


async def note(connection: AsyncConnection, puzzle_id: int, values: Mapping[str, Any]) -> None:
    """Change these columns of a puzzle."""
    await connection.execute(update(puzzles).where(puzzles.c.id == puzzle_id).values(**values))


async def of_day(connection: AsyncConnection, day: date) -> int | None:
    """Find the puzzle of a day; None while there is none."""
    found: int | None = await connection.scalar(select(puzzles.c.id).where(puzzles.c.day == day))
    return found


async def counted(connection: AsyncConnection) -> tuple[int, int]:
    """Count the puzzles that had their day, and those that have none yet."""
    counts = select(func.count(puzzles.c.day), func.count())
    used, whole = (await connection.execute(counts.where(puzzles.c.user_id == EVERYBODY))).one()
    return used, whole - used


async def left(connection: AsyncConnection) -> Counter[PuzzleTheme]:
    """Count the puzzles that had no day yet by their themes."""
    counts = select(puzzles.c.theme, func.count().label("number")).group_by(puzzles.c.theme)
    found = await connection.execute(counts.where(*_LEFT))
    return Counter({row.theme: row.number for row in found})


async def take(connection: AsyncConnection, day: date) -> None:
    """Give a day its puzzle, unless it has one: of those that are left the one that `next_of`
    chooses. Nothing happens where none is left."""
    if await of_day(connection, day) is not None:
        return
    every = select(*_PUZZLE).where(puzzles.c.user_id == EVERYBODY)
    newest = every.where(puzzles.c.day < day).order_by(puzzles.c.day.desc()).limit(AT_LEAST)
    past = await rows.every(connection, Puzzle, newest)
    ready = await rows.every(connection, Puzzle, every.where(*_LEFT).order_by(puzzles.c.id))
    if ready:
        index = next_of([one.kind for one in past], [one.kind for one in ready])
        await note(connection, ready[index].id, {"day": day})


async def past(
    connection: AsyncConnection, user_id: int, first: date, last: date
) -> Sequence[tuple[date, float | None]]:
    """List the days of a time that had a puzzle, the latest first, each with the points that a
    person lost; None where that person was not judged."""
    mine = and_(tries.c.puzzle == puzzles.c.id, tries.c.user_id == user_id)
    found = await connection.execute(
        select(puzzles.c.day, tries.c.lost)
        .outerjoin(tries, mine)
        .where(puzzles.c.day.between(first, last))
        .order_by(puzzles.c.day.desc())
    )
    return [(row.day, row.lost) for row in found]


async def of_days(connection: AsyncConnection, last: date, most: int) -> Sequence[Puzzle]:
    """List the puzzles of at most `most` days, the `last` one first."""
    query = select(*_PUZZLE).where(puzzles.c.user_id == EVERYBODY, puzzles.c.day <= last)
    return await rows.every(connection, Puzzle, query.order_by(puzzles.c.day.desc()).limit(most))


async def must_post(connection: AsyncConnection, guild_id: int, day: date, at: datetime) -> None:
    """Add the note that a server is told the turn of this day, unless it was added for it
    before."""
    chosen = await settings.get(connection, "guild", guild_id)
    if chosen.get(POSTED) != f"{day}":
        await settings.change(connection, "guild", guild_id, {POSTED: f"{day}"}, at=at)
        await outbox.add(connection, [TurnOfDay(day)], guild_id=guild_id)


async def channel_lost(
    connection: AsyncConnection, guild_id: int, channel_id: int, at: datetime
) -> None:
    """Take back the choice of a channel that is gone for the turn of the day, and add a note that
    says so. Nothing happens if another channel was chosen meanwhile."""
    chosen = await settings.get(connection, "guild", guild_id)
    if chosen.get("puzzle_channel") == channel_id:
        await settings.change(connection, "guild", guild_id, {"puzzle_channel": None}, at=at)
        await outbox.add(connection, [DayChannelLost()], guild_id=guild_id)


async def judged(
    connection: AsyncConnection, puzzle_id: int, turn: str
) -> tuple[float, Advised | None] | None:
    """Read the points that a turn at a puzzle loses, and its facts, None if the computer failed.
    `turn` is the name of the position it leads to. None while nobody has tried it."""
    of_it = (judgements.c.puzzle == puzzle_id, judgements.c.turn == turn)
    found = await connection.execute(select(judgements.c.lost, judgements.c.facts).where(*of_it))
    row = found.first()
    return None if row is None else (row.lost, row.facts)


async def keep_judged(
    connection: AsyncConnection, puzzle_id: int, turn: str, lost: float, facts: Advised | None
) -> None:
    """Store a judgement, unless there is one, or the puzzle is gone."""
    new = rows.insert_into(connection, judgements).from_select(
        ["puzzle", "turn", "lost", "facts"],
        select(
            puzzles.c.id, literal(turn), literal(lost), literal(facts, judgements.c.facts.type)
        ).where(puzzles.c.id == puzzle_id),
    )
    await connection.execute(new.on_conflict_do_nothing())


async def tried(connection: AsyncConnection, user_id: int, puzzle_id: int) -> Try | None:
    """Read a person's try at a puzzle; None if there is none."""
    mine = select(*_TRY).where(tries.c.user_id == user_id, tries.c.puzzle == puzzle_id)
    return await rows.first(connection, Try, mine)


async def begin(
    connection: AsyncConnection, user_id: int, puzzle_id: int, day: date | None, guild_id: int
) -> None:
    """Begin a try, unless there is one; without a `day` it counts for none."""
    new = rows.insert_into(connection, tries).values(
        user_id=user_id, puzzle=puzzle_id, guild_id=guild_id, day=day, prepared=(), revision=0,
        shared=False,
    )  # fmt: skip
    await connection.execute(new.on_conflict_do_nothing())


async def change(
    connection: AsyncConnection, user_id: int, old: Try, values: Mapping[str, Any]
) -> bool:
    """Change a try that is as it was read; False if it has changed meanwhile."""
    same = (tries.c.user_id == user_id, tries.c.puzzle == old.puzzle)
    changed = update(tries).where(*same, tries.c.revision == old.revision)
    done = await connection.execute(changed.values(revision=old.revision + 1, **values))
    return bool(done.rowcount)


async def days(connection: AsyncConnection, user_id: int) -> Sequence[date | None]:
    """List the days of a person's judged tries; None for each that counts for no day."""
    judged = select(tries.c.day).where(tries.c.user_id == user_id, tries.c.lost.is_not(None))
    return (await connection.scalars(judged)).all()


async def sums(connection: AsyncConnection, first: date, last: date, guild_id: int) -> list[Any]:
    """Sum up the tries of some days for each person of a server (`whose`): `tries`, how many lost
    nothing (`found`) and the `mean` of the points lost."""
    found = await connection.execute(
        select(
            tries.c.user_id.label("whose"),
            func.count().label("tries"),
            func.count().filter(tries.c.lost == 0).label("found"),
            func.avg(tries.c.lost).label("mean"),
        )
        .where(tries.c.day.between(first, last), tries.c.lost.is_not(None))
        .where(tries.c.guild_id == guild_id)
        .group_by(tries.c.user_id)
    )
    return list(found)


async def reviews_of(connection: AsyncConnection, user_id: int) -> list[Any]:
    """List the reviews of a person's games as they are now: `table_id`, `seat`, `review`, and when
    the game ended (`updated_at`)."""
    found = await connection.execute(
        select(reviews.c.table_id, seats.c.seat, reviews.c.review, tables.c.updated_at)
        .join(seats, seats.c.table_id == reviews.c.table_id)
        .join(tables, tables.c.id == reviews.c.table_id)
        .where(seats.c.user_id == user_id, tables.c.status == "finished")
        .where(reviews.c.rewinds == tables.c.rewinds, reviews.c.version == tables.c.version)
    )
    return list(found)


async def mistakes(connection: AsyncConnection, user_id: int) -> list[Any]:
    """Read `source`, `id`, `theme`, `lost`, `due` and `stage` of a person's mistakes."""
    shown = (puzzles.c[name] for name in ("source", "id", "theme", "lost", "due", "stage"))
    return list(await connection.execute(select(*shown).where(puzzles.c.user_id == user_id)))
