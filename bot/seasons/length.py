"""How long a season takes, before anybody says yes to it: its tables, the games of each player, and
the time that follows from the clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.seasons.schedules import Extent

TURNS = 26
"""The turns of a seat in a game: 27 days of the calendar, less a double step."""
LONG = timedelta(days=183)
"""More than this is too long for most people."""


@dataclass(frozen=True)
class Length:
    """The size of a season, and about how long it takes."""

    tables: int
    fewest: int
    """The fewest games that a player has."""
    most: int
    at_once: int
    """At how many tables a player sits at once."""
    seats: int
    """The seats of a full table."""
    turn: timedelta
    """How long a turn takes, as a guess."""

    @property
    def time(self) -> timedelta:
        """About how long the season takes: games one after the other, as many at once as the
        season opens, in which every seat waits for the others."""
        return self.seats * TURNS * self.turn * -(-self.most // self.at_once)


def length_of(extents: Sequence[Extent], seats: int, at_once: int, turn: timedelta) -> Length:
    """Find the length of a season from what its divisions have to play."""
    return Length(
        sum(one.tables for one in extents),
        min(one.fewest for one in extents),
        max(one.most for one in extents),
        at_once,
        seats,
        turn,
    )
