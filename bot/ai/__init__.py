"""Computer players: a seat for one person to try a whole game against.

Plain, sensible play from a short list of preferences: no looking ahead by playing on, no chance,
no clock. A computer is given only what its seat may see.
"""

import os
from collections.abc import Sequence

from bot.ai.preferences import choose_in
from bot.ai.view import View
from bot.engine.position import Position

__all__ = ["choose"]

for _library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_library, "1")  # read when numpy is loaded; our batches are small


def choose(position: Position, seat: int, kind: str, legal: Sequence[str]) -> str:
    """The answer a computer gives for a seat: always one of `legal`.

    `position` is the open table (`Game.snapshot()`), with the answers of the turn so far played;
    `kind` and `legal` are those of the seat's own decision. The same arguments give the same
    answer, in a few milliseconds, and are left unchanged.
    """
    return choose_in(View(position, seat), kind, legal)
