"""Games of a match: on each deal the players rotate through the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from bot.engine import Game, IllegalAction
from training.match.players import Asked, Player


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game."""

    first: tuple[bool, ...]
    """Whether the first of the two players sat there, by seat."""
    points: tuple[float, ...]
    share: float
    """The first player's share of the win: 1, 0, or between if seats are tied for it."""
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    """CPU seconds of each turn of the first player and of the second."""
    illegal: int
    """The number of illegal answers of the first player."""


def rotations(seats: int, of_first: int) -> Iterator[tuple[bool, ...]]:
    """The seats of the first player in all games on one deal: `of_first` consecutive seats, in
    every rotation."""
    for start in range(seats):
        taken = {(start + place) % seats for place in range(of_first)}
        yield tuple(seat in taken for seat in range(seats))


def play(game: Game, first: Player, second: Player, sits: Sequence[bool]) -> Played:
    """Play one game. An illegal answer is counted and replaced by the first legal one."""
    seconds: tuple[list[float], list[float]] = ([], [])
    illegal = 0
    while game.pending:
        seat, kind = game.pending[0]
        asked = Asked(game.snapshot(), seat, kind, game.legal(seat))
        begun = process_time()
        answers = (first if sits[seat] else second)(asked)
        if kind == "turn":
            seconds[not sits[seat]].append(process_time() - begun)
        for action in answers:
            try:
                game.play(seat, action)
            except IllegalAction:
                illegal += sits[seat]
                game.play(seat, game.legal(seat)[0])
                break
    standings = game.standings()
    winners = [row["seat"] for row in standings if row["place"] == 1]
    points = tuple(player.points4 / 4 for player in game.snapshot().players)
    share = sum(sits[seat] for seat in winners) / len(winners)
    return Played(tuple(sits), points, share, (tuple(seconds[0]), tuple(seconds[1])), illegal)
