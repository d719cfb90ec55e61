"""How long a computer thinks: a whole turn at each level, in positions from the beginning to the
end of games of four and five seats.

Run with `scripts/test tests/benchmarks/test_computer.py --benchmark-only -s`. The floor, measured
in the same run, is a player who takes any legal answer: the engine lists them, one is drawn and
played.
"""

import random
import statistics
import time
from typing import Any

import pytest

from bot.ai.players import plan_turn
from bot.engine import Game
from bot.model.computers import LEVELS, Level
from tests.played import played

GAMES = ("4 base", "4 all", "5 all")
EVERY = 15
"""Of so many turns one is measured."""


def turns_of_games() -> list[Game]:
    """Games at the beginning of a turn."""
    found: list[Game] = []
    count = 0
    for name in GAMES:
        game, turns = played(name)
        for seat, answers in turns:
            if game.kind_asked(seat) == "turn":
                count += 1
                if count % EVERY == 0:
                    found.append(game.copy())
            for answer in answers:
                game.play(seat, answer)
    return found


def milliseconds_of_random_answers(games: list[Game]) -> float:
    """The floor: the median time to list the legal answers, draw one and play it, to a turn's
    end."""
    chance = random.Random(1)
    times = []
    for begun in games:
        game, seat = begun.copy(), begun.pending[0].seat
        start = time.perf_counter()
        begins = True
        while begins or not game.turn_over(seat):
            begins = False
            game.play(seat, chance.choice(game.legal(seat)))
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


@pytest.mark.parametrize("level", LEVELS)
def test_time_of_a_turn(benchmark: Any, level: Level) -> None:
    games = turns_of_games()
    positions = [(game.snapshot(), game.pending[0].seat) for game in games]
    times: list[float] = []

    def think() -> None:
        for position, seat in positions:
            start = time.perf_counter()
            plan_turn(position, seat, level)
            times.append(1000 * (time.perf_counter() - start))

    benchmark.pedantic(think, rounds=1)
    times.sort()
    median, late = statistics.median(times), times[int(len(times) * 0.99)]
    floor = milliseconds_of_random_answers(games)
    benchmark.extra_info["milliseconds_median"] = round(median, 1)
    benchmark.extra_info["milliseconds_slowest_of_100"] = round(late, 1)
    benchmark.extra_info["times_the_floor"] = round(median / floor)
    print(
        f"\n{level}: {len(times)} turns, {median:.0f} ms (median), {late:.0f} ms (slowest of 100), "
        f"{times[-1]:.0f} ms (slowest), {median / floor:.0f} times random answers"
    )
