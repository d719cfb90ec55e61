"""How fast the rules are: decisions of random games, copies of a game in its middle.

Run with `scripts/test tests/benchmarks --benchmark-only`. Machines differ and drift, so each
figure is also printed as a ratio to a floor measured in the same run: the same random choices
from ready lists, without any rules.
"""

import random
import time
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import MODULES

GAMES = 20


def play_random_game(players: int, seed: int, modules: tuple[str, ...] = ()) -> int:
    """Play to the end by random choices, listing the legal actions each time; count decisions."""
    chance = random.Random(seed)
    game = Game.new(players, seed=seed, modules=modules)
    decisions = 0
    while pending := game.pending:
        seat = pending[0].seat
        game.play(seat, chance.choice(game.legal(seat)))
        decisions += 1
    return decisions


def seconds_of_bare_choices(decisions: int) -> float:
    """The floor: as many random choices from a list of six, and nothing else."""
    chance = random.Random(1)
    options = [str(number) for number in range(6)]
    start = time.perf_counter()
    for _ in range(decisions):
        chance.choice(options)
    return time.perf_counter() - start


@pytest.mark.parametrize("players", [2, 3, 4])
def test_decisions_a_second(benchmark: Any, players: int) -> None:
    decisions = sum(play_random_game(players, seed) for seed in range(GAMES))

    benchmark(lambda: [play_random_game(players, seed) for seed in range(GAMES)])

    median = benchmark.stats.stats.median
    floor = seconds_of_bare_choices(decisions)
    benchmark.extra_info["decisions_per_second"] = round(decisions / median)
    benchmark.extra_info["times_the_floor"] = round(median / floor, 1)
    print(
        f"\n{players} seats: {decisions / median:,.0f} decisions/s (median), "
        f"{median / floor:.1f} times bare random choices"
    )


def test_decisions_a_second_with_everything(benchmark: Any) -> None:
    """The expansion's modules all on, against base games played in the same run."""

    def play(modules: tuple[str, ...]) -> int:
        return sum(play_random_game(4, seed, modules) for seed in range(GAMES))

    def seconds_a_decision(modules: tuple[str, ...]) -> float:
        start = time.perf_counter()
        decisions = play(modules)
        return (time.perf_counter() - start) / decisions

    base = min(seconds_a_decision(()) for _ in range(5))
    everything = min(seconds_a_decision(MODULES) for _ in range(5))
    decisions = play(MODULES)

    benchmark(play, MODULES)

    benchmark.extra_info["of_the_base_games_speed"] = round(base / everything, 2)
    print(
        f"\n4 seats with everything: {decisions / benchmark.stats.stats.median:,.0f} decisions/s "
        f"(median), {base / everything:.0%} of the base game's"
    )


def test_copies_a_second(benchmark: Any) -> None:
    game = Game.new(4, seed=5)
    chance = random.Random(5)
    for _ in range(150):
        seat = game.pending[0].seat
        game.play(seat, chance.choice(game.legal(seat)))

    benchmark(game.copy)

    median = benchmark.stats.stats.median
    benchmark.extra_info["copies_per_second"] = round(1 / median)
    print(f"\n{1 / median:,.0f} copies/s (median)")
