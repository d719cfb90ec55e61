"""Whether a person is asked at a table, and with which turn in preparation; else why not."""

from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from bot.engine import IllegalAction
from bot.refusal import Refusal
from bot.store.rows import PreparedRow, TableRow
from bot.tables.lobby import must_sit, over
from bot.tables.open_games import OpenGame
from bot.tables.planning import plan_at_turn
from bot.tables.snapshots import table_of
from bot.tables.stamp import Stamp, read_stamp
from bot.tables.table import TurnView
from bot.tables.turn import PreparedTurn, kind_asked, prepare

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Asked:
    """A seat that is asked, with everything needed to go on."""

    row: TableRow
    opened: OpenGame
    seat: int
    kept: PreparedRow
    """The turn in preparation as stored; empty if nothing is."""
    turn: PreparedTurn
    now: datetime
    """When that was looked up."""

    def changed(self, turn: PreparedTurn) -> "Asked":
        """The same seat with another turn in preparation, one revision later."""
        kept = PreparedRow(self.kept.base, self.kept.revision + 1, turn.actions)
        return replace(self, kept=kept, turn=turn)

    def view(self) -> TurnView:
        """What this seat's private panel shows."""
        return TurnView(
            table=table_of(self.row, self.now),
            seat=self.seat,
            kind=self.turn.kind,
            legal=self.turn.legal,
            prepared=self.turn.actions,
            position=self.turn.game.snapshot(),
            confirmed_position=self.opened.game.snapshot(),
            stamp=str(Stamp(self.row.rewinds, self.kept.base, self.kept.revision)),
            can_confirm=self.turn.may_stop,
            game=self.turn.game,
            begun=self.opened.game.copy(),
            plan=None if self.turn.actions else plan_at_turn(self.row, self.opened, self.seat),
        )


def asked(row: TableRow, opened: OpenGame, user_id: int, stamp: str | None, now: datetime) -> Asked:
    """What a person is asked at a table that has started.

    Raises Refusal for a stranger, an old stamp, a game that is over, or a seat not asked. No stamp
    (None or empty) is never old.
    """
    seat = must_sit(row, user_id).seat
    base = opened.answered[seat]
    pressed = read_stamp(stamp) if stamp else None
    # First of all: a second press of the button that confirmed must hear just that.
    if pressed is not None and (pressed.rewinds, pressed.base) < (row.rewinds, base):
        raise Refusal("moved-on", "That turn is confirmed already, and the game has moved on.")
    if row.status == "finished":
        raise over(row)
    if kind_asked(opened.game, seat) is None:
        raise _not_asked(row, opened)
    kept = _kept(row, opened, seat)
    if stamp and pressed != (row.rewinds, kept.base, kept.revision):
        raise Refusal(
            "moved-on",
            "Your turn has changed since this button was shown; use the newest panel.",
        )
    return Asked(row, opened, seat, kept, _prepared(row, opened, seat, kept), now)


def prepared_turn(row: TableRow, opened: OpenGame, seat: int) -> PreparedTurn:
    """What a seat that is asked has prepared."""
    return _prepared(row, opened, seat, _kept(row, opened, seat))


def _kept(row: TableRow, opened: OpenGame, seat: int) -> PreparedRow:
    base = opened.answered[seat]
    kept = row.prepared.get(seat)
    return PreparedRow(base, 0, ()) if kept is None or kept.base != base else kept


def _prepared(row: TableRow, opened: OpenGame, seat: int, kept: PreparedRow) -> PreparedTurn:
    try:
        return prepare(opened.game, seat, kept.actions)
    except (IllegalAction, Refusal):
        # Prepared under other rules, before the program was updated: begin this turn anew.
        logger.warning("prepared turn dropped", table=row.id, seat=seat)
        return prepare(opened.game, seat, ())


def _not_asked(row: TableRow, opened: OpenGame) -> Refusal:
    names = ", ".join(row.seats[decision.seat].name for decision in opened.game.pending)
    if len(opened.game.pending) > 1:
        return Refusal("not-your-turn", "You have chosen; now wait for {names}.", names=names)
    return Refusal("not-your-turn", "It is not your turn; wait for {names}.", names=names)
