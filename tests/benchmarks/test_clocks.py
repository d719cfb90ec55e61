"""How long it takes to see what is due at all open tables, and to work out a deadline.

Run with `scripts/test tests/benchmarks --benchmark-only`. Machines differ and drift, so each
figure is also printed as a ratio to a floor measured in the same run: one comparison of two
moments per table, and nothing else.
"""

import random
import statistics
import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as wall_time
from typing import Any

from bot.clocks import (
    BankClock,
    PersonalTime,
    QuietHours,
    SeatClock,
    SeatMoments,
    TimeRules,
    ask,
    confirm,
    due_now,
    moments_of,
    new_clock,
)

TABLES = 20_000
ROUNDS = 40
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


def open_tables(chance: random.Random) -> list[SeatMoments]:
    """A waiting seat at each table, asked some time in the last three days."""
    people = [somebody(chance) for _ in range(200)]
    rows = []
    for table in range(TABLES):
        own = chance.choice(people)
        asked_at = NOW - timedelta(minutes=chance.randrange(3 * 24 * 60))
        clock = ask(new_clock(0, own, RULES.clock), own, asked_at)
        rows.append(moments_of(table, clock, RULES, own, "mention", asked_at))
    return rows


def seconds_of_bare_comparisons(rows: list[SeatMoments]) -> float:
    """The floor: each deadline compared with the present."""
    start = time.perf_counter()
    for row in rows:
        if row.time_out is not None and row.time_out <= NOW:
            pass
    return time.perf_counter() - start


def scan(benchmark: Any, rows: list[SeatMoments], now: datetime) -> None:
    """Measure a scan and print the median, and its ratio to the floor."""
    random.Random(2).shuffle(rows)
    floors = []

    def turn_about() -> Any:
        # The floor before each scan measured, so that both meet the same machine.
        floors.append(seconds_of_bare_comparisons(rows))
        return (rows, now), {}

    found = benchmark.pedantic(due_now, setup=turn_about, rounds=ROUNDS, warmup_rounds=2)

    median, floor = benchmark.stats.stats.median, statistics.median(floors)
    benchmark.extra_info["times_the_floor"] = round(median / floor, 1)
    print(
        f"\na scan of {len(rows):,} tables, {len(found.due):,} things due: {median * 1000:.1f} ms "
        f"(median), {median / floor:.1f} times bare comparisons"
    )


def test_scan(benchmark: Any) -> None:
    """Of rows as they are every time but the first: what was due has been told."""
    told = [
        SeatMoments(*row[:2], *(None if at is None or at <= NOW else at for at in row[2:]))  # type: ignore[arg-type]
        for row in open_tables(random.Random(1))
    ]
    scan(benchmark, told, NOW + timedelta(minutes=1))


def test_scan_after_a_long_stop(benchmark: Any) -> None:
    """The worst there is: the pings and reminders of three days are all due at once."""
    scan(benchmark, open_tables(random.Random(1)), NOW)


def test_clock_of_a_turn(benchmark: Any) -> None:
    """What a confirmed turn costs: the clock stopped, the next one started, its row worked out."""
    chance = random.Random(3)
    own = [somebody(chance) for _ in range(200)]
    clocks = [ask(new_clock(0, hours, RULES.clock), hours, NOW) for hours in own]

    def turn(clock: SeatClock, hours: PersonalTime) -> SeatMoments:
        later = NOW + timedelta(hours=30)
        stopped = confirm(clock, RULES.clock, later)
        return moments_of(1, ask(stopped, hours, later), RULES, hours, "mention", later)

    def turns() -> None:
        for clock, hours in zip(clocks, own, strict=True):
            turn(clock, hours)

    benchmark.pedantic(turns, rounds=10, warmup_rounds=1)

    each = benchmark.stats.stats.median / len(clocks)
    print(f"\nthe clocks of a confirmed turn: {each * 1e6:.0f} µs (median)")
