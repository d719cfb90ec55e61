"""Lists of open tables: who is asked and since when, in which order, and how they are found."""

from datetime import timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clocks import DaysClock, TimeRules
from bot.model.table import OpenGame, Posted
from bot.store import Store
from bot.store import tables as stored
from bot.store.tables import _IN_SHORT, _with_seat_of
from bot.tables import Options, Table, Tables, finding
from tests.store.databases import on_both
from tests.tables.acts import take_back
from tests.tables.playing import (
    ADA,
    BEN,
    CLEO,
    Clock,
    asked_seats,
    in_play,
    lobby,
    play,
    started,
    user,
)

HOUR = timedelta(hours=1)
SERVER = 1


async def mine(tables: Tables, person: int = ADA.id) -> list[OpenGame]:
    """What somebody is shown."""
    return await finding.games_of(tables, person)


async def game_of(tables: Tables, table: Table) -> OpenGame:
    """A table, as the list of a server has it."""
    found = await finding.games_at_server(tables, SERVER)
    return next(one for one in found if one.id == table.id)


def asked(game: OpenGame, clock: Clock) -> dict[int, float]:
    """By seat, for how many hours it has been asked."""
    return {one.seat: (clock() - one.since) / HOUR for one in game.waited_for if one.since}


async def turn_at(tables: Tables, channel: int, *, ada: bool) -> Table:
    """A game of two in which it is Ada's turn, or Ben's."""
    table = await in_play(tables, channel=channel)
    [seat] = await asked_seats(tables, table.id)
    if (user(table, seat) == ADA.id) != ada:
        await play(tables, table, 1)
    return table


@on_both
async def test_who_is_asked_and_since_when(tables: Tables, clock: Clock) -> None:
    table = await started(tables, 3)
    clock.pass_by(HOUR)
    assert asked(await game_of(tables, table), clock) == {0: 1, 1: 1, 2: 1}
    await play(tables, table, 1)  # one has chosen its tiles, in secret
    clock.pass_by(HOUR)
    left = asked(await game_of(tables, table), clock)
    assert list(left.values()) == [2, 2] and set(left) == set(await asked_seats(tables, table.id))
    while (await tables.game(table.id)).pending[0].kind != "turn":
        await play(tables, table, 1)
    [first] = await asked_seats(tables, table.id)
    clock.pass_by(HOUR)
    assert asked(await game_of(tables, table), clock) == {first: 1}
    await play(tables, table, 1)
    [second] = await asked_seats(tables, table.id)
    clock.pass_by(HOUR)
    assert asked(await game_of(tables, table), clock) == {second: 1}
    version = (await tables.table(table.id)).version
    await take_back(tables, table.id, user(table, first), version)
    assert list(asked(await game_of(tables, table), clock)) == [first]


async def test_what_waits_for_the_person_is_first_by_deadline(tables: Tables, clock: Clock) -> None:
    others = await turn_at(tables, 1, ada=False)
    open_lobby = await lobby(tables, channel=2)
    late = await turn_at(tables, 3, ada=True)
    clock.pass_by(HOUR)
    later = await turn_at(tables, 4, ada=True)
    hurried = await turn_at(tables, 5, ada=True)
    gone = await turn_at(tables, 6, ada=True)
    async with tables.open(hurried.id) as opened:
        opened.change(options=Options(time=TimeRules(DaysClock(2))))
    await play(tables, hurried, 2)  # whoever is asked next has a clock
    async with tables.open(gone.id) as opened:
        opened.change(gone_at=clock())
    order = [late, later, hurried, others, open_lobby, gone]
    found = await mine(tables)
    if found[0].id == hurried.id:  # the same person again
        order = [hurried, late, later, others, open_lobby, gone]
    assert [one.id for one in found] == [one.id for one in order]
    assert [one.id for one in await mine(tables, BEN.id)][-1] == gone.id
    assert await mine(tables, CLEO.id) == []


@on_both
async def test_what_is_stuck_comes_first_and_then_who_waits_longest(
    tables: Tables, store: Store, clock: Clock
) -> None:
    old = await in_play(tables, channel=1)
    clock.pass_by(HOUR)
    new, untold, gone = [await in_play(tables, channel=n) for n in (2, 3, 4)]
    empty = await lobby(tables, channel=5)
    for table in (old, new):
        await store.write(stored.note_told, table.id, Posted(version=table.version))
    async with tables.open(gone.id) as opened:
        opened.change(gone_at=clock())
    assert not finding.stuck(await game_of(tables, untold), clock()), "it may be told any moment"
    clock.pass_by(HOUR)
    found = await finding.games_at_server(tables, SERVER)
    assert [one.id for one in found] == [untold.id, gone.id, old.id, new.id, empty.id]
    assert await finding.games_at_server(tables, SERVER + 1) == []


async def test_a_persons_tables_are_found_by_the_index(store: Store) -> None:
    async def plan(connection: AsyncConnection) -> list[str]:
        query = _IN_SHORT.where(_with_seat_of(ADA.id)).compile(
            connection.engine, compile_kwargs={"literal_binds": True}
        )
        found = await connection.execute(text(f"EXPLAIN QUERY PLAN {query}"))
        return [row.detail for row in found]

    said = await store.read(plan)
    assert [one for one in said if "ix_seats_user_id" in one]
    assert [one for one in said if one.startswith("SCAN")] == []
