"""The facts of a finished game, for statistics: its log is played again with a listener that notes
them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.engine.board import GEARS
from bot.engine.game import Game
from bot.engine.happenings import (
    POINTS_SOURCES,
    Happening,
    PointsChanged,
    PointsSource,
    RoundEnded,
    TurnEnded,
    WorkerPickedUp,
    WorkerPlaced,
)

THE_END = 0
"""Stands in the place of a round for points given at the end of the game."""


@dataclass(frozen=True)
class SeatFacts:
    """What one seat did, and its final result. Points are quarters."""

    place: int
    """The place, from 1; tied seats share it."""
    points4: int
    on_gears: int
    """The seat's workers on the gears at the end, which break ties (R-126)."""
    tribe: str | None
    opening: tuple[str, ...]
    """The gears of the first turn in which the seat placed workers, one per worker, in board
    order."""
    technologies: Mapping[str, int]
    """The final level by technology track."""
    temples: Mapping[str, int]
    """The final step by temple, counted from the bottom one, which is 0."""
    monuments: tuple[str, ...]
    buildings: tuple[str, ...]
    workers: int
    turns: int
    gears: Mapping[str, int]
    """The number of workers picked up, by gear."""
    gains: tuple[tuple[PointsSource, int, int], ...]
    """(source, round, points) for each round in which a source gave or took points; `THE_END`
    stands for the round at the end. They add up to the points the game itself gave."""


@dataclass(frozen=True)
class GameFacts:
    """The facts of a finished game."""

    modules: tuple[str, ...]
    rounds: int
    prophecies: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    """The seats in playing order."""


def game_facts(setup: Mapping[str, Any], actions: Iterable[tuple[int, str]]) -> GameFacts | None:
    """Find the facts of the game with this deal and these answers; None if it was not played to its
    end.

    Raises ValueError for a setup that cannot be laid out, IllegalAction where the log breaks the
    rules.
    """
    game = Game.from_setup(setup)
    before = [player.points4 for player in game.snapshot().players]
    notes = [_Notes(points4) for points4 in before]
    listener = _Listener(notes)
    for seat, action in actions:
        game.play(seat, action, listener.hear)
    if not game.finished:
        return None
    last = game.snapshot()
    rounds = listener.rounds_ended
    by_seat = sorted(game.standings(), key=lambda row: row["seat"])
    return GameFacts(
        modules=last.modules,
        rounds=rounds,
        prophecies=last.prophecies,
        seats=tuple(
            SeatFacts(
                place=row["place"],
                points4=row["points4"],
                on_gears=row["workers_on_gears"],
                tribe=player.tribe,
                opening=own.opening,
                technologies=player.technologies,
                temples=player.temples,
                monuments=player.monuments,
                buildings=player.buildings,
                workers=player.workers,
                turns=own.turns,
                gears={gear: own.gears[gear] for gear in GEARS if own.gears[gear]},
                gains=own.gains_of(rounds),
            )
            for row, player, own in zip(by_seat, last.players, notes, strict=True)
        ),
    )


class _Notes:
    """The notes about one seat."""

    def __init__(self, points4: int) -> None:
        self.turns = 0
        self.opening: tuple[str, ...] = ()
        self.placed: list[str] = []  # in this turn
        self.gears = Counter[str]()
        self.gained = Counter[tuple[PointsSource, int]]()
        if points4:
            self.gained["earlier", 1] = points4

    def gains_of(self, rounds: int) -> tuple[tuple[PointsSource, int, int], ...]:
        """List the gains by source and round, for a game of so many rounds."""
        return tuple(
            (source, THE_END if number > rounds else number, points4)
            for source in POINTS_SOURCES
            for number in range(1, rounds + 2)
            if (points4 := self.gained[source, number])
        )


class _Listener:
    """Notes what happens while a game is played again."""

    def __init__(self, notes: list[_Notes]) -> None:
        self._notes = notes
        self.rounds_ended = 0

    def hear(self, happening: Happening) -> None:
        """Note what has happened."""
        match happening:
            case PointsChanged(seat, points4, source):
                self._notes[seat].gained[source, self.rounds_ended + 1] += points4
            case WorkerPlaced(seat, place) if place in GEARS:
                self._notes[seat].placed.append(place)
            case WorkerPickedUp(seat, gear):
                self._notes[seat].gears[gear] += 1
            case TurnEnded(seat):
                own = self._notes[seat]
                own.turns += 1
                own.opening = own.opening or tuple(sorted(own.placed, key=GEARS.index))
                own.placed.clear()
            case RoundEnded():
                self.rounds_ended += 1
