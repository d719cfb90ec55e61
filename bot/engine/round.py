"""A round: everybody's turn, food day if one is due, then the calendar (R-093)."""

from bot.engine.calendar import calendar_phase
from bot.engine.food_day import food_day, is_last_round
from bot.engine.prophecies import UNTROUBLED
from bot.engine.scoring import final_scoring
from bot.engine.state import State, Step
from bot.engine.turn import begin_turn


def begin_round(state: State, step: Step) -> None:
    """Put a new round on the agenda; after the last one score and finish (R-123)."""
    if is_last_round(state):
        final_scoring(state)
        state.phase = "finished"
        state.prophecy, state.calamity = None, UNTROUBLED
        return
    state.turn_seat = state.first_seat
    go_on_round(state)


def go_on_round(state: State) -> None:
    """Put what is left of the round on the agenda, from the turn of `turn_seat` on."""
    state.agenda += [(begin_round, None), (calendar_phase, None), (food_day, None)]
    order = [seat.index for seat in state.turn_order()]
    to_play = order[order.index(state.turn_seat) :]
    state.agenda += [(begin_turn, index) for index in reversed(to_play)]
