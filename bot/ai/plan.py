"""A plan for a seat: the best whole turn, or the best answer to a single question.

Looking ahead follows each of the best first turns through further turns of the seat, in between
which the others may take quick turns. It is done in several imagined worlds, which differ by the
order of the unseen buildings.

The best of many later turns is one that the net overrates, all the more the further ahead it is. So
each first turn is continued by its best next turn alone, and first turns are compared by their mean
value after each number of own turns.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from statistics import mean
from typing import NamedTuple

from bot.ai.chance import imagine_anew
from bot.ai.limits import Budget, Level
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import Judge, Net, end, is_last_turn, is_over, next_turn, rounds_left, shortest
from bot.engine.state import State, answer
from bot.engine.turn import end_turn

AT_MOST = 3
"""One line may use so many equal shares of the budget for its next turn; most need less than
one."""
NEAR_END = 2
"""With fewer rounds left than this, more first turns are looked at: few turns follow, and they are
judged by the final points."""

_value = attrgetter("value")


class _Line(NamedTuple):
    """A first turn and the turns of the same seat that follow it."""

    state: State
    """The position after its last turn."""
    value: float
    following: tuple[Turn, ...] = ()


class Planner:
    """Looks ahead for one seat with one net."""

    def __init__(self, net: Net, level: Level) -> None:
        self.net = net
        self.level = level
        self._later = level.later
        self._reply = level.reply
        self._replied: dict[tuple[int, int], Turn] = {}
        """The turn that another seat was thought to take in this world, by how many own turns
        there were before it and by that seat."""

    def turns(self, state: State, seat: int, budget: Budget) -> list[Turn]:
        """Find the turns of a seat, the best of them valued a few own turns later; the best
        first."""
        turns = whole_turns(Judge(self.net, state, seat), state, self.level, budget)
        if self.level.depth <= 1 or len(turns) < 2:
            return turns
        width = self.level.width * (2 if rounds_left(state) < NEAR_END else 1)
        return self.further(turns[:width], seat, budget, self.level.depth) + turns[width:]

    def further(self, turns: Sequence[Turn], seat: int, budget: Budget, depth: int) -> list[Turn]:
        """Value the turns anew by looking `depth` own turns ahead, or as far as the budget allows;
        the best first."""
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
        """Value the turns in one imagined world; they stay in their order."""
        lines = [_Line(turn.state, turn.value) for turn in turns]
        if world:
            lines = [line._replace(state=imagine_anew(line.state, world)) for line in lines]
        values = [[line.value for line in lines]]
        self._replied.clear()
        while len(values) < depth and not budget.over:
            lines = self._longer(lines, seat, budget, len(values), depth)
            values.append([line.value for line in lines])
        reached = len(values)
        if all(is_over(line.state) or is_last_turn(line.state) for line in lines):
            values = values[-1:]  # final points, which need no estimates beside them
        return [
            _valued_as(turn, line.following, value, reached)
            for turn, line, value in zip(turns, lines, _in_the_mean(values), strict=True)
        ]

    def _longer(
        self, lines: Sequence[_Line], seat: int, budget: Budget, reached: int, depth: int
    ) -> list[_Line]:
        """Continue each line by one own turn.

        If the budget ends before all lines are continued, the others stay as long as they are.
        Their values then change by the mean change of the continued ones, since plans with more
        turns tend to look better.
        """
        longer: list[_Line] = []
        changes: list[float] = []
        for number, line in enumerate(lines):
            if number and budget.over:
                longer.append(line._replace(value=line.value + mean(changes)))
                continue
            parts = len(lines) * (depth - reached) - number
            share = budget.part(max(1.0, parts / AT_MOST))
            longer.append(self._next(line, seat, share, reached))
            changes.append(longer[-1].value - line.value)
        return longer

    def _next(self, line: _Line, seat: int, budget: Budget, reached: int) -> _Line:
        """Continue a line by the best own turn; it stays as it is if there is none."""
        if is_over(line.state):
            return line
        found: list[_Line] = []
        for state in self._next_positions(line.state, seat, budget, reached):
            if is_over(state):
                value = state.seats[seat].points4 / 4
                found.append(_Line(state, value, line.following))
                continue
            turns = whole_turns(Judge(self.net, state, seat), state, self._later, budget)
            if turns:
                following = (*line.following, turns[0]._replace(start=state))
                found.append(_Line(turns[0].state, turns[0].value, following))
        return max(found, key=_value, default=line)

    def _next_positions(
        self, state: State, seat: int, budget: Budget, reached: int
    ) -> Iterator[State]:
        """Play on to the seat's next turn: yields one position, or two if it may turn the calendar
        by two days before that."""

        def reply(state: State, other: int) -> State:
            return self._after_reply(state, other, budget, reached)

        replying = reply if reached <= self.level.replies else None
        may_ask = state.start_space == seat and state.seats[seat].light_side
        for days in (1, 2) if may_ask else (1,):
            start = state.copy()
            end(start)
            after = next_turn(start, seat, days=days, reply=replying)
            if days == 1 or not after.seats[seat].light_side:
                yield after

    def _after_reply(self, state: State, other: int, budget: Budget, reached: int) -> State:
        """Let another seat take its turn: the same one in every line if that is possible there, so
        that first turns differ by what they do and not by chance."""
        usual = self._replied.get((reached, other))
        if usual is not None:
            again = _played_again(usual, state, other)
            if again is not None:
                return again
        share = budget.at_most(self._reply.evaluations)
        turns = whole_turns(Judge(self.net, state, other), state, self._reply, share)
        if not turns:
            shortest(state)
            return state
        self._replied.setdefault((reached, other), turns[0])
        return turns[0].state.copy()

    def waiting(self, state: State, seat: int, budget: Budget) -> float:
        """Value a position in which the seat waits for its next turn, in points at the end. Uses up
        `state`."""
        state = next_turn(state, seat)
        if is_over(state):
            return state.seats[seat].points4 / 4
        turns = self.turns(state, seat, budget)
        if turns:
            return turns[0].value
        judge = Judge(self.net, state, seat)
        return judge.values([judge.features(state)], [judge.certain(state)])[0]


def _in_the_mean(values: Sequence[Sequence[float]]) -> list[float]:
    """Value lines by all their lengths: `values` has a row for each number of turns. A line's value
    is the mean of the last row, plus how far the line is ahead of all lines in the mean of the
    rows."""
    usual = [mean(each) for each in values]
    ahead = [[one - middle for one in each] for each, middle in zip(values, usual, strict=True)]
    return [usual[-1] + mean(of_line) for of_line in zip(*ahead, strict=True)]


def _played_again(turn: Turn, state: State, seat: int) -> State | None:
    """Take a turn found in another position, and return the state after it. None if it cannot be
    taken here, asks for more, or leaves its workers on other spaces."""
    state = state.copy()
    for action in turn.path:
        if action not in state.options:
            return None
        answer(state, action, end_turn)
    alike = not state.asked and state.seats[seat].on == turn.state.seats[seat].on
    return state if alike else None


def _valued_as(turn: Turn, later: Sequence[Turn], value: float, depth: int) -> Turn:
    """Give a first turn, and those that follow it in its line, this value."""
    following = None
    for one in reversed(later):
        following = one._replace(value=value, following=following)
    return turn._replace(value=value, depth=depth, following=following)
