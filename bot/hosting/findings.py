"""What was found about one thing that the bot needs; how the verbs say it, and with which number
they end."""

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


EXIT_OK = 0
EXIT_FALSE = 1
"""What was checked does not hold."""
EXIT_UNREACHABLE = 1
"""What is needed cannot be reached now: trying again later may help."""
EXIT_SETTINGS = 2
"""A setting is missing or wrong, or what was asked cannot be done: trying again would not help."""


LONGEST_LINE = 400
MOST_LINES = 100


def plain(said: str) -> str:
    """One line, without anything that is not printed, and not too long."""
    if len(said) > LONGEST_LINE:
        said = f"{said[:LONGEST_LINE]}…"
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in said)


def printed(lines: list[str]) -> None:
    """Print lines, or as many as anybody reads."""
    for line in lines[:MOST_LINES]:
        print(plain(line))
    if len(lines) > MOST_LINES:
        print(f"And {len(lines) - MOST_LINES} lines more.")
