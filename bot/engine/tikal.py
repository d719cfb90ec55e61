"""Tikal: technology, building, and two temple steps for a block (rulebook p8-9)."""

from bot.engine.actions import gear_actions
from bot.engine.board import TIKAL
from bot.engine.building import BUILD, TIKAL_2, TIKAL_4, can_build_any, why_nothing_to_build
from bot.engine.payment import PAY
from bot.engine.refusal import IllegalAction, Space
from bot.engine.state import Seat, State
from bot.engine.technology import STOP, ask_step, can_advance_any, why_no_step
from bot.engine.temples import ask_up_twice, can_climb_any, why_no_step_up


def _possible(state: State, seat: Seat, number: int, corn: int) -> bool:
    if number in (1, 3):
        return can_advance_any(state, seat, corn)
    if number == 2:
        return can_build_any(state, seat, TIKAL_2, corn)
    if number == 4:
        return can_build_any(state, seat, TIKAL_4, corn)
    blocks = sum(seat.blocks)
    return blocks > 0 and can_climb_any(state, seat, corn, blocks - 1)


def _perform(state: State, seat: int, number: int) -> None:
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


def _why_not(state: State, seat: Seat, number: int, corn: int) -> IllegalAction | None:
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
        "{space} costs a resource of any kind, and you have none; choose another action or skip.",
        space=Space("tikal", number),
    )


gear_actions(TIKAL, _possible, _perform, _why_not)
