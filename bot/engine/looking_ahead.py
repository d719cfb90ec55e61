"""A seat's next turn as it would be if nobody did anything until then: to plan by."""

from collections.abc import Mapping
from typing import Any

from bot.engine.calendar import let_prophecy_run, turn_gears
from bot.engine.food_day import is_last_round
from bot.engine.game import Game
from bot.engine.position import dump, load


def next_turn(position: Mapping[str, Any], seat: int) -> Game | None:
    """The game at the beginning of the seat's next turn, made from what lies open.

    If the seat has had its turn of this round, the calendar has turned by one day: workers have
    moved on with the gears, and nothing else has changed, not even on a food day. None if the
    seat has no more turn, or the game is not in play.
    """
    if position["phase"] != "play":
        return None
    count, first = len(position["players"]), position["first_seat"]
    turn, own = ((one - first) % count for one in (position["turn_seat"], seat))
    state = load(dict(position))
    if own < turn:
        if is_last_round(state):
            return None
        turn_gears(state)
        state.tooth += 1
        state.round += 1
        let_prophecy_run(state)
    ahead = dump(state)
    ahead["turn_seat"] = seat
    return Game.from_position(ahead)
