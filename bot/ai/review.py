"""The review of a finished game: the points each seat could expect, and what each turn gained or
lost.

Like all computers, it sees what lay open in each moment, nothing else. It reads no clock, so a game
is always reviewed in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from bot.ai.advice import alike, different
from bot.ai.measured import missed, noise
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
from bot.model.advice import ORDINARY, Compared, Level

FIRST: Level = "medium"
"""The level at which every turn is looked at."""
CLOSER: Level = "master"
"""The level at which a few turns are looked at again."""
SURE = 2.0
"""A difference is told if it exceeds the noise so many times."""
ESTIMATE = "instant"
"""The level at which a seat's points are estimated, by its best turn."""
OTHERS = 4
"""The other turns, besides the one played, that are looked at further."""
BROADER = 3
"""How many times as many ways to a turn a review keeps as a computer that plays. Nearly all better
turns that reviews missed were among those a player drops on the way; to keep them costs little
beside looking further."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A question of a review about one moment of a game, with what lay open then."""

    position: Position
    rules: int
    """The version of the rules the game was played by."""
    seat: int = 0
    played: tuple[str, ...] = ()
    """The seat's turn that was played; empty to ask for the points each seat can expect."""
    levels: tuple[Level, ...] = ()
    """The level at which each seat plays, for the points it can expect."""
    closer: bool = False
    """Whether the turn is looked at again, at the higher level."""
    ways: tuple[tuple[str, ...], ...] = ()
    """The turns it is compared with; empty for those the computer finds."""


def expected(
    position: Position,
    levels: Sequence[str],
    *,
    net: Net | None = None,
    rules: Rules = LATEST,
) -> list[float]:
    """Estimate each seat's final points at the beginning of a round, by the level at which it
    plays; a seat without one counts as an ordinary computer."""
    found = estimated(position, net=net, rules=rules)
    given = [*levels, *[ORDINARY.level] * (len(found) - len(levels))]
    return [
        value + missed(level, position.round) for value, level in zip(found, given, strict=True)
    ]


def estimated(position: Position, *, net: Net | None = None, rules: Rules = LATEST) -> list[float]:
    """Value the beginning of a round for each seat, as if it took its best turn and no other seat
    had one before."""
    level = LEVELS[ESTIMATE]
    planner = Planner(net or weights(), level)
    found = []
    with no_collecting():
        for seat in range(len(position.players)):
            state = load(position, rules=rules)
            found.append(planner.waiting(state, seat, Budget(level.evaluations)))
    return found


def sure(round_number: int) -> float:
    """The points above which a difference found by the closer look is told."""
    return SURE * noise(CLOSER, round_number)


def compared(
    position: Position,
    seat: int,
    played: Sequence[str],
    level: str,
    *,
    ways: Sequence[Sequence[str]] = (),
    net: Net | None = None,
    rules: Rules = LATEST,
) -> Compared:
    """Compare the turn that was played with the seat's other turns, from the position at its
    beginning: with `ways` if there are any, and otherwise with those that a search finds. All are
    looked at together and equally far."""
    chosen = LEVELS[level]
    planner = Planner(net or weights(), chosen)
    with no_collecting():
        state = begun(position, (), rules)
        judge = Judge(planner.net, state, seat)
        own = _judged(judge, after_turn(state, played, seat), tuple(played))
        seen = _seen(judge, own)
        if ways:
            turns = [_judged(judge, after_turn(state, way, seat), tuple(way)) for way in ways]
            others = [turn for turn in turns if _seen(judge, turn) != seen]
            evaluations = chosen.evaluations  # so that the number of ways changes nothing
        else:
            broad = replace(chosen, beam=BROADER * chosen.beam, leaves=BROADER * chosen.leaves)
            turns = whole_turns(judge, state, broad, Budget(BROADER * chosen.evaluations))
            others = [turn for turn in turns if _seen(judge, turn) != seen]
            others = others[:1] + different(others[1:], seat, OTHERS - 1) if others else []
            evaluations = ceil(chosen.evaluations * (1 + len(others)) / chosen.width)
        looked = [*others, own]
        if chosen.depth > 1 and others and not is_last_turn(state):
            looked = planner.further(looked, seat, Budget(evaluations), chosen.depth)
    own = next(turn for turn in looked if turn.path == own.path)
    rivals = [turn for turn in looked if not alike(turn, own, seat)]
    if not rivals:
        return Compared(0.0)
    other = max(rivals, key=_value)
    return Compared(other.value - own.value, other.path)


def _value(turn: Turn) -> float:
    return turn.value


def after_turn(state: State, played: Sequence[str], seat: int) -> State:
    """Play the turn, and nothing that follows it."""
    state = state.copy_for(seat)
    for action in played:
        if not state.asked:  # the turn is over; later answers are not part of it
            break
        answer(state, action, end_turn)
    return state


def _judged(judge: Judge, state: State, path: tuple[str, ...]) -> Turn:
    [value] = judge.values([judge.features(state)], [judge.certain(state)])
    return Turn(path, state, value)


def _seen(judge: Judge, turn: Turn) -> tuple[bytes, float]:
    return judge.features(turn.state), judge.certain(turn.state)
