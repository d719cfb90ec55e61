"""Uxmal: offering, market, worker, building for corn, any action (rulebook p9)."""

from bot.engine.actions import ACTION, ANY_ACTION, gear_actions
from bot.engine.board import CORN_VALUE, MAX_WORKERS, UXMAL
from bot.engine.building import BUILD, UXMAL_4, can_build_any, why_nothing_to_build
from bot.engine.goods import gain_worker
from bot.engine.market import TRADE, can_trade
from bot.engine.payment import pay_corn
from bot.engine.refusal import Goods, IllegalAction, Space
from bot.engine.state import Seat, State
from bot.engine.temples import ask_up, can_climb_any, why_no_step_up
from bot.refusal import P_

OFFERING_CORN = 3
ANY_ACTION_CORN = 1


def _possible(state: State, seat: Seat, number: int, corn: int) -> bool:
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


def _perform(state: State, seat: int, number: int) -> None:
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


def _why_not(state: State, seat: Seat, number: int, corn: int) -> IllegalAction | None:
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
        "{space} costs {price}, and you have {held}; choose another action or skip.",
        space=Space("uxmal", number),
        price=Goods(corn=price),
        held=corn,
    )


gear_actions(UXMAL, _possible, _perform, _why_not)
