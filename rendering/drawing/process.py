"""The process in which pictures are drawn, so that the event loop of the program stays free.

A drawing and what it shows come through a pipe, the finished picture goes back. Nothing of Discord
or the database is loaded here. It ends when the program has ended, in whatever way.
"""

import pickle
import traceback
from time import monotonic
from typing import Any

from bot.process import served

_NICER = 5
"""The niceness of drawing: where the processor is short, presses go first, computers last."""

Answer = tuple[Any, Exception | None, float]
"""What a drawing has returned or raised, and the seconds it took."""


def serve() -> None:
    """Draw what is asked for from standard input until it is closed."""
    served.serve(drawn, nicer=_NICER)


def drawn(asked: bytes) -> Answer:
    """Draw what is asked for: a function, its arguments and its named ones, pickled."""
    began = monotonic()
    try:
        function, args, named = pickle.loads(asked)  # noqa: S301 - from our own process
        result = function(*args, **named)
    except Exception as error:
        return None, _sent(error), monotonic() - began
    return result, None, monotonic() - began


def _sent(error: Exception) -> Exception:
    """The error as it can be sent, with the place where it was raised."""
    try:
        error.add_note("".join(traceback.format_tb(error.__traceback__)))
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
