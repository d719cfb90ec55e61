"""Why a worker on a gear could not do its own action now, were it picked up."""

from bot.engine.actions import ask_action, why_not_action
from bot.engine.board import FREE_CHOICE_FROM, GEARS
from bot.engine.game import Game
from bot.engine.refusal import IllegalAction


def why_idle(game: Game, seat: int, gear: str, space: int) -> IllegalAction | None:
    """Why the action of this space could not be done by a worker of the seat standing there; None
    if it could, or if the worker may choose freely. `game` stays as it is."""
    if not space:
        return IllegalAction(
            "no-action-on-space-0",
            "Its action begins on space 1; leave the worker there for another day.",
        )
    number = GEARS.index(gear)
    if space >= FREE_CHOICE_FROM[number]:
        return None
    state = game._state
    return why_not_action(state, ask_action(state, seat, number, space), f"do {gear} {space}")
