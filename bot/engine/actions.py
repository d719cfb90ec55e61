"""Choosing the action of a worker that was picked up (rulebook p6-7).

Each gear's module says which of its actions are possible and what they do, and registers itself
here with `gear_actions`. What a worker can reach, and for how much corn, is a list of Choices.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bot.engine.board import CHICHEN_ITZA, FREE_CHOICE_FROM, GEARS, SMALL_GEARS, THEOLOGY, UXMAL
from bot.engine.effects import effect
from bot.engine.flow import Question
from bot.engine.refusal import IllegalAction
from bot.engine.state import Seat, State, Step

SKIP = "skip"
Possible = Callable[[State, Seat, int, int], bool]
"""possible(state, seat, number, corn): can it be paid with this corn, and would it do anything?"""
Perform = Callable[[State, int, int], None]
"""perform(state, seat, number): pay the action's own price and do it."""
_POSSIBLE: dict[int, Possible] = {}
_PERFORM: dict[int, Perform] = {}


class Choice(NamedTuple):
    """An action within reach: `corn` is the price of getting there, without the action's own."""

    action: str
    gear: int
    number: int
    corn: int


def gear_actions(gear: int, possible: Possible, perform: Perform) -> None:
    """Register the actions of a gear."""
    _POSSIBLE[gear] = possible
    _PERFORM[gear] = perform


def _choice(gear: int, number: int, corn: int) -> Choice:
    return Choice(f"do {GEARS[gear]} {number}", gear, number, corn)


@cache
def within_reach(gear: int, space: int, ahead: bool) -> tuple[Choice, ...]:
    """What a worker on this space can do: its own action, lower ones at 1 corn a step (R-038),
    every action for nothing from a free-choice space (R-040), and with theology 1 the action one
    space ahead for nothing (R-084, R-085)."""
    actions = range(1, FREE_CHOICE_FROM[gear])
    prices = {number: space - number for number in actions if number <= space}
    if space >= FREE_CHOICE_FROM[gear] or (ahead and space + 1 == FREE_CHOICE_FROM[gear]):
        prices = dict.fromkeys(actions, 0)
    elif ahead:
        prices[space + 1] = 0
    return tuple(_choice(gear, number, corn) for number, corn in prices.items())


ANY_ACTION = tuple(
    _choice(gear, number, 0)
    for gear in SMALL_GEARS
    for number in range(1, 6)
    if (gear, number) != (UXMAL, 5)
)
"""What Uxmal 5 leads to (R-080); Uxmal 5 itself would be pointless (R-082)."""
ANY_ACTION_FOR_1 = tuple(choice._replace(corn=1) for choice in ANY_ACTION)
"""The Envoy's Tomb: the corn is paid with the action that follows (R-119)."""


def _options(state: State, step: Step) -> list[str]:
    _, index, choices, may_skip = step
    seat = state.seats[index]
    corn = seat.corn
    options = [
        action
        for action, gear, number, price in choices
        if price <= corn and _POSSIBLE[gear](state, seat, number, corn - price)
    ]
    if may_skip:
        options.append(SKIP)
    return options


def _do(state: State, step: Step, action: str) -> None:
    if action == SKIP:
        return
    _, index, choices, _ = step
    for choice in choices:
        if choice.action == action:
            state.seats[index].corn -= choice.corn  # before the action
            _PERFORM[choice.gear](state, index, choice.number)
            return


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, choices, _ = step
    for choice in choices:
        if choice.action == action:
            if choice.corn > state.seats[index].corn:
                return IllegalAction(
                    "Stepping back to {gear} {number} costs {price} corn and you have {held}.",
                    gear=GEARS[choice.gear],
                    number=choice.number,
                    price=choice.corn,
                    held=state.seats[index].corn,
                )
            return IllegalAction(
                "{gear} {number} cannot be paid or would have no effect now; choose another "
                "action or skip.",
                gear=GEARS[choice.gear],
                number=choice.number,
            )
    if action.startswith("do "):
        return IllegalAction("That action is out of this worker's reach; choose a nearer one.")
    return None


ACTION = Question("action", _options, _do, _why_not)
"""(ACTION, seat, choices, may_skip): which action to do."""


def ask_action(state: State, seat: int, gear: int, space: int) -> Step:
    """The question for a worker just taken back from a space."""
    ahead = gear == CHICHEN_ITZA and state.seats[seat].technologies[THEOLOGY] >= 1
    return (ACTION, seat, within_reach(gear, space, ahead), True)


@effect("any_action")
def _any_action_effect(state: State, step: Step) -> None:
    state.agenda.append((ACTION, step[1], ANY_ACTION_FOR_1, True))
