"""Statistics of finished games: counting them, ratings of people, and figures as files, a table for
spreadsheets and JSON for programs.

Nothing is counted at the moment when a game ends. A sweep looks for finished tables that are not
counted, or changed since they were (corrected, rewound, set back to play on), and counts each in
one transaction: it finds the facts of the game from its log and adds them to the figures. So games
from before there were statistics are counted little by little, and a program that is killed loses
nothing.

Ratings of people on a server, outside of leagues, are kept where the server wants them. They are
calculated as in leagues (`bot.seasons.results`): from the order at the end among the people who
confirmed more than half of their seat's answers, without computers, if there are at least two. But
a person has one rating for all numbers of players: in a group of changing size it would take years
until each of four ratings meant anything, and how many others somebody has beaten says as much at
every table.

The newest game is rated in the transaction in which it is counted. If a game is added between
others, changes or goes, the mark of its server moves back to before it. From there a sweep makes
the ratings anew, some games at a time; if the program stops, it goes on at the mark. So games from
before a server switched its ratings on are rated, too.
"""

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import structlog

from bot.engine import IllegalAction
from bot.engine.game_facts import GameFacts, game_facts
from bot.model.figures import LEAST_GAMES, SHARE, Counted, Figures, Seated, mean, winners_mean, wins
from bot.model.table import Event, Table
from bot.notation.games import NOT_TO_BE_PLAYED
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons.results import Rating, rate
from bot.spreadsheet import Cell, Sheet
from bot.store import log, moderation, stats
from bot.store import tables as stored
from bot.store.database import ChangedMeanwhileError, Transaction
from bot.store.stats import Mark, Ranked, Step, ToCount
from bot.tables import Tables
from bot.tables.looking_back import DECIDING, decided

RATED_AT_ONCE = 50
"""The most games rated in one step."""
REST_OF_RATING = 0.05
"""The pause between two such steps, in seconds, so that people who play come first."""
logger = structlog.get_logger(__name__)


async def follow_ratings(
    writing: Transaction, before: Counted | None, game: Counted | None
) -> None:
    """Bring the server's ratings up to date, in the transaction that changes how a game is counted.
    `before` and `game` are what was and is counted; None: nothing."""
    for one in (before, game):
        if one is not None and _is_rated(one):
            await writing.run(
                stats.take_back_ratings, one.guild_id, Mark(one.finished_at, one.table_id)
            )
    if game is None or not _is_rated(game):
        return
    mark = await writing.run(stats.mark_of, game.guild_id)
    if mark is None:
        return
    waiting = await writing.run(stats.games_after, game.guild_id, mark, most=2)
    if [one.at.table_id for one in waiting] == [game.table_id]:
        known = await writing.run(stats.ratings_before, game.guild_id, waiting)
        steps = rated(waiting, _by_person(known))
        await writing.run(stats.add_ratings, game.guild_id, mark, waiting[0].at, steps)


def _is_rated(game: Counted) -> bool:
    return bool(game.guild_id) and game.league_id is None


async def rate_servers(tables: Tables, *, rest: float = REST_OF_RATING) -> int:
    """Rate all counted games of this process's servers; return how many. `rest` is the pause
    between two steps in seconds. A server that fails is logged, and tried again with the next
    sweep."""
    done = 0
    async with tables.alone("ratings", str(tables.shards)):
        await tables.store.write(stats.keep_ratings, tables.shards)
        for guild_id in await tables.store.read(stats.servers_behind, tables.shards):
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
    """Rate the next games of a server; return how many. Raises ChangedMeanwhileError if the games,
    or the mark of the ratings, have just changed."""
    async with tables.store.transaction(read_only=True) as snapshot:
        mark = await snapshot.run(stats.mark_of, guild_id)
        if mark is None:
            return 0
        games = await snapshot.run(stats.games_after, guild_id, mark, most=RATED_AT_ONCE)
        if not games:
            return 0
        known = await snapshot.run(stats.ratings_before, guild_id, games)
    steps = await in_thread(rated, games, _by_person(known))
    async with tables.store.transaction() as writing:
        # A person in them may have been forgotten: then nothing may be written under the old id.
        now = await writing.run(stats.games_after, guild_id, mark, most=RATED_AT_ONCE)
        if now != games:
            raise ChangedMeanwhileError
        await writing.run(stats.add_ratings, guild_id, mark, games[-1].at, steps)
    return len(games)


def rated(games: Sequence[Ranked], known: Mapping[int, Rating]) -> list[Step]:
    """The ratings after each of these games, in order, as steps; `known` are the ratings before, by
    person. Games with fewer than two people are left out."""
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
    """The rating after a step."""
    return Rating(step.mu, step.sigma, step.games)


def _by_person(steps: Sequence[Step]) -> dict[int, Rating]:
    return {one.user_id: rating_of(one) for one in steps}


COUNTED_AT_ONCE = 20
"""The most tables that one query looks for."""
REST_OF_COUNTING = 0.02
"""The pause between two tables, in seconds, so that people who play come first."""


async def count_games(tables: Tables, *, rest: float = REST_OF_COUNTING) -> int:
    """Count all tables that are due, one after the other; return how many. `rest` is the pause
    between two in seconds. One that fails is logged, and tried again with the next sweep."""
    done, after = 0, 0
    async with tables.alone("statistics", str(tables.shards)):
        while found := await tables.store.read(
            stats.to_count, tables.shards, most=COUNTED_AT_ONCE, after=after
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
        before = await writing.run(stats.count, one.table_id, one.revision, game)
        if before != game:
            await follow_ratings(writing, before, game)


async def _counted(tables: Tables, one: ToCount) -> Counted | None:
    """The facts of a finished game; None if it does not count: it began in a position, a moderator
    ended it early, or the rules of now cannot replay it. Raises ChangedMeanwhileError."""
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
    """Whether this person confirmed more than half of the seat's answers."""
    there = [event.user_id for event in events if event.seat == seat]
    return user_id is not None and 2 * there.count(user_id) > len(there)


FORMAT = "tzolkin-statistics 1"
_OF_GAMES = ("rounds", "turns", "length")
_OWN = ("source", "gain", "gear")
_HEADINGS = (
    "players", "what", "name", "games", "seats", "mean", "mean_low", "mean_high", "winners",
    "winners_mean", "winners_low", "winners_high", "wins", "won", "won_low", "won_high",
)  # fmt: skip
_DECIMALS = 4


def figures_sheet(by_players: Mapping[int, Figures]) -> Sheet:
    """A line for each figure and number of players that rests on at least `LEAST_GAMES` games.
    Points are whole ones; `length` is in minutes, `gear` in workers; intervals are of 95 %."""
    return Sheet(_HEADINGS, [tuple(one.values()) for one in _lines_of_figures(by_players)])


def figures_json(by_players: Mapping[int, Figures]) -> str:
    """The lines of `figures_sheet` as JSON."""
    return json.dumps({"format": FORMAT, "figures": list(_lines_of_figures(by_players))}, indent=1)


def _lines_of_figures(by_players: Mapping[int, Figures]) -> Iterator[dict[str, Cell]]:
    for players, figures in by_players.items():
        for key, sums in sorted(figures.items()):
            if sums.games < LEAST_GAMES:
                continue
            per = 1 if key.kind in (*_OF_GAMES, "gear") else 4
            line: dict[str, Any] = dict.fromkeys(_HEADINGS)
            line |= {
                "players": players, "what": key.kind, "name": key.name,
                "games": sums.games, "seats": sums.seats,
            }  # fmt: skip
            line |= zip(
                _HEADINGS[5:8], (round(x / per, _DECIMALS) for x in mean(sums)), strict=True
            )
            if key.kind not in (*_OF_GAMES, *_OWN):
                line |= {"winners": sums.winners, "wins": round(sums.wins60 / SHARE, _DECIMALS)}
                line |= zip(_HEADINGS[13:], (round(x, _DECIMALS) for x in wins(sums)), strict=True)
                if sums.winners >= LEAST_GAMES:
                    won = (round(x / per, _DECIMALS) for x in winners_mean(sums))
                    line |= zip(_HEADINGS[9:12], won, strict=True)
            yield line
