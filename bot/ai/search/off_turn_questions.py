"""Questions outside a seat's own turn, asked again on a state made from what lies open."""

from bot.engine.board import RESOURCES
from bot.engine.calendar import ADVANCE_ACTIONS, advance, begin_round, calendar_phase
from bot.engine.components import WEALTH
from bot.engine.food_day import food_day
from bot.engine.goods import GOLD_TAX, SKULL_TAX
from bot.engine.state import Seat, State, Step, answer, resolve, run
from bot.engine.temples import ANGER
from bot.engine.tribes import NO_TRIBE, TRIBES
from bot.engine.turn import begin_turn

_GOLD, _SKULLS = 1 + RESOURCES.index("gold"), 4
"""Indices of gold and skulls in a building's income."""


def answered(state: State, seat: int, kind: str, action: str, legal: list[str]) -> None:
    """Give an answer to a question outside a turn, on a state just loaded, and go on to the next
    turn that begins. Raises ValueError for another kind of question."""
    state.agenda.clear()
    if kind == "keep":
        _keep(state, seat, action)
    elif kind == "anger":
        state.agenda += [(begin_round, None), (ANGER, seat)]
        _answer(state, action)
    elif kind == "tax":
        _tax(state, seat, action, legal)
    elif kind == "calendar":
        state.agenda.append((begin_round, None))
        days = 1 + ADVANCE_ACTIONS.index(action)
        state.seats[seat].light_side = days == 1
        advance(state, days, seat)
        run(state, begin_turn)
    else:
        raise ValueError(f"“{kind}” is asked within a turn")


def _answer(state: State, action: str) -> None:
    """Answer the agenda's next question, if it asks one."""
    run(state, begin_turn)
    if state.asked and action in state.asked[0][1]:
        answer(state, action, begin_turn)


def _keep(state: State, index: int, action: str) -> None:
    """Put the game where this seat has kept its tiles and nobody else has."""
    _, *words = action.split()
    seat = state.seats[index]
    seat.tribe = TRIBES[words.pop(0)] if words[0] in TRIBES else None
    seat.powers = seat.tribe.powers if seat.tribe else NO_TRIBE
    seat.wealth = tuple(WEALTH[tile] for tile in words)
    seat.workers = seat.available = seat.powers.start_workers
    state.phase = "play"
    state.agenda.append((begin_round, None))
    if seat.powers.step_down_at_start:
        state.agenda.append((ANGER, index))
    for tile in reversed(seat.wealth):
        resolve(state, index, tile)
    run(state, begin_turn)


def _tax(state: State, index: int, action: str, legal: list[str]) -> None:
    """Answer the tax on gold or skulls of a food day. Income comes before feeding, temple rewards
    after it, and the position does not say which is due; a seat with such an income is taken to be
    asked for that."""
    seat = state.seats[index]
    gold = action.startswith("take ")
    question: Step = (SKULL_TAX, index, "temples")
    if gold:
        question = (
            GOLD_TAX,
            index,
            max(int(one.removeprefix("take ")) for one in legal),
            "temples",
        )
    state.agenda += [(begin_round, None), (calendar_phase, None)]
    if _has_income(seat, state.age, _GOLD if gold else _SKULLS):
        state.agenda.append((food_day, None))
    else:
        state.food_days_held += 1
    state.agenda.append(question)
    _answer(state, action)


def _has_income(seat: Seat, age: int, kind: int) -> bool:
    return any(tile.income[age - 1][kind] for tile in seat.buildings)
