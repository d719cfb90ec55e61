"""The four technologies: steps, their price, and the bonus beyond level 3 (p7, p12)."""

from bot.engine.components import (
    AGRICULTURE,
    ARCHITECTURE,
    EXTRACTION,
    TECHNOLOGIES,
    THEOLOGY,
    TOP_LEVEL,
)
from bot.engine.goods import GAIN, can_gain_skull, gain_skulls
from bot.engine.happenings import PointsChanged, TechnologyMoved
from bot.engine.market import PAY
from bot.engine.state import Goods, IllegalAction, Question, Seat, Space, State, Step, effect
from bot.engine.temples import DECLINE, ask_up, can_climb_any

ALL_TRACKS = (AGRICULTURE, EXTRACTION, ARCHITECTURE, THEOLOGY)
ADVANCE_ACTIONS = tuple(f"advance {track}" for track in TECHNOLOGIES)
BONUS_ACTIONS = tuple(f"bonus {track}" for track in TECHNOLOGIES)
LOWER_ACTIONS = tuple(f"lower {track}" for track in TECHNOLOGIES)
PRICE = (1, 2, 3, 1)
"""Blocks for a step from level 0, 1 and 2, and for the bonus at level 3 (R-060)."""
_ARCHITECTURE_BONUS4 = 4 * 3
_EXTRACTION_BONUS = 2
"""How many resources of choice extraction's bonus gives (R-064)."""
STOP = "stop"


def works(state: State, seat: Seat, track: int, level: int) -> bool:
    """Whether the seat has the effect of this level of a technology; a prophecy may switch it off
    (R-159)."""
    return seat.technologies[track] >= level and level != state.calamity.level_off


def price_of_step(state: State, seat: Seat, level: int, free: bool) -> int:
    """The blocks for a step from this level: its price, unless it is `free`, less what a tribe
    saves; and what a prophecy adds (R-060, R-143, R-158)."""
    price = state.calamity.technology_blocks
    if not free:
        price += PRICE[level]
        if level < TOP_LEVEL:
            price -= seat.powers.technology_discount
    return price


def bonus_has_effect(state: State, seat: Seat, track: int, corn: int, blocks: int) -> bool:
    """Whether a track's bonus would change anything for the seat; `corn` and `blocks` are what it
    has left after paying for the step (R-064)."""
    if track == AGRICULTURE:
        return can_climb_any(state, seat, corn, blocks)
    if track in (EXTRACTION, ARCHITECTURE):
        return True
    return can_gain_skull(state, seat)


def _bonus_tracks(seat: Seat, track: int) -> tuple[int, ...]:
    return ALL_TRACKS if seat.powers.bonus_of_any_track else (track,)


def tax_off_bonus(state: State, seat: Seat, track: int, level: int) -> int:
    """How many blocks of a prophecy's tax the seat need not hold, since the bonus of this step
    brings them. The price itself must be held before (R-151)."""
    tax = state.calamity.technology_blocks
    if not tax or level < TOP_LEVEL:
        return 0
    return min(tax, _EXTRACTION_BONUS) if EXTRACTION in _bonus_tracks(seat, track) else 0


def can_advance(state: State, seat: Seat, track: int, free: bool, corn: int) -> bool:
    """Whether the seat can pay for a step on the track, and the step has an effect. `corn` is what
    it has for the tax on a temple step that the bonus gives."""
    level = seat.technologies[track]
    left = sum(seat.blocks) - price_of_step(state, seat, level, free)
    if left < 0:
        return -left <= tax_off_bonus(state, seat, track, level)
    if level < TOP_LEVEL:
        return True
    for bonus in _bonus_tracks(seat, track):
        if bonus_has_effect(state, seat, bonus, corn, left):
            return True
    return False


def can_advance_any(state: State, seat: Seat, corn: int) -> bool:
    """Whether the seat can advance on any track, at the usual price."""
    if not any(seat.blocks) and not seat.powers.technology_discount:
        return False
    for track in ALL_TRACKS:  # noqa: SIM110 - quicker than a generator
        if can_advance(state, seat, track, False, corn):
            return True
    return False


def advance(state: State, step: Step) -> None:
    """(advance, seat, track, owed): move the marker or, at level 3, give the bonus less `owed`
    blocks of tax (R-060, R-062, R-151)."""
    _, index, track, owed = step
    seat = state.seats[index]
    if seat.technologies[track] < TOP_LEVEL:
        seat.technologies[track] += 1
        if state.listener:
            level = seat.technologies[track]
            state.listener(TechnologyMoved(index, TECHNOLOGIES[track], 1, level))
    elif seat.powers.bonus_of_any_track:
        state.agenda.append((BONUS, index, owed))
    else:
        _give_bonus(state, index, track, owed)


def free_step(state: State, seat: int, track: int) -> Step:
    """The step for the agenda that gives a free level on a track; a prophecy may put a price on it
    (R-158)."""
    if state.calamity.technology_blocks:
        return (TECH, seat, (track,), True, None)
    return (advance, seat, track, 0)


def ask_step(seat: int, *, free: bool = False, leave: str | None = None) -> Step:
    """The question for a step on any track; `leave` is the answer that declines it, None if there
    is none."""
    return (TECH, seat, ALL_TRACKS, free, leave)


def _give_bonus(state: State, seat: int, track: int, owed: int) -> None:
    if track == AGRICULTURE:
        state.agenda.append(ask_up(seat))
    elif track == EXTRACTION:
        state.agenda.extend([(GAIN, seat, "technology")] * (_EXTRACTION_BONUS - owed))
    elif track == ARCHITECTURE:
        state.seats[seat].points4 += _ARCHITECTURE_BONUS4
        if state.listener:
            state.listener(PointsChanged(seat, _ARCHITECTURE_BONUS4, "technologies"))
    else:
        gain_skulls(state, seat, 1, "technology")


def _options(state: State, step: Step) -> list[str]:
    _, index, tracks, free, leave = step
    seat = state.seats[index]
    options = [
        ADVANCE_ACTIONS[track]
        for track in tracks
        if can_advance(state, seat, track, free, seat.corn)
    ]
    if leave is not None:
        options.append(leave)
    if free and state.calamity.technology_blocks:
        options.append(DECLINE)
    return options


def _answer(state: State, step: Step, action: str) -> None:
    if action in (STOP, DECLINE):
        return
    _, index, _, free, _ = step
    seat, track = state.seats[index], ADVANCE_ACTIONS.index(action)
    price = price_of_step(state, seat, seat.technologies[track], free)
    owed = max(0, price - sum(seat.blocks))  # the tax that the bonus pays
    state.agenda.append((advance, index, track, owed))
    if price > owed:
        state.agenda.append((PAY, index, price - owed, "technology"))


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in ADVANCE_ACTIONS:
        return None
    _, index, tracks, free, _ = step
    seat = state.seats[index]
    track = ADVANCE_ACTIONS.index(action)
    if track not in tracks:
        # Translators: "{technology}" is the name of a technology
        return IllegalAction(
            "other-technology",
            "This step is only for {technology}; take it or decline.",
            technology=TECHNOLOGIES[tracks[0]],
        )
    price = price_of_step(state, seat, seat.technologies[track], free)
    if price > sum(seat.blocks):
        # Translators: "{technology}" is the name of a technology; "{price}" is a price such as "2
        # resources"; "{held}" a number of the same
        return IllegalAction(
            "technology-price",
            "{technology}: a step costs {price}, but you have {held}; choose a cheaper technology.",
            technology=TECHNOLOGIES[track],
            price=Goods(resources=price),
            held=sum(seat.blocks),
        )
    # Translators: "{technology}" is the name of a technology
    return IllegalAction(
        "technology-bonus-without-effect",
        "{technology}: you are at level 3, and the bonus would have no effect now; choose another "
        "technology.",
        technology=TECHNOLOGIES[track],
    )


def why_no_step(state: State, seat: Seat, gear: str, number: int) -> IllegalAction | None:
    """Say why the seat cannot do an action that sells technology steps; None if it could pay for
    one."""
    price = min(
        price_of_step(state, seat, level, free=False) - tax_off_bonus(state, seat, track, level)
        for track, level in enumerate(seat.technologies)
    )
    if price <= sum(seat.blocks):
        return None
    # Translators: "{space}" is a space such as "Tikal 3"; "{price}" is a price such as "2
    # resources"; "{held}" a number of the same
    return IllegalAction(
        "no-affordable-technology",
        "A technology step on {space} costs at least {price}, but you have {held}; choose "
        "another action or skip.",
        space=Space(gear, number),
        price=Goods(resources=price),
        held=sum(seat.blocks),
    )


TECH = Question("tech", _options, _answer, _why_not)
"""(TECH, seat, tracks, free, leave): on which of the tracks to go up a level, or the answer
`leave`."""


def _bonus_options(state: State, step: Step) -> list[str]:
    _, index, owed = step
    if owed:  # only a bonus that brings the tax owed
        return [BONUS_ACTIONS[EXTRACTION]]
    seat = state.seats[index]
    return [
        BONUS_ACTIONS[track]
        for track in ALL_TRACKS
        if bonus_has_effect(state, seat, track, seat.corn, sum(seat.blocks))
    ]


def _bonus(state: State, step: Step, action: str) -> None:
    _give_bonus(state, step[1], BONUS_ACTIONS.index(action), step[2])


def _why_not_bonus(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in BONUS_ACTIONS:
        return None
    return IllegalAction(
        "bonus-without-effect", "That bonus would have no effect now; choose another one."
    )


BONUS = Question("bonus", _bonus_options, _bonus, _why_not_bonus)
"""(BONUS, seat, owed): which track's bonus to take, less `owed` blocks of tax (R-143)."""


def _exchange_options(state: State, step: Step) -> list[str]:
    levels = state.seats[step[1]].technologies
    return [LOWER_ACTIONS[track] for track in ALL_TRACKS if levels[track]]


def _exchange(state: State, step: Step, action: str) -> None:
    seat = step[1]
    lowered = LOWER_ACTIONS.index(action)
    levels = state.seats[seat].technologies
    levels[lowered] -= 1
    if state.listener:
        state.listener(TechnologyMoved(seat, TECHNOLOGIES[lowered], -1, levels[lowered]))
    state.agenda += [
        free_step(state, seat, track) for track in reversed(ALL_TRACKS) if track != lowered
    ]


def _why_not_exchange(state: State, step: Step, action: str) -> IllegalAction | None:
    if action not in LOWER_ACTIONS:
        return None
    return IllegalAction(
        "level-0", "Only a technology at level 1 or more can be lowered; choose another technology."
    )


EXCHANGE = Question("exchange", _exchange_options, _exchange, _why_not_exchange)
"""(EXCHANGE, seat): which technology goes down a level; the other three then go up one (R-172)."""


@effect("technology_exchange")
def _exchange_effect(state: State, step: Step) -> None:
    state.agenda.append((EXCHANGE, step[1]))


@effect("technology")
def _technology_effect(state: State, step: Step) -> None:
    """Put a tile's free steps on the agenda, on a named track or on any (R-004, R-062)."""
    _, seat, tile_effect = step
    track, steps = tile_effect.raw["track"], tile_effect.raw["steps"]
    if track == "any":
        state.agenda.extend([ask_step(seat, free=True)] * steps)
    else:
        state.agenda.extend([free_step(state, seat, TECHNOLOGIES.index(track))] * steps)
