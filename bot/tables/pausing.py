"""Letting the clocks of a table stand still by consent, and run again.

All people at the table must agree, as the time of each of them is at stake. Anybody alone ends it:
a pause rests on the consent of all, and who takes the consent back must not be kept waiting by the
others; whoever is asked goes on with all the time that was left. A pause that a moderator ordered
only a moderator ends.

Playing on does not take back an agreement, unlike one to set the game back: turns may be played
while the clocks stand still, and who wishes a pause over the holidays plays on until then. Instead
a wish is void after `WISH_LIFE`, so that nobody ends up in a pause long forgotten.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.clocks import NoClock, pause, resume
from bot.refusal import Refusal
from bot.store import reseating
from bot.store.rows import ClockRow, PauseWish, TableRow
from bot.tables import timing
from bot.tables.desk import Desk
from bot.tables.lobby import can_agree, must_have_started, must_sit, over
from bot.tables.snapshots import table_of
from bot.tables.table import Table

WISH_LIFE = timedelta(days=3)
"""How long a wish waits for the others."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Pause:
    """How a table stands about pausing after somebody has spoken."""

    table: Table
    """As it is now."""
    seat: int
    """Who has spoken."""
    missing: tuple[int, ...]
    """The seats whose people have yet to agree; empty once the clocks stand still."""
    until: datetime
    """Until when the wish waits for them; UTC."""


async def wish(desk: Desk, row: TableRow, user_id: int) -> Pause:
    """Wish a pause, or agree to one; the clocks stand still once all have. To be called alone.

    Raises Refusal for a stranger, for a table without clock, where the clocks stand still already
    (`paused`), and for who has agreed already.
    """
    seat = _seat_in_play(row, user_id)
    now = desk.now()
    known = _open_wish(row, now)
    # Nobody may be missing any more: who was has given the seat to a computer.
    if known is not None and seat in known.votes and _missing(row, known):
        raise Refusal(
            "voted-already",
            "You have agreed already; the clocks stop once {names} agree, too.",
            names=", ".join(row.seats[other].name for other in _missing(row, known)),
        )
    return await _with_vote(desk, row, seat, known or PauseWish(frozenset(), now), now)


async def agree(desk: Desk, row: TableRow, user_id: int) -> Pause:
    """Agree to somebody's wish. To be called alone. Raises Refusal as `wish`, and if nobody wishes
    it any more."""
    seat = _seat_in_play(row, user_id)
    now = desk.now()
    known = _open_wish(row, now)
    if known is None:
        raise Refusal("moved-on", "Nobody wishes that any more; ask anew with /pause.")
    if seat in known.votes and _missing(row, known):
        return Pause(table_of(row, now), seat, _missing(row, known), known.at + WISH_LIFE)
    return await _with_vote(desk, row, seat, known, now)


async def decline(desk: Desk, row: TableRow, user_id: int) -> Table:
    """Say no to a wish, or take one back: it is void. To be called alone. Raises Refusal as
    `agree`."""
    _seat_in_play(row, user_id)
    if _open_wish(row, desk.now()) is None:
        raise Refusal("moved-on", "Nobody wishes that any more; ask anew with /pause.")
    return await _saved(desk, row, replace(row, pause_wish=None), [])


async def end(desk: Desk, row: TableRow, user_id: int) -> Table:
    """Let the clocks run again, after a pause that was agreed. To be called alone. Raises Refusal
    for a stranger, where the clocks run, and where a moderator stopped them."""
    must_have_started(row)
    must_sit(row, user_id)
    if row.status != "playing":
        raise over(row)
    if row.paused_at is None:
        raise Refusal("not-paused", "The clocks run; /pause asks the others to stop them.")
    if row.pause_wish is None or not row.pause_wish.agreed:
        raise Refusal(
            "paused-by-moderator",
            "A moderator stopped the clocks; ask one to start them with /moderate resume.",
        )
    now = desk.now()
    clock_rows = timing.changed(row, now, lambda clock: resume(clock, now))
    logger.info("pause ended", table=row.id, by=user_id)
    return await _saved(desk, row, replace(row, paused_at=None, pause_wish=None), clock_rows)


def _seat_in_play(row: TableRow, user_id: int) -> int:
    must_have_started(row)
    seat = must_sit(row, user_id).seat
    if row.status != "playing":
        raise over(row)
    if isinstance(timing.rules_of(row).clock, NoClock):
        raise Refusal("no-clock", "This table has no clock; nobody runs out of time here.")
    if row.paused_at is not None:
        raise Refusal("paused", "The clocks stand still already; /resume starts them.")
    return seat


def _open_wish(row: TableRow, now: datetime) -> PauseWish | None:
    known = row.pause_wish
    if known is None or known.agreed or now >= known.at + WISH_LIFE:
        return None
    return known


def _missing(row: TableRow, known: PauseWish) -> tuple[int, ...]:
    return tuple(
        seat.seat for seat in row.seats if can_agree(seat) and seat.seat not in known.votes
    )


async def _with_vote(
    desk: Desk, row: TableRow, seat: int, known: PauseWish, now: datetime
) -> Pause:
    wanted = replace(row, pause_wish=replace(known, votes=known.votes | {seat}))
    assert wanted.pause_wish is not None
    missing = _missing(row, wanted.pause_wish)
    clock_rows: list[ClockRow] = []
    if not missing:
        agreed = replace(wanted.pause_wish, agreed=True)
        wanted = replace(wanted, pause_wish=agreed, paused_at=now)
        clock_rows = timing.changed(row, now, lambda clock: pause(clock, now))
        logger.info("pause agreed", table=row.id)
    table = await _saved(desk, row, wanted, clock_rows)
    return Pause(table, seat, missing, known.at + WISH_LIFE)


async def _saved(desk: Desk, row: TableRow, wanted: TableRow, clock_rows: list[ClockRow]) -> Table:
    now = desk.now()
    saved = await desk.store.write(reseating.change, row, wanted, at=now, clock_rows=clock_rows)
    return table_of(timing.with_clocks(saved, clock_rows), now)
