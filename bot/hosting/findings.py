"""What was found about one thing that the bot needs."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]
"""It is as it should be; the bot runs, but something should be done; the bot cannot run."""
LEVELS: tuple[Level, ...] = ("ok", "warning", "fault")
"""From good to bad."""


@dataclass(frozen=True)
class Finding:
    """One thing, how it is, and what to do where it is not as it should be."""

    level: Level
    about: str
    said: str


def ok(about: str, said: str) -> Finding:
    """It is as it should be."""
    return Finding("ok", about, said)


def warning(about: str, said: str) -> Finding:
    """The bot runs, but something should be done."""
    return Finding("warning", about, said)


def fault(about: str, said: str) -> Finding:
    """The bot cannot run so."""
    return Finding("fault", about, said)
