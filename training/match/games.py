"""Games of a match: on each deal the players rotate through the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple

from bot.engine import Game, IllegalAction
from bot.engine.happenings import Begged, CalendarTurned, Happening, PointsChanged
from training.match.players import Asked, Player, player


@dataclass(frozen=True, slots=True)
class Seated:
    """What became of one seat in a game."""

    player: int
    """Which of the players of the match sat there."""
    points: float
    first: float
    """Its share of the win: 1, 0, or a fraction if several seats are tied for it."""
    hunger: float
    """The points lost to hungry workers; 0 or below."""
    begged: int
    """How often it begged for corn."""
    technology: int
    """The levels on all four tracks together, at the end."""
    double_days: int
    """How often it moved the calendar on by two days."""
    illegal: int
    """The number of illegal answers."""
    seconds: tuple[float, ...]
    """CPU seconds of each turn."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game, by seat."""

    deal: str
    """The seed of the deal: games with the same one depend on each other."""
    seats: tuple[Seated, ...]


Seating = tuple[int, ...]
"""By seat, which of the players of a match sits there."""


class Deal(NamedTuple):
    """The games that are played on one deal."""

    names: tuple[str, ...]
    """The players, by their names in `training.match.players`."""
    modules: tuple[str, ...]
    seed: str
    seatings: tuple[Seating, ...]
    """One for each game."""


def rotations(seating: Sequence[int]) -> Iterator[Seating]:
    """The seating, and those in which everybody has moved on by one seat, by two and so on, once
    around the table."""
    for moved in range(len(seating)):
        cut = len(seating) - moved
        yield (*seating[cut:], *seating[:cut])


def deal_played(deal: Deal) -> list[Played]:
    """Play all games of a deal."""
    games = []
    for seating in deal.seatings:
        game = Game.new(len(seating), modules=deal.modules, seed=deal.seed)
        players = [player(name, f"{deal.seed}/{number}") for number, name in enumerate(deal.names)]
        games.append(play(game, players, seating, deal.seed))
    return games


def play(game: Game, players: Sequence[Player], seating: Sequence[int], deal: str) -> Played:
    """Play one game. Illegal answers are counted, and the first legal action is played in their
    place."""
    count = len(seating)
    seconds: list[list[float]] = [[] for _ in range(count)]
    illegal, begged, double_days = [0] * count, [0] * count, [0] * count
    hunger = [0.0] * count

    def hear(happening: Happening) -> None:
        match happening:
            case PointsChanged(seat, points4, "hunger"):
                hunger[seat] += points4 / 4
            case Begged(seat):
                begged[seat] += 1
            case CalendarTurned(seat=int(seat)):
                double_days[seat] += 1

    while game.pending:
        seat, kind = game.pending[0]
        asked = Asked(game.snapshot(), seat, kind, game.legal(seat))
        begun = process_time()
        answers = players[seating[seat]](asked)
        if kind == "turn":
            seconds[seat].append(process_time() - begun)
        for action in answers:
            try:
                game.play(seat, action, hear)
            except IllegalAction:
                illegal[seat] += 1
                game.play(seat, game.legal(seat)[0], hear)
                break
    winners = [row["seat"] for row in game.standings() if row["place"] == 1]
    return Played(
        deal,
        tuple(
            Seated(
                player=seating[seat],
                points=owner.points4 / 4,
                first=(seat in winners) / len(winners),
                hunger=hunger[seat],
                begged=begged[seat],
                technology=sum(owner.technologies.values()),
                double_days=double_days[seat],
                illegal=illegal[seat],
                seconds=tuple(seconds[seat]),
            )
            for seat, owner in enumerate(game.snapshot().players)
        ),
    )
