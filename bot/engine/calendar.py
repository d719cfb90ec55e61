"""The calendar turns at the end of every round, by one day or two (rulebook p7, p10, p14)."""

from bot.engine.board import ALL_SPACES, CHICHEN_ITZA, GEARS, HIGHEST, TEETH
from bot.engine.flow import Question
from bot.engine.food_day import is_last_round
from bot.engine.refusal import IllegalAction
from bot.engine.state import State, Step

ADVANCE_ACTIONS = ("advance 1", "advance 2")
_BLOCKING = tuple(1 << (9 if gear == CHICHEN_ITZA else 6) for gear in range(len(GEARS)))
"""A second day would push a worker off from here (R-100)."""


def calendar_phase(state: State, step: Step) -> None:
    """Worker back, marker changes hands, perhaps two days instead of one (R-094 to R-098)."""
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
    return not any(
        other.on[gear] & _BLOCKING[gear] for other in state.seats for gear in range(len(GEARS))
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
    if not is_last_round(state):  # a finished game keeps the number of its last round
        state.round += 1


def turn_gears(state: State) -> None:
    """One day: every worker moves on a space; players' workers beyond the last one come home,
    dummies stay on for ever (R-016, R-099)."""
    for gear in range(len(GEARS)):
        last = 1 << HIGHEST[gear]
        dummies = state.dummies[gear]
        if dummies:
            dummies = (dummies << 1 | dummies >> (TEETH[gear] - 1)) & ALL_SPACES[gear]
            state.dummies[gear] = dummies
        taken = dummies
        for seat in state.seats:
            spaces = seat.on[gear]
            if spaces:
                if spaces & last:
                    spaces ^= last
                    seat.available += 1
                spaces <<= 1
                seat.on[gear] = spaces
                taken |= spaces
        state.taken[gear] = taken
