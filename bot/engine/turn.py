"""A player's turn: begging, placing workers or picking them up (rulebook p6-7)."""

from bot.engine.components import BUILDING_ROW, GEARS, HIGHEST, MOST_PLAYERS
from bot.engine.expansion import NO_TRIBE
from bot.engine.gears import ask_action
from bot.engine.happenings import (
    Begged,
    CalendarCornChanged,
    GoodsChanged,
    GoodsSource,
    Listener,
    Passed,
    RowRefilled,
    TurnBegan,
    TurnEnded,
    WorkerPickedUp,
)
from bot.engine.market import SELL_ACTIONS, sales, sell_once, why_not_sell
from bot.engine.placing import (
    PLACEMENTS,
    SKIPPED_ON,
    add_placements,
    do_quick_action,
    place_worker,
    placements_out_of_pity,
    skip_space,
    skips,
    why_not_place,
    why_not_skip,
)
from bot.engine.state import NOWHERE, Goods, IllegalAction, Question, Seat, Space, State, Step
from bot.engine.temples import ANGER, can_anger
from bot.refusal import P_

BEG, END, PASS = "beg", "end", "pass"
_SPACES = [range(highest + 2) for highest in HIGHEST]  # a tribe may have one more
_PICKED = {
    f"pick {name} {space}": (gear, space)
    for gear, name in enumerate(GEARS)
    for space in _SPACES[gear]
}


def begin_turn(state: State, step: Step) -> None:
    """(begin_turn, seat): begin the seat's turn. Only workers that it has in hand now can be placed
    in it (R-043)."""
    index = step[1]
    seat = state.seats[index]
    state.turn_seat = index
    state.placed = 0
    state.placeable = seat.available
    state.placed_on = state.skipped = NOWHERE
    state.begged = state.discounted = state.sold = False
    state.picked_after_placing = state.placed_out_of_pity = False
    if state.listener:
        state.listener(TurnBegan(index, state.round))
    if seat.corn < seat.powers.corn_at_turn_start:  # before begging
        _raise_corn(state, seat, seat.powers.corn_at_turn_start, "tribe")
    state.agenda.extend(_OF_A_TURN[index])


def _raise_corn(state: State, seat: Seat, least: int, source: GoodsSource) -> None:
    """Give the seat, which holds less, as much corn as it needs to have `least`."""
    if state.listener:
        state.listener(GoodsChanged(seat.index, source, corn=least - seat.corn))
    seat.corn = least


def may_beg(state: State, seat: Seat) -> bool:
    """Whether the seat may beg: with little corn, once a turn, if a marker can go down (R-021,
    R-022, R-139)."""
    return seat.corn < seat.powers.beg_below and not state.begged and can_anger(seat)


def _picks_on(gear: int) -> tuple[tuple[str, ...], ...]:
    """Make a table for a gear: its item number `on`, the bits of the spaces with a seat's workers,
    lists the actions that pick one up. They are sorted as strings, so 10 comes before 2."""
    table: list[tuple[str, ...]] = [()]
    for space in _SPACES[gear]:
        pick = f"pick {GEARS[gear]} {space}"
        table += [tuple(sorted((*lower, pick))) for lower in table]
    return tuple(table)


_PALENQUE, _YAXCHILAN, _TIKAL, _UXMAL, _CHICHEN_ITZA = map(_picks_on, range(len(GEARS)))


def _picks(on: list[int]) -> list[str]:
    """List, sorted, the actions that pick up a worker; `on` has the bits of the spaces by gear."""
    palenque, yaxchilan, tikal, uxmal, chichen_itza = on
    return [
        *_CHICHEN_ITZA[chichen_itza],
        *_PALENQUE[palenque],
        *_TIKAL[tikal],
        *_UXMAL[uxmal],
        *_YAXCHILAN[yaxchilan],
    ]


def _turn_options(state: State, step: Step) -> list[str]:
    seat = state.seats[step[1]]
    powers = seat.powers
    if powers.may_skip_space and any(state.skipped):
        options: list[str] = []
        add_placements(options, state, seat)  # who has skipped a space must place
        return options
    options = _picks(seat.on)
    add_placements(options, state, seat)
    if seat.corn < powers.beg_below and may_beg(state, seat):
        options.insert(0, BEG)
    elif not options and state.placeable:
        options = sorted(placements_out_of_pity(state, seat))
    if powers is not NO_TRIBE:
        if powers.may_skip_space:
            options += skips(state, seat)
            options.sort()
        if powers.may_sell:
            options += sales(state, seat)
            options.sort()
        if powers.may_pass:
            options.append(PASS)
            options.sort()
    return options


def _place_options(state: State, step: Step) -> list[str]:
    seat = state.seats[step[1]]
    powers = seat.powers
    options = [END]
    add_placements(options, state, seat)
    if powers is not NO_TRIBE and not state.placed_out_of_pity:
        if powers.may_skip_space:
            options += skips(state, seat)
            options.sort()
        if powers.may_sell:
            options += sales(state, seat)
            options.sort()
        if powers.pick_after_placing:
            options += _picks_after_placing(state, seat)
            options.sort()
    return options


def _picks_after_placing(state: State, seat: Seat) -> list[str]:
    """List the actions that pick up one worker of an earlier turn after placing, as a tribe allows
    (R-136)."""
    enough = seat.powers.pick_after_placing
    if not enough or state.picked_after_placing:
        return []
    if sum(spaces.bit_count() for spaces in state.placed_on) < enough:
        return []
    return _picks([on & ~now for on, now in zip(seat.on, state.placed_on, strict=True)])


def _pick_options(state: State, step: Step) -> list[str]:
    seat = state.seats[step[1]]
    options = [END]
    options += _picks(seat.on)
    if seat.powers.may_sell:
        options += sales(state, seat)
        options.sort()
    return options


def _answer(state: State, step: Step, action: str) -> None:
    """Carry out the answer, and put what may follow in this turn on the agenda."""
    question, index = step
    if action == END:
        if question is PLACE and index in state.quick_spaces:
            state.agenda.append((do_quick_action, index))
        return
    seat = state.seats[index]
    agenda = state.agenda
    if action in PLACEMENTS:
        agenda.append((PLACE, index))
        place_worker(state, seat, action)
    elif action in _PICKED:
        if question is PLACE:
            state.picked_after_placing = True
            agenda.append(step)
        else:
            agenda.append((PICK, index))
        _take_back(state, index, action)
    elif action in SELL_ACTIONS:
        agenda.append(step)
        sell_once(state, index, action)
    elif action in SKIPPED_ON:
        agenda.append(step)
        skip_space(state, seat, action)
    elif action == BEG:
        if state.listener:
            state.listener(Begged(index))
        _raise_corn(state, seat, seat.powers.beg_up_to, "begging")
        state.begged = True
        agenda.append(step)
        agenda.append((ANGER, index))
    elif state.listener:
        state.listener(Passed(index))


def _take_back(state: State, index: int, action: str) -> None:
    """Take a worker back into hand, then ask for its action (R-037, R-038)."""
    gear, space = _PICKED[action]
    seat = state.seats[index]
    bit = 1 << space
    seat.on[gear] ^= bit
    state.taken[gear] ^= bit
    seat.available += 1
    if state.listener:
        state.listener(WorkerPickedUp(index, GEARS[gear], space))
    state.agenda.append(ask_action(state, index, gear, space))


def end_turn(state: State, step: Step) -> None:
    """(end_turn, seat): refill the building row, then give the corn on the calendar (R-027,
    R-176)."""
    index = step[1]
    state.stage += 1
    if state.listener:
        state.listener(TurnEnded(index))
    if not all(state.building_row):
        refill_building_row(state)
    if state.start_space == index:
        take_calendar_corn(state, index)


def take_calendar_corn(state: State, index: int) -> None:
    """Give a seat that stands on the starting-player space the corn on the calendar (R-036)."""
    if state.start_space == index and state.calendar_corn:
        state.seats[index].corn += state.calendar_corn
        if state.listener:
            state.listener(GoodsChanged(index, "calendar", corn=state.calendar_corn))
            state.listener(CalendarCornChanged(0))
        state.calendar_corn = 0


def refill_building_row(state: State) -> None:
    """Fill the empty places of the row, from the left, from the stack of the present age
    (R-117)."""
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
    if state.listener and drawn:
        tell_row(state, state.listener)


def tell_row(state: State, listener: Listener) -> None:
    """Tell the listener what the building row is now."""
    row = tuple(tile.id if tile else None for tile in state.building_row)
    listener(RowRefilled(row, len(state.age1), len(state.age2)))


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    kind, seat = step[0].kind, state.seats[step[1]]
    if kind == "turn" and any(state.skipped) and not action.startswith("place "):
        return IllegalAction(
            "placing-after-skip",
            "You skipped a space, so you must place a worker this turn.",
        )
    if action == BEG:
        return _why_not_beg(state, seat, kind)
    if action in PLACEMENTS:
        if kind == "pick":
            return IllegalAction(
                "picking-this-turn",
                "You are picking up workers this turn; you can place some next turn.",
            )
        # A seat that may still beg, or has placed already, is not told of other moves.
        can_wait = kind == "place" or may_beg(state, seat)
        return why_not_place(state, seat, action, may_beg=can_wait)
    if action in SKIPPED_ON:
        return why_not_skip(state, seat)
    if action.startswith("pick "):
        return _why_not_pick(state, seat, action, kind)
    if action == PASS:
        return IllegalAction(
            "may-not-pass",
            "You may not pass; place or pick up a worker, or end the turn if you have done so.",
        )
    if action == END:
        return IllegalAction(
            "nothing-done-yet",
            "Place or pick up at least one worker before you end the turn.",
        )
    return why_not_sell(state, seat, action)


def _why_not_pick(state: State, seat: Seat, action: str, kind: str) -> IllegalAction:
    if kind == "place" and not seat.powers.pick_after_placing:
        return IllegalAction(
            "placing-this-turn",
            "You are placing workers this turn; you can pick some up next turn.",
        )
    if action not in _PICKED:
        return IllegalAction(
            "no-such-space",
            "There is no such space; write a gear and a number, like “pick tikal 3”.",
        )
    gear, space = _PICKED[action]
    if not seat.on[gear] >> space & 1:
        # Translators: "{space}" is a space such as "Tikal 3"
        return IllegalAction(
            "no-worker-there",
            "You have no worker on {space}.",
            space=Space(GEARS[gear], space),
        )
    if state.picked_after_placing:
        return IllegalAction(
            "picked-after-placing",
            "After placing workers you can pick up only one worker, and you have already done so.",
        )
    return IllegalAction(
        "pick-after-placing-more",
        *P_(
            "After placing {n} worker on gears you can pick up one that was placed "
            "on an earlier turn.",
            "After placing {n} workers on gears you can pick up one that was placed "
            "on an earlier turn.",
        ),
        n=seat.powers.pick_after_placing,
    )


def _why_not_beg(state: State, seat: Seat, kind: str) -> IllegalAction:
    if kind != "turn":
        return IllegalAction("beg-at-start", "You can only beg for corn at the start of your turn.")
    if state.begged:
        return IllegalAction("begged-already", "You can only beg once a turn.")
    if seat.corn >= seat.powers.beg_below:
        # Translators: "{most}" is "2 corn"; "{held}" a number of the same
        return IllegalAction(
            "too-much-corn-to-beg",
            "You can beg only if you have {most} or less, but you have {held}.",
            most=Goods(corn=seat.powers.beg_below - 1),
            held=seat.corn,
        )
    return IllegalAction(
        "cannot-anger-by-begging",
        "Begging costs a temple step, but you have none left to lose.",
    )


TURN = Question("turn", _turn_options, _answer, _why_not, always_asked=True, sorted=True)
"""(TURN, seat): whether to beg, place the first worker or pick up the first."""
PLACE = Question("place", _place_options, _answer, _why_not, always_asked=True, sorted=True)
"""(PLACE, seat): which worker to place next, or to end the turn."""
PICK = Question("pick", _pick_options, _answer, _why_not, always_asked=True, sorted=True)
"""(PICK, seat): which worker to pick up next, or to end the turn (R-037)."""
_OF_A_TURN: tuple[tuple[Step, Step], ...] = tuple(
    ((end_turn, seat), (TURN, seat)) for seat in range(MOST_PLAYERS)
)
"""For each seat the steps of a turn that has begun, the last one first."""
