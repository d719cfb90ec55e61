"""Benches: how fast the program is, in ratios to a floor that is measured in the same run.

They run with `--benchmark-only`. The ordinary tests begin each of them once in its smallest size
(tests/benchmarks/test_smallest.py), so that none falls behind the program unnoticed.
"""

import os
from typing import TypeVar

SMALLEST = "TZOLKIN_SMALLEST_BENCHES"
"""The variable of the environment with which a bench measures next to nothing."""

Size = TypeVar("Size")


def size(whole: Size, smallest: Size) -> Size:
    """How much a bench does: the whole, or as little as shows that it runs."""
    return smallest if SMALLEST in os.environ else whole
