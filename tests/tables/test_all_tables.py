"""Open tables: their small parts, the lists of them, and what their channels have not been told
yet."""

import asyncio
import gc
import random
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clocks import DaysClock, TimeRules
from bot.model.table import OpenGame, Posted
from bot.store import Store
from bot.store import tables as stored
from bot.store.columns import SettingsJson
from bot.store.tables import _IN_SHORT, _with_seat_of
from bot.tables import Options, Table, Tables, finding
from bot.tables.finding import Locks
from bot.tables.turns import Stamp, read_stamp
from tests.store.databases import on_both
from tests.tables.acts import note_told, take_back, turns_not_announced
from tests.tables.playing import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    Clock,
    asked_seats,
    in_play,
    last_legal,
    lobby,
    play,
    started,
    user,
)

# --- Stamps, locks, snapshots: the small parts, each by itself ------------------------------------


@pytest.mark.parametrize("stamp", [Stamp(0, 0, 0), Stamp(0, 12, 3), Stamp(2, 999_999_999, 1)])
def test_stamp_is_read_as_written(stamp: Stamp) -> None:
    assert read_stamp(str(stamp)) == stamp
    assert str(stamp).isalnum()
    assert len(str(stamp)) <= 20


@pytest.mark.parametrize("text", ["", "r", "1r", "r1", "-1r2", "1r2 ", "1R2", "١r2", "9" * 50])
def test_what_is_no_stamp(text: str) -> None:
    assert read_stamp(text) is None


async def test_one_table_at_a_time() -> None:
    locks, inside = Locks(), 0

    async def enter() -> None:
        nonlocal inside
        async with locks.of(1):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(enter() for _ in range(20)))


async def test_other_tables_do_not_wait() -> None:
    locks = Locks()
    async with locks.of(1), locks.of(2):
        assert len(locks) == 2
    gc.collect()
    assert len(locks) == 0


async def test_lock_is_free_after_an_exception() -> None:
    locks = Locks()
    with pytest.raises(ZeroDivisionError):
        async with locks.of(1):
            raise ZeroDivisionError
    async with asyncio.timeout(60), locks.of(1):
        pass


OPTIONS = SettingsJson(Options)
BEGINS = datetime(2026, 12, 24, 18, tzinfo=UTC)


def test_options_come_back_as_stored() -> None:
    options = Options(
        theme="light", modules=("tribes", "promo"), wanted_seats=4, wanted="newcomers",
        begins="moment", begins_at=BEGINS, computers_fill=True, pace="evening",
    )  # fmt: skip
    assert OPTIONS.process_result_value(OPTIONS.process_bind_param(options)) == options


def test_options_of_another_version() -> None:
    assert OPTIONS.process_result_value({}) == Options()
    assert OPTIONS.process_result_value({"theme": "sepia", "music": True}) == Options()
    wrong = {
        "wanted_seats": 6,
        "wanted": "masters",
        "begins": "soon",
        "begins_at": "noon",
        "pace": "slow",
    }
    assert OPTIONS.process_result_value(wrong) == Options()


# --- Lists of open tables: who is asked and since when, in which order, and how they are found ----

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


# --- What a channel has not been told yet: derived from the log, turn by turn ---------------------


async def test_what_was_confirmed_is_told_from_the_log_as_it_was_then(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await started(tables, 3, computers=0)
    confirmed = await play(tables, table, 1000, random.Random(3))
    for begin in (0, 1, 2, 3, 7, len(confirmed) - 1):
        await note_told(tables, table.id, confirmed[begin - 1].table.version if begin else 0)
        after_a_restart = Tables(store, think=last_legal, now=clock)
        told = await turns_not_announced(after_a_restart, table.id)
        assert [turn.actions for turn in told] == [turn.actions for turn in confirmed[begin:]]
        for again, first in zip(told, confirmed[begin:], strict=True):
            assert (again.seat, again.before) == (first.seat, first.before)
            assert (again.after, again.asked) == (first.after, first.asked)
            assert (again.new_round, again.food_day, again.finished, again.waiting) == (
                first.new_round, first.food_day, first.finished, first.waiting,
            )  # fmt: skip
            assert again.table.version == first.table.version
            assert again.table.status == first.table.status
            assert again.standings == first.standings


async def test_games_that_are_told_in_full_are_not_named(tables: Tables) -> None:
    await lobby(tables, channel=CHANNEL + 1)
    table = await started(tables, 2)
    assert await tables.not_announced() == [table.id]
    assert (await tables.table(table.id)).posted.version is None
    await note_told(tables, table.id, 0)
    assert await tables.not_announced() == []
    assert await turns_not_announced(tables, table.id) == []
    [turn] = await play(tables, table, 1)
    assert await tables.not_announced() == [table.id]
    await note_told(tables, table.id, turn.table.version)
    assert await tables.not_announced() == []


async def test_a_secret_choice_stays_secret_when_told_later(tables: Tables) -> None:
    table = await started(tables, 2)
    await play(tables, table, 1)
    [turn] = await turns_not_announced(tables, table.id)
    assert turn.actions == ("keep",)
    assert "keep " not in str(turn.steps)
    assert all(not player.wealth for player in turn.after.players)
