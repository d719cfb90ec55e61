"""A plan for a seat: the best whole turn, or the best answer to a single question.

Looking ahead follows several lines of own turns at once. The others answer the first turn quickly,
and do nothing later. From one own turn to the next the best lines are kept, and the best line of
each first turn in any case, so that first turns can be compared. It is done in several imagined
worlds, which differ by the order of the buildings not seen yet.

The best of many lines is one that the net overrates, and the further on, the more it does. So first
turns are compared by what they are worth after each number of own turns, in the mean.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from statistics import mean
from typing import NamedTuple

from bot.ai.playing_on import (
    end,
    is_last_turn,
    is_over,
    next_turn,
    rounds_left,
    shortest,
)
from bot.ai.search.limits import Budget, Level
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.search.unseen import imagine_anew
from bot.ai.value.judge import Judge
from bot.ai.value.net import Net
from bot.engine.state import State, answer
from bot.engine.turn import end_turn

AT_MOST = 3
"""The shares of the budget one line may use for its next turn; most lines need less than one."""
NEAR_END = 2
"""The last rounds, in which more first turns are looked at: few turns follow, and they are judged
by the final points."""

_value = attrgetter("value")


class _Line(NamedTuple):
    """A first turn, and the own turns that may follow it."""

    first: int
    """The index of its first turn among those looked further at."""
    state: State
    """The position after its last turn."""
    value: float
    following: tuple[Turn, ...] = ()
    over: bool = False
    """Whether the game is over and scored in `state`."""


class Planner:
    """Looks ahead for one seat with one net."""

    def __init__(self, net: Net, level: Level) -> None:
        self.net = net
        self.level = level
        self._later = level.later
        self._reply = level.reply
        self._replied: dict[int, Turn] = {}
        """The turn of each other seat that it was thought to take in this world."""

    def turns(self, state: State, seat: int, budget: Budget) -> list[Turn]:
        """Find the turns of a seat, valued a few own turns later; the best first."""
        turns = whole_turns(Judge(self.net, state, seat), state, self.level, budget)
        if self.level.depth <= 1 or len(turns) < 2:
            return turns
        width = self.level.width * (2 if rounds_left(state) < NEAR_END else 1)
        return self.further(turns[:width], seat, budget, self.level.depth) + turns[width:]

    def further(self, turns: Sequence[Turn], seat: int, budget: Budget, depth: int) -> list[Turn]:
        """Value the turns `depth` own turns later, or as far as the budget allows; the best
        first."""
        worlds = 1 if is_last_turn(turns[0].state) else self.level.worlds
        found = [
            self._in_world(world, turns, seat, budget.part(worlds - world), depth)
            for world in range(worlds)
        ]
        judged = [
            max(same, key=attrgetter("depth"))._replace(value=mean(turn.value for turn in same))
            for same in zip(*found, strict=True)
        ]
        return sorted(judged, key=_value, reverse=True)

    def _in_world(
        self, world: int, turns: Sequence[Turn], seat: int, budget: Budget, depth: int
    ) -> list[Turn]:
        """Value the turns in one imagined world, in their order."""
        lines = [_Line(first, turn.state, turn.value) for first, turn in enumerate(turns)]
        if world:
            lines = [line._replace(state=imagine_anew(line.state, world)) for line in lines]
        best = lines
        ahead = _ahead(best)
        reached = 1
        self._replied.clear()
        while reached < depth and not budget.over:
            longer = self._longer(lines, seat, budget, reached, depth)
            lines = self._kept(longer)
            best = _best_of_each(lines)
            ahead = [before + now for before, now in zip(ahead, _ahead(best), strict=True)]
            reached += 1
        usual = mean(line.value for line in best)
        valued = [
            line._replace(value=usual + more / reached)
            for line, more in zip(best, ahead, strict=True)
        ]
        return [_valued_as(turn, line, reached) for turn, line in zip(turns, valued, strict=True)]

    def _longer(
        self, lines: Sequence[_Line], seat: int, budget: Budget, reached: int, depth: int
    ) -> list[_Line]:
        """Continue each line by one own turn; the best first.

        If the budget ends before that is done for all lines, the others stay as long as they are.
        Their values then change by as much as those of the longer ones did in the mean, since the
        plans of later turns tend to look better.
        """
        longer: list[_Line] = []
        changes: list[float] = []
        done = len(lines)
        for number, line in enumerate(lines):
            parts = len(lines) - number + (depth - reached - 1) * self.level.lines
            share = budget.part(max(1.0, parts / AT_MOST))
            following = list(self._next(line, seat, share, replies=reached <= self.level.replies))
            longer += following
            changes.append(max(map(_value, following)) - line.value)
            if budget.over:
                done = number + 1
                break
        for line in lines[done:]:
            longer.append(line._replace(value=line.value + mean(changes)))
        longer.sort(key=_value, reverse=True)
        return longer

    def _next(self, line: _Line, seat: int, budget: Budget, *, replies: bool) -> Iterator[_Line]:
        if line.over:
            yield line
            return
        found = False
        for state in self._next_positions(line.state, seat, budget, replies=replies):
            if is_over(state):
                value = state.seats[seat].points4 / 4
                yield _Line(line.first, state, value, line.following, over=True)
                found = True
                continue
            turns = whole_turns(Judge(self.net, state, seat), state, self._later, budget)
            for turn in turns[: self.level.children]:
                following = (*line.following, turn._replace(start=state))
                yield _Line(line.first, turn.state, turn.value, following)
                found = True
        if not found:
            yield line

    def _next_positions(
        self, state: State, seat: int, budget: Budget, *, replies: bool
    ) -> Iterator[State]:
        """Play on to the seat's next turn: one position, or two if it may turn the calendar by two
        days before that."""

        def reply(state: State, other: int) -> State:
            return self._after_reply(state, other, budget)

        may_ask = state.start_space == seat and state.seats[seat].light_side
        for days in (1, 2) if may_ask else (1,):
            start = state.copy()
            end(start)
            after = next_turn(start, seat, days=days, reply=reply if replies else None)
            if days == 1 or not after.seats[seat].light_side:
                yield after

    def _after_reply(self, state: State, other: int, budget: Budget) -> State:
        """Let another seat take its turn: the same one after every first turn as long as that can
        be done in the same way, so that first turns differ by what they do and not by chance."""
        usual = self._replied.get(other)
        if usual is not None:
            again = _played_again(usual, state, other)
            if again is not None:
                return again
        share = budget.at_most(self._reply.evaluations)
        turns = whole_turns(Judge(self.net, state, other), state, self._reply, share)
        if not turns:
            shortest(state)
            return state
        self._replied.setdefault(other, turns[0])
        return turns[0].state.copy()

    def _kept(self, lines: Sequence[_Line]) -> list[_Line]:
        """Keep the best lines, and the best one of each first turn; the best first."""
        kept: list[_Line] = []
        seen: set[int] = set()
        for number, line in enumerate(lines):
            if number < self.level.lines or line.first not in seen:
                kept.append(line)
                seen.add(line.first)
        return kept

    def waiting(self, state: State, seat: int, budget: Budget) -> float:
        """Value a position in which the seat waits for its next turn. Uses up `state`."""
        state = next_turn(state, seat)
        if is_over(state):
            return state.seats[seat].points4 / 4
        turns = self.turns(state, seat, budget)
        if turns:
            return turns[0].value
        judge = Judge(self.net, state, seat)
        return judge.values([judge.features(state)], [judge.certain(state)])[0]


def _best_of_each(lines: Sequence[_Line]) -> list[_Line]:
    """Find the best line of each first turn, in the order of these; the best lines come first."""
    best: dict[int, _Line] = {}
    for line in lines:
        best.setdefault(line.first, line)
    return [best[first] for first in sorted(best)]


def _ahead(lines: Sequence[_Line]) -> list[float]:
    """How many points each line is above their mean."""
    usual = mean(line.value for line in lines)
    return [line.value - usual for line in lines]


def _played_again(turn: Turn, state: State, seat: int) -> State | None:
    """Take a turn found in another position, and return the position after it. None if it cannot be
    taken, asks for more here, or leads its workers elsewhere."""
    state = state.copy()
    for action in turn.path:
        if not state.asked or action not in state.asked[0][1]:
            return None
        answer(state, action, end_turn)
    alike = not state.asked and state.seats[seat].on == turn.state.seats[seat].on
    return state if alike else None


def _valued_as(turn: Turn, line: _Line, depth: int) -> Turn:
    """Give the first turn of a line, and those that follow it, the value of the line."""
    following = None
    for later in reversed(line.following):
        following = later._replace(value=line.value, following=following)
    return turn._replace(value=line.value, depth=depth, following=following)
