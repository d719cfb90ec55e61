"""Choosing the action of a worker that was picked up (rulebook p6-7).

Each gear's module says which of its actions are possible and what they do, and registers itself
here with `gear_actions`. What a worker can reach, and for how much corn, is a list of Choices.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bot.engine.board import CHICHEN_ITZA, FREE_CHOICE_FROM, GEARS, SMALL_GEARS, THEOLOGY, UXMAL
from bot.engine.market import sales, sell_once, why_not_sell
from bot.engine.payment import pay_corn
from bot.engine.refusal import OUT_OF_REACH, Goods, IllegalAction, Space
from bot.engine.state import Question, Seat, State, Step, effect
from bot.engine.tribes import PARTNER_GEAR, Powers

SKIP = "skip"
Possible = Callable[[State, Seat, int, int], bool]
"""possible(state, seat, number, corn): whether this corn pays for it and it changes anything."""
Perform = Callable[[State, int, int], None]
"""perform(state, seat, number): pay the action's own price and do it."""
_POSSIBLE: dict[int, Possible] = {}
_PERFORM: dict[int, Perform] = {}
WhyNot = Callable[[State, Seat, int, int], IllegalAction | None]
"""why_not(state, seat, number, corn): the refusal that says what an impossible action lacks; None
where the general refusal says enough."""
_WHY_NOT: dict[int, WhyNot] = {}


class Choice(NamedTuple):
    """An action within reach; `corn` pays for reaching it, not for the action itself."""

    action: str
    gear: int
    number: int
    corn: int


def gear_actions(gear: int, possible: Possible, perform: Perform, why_not: WhyNot) -> None:
    """Register the actions of a gear."""
    _POSSIBLE[gear] = possible
    _PERFORM[gear] = perform
    _WHY_NOT[gear] = why_not


def _choice(gear: int, number: int, corn: int) -> Choice:
    return Choice(f"do {GEARS[gear]} {number}", gear, number, corn)


@cache
def within_reach(gear: int, space: int, ahead: bool, powers: Powers) -> tuple[Choice, ...]:
    """List, sorted, the actions a worker on this space can do: that of its own space, lower ones at
    1 corn a step (R-038), every action for nothing from a free-choice space (R-040), with theology
    1 the action one space ahead for nothing (R-084, R-085), and what a tribe adds (R-137, R-140,
    R-142).

    The `corn` of a choice is below 0 where stepping back brings corn.
    """
    prices: dict[int, int] = {}  # corn by number; the cheapest way counts (contract, rule 5)

    def offer(number: int, corn: int) -> None:
        if number < space and powers.step_back_gain:
            corn = -powers.step_back_gain  # the tribe's gain is fixed, also from a free choice
        prices[number] = min(corn, prices.get(number, corn))

    def reach(target: int, corn: int) -> None:
        if target < FREE_CHOICE_FROM[gear]:
            offer(target, corn)
        elif target <= powers.last_space[gear]:
            for number in range(1, FREE_CHOICE_FROM[gear]):
                offer(number, corn)

    if space >= FREE_CHOICE_FROM[gear]:
        reach(space, 0)
    else:
        for number in range(1, space + 1):
            offer(number, space - number)
        if ahead:
            reach(space + 1, 0)
        if powers.ahead_for_corn:
            reach(space + (2 if ahead else 1), 1)
    gears = (gear, PARTNER_GEAR[gear]) if powers.own_and_partner_gear else (gear,)
    choices = [
        _choice(of, number, corn) for of in dict.fromkeys(gears) for number, corn in prices.items()
    ]
    return tuple(sorted(choices))


ANY_ACTION = tuple(
    sorted(
        _choice(gear, number, 0)
        for gear in SMALL_GEARS
        for number in range(1, 6)
        if (gear, number) != (UXMAL, 5)
    )
)
"""The actions that Uxmal 5 offers (R-080). Uxmal 5 itself is none of them (R-082)."""
ANY_ACTION_FOR_1 = tuple(choice._replace(corn=1) for choice in ANY_ACTION)
"""The actions that the Envoy's Tomb offers; 1 corn is paid with the action chosen (R-119)."""


def _options(state: State, step: Step) -> list[str]:
    _, index, choices, may_skip = step
    seat = state.seats[index]
    corn = seat.corn
    options = []
    for action, gear, number, price in choices:
        if price <= corn and _POSSIBLE[gear](state, seat, number, corn - price):
            options.append(action)
    if may_skip:
        options.append(SKIP)
    if seat.powers.may_sell:
        options += sales(state, seat)
        options.sort()
    return options


def _do(state: State, step: Step, action: str) -> None:
    if action == SKIP:
        return
    _, index, choices, _ = step
    for chosen, gear, number, price in choices:
        if chosen == action:
            if price:
                pay_corn(state, index, price, "action")  # before the action
            _PERFORM[gear](state, index, number)
            return
    sell_once(state, index, action)
    state.agenda.append(step)


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, choices, _ = step
    seat = state.seats[index]
    for choice in choices:
        if choice.action == action:
            if choice.corn > seat.corn:
                # Translators: "{space}" is a space such as "Tikal 3"; "{price}" is a price such as
                # "3 corn"; "{held}" a number of the same
                return IllegalAction(
                    "action-corn-missing",
                    "{space} costs this worker {price}, and you have {held}; choose "
                    "another action or skip.",
                    space=Space(GEARS[choice.gear], choice.number),
                    price=Goods(corn=choice.corn),
                    held=seat.corn,
                )
            left = seat.corn - choice.corn
            # Translators: "{space}" is a space such as "Tikal 3"
            return _WHY_NOT[choice.gear](state, seat, choice.number, left) or IllegalAction(
                "action-not-possible",
                "You cannot pay for {space}, or it would do nothing now; choose another action "
                "or skip.",
                space=Space(GEARS[choice.gear], choice.number),
            )
    if action.startswith("do "):
        return IllegalAction(
            OUT_OF_REACH, "This worker cannot reach that action; choose a lower one."
        )
    return why_not_sell(state, seat, action)


def why_idle(state: State, seat: int, gear: int, space: int) -> IllegalAction | None:
    """Say why a worker of the seat could not do the action of this space. None if it could, or if
    it may choose freely."""
    if not space:
        return IllegalAction(
            "no-action-on-space-0",
            "Space 0 has no action; leave the worker there for another day.",
        )
    if space >= FREE_CHOICE_FROM[gear]:
        return None
    step = ask_action(state, seat, gear, space)
    action = f"do {GEARS[gear]} {space}"
    return None if action in _options(state, step) else _why_not(state, step, action)


ACTION = Question("action", _options, _do, _why_not, sorted=True)
"""(ACTION, seat, choices, may_skip): which action to do."""


def ask_action(state: State, seat: int, gear: int, space: int) -> Step:
    """The question for a worker just taken back from a space."""
    owner = state.seats[seat]
    ahead = gear == CHICHEN_ITZA and owner.technologies[THEOLOGY] >= 1
    return (ACTION, seat, within_reach(gear, space, ahead, owner.powers), True)


@effect("any_action")
def _any_action_effect(state: State, step: Step) -> None:
    state.agenda.append((ACTION, step[1], ANY_ACTION_FOR_1, True))
