"""Pictures as the program has them: finished, or yet to be drawn, with what can go wrong. Nothing
here loads what draws."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any


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
