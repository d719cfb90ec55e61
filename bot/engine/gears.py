"""The gears: choosing the action of a worker that was picked up, and what each space does (rulebook
p6-9).

What a worker can reach, and for how much corn, is a list of Choices. Each gear says which of its
actions are possible, what they do and why one is not possible, and registers this with
`gear_actions`.

- Palenque: fishing, and corn and wood from the jungle;
- Yaxchilan: wood, stone, gold and skulls;
- Tikal: technology, building, and two temple steps for a block;
- Uxmal: offering, market, worker, building for corn, any action;
- Chichen Itza: skulls for points, a temple step, sometimes a resource.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bot.engine.building import (
    BUILD,
    TIKAL_2,
    TIKAL_4,
    UXMAL_4,
    can_build_any,
    why_nothing_to_build,
)
from bot.engine.components import (
    AGRICULTURE,
    CHICHEN_ITZA,
    COMPONENTS,
    CORN_VALUE,
    EXTRACTION,
    FREE_CHOICE_FROM,
    GEARS,
    MAX_WORKERS,
    PALENQUE,
    RESOURCES,
    SMALL_GEARS,
    TEMPLES,
    THEOLOGY,
    TIKAL,
    UXMAL,
    YAXCHILAN,
)
from bot.engine.expansion import PARTNER_GEAR, Powers
from bot.engine.goods import GAIN, can_gain_skull, gain, gain_skulls, gain_worker
from bot.engine.happenings import GoodsChanged, JungleHarvested, PointsChanged, SkullPlaced
from bot.engine.market import PAY, TRADE, can_trade, pay_corn, sales, sell_once, why_not_sell
from bot.engine.state import (
    OUT_OF_REACH,
    Goods,
    IllegalAction,
    Question,
    Seat,
    Space,
    State,
    Step,
    effect,
)
from bot.engine.technology import STOP, ask_step, can_advance_any, why_no_step, works
from bot.engine.temples import (
    ANGER,
    DECLINE,
    ask_up,
    ask_up_twice,
    can_anger,
    can_climb_any,
    climb,
    why_no_step_up,
)
from bot.refusal import P_

SKIP = "skip"
Possible = Callable[[State, Seat, int, int], bool]
"""possible(state, seat, number, corn): whether the seat can pay for action `number` with this much
corn and its own goods, and the action would change anything."""
Perform = Callable[[State, int, int], None]
"""perform(state, seat, number): pay the action's own price and do it."""
_POSSIBLE: dict[int, Possible] = {}
_PERFORM: dict[int, Perform] = {}
WhyNot = Callable[[State, Seat, int, int], IllegalAction | None]
"""why_not(state, seat, number, corn): what the seat lacks for an action that is not possible; None
if the general refusal says enough."""
_WHY_NOT: dict[int, WhyNot] = {}


class Choice(NamedTuple):
    """An action that a worker can reach. `corn` is the price of reaching it, below 0 where that
    brings corn; the action's own price comes on top."""

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
    """List, sorted, the actions that a worker on this space can reach: that of its own space, lower
    ones at 1 corn a step (R-038), from a free-choice space every action for nothing (R-040), with
    theology 1 (`ahead`) the action one space ahead for nothing (R-084, R-085), and what a tribe
    adds (R-137, R-140, R-142)."""
    prices: dict[int, int] = {}  # corn by number; of several ways the cheapest counts

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
"""The actions that Uxmal 5 offers (R-080): all but Chichen Itza's and its own (R-082)."""
ANY_ACTION_FOR_1 = tuple(choice._replace(corn=1) for choice in ANY_ACTION)
"""The actions that the Envoy's Tomb offers: 1 corn is paid for reaching the one chosen (R-119)."""


def _action_options(state: State, step: Step) -> list[str]:
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


def _do_action(state: State, step: Step, action: str) -> None:
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


def _why_not_action(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, choices, _ = step
    seat = state.seats[index]
    for choice in choices:
        if choice.action == action:
            if choice.corn > seat.corn:
                # Translators: "{space}" is a space such as "Tikal 3"; "{price}" is a price such as
                # "3 corn"; "{held}" a number of the same
                return IllegalAction(
                    "action-corn-missing",
                    "Using {space} with this worker costs {price}, but you have {held}; choose "
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
    the space has a free choice."""
    if not space:
        return IllegalAction(
            "no-action-on-space-0",
            "Space 0 has no action; let the gear carry the worker further first.",
        )
    if space >= FREE_CHOICE_FROM[gear]:
        return None
    step = ask_action(state, seat, gear, space)
    action = f"do {GEARS[gear]} {space}"
    return None if action in _action_options(state, step) else _why_not_action(state, step, action)


ACTION = Question("action", _action_options, _do_action, _why_not_action, sorted=True)
"""(ACTION, seat, choices, may_skip): which of the choices to do, or none if it may be skipped."""


def ask_action(state: State, seat: int, gear: int, space: int) -> Step:
    """The question what a worker just picked up from this space does."""
    owner = state.seats[seat]
    ahead = gear == CHICHEN_ITZA and owner.technologies[THEOLOGY] >= 1
    return (ACTION, seat, within_reach(gear, space, ahead, owner.powers), True)


@effect("any_action")
def _any_action_effect(state: State, step: Step) -> None:
    state.agenda.append((ACTION, step[1], ANY_ACTION_FOR_1, True))


_PALENQUE_SPACES = COMPONENTS["gears"][PALENQUE]["spaces"]
FISHING_CORN: int = _PALENQUE_SPACES[1]["gain"]["corn"]
HARVEST_CORN: tuple[int, ...] = tuple(_PALENQUE_SPACES[number]["corn"] for number in range(2, 6))
HARVEST_WOOD: tuple[int, ...] = tuple(
    _PALENQUE_SPACES[number]["wood"] or 0 for number in range(2, 6)
)
"""The wood of a harvest tile of groups 2, 3, 4, 5; 0 in group 2, which has none."""
TAKE_CORN, TAKE_WOOD, BURN = "corn", "wood", "burn"


def _possible_in_palenque(state: State, seat: Seat, number: int, corn: int) -> bool:
    if number == 1:
        return True
    group = number - 2
    return (
        state.jungle_corn[group] > state.jungle_wood[group]
        or state.jungle_wood[group] > 0
        or works(state, seat, AGRICULTURE, 2)
    )


def _perform_in_palenque(state: State, seat: int, number: int) -> None:
    if number == 1:
        more = works(state, state.seats[seat], AGRICULTURE, 2)
        gain(state, seat, FISHING_CORN + more, 0, 0, 0, "action")
    else:
        state.agenda.append((HARVEST, seat, number - 2))


def _harvest_options(state: State, step: Step) -> list[str]:
    _, index, group = step
    seat = state.seats[index]
    wood = state.jungle_wood[group]
    options = []
    if state.jungle_corn[group] > wood or works(state, seat, AGRICULTURE, 2):
        options.append(TAKE_CORN)
    if wood:
        options.append(TAKE_WOOD)
        if can_anger(seat):
            options.append(BURN)
    return options


def _harvest(state: State, step: Step, action: str) -> None:
    _, index, group = step
    seat = state.seats[index]
    if action == TAKE_WOOD:
        state.jungle_wood[group] -= 1
        seat.wood_tiles += 1
        wood = max(0, HARVEST_WOOD[group] - state.calamity.wood_harvest_loss)
        wood += seat.technologies[EXTRACTION] >= 1
        gain(state, index, 0, wood, 0, 0, "action")
        if state.listener:
            state.listener(JungleHarvested(index, group + 2, "wood", burnt=False))
        return
    level = seat.technologies[AGRICULTURE]
    corn = max(0, HARVEST_CORN[group] - state.calamity.corn_harvest_loss)
    gain(state, index, corn + (level >= 1) + 2 * (level >= 3), 0, 0, 0, "action")
    if action == BURN:  # the wood tile leaves the game, the corn tile under it is taken
        state.jungle_wood[group] -= 1
        state.agenda.append((ANGER, index))
    elif state.jungle_corn[group] == state.jungle_wood[group]:
        return  # agriculture 2: corn without a tile, as none is visible
    state.jungle_corn[group] -= 1
    seat.corn_tiles += 1
    if state.listener:
        state.listener(JungleHarvested(index, group + 2, "corn", burnt=action == BURN))


def _why_not_harvest(state: State, step: Step, action: str) -> IllegalAction | None:
    group = step[2]
    if action == TAKE_CORN:
        return IllegalAction(
            "no-corn-tile", "No corn tile is uncovered here; take wood, or burn a wood tile first."
        )
    if action == TAKE_WOOD:
        return IllegalAction("no-wood-tile", "No wood tile is left here; take corn.")
    if action == BURN and not state.jungle_wood[group]:
        return IllegalAction(
            "no-wood-tile-to-burn", "There is no wood tile left to burn here; take corn."
        )
    if action == BURN:
        return IllegalAction(
            "cannot-anger-by-burning",
            "Burning the forest costs a temple step, but you have none left to lose; take "
            "something else.",
        )
    return None


HARVEST = Question("harvest", _harvest_options, _harvest, _why_not_harvest)
"""(HARVEST, seat, group 0-3): which top tile of a jungle group to take, or to burn wood."""


def _why_not_in_palenque(state: State, seat: Seat, number: int, corn: int) -> IllegalAction:
    # Translators: "{space}" is a space such as "Tikal 3"
    return IllegalAction(
        "nothing-to-harvest",
        "Nothing is left to harvest on {space}; choose another action or skip.",
        space=Space("palenque", number),
    )


gear_actions(PALENQUE, _possible_in_palenque, _perform_in_palenque, _why_not_in_palenque)


_YAXCHILAN_GAINS = [space.get("gain", {}) for space in COMPONENTS["gears"][YAXCHILAN]["spaces"]]
SPACE_GAINS: tuple[tuple[int, int, int, int], ...] = tuple(
    (goods.get("corn", 0), goods.get("wood", 0), goods.get("stone", 0), goods.get("gold", 0))
    for goods in _YAXCHILAN_GAINS
)
"""Corn, wood, stone and gold that each space of Yaxchilan gives, from space 0 on."""
SKULL_SPACE = 4


def _possible_in_yaxchilan(state: State, seat: Seat, number: int, corn: int) -> bool:
    return number != SKULL_SPACE or can_gain_skull(state, seat)


def _perform_in_yaxchilan(state: State, seat: int, number: int) -> None:
    owner = state.seats[seat]
    if number == SKULL_SPACE:
        gain_skulls(state, seat, 1 + works(state, owner, THEOLOGY, 3), "action")
        return
    corn, wood, stone, gold = SPACE_GAINS[number]
    wood += wood > 0 and works(state, owner, EXTRACTION, 1)  # one more of each kind
    stone += stone > 0 and works(state, owner, EXTRACTION, 2)
    gold += gold > 0 and works(state, owner, EXTRACTION, 3)
    gain(state, seat, corn, wood, stone, gold, "action")


def _why_not_in_yaxchilan(state: State, seat: Seat, number: int, corn: int) -> IllegalAction:
    if state.bank_skulls:
        return IllegalAction(
            "cannot-anger-for-skull",
            "Taking a skull costs a temple step now, but you have none left to lose; choose "
            "another action or skip.",
        )
    return IllegalAction(
        "no-skull-left", "No skull is left in the supply; choose another action or skip."
    )


gear_actions(YAXCHILAN, _possible_in_yaxchilan, _perform_in_yaxchilan, _why_not_in_yaxchilan)


def _possible_in_tikal(state: State, seat: Seat, number: int, corn: int) -> bool:
    if number in (1, 3):
        return can_advance_any(state, seat, corn)
    if number == 2:
        return can_build_any(state, seat, TIKAL_2, corn)
    if number == 4:
        return can_build_any(state, seat, TIKAL_4, corn)
    blocks = sum(seat.blocks)
    return blocks > 0 and can_climb_any(state, seat, corn, blocks - 1)


def _perform_in_tikal(state: State, seat: int, number: int) -> None:
    agenda = state.agenda
    if number == 1:
        agenda.append(ask_step(seat))
    elif number == 2:
        agenda.append((BUILD, seat, TIKAL_2))
    elif number == 3:  # the second step may be left out
        agenda.append(ask_step(seat, leave=STOP))
        agenda.append(ask_step(seat))
    elif number == 4:
        agenda.append((BUILD, seat, TIKAL_4))
    else:
        agenda.append(ask_up_twice(seat))
        agenda.append((PAY, seat, 1, "action"))


def _why_not_in_tikal(state: State, seat: Seat, number: int, corn: int) -> IllegalAction | None:
    if number in (1, 3):
        return why_no_step(state, seat, "tikal", number)
    if number in (2, 4):
        site = TIKAL_2 if number == 2 else TIKAL_4
        return why_nothing_to_build(state, seat, site, corn, "tikal", number)
    if any(seat.blocks):
        return why_no_step_up(state, "tikal", number)
    # Translators: "{space}" is a space such as "Tikal 3"
    return IllegalAction(
        "no-resource",
        "{space} costs a resource of any kind, but you have none; choose another action or skip.",
        space=Space("tikal", number),
    )


gear_actions(TIKAL, _possible_in_tikal, _perform_in_tikal, _why_not_in_tikal)


OFFERING_CORN = 3
ANY_ACTION_CORN = 1


def _possible_in_uxmal(state: State, seat: Seat, number: int, corn: int) -> bool:
    if number == 1:
        corn -= OFFERING_CORN
        return corn >= 0 and can_climb_any(state, seat, corn, sum(seat.blocks))
    if number == 2:
        return can_trade(seat, corn)
    if number == 3:
        return seat.workers < MAX_WORKERS
    if number == 4:
        return can_build_any(state, seat, UXMAL_4, corn)
    return corn >= ANY_ACTION_CORN  # fishing is always possible then


def _perform_in_uxmal(state: State, seat: int, number: int) -> None:
    agenda = state.agenda
    if number == 1:
        pay_corn(state, seat, OFFERING_CORN, "action")
        agenda.append(ask_up(seat))
    elif number == 2:
        agenda.append((TRADE, seat, False))
    elif number == 3:
        gain_worker(state, seat)
    elif number == 4:
        agenda.append((BUILD, seat, UXMAL_4))
    else:  # the corn is gone at once, so one of the actions must follow
        pay_corn(state, seat, ANY_ACTION_CORN, "action")
        agenda.append((ACTION, seat, ANY_ACTION, False))


def _why_not_in_uxmal(state: State, seat: Seat, number: int, corn: int) -> IllegalAction | None:
    if number == 1 and corn >= OFFERING_CORN:
        return why_no_step_up(state, "uxmal", number)
    if number == 2:
        # Translators: "{space}" is a space such as "Tikal 3"; "{price}" is a price such as "3 corn"
        return IllegalAction(
            "nothing-to-trade",
            "You have nothing to trade on {space}; you need a resource or {price}.",
            space=Space("uxmal", number),
            price=Goods(corn=min(CORN_VALUE)),
        )
    if number == 3:
        return IllegalAction(
            "all-workers-in-play",
            *P_(
                "You already have all {n} worker in play.",
                "You already have all {n} workers in play.",
            ),
            n=MAX_WORKERS,
        )
    if number == 4:
        return why_nothing_to_build(state, seat, UXMAL_4, corn, "uxmal", number)
    price = OFFERING_CORN if number == 1 else ANY_ACTION_CORN
    # Translators: "{space}" is a space such as "Tikal 3"; "{price}" is a price such as "3 corn";
    # "{held}" a number of the same
    return IllegalAction(
        "action-price",
        "{space} costs {price}, but you have {held}; choose another action or skip.",
        space=Space("uxmal", number),
        price=Goods(corn=price),
        held=corn,
    )


gear_actions(UXMAL, _possible_in_uxmal, _perform_in_uxmal, _why_not_in_uxmal)


SKULL_REWARDS: tuple[tuple[int, int, bool], ...] = tuple(
    (reward["points"], TEMPLES.index(reward["temple"]), reward["any_resource"] > 0)
    for reward in COMPONENTS["chichen_itza_rewards"]
)
"""For spaces 1 to 9 of Chichen Itza: points, temple, and whether there is a resource of choice, too
(R-083)."""
OFFER_ACTIONS = tuple(f"offer {resource}" for resource in RESOURCES)


def _possible_in_chichen_itza(state: State, seat: Seat, number: int, corn: int) -> bool:
    return seat.skulls > 0 and not state.skull_spaces[number - 1]


def _perform_in_chichen_itza(state: State, seat: int, number: int) -> None:
    state.seats[seat].skulls -= 1
    state.skull_spaces[number - 1] = True
    if state.listener:
        state.listener(GoodsChanged(seat, "action", skulls=-1))
        state.listener(SkullPlaced(seat, number))
    points, temple, resource = SKULL_REWARDS[number - 1]
    agenda = state.agenda
    agenda.append((OFFERING, seat))
    agenda.append((climb, seat, temple))
    agenda.append((_score_skull, seat, points))
    if resource:
        agenda.append((GAIN, seat, "action"))


def _score_skull(state: State, step: Step) -> None:
    """(_score_skull, seat, points): give the points for a skull placed on Chichen Itza."""
    _, seat, points = step
    state.seats[seat].points4 += 4 * points
    if state.listener:
        state.listener(PointsChanged(seat, 4 * points, "chichen_itza"))


def _offering_options(state: State, step: Step) -> list[str]:
    seat = state.seats[step[1]]
    left = sum(seat.blocks) - 1
    if not works(state, seat, THEOLOGY, 2) or not can_climb_any(state, seat, seat.corn, left):
        return []
    return [OFFER_ACTIONS[kind] for kind in range(3) if seat.blocks[kind]] + [DECLINE]


def _offer(state: State, step: Step, action: str) -> None:
    if action != DECLINE:
        kind = OFFER_ACTIONS.index(action)
        state.seats[step[1]].blocks[kind] -= 1
        if state.listener:
            state.listener(GoodsChanged(step[1], "offering", **{RESOURCES[kind]: -1}))
        state.agenda.append(ask_up(step[1]))


def _why_not_offer(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in OFFER_ACTIONS:
        return None
    # Translators: "{resource}" is "wood", "stone" or "gold"
    return IllegalAction(
        "nothing-to-offer",
        "You cannot offer {resource}, since you have none; offer something else or decline.",
        resource=action.removeprefix("offer "),
    )


OFFERING = Question("offering", _offering_options, _offer, _why_not_offer)
"""(OFFERING, seat): which resource to pay for a step on any temple, if any (theology 2, R-086)."""


@effect("skull_offering")
def _skull_offering_effect(state: State, step: Step) -> None:
    state.agenda.append((OFFERING, step[1]))


def _why_not_in_chichen_itza(state: State, seat: Seat, number: int, corn: int) -> IllegalAction:
    if state.skull_spaces[number - 1]:
        # Translators: "{space}" is a space such as "Tikal 3"
        return IllegalAction(
            "skull-space-taken",
            "A skull already lies on {space}; choose another action or skip.",
            space=Space("chichen_itza", number),
        )
    # Translators: "{space}" is a space such as "Tikal 3"
    return IllegalAction(
        "no-skull",
        "{space} needs a skull, but you have none; Yaxchilan 4 gives one.",
        space=Space("chichen_itza", number),
    )


gear_actions(
    CHICHEN_ITZA, _possible_in_chichen_itza, _perform_in_chichen_itza, _why_not_in_chichen_itza
)
