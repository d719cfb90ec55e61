"""What a season asks of its players: how many tables and games, and about how long it takes.

Assumptions. A seat has 25 turns in a game; in games played by chance in the tests it has 23 to 26
with 2 to 5 seats. Turns come one after the other. Whoever plays at several tables plays them beside
each other, and the next ones after the last of these is over. How much time a turn takes, nights
and quiet hours included, is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.seasons.events import Rules
from bot.seasons.schedules import Extent, extent_of_games, extent_of_rounds

TURNS = 25
"""The turns of a seat in a game."""
LONG = timedelta(days=183)
"""A season that takes longer is warned about."""


@dataclass(frozen=True)
class Forecast(Extent):
    """What a season asks of its players, without its final."""

    takes: timedelta | None
    """About how long the season takes; None where nobody can say."""

    @property
    def too_long(self) -> bool:
        """Whether it takes so long that the moderators should know."""
        return self.takes is not None and self.takes > LONG


def extent(players: int, rules: Rules) -> Extent:
    """Count the tables and games of a division of so many players, as `drawing.draw` draws them; in
    the Swiss form with all its rounds."""
    if rules.form == "games":
        return extent_of_games(players, rules.seats, rules.games)
    return extent_of_rounds(players, rules.seats, rules.games or 1)


def forecast(sizes: Sequence[int], rules: Rules, at_once: int, turn: timedelta | None) -> Forecast:
    """Reckon what a season asks of its players. `sizes` are the players of its divisions, from 2.
    `at_once` is the number of tables that a person plays at a time, 0 for all of a round; Swiss
    rounds are played one after the other. `turn` is the time a turn takes, None if unknown.
    """
    found = [extent(size, rules) for size in sizes]
    most = max(one.most for one in found)
    together = 1 if rules.form == "swiss" else at_once or 1
    takes = None
    if turn is not None:
        takes = -(-most // together) * TURNS * min(rules.seats, max(sizes)) * turn
    return Forecast(sum(one.tables for one in found), min(one.fewest for one in found), most, takes)
