"""A food day: feeding, the change of age, the temples' rewards (rulebook p13)."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.board import (
    BUILDING_ROW,
    FOOD_DAY_TEETH,
    LEADER_BONUS,
    RESOURCES,
    STEP_POINTS,
    TEMPLES,
)
from bot.engine.components import COMPONENTS, NO_GOODS, Building, Goods, WealthTile
from bot.engine.goods import gain, gain_skulls
from bot.engine.happenings import (
    AgeChanged,
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GoodsChanged,
    Listener,
    PointsChanged,
    QuickTilesOpened,
)
from bot.engine.prophecies import Calamity
from bot.engine.scoring import prophecy_points
from bot.engine.state import Seat, State, Step
from bot.engine.tribes import Powers
from bot.engine.turn import tell_row

CORN_PER_WORKER: int = COMPONENTS["feeding"]["corn_per_worker"]
MID_AGE_DAYS = (0, 2)
END_OF_AGE_1 = 1
"""The number of food days held before the one that ends age 1."""


def _reward(temple: int, step: int) -> tuple[int, int, int, int]:
    """Add up the wood, stone, gold and skulls of a step and of all below it (R-113)."""
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
    """Whether the fourth food day has been held; the game then ends with this round."""
    return state.food_days_held == len(FOOD_DAY_TEETH)


def food_day(state: State, step: Step) -> None:
    """Hold a food day in the order of R-107 if the calendar has reached or jumped its tooth
    (R-103)."""
    held = state.food_days_held
    if is_last_round(state) or state.tooth < FOOD_DAY_TEETH[held]:
        return
    if state.listener:
        prophecy = state.prophecy.id if state.prophecy else None
        state.listener(FoodDayBegan(held + 1, held in MID_AGE_DAYS, prophecy))
    state.agenda.append((_finish, None))
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
    """(_take_income, seat): give what the seat's buildings yield before feeding (R-169)."""
    goods = income(state, state.seats[step[1]])
    if any(goods):
        _give(state, (_give, step[1], goods, "income"))


def income(state: State, seat: Seat) -> Goods:
    """Add up what the seat's buildings yield before feeding."""
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
    """Count the corn a seat can feed its workers with, if the food day came after this turn: what
    it has, what the calendar gives when its turn ends, and what its buildings yield."""
    calendar = state.calendar_corn if state.start_space == seat.index else 0
    return seat.corn + calendar + income(state, seat)[0]


def _give(state: State, step: Step) -> None:
    """(_give, seat, goods, source): give the goods, skulls last (contract, rule 4)."""
    _, seat, (corn, wood, stone, gold, skulls), source = step
    if skulls:
        state.agenda.append((_give_skulls, seat, skulls, source))
    gain(state, seat, corn, wood, stone, gold, source)


def _give_skulls(state: State, step: Step) -> None:
    gain_skulls(state, step[1], step[2], step[3])


def food_needs(state: State, seat: Seat) -> list[int]:
    """List the corn that each worker of the seat needs now, cheapest first."""
    return corn_for_workers(seat.workers, seat.buildings, seat.wealth, seat.powers, state.calamity)


def corn_for_workers(
    workers: int,
    buildings: Sequence[Building],
    wealth: Sequence[WealthTile],
    powers: Powers,
    calamity: Calamity,
) -> list[int]:
    """List the corn for each of that many workers, cheapest first (R-108 to R-110, R-147,
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
    """The feeding of one seat."""

    paid: int
    """The corn paid."""
    fed: int
    """The workers that are fully fed."""
    hungry: int
    """The workers that are not."""
    lost: int
    """Points lost for these, at least 0."""


def feeding(state: State, seat: Seat, corn: int) -> Feeding:
    """Feed as many of the seat's workers now as that much corn allows."""
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
    """Six buildings of age 2 replace the row and stack of age 1 (R-111)."""
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
    """(_temple_rewards, temple, enough_skulls): give a temple's rewards. `enough_skulls` is decided
    before the first seat is asked."""
    _, temple, enough_skulls = step
    for seat in reversed(state.turn_order()):
        wood, stone, gold, skulls = MID_AGE_REWARDS[temple][seat.temples[temple]]
        if wood or stone or gold or skulls:
            goods = (0, wood, stone, gold, skulls if enough_skulls else 0)
            state.agenda.append((_give, seat.index, goods, "temples"))


def end_of_age_points4(
    steps: Sequence[Sequence[int]], food_days_held: int
) -> tuple[tuple[int, ...], ...]:
    """List the points of each temple, in quarters, by seat: for its step, and for leading the
    temple; tied leaders get half each (R-114, R-115).

    `steps` are each seat's steps by temple; `food_days_held` those before this one.
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
    """(_score_prophecy, prophecy): give the points of the prophecy in force (R-153)."""
    for seat in state.seats:
        points4 = 4 * prophecy_points(step[1], seat)
        seat.points4 += points4
        if state.listener and points4:
            state.listener(PointsChanged(seat.index, points4, "prophecies"))


def _finish(state: State, step: Step) -> None:
    state.food_days_held += 1
    state.stage += 1
    if state.listener:
        prophecy = state.prophecy.id if state.prophecy else None
        mid_age = state.food_days_held - 1 in MID_AGE_DAYS
        state.listener(FoodDayEnded(state.food_days_held, mid_age, prophecy))
        if state.food_days_held == 1 and state.quick_spaces:
            _tell_quick_tiles(state, state.listener)


def _tell_quick_tiles(state: State, listener: Listener) -> None:
    opened = [tile.id for tile in state.quick_tiles_coming if tile.age == 2]
    if opened:
        listener(QuickTilesOpened(tuple(opened)))
