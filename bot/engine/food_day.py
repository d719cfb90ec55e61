"""A food day: feeding, the change of age, the temples' rewards (rulebook p13)."""

from bot.engine.board import (
    BUILDING_ROW,
    FOOD_DAY_TEETH,
    LEADER_BONUS,
    RESOURCES,
    STEP_POINTS,
    TEMPLES,
)
from bot.engine.components import COMPONENTS
from bot.engine.goods import gain, gain_skulls
from bot.engine.state import Seat, State, Step

CORN_PER_WORKER: int = COMPONENTS["feeding"]["corn_per_worker"]
UNFED_POINTS4: int = 4 * COMPONENTS["feeding"]["points_per_unfed"]
MID_AGE_DAYS = (0, 2)
END_OF_AGE_1 = 1
"""Food days are counted by those already held."""


def _reward(temple: int, step: int) -> tuple[int, int, int, int]:
    """Wood, stone, gold and skulls of a step and of all below it (R-113)."""
    total = [0, 0, 0, 0]
    for reached in COMPONENTS["temples"][temple]["steps_bottom_to_top"][: step + 1]:
        for kind, amount in (reached["mid_age_reward"] or {}).items():
            total[3 if kind == "skull" else RESOURCES.index(kind)] += amount
    return total[0], total[1], total[2], total[3]


MID_AGE_REWARDS = tuple(
    tuple(_reward(temple, step) for step in range(len(STEP_POINTS[temple])))
    for temple in range(len(TEMPLES))
)


def food_day_is_due(state: State) -> bool:
    """Whether this round is a food day: its tooth is reached, perhaps by a jump (R-103)."""
    return not is_last_round(state) and FOOD_DAY_TEETH[state.food_days_held] <= state.tooth


def is_last_round(state: State) -> bool:
    """Whether the fourth food day has been held, so that the game ends with this round."""
    return state.food_days_held == len(FOOD_DAY_TEETH)


def food_day(state: State, step: Step) -> None:
    """Hold a food day if one is due, in the order of R-107."""
    if not food_day_is_due(state):
        return
    held = state.food_days_held
    state.agenda.append((_finish, None))
    if held in MID_AGE_DAYS:
        state.agenda.append((_mid_age_rewards, None))
    else:
        state.agenda.append((_end_of_age_rewards, None))
    if held == END_OF_AGE_1:
        state.agenda.append((_change_age, None))
    state.agenda.append((_feed_all, None))


def food_needs(seat: Seat) -> list[int]:
    """The corn each worker in play needs, cheapest first (R-108 to R-110)."""
    exempt = sum(tile.feeds_free for tile in seat.buildings)
    exempt += sum(tile.feeds_free for tile in seat.wealth)
    each = max(0, CORN_PER_WORKER - sum(tile.feeds_cheaper for tile in seat.buildings))
    fed_free = min(exempt, seat.workers)
    return [0] * fed_free + [each] * (seat.workers - fed_free)


def _feed_all(state: State, step: Step) -> None:
    for seat in state.turn_order():
        for need in food_needs(seat):
            if need <= seat.corn:  # as many as possible must be fed
                seat.corn -= need
            else:
                seat.points4 += UNFED_POINTS4  # points may fall below 0


def _change_age(state: State, step: Step) -> None:
    """Six buildings of age 2 replace the row and stack of age 1 (R-111)."""
    state.age = 2
    state.age1 = ()
    row = state.age2[:BUILDING_ROW]
    state.age2 = state.age2[BUILDING_ROW:]
    state.building_row = [*row, *[None] * (BUILDING_ROW - len(row))]


def _mid_age_rewards(state: State, step: Step) -> None:
    seats = state.turn_order()
    skulls = sum(
        MID_AGE_REWARDS[temple][seat.temples[temple]][3]
        for temple in range(len(TEMPLES))
        for seat in seats
    )
    enough_skulls = skulls <= state.bank_skulls  # or nobody gets one
    for temple in range(len(TEMPLES)):
        for seat in seats:
            wood, stone, gold, skull = MID_AGE_REWARDS[temple][seat.temples[temple]]
            gain(state, seat.index, 0, wood, stone, gold)
            if skull and enough_skulls:
                gain_skulls(state, seat.index, skull)


def _end_of_age_rewards(state: State, step: Step) -> None:
    """Points of the own step, and for the leader of each temple; tied leaders get half each
    (R-114, R-115)."""
    age_index = 0 if state.food_days_held == END_OF_AGE_1 else 1
    for temple in range(len(TEMPLES)):
        highest = max(seat.temples[temple] for seat in state.seats)
        leaders = [seat for seat in state.seats if seat.temples[temple] == highest]
        bonus4 = 4 * LEADER_BONUS[temple][age_index]
        if len(leaders) > 1:
            bonus4 //= 2
        for seat in leaders:
            seat.points4 += bonus4
        for seat in state.seats:
            seat.points4 += 4 * STEP_POINTS[temple][seat.temples[temple]]


def _finish(state: State, step: Step) -> None:
    state.food_days_held += 1
