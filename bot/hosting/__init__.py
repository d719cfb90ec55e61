"""Tools for whoever runs the bot: backups, checks, and the needs of the machine; here
findings about what the bot needs, how the verbs of the command line print them, and their exit
codes."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]
""""ok": as it should be; "warning": something should be done, but the bot runs; "fault": it cannot
run."""
LEVELS: tuple[Level, ...] = ("ok", "warning", "fault")
"""The levels, from best to worst."""


@dataclass(frozen=True)
class Finding:
    """What was found about one thing: `said` also holds advice, unless the level is "ok"."""

    level: Level
    about: str
    said: str


def ok(about: str, said: str) -> Finding:
    """A finding that something is as it should be."""
    return Finding("ok", about, said)


def warning(about: str, said: str) -> Finding:
    """A finding that the bot runs, but something should be done."""
    return Finding("warning", about, said)


def fault(about: str, said: str) -> Finding:
    """A finding that the bot cannot run."""
    return Finding("fault", about, said)


EXIT_OK = 0
EXIT_FALSE = 1
"""A check found something wrong."""
EXIT_UNREACHABLE = 1
"""Something that is needed cannot be reached now: trying again later may help."""
EXIT_SETTINGS = 2
"""A setting is missing or wrong, or what is asked for is impossible: trying again would not
help."""


LONGEST_LINE = 400
MOST_LINES = 100


def plain(said: str) -> str:
    """The text on one line, at most `LONGEST_LINE` characters, without unprintable ones."""
    if len(said) > LONGEST_LINE:
        said = f"{said[:LONGEST_LINE]}…"
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in said)


def printed(lines: list[str]) -> None:
    """Print the lines, at most `MOST_LINES`, and how many more there are."""
    for line in lines[:MOST_LINES]:
        print(plain(line))
    if len(lines) > MOST_LINES:
        print(f"And {len(lines) - MOST_LINES} more lines.")
