"""The calendar turns at the end of every round, by one day or two (rulebook p7, p10, p14)."""

from bot.engine.board import ALL_SPACES, GEARS, TEETH
from bot.engine.flow import Question
from bot.engine.food_day import is_last_round
from bot.engine.quick_actions import workers_come_back
from bot.engine.refusal import IllegalAction
from bot.engine.state import State, Step

ADVANCE_ACTIONS = ("advance 1", "advance 2")


def calendar_phase(state: State, step: Step) -> None:
    """Workers back, marker changes hands, perhaps two days instead of one (R-094 to R-098)."""
    workers_come_back(state)
    occupant = state.start_space
    if occupant is None:
        state.calendar_corn += 1
        _advance(state, 1)
        return
    state.start_space = None
    state.seats[occupant].available += 1
    if state.first_seat == occupant:
        state.first_seat = (occupant + 1) % len(state.seats)
    else:
        state.first_seat = occupant
    if may_advance_two(state, occupant):
        state.agenda.append((CALENDAR, occupant))
    else:
        _advance(state, 1)


def may_advance_two(state: State, seat: int) -> bool:
    """Light side up, nobody pushed off by the second day, not in the last round (R-100, R-104)."""
    if not state.seats[seat].light_side or is_last_round(state):
        return False
    return not any(  # a worker on the space before the last would fall off on the second day
        spaces << 1 & last
        for other in state.seats
        for spaces, last in zip(other.on, other.powers.falls_off, strict=True)
    )


def _options(state: State, step: Step) -> list[str]:
    return list(ADVANCE_ACTIONS)


def _answer(state: State, step: Step, action: str) -> None:
    if action == ADVANCE_ACTIONS[1]:
        state.seats[step[1]].light_side = False
        _advance(state, 2)
    else:
        _advance(state, 1)


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    return None


CALENDAR = Question("calendar", _options, _answer, _why_not)
"""(CALENDAR, seat): one day or two."""


def _advance(state: State, days: int) -> None:
    for _ in range(days):
        turn_gears(state)
    state.tooth += days
    let_prophecy_run(state)
    if not is_last_round(state):  # a finished game keeps the number of its last round
        state.round += 1


def turn_gears(state: State) -> None:
    """One day: every worker moves on a space; players' workers beyond the last one come home,
    dummies stay on for ever (R-016, R-099)."""
    for gear in range(len(GEARS)):
        dummies = state.dummies[gear]
        if dummies:
            dummies = (dummies << 1 | dummies >> (TEETH[gear] - 1)) & ALL_SPACES[gear]
            state.dummies[gear] = dummies
        taken = dummies
        for seat in state.seats:
            spaces = seat.on[gear]
            if spaces:
                last = seat.powers.falls_off[gear]
                if spaces & last:
                    spaces ^= last
                    seat.available += 1
                spaces <<= 1
                seat.on[gear] = spaces
                taken |= spaces
        state.taken[gear] = taken


def let_prophecy_run(state: State) -> None:
    """Each prophecy runs from the day after a food day to the end of the next one (R-149)."""
    if state.prophecies and 1 <= state.food_days_held <= len(state.prophecies):
        state.prophecy = state.prophecies[state.food_days_held - 1]
        state.calamity = state.prophecy.calamity
