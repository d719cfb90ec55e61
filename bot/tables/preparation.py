"""A turn in preparation: actions tried on a copy of the game until they are confirmed.

A turn begins with kind `turn` and is over with `end` or `pass`, or, where a worker stands on the
quick actions, with the last answer asked after `end`. Before that the engine shows nothing new, so
everything may be played on a copy, looked at and undone. Other questions (tiles to keep, the
calendar, a food day) have no closing action: the last answer itself goes on, and what it uncovers
must not be seen before it is confirmed. Such an answer is remembered, but not played on the copy
that is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import Game, IllegalAction
from bot.engine.refusal import not_asked
from bot.refusal import NotWhole

END = "end"
DONE = "done"
"""The answer that leaves the market."""
_TRADES = ("sell ", "buy ")
"""How the answers begin that trade on a market."""
TURN_KIND = "turn"
SECRET_KIND = "keep"  # noqa: S105 - a kind of question
_LONGEST_ACTION = 80
"""The length from which a text is no action: it is not looked at, nor repeated in a refusal."""


@dataclass(frozen=True)
class PreparedTurn:
    """Prepared actions tried on a copy of the confirmed game."""

    seat: int
    actions: tuple[str, ...]
    game: Game
    """The game after all actions, without one that completes the turn."""
    complete: bool
    """Whether the last action completes the turn; then nothing can be added."""
    kind: str
    """The kind of question open in `game`."""
    legal: tuple[str, ...]
    """The actions that may be added."""

    @property
    def whole(self) -> tuple[str, ...] | None:
        """The actions to confirm, with the closing one if only that is missing, and before it the
        one that leaves a market. None while something must be decided, as by a quick action that
        asks after `end`."""
        if self.complete:
            return self.actions
        closing, game = self.actions, self.game
        for answer in (DONE, END) if traded(self.actions) else (END,):
            if answer in game.legal(self.seat):
                closing = (*closing, answer)
                if game.ends_turn(answer):
                    return closing
                game = game.copy()
                game.play(self.seat, answer)
        return None


def traded(actions: Sequence[str]) -> bool:
    """Whether the last of a turn's actions is a trade on a market."""
    return bool(actions) and actions[-1].startswith(_TRADES)


def prepare(confirmed: Game, seat: int, actions: Sequence[str]) -> PreparedTurn:
    """Try actions of a seat that is asked on a copy of the game; `confirmed` does not change.

    Raises IllegalAction for an action the rules do not allow, and Refusal (`complete`) for one
    after the end of the turn.
    """
    if any(len(action) > _LONGEST_ACTION for action in actions):
        raise IllegalAction("too-long", "There is no such action; choose one that is offered.")
    shown, complete = confirmed.copy(), False
    for action in actions:
        if complete:
            raise NotWhole("complete", "Your turn is complete; confirm it, or undo to change it.")
        after = shown.copy()
        after.play(seat, action)
        complete = after.turn_over(seat)
        if not complete:
            shown = after
    kind = shown.kind_asked(seat)
    if kind is None:
        raise not_asked()
    legal = () if complete else tuple(shown.legal(seat))
    return PreparedTurn(seat, tuple(actions), shown, complete, kind, legal)
