"""Placing workers on the gears, the starting-player space and the quick-action spaces (p6, p15),
and the quick actions themselves, which are done in the same turn (R-174 to R-180)."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.building import BUILD, QUICK_BUILD, can_build_any
from bot.engine.components import COMPONENTS, FULL, GEARS, Effect, QuickTile
from bot.engine.goods import gain
from bot.engine.happenings import GoodsChanged, QuickActionDone, SpaceSkipped, WorkerPlaced
from bot.engine.market import TRADE, can_trade
from bot.engine.state import NOWHERE, Goods, IllegalAction, Seat, State, Step
from bot.engine.technology import ask_step, can_advance_any
from bot.engine.temples import DECLINE

_QUICK_RULES = COMPONENTS["quick_actions"]
QUICK_SPACES: int = _QUICK_RULES["placement"]["spaces"]
QUICK_SPACE_CORN: int = _QUICK_RULES["placement"]["space_cost"]

Possible = Callable[[State, Seat, Effect, int], bool]
"""possible(state, seat, effect, corn): whether the seat can pay for the effect with this much corn
and its own goods, and it would change anything."""
Perform = Callable[[State, int, QuickTile], None]
_QUICK_KINDS: dict[str, tuple[Possible, Perform]] = {}


def _quick_possible(state: State, seat: Seat, tile: QuickTile) -> bool:
    """Whether the seat can pay for a quick action, and it would change anything."""
    effect, corn = tile.effects[0], seat.corn - tile.corn
    return corn >= 0 and _QUICK_KINDS[effect.kind][0](state, seat, effect, corn)


def do_quick_action(state: State, step: Step) -> None:
    """(do_quick_action, seat): carry out the quick action under the arrow; if that is impossible it
    is lost."""
    seat = state.seats[step[1]]
    tile = state.quick_tile
    possible = tile is not None and _quick_possible(state, seat, tile)
    if state.listener:
        state.listener(QuickActionDone(seat.index, tile.id if tile else None, possible))
    if tile is not None and possible:
        _QUICK_KINDS[tile.effects[0].kind][1](state, step[1], tile)


def _gain_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    gives_untaxed = set(effect.raw) != {"gold"}
    return gives_untaxed or corn >= state.calamity.gold_corn


def _gain(state: State, seat: int, tile: QuickTile) -> None:
    goods = tile.effects[0].raw
    corn, wood, stone, gold = (goods.get(what, 0) for what in ("corn", "wood", "stone", "gold"))
    gain(state, seat, corn, wood, stone, gold, "quick_action")


def _step_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_advance_any(state, seat, corn)


def _step(state: State, seat: int, tile: QuickTile) -> None:
    state.agenda.append(ask_step(seat, leave=DECLINE))


def _market_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_trade(seat, corn)


def _market(state: State, seat: int, tile: QuickTile) -> None:
    state.agenda.append((TRADE, seat, False))


def _build_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_build_any(state, seat, QUICK_BUILD, corn)


def _build(state: State, seat: int, tile: QuickTile) -> None:
    state.agenda.append((BUILD, seat, replace(QUICK_BUILD, corn=tile.corn)))


_QUICK_KINDS |= {
    "gain": (_gain_possible, _gain),
    "technology": (_step_possible, _step),  # paid for as usual
    "market": (_market_possible, _market),
    "build": (_build_possible, _build),
}


PLACE_START, PLACE_QUICK = "place start", "place quick"
PLACE_ACTIONS = tuple(f"place {gear}" for gear in GEARS)
DISCOUNT_ACTIONS = tuple(f"{action} discount" for action in PLACE_ACTIONS)
SKIP_ACTIONS = tuple(f"skip-space {gear}" for gear in GEARS)
PLACEMENTS: dict[str, tuple[int | None, bool]] = {
    PLACE_START: (None, False),
    PLACE_QUICK: (None, False),
    **{action: (gear, False) for gear, action in enumerate(PLACE_ACTIONS)},
    **{action: (gear, True) for gear, action in enumerate(DISCOUNT_ACTIONS)},
}
"""For every action that places a worker, the gear (None: not on a gear), and whether a tribe's
discount is used."""
SKIPPED_ON = {action: gear for gear, action in enumerate(SKIP_ACTIONS)}
_PALENQUE, _YAXCHILAN, _TIKAL, _UXMAL, _CHICHEN_ITZA = PLACE_ACTIONS


def free_spaces(state: State, seat: Seat, gear: int) -> int:
    """The numbered spaces of a gear on which the seat may place, as bits (R-029, R-034, R-141,
    R-145)."""
    return seat.powers.own_spaces[gear] & ~(state.taken[gear] | state.skipped[gear])


def lowest_free_space(state: State, seat: Seat, gear: int) -> int | None:
    """The numbered space that the seat's next worker on this gear would take; None if all are
    taken."""
    lowest = seat.powers.lowest_free[gear][state.taken[gear] | state.skipped[gear]]
    return None if lowest == FULL else lowest


def placement_price(state: State, seat: Seat, action: str, space: int) -> int:
    """The corn for the seat's next worker of this turn, placed by this action on this space
    (R-031)."""
    price = seat.powers.worker_count_cost[state.placed]
    gear, discounted = PLACEMENTS[action]
    if gear is None:
        return price + QUICK_SPACE_CORN if action == PLACE_QUICK else price
    if discounted:
        space = max(0, space - seat.powers.space_discount)
    return price + space + state.calamity.gear_extra[gear]


def add_placements(options: list[str], state: State, seat: Seat) -> None:
    """Add to a list, sorted, the actions that place one more worker and that the seat can pay
    for."""
    if not state.placeable:
        return
    powers = seat.powers
    most = seat.corn - powers.worker_count_cost[state.placed]  # left for the space
    if most < 0:
        return
    if powers.space_discount or state.calamity.taxes_placing or state.skipped is not NOWHERE:
        options += _unusual_placements(state, seat, most)
        return
    on_palenque, on_yaxchilan, on_tikal, on_uxmal, on_chichen_itza = state.taken
    palenque, yaxchilan, tikal, uxmal, chichen_itza = powers.lowest_free
    if chichen_itza[on_chichen_itza] <= most:
        options.append(_CHICHEN_ITZA)
    if palenque[on_palenque] <= most:
        options.append(_PALENQUE)
    if state.quick_spaces and _may_place_quick(state, seat, most - QUICK_SPACE_CORN):
        options.append(PLACE_QUICK)
    if state.start_space is None:
        options.append(PLACE_START)
    if tikal[on_tikal] <= most:
        options.append(_TIKAL)
    if uxmal[on_uxmal] <= most:
        options.append(_UXMAL)
    if yaxchilan[on_yaxchilan] <= most:
        options.append(_YAXCHILAN)


def _unusual_placements(state: State, seat: Seat, most: int) -> list[str]:
    """List the same, sorted, where a tribe or a prophecy changes spaces or prices: by a discount
    (R-141), a space that counts as taken (R-145) or a tax (R-162). `most` is the corn left for the
    space."""
    discount = 0 if state.discounted else seat.powers.space_discount
    options = []
    for gear, lowest_free in enumerate(seat.powers.lowest_free):
        space = lowest_free[state.taken[gear] | state.skipped[gear]]
        price = space + state.calamity.gear_extra[gear]
        if price <= most:
            options.append(PLACE_ACTIONS[gear])
        if discount and space and price - min(discount, space) <= most:
            options.append(DISCOUNT_ACTIONS[gear])
    if state.quick_spaces and _may_place_quick(state, seat, most - QUICK_SPACE_CORN):
        options.append(PLACE_QUICK)
    if state.start_space is None:
        options.append(PLACE_START)
    options.sort()
    return options


def _may_place_quick(state: State, seat: Seat, corn_left: int) -> bool:
    """Whether the seat may place on a quick-action space. `corn_left` is what it would have after
    that; it may have one worker on these spaces (R-174, R-175)."""
    return (
        corn_left >= 0
        and None in state.quick_spaces
        and seat.index not in state.quick_spaces
        and state.quick_tile is not None
    )


def placements_out_of_pity(state: State, seat: Seat) -> list[str]:
    """List the cheapest placements, for a seat that can neither pay for one nor beg nor pick up
    (R-024). No worker is sent to a gear on which a prophecy makes placing dearer (R-162)."""
    prices: dict[str, int] = {}
    for gear, action in enumerate(PLACE_ACTIONS):
        space = lowest_free_space(state, seat, gear)
        if space is not None and not state.calamity.gear_extra[gear]:
            prices[action] = space
    if state.quick_spaces and _may_place_quick(state, seat, 0):
        prices[PLACE_QUICK] = QUICK_SPACE_CORN
    cheapest = min(prices.values(), default=None)
    return [action for action, price in prices.items() if price == cheapest]


def skips(state: State, seat: Seat) -> list[str]:
    """List the actions by which a tribe lets the seat treat the lowest free space of a gear as
    taken; it must be able to pay for the next one (R-145)."""
    if not seat.powers.may_skip_space or any(state.skipped) or not state.placeable:
        return []
    most = seat.corn - seat.powers.worker_count_cost[state.placed]
    options = []
    for gear, action in enumerate(SKIP_ACTIONS):
        free = free_spaces(state, seat, gear)
        rest = free & (free - 1)
        if rest:
            next_space = (rest & -rest).bit_length() - 1
            if next_space + state.calamity.gear_extra[gear] <= most:
                options.append(action)
    return options


def skip_space(state: State, seat: Seat, action: str) -> None:
    """Treat the lowest free space of the gear as taken for the rest of the turn (R-145)."""
    gear = SKIPPED_ON[action]
    free = free_spaces(state, seat, gear)
    state.skipped = _with_bit(NOWHERE, gear, free & -free)
    if state.listener:
        space = (free & -free).bit_length() - 1
        state.listener(SpaceSkipped(seat.index, GEARS[gear], space))


def _with_bit(spaces: tuple[int, ...], gear: int, bit: int) -> tuple[int, int, int, int, int]:
    palenque, yaxchilan, tikal, uxmal, chichen_itza = (
        bits | bit if of == gear else bits for of, bits in enumerate(spaces)
    )
    return palenque, yaxchilan, tikal, uxmal, chichen_itza


def place_worker(state: State, seat: Seat, action: str) -> None:
    """Place one worker and take its price. A seat that places out of pity pays all its corn and may
    place no second worker (R-024)."""
    gear, discounted = PLACEMENTS[action]
    powers = seat.powers
    if gear is not None:
        taken = state.taken[gear]
        space = powers.lowest_free[gear][taken | state.skipped[gear]]
        bit = 1 << space
        seat.on[gear] |= bit
        state.taken[gear] = taken | bit
        if powers.pick_after_placing:
            state.placed_on = _with_bit(state.placed_on, gear, bit)
        if discounted:
            state.discounted = True
    elif action == PLACE_QUICK:
        space = state.quick_spaces.index(None)
        state.quick_spaces[space] = seat.index
    else:
        space = 0
        state.start_space = seat.index
    if gear is None or discounted:
        price = placement_price(state, seat, action, space)
    else:  # as `placement_price`, written out to save the time of a call
        price = powers.worker_count_cost[state.placed] + space + state.calamity.gear_extra[gear]
    seat.available -= 1
    state.placed += 1
    state.placeable -= 1
    if price > seat.corn:
        price = seat.corn
        state.placeable = 0
        state.placed_out_of_pity = True
    seat.corn -= price
    if state.listener:
        place = action.split()[1]
        state.listener(WorkerPlaced(seat.index, place, space, price))
        if price:
            state.listener(GoodsChanged(seat.index, "placing", corn=-price))


def why_not_place(state: State, seat: Seat, action: str, *, may_beg: bool) -> IllegalAction:
    """Say why the seat cannot place a worker by this action; `may_beg` says whether it could beg
    first."""
    if not seat.available:
        if state.placed:
            return IllegalAction(
                "no-worker-left-confirm", "You have no worker left in hand; confirm your turn."
            )
        return IllegalAction(
            "no-worker-left", "You have no worker left in hand; pick one up instead."
        )
    if not state.placeable:
        return IllegalAction("no-more-placing", "You cannot place another worker this turn.")
    (gear, discounted), space = PLACEMENTS[action], 0
    if gear is not None:
        free = lowest_free_space(state, seat, gear)
        if free is None:
            # Translators: "{gear}" is the name of a gear
            return IllegalAction(
                "gear-full", "{gear} has no free space; choose another gear.", gear=GEARS[gear]
            )
        if discounted:
            refusal = _why_no_discount(state, seat, free)
            if refusal:
                return refusal
        space = free
    elif action == PLACE_QUICK:
        refusal = _why_not_quick(state, seat)
        if refusal:
            return refusal
    elif state.start_space is not None:
        return IllegalAction(
            "start-space-taken",
            "The starting space is taken this round; place the worker on a gear.",
        )
    price = placement_price(state, seat, action, space)
    more = seat.powers.worker_count_cost[state.placed]
    if may_beg and price > seat.corn and more:
        # Translators: "{price}" is a price such as "3 corn"; "{more}" and "{placed}" are numbers;
        # "{held}" a number of the same
        return IllegalAction(
            "placing-corn-missing-for-more",
            "One more worker there would cost {price} ({more} of that because you have already "
            "placed {placed}), but you have only {held}; choose a cheaper space.",
            price=Goods(corn=price),
            more=more,
            placed=state.placed,
            held=seat.corn,
        )
    if may_beg and price > seat.corn:
        # Translators: "{price}" is a price such as "3 corn"; "{held}" a number of the same
        return IllegalAction(
            "placing-corn-missing",
            "This worker would cost {price}, but you have {held}; choose a cheaper space.",
            price=Goods(corn=price),
            held=seat.corn,
        )
    # Translators: "{price}" is a price such as "3 corn"; "{held}" a number of the same
    return IllegalAction(
        "placing-corn-missing-cheapest",
        "This worker would cost {price}, but you have {held}; choose one of the cheapest "
        "spaces or do something else.",
        price=Goods(corn=price),
        held=seat.corn,
    )


def _why_no_discount(state: State, seat: Seat, space: int) -> IllegalAction | None:
    if not seat.powers.space_discount:
        return IllegalAction("no-discount", "You have no discount; place the worker without one.")
    if state.discounted:
        return IllegalAction(
            "discount-used", "The discount covers one worker a turn; place this one without it."
        )
    if not space:
        return IllegalAction(
            "discount-on-space-0",
            "Space 0 costs nothing anyway; place the worker without the discount.",
        )
    return None


def _why_not_quick(state: State, seat: Seat) -> IllegalAction | None:
    if not state.quick_spaces:
        return IllegalAction(
            "no-quick-actions", "This game has no quick actions; place the worker on a gear."
        )
    if seat.index in state.quick_spaces:
        return IllegalAction(
            "quick-action-once",
            "You may have only one worker on the quick-action spaces; place this one on a gear.",
        )
    if None not in state.quick_spaces:
        return IllegalAction(
            "quick-spaces-taken",
            "The quick-action spaces are taken this round; place the worker on a gear.",
        )
    if state.quick_tile is None:
        return IllegalAction(
            "no-quick-tile",
            "This round's quick action has not been revealed yet; place the worker on a gear.",
        )
    return None


def why_not_skip(state: State, seat: Seat) -> IllegalAction:
    """Say why the seat cannot treat a space as taken."""
    if not seat.powers.may_skip_space:
        return IllegalAction(
            "may-not-skip-space",
            "You cannot skip a free space; place the worker on the lowest free space.",
        )
    if any(state.skipped):
        return IllegalAction(
            "space-skipped-already",
            "You can skip only one space a turn, and you have already skipped one.",
        )
    return IllegalAction(
        "cannot-skip-space",
        "You can skip a free space only while placing workers, and only if you can pay for the "
        "next one; choose another gear.",
    )
