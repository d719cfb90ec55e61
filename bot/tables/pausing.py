"""Pauses: stopping the clocks of a table by consent, and starting them again.

All people at the table must agree, since each of them has time at stake. Anybody may end a pause
alone: it rests on everybody's consent, and a person who no longer consents must not have to wait
for the others. Each seat that is asked goes on with the time it had left. A pause that a moderator
ordered only a moderator ends.

Playing on does not withdraw consent, unlike with a request to rewind: turns may be played while the
clocks stand still, and people who ask for a pause over the holidays play on until then. Instead a
request is void after `REQUEST_LIFE`, so that nobody gets into a pause long forgotten.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.clocks import pause, resume
from bot.model.notes import AskAgreement, ClocksStarted, ClocksStopped
from bot.model.table import PauseRequest, Table
from bot.refusal import Over, Refusal
from bot.tables import timing
from bot.tables.open_table import OpenTable, must_have_clock, must_sit_in_play, not_requested

REQUEST_LIFE = timedelta(days=3)
"""How long a request waits for agreement."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Pause:
    """A pause or the request for one, after somebody has spoken."""

    table: Table
    """The table now."""
    seat: int
    """The seat that has spoken."""
    votes: frozenset[int]
    """The seats that agree."""
    missing: tuple[int, ...]
    """The seats whose people have yet to agree; empty once the clocks stand still."""
    until: datetime
    """When the request becomes void, in UTC."""


def request(opened: OpenTable, user_id: int) -> Pause:
    """Ask for a pause, or agree to one; the clocks stop once all have agreed.

    Raises Refusal for a stranger, for a table without clock, where the clocks stand still already
    (`clocks-stand`), and for a person who has agreed already.
    """
    seat = _seat_in_play(opened.table, user_id)
    known = _open_request(opened)
    # Perhaps nobody is missing any more, as a seat went to a computer.
    if known is not None and seat in known.votes and _missing(opened.table, known):
        # Translators: {names}: one player or more.
        raise Refusal(
            "pause-agreed",
            "You have already agreed; the clocks pause once these agree too: {names}.",
            names=", ".join(
                opened.table.seats[other].name for other in _missing(opened.table, known)
            ),
        )
    pause = _with_vote(opened, seat, known or PauseRequest(frozenset(), opened.now))
    if pause.missing:
        opened.must_tell(AskAgreement("pause"))
    return pause


def agree(opened: OpenTable, user_id: int) -> Pause:
    """Agree to a request. Raises Refusal as `request`, and (`pause-not-asked`) if there is none any
    more."""
    seat, known = _asked(opened, user_id)
    missing = _missing(opened.table, known)
    if seat in known.votes and missing:
        return Pause(opened.table, seat, known.votes, missing, known.at + REQUEST_LIFE)
    return _with_vote(opened, seat, known)


def decline(opened: OpenTable, user_id: int) -> Table:
    """Decline a request: it is void. Raises Refusal as `agree`."""
    _asked(opened, user_id)
    opened.change(pause_request=None)
    return opened.table


def withdraw(opened: OpenTable, user_id: int) -> Table:
    """Withdraw a request one has made or agreed to: it is void. Raises Refusal as `agree`, and
    (`not-requested`) for a person who has not agreed."""
    seat, known = _asked(opened, user_id)
    if seat not in known.votes:
        raise not_requested()
    opened.change(pause_request=None)
    return opened.table


def end(opened: OpenTable, user_id: int) -> Table:
    """Start the clocks again after an agreed pause; anybody at the table may. Raises Refusal for a
    stranger, where the clocks run, and where a moderator stopped them."""
    table = opened.table
    own = must_sit_in_play(table, user_id).seat
    if not table.paused:
        raise Refusal("not-paused", "The clocks are running; ask to pause them with /pause.")
    if table.pause_request is None or not table.pause_request.agreed:
        raise Refusal(
            "paused-by-moderator",
            "A moderator paused the clocks; ask one to restart them with /moderate page.",
        )
    opened.set_clocks(timing.changed(table, lambda clock: resume(clock, opened.now)))
    opened.change(paused_at=None, pause_request=None)
    opened.must_tell(ClocksStarted(own))
    logger.info("pause ended", table=table.id, by=user_id)
    return opened.table


def standing(opened: OpenTable) -> Pause | None:
    """Find the request that still needs agreement."""
    known = _open_request(opened)
    missing = () if known is None else _missing(opened.table, known)
    if known is None or not missing:
        return None
    return Pause(opened.table, min(known.votes), known.votes, missing, known.at + REQUEST_LIFE)


def _seat_in_play(table: Table, user_id: int) -> int:
    seat = must_sit_in_play(table, user_id).seat
    must_have_clock(table)
    if table.paused:
        raise Over("clocks-stand", "The clocks are already paused; restart them with /resume.")
    return seat


def _asked(opened: OpenTable, user_id: int) -> tuple[int, PauseRequest]:
    """Find a person's seat, and the open request."""
    seat, known = _seat_in_play(opened.table, user_id), _open_request(opened)
    if known is None:
        raise Over("pause-not-asked", "That request was withdrawn; ask again with /pause.")
    return seat, known


def _open_request(opened: OpenTable) -> PauseRequest | None:
    known = opened.table.pause_request
    if known is None or known.agreed or opened.now >= known.at + REQUEST_LIFE:
        return None
    return known


def _missing(table: Table, known: PauseRequest) -> tuple[int, ...]:
    return tuple(sorted(table.human_seats - known.votes))


def _with_vote(opened: OpenTable, seat: int, known: PauseRequest) -> Pause:
    wanted = replace(known, votes=known.votes | {seat})
    missing = _missing(opened.table, wanted)
    if missing:
        opened.change(pause_request=wanted)
    else:
        opened.set_clocks(timing.changed(opened.table, lambda clock: pause(clock, opened.now)))
        opened.change(pause_request=replace(wanted, agreed=True), paused_at=opened.now)
        opened.must_tell(ClocksStopped())
        logger.info("pause agreed", table=opened.table.id)
    return Pause(opened.table, seat, wanted.votes, missing, known.at + REQUEST_LIFE)
