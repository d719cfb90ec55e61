"""One game, as everything outside of the engine sees it."""

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import Any, cast

# The gears' modules register their actions when they are imported.
from bot.engine import gears  # noqa: F401
from bot.engine.calendar import advance, free_extra_spaces
from bot.engine.components import GEARS
from bot.engine.deal import lay_out, shuffle_deal
from bot.engine.gears import why_idle
from bot.engine.happenings import Happening, Listener
from bot.engine.position import Position, load, snapshot
from bot.engine.scoring import standings
from bot.engine.state import (
    LATEST,
    RULES_VERSION,
    UNNAMED_VERSION,
    Decision,
    IllegalAction,
    State,
    answer,
    not_asked,
    not_on_offer,
    rules_of,
    run,
)
from bot.engine.turn import end_turn, take_calendar_corn


def _illegal(state: State, step: tuple[Any, ...], options: list[str], action: str) -> IllegalAction:
    refusal: IllegalAction | None = step[0].why_not(state, step, action)
    return refusal or not_on_offer(action, options)


def _decisions(state: State) -> tuple[Decision, ...]:
    return tuple([Decision(step[1], step[0].kind) for step, _ in state.questions()])


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was played, and what came of it."""

    action: str
    happenings: tuple[Happening, ...]
    _after: Position | State = field(repr=False, compare=False)

    @property
    def position(self) -> Position:
        """The position after the action."""
        # Within a turn few are asked for, and a copy of the state takes a sixth of the time.
        if isinstance(self._after, State):
            object.__setattr__(self, "_after", snapshot(self._after))
        return cast(Position, self._after)


MOST = 10_000
"""More than a seat ever has of anything. A position written by hand may not name more: it could
fill the memory, since workers are kept in lists."""


def _with_version(setup: dict[str, Any], version: int) -> dict[str, Any]:
    """Name the version of the rules in a setup, unless it is `UNNAMED_VERSION`."""
    return setup if version == UNNAMED_VERSION else {**setup, "rules": version}


class Game:
    """A game of Tzolk'in as a sequence of decisions.

    Seats are numbered from 0 in playing order. All chance lies in the deal: the same setup and the
    same answers give the same game. Make one with `new`, `from_setup`, `from_position` or `replay`.
    """

    __slots__ = ("_actions", "_setup", "_shown", "_stage", "_state", "pending")

    pending: tuple[Decision, ...]
    """The decisions now open, in seat order; empty when the game is finished."""

    def __init__(self, state: State, setup: Mapping[str, Any]) -> None:
        self._state = state
        self._setup = setup
        self._actions: list[tuple[int, str]] = []
        self._stage = 0  # the state's stage before the last action
        self._shown: Position | None = None  # what lies open, once it was asked for
        self.pending = _decisions(state)

    @classmethod
    def new(cls, players: int, *, modules: Sequence[str] = (), seed: int | str) -> "Game":
        """Shuffle and deal a new game. `seed` alone decides the deal. Raises ValueError for a
        number of players or modules that cannot be played."""
        deal = shuffle_deal(players, modules, seed)
        return cls(lay_out(deal, LATEST), _with_version(deal, RULES_VERSION))

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any]) -> "Game":
        """Make the game of a `setup`, a deal or position written down; its key `rules` is the
        version of the rules. Raises ValueError if it cannot be played."""
        version = setup.get("rules", UNNAMED_VERSION)
        if "position" in setup:
            return cls.from_position({"rules": version, **setup["position"]})
        deal = {key: copy(setup[key]) for key in setup if key != "rules"}
        return cls(lay_out(deal, rules_of(version)), _with_version(deal, version))

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Game":
        """Make a game that stands at the start of `turn_seat`'s turn, from a dump as `position`
        gives it.

        The dump may also hold `age1` and `age2` (stacks, next tile first), `quick_age1` and
        `quick_age2` (whole lists) and `rules` (the version). Raises ValueError for a position that
        is not in play.
        """
        for player in position["players"]:
            if any(isinstance(number, int) and abs(number) > MOST for number in player.values()):
                raise ValueError("a seat has more of something than can be")
        if position["phase"] != "play":
            raise ValueError("a game can only be set up from a position in the phase “play”")
        version = position.get("rules", UNNAMED_VERSION)
        position = {key: position[key] for key in position if key != "rules"}
        state = load(Position.from_dump(position), position, rules_of(version))
        run(state)
        return cls(state, _with_version({"position": deepcopy(position)}, version))

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> "Game":
        """Play the game of a `record` again. Raises ValueError for a setup that cannot be played,
        IllegalAction where an action breaks the rules."""
        game = cls.from_setup(record["setup"])
        for seat, action in record["actions"]:
            game.play(seat, action)
        return game

    @property
    def setup(self) -> dict[str, Any]:
        """The deal as plain JSON types. It holds the hidden stacks, so no player may see it."""
        return deepcopy(dict(self._setup))

    def kind_asked(self, seat: int) -> str | None:
        """The kind of question that the seat has to answer now; None if it has none."""
        step, _ = self._state.question_of(seat)
        return None if step is None else str(step[0].kind)

    @property
    def rules_version(self) -> int:
        """The version of the rules the game is played by."""
        return self._state.rules.version

    @property
    def finished(self) -> bool:
        """Whether the game is over and scored."""
        return self._state.phase == "finished"

    @property
    def round(self) -> int:
        """The round: 1 to 27."""
        return self._state.round

    @property
    def in_turn(self) -> bool:
        """Whether some seat is in the middle of its turn: not while tiles are chosen, on a food
        day, or when the calendar turns."""
        return any(step[0] is end_turn for step in self._state.agenda)

    def turn_over(self, seat: int) -> bool:
        """Whether the seat has nothing more to decide before the game goes on.

        Just after an answer of the seat: whether that was the last answer of its turn, or of
        another question (tiles to keep, the calendar, a food day), even if a new question follows
        at once. At any other time: whether the seat is not asked.
        """
        if self._actions and self._actions[-1][0] == seat and self._state.stage != self._stage:
            return True
        return self.kind_asked(seat) is None

    def ends_turn(self, action: str) -> bool:
        """Whether this answer to the only open question would be the last one of a turn. The game
        does not change, and what follows the turn is not worked out."""
        state = self._state.copy()
        answer(state, action, before=end_turn)
        return state.asked is None

    def at_turn_end(self, action: str) -> Position:
        """The table as it would be after this answer, the last one of a turn, to the only open
        question. New buildings are not drawn yet, and what follows the turn is not worked out."""
        state = self._state.copy()
        answer(state, action, before=end_turn)
        take_calendar_corn(state, state.turn_seat)
        return snapshot(state)

    def answered(self, seat: int) -> int:
        """Count the seat's actions in the record; forced answers are not in it."""
        return sum(one == seat for one, _ in self._actions)

    def legal(self, seat: int | None = None) -> list[str]:
        """List the legal actions of the seat, sorted, at most 25; without a seat, those of the
        first open decision. Empty only if nothing is asked of the seat."""
        state = self._state
        step = state.asked
        if step is not None:
            return state.options.copy() if step[1] == seat or seat is None else []
        if seat is None:
            return self.legal(self.pending[0].seat) if self.pending else []
        return state.question_of(seat)[1].copy()

    def play(self, seat: int, action: str, listener: Listener | None = None) -> None:
        """Carry out an action. `listener` is called with each happening, in order.

        Raises IllegalAction, and changes nothing, if the action is not legal.
        """
        state = self._state
        step = state.asked
        if step is None or step[1] != seat:
            self._choose_in_secret(seat, action)
            return
        if action not in state.options:
            raise _illegal(state, step, state.options, action)
        self._actions.append((seat, action))
        self._stage = state.stage
        self._shown = None
        give = step[0].answer
        if listener is None:
            give(state, step, action)
            run(state)
        else:
            state.listener = listener
            give(state, step, action)
            run(state)
            state.listener = None
        step = state.asked
        self.pending = step[0].asked_alone[step[1]] if step is not None else ()

    def _choose_in_secret(self, seat: int, action: str) -> None:
        """Carry out an answer to one of several open questions. Nothing is shown, and nothing
        follows, until one question is left. Raises IllegalAction as `play`, also if the seat is not
        asked at all."""
        state = self._state
        step, options = state.question_of(seat)
        if step is None:
            raise self._not_asked()
        if action not in options:
            raise _illegal(state, step, options, action)
        self._actions.append((seat, action))
        step[0].answer(state, step, action)
        state.ask([one for one in state.questions() if one[0] is not step])
        self.pending = _decisions(state)

    def _not_asked(self) -> IllegalAction:
        if self.finished:
            return IllegalAction("game-over", "The game is over.")
        return not_asked()

    def step(self, seat: int, action: str) -> Step:
        """Carry out an action like `play`, and return what came of it."""
        happenings: list[Happening] = []
        self.play(seat, action, happenings.append)
        after = self.snapshot() if self.turn_over(seat) else self._state.copy()
        return Step(action, tuple(happenings), after)

    def why_idle(self, seat: int, gear: str, space: int) -> IllegalAction | None:
        """Say why a worker of the seat that is picked up from this space could not do its action.
        None if it could, or if the space has a free choice."""
        return why_idle(self._state, seat, GEARS.index(gear), space)

    def next_turn(self, seat: int, *, closing: str | None = None) -> "Game | None":
        """The game as it would stand at the seat's next turn if nobody did anything until then,
        made from what lies open only.

        If the seat has had its turn of this round, the round is over: the extra spaces are free,
        and the calendar has turned by one day. Food days and new tiles are left out. None if the
        seat has no further turn, or the game is not in play. `closing` is an action that would end
        the seat's present turn; it is then taken as done.
        """
        if self._state.phase != "play":
            return None
        position = self.snapshot() if closing is None else self.at_turn_end(closing)
        state = load(position, rules=self._state.rules)
        count, first = len(state.seats), state.first_seat
        turn, own = ((one - first) % count for one in (state.turn_seat, seat))
        if own < turn or closing is not None:
            if position.is_last_round:
                return None
            free_extra_spaces(state)
            advance(state, 1)
        state.turn_seat = seat
        return Game.from_position({**snapshot(state).dump(), "rules": state.rules.version})

    def snapshot(self) -> Position:
        """Everything that lies open on the table, frozen. It is kept until the next action."""
        if self._shown is None:
            self._shown = snapshot(self._state)
        return self._shown

    def position(self) -> dict[str, Any]:
        """Everything that lies open on the table, as plain JSON types (`Position.dump`)."""
        return self.snapshot().dump()

    def record(self) -> dict[str, Any]:
        """The deal and all actions as plain JSON types; forced answers, which the engine takes by
        itself, are left out."""
        return {"setup": self.setup, "actions": [list(action) for action in self._actions]}

    def copy(self) -> "Game":
        """An independent game at the same point."""
        new = Game.__new__(Game)
        new._state = self._state.copy()
        new._setup = self._setup
        new._actions = self._actions.copy()
        new._stage = self._stage
        new._shown = self._shown
        new.pending = self.pending
        return new

    def standings(self) -> list[dict[str, int]]:
        """List the seats by place, then by number: `seat`, `place`, `points4` (quarters of a point)
        and `workers_on_gears`. Ties share the place and the next one is skipped."""
        return standings(self._state)
