"""Playing on in thought, to a seat's next turn or to the end, while the others do nothing."""

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.calendar import ADVANCE_ACTIONS
from bot.engine.state import State, answer, run
from bot.engine.temples import DECLINE
from bot.engine.turn import END, begin_turn, end_turn


def next_turn(state: State, seat: int) -> bool:
    """Play on, in place, until the seat is asked for its turn; food days are held and the calendar
    turns. False if the game ended before, and is scored."""
    while True:
        if state.asked:
            answer(state, _quiet(state.asked[0][1]), begin_turn)
        else:
            run(state, begin_turn)
        if state.asked:
            continue
        if not state.agenda:
            return False
        if state.agenda[-1][1] == seat:
            run(state, end_turn)
            return True
        state.agenda.pop()  # another seat's turn


def is_last_turn(state: State) -> bool:
    """Whether nobody has another turn after this round: it ends with the last food day."""
    last = len(FOOD_DAY_TEETH) - 1
    return state.food_days_held >= last and state.tooth >= FOOD_DAY_TEETH[last]


def points_at_the_end(state: State, seat: int) -> float:
    """Calculate the final points of a seat in its last turn, if the others did nothing any more."""
    state = state.copy()
    end(state)
    next_turn(state, seat)
    return state.seats[seat].points4 / 4


def end(state: State) -> None:
    """End a turn in which the last worker has acted."""
    if state.asked:
        answer(state, END, begin_turn)


def _quiet(options: list[str]) -> str:
    """Choose the answer that changes least, on a food day or when the calendar turns."""
    for action in (ADVANCE_ACTIONS[0], DECLINE):
        if action in options:
            return action
    return options[0]
