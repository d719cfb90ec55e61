"""How long it takes to work out the clocks of a turn.

Run with `scripts/test tests/benchmarks --benchmark-only`.
"""

import random
from datetime import UTC, date, datetime, timedelta
from datetime import time as wall_time
from typing import Any

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
    own = [somebody(chance) for _ in range(200)]
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
