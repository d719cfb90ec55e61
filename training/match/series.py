"""The series of games that the ladder of levels consists of."""

from itertools import permutations, product
from typing import NamedTuple

from bot.engine.components import MODULES
from training.match.games import Deal, Seating, rotations
from training.match.players import EACH

LEVELS = ("easy", "medium", "hard", "master")
"""The levels that people can choose, from the weakest to the strongest."""
CLIMBING = LEVELS[1:]
"""The levels that have another one below them."""
SEATS = (2, 3, 4, 5)
QUICK = ("quick_actions",)
"""The modules of games of five, as the rulebook says."""


class Series(NamedTuple):
    """Games between some players on the same seats of the same deals."""

    players: tuple[str, ...]
    """Levels, the strongest first. Each has one seat, but the last one has all the others."""
    seats: int
    everything: bool
    """Whether all modules are played; else the base game."""

    def __str__(self) -> str:
        modules = "all modules" if self.everything else "base"
        if len(self.players) == 1:
            told = f"{self.players[0]} against itself"
        else:
            told = " against ".join(self.players)
        return f"{told}, {self.seats} seats, {modules}"

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules with which it is played."""
        if self.everything:
            return MODULES
        return QUICK if self.seats == max(SEATS) else ()

    def seatings(self, deal: int) -> list[Seating]:
        """The seatings on a deal, in which each player sits equally often on each seat. Who sits
        behind whom changes from deal to deal."""
        last = len(self.players) - 1
        if last == 0:
            return [(0,) * self.seats]
        orders = [*permutations(range(1, last + 1))]
        rest = (last,) * (self.seats - last - 1)
        return [*rotations((0, *orders[deal % len(orders)], *rest))]

    def deal(self, number: int, weights: str) -> Deal:
        """The deal of this number, played with the net in the file `weights` and with another style
        on each seat. Series with the same seats and modules play the same deals."""
        names = [f"{one}/{EACH}@{weights}" for one in self.players]
        return Deal(tuple(names), self.modules, f"table/{number}", tuple(self.seatings(number)))


def below(level: str, seats: int, everything: bool) -> Series:
    """A level on one seat, and the level below it on all others. `level` is one of `CLIMBING`."""
    return Series((level, LEVELS[LEVELS.index(level) - 1]), seats, everything)


def together(everything: bool) -> Series:
    """All levels at one table, one seat each."""
    return Series(LEVELS[::-1], len(LEVELS), everything)


def itself(level: str, seats: int, everything: bool) -> Series:
    """A level on all seats of a table."""
    return Series((level,), seats, everything)


def every_series() -> list[Series]:
    """All series of the ladder."""
    tables = list(product(SEATS, (False, True)))
    return [
        *(below(level, *table) for level in CLIMBING for table in tables),
        *(together(everything) for everything in (False, True)),
        *(itself(level, *table) for level in LEVELS for table in tables),
    ]
