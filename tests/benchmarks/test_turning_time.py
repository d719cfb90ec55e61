"""What the turning wheels cost, against the still picture drawn in the same run.

Run with `scripts/test tests/benchmarks --benchmark-only`.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.text.translation import translator
from rendering import Picture, draw_wheels, prepare, prepare_turning
from tests.rendering.test_snapshots import frozen
from tests.rendering.wheels.test_turning import back, draw_turning

ENGLISH = translator("en")
STILL_PICTURES = 20


def processor_seconds(draw: Callable[[], Picture]) -> float:
    """What one picture costs one core, whatever else the machine does."""
    start = time.thread_time()
    draw()
    return time.thread_time() - start


@pytest.mark.parametrize("days", [1, 2])
def test_turning_against_the_still_picture(benchmark: Any, days: int) -> None:
    prepare("dark")
    prepare_turning("dark")
    after = frozen("all-5")
    before = back(after, days)

    def still(skulls: int = 0) -> Picture:
        return draw_wheels(replace(after, bank_skulls=skulls), t=ENGLISH)

    def turning() -> Picture:
        return draw_turning(before, after, t=ENGLISH)

    turning()  # fill the caches of sprites
    of_still = sorted(processor_seconds(lambda n=n: still(n)) for n in range(STILL_PICTURES))  # type: ignore[misc]
    one = of_still[STILL_PICTURES // 2]
    moving = min(processor_seconds(turning) for _ in range(3))

    picture = benchmark.pedantic(turning, rounds=3)

    ratio, size = moving / one, len(picture.data)
    benchmark.extra_info.update(
        kilobytes=size // 1000, times_the_still=round(ratio, 1), processor_ms=round(moving * 1000)
    )
    print(
        f"\n{days} day(s): {moving * 1000:.0f} ms, {size // 1000} kB; still {one * 1000:.1f} ms, "
        f"{len(still().data) // 1000} kB: {ratio:.0f} times the time"
    )
