"""Clocks at a table: they run with the turns, each notice is sent once, and they survive
everything."""

from datetime import time, timedelta

import pytest
from sqlalchemy import JSON, insert, type_coerce

from bot.clocks import (
    BankClock,
    ClockRule,
    DaysClock,
    LiveClock,
    NoClock,
    PersonalTime,
    QuietHours,
    TimeRules,
    WhenOut,
)
from bot.model.notes import TurnTimedOut
from bot.store import Store, outbox, stats
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.store.schema import people as people_table
from bot.tables import Moderator, Options, Person, PersonSettings, Table, Tables
from bot.tables.timing import ping_of
from tests.store.databases import on_both
from tests.tables.acts import (
    agree_to_rewind,
    all_turns,
    beat,
    choose,
    confirm,
    give_time,
    give_time_back,
    notes_of,
    replace_player,
    set_options,
    set_person_settings,
    start,
    take_back,
    time_calls,
    time_over,
)
from tests.tables.playing import (
    ADA,
    BEN,
    Clock,
    asked_seats,
    last_legal,
    lobby,
    play,
    refused,
    user,
)

pytestmark = on_both

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def ping_at(tables: Tables, table_id: int, seat: int) -> str:
    """How the person in a seat would be notified of a turn now."""
    table = await tables.table(table_id)
    return ping_of(table, table.seats[seat], tables.now())


async def begun(
    tables: Tables, clock: ClockRule, *, people: int = 2, when_out: WhenOut = "computer"
) -> Table:
    """A game with a clock, at the beginning of its first turn."""
    table = await lobby(tables, people)
    rules = TimeRules(clock, when_out=when_out)
    await set_options(tables, table.id, ADA, Options(time=rules))
    table = await start(tables, table.id, ADA, seed="1")
    while (await tables.game(table.id)).pending[0].kind != "turn":
        await play(tables, table, 1)
    return await tables.table(table.id)


async def whats(tables: Tables) -> list[str]:
    """The notices that are due now."""
    return [call.what for call in await time_calls(tables)]


async def test_rules_come_back_as_set(tables: Tables, store: Store) -> None:
    table = await begun(tables, BankClock(48, 12, 72))
    assert (await Tables(store).table(table.id)).options.time.clock == BankClock(48, 12, 72)


async def test_only_who_is_asked_has_a_deadline(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    assert table.deadlines == {seat: clock.moment + 2 * DAY}
    clock.pass_by(HOUR)
    [turn] = await play(tables, table, 1)
    assert turn.table.deadlines == {turn.waiting[0]: clock.moment + 2 * DAY}


async def test_reminder_last_call_and_end_come_once(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    assert await whats(tables) == []
    clock.pass_by(DAY)
    [call] = await time_calls(tables)
    assert (call.what, call.way, call.seat, call.table.id) == (
        "reminder", "mention", seat, table.id,
    )  # fmt: skip
    assert await whats(tables) == []
    clock.pass_by(DAY - HOUR)
    assert await whats(tables) == ["last_call"]
    assert await whats(tables) == []
    clock.pass_by(HOUR)
    assert await whats(tables) == ["time_out"]
    assert await whats(tables) == ["time_out"], "until something is done"


async def test_choosing_stops_no_clock(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    await choose(tables, table.id, user(table, seat), "place tikal")

    clock.pass_by(2 * DAY)
    assert "time_out" in await whats(tables)


async def test_a_computer_takes_the_turn(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, LiveClock(10))
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(minutes=10))
    [call] = await time_calls(tables)
    [turn] = await time_over(tables, call.table.id, call.seat)
    assert (turn.seat, turn.by_computer) == (seat, True)
    assert set(turn.table.deadlines) == set(turn.waiting)
    assert await whats(tables) == []
    assert await time_over(tables, table.id, seat) == [], "somebody else is asked now"
    [again] = [one for one in await all_turns(tables, table.id) if one.actions == turn.actions][-1:]
    assert again.by_computer


async def test_or_the_moderators_are_called_once(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, LiveClock(10), when_out="moderator")
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(minutes=10))
    assert await whats(tables) == ["time_out"]
    assert await time_over(tables, table.id, seat) == []
    assert await whats(tables) == []
    assert await asked_seats(tables, table.id) == [seat], "the person may still play"
    await play(tables, table, 1)


@pytest.mark.parametrize("noted", [True, False])
async def test_one_turn_is_one_time_out(tables: Tables, clock: Clock, noted: bool) -> None:
    """Also where a moderator lets a computer play it after it was noted."""
    table = await begun(tables, LiveClock(10), when_out="moderator")
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(minutes=10))
    if noted:
        assert await time_over(tables, table.id, seat) == []
    [turn] = await time_over(tables, table.id, seat, ordered=True)
    assert turn.by_computer
    counted = [one for one in await notes_of(tables, table.id) if isinstance(one, TurnTimedOut)]
    assert [one.seat for one in counted] == [seat]
    [after] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(minutes=10))
    await time_over(tables, table.id, after)
    counted = [one for one in await notes_of(tables, table.id) if isinstance(one, TurnTimedOut)]
    assert [one.seat for one in counted] == [seat, after], "the next turn counts for itself"


async def test_one_turn_is_one_time_out_also_after_more_time(tables: Tables, clock: Clock) -> None:
    table, maya = await begun(tables, LiveClock(10), when_out="moderator"), Moderator(901, 1)
    [seat] = await asked_seats(tables, table.id)
    counted = 0
    for ordered in (False, False, True):
        clock.pass_by(timedelta(minutes=10))
        assert bool(await time_over(tables, table.id, seat, ordered=ordered)) == ordered
        for one in await tables.store.read(outbox.of_table, table.id):
            counted += isinstance(one.note, TurnTimedOut) and one.note.seat == seat
            await tables.store.write(outbox.told, one)  # as its season takes it over
        if not ordered:
            await give_time(tables, table.id, maya, seat, timedelta(minutes=5), "Ill.")
    assert counted == 1


async def on_time(tables: Tables, *people: int) -> list[tuple[int, int]]:
    """For each of these people, how many of how many turns were on time."""
    found = await tables.store.read(stats.reliability_of, 1, people)
    return [(found[one].on_time, found[one].turns) for one in people]


async def test_turns_on_time_are_counted_where_there_is_a_clock(
    tables: Tables, clock: Clock
) -> None:
    table = await begun(tables, LiveClock(10), when_out="moderator")
    first, second = ADA.id, BEN.id
    if user(table, (await asked_seats(tables, table.id))[0]) != ADA.id:
        first, second = second, first
    [turn] = await play(tables, table, 1)
    assert await on_time(tables, first, second) == [(1, 1), (0, 0)]
    await take_back(tables, table.id, first, turn.table.version)
    assert await on_time(tables, first, second) == [(0, 0), (0, 0)], "it is taken anew"
    await play(tables, table, 1)
    clock.pass_by(timedelta(minutes=10))
    [seat] = await asked_seats(tables, table.id)
    await time_over(tables, table.id, seat)
    await play(tables, table, 1)
    assert await on_time(tables, first, second) == [(1, 1), (0, 1)], "late, though by the person"
    clock.pass_by(timedelta(minutes=10))
    [seat] = await asked_seats(tables, table.id)
    assert await time_over(tables, table.id, seat, ordered=True)
    assert await on_time(tables, first, second) == [(1, 2), (0, 1)], "a computer took it"
    maya = Moderator(901, 1)
    await replace_player(tables, table.id, maya, seat, Person(903, "cleo"), "Gone.")
    await play(tables, await tables.table(table.id), 2)
    assert await on_time(tables, first, 903) == [(1, 2), (1, 1)], "to each their own"


async def test_more_time_after_the_end_makes_no_turn_on_time(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, LiveClock(10), when_out="moderator")
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(minutes=10))
    await time_over(tables, table.id, seat)
    await give_time(tables, table.id, Moderator(901, 1), seat, timedelta(minutes=5), "Ill.")
    await play(tables, table, 1)
    assert await on_time(tables, user(table, seat)) == [(0, 1)]


async def test_without_a_clock_no_turn_is_late(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, NoClock())
    clock.pass_by(3 * DAY)
    await time_calls(tables)
    await play(tables, table, 3)
    assert await on_time(tables, ADA.id, BEN.id) == [(0, 0), (0, 0)]


async def test_the_newest_games_with_some_hundred_turns_count(tables: Tables) -> None:
    for channel, turns in enumerate([(0, 90), (60, 0), (45, 5)], start=700):
        table = await lobby(tables, 2, channel=channel)
        await tables.store.write(stats.count_turns, table.id, {ADA.id: turns})
    assert await on_time(tables, ADA.id, BEN.id) == [(105, 110), (0, 0)]


async def test_more_time_holds_against_a_computer_that_thinks(tables: Tables, clock: Clock) -> None:
    table, maya = await begun(tables, LiveClock(10)), Moderator(901, 1)
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(minutes=10))
    [call] = await time_calls(tables)
    await give_time(tables, table.id, maya, seat, timedelta(hours=24), "Ill.")
    assert await time_over(tables, call.table.id, call.seat) == []
    assert await asked_seats(tables, table.id) == [seat], "it is still this person's turn"
    assert not any(isinstance(one, TurnTimedOut) for one in await notes_of(tables, table.id))
    clock.pass_by(timedelta(hours=24))
    [turn] = await time_over(tables, call.table.id, call.seat)
    assert turn.by_computer


async def test_quiet_hours_keep_the_ping_back(tables: Tables, clock: Clock) -> None:
    # It is noon in UTC: nine in the evening in Tokyo.
    hours = PersonalTime("Asia/Tokyo", QuietHours(time(21), time(7)))
    for person in (ADA, BEN):
        await set_person_settings(tables, person.id, PersonSettings("direct", hours))
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    assert await ping_at(tables, table.id, seat) == "later"
    assert table.deadlines == {seat: clock.moment + 4 * 10 * HOUR + 2 * DAY}
    assert await whats(tables) == []
    clock.pass_by(10 * HOUR)
    [call] = await time_calls(tables)
    assert (call.what, call.way) == ("turn", "direct")
    assert await ping_at(tables, table.id, seat) == "direct"
    assert await whats(tables) == []


async def test_quiet_hours_without_a_clock(tables: Tables, clock: Clock) -> None:
    hours = PersonalTime("Asia/Tokyo", QuietHours(time(21), time(7)))
    await set_person_settings(tables, ADA.id, PersonSettings("mention", hours))
    table = await lobby(tables)
    table = await start(tables, table.id, ADA, seed="1")
    [ada] = [holder.seat for holder in table.seats if holder.user_id == ADA.id]
    assert await ping_at(tables, table.id, 1 - ada) == "mention"
    assert await ping_at(tables, table.id, ada) == "later"
    assert table.deadlines == {}
    clock.pass_by(10 * HOUR)
    assert [(call.what, call.seat) for call in await time_calls(tables)] == [("turn", ada)]
    clock.pass_by(30 * DAY)
    assert await whats(tables) == ["reminder", "reminder"]
    clock.pass_by(30 * DAY)
    assert await whats(tables) == []


async def test_who_wants_no_ping_gets_none(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    await set_person_settings(tables, user(table, seat), PersonSettings("none"))
    assert await ping_at(tables, table.id, seat) == "none"
    clock.pass_by(DAY)
    assert await whats(tables) == []


async def test_without_a_clock_one_reminder_after_a_day(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, NoClock())
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(DAY - HOUR)
    assert await whats(tables) == []
    assert [one.clock for one in (await tables.table(table.id)).seats] == [None, None]
    clock.pass_by(HOUR)
    [call] = await time_calls(tables)
    assert (call.what, call.way, call.seat) == ("reminder", "mention", seat)
    clock.pass_by(9 * DAY)
    assert await whats(tables) == [], "once for a turn"
    assert await tables.store.read(stored.idle_without_clocks, clock.moment, most=9) == []

    [turn] = await play(tables, table, 1)
    assert turn.table.deadlines == {}, "nobody's time runs"
    clock.pass_by(DAY)
    [call] = await time_calls(tables)
    assert (call.what, call.seat) == ("reminder", turn.waiting[0])
    await take_back(tables, table.id, user(table, turn.seat), turn.table.version)
    clock.pass_by(2 * DAY)
    assert await whats(tables) == [], "reminded of that turn before"


async def test_while_a_game_stands_still_nobody_is_reminded(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, NoClock())
    async with tables.open(table.id) as opened:
        opened.change(paused_at=clock.moment)
    clock.pass_by(3 * DAY)
    assert await whats(tables) == []


async def test_vacation_stops_a_running_clock(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    end = table.deadlines[seat]
    tomorrow = (clock.moment + DAY).date()
    settings = PersonSettings(hours=PersonalTime(vacation=frozenset({tomorrow})))
    await set_person_settings(tables, user(table, seat), settings)
    assert (await tables.table(table.id)).deadlines == {seat: end + DAY}
    assert (await tables.store.read(stored_settings.of_person, user(table, seat))) == settings


async def test_time_without_the_program_is_given_back(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await begun(tables, DaysClock(2))
    [seat] = await asked_seats(tables, table.id)
    end = table.deadlines[seat]
    assert await give_time_back(tables) == 0, "it never ran before"
    clock.pass_by(HOUR)
    await beat(tables)
    clock.pass_by(5 * HOUR)
    again = Tables(store, think=last_legal, now=clock)
    assert await give_time_back(again) == 1
    assert (await again.table(table.id)).deadlines == {seat: end + 5 * HOUR}
    await beat(again)
    assert await give_time_back(again) == 0


async def test_taking_back_gains_no_time(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, BankClock(24, 12, 48))
    [seat] = await asked_seats(tables, table.id)
    end = table.deadlines[seat]
    for _ in range(3):
        clock.pass_by(HOUR)
        await choose(tables, table.id, user(table, seat), "place tikal")
        turn = await confirm(tables, table.id, user(table, seat))
        clock.pass_by(HOUR)
        done = await take_back(tables, table.id, user(table, seat), turn.table.version)
        assert done.done
        assert done.table.deadlines == {seat: end}
    clock.pass_by(DAY)
    assert await whats(tables) == ["time_out"]


async def test_too_late_to_take_back(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, LiveClock(10))
    [seat] = await asked_seats(tables, table.id)
    await choose(tables, table.id, user(table, seat), "place tikal")
    turn = await confirm(tables, table.id, user(table, seat))
    clock.pass_by(timedelta(minutes=11))
    await refused("too-late", take_back(tables, table.id, user(table, seat), turn.table.version))


async def test_all_agree_to_go_back(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, BankClock(24, 12, 48))
    [first] = await asked_seats(tables, table.id)
    for seat in (first, 1 - first):
        clock.pass_by(HOUR)
        await choose(tables, table.id, user(table, seat), "place tikal")
        turn = await confirm(tables, table.id, user(table, seat))
    await take_back(tables, table.id, user(table, first), turn.table.version)
    done = await agree_to_rewind(tables, table.id, user(table, 1 - first), table.version)
    # An hour of the bank is used and its increment stays earned: 24 - 1 + 12.
    assert done.table.deadlines == {first: clock.moment + 35 * HOUR}


async def test_over_is_over(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, DaysClock(1))
    await play(tables, table, 10_000)
    assert (await tables.table(table.id)).status == "finished"
    assert (await tables.table(table.id)).deadlines == {}
    clock.pass_by(9 * DAY)
    assert await whats(tables) == []


@pytest.mark.parametrize("stored", [{"way": "pigeon"}, {"hours": {"zone": "Mars/Base"}}, {}])
async def test_settings_of_another_version(
    tables: Tables, store: Store, stored: dict[str, object], clock: Clock
) -> None:
    async with store.writing() as connection:
        chosen = type_coerce(stored, JSON)
        kept = insert(people_table).values(user_id=ADA.id, chosen=chosen, updated_at=clock())
        await connection.execute(kept)
    assert await tables.store.read(stored_settings.of_person, ADA.id) == PersonSettings()
