"""Chichen Itza: skulls for points, a temple step, sometimes a resource (rulebook p9)."""

from bot.engine.actions import gear_actions
from bot.engine.board import CHICHEN_ITZA, RESOURCES, TEMPLES, THEOLOGY
from bot.engine.components import COMPONENTS
from bot.engine.goods import GAIN
from bot.engine.happenings import GoodsChanged, PointsChanged, SkullPlaced
from bot.engine.refusal import IllegalAction, Space
from bot.engine.state import Question, Seat, State, Step, effect
from bot.engine.technology import works
from bot.engine.temples import DECLINE, ask_up, can_climb_any, climb

REWARDS: tuple[tuple[int, int, bool], ...] = tuple(
    (reward["points"], TEMPLES.index(reward["temple"]), reward["any_resource"] > 0)
    for reward in COMPONENTS["chichen_itza_rewards"]
)
"""Points, temple, and whether a resource of choice comes too, for spaces 1 to 9."""
OFFER_ACTIONS = tuple(f"offer {resource}" for resource in RESOURCES)


def _possible(state: State, seat: Seat, number: int, corn: int) -> bool:
    return seat.skulls > 0 and not state.skull_spaces[number - 1]


def _perform(state: State, seat: int, number: int) -> None:
    state.seats[seat].skulls -= 1
    state.skull_spaces[number - 1] = True
    if state.listener:
        state.listener(GoodsChanged(seat, "action", skulls=-1))
        state.listener(SkullPlaced(seat, number))
    points, temple, resource = REWARDS[number - 1]
    agenda = state.agenda
    agenda.append((OFFERING, seat))
    agenda.append((climb, seat, temple))
    agenda.append((_score, seat, points))
    if resource:
        agenda.append((GAIN, seat, "action"))


def _score(state: State, step: Step) -> None:
    """(_score, seat, points): give the points of a skull."""
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
"""(OFFERING, seat): whether to pay a block for a temple step (theology 2, R-086)."""


@effect("skull_offering")
def _skull_offering_effect(state: State, step: Step) -> None:
    state.agenda.append((OFFERING, step[1]))


def _why_not(state: State, seat: Seat, number: int, corn: int) -> IllegalAction:
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
        "{space} needs a skull, and you have none; Yaxchilan 4 gives one.",
        space=Space("chichen_itza", number),
    )


gear_actions(CHICHEN_ITZA, _possible, _perform, _why_not)
