"""A check of stored seasons: each is derived again from its log, and compared with the data stored
beside it."""

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
    """The result of checking one stored season."""

    season: int
    """The season's id."""
    differences: tuple[str, ...]
    """The differences, a sentence each, for whoever runs the bot; empty for none."""


async def check_seasons(store: Store) -> AsyncIterator[CheckedSeason]:
    """Read the logs of all seasons again. A long one blocks for a second, so do not use it in a
    running bot. Each is read at one moment, so a bot may run on the same database."""
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
    return list(_stored_differences(record, season, tables))


def _first_impossible(log: Sequence[SeasonEvent]) -> str:
    season = Season()
    for event in log:
        try:
            season = replay([from_written(event.kind, event.written)], season)
        except (Refusal, *NOT_TO_BE_PLAYED):
            return f"Event {event.n + 1} of {len(log)} ({event.kind}) cannot happen."
    return "Its events cannot happen in this order."


def _stored_differences(
    record: SeasonRecord, season: Season, tables: Sequence[LeagueTable]
) -> Iterator[str]:
    """List stored data beside the log that does not agree with it."""
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
