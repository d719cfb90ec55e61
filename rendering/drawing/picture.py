"""Pictures as the program has them, finished or yet to be drawn, with what can go wrong; and the
process in which they are drawn, so that the event loop of the program stays free.

A drawing and what it shows come through a pipe, the finished picture goes back
(`rendering.drawing.pool` asks for it). The process ends when the program has ended, in whatever
way. Nothing here loads what draws, for the program, nor anything of Discord, the database or
asyncio, for the process.
"""

import pickle
import traceback
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from typing import Any

from bot.process import served


@dataclass(frozen=True)
class Picture:
    """A finished picture: PNG or WebP bytes, a file name of letters, digits, dash and dot, and alt
    text of at most 1,024 characters."""

    data: bytes
    filename: str
    alt: str


@dataclass(frozen=True)
class Drawing:
    """A function that draws, by its name. It is loaded where it is called, and sent to a process as
    its name."""

    module: str
    name: str

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, *args: Any, **named: Any) -> Any:
        """What the function returns."""
        return getattr(import_module(self.module), self.name)(*args, **named)


class FontsMissing(RuntimeError):
    """The typeface cannot be read; the text says which file and what helps."""


COVER = "lobby.png"
"""The file name of the cover, by which a lobby's message goes on showing the picture it has."""
POSSESSIONS = "possessions"
"""The close-up of one seat; the word is part of its file name."""


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
