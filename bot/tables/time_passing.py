"""Acts that come with time: pings after quiet hours, reminders, timed-out turns, time given back
after the program was down, and nudges; and tables that have lost their channel, since it was
deleted, or the bot is no longer on the server.

A game that has lost its channel stands still, with its clocks, and nothing looks after it. It goes
on in another channel if somebody says so, or in its own once the bot is back; otherwise it is given
up after `WAITS_FOR_CHANNEL`. A lobby is closed at once, for nothing has been played.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby

import structlog

from bot.clocks import (
    GENTLE,
    SeatClock,
    Way,
    What,
    back_online,
    counted_hours,
    first_awake,
    last_call,
    marked_told,
    out_of_time,
    pause,
    resume,
    with_vacation,
)
from bot.model import notes
from bot.model.server import Shards
from bot.model.table import PersonSettings, Table
from bot.refusal import AskedNow, Refusal
from bot.store import settings
from bot.store import tables as stored
from bot.tables import lobby, timing
from bot.tables.finding import Tables
from bot.tables.open_table import OpenTable, must_be_playing, must_sit

MOST_CALLS = 200
"""The most seats looked at in one go; the others follow in the next."""
IDLE_EVERY = timedelta(minutes=10)
"""The time between two searches of all running games for idle ones."""
BACK_SOON = timedelta(seconds=90)
"""A shorter absence of the program gives no time back: nobody noticed it."""
NUDGE_EVERY = timedelta(hours=12)
"""The least time between two nudges of a table's players, by whomever."""
_LAST_NUDGE = "nudged"

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class TimeCall:
    """Something to tell or to do about the time of a seat that is asked."""

    table: Table
    seat: int
    what: What
    """The cause: the turn has come (told late, after quiet hours), or half of the time is over,
    nearly all of it, all of it."""
    way: Way = "none"
    """How the person wants to be told; `none` for a line in the channel for all."""
    silent: bool = False
    """Whether it must make no sound."""


async def time_calls(tables: Tables) -> list[TimeCall]:
    """List what must be told or done now about the time at all tables, table by table.

    Each item is noted as told and never listed again; those for the channel are put into the
    outbox. Only a time-out is listed until something is done about it.
    """
    await _see_idle_tables(tables)
    found = sorted(
        await tables.store.read(stored.due, tables.now(), tables.shards, most=MOST_CALLS)
    )
    due: list[TimeCall] = []
    for table_id, seats in groupby(found, key=lambda one: one[0]):
        async with tables.open(table_id, game=False) as opened:
            due += calls_at(opened, [seat for _, seat in seats])
    return due


async def _see_idle_tables(tables: Tables) -> None:
    """Give a clock to seats without one, at tables where nothing has happened for a day."""
    now, last = tables.now(), tables.looked_for_idle
    if last is not None and now - last < IDLE_EVERY:
        return
    tables.looked_for_idle = now
    idle = await tables.store.read(
        stored.idle_without_clocks, now - GENTLE, tables.shards, most=MOST_CALLS
    )
    for table_id in idle:
        async with tables.open(table_id) as opened:
            waiting: Sequence[int] = ()
            with suppress(Refusal):  # it cannot be replayed: nobody can play on
                waiting = opened.waiting
            opened.set_clocks(timing.after_a_day(opened.table, waiting))


def calls_at(opened: OpenTable, seats: list[int]) -> list[TimeCall]:
    """List what must be told about these seats of a table now, and note it as told."""
    if opened.table.status != "playing":
        return []
    running = timing.clocks_of(opened.table)
    due: list[TimeCall] = []
    for seat in seats:
        clock = running.get(seat)
        if clock is None or clock.question is None:
            continue
        mine, told = _calls_of(opened.table, clock, opened.now)
        if not mine:  # its person wants no reminder any more
            told = {"reminder"}
        due += mine
        opened.must_tell(*(_note(call) for call in mine if call.what != "time_out"))
        if told:
            opened.set_clocks({seat: marked_told(clock, *told)})
    return due


def _calls_of(table: Table, clock: SeatClock, now: datetime) -> tuple[list[TimeCall], set[What]]:
    """Find what must be told about a seat now, and the notices that then count as told."""
    question, seat = clock.question, clock.seat
    assert question is not None
    if out_of_time(clock, now):
        over = [TimeCall(table, seat, "time_out")] if "time_out" not in question.told else []
        return over, set()
    due: list[TimeCall] = []
    told: set[What] = set()
    for ping in timing.pings_due(table, clock, now):
        due.append(TimeCall(table, seat, ping.what, ping.way, ping.silent))
        told |= ping.covers
    nearly = last_call(clock)
    if nearly is not None and nearly <= now and "last_call" not in question.told:
        due.append(TimeCall(table, seat, "last_call"))
        told.add("last_call")
    return due, told


def _note(call: TimeCall) -> notes.Note:
    if call.what == "last_call":
        return notes.TimeNearlyOver(call.seat)
    assert call.way != "none", "who wants no calls is told nothing of it"
    kind = notes.CallSeat if call.what == "turn" else notes.RemindSeat
    return kind(call.seat, call.way, call.silent)


def note_time_out(opened: OpenTable, seat: int) -> None:
    """Put notes about a seat's time-out into the outbox, once: for the channel, and for those to
    call by the table's rule."""
    clock = timing.clocks_of(opened.table).get(seat)
    if opened.table.status == "playing" and clock is not None and clock.question is not None:
        if "time_out" in clock.question.told or not out_of_time(clock, opened.now):
            return  # another process or the person was faster
        opened.must_tell(notes.TimeOver(seat), notes.CallModerators(seat))
        count_missed(opened, seat, by_computer=False)
        clock = timing.clocks_of(opened.table)[seat]
        opened.set_clocks({seat: marked_told(clock, "time_out")})


def count_missed(opened: OpenTable, seat: int, *, by_computer: bool) -> None:
    """Note for a season that a seat has missed the turn it is asked for, once a turn; nothing
    while its clock still has time."""
    clock = timing.clocks_of(opened.table).get(seat)
    if clock is not None and clock.question is not None:
        known = clock.missed or "time_out" in clock.question.told
        if known or has_time(opened, seat):
            return
        opened.set_clocks({seat: replace(clock, missed=True)})
    opened.must_tell(notes.TurnTimedOut(seat, opened.table.version, by_computer=by_computer))


def has_time(opened: OpenTable, seat: int) -> bool:
    """Whether a seat is asked, and its clock has not run out, for instance since moderators gave it
    more time."""
    clock = timing.clocks_of(opened.table).get(seat)
    if clock is None or clock.question is None or clock.question.left is None:
        return False
    return not out_of_time(clock, opened.now)


async def set_person_settings(tables: Tables, user_id: int, chosen: PersonSettings) -> None:
    """Store a person's settings, and apply them at all tables: vacation at once, quiet hours from
    the next turn on, pings from now on."""
    await tables.store.write(settings.set_person, user_id, chosen, at=tables.now())
    for table in await tables.store.read(stored.open_of_person, user_id):
        if table.status == "playing":
            async with tables.open(table.id, game=False) as opened:
                _renew(opened, user_id)


def _renew(opened: OpenTable, user_id: int) -> None:
    one = opened.table.seat_of(user_id)
    if one is not None and one.clock is not None:  # otherwise the next question starts one
        counted = counted_hours(opened.table.options.time, one.settings.hours)
        opened.set_clocks({one.seat: with_vacation(one.clock, counted, opened.now)})


async def beat(tables: Tables) -> None:
    """Note that the program runs; call it every half minute or so."""
    await tables.store.write(settings.seen, tables.now(), tables.shards)


async def give_time_back(tables: Tables) -> int:
    """Give back the time in which the program did not run; return the number of tables. Call it at
    start-up, before the first `beat`, which it makes itself: of two processes that start at once
    one gives it back."""
    async with tables.alone("time back"):
        seen = await tables.store.read(settings.shards_seen, tables.shards)
        now, count = tables.now(), 0
        for shard, since in seen.items():
            if since is not None and now - since >= BACK_SOON:
                of_shard = Shards(shard, shard, tables.shards.count)
                count += await _give_back(tables, of_shard, since, now)
        await beat(tables)
    return count


async def _give_back(tables: Tables, shards: Shards, since: datetime, now: datetime) -> int:
    ids = await tables.store.read(stored.with_clocks, shards)
    for table_id in ids:
        async with tables.open(table_id, game=False) as opened:
            opened.set_clocks(
                timing.changed(opened.table, lambda clock: back_online(clock, since, now))
            )
    logger.info("time given back", tables=len(ids), since=since.isoformat(), shards=str(shards))
    return len(ids)


async def nudge(opened: OpenTable, user_id: int) -> list[int]:
    """Nudge, for this person, the seats that are asked and may be called now; return them, and note
    their calls. Raises Refusal for a stranger, for a person who is asked, too soon after the
    table's last nudge or call, and if none of the seats may be called."""
    table, now = opened.table, opened.now
    must_be_playing(table)
    own = must_sit(table, user_id).seat
    people = [seat for seat in opened.waiting if not table.seats[seat].computer]
    if own in people:
        raise AskedNow("nudges-self", "It is your turn; open it with the button.")
    if not people:
        raise Refusal("nobody", "Only computers have a turn now; they play on their own.")
    kept = await opened.fetch(settings.get, "channel", table.channel_id)
    _must_not_be_too_soon(kept.get(_LAST_NUDGE), table, now)
    calls: list[notes.NudgeSeat] = []
    for seat in people:
        way = timing.ping_of(table, table.seats[seat], now)
        if way in ("mention", "direct"):
            calls.append(notes.NudgeSeat(seat, way, own))
    if not calls:
        raise _may_not_be_called(table, people[0], now)
    noted = {_LAST_NUDGE: {"table": table.id, "at": now.isoformat()}}
    await opened.write(settings.change, "channel", table.channel_id, noted, at=now)
    opened.must_tell(*calls)
    return [call.seat for call in calls]


async def call_again(opened: OpenTable, seat: int) -> None:
    """Call a person who is asked once more, for a moderator, and note the call. Raises Refusal too
    soon after the table's last call or nudge, and for a person who may not be called now."""
    table, now = opened.table, opened.now
    kept = await opened.fetch(settings.get, "channel", table.channel_id)
    _must_not_be_too_soon(kept.get(_LAST_NUDGE), table, now)
    way = timing.ping_of(table, table.seats[seat], now)
    if way not in ("mention", "direct"):
        raise _may_not_be_called(table, seat, now)
    noted = {_LAST_NUDGE: {"table": table.id, "at": now.isoformat()}}
    await opened.write(settings.change, "channel", table.channel_id, noted, at=now)
    opened.must_tell(notes.CallSeat(seat, way))


def _must_not_be_too_soon(last: object, table: Table, now: datetime) -> None:
    if not isinstance(last, Mapping) or last.get("table") != table.id:
        return
    again = datetime.fromisoformat(last["at"]) + NUDGE_EVERY
    if now < again:
        # Translators: {moment}: Discord shows it as "in 3 hours".
        raise Refusal(
            "too-soon",
            "Somebody has already sent a reminder; you can send the next one {moment}.",
            moment=f"<t:{int(again.timestamp())}:R>",
        )


def _may_not_be_called(table: Table, seat: int, now: datetime) -> Refusal:
    one = table.seats[seat]
    if timing.ping_of(table, one, now) == "none":
        return Refusal(
            "no-calls",
            "{name} has switched notifications off; wait, or write to this player yourself.",
            name=one.name,
        )
    awake = first_awake(now, one.settings.hours)
    # Translators: {moment}: Discord shows it as "in 3 hours".
    return Refusal(
        "asleep",
        "{name} has quiet hours now and will be notified when they end, {moment}.",
        name=one.name,
        moment=f"<t:{int(awake.timestamp())}:R>",
    )


WAITS_FOR_CHANNEL = timedelta(days=30)
"""How long a game waits for another channel."""


def set_aside(opened: OpenTable) -> bool:
    """Stop a game whose channel is gone, until it goes on elsewhere, and let its players be told.
    Returns whether this was new. A lobby is closed."""
    table = opened.table
    if table.gone_at is not None or table.status not in ("lobby", "playing"):
        return False
    if table.status == "lobby":
        lobby.give_up(opened)
        return True
    if not table.paused:
        opened.set_clocks(timing.changed(table, lambda clock: pause(clock, opened.now)))
        opened.change(paused_at=opened.now)
    opened.change(gone_at=opened.now)
    seats = sorted(table.human_seats)
    opened.must_tell(*map(notes.ChannelLost, seats), notes.ChannelLost(None))
    logger.warning("channel gone", table=table.id, channel=table.channel_id, guild=table.guild_id)
    return True


def go_on_elsewhere(opened: OpenTable, channel_id: int) -> Table:
    """Continue a game without a channel in this channel, with the clocks as they stood. Raises
    Refusal (`not-waiting`) for any other table, and at the end of the block (`channel-taken`) where
    another table is open in the channel."""
    table = opened.table
    if table.gone_at is None or table.status != "playing":
        raise Refusal(
            "not-waiting", "This game is no longer waiting to be moved to another channel."
        )
    if table.paused_at == table.gone_at:  # otherwise people had stopped the clocks before
        opened.set_clocks(timing.changed(table, lambda clock: resume(clock, opened.now)))
        opened.change(paused_at=None)
    opened.change(gone_at=None)
    opened.drop_notes(notes.ChannelLost)
    if channel_id != table.channel_id:
        opened.move(channel_id)
    opened.must_tell(notes.GameGoesOn())
    logger.info("table goes on", table=table.id, channel=channel_id)
    return opened.table


def must_wait_no_longer(opened: OpenTable) -> bool:
    """Give up a game that has waited too long for a channel; return whether it was given up."""
    table = opened.table
    if (
        table.status != "playing"
        or table.gone_at is None
        or opened.now < table.gone_at + WAITS_FOR_CHANNEL
    ):
        return False
    lobby.give_up(opened)
    logger.warning("given up, its channel is gone", table=table.id, since=table.gone_at.isoformat())
    return True


async def without_channel(tables: Tables, guild_id: int | None = None) -> list[Table]:
    """List the games that wait for another channel, on one server or on all of this program, the
    oldest first."""
    return await tables.store.read(stored.set_aside, guild_id, tables.shards)


async def with_channel_again(tables: Tables, guild_id: int | None = None) -> list[Table]:
    """List the open tables whose channel is not lost, on one server or on all of this program."""
    return await tables.store.read(stored.in_place, guild_id, tables.shards)
