"""How fast records are read; issue 16 asks for 10,000 a minute.

`python -m pytest tests/benchmarks/test_records.py --benchmark-only -s` prints how many a minute one
core reads, by the time of the processor, so that others on the machine count less: from the JSON of
the file, and with everything in it checked (the game played again to its end).
"""

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from bot.engine import Game
from bot.notation.records import from_json, to_json
from bot.tables.records import checks
from tests.notation.random_games import random_record

RECORDS = 20
pytestmark = pytest.mark.benchmark(timer=process_time)


def read(text: str) -> None:
    """From the file alone."""
    from_json(text)


def read_and_check(text: str) -> None:
    """From the file, and everything worked out anew."""
    checks(from_json(text))


def play_alone(text: str) -> None:
    """What of this is the rules' own: the game, dealt and played without more."""
    record = from_json(text).record
    game = Game.from_setup({**record.deal, "rules": record.rules})
    for entry in record.events:
        game.play(entry.seat, entry.action)


@pytest.fixture(scope="module")
def games() -> list[Any]:
    """Records of finished games of 2 to 5 seats."""
    found, number = list[Any](), 0
    while len(found) < RECORDS:
        number += 1
        record = random_record(number)
        if record.result is not None:
            found.append(record)
    return found


@pytest.mark.parametrize("do", [read, read_and_check, play_alone])
def test_records_a_minute(benchmark: Any, games: list[Any], do: Callable[[str], None]) -> None:
    texts = [to_json(record) for record in games]
    benchmark(lambda: [do(text) for text in texts])
    told(benchmark, do.__name__, games)


def told(benchmark: Any, what: str, games: list[Any]) -> None:
    """Print the rate."""
    rate = round(60 * RECORDS / benchmark.stats.stats.median)
    actions = sum(len(record.events) for record in games) / RECORDS
    benchmark.extra_info["records_per_minute"] = rate
    print(f"\n{what}: {rate:,} records a minute ({actions:.0f} actions each)")
