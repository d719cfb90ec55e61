"""Games of a match: the same deals, the seats in rotation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from bot.engine import Game, IllegalAction
from training.match.players import Asked, Player


@dataclass(frozen=True, slots=True)
class Played:
    """How a game ended."""

    first: tuple[bool, ...]
    """By seat: whether the first of the two players sat there."""
    points: tuple[float, ...]
    share: float
    """What the first player has of the win: 1, 0, or less than 1 where seats share it."""
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    """What each turn took of one core, of the first player and of the second."""
    illegal: int
    """Answers of the first player that were not legal."""


def rotations(seats: int, of_first: int) -> Iterator[tuple[bool, ...]]:
    """Where the first player sits, one game after the other on the same deal: on `of_first` seats
    that follow each other."""
    for start in range(seats):
        taken = {(start + place) % seats for place in range(of_first)}
        yield tuple(seat in taken for seat in range(seats))


def play(game: Game, first: Player, second: Player, sits: Sequence[bool]) -> Played:
    """One game; who answers illegally gets the first legal answer instead, and it is counted."""
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
