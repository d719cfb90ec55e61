"""Counting finished games: the facts of each are found from its log, and added to the figures.

Nothing is counted when a game ends. A sweep finds the finished tables that are not counted, and
those that changed since they were (corrected, rewound, set back to play on), and counts each in one
transaction. So games from before there were statistics are counted little by little, and a program
that is killed loses nothing.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from bot.engine import IllegalAction
from bot.engine.game_facts import GameFacts, game_facts
from bot.model.figures import Counted, Seated
from bot.model.table import Event, Table
from bot.notation.games import NOT_TO_BE_PLAYED
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.statistics import rating
from bot.store import counted_games, log, moderation
from bot.store import tables as stored
from bot.store.counted_games import ToCount
from bot.store.database import ChangedMeanwhileError
from bot.tables import Tables
from bot.tables.looking_back import DECIDING, decided

A_FEW = 20
"""The most tables that are looked for at a time."""
REST = 0.02
"""The seconds between two tables, so that people who play come first."""
logger = structlog.get_logger(__name__)


async def count_games(tables: Tables, *, rest: float = REST) -> int:
    """Count all tables that are due, one after the other; return their number. One that fails is
    logged, and tried again with the next sweep; the others need not wait."""
    done, after = 0, 0
    async with tables.alone("statistics", str(tables.shards)):
        while found := await tables.store.read(
            counted_games.to_count, tables.shards, most=A_FEW, after=after
        ):
            for one in found:
                after = one.table_id
                try:
                    await count_table(tables, one)
                    done += 1
                except ChangedMeanwhileError:
                    pass
                except Exception as error:  # whatever it is, the next games need not wait
                    logger.error("game not counted", table=one.table_id, reason=repr(error))
                await asyncio.sleep(rest)
    if done:
        logger.info("games counted", games=done)
    return done


async def count_table(tables: Tables, one: ToCount) -> None:
    """Count one table as it is now. Raises ChangedMeanwhileError if it has just changed."""
    game = await _counted(tables, one) if one.over else None
    async with tables.store.transaction() as writing:
        before = await writing.run(counted_games.count, one.table_id, one.revision, game)
        if before != game:
            await rating.follow(writing, before, game)


async def _counted(tables: Tables, one: ToCount) -> Counted | None:
    """Find the facts of a finished game. None if it does not count: it began in a position, a
    moderator ended it early, or today's rules cannot replay it."""
    async with tables.store.transaction(read_only=True) as snapshot:
        table = await snapshot.run(stored.by_id, one.table_id)
        if table is None or table.revision != one.revision:
            raise ChangedMeanwhileError
        if table.options.position:
            return None
        entry = await snapshot.run(moderation.latest_done, table.id, DECIDING)
        setup = await snapshot.run(log.setup, table.id)
        events = await snapshot.run(log.events_between, table.id, 0, table.version)
    facts = await in_thread(_facts, table, setup, events)
    if facts is None or not events:
        return None
    standings = [
        {"seat": seat, "place": own.place, "points4": own.points4, "workers_on_gears": own.on_gears}
        for seat, own in enumerate(facts.seats)
    ]
    result = sorted(decided(table, standings, entry).standings, key=lambda row: row["seat"])
    if [row["seat"] for row in result] != [seat.seat for seat in table.seats]:
        return None
    first, last = events[0].at, events[-1].at
    assert first is not None and last is not None
    return Counted(
        table_id=table.id,
        guild_id=table.guild_id or 0,
        league_id=one.league_id,
        season_id=one.season_id,
        finished_at=last,
        minutes=round((last - first).total_seconds() / 60),
        facts=facts,
        seats=tuple(
            Seated(
                row["place"],
                row["points4"],
                seat.user_id,
                _did_most(seat.seat, seat.user_id, events),
            )
            for row, seat in zip(result, table.seats, strict=True)
        ),
    )


def _facts(table: Table, setup: Mapping[str, Any], events: Sequence[Event]) -> GameFacts | None:
    try:
        return game_facts(
            {**setup, "rules": table.rules},
            [(event.seat, sys.intern(event.action)) for event in events],
        )
    except (IllegalAction, Refusal, *NOT_TO_BE_PLAYED):
        logger.error("game cannot be counted", table=table.id, rules=table.rules)
        return None


def _did_most(seat: int, user_id: int | None, events: Sequence[Event]) -> bool:
    """Whether this person confirmed more than half of a seat's answers."""
    there = [event.user_id for event in events if event.seat == seat]
    return user_id is not None and 2 * there.count(user_id) > len(there)
