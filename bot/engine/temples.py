"""The three temples: steps up, and steps down when the gods are angry (rulebook p10-11)."""

from bot.engine.components import TEMPLES, TOP
from bot.engine.happenings import TempleMoved
from bot.engine.market import PAY, pay_corn
from bot.engine.state import Goods, IllegalAction, Question, Seat, Space, State, Step, effect

UP_ACTIONS = tuple(f"up {temple}" for temple in TEMPLES)
DOWN_ACTIONS = tuple(f"down {temple}" for temple in TEMPLES)
ALL_TEMPLES = (0, 1, 2)
DECLINE = "decline"
"""The answer that declines what a price is asked for."""


def can_climb(state: State, seat: Seat, temple: int) -> bool:
    """Whether the seat's marker can go up a step; only one marker can stand on the top step
    (R-089)."""
    above = seat.temples[temple] + 1
    if above < TOP[temple]:
        return True
    if above > TOP[temple]:
        return False
    return all(other.temples[temple] != above for other in state.seats)


def step_price(state: State, temple: int) -> tuple[int, int]:
    """What a prophecy asks for a step up: corn, and resources of any kind (R-154)."""
    calamity = state.calamity
    return calamity.step_corn, int(calamity.step_block_on == temple)


def can_climb_any(state: State, seat: Seat, corn: int, blocks: int) -> bool:
    """Whether the seat can go up in any temple. `corn` and `blocks` are what it has for a
    prophecy's tax on the step."""
    for temple in ALL_TEMPLES:
        if can_climb(state, seat, temple):
            if not state.calamity.taxes_steps:
                return True
            in_corn, in_blocks = step_price(state, temple)
            if in_corn <= corn and in_blocks <= blocks:
                return True
    return False


def can_anger(seat: Seat) -> bool:
    """Whether the gods can be angered: a marker of the seat stands above the bottom (R-022,
    R-047)."""
    return any(seat.temples)


def climb(state: State, step: Step) -> None:
    """(climb, seat, temple): go up one step in this temple. A step that cannot be made is lost
    (R-089, R-090). Where a prophecy asks a price, the seat is asked and may decline (R-150)."""
    _, seat, temple = step
    if state.calamity.taxes_steps and any(step_price(state, temple)):
        state.agenda.append((UP, seat, (temple,), False))
    else:
        _raise_marker(state, step)


def _raise_marker(state: State, step: Step) -> None:
    """(_raise_marker, seat, temple): go up one step that has been paid for."""
    seat, temple = state.seats[step[1]], step[2]
    if can_climb(state, seat, temple):
        seat.temples[temple] += 1
        if state.listener:
            state.listener(TempleMoved(step[1], TEMPLES[temple], 1, seat.temples[temple]))
        if seat.temples[temple] == TOP[temple]:
            seat.light_side = True


def _up_options(state: State, step: Step) -> list[str]:
    seat = state.seats[step[1]]
    if not state.calamity.taxes_steps:
        return [UP_ACTIONS[temple] for temple in step[2] if can_climb(state, seat, temple)]
    options, all_taxed = [], True
    for temple in step[2]:
        corn, blocks = step_price(state, temple)
        if can_climb(state, seat, temple) and corn <= seat.corn and blocks <= sum(seat.blocks):
            options.append(UP_ACTIONS[temple])
            all_taxed = all_taxed and bool(corn or blocks)
    if options and all_taxed:
        options.append(DECLINE)
    return options


def _up(state: State, step: Step, action: str) -> None:
    _, seat, temples, then_another = step
    if action == DECLINE:
        if then_another:
            state.agenda.append((UP, seat, temples, False))
        return
    temple = UP_ACTIONS.index(action)
    if then_another:
        others = tuple(other for other in temples if other != temple)
        state.agenda.append((UP, seat, others, False))
    corn, blocks = step_price(state, temple)
    if corn:
        pay_corn(state, seat, corn, "tax")
    state.agenda.append((_raise_marker, seat, temple))
    if blocks:
        state.agenda.append((PAY, seat, blocks, "tax"))


def _why_not_up(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in UP_ACTIONS:
        return None
    temple = UP_ACTIONS.index(action)
    if temple not in step[2]:
        # Translators: "{temple}" is the name of a temple
        return IllegalAction(
            "other-temple",
            "You cannot take this step on the temple of {temple}; choose another temple.",
            temple=TEMPLES[temple],
        )
    if state.seats[step[1]].temples[temple] == TOP[temple]:
        # Translators: "{temple}" is the name of a temple
        return IllegalAction(
            "temple-top",
            "Your marker is already on the top step of the temple of {temple}; choose another "
            "temple.",
            temple=TEMPLES[temple],
        )
    if not can_climb(state, state.seats[step[1]], temple):
        # Translators: "{temple}" is the name of a temple
        return IllegalAction(
            "temple-top-occupied",
            "The top step of the temple of {temple} is occupied, and it has room for only one "
            "marker; choose another temple.",
            temple=TEMPLES[temple],
        )
    if step_price(state, temple)[0]:
        # Translators: "{temple}" is the name of a temple; "{price}" is a price such as "3 corn";
        # "{held}" a number of the same
        return IllegalAction(
            "temple-step-corn-missing",
            "A step on the temple of {temple} costs {price} now, but you have {held}.",
            temple=TEMPLES[temple],
            price=Goods(corn=step_price(state, temple)[0]),
            held=state.seats[step[1]].corn,
        )
    # Translators: "{temple}" is the name of a temple
    return IllegalAction(
        "temple-step-resource-missing",
        "A step on the temple of {temple} costs 1 resource now, but you have none; choose "
        "another temple.",
        temple=TEMPLES[temple],
    )


def why_no_step_up(state: State, gear: str, number: int) -> IllegalAction:
    """Say why an action that gives a temple step is impossible although the seat can pay the
    action's own price."""
    if state.calamity.taxes_steps:
        # Translators: "{space}" is a space such as "Tikal 3"
        return IllegalAction(
            "temple-step-price",
            "You cannot pay for the temple step on {space}; choose another action or skip.",
            space=Space(gear, number),
        )
    # Translators: "{space}" is a space such as "Tikal 3"
    return IllegalAction(
        "no-temple-step",
        "You cannot climb any temple, so {space} would do nothing; choose another action or skip.",
        space=Space(gear, number),
    )


UP = Question("up", _up_options, _up, _why_not_up)
"""(UP, seat, temples, then_another): in which of these temples to go up; if `then_another`, the
same is asked next for the others."""


def ask_up(seat: int) -> Step:
    """The question for a step up in any temple."""
    return (UP, seat, ALL_TEMPLES, False)


def ask_up_twice(seat: int) -> Step:
    """The question for a step up in each of two different temples (R-065)."""
    return (UP, seat, ALL_TEMPLES, True)


def down_options(state: State, step: Step) -> list[str]:
    """List the answers for the temples in which the seat's marker can go down."""
    markers = state.seats[step[1]].temples
    return [DOWN_ACTIONS[temple] for temple in ALL_TEMPLES if markers[temple]]


def go_down(state: State, step: Step, action: str) -> None:
    """Move the seat's marker down one step in the temple that the answer names."""
    # Leaving a top step does not turn the board back.
    temple = DOWN_ACTIONS.index(action)
    markers = state.seats[step[1]].temples
    markers[temple] -= 1
    if state.listener:
        state.listener(TempleMoved(step[1], TEMPLES[temple], -1, markers[temple]))


def why_not_down(state: State, step: Step, action: str) -> IllegalAction | None:
    """Say why the marker cannot go down in the temple that the answer names."""
    if action not in DOWN_ACTIONS:
        return None
    # Translators: "{temple}" is the name of a temple
    return IllegalAction(
        "temple-bottom",
        "Your marker is already at the bottom of the temple of {temple}; choose another temple.",
        temple=action.removeprefix("down "),
    )


ANGER = Question("anger", down_options, go_down, why_not_down)
"""(ANGER, seat): in which temple the angry gods send the seat's marker down a step (R-025)."""


@effect("temple")
def _temple_effect(state: State, step: Step) -> None:
    """Carry out a tile's temple steps: down at once, as far as the marker can go; steps up, in a
    named temple or any, go on the agenda."""
    _, seat, tile_effect = step
    temple, steps = tile_effect.raw["temple"], tile_effect.raw["steps"]
    if steps < 0:
        markers = state.seats[seat].temples
        which = TEMPLES.index(temple)
        down = max(-markers[which], steps)
        markers[which] += down
        if state.listener and down:
            state.listener(TempleMoved(seat, temple, down, markers[which]))
    elif temple == "any":
        state.agenda.extend([ask_up(seat)] * steps)
    else:
        state.agenda.extend([(climb, seat, TEMPLES.index(temple))] * steps)
