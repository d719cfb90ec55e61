"""A turn in preparation: actions tried on a copy of the game until they are confirmed.

A turn begins with kind `turn` and is over with `end` or `pass`, or, where a worker stands on the
quick actions, with the last answer that these ask for after `end`. Before that the engine shows
nothing new, so everything may be played on a copy, looked at and undone. Other questions (which
tiles to keep, how far the calendar turns, what a food day brings) have no closing action: the last
answer itself goes on, and what it uncovers must not be seen before it is confirmed. Such an answer
is remembered, but not played on the copy that is shown.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import Game, IllegalAction, Step
from bot.engine.refusal import not_asked
from bot.refusal import Refusal

END = "end"
TURN_KIND = "turn"
SECRET_KIND = "keep"
_LONGEST_ACTION = 80
"""More than any action is long. What is longer is not looked at, nor repeated in a refusal."""


@dataclass(frozen=True)
class PreparedTurn:
    """Prepared actions tried on a copy of the confirmed game."""

    seat: int
    actions: tuple[str, ...]
    game: Game
    """With all actions played, but for the one that completes the turn."""
    complete: bool
    """Whether the last action completes the turn, so that nothing can be added."""
    kind: str
    """The decision open in `game`."""

    @property
    def legal(self) -> tuple[str, ...]:
        """What may be added."""
        return () if self.complete else tuple(self.game.legal(self.seat))

    @property
    def may_stop(self) -> bool:
        """Whether the turn can be confirmed: it is complete, or `end` completes it."""
        return self.complete or self._end_completes()

    def _end_completes(self) -> bool:
        """Whether nothing would be left to decide after `end`: not so before a quick action that
        asks something."""
        if END not in self.legal:
            return False
        after = self.game.copy()
        after.play(self.seat, END)
        return after.turn_over(self.seat)

    def whole(self) -> tuple[str, ...]:
        """The actions to confirm. Raises Refusal if something is still to be decided."""
        if self.complete:
            return self.actions
        if self._end_completes():
            return (*self.actions, END)
        if self.kind == TURN_KIND:
            raise Refusal(
                "incomplete",
                "You have not chosen anything yet; place a worker or pick one up first.",
            )
        raise Refusal(
            "incomplete", "Your turn is not complete yet; answer the open question first."
        )


def kind_asked(game: Game, seat: int) -> str | None:
    """The kind of decision a seat is asked; None if it is not asked."""
    return next((decision.kind for decision in game.pending if decision.seat == seat), None)


def prepare(confirmed: Game, seat: int, actions: Sequence[str]) -> PreparedTurn:
    """Try actions of a seat that is asked on a copy of the game.

    Raises IllegalAction for one the rules do not allow, Refusal for one that is endless or comes
    after the turn is complete; `confirmed` stays as it is.
    """
    if any(len(action) > _LONGEST_ACTION for action in actions):
        raise IllegalAction(
            "too-long", "There is no action as long as that; choose one of those on offer."
        )
    shown = confirmed.copy()
    kind = _must_ask(shown, seat)
    complete = False
    for action in actions:
        if complete:
            raise Refusal(
                "complete", "Your turn is complete; confirm it, or undo to choose differently."
            )
        after = shown.copy()
        after.play(seat, action)
        if after.turn_over(seat):
            complete = True
        else:
            shown = after
            kind = _must_ask(shown, seat)
    return PreparedTurn(seat, tuple(actions), shown, complete, kind)


def _must_ask(game: Game, seat: int) -> str:
    kind = kind_asked(game, seat)
    if kind is None:
        raise not_asked()
    return kind


def play_out(confirmed: Game, seat: int, actions: Sequence[str]) -> tuple[Game, list[Step]]:
    """The game after a whole turn, and what came of each action."""
    game = confirmed.copy()
    steps: list[Step] = []
    for action in actions:
        # The log stays in memory: one copy of each word.
        steps.append(game.step(seat, sys.intern(action)))
    return game, steps
