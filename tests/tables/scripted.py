"""A stand-in for a game that asks a given list of questions: for the questions that the base game
never asks outside a turn, but the expansion does."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.engine import Decision
from bot.tables.turn import _UNCOVERED_BY_GOING_ON


class Question(NamedTuple):
    """Who is asked what, and what may be answered."""

    seat: int
    kind: str
    answers: tuple[str, ...] = ("a", "b")


class ScriptedGame:
    """Asks one question after the other; `changes` says what the position is changed to after
    so many answers."""

    def __init__(
        self,
        questions: Sequence[Question],
        changes: Mapping[int, Mapping[str, Any]],
        asked: int = 0,
    ) -> None:
        self._questions = questions
        self._changes = changes
        self._asked = asked

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The one open question."""
        if self._asked == len(self._questions):
            return ()
        question = self._questions[self._asked]
        return (Decision(question.seat, question.kind),)

    def legal(self, seat: int) -> list[str]:
        """The answers to it."""
        return list(self._questions[self._asked].answers)

    def play(self, seat: int, action: str) -> None:
        """Answer it."""
        assert action in self.legal(seat)
        self._asked += 1

    def copy(self) -> "ScriptedGame":
        """An independent one."""
        return ScriptedGame(self._questions, self._changes, self._asked)

    def position(self) -> dict[str, Any]:
        """Only what tells whether something was uncovered."""
        position: dict[str, Any] = dict.fromkeys(_UNCOVERED_BY_GOING_ON, "old")
        for answered in range(self._asked + 1):
            position |= self._changes.get(answered, {})
        return position
