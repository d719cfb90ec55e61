"""How fast the rules are, the clocks of a turn, and the thinking of computers."""

import random
import statistics
import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as wall_time
from typing import Any

import pytest

from bot.ai.players import plan_turn
from bot.clocks import (
    BankClock,
    PersonalTime,
    Pinging,
    QuietHours,
    SeatClock,
    SeatMoments,
    TimeRules,
    ask,
    confirm,
    moments_of,
    new_clock,
)
from bot.engine import Game
from bot.engine.components import MODULES
from bot.model.computers import LEVELS, Level
from tests.benchmarks import size
from tests.played import played

# --- How fast the rules are: decisions of random games, copies of a game in its middle ------------
# Run with `scripts/test tests/benchmarks --benchmark-only`. Machines differ and drift, so each
# figure is also printed as a ratio to a floor measured in the same run: the same random choices
# from ready lists, without any rules.

GAMES = size(20, 1)


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


# --- How long it takes to work out the clocks of a turn -------------------------------------------
# Run with `scripts/test tests/benchmarks --benchmark-only`.

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
RULES = TimeRules(BankClock(start=72, increment=12, cap=120))
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Cairo"]


def somebody(chance: random.Random) -> PersonalTime:
    """A person who sleeps 8 hours and is away for a week."""
    bedtime = chance.randrange(24)
    away = date(2026, 11, 20) + timedelta(days=chance.randrange(30))
    return PersonalTime(
        chance.choice(ZONES),
        QuietHours(wall_time(bedtime), wall_time((bedtime + 8) % 24)),
        frozenset(away + timedelta(days=number) for number in range(7)),
    )


def test_clock_of_a_turn(benchmark: Any) -> None:
    """What a confirmed turn costs: the clock stopped, the next one started, its row worked out."""
    chance = random.Random(3)
    own = [somebody(chance) for _ in range(size(200, 5))]
    clocks = [ask(new_clock(0, hours, RULES.clock), hours, NOW) for hours in own]

    def turn(clock: SeatClock, hours: PersonalTime) -> SeatMoments:
        later = NOW + timedelta(hours=30)
        stopped = confirm(clock, RULES.clock, later)
        return moments_of(ask(stopped, hours, later), Pinging(RULES, hours, "mention"), later)

    def turns() -> None:
        for clock, hours in zip(clocks, own, strict=True):
            turn(clock, hours)

    benchmark.pedantic(turns, rounds=10, warmup_rounds=1)

    each = benchmark.stats.stats.median / len(clocks)
    print(f"\nthe clocks of a confirmed turn: {each * 1e6:.0f} µs (median)")


# --- How long a computer thinks -------------------------------------------------------------------
# A whole turn at each level, in positions from the beginning to the end of games of four and five
# seats.
# Run with `scripts/test tests/benchmarks/test_engine.py --benchmark-only -s`. The floor,
# measured in the same run, is a player who takes any legal answer: the engine lists them, one is
# drawn and played.

KINDS_OF_GAMES = ("4 base", "4 all", "5 all")
EVERY = size(15, 150)
"""Of so many turns one is measured."""


def turns_of_games() -> list[Game]:
    """Games at the beginning of a turn."""
    found: list[Game] = []
    count = 0
    for name in KINDS_OF_GAMES:
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
