"""The four technology tracks: steps, their price, and the bonus beyond level 3 (p7, p12)."""

from bot.engine.board import (
    AGRICULTURE,
    ARCHITECTURE,
    EXTRACTION,
    TECHNOLOGIES,
    TOP_LEVEL,
)
from bot.engine.effects import effect
from bot.engine.flow import Question
from bot.engine.goods import GAIN, gain_skulls
from bot.engine.payment import PAY
from bot.engine.refusal import IllegalAction
from bot.engine.state import Seat, State, Step
from bot.engine.temples import ask_up, can_climb_any

ADVANCE_ACTIONS = tuple(f"advance {track}" for track in TECHNOLOGIES)
PRICE = (1, 2, 3, 1)
"""Blocks for a step from level 0, 1, 2, and for the bonus at level 3 (R-060)."""
_ARCHITECTURE_BONUS4 = 4 * 3


def bonus_has_effect(state: State, seat: Seat, track: int) -> bool:
    """Whether the bonus of a track would change anything (R-064)."""
    if track == AGRICULTURE:
        return can_climb_any(state, seat)
    if track in (EXTRACTION, ARCHITECTURE):
        return True
    return state.bank_skulls > 0


def can_advance(state: State, seat: Seat, track: int, blocks: int) -> bool:
    """Whether a step on the track can be paid with `blocks` resources and has an effect."""
    level = seat.technologies[track]
    return PRICE[level] <= blocks and (level < TOP_LEVEL or bonus_has_effect(state, seat, track))


def can_advance_any(state: State, seat: Seat) -> bool:
    """Whether the seat can pay for a step on any track."""
    blocks = sum(seat.blocks)
    return blocks > 0 and any(can_advance(state, seat, track, blocks) for track in range(4))


def advance(state: State, step: Step) -> None:
    """(advance, seat, track): the marker moves, or at level 3 the bonus is given (R-060, R-062)."""
    _, seat, track = step
    levels = state.seats[seat].technologies
    if levels[track] < TOP_LEVEL:
        levels[track] += 1
    elif track == AGRICULTURE:
        state.agenda.append(ask_up(seat))
    elif track == EXTRACTION:
        state.agenda.extend([(GAIN, seat)] * 2)
    elif track == ARCHITECTURE:
        state.seats[seat].points4 += _ARCHITECTURE_BONUS4
    else:
        gain_skulls(state, seat, 1)


def _options(state: State, step: Step) -> list[str]:
    _, index, free, may_stop = step
    seat = state.seats[index]
    blocks = max(PRICE) if free else sum(seat.blocks)
    options = [
        ADVANCE_ACTIONS[track] for track in range(4) if can_advance(state, seat, track, blocks)
    ]
    if may_stop:
        options.append("stop")
    return options


def _answer(state: State, step: Step, action: str) -> None:
    if action == "stop":
        return
    _, seat, free, _ = step
    track = ADVANCE_ACTIONS.index(action)
    state.agenda.append((advance, seat, track))
    if not free:
        state.agenda.append((PAY, seat, PRICE[state.seats[seat].technologies[track]]))


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in ADVANCE_ACTIONS:
        return None
    _, index, free, _ = step
    seat = state.seats[index]
    track = ADVANCE_ACTIONS.index(action)
    price = PRICE[seat.technologies[track]]
    if not free and price > sum(seat.blocks):
        return IllegalAction(
            "A step in {technology} costs {price} resources and you have {held}; choose a "
            "cheaper track.",
            technology=TECHNOLOGIES[track],
            price=price,
            held=sum(seat.blocks),
        )
    return IllegalAction(
        "You are at level 3 of {technology} and its bonus would have no effect now; choose "
        "another track.",
        technology=TECHNOLOGIES[track],
    )


TECH = Question("tech", _options, _answer, _why_not)
"""(TECH, seat, free, may_stop): a step on a track of choice."""


@effect("technology")
def _technology_effect(state: State, step: Step) -> None:
    """A tile's free steps, on a named track or on any (R-004, R-062)."""
    _, seat, tile_effect = step
    track, steps = tile_effect.raw["track"], tile_effect.raw["steps"]
    if track == "any":
        state.agenda.extend([(TECH, seat, True, False)] * steps)
    else:
        state.agenda.extend([(advance, seat, TECHNOLOGIES.index(track))] * steps)
