"""python -m training.noise: measure how far the values computed by computers can be trusted, in
games of a level against itself. Prints what a review would charge for the turns played, and how far
its expected points are from the real ones. With --write, both go into data/review.json."""

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean, pstdev
from typing import get_args

from bot.ai.advice import MEASURED_PATH, SURE, THIRDS, Measured, compared, estimated, third
from bot.ai.limits import STEADY
from bot.ai.value import weights
from bot.engine import Game
from bot.model.computers import Level
from training.games import mixture
from training.match.players import Asked, player

PLAYED: tuple[Level, ...] = get_args(Level)
"""All levels, the weaker ones first."""
JUDGES = tuple(level for level in PLAYED if level != "hard")
"""The levels whose noise is measured in games of `STEADY`. Hard is left out: it would find the same
turns best."""
_NEAR = {-2: 1, -1: 2, 0: 3, 1: 2, 2: 1}
"""The weights in the mean that smooths a round, by the distance in rounds."""

ByRound = tuple[tuple[int, float], ...]
"""Pairs of a round and a number. A round may occur several times."""


@dataclass(frozen=True, slots=True)
class OneGame:
    """What was measured in one game."""

    missed: ByRound
    """The points by which a seat ended above the estimate at the round's beginning."""
    lost: Mapping[str, ByRound]
    """By the level that judged: the points lost by a turn, below 0 for points gained."""


def measure(game: Game, level: str, judges: Sequence[str]) -> OneGame:
    """Play a game of a level against itself, and judge each turn at the levels `judges`."""
    think = player(level)
    estimates: dict[int, list[float]] = {}
    lost: dict[str, list[tuple[int, float]]] = {judge: [] for judge in judges}
    while game.pending:
        seat, kind = game.pending[0]
        position = game.snapshot()
        actions = think(Asked(position, seat, kind, game.legal(seat)))
        if kind == "turn":
            if position.round not in estimates:
                estimates[position.round] = estimated(position)
            for judge in judges:
                found = compared(position, seat, actions, judge)
                lost[judge].append((position.round, found.lost))
        for action in actions:
            game.play(seat, action)
    ends = [owner.points4 / 4 for owner in game.snapshot().players]
    missed = tuple(
        (number, end - estimate)
        for number, found in estimates.items()
        for end, estimate in zip(ends, found, strict=True)
    )
    return OneGame(missed, {judge: tuple(found) for judge, found in lost.items()})


def charged(lost: ByRound) -> list[list[float]]:
    """List the losses that a review charges, by third of the game."""
    found: list[list[float]] = [[] for _ in range(THIRDS)]
    for number, points in lost:
        if points > 0:
            found[third(number)].append(points)
    return found


def smoothed(numbers: ByRound) -> list[float]:
    """Calculate, for each round from 1 to the last, a weighted mean of it and the rounds near
    it."""
    by_round = defaultdict(list)
    for number, points in numbers:
        by_round[number].append(points)
    means = []
    for number in range(1, max(by_round, default=0) + 1):
        near = [(weight, by_round[number + off]) for off, weight in _NEAR.items()]
        total = sum(weight * sum(points) for weight, points in near)
        means.append(round(total / sum(weight * len(points) for weight, points in near), 1))
    return means


def with_figures(known: Measured, level: str, games: Sequence[OneGame]) -> Measured:
    """Replace older figures by those of these games. Figures measured with other weights are
    removed."""
    generation = weights().generation
    if known.generation != generation:
        known = Measured(generation, {}, {})
    missed = dict(known.missed)
    if level in PLAYED:
        missed[level] = smoothed(sum((one.missed for one in games), ()))
    noise = dict(known.noise)
    for judge in games[0].lost:
        thirds = charged(sum((one.lost[judge] for one in games), ()))
        noise[judge] = [round(mean(found), 1) if found else 0.0 for found in thirds]
    return replace(known, missed=_in_order(missed), noise=_in_order(noise))


def _in_order(figures: Mapping[str, Sequence[float]]) -> dict[str, Sequence[float]]:
    return {level: figures[level] for level in PLAYED if level in figures}


def lines(games: Sequence[OneGame]) -> Iterator[str]:
    """Describe the figures in lines of text."""
    for judge in games[0].lost:
        lost = sum((one.lost[judge] for one in games), ())
        yield f"{judge} charges a turn {mean(max(0.0, points) for _, points in lost):.2f} points"
        for number, found in enumerate(charged(lost), 1):
            if found:
                above = sum(points > SURE * mean(found) for points in found)
                yield (
                    f"  third {number}: {len(found)} turns charged, mean {mean(found):.2f}, "
                    f"spread {pstdev(found):.2f}, most {max(found):.1f}, told {above}"
                )
    missed = sum((one.missed for one in games), ())
    yield "real points minus estimate, by round: " + " ".join(
        f"{points:+.1f}" for points in smoothed(missed)
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and print the figures."""
    reading = argparse.ArgumentParser(prog="python -m training.noise", description=__doc__)
    words = f"who plays; {STEADY}, hard without its mistakes, shows the noise"
    reading.add_argument("level", choices=(*PLAYED, STEADY), help=words)
    reading.add_argument("--games", type=int, default=8)
    words = "with this number of seats, in the base game; else as in training"
    reading.add_argument("--seats", type=int, help=words)
    reading.add_argument("--judges", default="", help="levels with commas between")
    reading.add_argument("--seed", default="noise")
    reading.add_argument("--write", action="store_true", help="keep the figures")
    reading.add_argument("--file", type=Path, default=MEASURED_PATH)
    told = reading.parse_args(arguments)
    judges = tuple(filter(None, told.judges.split(",")))
    if told.level == STEADY:
        judges = judges or JUDGES
    games = []
    for number in range(told.games):
        seed = f"{told.seed}/{number}"
        seats, modules = (told.seats, ()) if told.seats else mixture(random.Random(seed))
        game = Game.new(seats, modules=modules, seed=seed)
        games.append(measure(game, told.level, judges))
        print(f"game {number + 1}", file=sys.stderr)
    print(*lines(games), sep="\n")
    if told.write:
        known = json.loads(told.file.read_text("utf-8")) if told.file.exists() else None
        kept = with_figures(Measured(**known) if known else Measured(0, {}, {}), told.level, games)
        told.file.write_text(json.dumps(asdict(kept)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
