"""Nothing of a person comes back by work that was under way when the person's data was deleted: for
every table of the database in which a person can stand, what writes it is held up while that
happens."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial

import pytest
from sqlalchemy import text

from bot import statistics
from bot.leagues import privacy
from bot.leagues.people import list_substitute, sign_off, sign_up
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.model.computers import Puzzle
from bot.model.figures import Counted
from bot.model.league import Ban, LeagueTable, PersonRating, RatingStep
from bot.model.notes import TableGivenUp
from bot.model.server import AuditEntry
from bot.store import Store, moderation, outbox, puzzles, stats
from bot.store import leagues as stored_leagues
from bot.store import tables as stored_tables
from bot.store.database import BEGUN_AFTER, ChangedMeanwhileError
from bot.store.privacy import PERSONAL
from bot.store.schema import WRITTEN_OF_PEOPLE, metadata
from bot.tables import Moderator, Person, PersonSettings, Tables
from tests.leagues.changes import create_league, create_season
from tests.statistics.games import store_game
from tests.tables.acts import end_game, join, open_lobby, set_person_settings, start
from tests.tables.playing import Clock

pytestmark = pytest.mark.usefixtures("one_moderator")
ANA = Person(100_200_300_400_500_601, "Ana Maria")
BEN = Person(100_200_300_400_500_602, "Benedict")
MAYA = Moderator(100_200_300_400_500_699, 1)
TODAY = date(2030, 1, 2)
Writes = Callable[[], Awaitable[object]]


@pytest.fixture
def leagues(store: Store, clock: Clock) -> Leagues:
    """The service that deletes personal data."""
    return Leagues(store, now=clock)


# --- what writes, each prepared up to the moment in which it would write of Ana -------------------


async def _settings(tables: Tables, leagues: Leagues) -> Writes:
    return partial(set_person_settings, tables, ANA.id, PersonSettings(way="direct"))


async def _try(tables: Tables, leagues: Leagues) -> Writes:
    await tables.store.write(puzzles.add, [("one", _PUZZLE)])
    return partial(tables.store.write, puzzles.begin, ANA.id, 1, TODAY, 1)


async def _mistake(tables: Tables, leagues: Leagues) -> Writes:
    return partial(tables.store.write, puzzles.add, [("7.1.1", _PUZZLE)], ANA.id, TODAY)


async def _lobby(tables: Tables, leagues: Leagues) -> Writes:
    return partial(open_lobby, tables, 1, 700, ANA)


async def _seat(tables: Tables, leagues: Leagues) -> Writes:
    table = await open_lobby(tables, 1, 700, BEN)
    return partial(join, tables, table.id, ANA)


async def _season(leagues: Leagues) -> int:
    league = await create_league(leagues, 1, "The long count")
    return (await create_season(leagues, league.id, SeasonSettings("One"), by=1)).id


async def _sign_up(tables: Tables, leagues: Leagues) -> Writes:
    return partial(sign_up, leagues, await _season(leagues), ANA.id)


async def _drawn(tables: Tables, leagues: Leagues) -> Writes:
    season = await _season(leagues)
    drawn = LeagueTable(season, 1, 0, 0, (ANA.id, BEN.id), "waiting")
    return partial(tables.store.write, stored_leagues.put_tables, [drawn])


async def _ban(tables: Tables, leagues: Leagues) -> Writes:
    await _season(leagues)
    return partial(tables.store.write, stored_leagues.ban, Ban(1, ANA.id, None, "?", leagues.now()))


async def _ratings(tables: Tables, leagues: Leagues) -> Writes:
    step = RatingStep(await _season(leagues), 1, PersonRating(ANA.id, 2, 25.0, 8.0, 1))
    return partial(tables.store.write, stored_leagues.replace_ratings, 1, [step])


async def _act(tables: Tables, leagues: Leagues) -> Writes:
    about = {"user_id": ANA.id, "name": ANA.name}
    entry = AuditEntry(0, 1, None, tables.now(), MAYA.id, "ban", "?", about, own_table=False)
    return partial(tables.store.write, moderation.add, entry)


async def _note(tables: Tables, leagues: Leagues) -> Writes:
    table = await open_lobby(tables, 1, 700, BEN)
    note = TableGivenUp(None, ANA.id)
    return partial(tables.store.write, outbox.add, [note], table_id=table.id)


async def _turn(tables: Tables, leagues: Leagues) -> Writes:
    """A change of a table that is read before Ana's game there is over: her turn, her rewind."""
    table = await open_lobby(tables, 1, 700, BEN)
    await join(tables, table.id, ANA)
    table = await start(tables, table.id, BEN)
    await end_game(tables, table.id, MAYA, "Late.", counts=True)
    read = (await tables.read(table.id)).table
    wanted = replace(read, revision=read.revision + 1)
    return partial(tables.store.write, stored_tables.save, read, wanted)


async def _counted(tables: Tables, leagues: Leagues) -> Writes:
    await store_game(tables.store, (BEN.id, ANA.id), 101)
    [one] = await tables.store.read(stats.to_count, most=1)
    game = await statistics._counted(tables, one)
    assert isinstance(game, Counted) and ANA.id in [seat.user_id for seat in game.seats]
    return partial(tables.store.write, stats.count, one.table_id, one.revision, game)


_PUZZLE = Puzzle("a line", 5, "food", ())
WRITERS: Mapping[str, Callable[[Tables, Leagues], Awaitable[Writes]]] = {
    "people": _settings, "tries": _try, "puzzles": _mistake, "tables": _lobby,
    "seats": _seat, "season_events": _sign_up, "league_tables": _drawn, "league_bans": _ban,
    "ratings": _ratings, "rating_changes": _ratings, "moderation": _act, "outbox": _note,
    "events": _turn, "undone": _turn, "rewinds": _turn, "counted_seats": _counted,
    "figures": _counted,
}  # fmt: skip
"""By the name of the table that is written. `server_ratings` is in tests/statistics, beside the
thread in which they are calculated."""


def test_every_table_with_a_person_is_among_them() -> None:
    """A new one fails here until what writes it is held against deletions."""
    assert {*WRITERS, "server_ratings"} == {column.table.name for column in PERSONAL}
    assert {one.name for one in WRITTEN_OF_PEOPLE} <= WRITERS.keys()


async def found(store: Store) -> set[str]:
    """The tables in which Ana stands."""
    places = set()
    async with store.engine.connect() as connection:
        for name in metadata.tables:
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).mappings():
                if str(ANA.id) in str([*row.values()]) or ANA.name in str([*row.values()]):
                    places.add(name)
    return places


@pytest.mark.parametrize("table", WRITERS)
async def test_who_deletes_meanwhile_does_not_come_back(
    tables: Tables, leagues: Leagues, table: str
) -> None:
    store = tables.store
    writes = await WRITERS[table](tables, leagues)
    store.begin_work()
    await asyncio.create_task(_delete(leagues))
    with pytest.raises(ChangedMeanwhileError):
        await writes()
    assert await found(store) == set()
    store.begin_work()  # what begins now is another matter, unless it still has what it read
    if table in {one.name for one in WRITTEN_OF_PEOPLE}:
        await writes()
        assert table in await found(store)


async def _delete(leagues: Leagues) -> None:
    BEGUN_AFTER.set(leagues.store.erased)
    assert isinstance(await privacy.forget(leagues, ANA.id), privacy.Forgotten)


async def test_everything_counts_as_deleted(tables: Tables, leagues: Leagues) -> None:
    """Whatever it was: "there was nothing" is said only where there was nothing."""
    for table in ("people", "tries", "puzzles", "outbox"):
        await (await WRITERS[table](tables, leagues))()
        assert await privacy.forget(leagues, ANA.id), table
        assert not await privacy.forget(leagues, ANA.id), table


async def test_a_log_read_before_is_read_anew(tables: Tables, leagues: Leagues) -> None:
    """Also by another process, which hears of the deletion later, if at all."""
    season = await _season(leagues)
    await sign_up(leagues, season, ANA.id)
    await sign_up(leagues, season, BEN.id)
    other = Leagues(tables.store, now=leagues.now)
    await sign_off(leagues, season, ANA.id)
    await list_substitute(leagues, season, ANA.id, on=True)
    assert (await other.read(season)).state.substitutes == (ANA.id,)
    assert await privacy.forget(leagues, ANA.id)
    [instead] = (await other.read(season)).state.substitutes
    assert instead < 0
