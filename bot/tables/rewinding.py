"""Setting a game back: one's own last turn while nothing has come of it, else with all people's
consent. What is undone leaves the log, but is kept."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import structlog

from bot.clocks import rewound, turn_taken_back
from bot.engine.position import Position
from bot.refusal import Refusal
from bot.store import log, tables
from bot.store.rows import ClockRow, RewindWish, TableRow
from bot.tables import timing
from bot.tables.desk import Desk
from bot.tables.lobby import can_agree, must_have_started, must_sit, over
from bot.tables.past_turns import turns_from
from bot.tables.snapshots import table_of
from bot.tables.table import Confirmed, Rewind
from bot.tables.turn import TURN_KIND

logger = structlog.get_logger(__name__)


async def offered(desk: Desk, row: TableRow, user_id: int) -> Rewind:
    """What taking back this person's last turn would undo, and who must agree to it.

    Raises Refusal for a stranger, a game that is not being played, or a person without a turn to
    take back.
    """
    must_have_started(row)
    seat = must_sit(row, user_id).seat
    if row.status == "finished":
        raise over(row)
    turns = await turns_from(desk, row, 0)
    own = [n for n, turn in enumerate(turns) if turn.seat == seat]
    if not own:
        raise Refusal("nothing-confirmed", "You have no confirmed turn to take back yet.")
    undone = turns[own[-1] :]
    to = undone[0].table.version - len(undone[0].actions)
    missing: Sequence[int] = ()
    answered = (await desk.opened(row)).answered
    if not _only_own_business(row, answered, seat, undone):
        missing = _yet_to_agree(row, seat, to)
    return Rewind(table_of(row, desk.now()), seat, to, tuple(undone), tuple(missing))


async def take_back(desk: Desk, row: TableRow, user_id: int, version: int) -> Rewind:
    """Take back this person's last turn, or wish it where others must agree. `version` is the
    version of the table that the person was shown. To be called alone."""
    if row.version != version:
        raise Refusal("moved-on", "The game has moved on meanwhile; look at it again with /undo.")
    offer = await offered(desk, row, user_id)
    if not offer.missing:
        return await set_back(desk, row, offer, user_id)
    wish = row.rewind_wish
    if wish is None or wish.to != offer.to:
        wish = RewindWish(offer.to, user_id, frozenset())
    return await _with_vote(desk, row, offer, replace(wish, votes=wish.votes | {offer.seat}))


async def agree(desk: Desk, row: TableRow, user_id: int, to: int) -> Rewind:
    """Agree to somebody's wish to set the game back so that `to` actions stay. To be called
    alone. Raises Refusal if that is no longer wished."""
    must_have_started(row)
    seat = must_sit(row, user_id).seat
    wish = row.rewind_wish
    if wish is None or wish.to != to or row.status != "playing":
        raise Refusal("moved-on", "Nobody wishes that any more; the game has moved on.")
    offer = await offered(desk, row, wish.user_id)
    if seat in wish.votes:
        raise Refusal("voted-already", "You have agreed already; the others have yet to.")
    votes = wish.votes | {seat}
    return await _with_vote(desk, row, offer, replace(wish, votes=votes))


async def set_back(desk: Desk, row: TableRow, offer: Rewind, user_id: int | None) -> Rewind:
    """Do it. To be called alone. Raises Refusal if the seat's time for that turn is over."""
    opened = await desk.games.at(row, offer.to)
    now = desk.now()
    waiting = tuple(decision.seat for decision in opened.game.pending)
    clock_rows = clocks_set_back(row, offer, waiting, now)
    saved = await desk.store.write(
        log.set_back, row, offer.to, position=opened.game.position(), at=now, user_id=user_id,
        clock_rows=clock_rows,
    )  # fmt: skip
    desk.games.put(row.id, replace(opened, rewinds=saved.rewinds))
    logger.info("game set back", table=row.id, by=user_id, was=row.version, now=offer.to)
    return replace(
        offer,
        table=table_of(timing.with_clocks(saved, clock_rows), now),
        missing=(),
        done=True,
        position=opened.game.snapshot(),
        waiting=waiting,
    )


async def _with_vote(desk: Desk, row: TableRow, offer: Rewind, wish: RewindWish) -> Rewind:
    wanted = replace(row, rewind_wish=wish)
    missing = _yet_to_agree(wanted, offer.seat, wish.to)
    if not missing:
        return await set_back(desk, row, offer, wish.user_id)
    saved = await desk.store.write(tables.save, row, wanted, at=desk.now())
    return replace(offer, table=table_of(saved, desk.now()), missing=tuple(missing))


def _yet_to_agree(row: TableRow, seat: int, to: int) -> list[int]:
    """The people who must agree, but for the one in `seat` who wishes it."""
    wish = row.rewind_wish
    agreed = wish.votes if wish is not None and wish.to == to else frozenset[int]()
    return [
        one.seat
        for one in row.seats
        if one.seat != seat and one.seat not in agreed and can_agree(one)
    ]


def _only_own_business(
    row: TableRow, answered: Sequence[int], seat: int, undone: Sequence[Confirmed]
) -> bool:
    """Whether nobody has acted since, and nothing came to light that was hidden before."""
    begun = any(
        kept.actions and kept.base == answered[other]
        for other, kept in row.prepared.items()
        if other != seat
    )
    return len(undone) == 1 and not begun and not _uncovers(undone[0])


def _uncovers(turn: Confirmed) -> bool:
    return not _open_tiles(turn.after) <= _open_tiles(turn.before)


def _open_tiles(position: Position) -> set[str]:
    """Every tile that lies open somewhere."""
    tiles = [*position.building_row, *position.monument_row, position.quick_tile]
    for player in position.players:
        tiles += [*player.buildings, *player.monuments, *player.wealth, player.tribe]
    return {tile for tile in tiles if tile is not None}


def clocks_set_back(
    row: TableRow, offer: Rewind, waiting: Sequence[int], now: datetime, *, moderator: bool = False
) -> list[ClockRow]:
    """The clocks after a game was set back. Raises Refusal where a person takes the own turn back
    whose time is over; a moderator may do even that."""
    clocks = timing.clocks_of(row)
    if not clocks:
        return []
    hours, paused = timing.hours_of(row), row.paused_at is not None
    free = not moderator and len(offer.turns) == 1 and offer.turns[0].seat == offer.seat
    mine = clocks.get(offer.seat)
    if free and (mine is None or mine.unconfirmed is not None):
        return timing.rows_of(row, turn_taken_back(clocks, offer.seat, waiting, now), now)
    gone = Counter(turn.seat for turn in offer.turns if turn.kind == TURN_KIND)
    answered = {seat: max(0, clock.answered - gone[seat]) for seat, clock in clocks.items()}
    back = rewound(clocks, answered, waiting, hours, now, paused=paused)
    return timing.rows_of(row, back, now)
