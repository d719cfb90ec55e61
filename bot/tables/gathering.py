"""People for a game: whom a lobby wants, and when its game begins; at a moment it begins by
itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from bot.model.notes import BeginsSoon, NotBegun
from bot.model.table import Begins, Options, Pace, Person, Table, Wanted
from bot.refusal import P_, Refusal
from bot.store import tables as stored
from bot.tables import lobby
from bot.tables.finding import Tables
from bot.tables.open_table import OpenTable, must_be_lobby

REMINDED_BEFORE = timedelta(minutes=15)
"""How long before the game begins those seated are reminded."""
DAYS_AHEAD = 60
"""How many days ahead a game may begin."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Plan:
    """What the host of a lobby wants; the fields are as in `Options`."""

    wanted_seats: int = 0
    wanted: Wanted = "any"
    begins: Begins = "hand"
    begins_at: datetime | None = None
    computers_fill: bool = False
    pace: Pace | None = None


def must_host(table: Table, user_id: int) -> None:
    """Raises Refusal for a table that is no lobby, and (`not-host-plan`) unless this person is its
    host."""
    must_be_lobby(table)
    if table.host_id != user_id:
        host = table.seat_of(table.host_id)
        raise Refusal(
            "not-host-plan",
            "Only {name}, who opened this game, can do this.",
            name="?" if host is None else host.name,
        )


def may_begin_at(moment: datetime, now: datetime) -> datetime:
    """The moment, if a game may begin then. Raises Refusal (`moment-past`, `moment-far`)."""
    if moment <= now:
        raise Refusal("moment-past", "This time is over; choose a later one.")
    if moment > now + timedelta(days=DAYS_AHEAD):
        raise Refusal(
            "moment-far",
            *P_(
                "Choose a time within the next {n} day.",
                "Choose a time within the next {n} days.",
            ),
            n=DAYS_AHEAD,
        )
    return moment


def plan(opened: OpenTable, person: Person, wanted: Plan) -> Table:
    """Set what the host of a lobby wants. Raises Refusal as `must_host` and `may_begin_at`, and
    (`seats-fewer`) if more people and computers sit there already."""
    table = opened.table
    must_host(table, person.id)
    if wanted.wanted_seats and wanted.wanted_seats < len(table.seats):
        raise Refusal(
            "seats-fewer",
            *P_(
                "{n} seat is taken already; choose at least as many.",
                "{n} seats are taken already; choose at least as many.",
            ),
            n=len(table.seats),
        )
    moment, soon = wanted.begins_at, True
    if moment is not None and moment != table.options.begins_at:
        may_begin_at(moment, opened.now)
        soon = moment <= opened.now + REMINDED_BEFORE
    elif moment is not None:
        soon = table.options.reminded
    opened.change(options=replace(table.options, **vars(wanted), reminded=soon))
    return opened.table


async def due(tables: Tables) -> Sequence[int]:
    """List the lobbies whose people are to be reminded, or whose game is to begin."""
    found = await tables.store.read(stored.options_of_lobbies, tables.shards)
    now = tables.now()
    return [table_id for table_id, options in found.items() if _step(options, now) is not None]


def begins_now(table: Table, now: datetime) -> bool:
    """Whether this is a lobby whose game is to begin."""
    return table.status == "lobby" and _step(table.options, now) == "begin"


def _step(options: Options, now: datetime) -> str | None:
    if options.begins_at is None:
        return None
    if options.begins_at <= now:
        return "begin"
    return "remind" if not options.reminded and options.begins_at - REMINDED_BEFORE <= now else None


async def take_step(opened: OpenTable) -> Table:
    """Do what is due in a lobby: remind those seated, or begin its game with whoever is there, and
    with computers in free seats if it wants that. A game that cannot begin now begins by hand, and
    the channel is told."""
    table = opened.table
    step = _step(table.options, opened.now) if table.status == "lobby" else None
    if step == "remind":
        opened.change(options=replace(table.options, reminded=True))
        opened.must_tell(BeginsSoon())
    elif step == "begin":
        lobby.drop_asked(opened)
        if table.options.computers_fill and opened.computers_play:
            _fill(opened)
        try:
            await lobby.start_all(opened)
        except Refusal as refusal:
            logger.info("not begun", table=table.id, reason=refusal.code)
            opened.change(options=replace(opened.table.options, begins="hand", begins_at=None))
            opened.must_tell(NotBegun())
    return opened.table


def _fill(opened: OpenTable) -> None:
    wanted = opened.table.options.wanted_seats or lobby.FEWEST_SEATS
    host = next(one for one in opened.table.seats if one.user_id is not None)
    assert host.user_id is not None
    for _ in range(len(opened.table.seats), wanted):
        lobby.add_computer(opened, Person(host.user_id, host.name))
