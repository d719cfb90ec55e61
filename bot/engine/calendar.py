"""A round: everybody's turn, a food day if one is due, then the calendar, which turns by one day or
two (R-093; rulebook p7, p10, p14). On a food day workers are fed, the age may change, and the
temples give their rewards (p13)."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from bot.engine.components import (
    ALL_SPACES,
    BUILDING_ROW,
    COMPONENTS,
    FOOD_DAY_TEETH,
    GEARS,
    HIGHEST,
    LEADER_BONUS,
    NO_GOODS,
    RESOURCES,
    STEP_POINTS,
    TEETH,
    TEMPLES,
    Building,
    Goods,
    WealthTile,
)
from bot.engine.expansion import UNTROUBLED, Calamity, Powers
from bot.engine.goods import gain, gain_skulls
from bot.engine.happenings import (
    AgeChanged,
    CalendarCornChanged,
    CalendarTurned,
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GameEnded,
    GoodsChanged,
    PointsChanged,
    ProphecyBegan,
    QuickTilesOpened,
    QuickTileTurned,
    RoundEnded,
    StartingPlayerChanged,
    WorkerPushedOff,
    WorkerReturned,
)
from bot.engine.scoring import final_scoring, prophecy_points
from bot.engine.state import IllegalAction, Question, Seat, State, Step
from bot.engine.turn import begin_turn, tell_row

CORN_PER_WORKER: int = COMPONENTS["feeding"]["corn_per_worker"]
MID_AGE_DAYS = (0, 2)
END_OF_AGE_1 = 1
"""How many food days are held before the one that ends age 1."""


def _reward(temple: int, step: int) -> tuple[int, int, int, int]:
    """Add up the wood, stone, gold and skulls that a step and all steps below it give (R-113)."""
    total = [0, 0, 0, 0]
    for reached in COMPONENTS["temples"][temple]["steps_bottom_to_top"][: step + 1]:
        for kind, amount in (reached["mid_age_reward"] or {}).items():
            total[3 if kind == "skull" else RESOURCES.index(kind)] += amount
    return total[0], total[1], total[2], total[3]


MID_AGE_REWARDS = tuple(
    tuple(_reward(temple, step) for step in range(len(STEP_POINTS[temple])))
    for temple in range(len(TEMPLES))
)


def is_last_round(state: State) -> bool:
    """Whether the fourth food day has been held: the game then ends with this round."""
    return state.food_days_held == len(FOOD_DAY_TEETH)


def food_day(state: State, step: Step) -> None:
    """Put a food day on the agenda, in the order of R-107, if the calendar has reached or passed
    its tooth (R-103)."""
    held = state.food_days_held
    if is_last_round(state) or state.tooth < FOOD_DAY_TEETH[held]:
        return
    if state.listener:
        prophecy = state.prophecy.id if state.prophecy else None
        state.listener(FoodDayBegan(held + 1, held in MID_AGE_DAYS, prophecy))
    state.agenda.append((_finish_game, None))
    if state.prophecy is not None:
        state.agenda.append((_score_prophecy, state.prophecy))
    if held in MID_AGE_DAYS:
        state.agenda.append((_mid_age_rewards, None))
    else:
        state.agenda.append((_end_of_age_rewards, None))
    if held == END_OF_AGE_1:
        state.agenda.append((_change_age, None))
    state.agenda.append((_feed_all, None))
    for seat in reversed(state.turn_order()):
        if seat.buildings:
            state.agenda.append((_take_income, seat.index))


def _take_income(state: State, step: Step) -> None:
    """(_take_income, seat): give what the seat's buildings bring before feeding (R-169)."""
    goods = income(state, state.seats[step[1]])
    if any(goods):
        _give(state, (_give, step[1], goods, "income"))


def income(state: State, seat: Seat) -> Goods:
    """Add up what the seat's buildings bring on a food day of the present age, before feeding
    (R-169)."""
    corn, wood, stone, gold, skulls = NO_GOODS
    for tile in seat.buildings:
        goods = tile.income[state.age - 1]
        if goods is not NO_GOODS:
            corn += goods[0]
            wood += goods[1]
            stone += goods[2]
            gold += goods[3]
            skulls += goods[4]
    return corn, wood, stone, gold, skulls


def corn_by_then(state: State, seat: Seat) -> int:
    """Count the corn a seat could feed its workers with if a food day followed its turn: what it
    has, the calendar's corn if it stands on the starting-player space, and its buildings'
    income."""
    calendar = state.calendar_corn if state.start_space == seat.index else 0
    return seat.corn + calendar + income(state, seat)[0]


def _give(state: State, step: Step) -> None:
    """(_give, seat, goods, source): give the goods, skulls after all others."""
    _, seat, (corn, wood, stone, gold, skulls), source = step
    if skulls:
        state.agenda.append((_give_skulls, seat, skulls, source))
    gain(state, seat, corn, wood, stone, gold, source)


def _give_skulls(state: State, step: Step) -> None:
    gain_skulls(state, step[1], step[2], step[3])


def food_needs(state: State, seat: Seat) -> list[int]:
    """List the corn that each of the seat's workers needs now, cheapest first."""
    return corn_for_workers(seat.workers, seat.buildings, seat.wealth, seat.powers, state.calamity)


def corn_for_workers(
    workers: int,
    buildings: Sequence[Building],
    wealth: Sequence[WealthTile],
    powers: Powers,
    calamity: Calamity,
) -> list[int]:
    """List the corn that each of so many workers needs, cheapest first (R-108 to R-110, R-147,
    R-161)."""
    exempt = farms = 0
    for tile in wealth:
        exempt += tile.feeds_free
    for building in buildings:
        exempt += building.feeds_free
        farms += building.feeds_cheaper
    extra = calamity.feed_extra + powers.feed_extra
    each, each_exempt = max(0, CORN_PER_WORKER + extra - farms), max(0, extra - farms)
    fed_free = min(exempt, workers)
    return [each_exempt] * fed_free + [each] * (workers - fed_free)


class Feeding(NamedTuple):
    """What feeding one seat's workers comes to."""

    paid: int
    """The corn paid."""
    fed: int
    """The workers that are fully fed."""
    hungry: int
    """The workers that are not fed fully."""
    lost: int
    """Points lost for hungry workers: whole points, at least 0."""


def feeding(state: State, seat: Seat, corn: int) -> Feeding:
    """Work out how a seat would feed its workers now with this much corn: as many as it can
    (R-108)."""
    paid = fed = hungry = 0
    for need in food_needs(state, seat):
        if need <= corn - paid:
            paid += need
            fed += 1
        else:
            hungry += 1
    return Feeding(paid, fed, hungry, hungry * seat.powers.unfed_points)


def _feed_all(state: State, step: Step) -> None:
    for seat in state.turn_order():
        paid, fed, hungry, lost = feeding(state, seat, seat.corn)
        seat.fed = fed
        seat.corn -= paid
        seat.points4 -= 4 * lost  # may fall below 0
        if state.listener:
            state.listener(Fed(seat.index, paid, fed, hungry, lost))
            if paid:
                state.listener(GoodsChanged(seat.index, "food", corn=-paid))
            if lost:
                state.listener(PointsChanged(seat.index, -4 * lost, "hunger"))


def _change_age(state: State, step: Step) -> None:
    """Replace the row and stack of age 1 by those of age 2 (R-111)."""
    state.age = 2
    state.stage += 1
    state.age1 = ()
    row = state.age2[:BUILDING_ROW]
    state.age2 = state.age2[BUILDING_ROW:]
    state.building_row = [*row, *[None] * (BUILDING_ROW - len(row))]
    if state.listener:
        state.listener(AgeChanged(2))
        tell_row(state, state.listener)


def _mid_age_rewards(state: State, step: Step) -> None:
    seats = state.seats
    skulls = 0
    for temple, rewards in enumerate(MID_AGE_REWARDS):
        for seat in seats:
            skulls += rewards[seat.temples[temple]][3]
    enough_skulls = skulls <= state.bank_skulls  # too few: nobody gets one
    for temple in reversed(range(len(TEMPLES))):
        state.agenda.append((_temple_rewards, temple, enough_skulls))


def _temple_rewards(state: State, step: Step) -> None:
    """(_temple_rewards, temple, enough_skulls): give every seat the goods of its step and those
    below. Without `enough_skulls` for all temples and seats nobody gets a skull (R-057)."""
    _, temple, enough_skulls = step
    for seat in reversed(state.turn_order()):
        wood, stone, gold, skulls = MID_AGE_REWARDS[temple][seat.temples[temple]]
        if wood or stone or gold or skulls:
            goods = (0, wood, stone, gold, skulls if enough_skulls else 0)
            state.agenda.append((_give, seat.index, goods, "temples"))


def end_of_age_points4(
    steps: Sequence[Sequence[int]], food_days_held: int
) -> tuple[tuple[int, ...], ...]:
    """List for each temple the points that each seat gets at the end of an age, in quarters: for
    its step, and for leading the temple; tied leaders get half of that each (R-114, R-115).

    `steps` are the steps of each seat by temple; `food_days_held` leaves out the present one.
    """
    age_index = 0 if food_days_held == END_OF_AGE_1 else 1
    found = []
    for by_seat, points, bonus in zip(
        zip(*steps, strict=True), STEP_POINTS, LEADER_BONUS, strict=True
    ):
        highest = max(by_seat)
        bonus4 = 4 * bonus[age_index]
        if by_seat.count(highest) > 1:
            bonus4 //= 2
        found.append(
            tuple([4 * points[step] + (bonus4 if step == highest else 0) for step in by_seat])
        )
    return tuple(found)


def _end_of_age_rewards(state: State, step: Step) -> None:
    steps = [seat.temples for seat in state.seats]
    for by_seat in end_of_age_points4(steps, state.food_days_held):
        for seat, points4 in zip(state.seats, by_seat, strict=True):
            seat.points4 += points4
            if state.listener and points4:
                state.listener(PointsChanged(seat.index, points4, "temples"))


def _score_prophecy(state: State, step: Step) -> None:
    """(_score_prophecy, prophecy): give each seat its points for the prophecy in force (R-153)."""
    for seat in state.seats:
        points4 = 4 * prophecy_points(step[1], seat)
        seat.points4 += points4
        if state.listener and points4:
            state.listener(PointsChanged(seat.index, points4, "prophecies"))


def _finish_game(state: State, step: Step) -> None:
    state.food_days_held += 1
    state.stage += 1
    if state.listener:
        prophecy = state.prophecy.id if state.prophecy else None
        mid_age = state.food_days_held - 1 in MID_AGE_DAYS
        state.listener(FoodDayEnded(state.food_days_held, mid_age, prophecy))
        if state.food_days_held == 1 and state.quick_spaces:
            opened = [tile.id for tile in state.quick_tiles_coming if tile.age == 2]
            if opened:
                state.listener(QuickTilesOpened(tuple(opened)))


ADVANCE_ACTIONS = ("advance 1", "advance 2")


def begin_round(state: State, step: Step) -> None:
    """Put a new round on the agenda; after the last one, score and finish the game (R-123)."""
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
    """List the steps from this seat's turn to the end of the round, as on the agenda: the last one
    first."""
    turns: list[Step] = [(begin_turn, seat)]
    while (seat := (seat + 1) % count) != first:
        turns.append((begin_turn, seat))
    return (*_END_OF_ROUND, *reversed(turns))


def calendar_phase(state: State, step: Step) -> None:
    """Free the extra spaces and pass on the starting-player marker (R-094 to R-098); then turn the
    calendar, or ask a seat that may choose two days."""
    if state.listener:
        state.listener(RoundEnded(state.round))
    occupant = free_extra_spaces(state)
    if occupant is not None and may_advance_two(state, occupant):
        state.agenda.append((CALENDAR, occupant))
    else:
        advance(state, 1)


def free_extra_spaces(state: State) -> int | None:
    """At the end of a round, free the quick-action spaces and the starting-player space. Who stood
    on the latter takes the marker, or passes it on if it has it (R-096); return that seat. If
    nobody did, the corn on the calendar grows by 1 (R-097); return None."""
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
"""The steps that follow the turns of a round, the last one first."""


def may_advance_two(state: State, seat: int) -> bool:
    """Whether a seat may turn the calendar by two days: its board shows the light side, no worker
    would fall off on the second day, and it is not the last round (R-100, R-104)."""
    if not state.seats[seat].light_side or is_last_round(state):
        return False
    for gear, taken in enumerate(state.taken):
        if taken >> (HIGHEST[gear] - 1):  # somebody is far enough to fall off on the second day
            for other in state.seats:
                if other.on[gear] << 1 & other.powers.falls_off[gear]:
                    return False
    return True


def _calendar_options(state: State, step: Step) -> list[str]:
    return list(ADVANCE_ACTIONS)


def _calendar_answer(state: State, step: Step, action: str) -> None:
    if action == ADVANCE_ACTIONS[1]:
        state.seats[step[1]].light_side = False
        advance(state, 2, step[1])
    else:
        advance(state, 1)


def _why_not_calendar(state: State, step: Step, action: str) -> IllegalAction | None:
    return None


CALENDAR = Question("calendar", _calendar_options, _calendar_answer, _why_not_calendar)
"""(CALENDAR, seat): whether the calendar turns by one day or two (R-102)."""


def advance(state: State, days: int, by: int | None = None) -> None:
    """Turn the calendar by one day, or by two if the seat `by` has chosen so, to the next round."""
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
    """Turn the gears by one day. A player's worker that leaves its last space goes back to hand;
    dummies stay on the gear and go round (R-016, R-099)."""
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
