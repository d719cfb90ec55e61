"""Results of matches made up by hand."""

from collections.abc import Sequence
from dataclasses import replace

from training.match.games import Played, Seated


def seat(player: int, points: float, first: float) -> Seated:
    """A seat that took two turns, of 1 ms and of 2 ms."""
    return Seated(player, points, first, 0.0, 0, 0, 0, 0, (0.001, 0.002))


def against(own: float, other: float, deal: str) -> Played:
    """A game between two players with these points."""
    first = (1 + (own > other) - (own < other)) / 2
    return Played(deal, (seat(0, own, first), seat(1, other, 1 - first)))


def match(*deals: Sequence[tuple[float, float]]) -> list[Played]:
    """Games between two players: by deal, the points of both in each game."""
    return [
        against(own, other, str(deal)) for deal, games in enumerate(deals) for own, other in games
    ]


def alone(deal: str, **measured: float) -> Played:
    """A game of one seat, in which these things were measured."""
    return Played(deal, (replace(seat(0, 60, 1), **measured),))
