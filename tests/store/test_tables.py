"""The repositories of tables, of their logs and of the outbox."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clocks import AWAKE, DaysClock, ask, new_clock
from bot.model.computers import ORDINARY, Computer
from bot.model.notes import (
    NOTES,
    CallModerators,
    CallSeat,
    DayChannelLost,
    GameGoesOn,
    LeagueMoved,
    NoResult,
    Note,
    SeatNote,
    SignUpOpened,
    TimeOver,
    from_json,
    to_json,
)
from bot.model.table import (
    Event,
    Options,
    PlannedTurn,
    Posted,
    PostedCall,
    RestsOn,
    Rewound,
    Seat,
    SeatPlan,
    Table,
    TurnInPreparation,
)
from bot.store import Store, leagues, log, outbox, tables
from bot.store.database import ChangedMeanwhileError, ChannelBusyError, downgrade, upgrade
from bot.store.schema import events, seats, undone
from bot.store.schema import tables as tables_table
from bot.tables import Tables
from tests.store.databases import on_both
from tests.store.rows import ADA, BEN, COMPUTER, LATER, NOON, SEAL, game, lobby, read, save, turn
from tests.tables.acts import notes_of, open_lobby
from tests.tables.playing import ADA as HOST
from tests.tables.playing import CHANNEL

# --- The repository of tables ---------------------------------------------------------------------
# Read as a whole, written only by those who have read its latest state.

PLAN = SeatPlan(
    (
        (PlannedTurn(("place tikal",), RestsOn((("tikal", 0),), {"corn": (3, 3)}, 2)),),
        (PlannedTurn(),),
    ),
    plays=True,
    extra=2,
)


@on_both
async def test_new_lobby(store: Store) -> None:
    row = await lobby(store)

    assert row == Table(
        id=row.id,
        guild_id=1,
        channel_id=7,
        status="lobby",
        host_id=101,
        options=Options(theme="light"),
        abandon_votes=frozenset(),
        revision=0,
        version=0,
        rules=None,
        created_at=NOON,
        updated_at=NOON,
        seats=(ADA, BEN, COMPUTER),
        commitment=SEAL,
    )


@on_both
async def test_what_the_channel_was_told_only_grows(store: Store) -> None:
    async def told() -> list[int | None]:
        async with store.engine.connect() as connection:
            rows = [await tables.by_id(connection, row.id) for row in (playing, waiting)]
        return [row and row.posted.version for row in rows]

    async def untold() -> list[int]:
        return await store.read(tables.not_announced)

    waiting = await lobby(store, channel=8)
    playing = await game(store)
    assert (await told(), await untold()) == ([None, None], [playing.id])
    await store.write(tables.note_told, playing.id, Posted(version=0))
    assert (await told(), await untold()) == ([0, None], [])
    playing = await turn(store, playing, 0, "keep a b")
    assert await untold() == [playing.id]
    for version in (playing.version, playing.version - 1, 0):
        await store.write(tables.note_told, playing.id, Posted(version=version))
        assert (await told(), await untold()) == ([playing.version, None], [])


@on_both
async def test_unknown_table(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await tables.by_id(connection, 12345) is None


@on_both
async def test_one_open_table_in_a_channel(store: Store) -> None:
    first = await lobby(store)
    with pytest.raises(ChannelBusyError):
        await lobby(store)
    await lobby(store, channel=8)

    async with store.writing() as connection:
        await save(connection, first, replace(first, status="abandoned"), at=LATER)
    second = await lobby(store)

    async with store.engine.connect() as connection:
        assert await tables.open_in_channel(connection, 7) == second
        assert await tables.latest_in_channel(connection, 7) == second
        assert await tables.open_in_channel(connection, 9) is None


@on_both
async def test_of_many_who_open_at_once_one_succeeds(store: Store) -> None:
    results = await asyncio.gather(*(lobby(store) for _ in range(20)), return_exceptions=True)

    opened = [result for result in results if isinstance(result, Table)]
    assert len(opened) == 1
    assert all(isinstance(r, ChannelBusyError) for r in results if r is not opened[0])


@on_both
async def test_latest_in_a_channel_may_be_over(store: Store) -> None:
    row = await game(store)
    async with store.writing() as connection:
        over = await save(connection, row, replace(row, status="finished"), at=LATER)

    async with store.engine.connect() as connection:
        assert await tables.open_in_channel(connection, 7) is None
        assert await tables.latest_in_channel(connection, 7) == over


@on_both
async def test_save_and_read_again(store: Store) -> None:
    row = await lobby(store)
    wanted = replace(row, host_id=102, options=Options(), seats=(replace(BEN, seat=0),))
    async with store.writing() as connection:
        saved = await save(connection, row, wanted, at=LATER)

    assert saved == replace(wanted, revision=1, updated_at=LATER)
    assert await read(store, row.id) == saved


@on_both
async def test_save_over_a_change_of_somebody_else_is_refused(store: Store) -> None:
    row = await lobby(store)
    async with store.writing() as connection:
        newest = await save(connection, row, replace(row, host_id=102), at=LATER)

    with pytest.raises(ChangedMeanwhileError):
        async with store.writing() as connection:
            await save(connection, row, replace(row, seats=()), at=LATER)
    assert await read(store, row.id) == newest


@on_both
async def test_messages_are_noted_without_a_new_revision(store: Store) -> None:
    row = await lobby(store)
    posted = Posted(
        board=55, calls=(PostedCall(7), PostedCall(2**60, seat=1)), leaving=(PostedCall(5),)
    )
    async with store.writing() as connection:
        await tables.note_lobby(connection, row.id, 2**60)
        await tables.note_messages(connection, row.id, posted)

    assert await read(store, row.id) == replace(row, posted=replace(posted, lobby=2**60))


@on_both
async def test_open_tables_of_a_person(store: Store) -> None:
    first = await lobby(store, channel=1)
    over = await lobby(store, channel=2)
    await lobby(store, channel=3, seated=(BEN,))
    last = await game(store, channel=4)
    async with store.writing() as connection:
        await save(connection, over, replace(over, status="abandoned"), at=LATER)

    async with store.engine.connect() as connection:
        assert await tables.open_of_person(connection, 101) == [first, last]
        assert await tables.open_of_person(connection, 404) == []


@on_both
async def test_running_games_with_computers(store: Store) -> None:
    await lobby(store, channel=1)
    playing = await game(store, channel=2)
    without = await game(store, channel=3)
    async with store.writing() as connection:
        await save(connection, without, replace(without, seats=(ADA, BEN)), at=LATER)

    async with store.engine.connect() as connection:
        playing_now = await tables.playing_with_computers(connection)
        assert playing_now == {playing.id: playing.revision}


@on_both
async def test_lobbies_by_age(store: Store) -> None:
    old = await lobby(store, channel=1)
    await game(store, channel=2)
    async with store.engine.connect() as connection:
        assert await tables.lobbies_unchanged_since(connection, NOON) == [old.id]
    async with store.writing() as connection:
        await save(connection, old, old, at=LATER)
    async with store.engine.connect() as connection:
        assert await tables.lobbies_unchanged_since(connection, NOON) == []


@on_both
async def test_nobody_sits_twice_and_a_computer_is_nobody(store: Store) -> None:
    row = await lobby(store)
    for wrong in (replace(ADA, seat=5), Seat(5, None, "x"), Seat(5, 7, "x", ORDINARY)):
        with pytest.raises(IntegrityError):
            async with store.writing() as connection:
                await save(connection, row, replace(row, seats=(ADA, wrong)), at=LATER)


@on_both
async def test_another_level_is_written(store: Store) -> None:
    row = await lobby(store)
    for computer in (Computer("easy"), Computer("master", "priest", twice=True)):
        other = (ADA, BEN, replace(COMPUTER, computer=computer))
        async with store.writing() as connection:
            await save(connection, row, replace(row, seats=other), at=LATER)
        row = await read(store, row.id)
        assert row.seats == other


@on_both
async def test_seats_and_log_belong_to_a_table(store: Store) -> None:
    with pytest.raises(IntegrityError):
        async with store.writing() as connection:
            await connection.execute(
                insert(events).values(table_id=99, n=0, seat=0, action="end", at=NOON)
            )
    row = await turn(store, await game(store), 0, "end")
    async with store.writing() as connection:
        begun = replace(row.seats[1], prepared=TurnInPreparation(0, 1, ("beg",)))
        seated = (row.seats[0], begun, row.seats[2])
        await tables.save(connection, row, replace(row, seats=seated))
        await connection.execute(delete(tables_table).where(tables_table.c.id == row.id))
    async with store.engine.connect() as connection:
        for table in (events, seats):
            assert await connection.scalar(select(func.count()).select_from(table)) == 0


@on_both
async def test_number_of_a_table_is_never_used_again(store: Store) -> None:
    row = await lobby(store)
    async with store.writing() as connection:
        await connection.execute(delete(tables_table))

    assert (await lobby(store)).id > row.id


@on_both
async def test_rows_do_not_show_the_deal(store: Store) -> None:
    row = await game(store)
    async with store.engine.connect() as connection:
        assert await log.setup(connection, row.id) == {"age1": ["B1"]}

    assert "B1" not in repr(row)


@on_both
async def test_each_seat_keeps_its_own(store: Store) -> None:
    row = await game(store)
    first, second = TurnInPreparation(0, 1, ("keep W1 W2",)), TurnInPreparation(4, 7, ("beg",))
    clock = ask(new_clock(1, AWAKE, DaysClock(2)), AWAKE, NOON)
    wanted = replace(
        row,
        seats=(
            replace(row.seats[0], prepared=first, plan=PLAN),
            replace(row.seats[1], prepared=second, clock=clock),
            row.seats[2],
        ),
    )
    async with store.writing() as connection:
        await tables.save(connection, row, wanted, due={1: LATER})

    assert await read(store, row.id) == wanted
    assert await store.read(tables.due, NOON, most=9) == []
    assert await store.read(tables.due, LATER, most=9) == [(row.id, 1)]
    assert await store.read(tables.with_clocks) == [row.id]
    emptied = replace(wanted, seats=row.seats)
    async with store.writing() as connection:
        await tables.save(connection, wanted, emptied)
    assert await read(store, row.id) == row
    assert await store.read(tables.due, LATER, most=9) == []


@on_both
async def test_what_seats_keep_survives_another_person(store: Store) -> None:
    row = await game(store)
    begun = replace(row.seats[0], plan=PLAN)
    wanted = replace(row, seats=(begun, replace(BEN, user_id=104, name="Dan"), COMPUTER))
    async with store.writing() as connection:
        saved = await save(connection, row, wanted, at=LATER)
    assert await read(store, row.id) == saved


# --- The repository of the log: append-only, and only for writers who have read its latest state --


@on_both
async def test_begin(store: Store) -> None:
    started = await game(store)

    assert started == await read(store, started.id)
    assert (started.status, started.rules, started.version) == ("playing", 3, 0)
    async with store.engine.connect() as connection:
        assert await log.position(connection, started.id) == (0, {})


@on_both
async def test_no_position_before_the_start(store: Store) -> None:
    row = await lobby(store)
    async with store.engine.connect() as connection:
        assert await log.position(connection, row.id) is None


@on_both
async def test_turns_are_added_in_order(store: Store) -> None:
    row = await game(store)
    row = await turn(store, row, 2, "place tikal", "end")
    row = await turn(store, row, 0, "beg", "down chaac", "place palenque", "end")

    assert row == await read(store, row.id)
    assert (row.version, row.updated_at) == (6, LATER)
    async with store.engine.connect() as connection:
        assert await log.events_between(connection, row.id, 0, 100) == [
            Event(2, "place tikal", None, LATER),
            Event(2, "end", None, LATER),
            Event(0, "beg", 101, LATER),
            Event(0, "down chaac", 101, LATER),
            Event(0, "place palenque", 101, LATER),
            Event(0, "end", 101, LATER),
        ]
        assert await log.events_between(connection, row.id, 1, 3) == [
            Event(2, "end", None, LATER),
            Event(0, "beg", 101, LATER),
        ]
        assert await log.position(connection, row.id) == (6, {"turn of": 0})


@on_both
async def test_logs_do_not_mix(store: Store) -> None:
    one, other = await game(store, 1), await game(store, 2)
    await turn(store, one, 0, "end")
    await turn(store, other, 1, "pass")

    async with store.engine.connect() as connection:
        assert await log.events_between(connection, one.id, 0, 9) == [Event(0, "end", 101, LATER)]
        second = await log.events_between(connection, other.id, 0, 9)
        assert second == [Event(1, "pass", 102, LATER)]


@on_both
async def test_hurried_turns_are_kept(store: Store) -> None:
    """In the log, and taken out of it."""
    row = await turn(store, await game(store), 0, "end")
    row = await turn(store, row, 2, "pass", hurried=True)
    async with store.writing() as connection:
        events = await log.events_between(connection, row.id, 0, 9)
        assert [event.hurried for event in events] == [False, True]
        await log.take_out(connection, row.id, number=1, was=2, to=0, at=LATER, user_id=101)
        last = await log.last_rewind(connection, row.id)
    assert last is not None
    assert [event.hurried for event in last[2]] == [False, True]


@on_both
async def test_turn_on_an_old_version_is_refused(store: Store) -> None:
    row = await game(store)
    newest = await turn(store, row, 0, "place tikal", "end")

    with pytest.raises(ChangedMeanwhileError):
        await turn(store, row, 0, "place tikal", "end")
    assert await read(store, row.id) == newest
    async with store.engine.connect() as connection:
        assert len(await log.events_between(connection, row.id, 0, 99)) == 2


@on_both
async def test_of_many_processes_that_add_a_turn_one_succeeds(store: Store, url: str) -> None:
    row = await game(store)
    stores = [Store(url) for _ in range(8)]

    results = await asyncio.gather(
        *(turn(other, row, 0, "place tikal", "end") for other in stores), return_exceptions=True
    )

    assert sum(isinstance(result, ChangedMeanwhileError) for result in results) == 7
    assert (await read(store, row.id)).version == 2
    for other in stores:
        await other.close()


@on_both
async def test_what_is_taken_out_is_kept_apart(store: Store) -> None:
    row = await turn(store, await game(store), 0, "place tikal", "end")
    row = await turn(store, row, 1, "pass")
    async with store.writing() as connection:
        await log.take_out(connection, row.id, number=1, was=3, to=2, at=LATER, user_id=101)

    async with store.engine.connect() as connection:
        assert len(await log.events_between(connection, row.id, 0, 9)) == 2
        assert await log.rewinds_of(connection, row.id) == [Rewound(3, 2, LATER)]
        kept = await connection.execute(select(undone.c.rewind, undone.c.n, undone.c.action))
        assert kept.all() == [(1, 2, "pass")]


# --- The outbox: each note waits once and is told once --------------------------------------------


@pytest.mark.parametrize("kind", NOTES)
def test_a_note_is_read_as_it_was_written(kind: str) -> None:
    assert len(kind) <= 20, "the column has room for its name"

    @settings(max_examples=20)
    @given(st.from_type(NOTES[kind]))
    def holds(note: Note) -> None:
        written = to_json(note)
        assert from_json(kind, written) == note
        assert to_json(from_json(kind, written)) == written, "so that it is found again"

    holds()


def test_what_a_newer_program_wrote_is_not_read() -> None:
    for kind, written in (("Sung", "{}"), ("CallSeat", "{}"), ("CallSeat", '{"seat":1}')):
        with pytest.raises(ValueError, match=r"Sung|CallSeat"):
            from_json(kind, written)


@pytest.fixture
def all_tables(store: Store) -> Tables:
    """Tables of this database."""
    return Tables(store)


@on_both
async def test_a_note_waits_once_and_is_told_once(store: Store, all_tables: Tables) -> None:
    table = await open_lobby(all_tables, 1, CHANNEL, HOST, Options())
    notes: list[SeatNote] = [TimeOver(1), CallSeat(0, "mention"), TimeOver(1)]
    await store.write(outbox.add, notes, table_id=table.id)
    await store.write(outbox.add, notes[::-1], table_id=table.id)
    assert await notes_of(all_tables, table.id) == (TimeOver(1), CallSeat(0, "mention"))
    assert (await all_tables.table(table.id)).notes_wait
    await store.write(outbox.answered, table.id, 1)
    [left] = await store.read(outbox.of_table, table.id)
    assert [await store.write(outbox.told, left) for _ in range(2)] == [True, False]
    assert not (await all_tables.table(table.id)).notes_wait
    await store.write(outbox.add, [left.note], table_id=table.id)
    [again] = await store.read(outbox.of_table, table.id)
    assert again.id > left.id, "its number is never used again"


@on_both
async def test_what_is_told_once_stays_known(store: Store) -> None:
    league = await store.write(leagues.add_league, 1, "Rain", {}, at=NOON)
    more = (league, {}, {"event": "Created"})
    season = await store.write(leagues.add_season, *more, at=NOON, user_id=None)
    note = NoResult(1, 2, 0)
    await store.write(outbox.add, [note], season_id=season)
    [waiting] = await store.read(outbox.of_season, season)
    assert await store.read(outbox.seasons_waiting) == [season]
    await store.write(outbox.told, waiting)
    await store.write(outbox.add, [note], season_id=season)
    assert await store.read(outbox.of_season, season) == []
    assert await store.read(outbox.seasons_waiting) == []
    record = await store.read(leagues.season, season)
    assert record is not None and (record.told, record.untold) == ({note}, ())


@on_both
async def test_a_note_of_a_season_is_taken_out_alone(store: Store) -> None:
    seasons = []
    for name in ("Rain", "Sun"):
        league = await store.write(leagues.add_league, 1, name, {}, at=NOON)
        more = (league, {}, {"event": "Created"})
        seasons.append(await store.write(leagues.add_season, *more, at=NOON, user_id=None))
    alike, told = [SignUpOpened(), LeagueMoved()], NoResult(1, 2, 0)
    for season in seasons:
        await store.write(outbox.add, alike, season_id=season)
        await store.write(outbox.add, [told, NoResult(1, 2, 1)], season_id=season, told=True)
    await store.write(outbox.take_out, seasons[0], [SignUpOpened(), told])
    waiting = [await store.read(outbox.of_season, season) for season in seasons]
    assert [[one.note for one in notes] for notes in waiting] == [[LeagueMoved()], alike]
    records = [await store.read(leagues.season, season) for season in seasons]
    assert [record and record.told for record in records] == [
        {NoResult(1, 2, 1)}, {told, NoResult(1, 2, 1)},
    ]  # fmt: skip


@on_both
async def test_where_version_1_0_0_called_substitutes_moderators_are_called(
    store: Store, all_tables: Tables
) -> None:
    table = await open_lobby(all_tables, 1, CHANNEL, HOST, Options())
    both = [CallModerators(2), TimeOver(2)]
    await store.write(outbox.add, [CallModerators(1), *both], table_id=table.id)
    await store.write(_as_before)
    await downgrade(store.engine, "first")
    await upgrade(store.engine)
    assert await notes_of(all_tables, table.id) == (CallModerators(1), CallModerators(2))


async def _as_before(connection: AsyncConnection) -> None:
    """Substitutes are called for the seats 1 and 2, moderators for seat 2 as well."""
    which = "seat = 1 OR kind = 'TimeOver'"
    await connection.execute(text(f"UPDATE outbox SET kind = 'CallSubstitutes' WHERE {which}"))


@on_both
async def test_after_a_rewind_no_seat_is_called(store: Store, all_tables: Tables) -> None:
    table = await open_lobby(all_tables, 1, CHANNEL, HOST, Options())
    notes: list[Note] = [TimeOver(1), GameGoesOn(), CallSeat(0, "mention")]
    await store.write(outbox.add, notes, table_id=table.id)
    await store.write(outbox.answered, table.id, None)
    assert await notes_of(all_tables, table.id) == (GameGoesOn(),)


@on_both
async def test_servers_wait_until_they_are_told(store: Store) -> None:
    for server in (2, 1):
        await store.write(outbox.add, [DayChannelLost()], guild_id=server)
    assert await store.read(outbox.servers_waiting) == [1, 2]
    [waiting] = await store.read(outbox.of_server, 1)
    await store.write(outbox.told, waiting)
    assert await store.read(outbox.servers_waiting) == [2]
