"""Rewinding a game to a person's last turn: the person alone may while nothing has come of it,
otherwise all people must agree. Undone turns leave the log, but are kept."""

from collections import Counter
from dataclasses import dataclass, replace

import structlog

from bot.clocks import rewound, turn_taken_back
from bot.engine.happenings import QuickTilesOpened, QuickTileTurned, RowRefilled, TilesKept
from bot.engine.position import Position
from bot.model.notes import AskAgreement
from bot.model.table import RewindRequest, Table
from bot.refusal import Over, Refusal
from bot.tables import timing
from bot.tables.looking_back import all_turns
from bot.tables.open_table import (
    OpenTable,
    must_have_started,
    must_sit,
    must_sit_in_play,
    not_requested,
)
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


async def offered(opened: OpenTable, user_id: int) -> Rewind:
    """Describe the rewind that takes back this person's last turn, and who must agree to it.

    Raises Refusal for a stranger, a game that is not being played, or a person without a turn to
    take back.
    """
    seat = must_sit_in_play(opened.table, user_id).seat
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


async def take_back(opened: OpenTable, user_id: int, version: int) -> Rewind:
    """Take back this person's last turn, or ask for it where others must agree: look at `done` and
    `missing`. Raises Refusal as `offered`, and (`moved-on-before-undo`) if the table has changed
    since the person saw it at `version`."""
    if opened.table.version != version:
        raise Over("moved-on-before-undo", "The game has moved on; look at it again with /undo.")
    offer = await offered(opened, user_id)
    if not offer.missing:
        return rewind(opened, offer, user_id)
    request = opened.table.rewind_request
    if request is None or request.to != offer.to:
        request = RewindRequest(offer.to, user_id, frozenset())
    asked = _with_vote(opened, offer, replace(request, votes=request.votes | {offer.seat}))
    if not asked.done:
        opened.must_tell(AskAgreement("rewind"))
    return asked


async def agree(opened: OpenTable, user_id: int, to: int) -> Rewind:
    """Agree to a request that leaves only the first `to` actions. Raises Refusal if there is none
    any more."""
    table = opened.table
    must_have_started(table)
    seat = must_sit(table, user_id).seat
    request = table.rewind_request
    if request is None or request.to != to or table.status != "playing":
        raise _moved_on()
    offer = await offered(opened, request.by)
    if seat in request.votes:
        raise Refusal("rewind-agreed", "You have agreed already; others still have to.")
    return _with_vote(opened, offer, replace(request, votes=request.votes | {seat}))


def withdraw(opened: OpenTable, user_id: int) -> Table:
    """Withdraw one's own request. Raises Refusal for a stranger, where there is no request
    (`rewind-not-asked`), and (`not-requested`) where it is somebody else's."""
    must_have_started(opened.table)
    must_sit(opened.table, user_id)
    request = opened.table.rewind_request
    if request is None or opened.table.status != "playing":
        raise _moved_on()
    if request.by != user_id:
        raise not_requested()
    opened.change(rewind_request=None)
    return opened.table


def rewind(
    opened: OpenTable, offer: Rewind, user_id: int | None, *, moderator: bool = False
) -> Rewind:
    """Rewind as offered. Raises Refusal (`too-late`) where a person takes back a turn whose time is
    over; a moderator may do even that."""
    before = opened.table
    opened.rewind(offer.to, user_id=user_id)
    opened.set_clocks(_clocks_back(before, offer, opened, moderator=moderator))
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
    return Over("rewind-not-asked", "That request is over; the game has moved on.")


def _with_vote(opened: OpenTable, offer: Rewind, request: RewindRequest) -> Rewind:
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


def _only_own_business(opened: OpenTable, seat: int, undone: tuple[Confirmed, ...]) -> bool:
    """Whether nobody has acted since the turn, and it uncovered no tile."""
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
    table: Table, offer: Rewind, opened: OpenTable, *, moderator: bool
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
