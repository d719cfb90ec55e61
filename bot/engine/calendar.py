"""A round: everybody's turn, food day if one is due, then the calendar, which turns by one day or
two (R-093; rulebook p7, p10, p14)."""

from functools import cache

from bot.engine.board import ALL_SPACES, GEARS, HIGHEST, TEETH
from bot.engine.food_day import food_day, is_last_round
from bot.engine.happenings import (
    CalendarCornChanged,
    CalendarTurned,
    GameEnded,
    ProphecyBegan,
    QuickTileTurned,
    RoundEnded,
    StartingPlayerChanged,
    WorkerPushedOff,
    WorkerReturned,
)
from bot.engine.prophecies import UNTROUBLED
from bot.engine.refusal import IllegalAction
from bot.engine.scoring import final_scoring
from bot.engine.state import Question, State, Step
from bot.engine.turn import begin_turn

ADVANCE_ACTIONS = ("advance 1", "advance 2")


def begin_round(state: State, step: Step) -> None:
    """Put a new round on the agenda; after the last one score and finish (R-123)."""
    if is_last_round(state):
        final_scoring(state)
        state.phase = "finished"
        state.stage += 1
        state.prophecy, state.calamity = None, UNTROUBLED
        if state.listener:
            state.listener(GameEnded())
        return
    state.turn_seat = state.first_seat
    state.stage += 1
    go_on_round(state)


def go_on_round(state: State) -> None:
    """Put what is left of the round on the agenda, from the turn of `turn_seat` on."""
    state.agenda += _rest_of_round(len(state.seats), state.first_seat, state.turn_seat)


@cache
def _rest_of_round(count: int, first: int, seat: int) -> tuple[Step, ...]:
    """List the steps from this seat's turn to the end of the round, the last first."""
    turns: list[Step] = [(begin_turn, seat)]
    while (seat := (seat + 1) % count) != first:
        turns.append((begin_turn, seat))
    return (*_END_OF_ROUND, *reversed(turns))


def calendar_phase(state: State, step: Step) -> None:
    """Free the extra spaces, pass the marker on, ask for a second day (R-094 to R-098)."""
    if state.listener:
        state.listener(RoundEnded(state.round))
    occupant = free_extra_spaces(state)
    if occupant is not None and may_advance_two(state, occupant):
        state.agenda.append((CALENDAR, occupant))
    else:
        advance(state, 1)


def free_extra_spaces(state: State) -> int | None:
    """Free the quick actions and the starting player's space at the end of a round; who stood there
    gets the marker, else its corn grows. Return who did."""
    for space, who in enumerate(state.quick_spaces):
        if isinstance(who, int):  # dummies stay
            state.quick_spaces[space] = None
            state.seats[who].available += 1
            if state.listener:
                state.listener(WorkerReturned(who, "quick", space))
    occupant = state.start_space
    if occupant is None:
        state.calendar_corn += 1
        if state.listener:
            state.listener(CalendarCornChanged(state.calendar_corn))
        return None
    state.start_space = None
    state.seats[occupant].available += 1
    if state.first_seat == occupant:
        state.first_seat = (occupant + 1) % len(state.seats)
    else:
        state.first_seat = occupant
    if state.listener:
        state.listener(WorkerReturned(occupant, "start", 0))
        state.listener(StartingPlayerChanged(state.first_seat))
    return occupant


_END_OF_ROUND: tuple[Step, ...] = (
    (begin_round, None),
    (calendar_phase, None),
    (food_day, None),
)
"""What follows the turns of a round, the last first."""


def may_advance_two(state: State, seat: int) -> bool:
    """Whether two days are allowed: light side up, nobody falls off, not at the end (R-100,
    R-104)."""
    if not state.seats[seat].light_side or is_last_round(state):
        return False
    for gear, taken in enumerate(state.taken):
        if taken >> (HIGHEST[gear] - 1):  # somebody is far enough to fall off on the second day
            for other in state.seats:
                if other.on[gear] << 1 & other.powers.falls_off[gear]:
                    return False
    return True


def _options(state: State, step: Step) -> list[str]:
    return list(ADVANCE_ACTIONS)


def _answer(state: State, step: Step, action: str) -> None:
    if action == ADVANCE_ACTIONS[1]:
        state.seats[step[1]].light_side = False
        advance(state, 2, step[1])
    else:
        advance(state, 1)


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    return None


CALENDAR = Question("calendar", _options, _answer, _why_not)
"""(CALENDAR, seat): whether the calendar turns by one day or two."""


def advance(state: State, days: int, by: int | None = None) -> None:
    """Turn the calendar by one day, or by two that a seat has chosen, to the next round."""
    number = state.quick_tile_number if state.listener else None
    for _ in range(days):
        _turn_gears(state)
    state.tooth += days
    state.stage += 1
    if not is_last_round(state):  # a finished game keeps the number of its last round
        state.round += 1
    if state.listener:
        state.listener(CalendarTurned(days, by, state.tooth, state.round))
        if state.quick_tile_number != number:
            turned = state.quick_tile
            state.listener(QuickTileTurned(turned.id if turned else None))
    # Each prophecy runs from the day after a food day to the end of the next one.
    if state.prophecies and 1 <= state.food_days_held <= len(state.prophecies):
        prophecy = state.prophecies[state.food_days_held - 1]
        if prophecy is not state.prophecy:
            state.prophecy, state.calamity = prophecy, prophecy.calamity
            if state.listener:
                state.listener(ProphecyBegan(prophecy.id))


def _turn_gears(state: State) -> None:
    """Turn the gears by one day. A player's worker beyond the last space comes home; a dummy stays
    on the gear for ever (R-016, R-099)."""
    dummies, taken = state.dummies, state.taken
    for gear, spaces in enumerate(dummies):
        workers = taken[gear] ^ spaces
        if spaces:
            spaces = (spaces << 1 | spaces >> (TEETH[gear] - 1)) & ALL_SPACES[gear]
            dummies[gear] = spaces
        if workers >> HIGHEST[gear]:  # somebody is far enough to fall off
            for seat in state.seats:
                last = seat.on[gear] & seat.powers.falls_off[gear]
                if last:
                    seat.on[gear] ^= last
                    workers ^= last
                    seat.available += 1
                    if state.listener:
                        state.listener(WorkerPushedOff(seat.index, GEARS[gear]))
        taken[gear] = spaces | workers << 1
    for seat in state.seats:
        palenque, yaxchilan, tikal, uxmal, chichen_itza = seat.on
        seat.on = [palenque << 1, yaxchilan << 1, tikal << 1, uxmal << 1, chichen_itza << 1]
