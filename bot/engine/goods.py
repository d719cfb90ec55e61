"""Corn, resources, skulls, points and workers coming to a seat."""

from bot.engine.board import MAX_WORKERS, RESOURCES
from bot.engine.effects import effect
from bot.engine.flow import Question
from bot.engine.refusal import IllegalAction
from bot.engine.state import State, Step

GAIN_ACTIONS = tuple(f"gain {resource}" for resource in RESOURCES)


def gain(state: State, seat: int, corn: int, wood: int, stone: int, gold: int) -> None:
    """Corn and resources from the supply, which never runs out (R-028)."""
    owner = state.seats[seat]
    owner.corn += corn
    blocks = owner.blocks
    blocks[0] += wood
    blocks[1] += stone
    blocks[2] += gold


def gain_skulls(state: State, seat: int, count: int) -> None:
    """Skulls, as many as are left of the 13 (R-054, R-058)."""
    taken = min(count, state.bank_skulls)
    state.bank_skulls -= taken
    state.seats[seat].skulls += taken


def gain_worker(state: State, seat: int) -> None:
    """One more worker, at once in hand; lost with six in play (R-077, R-121)."""
    owner = state.seats[seat]
    if owner.workers < MAX_WORKERS:
        owner.workers += 1
        owner.available += 1


def score(state: State, step: Step) -> None:
    """(score, seat, points)."""
    state.seats[step[1]].points4 += 4 * step[2]


def _gain_options(state: State, step: Step) -> list[str]:
    return list(GAIN_ACTIONS)


def _gain(state: State, step: Step, action: str) -> None:
    state.seats[step[1]].blocks[GAIN_ACTIONS.index(action)] += 1


def _why_not_gain(state: State, step: Step, action: str) -> IllegalAction | None:
    return None


GAIN = Question("gain", _gain_options, _gain, _why_not_gain)
"""(GAIN, seat): a resource of choice."""


@effect("gain")
def _gain_effect(state: State, step: Step) -> None:
    goods = step[2].raw
    gain(
        state,
        step[1],
        goods.get("corn", 0),
        goods.get("wood", 0),
        goods.get("stone", 0),
        goods.get("gold", 0),
    )


@effect("gain_skulls")
def _skulls_effect(state: State, step: Step) -> None:
    gain_skulls(state, step[1], step[2].raw["skulls"])


@effect("points")
def _points_effect(state: State, step: Step) -> None:
    state.seats[step[1]].points4 += 4 * step[2].raw["amount"]


@effect("worker")
def _worker_effect(state: State, step: Step) -> None:
    gain_worker(state, step[1])
