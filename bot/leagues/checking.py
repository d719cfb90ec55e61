"""Whether stored seasons are what their logs lead to: each is gone through again from its log, and
compared with what was kept beside it."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass

from bot.leagues.season_transaction import ended_as
from bot.model.league import LeagueTable, SeasonEvent, SeasonRecord
from bot.notation.games import NOT_TO_BE_PLAYED
from bot.refusal import Refusal
from bot.seasons.applying import replay
from bot.seasons.events import from_written
from bot.seasons.season import Season
from bot.store import Store
from bot.store import leagues as stored
from bot.tables.checking import UNREADABLE, is_gapless


@dataclass(frozen=True)
class CheckedSeason:
    """A stored season whose log was gone through again."""

    season: int
    """Its id."""
    differences: tuple[str, ...]
    """What differs, a sentence each, for whoever runs the bot; empty where nothing does."""


async def check_seasons(store: Store) -> AsyncIterator[CheckedSeason]:
    """Go through the logs of all seasons again. Long ones take a second in which nothing else is
    done: not for a bot that runs. Each is read in one look, so a bot may go on in the same
    database."""
    for season_id in await store.read(stored.season_ids):
        try:
            async with store.transaction(read_only=True) as snapshot:
                record = await snapshot.run(stored.season, season_id)
                log = await snapshot.run(stored.events_from, season_id)
                tables = await snapshot.run(stored.tables_of, season_id)
        except NOT_TO_BE_PLAYED:
            yield CheckedSeason(season_id, (UNREADABLE,))
            continue
        if record is not None:
            yield CheckedSeason(record.id, tuple(_differences(record, log, tables)))


def _differences(
    record: SeasonRecord, log: Sequence[SeasonEvent], tables: Sequence[LeagueTable]
) -> list[str]:
    if not is_gapless([event.n for event in log], record.version):
        return [f"The log should hold {record.version} events, and holds {len(log)}."]
    try:
        season = replay([from_written(event.kind, event.written) for event in log])
    except (Refusal, *NOT_TO_BE_PLAYED):
        return [_first_impossible(log)]
    return list(_kept_otherwise(record, season, tables))


def _first_impossible(log: Sequence[SeasonEvent]) -> str:
    season = Season()
    for event in log:
        try:
            season = replay([from_written(event.kind, event.written)], season)
        except (Refusal, *NOT_TO_BE_PLAYED):
            return f"Event {event.n + 1} of {len(log)} ({event.kind}) cannot happen."
    return "Its events cannot happen in this order."


def _kept_otherwise(
    record: SeasonRecord, season: Season, tables: Sequence[LeagueTable]
) -> Iterator[str]:
    """What is stored beside the log and is not what the log leads to."""
    status = "finished" if season.phase == "cancelled" else season.phase
    if status != record.status:
        yield f"The season is {status} by its log, and stored as {record.status}."
    kept = {table.number: table for table in tables}
    for number in sorted({*kept, *season.tables}):
        if number not in season.tables:
            yield f"Table {number} is stored, and not in the log."
            continue
        if number not in kept:
            yield f"Table {number} is in the log, and not stored."
            continue
        drawn, table, end = season.tables[number], kept[number], ended_as(season, number)
        if (table.division, table.round, table.entries) != (
            drawn.division, drawn.round, tuple(drawn.entries),
        ):  # fmt: skip
            yield f"Table {number} is stored with others than were drawn."
        elif (end or table.status) != table.status:
            yield f"Table {number} is {end} by the log, and stored as {table.status}."
        elif end is None and table.status not in ("waiting", "playing"):
            yield f"Table {number} is open by the log, and stored as {table.status}."
