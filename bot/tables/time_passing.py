"""What comes with time: pings after quiet hours, reminders, turns nobody took in time, and the time
in which the program did not run."""

from datetime import datetime
from itertools import groupby

import structlog

from bot.clocks import (
    PersonalTime,
    SeatClock,
    What,
    back_online,
    counted_hours,
    last_call,
    marked_told,
    out_of_time,
    with_vacation,
)
from bot.store import clocks, people, tables
from bot.store.rows import TableRow
from bot.tables import timing
from bot.tables.desk import Desk
from bot.tables.people import PersonSettings, settings_of, stored_settings
from bot.tables.snapshots import table_of
from bot.tables.table import TimeCall

MOST_CALLS = 200
"""How many seats are looked at in one go; the others are in the next."""

logger = structlog.get_logger(__name__)


async def calls(desk: Desk) -> list[TimeCall]:
    """What is to be told or done now about the time at all tables, the longest overdue first.

    What is handed out is noted as told, and never handed out again: one ping too few is better
    than one too many. Only a time that is over comes again until something is done about it.
    """
    found = await desk.store.read(clocks.due, desk.now(), most=MOST_CALLS)
    due: list[TimeCall] = []
    for table_id, rows in groupby(sorted(found, key=lambda one: one[0]), key=lambda one: one[0]):
        due += await _calls_at(desk, table_id, [row.seat for _, row in rows])
    return due


async def _calls_at(desk: Desk, table_id: int, seats: list[int]) -> list[TimeCall]:
    async def attempt() -> list[TimeCall]:
        row = await desk.row(table_id)
        now = desk.now()
        if row.status != "playing":
            return []
        running, due, changed = timing.clocks_of(row), list[TimeCall](), dict[int, SeatClock]()
        for seat in seats:
            clock = running.get(seat)
            if clock is None or clock.question is None:
                continue
            mine, told = _calls_of(row, seat, clock, now)
            due += mine
            if told:
                changed[seat] = marked_told(clock, *told)
        if changed:
            await desk.store.write(clocks.put, row.id, timing.rows_of(row, changed, now))
        return due

    return await desk.alone(table_id, attempt)


def _calls_of(
    row: TableRow, seat: int, clock: SeatClock, now: datetime
) -> tuple[list[TimeCall], set[What]]:
    """What is to be told about a seat, and what counts as told then."""
    question = clock.question
    assert question is not None
    table = table_of(row, now)
    if out_of_time(clock, now):
        over = [TimeCall(table, seat, "time_out")] if "time_out" not in question.told else []
        return over, set()
    due: list[TimeCall] = []
    told: set[What] = set()
    for ping in timing.pings_due(row, clock, now):
        due.append(TimeCall(table, seat, ping.what, ping.way, ping.silent))
        told |= ping.covers
    nearly = last_call(clock)
    if nearly is not None and nearly <= now and "last_call" not in question.told:
        due.append(TimeCall(table, seat, "last_call"))
        told.add("last_call")
    return due, told


async def note_time_out(desk: Desk, table_id: int, seat: int) -> None:
    """The moderators were called about a seat whose time is over: no need to call again."""

    async def attempt() -> None:
        row = await desk.row(table_id)
        clock = timing.clocks_of(row).get(seat)
        if row.status != "playing" or clock is None or clock.question is None:
            return
        told = {seat: marked_told(clock, "time_out")}
        await desk.store.write(clocks.put, row.id, timing.rows_of(row, told, desk.now()))

    await desk.alone(table_id, attempt)


async def person_settings(desk: Desk, user_id: int) -> PersonSettings:
    """What a person has set."""
    return settings_of(await desk.store.read(people.get, user_id))


async def set_person_settings(desk: Desk, user_id: int, settings: PersonSettings) -> None:
    """Keep what a person has set, and let it hold at all tables: vacation at once, quiet hours
    from the next turn on, pings from now on."""
    await desk.store.write(people.put, user_id, stored_settings(settings), at=desk.now())
    for row in await desk.store.read(tables.open_of_person, user_id):
        if row.status == "playing":
            await _renew(desk, row.id, user_id, settings.hours)


async def _renew(desk: Desk, table_id: int, user_id: int, hours: PersonalTime) -> None:
    async def attempt() -> None:
        row = await desk.row(table_id)
        now = desk.now()
        counted = counted_hours(timing.rules_of(row), hours)
        renewed = {
            one.seat: with_vacation(clock, counted, now)
            for one in row.seats
            if one.user_id == user_id and (clock := timing.clocks_of(row).get(one.seat))
        }
        await desk.store.write(clocks.put, row.id, timing.rows_of(row, renewed, now))

    await desk.alone(table_id, attempt)


async def beat(desk: Desk) -> None:
    """Note that the program runs; to be called every half minute or so."""
    await desk.store.write(clocks.seen, desk.now())


async def give_back(desk: Desk) -> int:
    """Give the time back in which the program did not run; at how many tables. To be called at
    start-up, before the first `beat`."""
    now, seen = desk.now(), await desk.store.read(clocks.last_seen)
    if seen is None or now - seen < timing.BACK_SOON:
        return 0
    ids = await desk.store.read(clocks.running)
    for table_id in ids:
        await _change_clocks(desk, table_id, lambda clock: back_online(clock, seen, now))
    logger.info("time given back", tables=len(ids), since=seen.isoformat())
    return len(ids)


async def _change_clocks(desk: Desk, table_id: int, change: timing.Change) -> None:
    async def attempt() -> None:
        row = await desk.row(table_id)
        await desk.store.write(clocks.put, row.id, timing.changed(row, desk.now(), change))

    await desk.alone(table_id, attempt)
