"""Ratings of people on a server, outside leagues, where the server wants them.

They are calculated as in leagues (`bot.seasons.ratings`): by the order at the end among the people
who confirmed more than half in their seats, computers left out, where at least two remain. But a
person has one rating for all numbers of players. A group of changing size would take years until
each of four ratings means anything, and how many others somebody has beaten says as much of it at
every table.

The newest game is rated in the transaction in which it is counted. If a game is added between
others, changes or goes, the mark of its server is set back to before it. From there a sweep makes
the ratings again, some games at a time, and goes on at the mark where the program was stopped. So
games from before a server switched its ratings on are rated, too.
"""

import asyncio
from collections.abc import Mapping, Sequence

import structlog

from bot.model.figures import Counted
from bot.process.long_work import in_thread
from bot.seasons.ratings import Rating, rate
from bot.store import ratings
from bot.store.database import ChangedMeanwhileError, Transaction
from bot.store.ratings import Mark, Ranked, Step
from bot.tables import Tables

A_FEW = 50
"""The most games rated at a time."""
REST = 0.05
"""The seconds between two such steps, so that people who play come first."""
logger = structlog.get_logger(__name__)


async def follow(writing: Transaction, before: Counted | None, game: Counted | None) -> None:
    """Update the server's ratings in the transaction that changes the counting of a game."""
    for one in (before, game):
        if one is not None and _is_rated(one):
            await writing.run(ratings.take_back, one.guild_id, Mark(one.finished_at, one.table_id))
    if game is None or not _is_rated(game):
        return
    mark = await writing.run(ratings.mark_of, game.guild_id)
    if mark is None:
        return
    waiting = await writing.run(ratings.games_after, game.guild_id, mark, most=2)
    if [one.at.table_id for one in waiting] == [game.table_id]:
        known = await writing.run(ratings.ratings_before, game.guild_id, waiting)
        steps = rated(waiting, _by_person(known))
        await writing.run(ratings.add, game.guild_id, mark, waiting[0].at, steps)


def _is_rated(game: Counted) -> bool:
    return bool(game.guild_id) and game.league_id is None


async def rate_servers(tables: Tables, *, rest: float = REST) -> int:
    """Rate all counted games of this process's servers; return their number. A server that fails is
    logged, and tried again with the next sweep."""
    done = 0
    async with tables.alone("ratings", str(tables.shards)):
        await tables.store.write(ratings.keep_up, tables.shards)
        for guild_id in await tables.store.read(ratings.behind, tables.shards):
            try:
                while games := await rate_some(tables, guild_id):
                    done += games
                    await asyncio.sleep(rest)
            except ChangedMeanwhileError:
                pass  # go on from the new mark with the next sweep
            except Exception as error:  # whatever it is, the next servers need not wait
                logger.error("ratings not made", server=guild_id, reason=repr(error))
    if done:
        logger.info("games rated", games=done)
    return done


async def rate_some(tables: Tables, guild_id: int) -> int:
    """Rate the next games of a server; return their number. Raises ChangedMeanwhileError if the
    games, or the mark of the ratings, have just changed."""
    async with tables.store.transaction(read_only=True) as snapshot:
        mark = await snapshot.run(ratings.mark_of, guild_id)
        if mark is None:
            return 0
        games = await snapshot.run(ratings.games_after, guild_id, mark, most=A_FEW)
        if not games:
            return 0
        known = await snapshot.run(ratings.ratings_before, guild_id, games)
    steps = await in_thread(rated, games, _by_person(known))
    async with tables.store.transaction() as writing:
        # A person in them may have been forgotten: then nothing may be written under the old id.
        now = await writing.run(ratings.games_after, guild_id, mark, most=A_FEW)
        if now != games:
            raise ChangedMeanwhileError
        await writing.run(ratings.add, guild_id, mark, games[-1].at, steps)
    return len(games)


def rated(games: Sequence[Ranked], known: Mapping[int, Rating]) -> list[Step]:
    """Calculate the steps of these games, in their order, from the ratings before."""
    now, steps = dict(known), list[Step]()
    for game in games:
        if len(game.people) < 2:
            continue
        after = rate([(now.get(person, Rating()), place) for person, place in game.people])
        for (person, _), rating in zip(game.people, after, strict=True):
            now[person] = rating
            steps.append(Step(person, rating.games, rating.mu, rating.sigma, game.at))
    return steps


def rating_of(step: Step) -> Rating:
    """Read the rating after a step."""
    return Rating(step.mu, step.sigma, step.games)


def _by_person(steps: Sequence[Step]) -> dict[int, Rating]:
    return {one.user_id: rating_of(one) for one in steps}
