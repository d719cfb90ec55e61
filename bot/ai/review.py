"""A game looked at when it is over: what each seat could expect, and what a turn gained or lost.

Like all computers do, it sees what lay open in each moment, nothing else. There is no clock in it,
so the same game is reviewed in the same way each time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from bot.ai.advice import alike, different
from bot.ai.playing_on import is_last_turn
from bot.ai.search.limits import LEVELS, Budget
from bot.ai.search.plan import Planner
from bot.ai.search.players import begun, no_collecting
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.value.judge import Judge
from bot.ai.value.net import Net, weights
from bot.engine.position import Position, load
from bot.engine.state import State, answer
from bot.engine.turn import end_turn
from bot.engine.versions import LATEST, Rules
from bot.model.advice import Compared

FIRST, CLOSER = "medium", "hard"
"""The levels at which every turn is looked at, and a few of them again."""
ESTIMATE = "instant"
"""The level at which a seat's points are estimated: its best turn, by what that is worth."""
OTHERS = 5
"""Turns other than the one played that are looked at further."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a review asks about one moment of a game: what lay open then, and nothing else."""

    position: Position
    rules: int
    """The version of the rules the game was played by."""
    seat: int = 0
    played: tuple[str, ...] = ()
    """The turn of the seat that was played; empty to ask what each seat can expect."""
    closer: bool = False
    """Whether the turn is looked at for the second time."""


def expected(position: Position, *, net: Net | None = None, rules: Rules = LATEST) -> list[float]:
    """The points each seat can expect at the end, at the beginning of a round: as if it took the
    best of its turns and the others none before."""
    level = LEVELS[ESTIMATE]
    planner = Planner(net or weights(), level)
    found = []
    with no_collecting():
        for seat in range(len(position.players)):
            state = load(position, rules=rules)
            found.append(planner.waiting(state, seat, Budget(level.evaluations)))
    return found


def compared(
    position: Position,
    seat: int,
    played: Sequence[str],
    level: str,
    *,
    net: Net | None = None,
    rules: Rules = LATEST,
) -> Compared:
    """The turn that was played beside the others the seat had, from the position at its
    beginning."""
    chosen = LEVELS[level]
    planner = Planner(net or weights(), chosen)
    with no_collecting():
        state = begun(position, (), rules)
        judge = Judge(planner.net, state, seat)
        own = _judged(judge, _after(state, played, seat), tuple(played))
        turns = whole_turns(judge, state, chosen, Budget(chosen.evaluations))
        seen = _seen(judge, own)
        others = [turn for turn in turns if _seen(judge, turn) != seen]
        others = others[:1] + different(others[1:], seat, OTHERS - 1) if others else []
        looked = [own, *others]
        if chosen.depth > 1 and others and not is_last_turn(state):
            evaluations = ceil(chosen.evaluations * len(looked) / chosen.width)
            looked = planner.further(looked, seat, Budget(evaluations), chosen.depth)
    own = next(turn for turn in looked if turn.path == own.path)
    rivals = [turn for turn in looked if not alike(turn, own, seat)]
    if not rivals:
        return Compared(0.0)
    other = max(rivals, key=_value)
    return Compared(other.value - own.value, other.path)


def _value(turn: Turn) -> float:
    return turn.value


def _after(state: State, played: Sequence[str], seat: int) -> State:
    """The position after the turn, before anything that follows it."""
    state = state.copy_for(seat)
    for action in played:
        if not state.asked:  # the turn is over: what was answered since is not part of it
            break
        answer(state, action, end_turn)
    return state


def _judged(judge: Judge, state: State, path: tuple[str, ...]) -> Turn:
    [value] = judge.values([judge.features(state)], [judge.certain(state)])
    return Turn(path, state, value)


def _seen(judge: Judge, turn: Turn) -> tuple[bytes, float]:
    return judge.features(turn.state), judge.certain(turn.state)
