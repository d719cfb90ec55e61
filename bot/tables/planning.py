"""Thinking ahead: the turn a person intends while others are asked, private and free to change."""

from collections.abc import Sequence
from datetime import datetime

from bot.engine import Game, IllegalAction
from bot.refusal import Refusal
from bot.store.rows import TableRow
from bot.tables.lobby import must_have_started, must_sit, over
from bot.tables.open_games import OpenGame
from bot.tables.snapshots import table_of
from bot.tables.table import Plan, PlanView
from bot.tables.turn import TURN_KIND, PreparedTurn, kind_asked, prepare


def plan_on(game: Game, seat: int, actions: Sequence[str]) -> Plan:
    """A plan, and how much of it is possible on a game in which the seat's turn begins."""
    return Plan(tuple(actions), _possible(game, seat, actions).actions)


def planned(
    row: TableRow, opened: OpenGame, user_id: int, actions: Sequence[str] | None, now: datetime
) -> PlanView:
    """A person's plan at a table, or what it is with these actions instead.

    Raises Refusal for a stranger, a game that is not being played or has no more turn for the
    person, a person who is asked right now, and for given actions that are not possible.
    """
    must_have_started(row)
    seat = must_sit(row, user_id).seat
    if row.status == "finished":
        raise over(row)
    if kind_asked(opened.game, seat) is not None:
        raise Refusal("your-turn", "It is your turn now; use the button of the turn instead.")
    begun = opened.game.next_turn(seat)
    if begun is None:
        raise Refusal("no-more-turns", "There is no turn to plan: you have none left, or none yet.")
    if actions is None:
        actions = row.plans.get(seat, ())
        turn = _possible(begun, seat, actions)
    else:
        turn = prepare(begun, seat, actions)
    return PlanView(
        table=table_of(row, now),
        seat=seat,
        kind=turn.kind,
        plan=Plan(tuple(actions), turn.actions),
        legal=turn.legal,
        start=begun.snapshot(),
        position=turn.game.snapshot(),
        game=turn.game,
        begun=begun,
    )


def plan_at_turn(row: TableRow, opened: OpenGame, seat: int) -> Plan | None:
    """The plan of a seat that is asked for its turn now."""
    actions = row.plans.get(seat)
    if not actions or kind_asked(opened.game, seat) != TURN_KIND:
        return None
    return plan_on(opened.game, seat, actions)


def _possible(game: Game, seat: int, actions: Sequence[str]) -> PreparedTurn:
    """As many of the actions as can be done, from the first one on."""
    turn = prepare(game, seat, ())
    for count in range(1, len(actions) + 1):
        try:
            turn = prepare(game, seat, actions[:count])
        except (IllegalAction, Refusal):
            break
    return turn
