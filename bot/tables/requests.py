"""Requests to all people at a table: rewinding a game to a person's last turn, and pausing it.

The person alone may rewind while nothing has come of the turn, otherwise all people must agree.
Undone turns leave the log, but are kept.

To a pause, which stops the clocks, all people at the table must agree, since each of them has time
at stake. Anybody may end a pause alone: it rests on everybody's consent, and a person who no longer
consents must not have to wait for the others. Each seat that is asked goes on with the time it had
left. A pause that a moderator ordered only a moderator ends.

Playing on does not withdraw consent to a pause, unlike with a request to rewind: turns may be
played while the clocks stand still, and people who ask for a pause over the holidays play on until
then. Instead a request is void after `PAUSE_REQUEST_LIFE`, so that nobody gets into a pause long
forgotten.
"""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.clocks import pause, resume, rewound, turn_taken_back
from bot.engine.happenings import QuickTilesOpened, QuickTileTurned, RowRefilled, TilesKept
from bot.engine.position import Position
from bot.model.notes import AskAgreement, ClocksStarted, ClocksStopped
from bot.model.table import PauseRequest, RewindRequest, Table
from bot.refusal import Over, Refusal
from bot.tables import open_table, timing
from bot.tables.looking_back import all_turns
from bot.tables.preparation import TURN_KIND
from bot.tables.turns import Confirmed

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Rewind:
    """A rewind of a game to an earlier turn, done or offered."""

    table: Table
    """The table now; after the rewind, if it is done."""
    seat: int
    """The seat whose turn is taken back."""
    to: int
    """The number of actions that stay in the log."""
    turns: tuple[Confirmed, ...]
    """The turns it undoes, oldest first."""
    missing: tuple[int, ...]
    """The seats whose people have yet to agree; empty if nobody has to be asked."""
    done: bool = False
    position: Position | None = None
    """The position after the rewind, if it is done."""
    waiting: tuple[int, ...] = ()
    """The seats that are asked after it."""


async def rewind_offered(opened: open_table.OpenTable, user_id: int) -> Rewind:
    """Describe the rewind that takes back this person's last turn, and who must agree to it.

    Raises Refusal for a stranger, a game that is not being played, or a person without a turn to
    take back.
    """
    seat = open_table.must_sit_in_play(opened.table, user_id).seat
    turns = await all_turns(opened)
    own = [n for n, turn in enumerate(turns) if turn.seat == seat]
    if not own:
        raise Over("nothing-confirmed", "You have no confirmed turn to take back yet.")
    undone = tuple(turns[own[-1] :])
    to = undone[0].table.version - len(undone[0].actions)
    missing: tuple[int, ...] = ()
    if not _only_own_business(opened, seat, undone):
        missing = _yet_to_agree(opened.table, seat, to)
    return Rewind(opened.table, seat, to, undone, missing)


async def take_back(opened: open_table.OpenTable, user_id: int, version: int) -> Rewind:
    """Take back this person's last turn, or ask for it where others must agree: look at `done` and
    `missing`. Raises Refusal as `rewind_offered`, and (`moved-on-before-undo`) if the table has
    changed since the person saw it at `version`."""
    if opened.table.version != version:
        raise Over(
            "moved-on-before-undo",
            "The game has moved on; use /undo again to see what you can take back now.",
        )
    offer = await rewind_offered(opened, user_id)
    if not offer.missing:
        return rewind(opened, offer, user_id)
    request = opened.table.rewind_request
    if request is None or request.to != offer.to:
        request = RewindRequest(offer.to, user_id, frozenset())
    asked = _with_vote_to_rewind(
        opened, offer, replace(request, votes=request.votes | {offer.seat})
    )
    if not asked.done:
        opened.must_tell(AskAgreement("rewind"))
    return asked


async def agree_to_rewind(opened: open_table.OpenTable, user_id: int, to: int) -> Rewind:
    """Agree to a request that leaves only the first `to` actions. Raises Refusal if there is none
    any more."""
    table = opened.table
    open_table.must_have_started(table)
    seat = open_table.must_sit(table, user_id).seat
    request = table.rewind_request
    if request is None or request.to != to or table.status != "playing":
        raise _moved_on()
    offer = await rewind_offered(opened, request.by)
    if seat in request.votes:
        raise Refusal("rewind-agreed", "You have already agreed; others still have to.")
    return _with_vote_to_rewind(opened, offer, replace(request, votes=request.votes | {seat}))


def withdraw_rewind(opened: open_table.OpenTable, user_id: int) -> Table:
    """Withdraw one's own request. Raises Refusal for a stranger, where there is no request
    (`rewind-not-asked`), and (`not-requested`) where it is somebody else's."""
    open_table.must_have_started(opened.table)
    open_table.must_sit(opened.table, user_id)
    request = opened.table.rewind_request
    if request is None or opened.table.status != "playing":
        raise _moved_on()
    if request.by != user_id:
        raise open_table.not_requested()
    opened.change(rewind_request=None)
    return opened.table


def rewind(
    opened: open_table.OpenTable, offer: Rewind, user_id: int | None, *, moderator: bool = False
) -> Rewind:
    """Rewind as offered. Raises Refusal (`too-late`) where a person takes back a turn whose time is
    over; a moderator may do even that."""
    before = opened.table
    opened.rewind(offer.to, user_id=user_id)
    opened.set_clocks(_clocks_back(before, offer, opened, moderator=moderator))
    if not moderator:  # whose act is logged once it is done; here it may only be tried
        logger.info("game rewound", table=before.id, by=user_id, was=before.version, now=offer.to)
    return replace(
        offer,
        table=opened.table,
        missing=(),
        done=True,
        position=opened.game.snapshot(),
        waiting=opened.waiting,
    )


def _moved_on() -> Refusal:
    return Over("rewind-not-asked", "That request is no longer open; the game has moved on.")


def _with_vote_to_rewind(
    opened: open_table.OpenTable, offer: Rewind, request: RewindRequest
) -> Rewind:
    missing = _yet_to_agree(replace(opened.table, rewind_request=request), offer.seat, request.to)
    if not missing:
        return rewind(opened, offer, request.by)
    opened.change(rewind_request=request)
    return replace(offer, table=opened.table, missing=missing)


def _yet_to_agree(table: Table, seat: int, to: int) -> tuple[int, ...]:
    """List the seats that must still agree to a rewind that the person in `seat` asks for."""
    request = table.rewind_request
    agreed = request.votes if request is not None and request.to == to else frozenset[int]()
    return tuple(sorted(table.human_seats - agreed - {seat}))


def _only_own_business(
    opened: open_table.OpenTable, seat: int, undone: tuple[Confirmed, ...]
) -> bool:
    """Whether only this turn would be undone, it uncovered no tile, and nobody else has prepared
    anything since."""
    begun = any(
        one.prepared is not None
        and one.prepared.actions
        and one.prepared.base == opened.game.answered(one.seat)
        for one in opened.table.seats
        if one.seat != seat
    )
    return len(undone) == 1 and not begun and not _uncovers(undone[0])


def _uncovers(turn: Confirmed) -> bool:
    return any(
        isinstance(happening, RowRefilled | QuickTileTurned | QuickTilesOpened | TilesKept)
        for step in turn.steps
        for happening in step.happenings
    )


def _clocks_back(
    table: Table, offer: Rewind, opened: open_table.OpenTable, *, moderator: bool
) -> timing.Clocks:
    """Calculate the clocks of a table after a rewind."""
    clocks = timing.clocks_of(table)
    if not clocks:
        return {}
    free = not moderator and len(offer.turns) == 1 and offer.turns[0].seat == offer.seat
    mine = clocks.get(offer.seat)
    if free and (mine is None or mine.unconfirmed is not None):
        return turn_taken_back(clocks, offer.seat, opened.waiting, opened.now)
    gone = Counter(turn.seat for turn in offer.turns if turn.kind == TURN_KIND)
    answered = {seat: max(0, clock.answered - gone[seat]) for seat, clock in clocks.items()}
    hours = timing.hours_of(table)
    return rewound(clocks, answered, opened.waiting, hours, opened.now, paused=table.paused)


PAUSE_REQUEST_LIFE = timedelta(days=3)
"""How long a request waits for agreement."""


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


def request_pause(opened: open_table.OpenTable, user_id: int) -> Pause:
    """Ask for a pause, or agree to one; the clocks stop once all have agreed.

    Raises Refusal for a stranger, for a table without clock, where the clocks stand still already
    (`clocks-stand`), and for a person who has agreed already.
    """
    seat = _seat_in_play(opened.table, user_id)
    known = _open_pause_request(opened)
    # Perhaps nobody is missing any more, as a seat went to a computer.
    if known is not None and seat in known.votes and _missing(opened.table, known):
        # Translators: {names}: one player or more.
        raise Refusal(
            "pause-agreed",
            "You have already agreed; the clocks pause once these players agree, too: {names}.",
            names=", ".join(
                opened.table.seats[other].name for other in _missing(opened.table, known)
            ),
        )
    pause = _with_vote_to_pause(opened, seat, known or PauseRequest(frozenset(), opened.now))
    if pause.missing:
        opened.must_tell(AskAgreement("pause"))
    return pause


def agree_to_pause(opened: open_table.OpenTable, user_id: int) -> Pause:
    """Agree to a request, which changes nothing for a person who has. Raises Refusal
    (`pause-not-asked`) if there is none any more, and else as `request_pause`."""
    seat, known = _asked_for_pause(opened, user_id)
    missing = _missing(opened.table, known)
    if seat in known.votes and missing:
        return Pause(opened.table, seat, known.votes, missing, known.at + PAUSE_REQUEST_LIFE)
    return _with_vote_to_pause(opened, seat, known)


def decline_pause(opened: open_table.OpenTable, user_id: int) -> Table:
    """Decline a request: it is void. Raises Refusal as `agree_to_pause`."""
    _asked_for_pause(opened, user_id)
    opened.change(pause_request=None)
    return opened.table


def withdraw_pause(opened: open_table.OpenTable, user_id: int) -> Table:
    """Withdraw a request one has made or agreed to: it is void. Raises Refusal as `agree_to_pause`,
    and (`not-requested`) for a person who has not agreed."""
    seat, known = _asked_for_pause(opened, user_id)
    if seat not in known.votes:
        raise open_table.not_requested()
    opened.change(pause_request=None)
    return opened.table


def end_pause(opened: open_table.OpenTable, user_id: int) -> Table:
    """Start the clocks again after a pause; anybody at the table may. Raises Refusal for a
    stranger, and where the clocks run."""
    table = opened.table
    own = open_table.must_sit_in_play(table, user_id).seat
    if not table.paused:
        raise Refusal("not-paused", "The clocks are running; ask to pause them with /pause.")
    opened.set_clocks(timing.changed(table, lambda clock: resume(clock, opened.now)))
    opened.change(paused_at=None, pause_request=None)
    opened.must_tell(ClocksStarted(own))
    logger.info("pause ended", table=table.id, by=user_id)
    return opened.table


def standing_pause(opened: open_table.OpenTable) -> Pause | None:
    """Find the request that still needs agreement; None if there is none."""
    known = _open_pause_request(opened)
    missing = () if known is None else _missing(opened.table, known)
    if known is None or not missing:
        return None
    return Pause(
        opened.table, min(known.votes), known.votes, missing, known.at + PAUSE_REQUEST_LIFE
    )


def _seat_in_play(table: Table, user_id: int) -> int:
    seat = open_table.must_sit_in_play(table, user_id).seat
    open_table.must_have_clock(table)
    if table.paused:
        raise Over("clocks-stand", "The clocks are already paused; resume them with /resume.")
    return seat


def _asked_for_pause(opened: open_table.OpenTable, user_id: int) -> tuple[int, PauseRequest]:
    """Find a person's seat, and the open request."""
    seat, known = _seat_in_play(opened.table, user_id), _open_pause_request(opened)
    if known is None:
        raise Over("pause-not-asked", "That request was withdrawn; ask again with /pause.")
    return seat, known


def _open_pause_request(opened: open_table.OpenTable) -> PauseRequest | None:
    known = opened.table.pause_request
    if known is None or known.agreed or opened.now >= known.at + PAUSE_REQUEST_LIFE:
        return None
    return known


def _missing(table: Table, known: PauseRequest) -> tuple[int, ...]:
    return tuple(sorted(table.human_seats - known.votes))


def _with_vote_to_pause(opened: open_table.OpenTable, seat: int, known: PauseRequest) -> Pause:
    wanted = replace(known, votes=known.votes | {seat})
    missing = _missing(opened.table, wanted)
    if missing:
        opened.change(pause_request=wanted)
    else:
        opened.set_clocks(timing.changed(opened.table, lambda clock: pause(clock, opened.now)))
        opened.change(pause_request=replace(wanted, agreed=True), paused_at=opened.now)
        opened.must_tell(ClocksStopped())
        logger.info("pause agreed", table=opened.table.id)
    return Pause(opened.table, seat, wanted.votes, missing, known.at + PAUSE_REQUEST_LIFE)
