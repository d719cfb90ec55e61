"""How fast records are read, and files that were made to take time."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from time import process_time
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.engine import Game
from bot.notation import NotationError, read_file
from bot.notation.records import MOST_PARTS, from_json, to_json
from bot.process.work import asks, in_thread, in_thread_of_files
from bot.refusal import Refusal
from bot.tables.looking_back import replay_written
from bot.tables.records import checks
from tests.benchmarks import size
from tests.notation.random_games import of_fresh_record, random_record
from tests.notation.test_hostile import HOSTILE, RECORD

# --- How fast records are read; issue 16 asks for 10,000 a minute ---------------------------------
# `python -m pytest tests/benchmarks/test_records.py --benchmark-only -s` prints how many a minute
# one core reads, by the time of the processor, so that others on the machine count less: from the
# JSON of the file, and with everything in it checked (the game played again to its end).

RECORDS = size(20, 1)


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


@pytest.mark.benchmark(timer=process_time)
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


# --- Files made to take time ----------------------------------------------------------------------
# How long a third person waits for a board while two people send four files each that were made to
# take time. Prints the longest wait, and how long the worst file takes.
# Run with `scripts/test tests/benchmarks/test_records.py --benchmark-only --numprocesses 0
# -s`.

TEXT = to_json(RECORD)
WORST = [
    *HOSTILE.values(),
    (TEXT + "\n" * (MOST_PARTS - sum(map(TEXT.count, "\n,[{")) - 9)).encode(),
]
"""Files that are refused for their parts, and such as just pass."""
BOARDS = size(20, 2)


def read_attached(data: bytes) -> None:
    """What /replay does with a file."""
    with suppress(NotationError, Refusal):
        replay_written(read_file(data))


def board() -> None:
    """As long as a game of the store is played on for /board: some tens of milliseconds."""
    of_fresh_record(random_record(2)).played()


async def third() -> list[float]:
    """How long each of a third person's boards took, beside the files."""

    async def send(person: int) -> None:
        asks.set(person)
        await asyncio.gather(*(in_thread_of_files(read_attached, one) for one in WORST[-4:]))

    sent = [asyncio.create_task(send(person)) for person in (1, 2)]
    await asyncio.sleep(0.05)
    asks.set(3)
    waits = []
    for _ in range(BOARDS):
        begun = time.perf_counter()
        await in_thread(board)
        waits.append(time.perf_counter() - begun)
    await asyncio.gather(*sent)
    return waits


def test_a_third_person_beside_hostile_files(benchmark: BenchmarkFixture) -> None:
    begun = time.perf_counter()
    board()
    alone = time.perf_counter() - begun
    taken = []
    for data in WORST:
        begun = time.process_time()
        read_attached(data)
        taken.append(time.process_time() - begun)
    waits = benchmark.pedantic(lambda: asyncio.run(third()), rounds=size(3, 1))
    print(
        f"\nthe worst file: {max(taken):.2f} s of CPU; a board alone: {alone:.2f} s; "
        f"beside files: {max(waits):.2f} s at most, {sorted(waits)[len(waits) // 2]:.2f} s mostly"
    )
