"""How long a third person waits for a board while two people send four files each that were made to
take time. Prints the longest wait, and how long the worst file takes.

Run with `scripts/test tests/benchmarks/test_hostile_files.py --benchmark-only --numprocesses 0 -s`.
"""

import asyncio
import time
from contextlib import suppress

from pytest_benchmark.fixture import BenchmarkFixture

from bot.notation import NotationError, read_file
from bot.notation.records import MOST_PARTS, to_json
from bot.process.work import asks, in_thread, in_thread_of_files
from bot.refusal import Refusal
from bot.tables.looking_back import replay_written
from tests.notation.random_games import of_fresh_record, random_record
from tests.notation.test_hostile_files import HOSTILE, RECORD

TEXT = to_json(RECORD)
WORST = [
    *HOSTILE.values(),
    (TEXT + "\n" * (MOST_PARTS - sum(map(TEXT.count, "\n,[{")) - 9)).encode(),
]
"""Files that are refused for their parts, and such as just pass."""
BOARDS = 20


def read(data: bytes) -> None:
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
        await asyncio.gather(*(in_thread_of_files(read, one) for one in WORST[-4:]))

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
        read(data)
        taken.append(time.process_time() - begun)
    waits = benchmark.pedantic(lambda: asyncio.run(third()), rounds=3)
    print(
        f"\nthe worst file: {max(taken):.2f} s of CPU; a board alone: {alone:.2f} s; "
        f"beside files: {max(waits):.2f} s at most, {sorted(waits)[len(waits) // 2]:.2f} s mostly"
    )
