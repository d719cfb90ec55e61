"""Calling the person everybody waits for once more: politely, and not too often."""

from datetime import datetime, timedelta

from bot.clocks import first_awake
from bot.refusal import Refusal
from bot.store import settings
from bot.store.rows import TableRow
from bot.tables import timing
from bot.tables.desk import Desk
from bot.tables.lobby import must_have_started, must_sit, over

NUDGE_EVERY = timedelta(hours=12)
"""A table's players are nudged at most this often, whoever does it."""
_LAST = "nudged"


async def nudge(desk: Desk, row: TableRow, user_id: int) -> list[int]:
    """The seats that are waited for and may be called now; noted as called. To be called alone.

    Raises Refusal for a stranger, for who is waited for, too soon after the last time, and where
    those waited for may not be called.
    """
    must_have_started(row)
    if row.status == "finished":
        raise over(row)
    own = must_sit(row, user_id).seat
    pending = (await desk.opened(row)).game.pending
    people = [one.seat for one in pending if not row.seats[one.seat].computer]
    if own in people:
        raise Refusal("your-turn", "They wait for you; use the button of the turn.")
    if not people:
        raise Refusal("nobody", "Only computers are asked now; they answer by themselves.")
    now = desk.now()
    kept = await desk.store.read(settings.get, "channel", row.channel_id)
    _must_not_be_too_soon(kept.get(_LAST), row, now)
    callable_now = [
        seat for seat in people if timing.ping_of(row, seat, now) in ("mention", "direct")
    ]
    if not callable_now:
        raise _may_not_be_called(row, people[0], now)
    noted = {_LAST: {"table": row.id, "at": now.isoformat()}}
    await desk.store.write(settings.change, "channel", row.channel_id, noted, at=now)
    return callable_now


def _must_not_be_too_soon(last: object, row: TableRow, now: datetime) -> None:
    if not isinstance(last, dict) or last.get("table") != row.id:
        return
    again = datetime.fromisoformat(last["at"]) + NUDGE_EVERY
    if now < again:
        raise Refusal(
            "too-soon",
            "Somebody nudged here already; the next time is possible {moment}.",
            moment=f"<t:{int(again.timestamp())}:R>",
        )


def _may_not_be_called(row: TableRow, seat: int, now: datetime) -> Refusal:
    name = row.seats[seat].name
    if timing.ping_of(row, seat, now) == "none":
        return Refusal(
            "no-calls", "{name} does not want to be called; wait, or write yourself.", name=name
        )
    awake = first_awake(now, timing.person_of(row, seat).hours)
    return Refusal(
        "asleep",
        "{name} has quiet hours and hears of the turn after them, {moment}.",
        name=name,
        moment=f"<t:{int(awake.timestamp())}:R>",
    )
