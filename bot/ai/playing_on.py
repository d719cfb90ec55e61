"""Playing on in thought, to a seat's next turn or to the end. The others do nothing, or answer as
they are told to."""

from collections.abc import Callable

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.calendar import ADVANCE_ACTIONS, CALENDAR
from bot.engine.state import State, answer, run
from bot.engine.temples import DECLINE
from bot.engine.turn import END, begin_turn, end_turn

Reply = Callable[[State, int], State]
"""reply(state, seat): the state after this seat's turn, which is asked for; it may use up `state`,
and leaves the turn to be ended."""


def next_turn(state: State, seat: int, *, days: int = 1, reply: Reply | None = None) -> State:
    """Play on until the seat is asked for its turn, or the game ends and is scored; food days are
    held and the calendar turns. Uses up `state`; without `reply` the result is the same object.

    With `reply` the others take their turns. If the seat may turn the calendar by two days, it
    turns it by `days`; others always turn it by one.
    """
    while True:
        if state.asked:
            answer(state, _quiet(state, seat, days), begin_turn)
        else:
            run(state, begin_turn)
        if state.asked:
            continue
        if not state.agenda:
            return state
        other = state.agenda[-1][1]
        if other == seat:
            run(state, end_turn)
            return state
        if reply is None:
            state.agenda.pop()  # another seat's turn
        else:
            run(state, end_turn)
            state = reply(state, other)
            end(state)


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == "finished"


def rounds_left(state: State) -> int:
    """Count the rounds after this one, if nobody turns the calendar by two days any more."""
    return max(0, FOOD_DAY_TEETH[-1] - state.tooth)


def is_last_turn(state: State) -> bool:
    """Whether nobody has another turn after this round: it ends with the last food day."""
    return state.food_days_held >= len(FOOD_DAY_TEETH) - 1 and not rounds_left(state)


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


def shortest(state: State) -> tuple[str, ...]:
    """Take a legal rest of the turn without thinking, and return it. Uses up `state`."""
    path = []
    while state.asked:
        options = state.asked[0][1]
        action = next((one for one in _ENDING if one in options), options[0])
        answer(state, action, end_turn)
        path.append(action)
    return tuple(path)


_ENDING = ("end", "skip", "done", "stop", "decline")


def _quiet(state: State, seat: int, days: int) -> str:
    """Choose the answer that changes least, on a food day or when the calendar turns."""
    ((step, options),) = state.asked
    if step[0] is CALENDAR:
        return ADVANCE_ACTIONS[days - 1 if step[1] == seat else 0]
    return DECLINE if DECLINE in options else options[0]
