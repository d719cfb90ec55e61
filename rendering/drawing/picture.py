"""Pictures as the program has them, finished or yet to be drawn, and what can go wrong; and the
main function of the process that draws, so that the program's event loop stays free.

A drawing function and its arguments come through a pipe, the finished picture goes back
(`rendering.drawing.pool` asks for it). The process ends when the program has ended, in whatever
way. This module loads nothing that draws, since the program imports it, and nothing of Discord, the
database or asyncio, since the process does.
"""

import pickle
import traceback
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from typing import Any

from bot import process

TURNING_STEPS = 10
"""Steps in which a gear turns by one tooth in the animation of a food day. Frames are drawn only at
these angles, and as all teeth look alike the same drawings serve every day."""


@dataclass(frozen=True)
class Picture:
    """A finished picture: PNG or WebP bytes, a file name of letters, digits, dash and dot, and alt
    text of at most 1,024 characters."""

    data: bytes
    filename: str
    alt: str


@dataclass(frozen=True)
class Drawing:
    """A function that draws, known by module and name: it is imported only when called, and only
    its name is sent to a process."""

    module: str
    name: str

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Import the function and call it."""
        return getattr(import_module(self.module), self.name)(*args, **named)


class FontsMissing(RuntimeError):
    """A typeface cannot be read. The text names the file and says what helps."""


COVER = "lobby.png"
"""The file name of a lobby's picture: its message refers to it when it is edited without a new
file."""
POSSESSIONS = "possessions"
"""The name of the close-up of what one seat has, also in its file name."""


_NICER = 5
"""How much the niceness of the drawing process is raised: where processor time is short, presses
come first and computer players last."""

Answer = tuple[Any, Exception | None, float]
"""What a drawing function returned, what it raised, and the seconds it took."""


def serve() -> None:
    """Draw what is asked for through standard input until that is closed."""
    process.serve(drawn, nicer=_NICER)


def drawn(asked: bytes) -> Answer:
    """Run what is asked for: a pickled (function, arguments, named arguments). Errors are
    returned."""
    began = monotonic()
    try:
        function, args, named = pickle.loads(asked)  # noqa: S301 - from our own process
        result = function(*args, **named)
    except Exception as error:
        return None, _sent(error), monotonic() - began
    return result, None, monotonic() - began


def _sent(error: Exception) -> Exception:
    """The error in a form that can be pickled, with a note of where it was raised."""
    try:
        error.add_note("".join(traceback.format_tb(error.__traceback__)))
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
