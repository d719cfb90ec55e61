"""How long a computer thinks: one decision, out of whole games of four computers.

Run with `scripts/test tests/benchmarks --benchmark-only`. The floor, measured in the same run, is
a player who takes any legal answer: the engine lists them, one is drawn and played.
"""

import random
import statistics
import time
from typing import Any, NamedTuple

from bot.ai import choose
from bot.engine import Game, Position

GAMES = 3
EVERY = 5  # measured: one decision out of so many


class Asked(NamedTuple):
    """A decision as a computer is given it, and its game."""

    game: Game
    position: Position
    seat: int
    kind: str
    legal: list[str]


def decisions_of_computers() -> list[Asked]:
    """Decisions from the beginning to the end of some games."""
    found: list[Asked] = []
    for seed in range(GAMES):
        game, count = Game.new(4, seed=seed), 0
        while game.pending:
            seat, kind = game.pending[0]
            asked = Asked(game, game.snapshot(), seat, kind, game.legal(seat))
            if count % EVERY == 0:
                found.append(asked._replace(game=game.copy()))
            game.play(seat, choose(asked.position, seat, kind, asked.legal))
            count += 1
    return found


def think(asked: Asked) -> str:
    """A computer's answer."""
    return choose(asked.position, asked.seat, asked.kind, asked.legal)


def seconds_each(asked: list[Asked]) -> list[float]:
    """Thinking time of each decision."""
    times = []
    for decision in asked:
        start = time.perf_counter()
        think(decision)
        times.append(time.perf_counter() - start)
    return times


def seconds_of_random_answers(asked: list[Asked]) -> float:
    """The floor: the median time to list the legal answers, draw one and play it."""
    chance = random.Random(1)
    times = []
    for decision in asked:
        game = decision.game.copy()
        start = time.perf_counter()
        game.play(decision.seat, chance.choice(game.legal(decision.seat)))
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def test_thinking_time_of_a_decision(benchmark: Any) -> None:
    asked = decisions_of_computers()

    benchmark(lambda: [think(decision) for decision in asked])

    times = sorted(seconds_each(asked))
    median, slow = statistics.median(times), times[len(times) * 99 // 100]
    mean = benchmark.stats.stats.median / len(asked)
    floor = seconds_of_random_answers(asked)
    benchmark.extra_info["milliseconds_median"] = round(1000 * median, 2)
    benchmark.extra_info["milliseconds_slowest_of_100"] = round(1000 * slow, 2)
    benchmark.extra_info["times_the_floor"] = round(median / floor)
    print(
        f"\n{len(asked)} decisions: {1000 * median:.2f} ms (median), {1000 * mean:.2f} ms (mean), "
        f"{1000 * slow:.1f} ms (slowest of 100), {median / floor:.0f} times a random answer"
    )
