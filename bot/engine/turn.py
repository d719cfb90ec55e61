"""A player's turn: begging, placing workers or picking them up (rulebook p6-7)."""

from functools import cache

from bot.engine.actions import ask_action
from bot.engine.board import BUILDING_ROW, CHICHEN_ITZA, GEARS, HIGHEST, NUMBERED, WORKER_COUNT_COST
from bot.engine.flow import Question
from bot.engine.refusal import IllegalAction
from bot.engine.state import Seat, State, Step
from bot.engine.temples import ANGER, can_anger

BEG, END, PLACE_START = "beg", "end", "place start"
BEG_UP_TO = 3
PLACE_ACTIONS = tuple(f"place {gear}" for gear in GEARS)
_GEARS_BY_NAME = (CHICHEN_ITZA, 0, 2, 3, 1)  # the order of the sorted action strings
_PLACED_ON = {action: gear for gear, action in enumerate(PLACE_ACTIONS)}
_PICKED = {
    f"pick {name} {space}": (gear, space)
    for gear, name in enumerate(GEARS)
    for space in range(HIGHEST[gear] + 1)
}


def begin_turn(state: State, step: Step) -> None:
    """(begin_turn, seat): only workers in hand now can be placed this turn (R-043)."""
    seat = step[1]
    state.turn_seat = seat
    state.placed = 0
    state.placeable = state.seats[seat].available
    state.begged = False
    state.agenda.append((end_turn, seat))
    state.agenda.append((TURN, seat))


def lowest_free_space(state: State, gear: int) -> int | None:
    """The numbered space the next worker on this gear goes to, if any is free (R-029, R-034)."""
    free = NUMBERED[gear] & ~state.taken[gear]
    return (free & -free).bit_length() - 1 if free else None


def may_beg(state: State, seat: Seat) -> bool:
    """Once a turn, with 0 to 2 corn, and a temple marker left to go down (R-021, R-022)."""
    return seat.corn < BEG_UP_TO and not state.begged and can_anger(seat)


def _placements(state: State, most: int) -> list[str]:
    """Placements of one more worker whose price is at most `most` corn."""
    if not state.placeable:
        return []
    most -= WORKER_COUNT_COST[state.placed]  # left for the number of the space
    if most < 0:
        return []
    taken = state.taken
    options = []
    for gear in _GEARS_BY_NAME:
        free = NUMBERED[gear] & ~taken[gear]
        if free and (free & -free).bit_length() - 1 <= most:
            options.append(PLACE_ACTIONS[gear])
    if state.start_space is None:
        options.append(PLACE_START)
    return options


@cache
def _picks_on(gear: int, spaces: int) -> tuple[str, ...]:
    return tuple(f"pick {GEARS[gear]} {s}" for s in range(HIGHEST[gear] + 1) if spaces >> s & 1)


def _picks(seat: Seat) -> list[str]:
    options: list[str] = []
    for gear in _GEARS_BY_NAME:
        spaces = seat.on[gear]
        if spaces:
            options += _picks_on(gear, spaces)
    return options


def _out_of_pity(state: State) -> list[str]:
    """The cheapest placements, for a player who can neither pay, beg nor pick up (R-024)."""
    spaces = [lowest_free_space(state, gear) for gear in range(len(GEARS))]
    cheapest = min(space for space in spaces if space is not None)
    return [PLACE_ACTIONS[gear] for gear, space in enumerate(spaces) if space == cheapest]


def _turn_options(state: State, step: Step) -> list[str]:
    seat = state.seats[step[1]]
    options = _placements(state, seat.corn) + _picks(seat)
    if may_beg(state, seat):
        options.append(BEG)
    elif not options and state.placeable:
        return _out_of_pity(state)
    return options


def _turn(state: State, step: Step, action: str) -> None:
    if action == BEG:
        state.seats[step[1]].corn = BEG_UP_TO
        state.begged = True
        state.agenda.append((TURN, step[1]))
        state.agenda.append((ANGER, step[1]))
    elif action.startswith("pick"):
        _pick(state, step, action)
    else:
        _place(state, step, action)


def _place_options(state: State, step: Step) -> list[str]:
    return [*_placements(state, state.seats[step[1]].corn), END]


def _place(state: State, step: Step, action: str) -> None:
    if action == END:
        return
    index = step[1]
    seat = state.seats[index]
    price = WORKER_COUNT_COST[state.placed]
    if action == PLACE_START:
        state.start_space = index
    else:
        gear = _PLACED_ON[action]
        free = NUMBERED[gear] & ~state.taken[gear]
        bit = free & -free
        seat.on[gear] |= bit
        state.taken[gear] |= bit
        price += bit.bit_length() - 1
    seat.available -= 1
    state.placed += 1
    state.placeable -= 1
    if price > seat.corn:  # placed out of pity: all corn, and no other worker
        seat.corn = 0
        state.placeable = 0
    else:
        seat.corn -= price
    state.agenda.append((PLACE, index))


def _pick_options(state: State, step: Step) -> list[str]:
    return [END, *_picks(state.seats[step[1]])]


def _pick(state: State, step: Step, action: str) -> None:
    if action == END:
        return
    index = step[1]
    gear, space = _PICKED[action]
    seat = state.seats[index]
    bit = 1 << space
    seat.on[gear] ^= bit
    state.taken[gear] ^= bit
    seat.available += 1
    state.agenda.append((PICK, index))
    state.agenda.append(ask_action(state, index, gear, space))


def end_turn(state: State, step: Step) -> None:
    """(end_turn, seat): refill the row, take the calendar's corn (R-027)."""
    index = step[1]
    if None in state.building_row:
        refill_building_row(state)
    if state.start_space == index:
        state.seats[index].corn += state.calendar_corn
        state.calendar_corn = 0


def refill_building_row(state: State) -> None:
    """Fill empty places from the left with the stack of the current age (R-117)."""
    stack = state.age1 if state.age == 1 else state.age2
    drawn = 0
    for place in range(BUILDING_ROW):
        if state.building_row[place] is None and drawn < len(stack):
            state.building_row[place] = stack[drawn]
            drawn += 1
    if state.age == 1:
        state.age1 = stack[drawn:]
    else:
        state.age2 = stack[drawn:]


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    kind, seat = step[0].kind, state.seats[step[1]]
    if action == BEG:
        return _why_not_beg(state, seat, kind)
    if action == PLACE_START or action in _PLACED_ON:
        return _why_not_place(state, seat, action, kind)
    if action.startswith("pick "):
        if kind == "place":
            return IllegalAction(
                "You are placing workers this turn; picking up waits for the next."
            )
        if action not in _PICKED:
            return IllegalAction(
                "There is no such space; write a gear and a number, as in “pick tikal 3”."
            )
        gear, space = _PICKED[action]
        return IllegalAction("You have no worker on {gear} {space}.", gear=GEARS[gear], space=space)
    if action == END:
        return IllegalAction(
            "You must place or pick up at least one worker before you end the turn."
        )
    return None


def _why_not_beg(state: State, seat: Seat, kind: str) -> IllegalAction:
    if kind != "turn":
        return IllegalAction("You can beg for corn only at the start of your turn.")
    if state.begged:
        return IllegalAction("You can beg only once a turn.")
    if seat.corn >= BEG_UP_TO:
        return IllegalAction(
            "You can beg only with 0 to 2 corn, and you have {held}.", held=seat.corn
        )
    return IllegalAction(
        "Begging angers the gods, and your markers are at the bottom of all temples already."
    )


def _why_not_place(state: State, seat: Seat, action: str, kind: str) -> IllegalAction:
    if kind == "pick":
        return IllegalAction("You are picking up workers this turn; placing waits for the next.")
    if not seat.available:
        return IllegalAction("You have no worker left in hand; pick one up instead.")
    if not state.placeable:
        return IllegalAction("You cannot place another worker this turn.")
    price = WORKER_COUNT_COST[state.placed]
    if action == PLACE_START:
        if state.start_space is not None:
            return IllegalAction("The starting-player space is taken this round; place on a gear.")
    else:
        gear = _PLACED_ON[action]
        space = lowest_free_space(state, gear)
        if space is None:
            return IllegalAction("{gear} has no free space; choose another gear.", gear=GEARS[gear])
        price += space
    if kind == "turn" and price > seat.corn and not may_beg(state, seat):
        return IllegalAction(
            "This worker would cost {price} corn and you have {held}; choose one of the cheapest "
            "spaces or another move.",
            price=price,
            held=seat.corn,
        )
    return IllegalAction(
        "This worker would cost {price} corn and you have {held}; choose a cheaper space.",
        price=price,
        held=seat.corn,
    )


TURN = Question("turn", _turn_options, _turn, _why_not, always_asked=True)
"""(TURN, seat): beg, place the first worker or pick up the first."""
PLACE = Question("place", _place_options, _place, _why_not, always_asked=True)
"""(PLACE, seat): another worker, or the end of the turn."""
PICK = Question("pick", _pick_options, _pick, _why_not, always_asked=True)
"""(PICK, seat): another worker, or the end of the turn (R-037)."""
