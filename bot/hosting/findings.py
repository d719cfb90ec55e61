"""Findings about the things the bot needs; how the verbs print them, and their exit codes."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]
"""As it should be; something should be done, but the bot runs; the bot cannot run."""
LEVELS: tuple[Level, ...] = ("ok", "warning", "fault")
"""The levels, from good to bad."""


@dataclass(frozen=True)
class Finding:
    """One thing, its level, and advice where it is not ok."""

    level: Level
    about: str
    said: str


def ok(about: str, said: str) -> Finding:
    """Make a finding that something is as it should be."""
    return Finding("ok", about, said)


def warning(about: str, said: str) -> Finding:
    """Make a finding that the bot runs, but something should be done."""
    return Finding("warning", about, said)


def fault(about: str, said: str) -> Finding:
    """Make a finding that the bot cannot run."""
    return Finding("fault", about, said)


EXIT_OK = 0
EXIT_FALSE = 1
"""A check has found something wrong."""
EXIT_UNREACHABLE = 1
"""Something needed cannot be reached now: trying again later may help."""
EXIT_SETTINGS = 2
"""A setting is missing or wrong, or the request is impossible: trying again would not help."""


LONGEST_LINE = 400
MOST_LINES = 100


def plain(said: str) -> str:
    """Put a text on one line of limited length, without unprintable characters."""
    if len(said) > LONGEST_LINE:
        said = f"{said[:LONGEST_LINE]}…"
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in said)


def printed(lines: list[str]) -> None:
    """Print lines, until the reader has enough."""
    for line in lines[:MOST_LINES]:
        print(plain(line))
    if len(lines) > MOST_LINES:
        print(f"And {len(lines) - MOST_LINES} more lines.")
