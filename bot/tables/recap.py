"""What everybody may know about a turn that was just confirmed."""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine import Game, Step
from bot.engine.position import Position
from bot.store.rows import Event
from bot.tables.open_games import OpenGame
from bot.tables.table import Confirmed, Table
from bot.tables.turn import SECRET_KIND, TURN_KIND, kind_asked, play_out, prepare


def confirmed_turn(
    table: Table,
    seat: int,
    before: Game,
    after: Game,
    steps: Sequence[Step],
    *,
    by_computer: bool = False,
) -> Confirmed:
    """The recap of a turn that led from one game to the other."""
    was, now = before.snapshot(), after.snapshot()
    first = kind_asked(before, seat)
    waiting = tuple(decision.seat for decision in after.pending)
    if first == SECRET_KIND:
        steps = [step._replace(action=SECRET_KIND) for step in steps]
    return Confirmed(
        table=table,
        seat=seat,
        actions=tuple(step.action for step in steps),
        before=was,
        after=now,
        steps=tuple(steps),
        new_round=not after.finished and (
            now.round > was.round or _first_turn_begins(first, after, now)
        ),
        food_day=now.food_days_held > was.food_days_held,
        finished=after.finished,
        waiting=waiting,
        standings=[*after.standings()] if after.finished else None,
        asked=after.pending[0].kind if after.pending else None,
        kind=first,
        by_computer=by_computer,
    )  # fmt: skip


def turns_of(table: Table, opened: OpenGame, events: Sequence[Event]) -> list[Confirmed]:
    """The recaps of the turns that these events of the log make up, from `opened` on.

    `table` is the table after all of them; each recap has it as it was after its turn.
    """
    turns: list[Confirmed] = []
    game, version = opened.game, opened.version
    actions: list[str] = []
    for event in events:
        actions.append(event.action)
        if not prepare(game, event.seat, actions).complete:
            continue
        after, steps = play_out(game, event.seat, actions)
        version += len(actions)
        then = replace(table, version=version, status="finished" if after.finished else "playing")
        by_computer = event.user_id is None
        turns.append(confirmed_turn(then, event.seat, game, after, steps, by_computer=by_computer))
        game, actions = after, []
    return turns


def _first_turn_begins(first: str | None, after: Game, now: Position) -> bool:
    """Whether the set-up is over: after an answer that was no turn the first player's turn
    begins. In later rounds the number of the round tells."""
    if first == TURN_KIND or not after.pending:
        return False
    asked = after.pending[0]
    return asked.kind == TURN_KIND and asked.seat == now.first_seat
