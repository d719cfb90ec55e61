"""The plain player, a yardstick: the first computer this bot had.

Plain, sensible play from a short list of preferences: no looking ahead by playing on, no chance, no
clock. It stays as it is, so that figures of matches against it mean the same in years.
"""

from collections.abc import Sequence

from bot.engine.position import Position
from tests.ai.plain.preferences import choose_in
from tests.ai.plain.view import View


def choose(position: Position, seat: int, kind: str, legal: Sequence[str]) -> str:
    """The answer for a seat: always one of `legal`.

    `position` is the open table (`Game.snapshot()`), with the answers of the turn so far played;
    `kind` and `legal` are those of the seat's own decision. The same arguments give the same
    answer, in a few milliseconds, and are left unchanged.
    """
    return choose_in(View(position, seat), kind, legal)
