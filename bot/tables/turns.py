"""A person's turn: its questions, choices, undo and confirmation.

A stamp lets an old button be refused. A seat that is asked has confirmed a number of actions
(`base`) and changed its turn in preparation a number of times (`revision`). Both only grow until
the game is rewound, which `rewinds` counts, and other seats do not touch them: a choice made in
secret by somebody else leaves one's own buttons valid.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import structlog

from bot.clocks import first_awake
from bot.engine import Game, Step
from bot.engine.happenings import FoodDayEnded, TurnBegan
from bot.engine.position import Position
from bot.model.notes import SeatIsNext
from bot.model.table import Table, TurnInPreparation
from bot.refusal import NotAsked, Refusal, Stale
from bot.tables import preparation, timing
from bot.tables.open_table import OpenTable, over, seat_in_game

_WRITTEN = re.compile(r"(?:(\d{1,9})w)?(\d{1,9})r(\d{1,9})", re.ASCII)
logger = structlog.get_logger(__name__)


class Stamp(NamedTuple):
    """The stamp on a button: "12r3", or "1w12r3" in a game that was rewound once."""

    rewinds: int
    base: int
    revision: int

    def __str__(self) -> str:
        before = f"{self.rewinds}w" if self.rewinds else ""
        return f"{before}{self.base}r{self.revision}"


def read_stamp(text: str) -> Stamp | None:
    """Read a stamp; None if the text is none."""
    written = _WRITTEN.fullmatch(text)
    return Stamp(int(written[1] or 0), int(written[2]), int(written[3])) if written else None


@dataclass(frozen=True)
class TurnView:
    """A seat's question and its turn in preparation. Show it to that seat alone."""

    table: Table
    seat: int
    kind: str
    """The kind of the open question; once the turn is complete, of the last one answered."""
    legal: tuple[str, ...]
    """The legal actions; empty once the turn is complete: then confirm or undo."""
    prepared: tuple[str, ...]
    """The prepared actions, oldest first."""
    position: Position
    """The table after the prepared actions. An action that ends the turn or question, such as
    `keep`, `advance 2` or `end`, is never played here: what it would uncover stays hidden."""
    stamp: str
    """Letters and digits that change with every choice, undo and confirm of this seat, and with
    nothing else. Buttons carry the stamp, and a press with an old one is refused."""
    can_confirm: bool
    """Whether the prepared turn may be confirmed now."""
    game: Game = field(compare=False, repr=False)
    """A copy of the game at `position`, to try answers on. It knows the hidden stacks: show nothing
    of it but the outcome of answers."""
    begun: Game = field(compare=False, repr=False)
    """A copy of the game before the prepared actions, to describe them by. It knows the hidden
    stacks, too."""
    plan: preparation.Way | None = None
    """The seat's plan for this turn, as long as nothing is prepared."""


@dataclass(frozen=True)
class Confirmed:
    """One confirmed turn, for everybody to see. It holds no secret choice."""

    table: Table
    seat: int
    actions: tuple[str, ...]
    """The actions played, the closing `end` included. A choice of wealth tiles that is still secret
    is just `keep`, and so is the last one, since the uncovered tiles tell it (`after`)."""
    before: Position
    after: Position
    game: Game = field(compare=False, repr=False)
    """The game at `after`; only copy it. It knows the hidden stacks: show nothing of it but the
    outcome of answers, and of those only what a turn itself does."""
    steps: tuple[Step, ...]
    """The consequences of each of `actions`."""
    new_round: bool
    """Whether a round begins after it, the first one included."""
    food_day: bool
    """Whether it completed a food day."""
    finished: bool
    waiting: tuple[int, ...]
    """The seats that are asked after it, in seat order."""
    standings: Sequence[Mapping[str, int]] | None
    """The final result, once the game is finished."""
    asked: str | None = None
    """The kind of question after it; None once the game is finished."""
    kind: str | None = None
    """The kind of question that the first of `actions` answered."""
    by_computer: bool = False
    """Whether a computer answered: in its own seat, or for a person whose time was over."""
    hurried: bool = False
    """Whether a computer looked less far than its level does, because many tables waited or the
    machine was busy."""
    planned: bool = False
    """Whether the turn was planned, and confirmed itself."""

    @property
    def begun(self) -> Game:
        """The game at `before`, as everybody saw it."""
        return Game.from_position({"rules": self.game.rules_version, **self.before.dump()})


@dataclass(frozen=True)
class InPreparation:
    """The prepared actions of a turn, as far as they may be seen before it is confirmed."""

    seat: int
    before: Position
    steps: tuple[Step, ...]
    """The consequences of each action; one at least."""

    @property
    def position(self) -> Position:
        """The table after all of them."""
        return self.steps[-1].position


@dataclass(frozen=True)
class Asked:
    """A seat that is asked, and its turn in preparation."""

    seat: int
    kept: TurnInPreparation
    """The turn as stored; empty if nothing is."""
    turn: preparation.PreparedTurn


def view(opened: OpenTable, user_id: int) -> TurnView:
    """Show this person's question, with the turn prepared so far. Raises Refusal for a stranger, a
    game that is not being played, and a person who is not asked."""
    return view_of(opened, asked(opened, user_id))


def choose(opened: OpenTable, user_id: int, action: str, stamp: str | None = None) -> TurnView:
    """Add an action to the turn in preparation; it counts only when it is confirmed."""
    return choose_all(opened, user_id, (action,), stamp)


def choose_all(
    opened: OpenTable, user_id: int, actions: Sequence[str], stamp: str | None = None
) -> TurnView:
    """Add several actions to the turn in preparation: all of them or none. Raises Refusal as
    `view`, for an old stamp (`old-panel`), and for actions the rules do not allow."""
    mine = asked(opened, user_id, stamp)
    return change_turn(opened, mine, (*mine.turn.actions, *actions))


def choose_instead(
    opened: OpenTable, user_id: int, actions: Sequence[str], stamp: str | None = None
) -> TurnView:
    """Replace the last prepared actions by these, as many as they are. Raises Refusal as
    `choose_all`."""
    mine = asked(opened, user_id, stamp)
    return change_turn(opened, mine, (*mine.turn.actions[: -len(actions)], *actions))


def moment_of(table: Table) -> str:
    """Make the stamp for the buttons of a call in the channel: how much of the game was confirmed
    when it was posted."""
    return f"{table.rewinds}w{table.version}"


def begin(opened: OpenTable, user_id: int, moment: str, actions: Sequence[str]) -> TurnView:
    """Begin a turn with these actions, as a call with the stamp `moment` offers; a turn already
    prepared stays as it is. Raises Refusal as `choose_all`."""
    mine = asked(opened, user_id, None)
    if moment != moment_of(opened.table):
        raise changed()
    return change_turn(opened, mine, mine.turn.actions or tuple(actions))


def undo(
    opened: OpenTable,
    user_id: int,
    stamp: str | None = None,
    *,
    steps: int = 1,
    everything: bool = False,
) -> TurnView:
    """Drop the last actions of the turn in preparation, or all of them. Raises Refusal as
    `choose_all`, and (`nothing-prepared`) where there is none."""
    mine = asked(opened, user_id, stamp)
    chosen = mine.turn.actions
    if not chosen:
        raise NotAsked(
            "nothing-prepared", "There is nothing to undo; what is confirmed stays as it is."
        )
    return change_turn(opened, mine, () if everything else chosen[: -max(1, steps)])


def change_turn(opened: OpenTable, mine: Asked, actions: tuple[str, ...]) -> TurnView:
    """Replace the actions of the turn in preparation, and show its panel. Raises Refusal for
    actions the rules do not allow."""
    if actions != mine.turn.actions:
        turn = preparation.prepare(opened.game, mine.seat, actions)
        kept = TurnInPreparation(mine.kept.base, mine.kept.revision + 1, turn.actions)
        opened.change_seat(mine.seat, prepared=kept, plan_due=None)
        mine = Asked(mine.seat, kept, turn)
    return view_of(opened, mine)


def confirm(
    opened: OpenTable, user_id: int, stamp: str | None = None, *, more: Sequence[str] = ()
) -> Confirmed:
    """Confirm the prepared turn, with `more` actions added, and `end` where the player may stop.
    Raises Refusal as `choose_all` and `play_whole`; for a turn that is confirmed already,
    `moved-on`."""
    seat, kept = _seat_asked(opened, user_id, stamp)
    return append(opened, seat, (*kept.actions, *more), user_id=user_id)


def append(
    opened: OpenTable,
    seat: int,
    actions: Sequence[str],
    *,
    user_id: int | None,
    hurried: bool = False,
    planned: bool = False,
) -> Confirmed:
    """Confirm a turn of a seat that is asked: it is played, added to the log, and the plans go on
    from there. `user_id` is the person, whose turn may have been `planned` and confirm itself; None
    a computer, which may have been `hurried`. Raises Refusal as `play_whole`."""
    before = opened.game
    # The log stays in memory, so keep one copy of each word.
    after, steps = preparation.play_whole(before, seat, [sys.intern(action) for action in actions])
    table, earns = opened.table, before.kind_asked(seat) == preparation.TURN_KIND
    if after.finished:
        clocks = timing.stopped(table)
    else:
        waiting = [decision.seat for decision in after.pending]
        clocks = timing.confirmed(table, seat, waiting, opened.now, earns=earns)
    opened.append(
        seat, steps, after, clocks, user_id=user_id, hurried=hurried, planned=planned
    )  # fmt: skip
    preparation.plans_go_on(opened, seat, [step.action for step in steps], earns=earns)
    position = after.snapshot()
    if position.turn_seat != before.snapshot().turn_seat:
        _tell_who_is_next(opened, after, position)
    logger.info("turn confirmed", table=table.id, seat=seat, version=opened.table.version)
    return confirmed_turn(
        opened.table, seat, before, after, steps,
        by_computer=user_id is None, hurried=hurried, planned=planned,
    )  # fmt: skip


def _tell_who_is_next(opened: OpenTable, game: Game, position: Position) -> None:
    """Tell the person whose turn follows the one that is asked for now, where that is wished and
    not in quiet hours."""
    following = position.next_seat
    if following in (None, position.turn_seat) or game.pending[0].kind != preparation.TURN_KIND:
        return
    one = opened.table.seats[following]
    wished = one.settings.soon and one.can_agree
    if wished and first_awake(opened.now, one.settings.hours) <= opened.now:
        opened.must_tell(SeatIsNext(following))


def confirmed_turn(
    table: Table,
    seat: int,
    before: Game,
    after: Game,
    steps: Sequence[Step],
    *,
    by_computer: bool = False,
    hurried: bool = False,
    planned: bool = False,
) -> Confirmed:
    """Describe a turn that led from one game to the other; neither is played on."""
    now = steps[-1].position
    happened = [happening for step in steps for happening in step.happenings]
    first, pending = before.kind_asked(seat), after.pending
    if first == preparation.SECRET_KIND:
        steps = [replace(step, action=preparation.SECRET_KIND) for step in steps]
    return Confirmed(
        table=table,
        seat=seat,
        actions=tuple(step.action for step in steps),
        before=before.snapshot(),
        after=now,
        game=after,
        steps=tuple(steps),
        new_round=any(isinstance(h, TurnBegan) and h.seat == now.first_seat for h in happened),
        food_day=any(isinstance(h, FoodDayEnded) for h in happened),
        finished=after.finished,
        waiting=tuple(decision.seat for decision in pending),
        standings=after.standings() if after.finished else None,
        asked=pending[0].kind if pending else None,
        kind=first,
        by_computer=by_computer,
        hurried=hurried,
        planned=planned,
    )


def in_preparation(opened: OpenTable, seat: int) -> InPreparation | None:
    """Find the prepared actions of a seat, to draw them for that seat alone; None if there is
    nothing to see. The answer that completes a turn is left out: what it uncovers stays hidden."""
    if opened.game.kind_asked(seat) is None:
        return None
    turn = asked_seat(opened, seat).turn
    shown = opened.game.copy()
    actions = turn.actions[:-1] if turn.complete else turn.actions
    steps = tuple(shown.step(seat, action) for action in actions)
    return InPreparation(seat, opened.game.snapshot(), steps) if steps else None


def asked(opened: OpenTable, user_id: int, stamp: str | None = None) -> Asked:
    """Find a person's seat that is asked, at a table that has started. Raises Refusal for a
    stranger, an old stamp, a game that is over, or a seat not asked. Without a stamp (None or
    empty) any state will do."""
    seat, kept = _seat_asked(opened, user_id, stamp)
    return _tried(opened, seat, kept)


def _seat_asked(
    opened: OpenTable, user_id: int, stamp: str | None
) -> tuple[int, TurnInPreparation]:
    """Find a person's seat that is asked, with its turn as stored. Raises Refusal as `asked`."""
    table = opened.table
    seat, game = seat_in_game(opened, user_id)
    base = game.answered(seat)
    pressed = read_stamp(stamp) if stamp else None
    # This comes first: a second press of the confirming button must be told just that.
    if pressed is not None and (pressed.rewinds, pressed.base) < (table.rewinds, base):
        raise moved_on()
    if table.status == "finished":
        raise over(table)
    if game.kind_asked(seat) is None:
        raise _not_asked(opened)
    kept = _kept(table, seat, base)
    if stamp and pressed != (table.rewinds, base, kept.revision):
        raise changed()
    return seat, kept


def _kept(table: Table, seat: int, base: int) -> TurnInPreparation:
    """Find the turn in preparation of a seat that has confirmed `base` actions; empty if what is
    stored was for an earlier turn."""
    kept = table.seats[seat].prepared
    return kept if kept is not None and kept.base == base else TurnInPreparation(base, 0, ())


def moved_on() -> Refusal:
    """Make the refusal to change a turn that is confirmed."""
    return Stale("moved-on", "That turn is already confirmed, and the game has moved on.")


def changed() -> Refusal:
    """Make the refusal of a press for an earlier state of a turn."""
    return Stale(
        "old-panel", "Your turn has changed since this button was shown; use the newest panel."
    )


def asked_seat(opened: OpenTable, seat: int) -> Asked:
    """Find a seat that is asked, with its prepared turn."""
    return _tried(opened, seat, _kept(opened.table, seat, opened.game.answered(seat)))


def _tried(opened: OpenTable, seat: int, kept: TurnInPreparation) -> Asked:
    try:
        turn = preparation.prepare(opened.game, seat, kept.actions)
    except Refusal:
        # The rules changed with an update of the program: begin this turn anew.
        logger.warning("prepared turn dropped", table=opened.table.id, seat=seat)
        turn = preparation.prepare(opened.game, seat, ())
    return Asked(seat, kept, turn)


def view_of(opened: OpenTable, mine: Asked) -> TurnView:
    """Make the private panel of a seat that is asked."""
    turn, kept = mine.turn, mine.kept
    return TurnView(
        table=opened.table,
        seat=mine.seat,
        kind=turn.kind,
        legal=turn.legal,
        prepared=turn.actions,
        position=turn.game.snapshot(),
        stamp=str(Stamp(opened.table.rewinds, kept.base, kept.revision)),
        can_confirm=turn.whole is not None,
        game=turn.game,
        begun=opened.game.copy(),
        plan=None if turn.actions else preparation.offered_way(opened, mine.seat),
    )


def _not_asked(opened: OpenTable) -> Refusal:
    names = ", ".join(opened.table.seats[seat].name for seat in opened.waiting)
    if len(opened.waiting) > 1:
        # Translators: {names}: one player or more.
        return NotAsked(
            "others-choose", "You have chosen; the game is waiting for {names}.", names=names
        )
    # Translators: {names}: one player or more.
    return NotAsked(
        "not-your-turn", "It is not your turn; the game is waiting for {names}.", names=names
    )
