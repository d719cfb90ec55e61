"""Small whole numbers as bytes: building a feature vector with few operations.

A feature vector is a string of signed bytes. Each part of it is looked up in a table made once, and
the parts are joined; `numpy.frombuffer` then reads a whole batch. Numbers beyond ±127 are cut off.
"""

from collections.abc import Iterable, Sequence
from struct import pack

MOST = 127


def as_bytes(numbers: Iterable[int]) -> bytes:
    """The numbers as signed bytes, cut off at ±127."""
    cut = [max(-MOST, min(MOST, number)) for number in numbers]
    return pack(f"{len(cut)}b", *cut)


def one_of(count: int) -> list[bytes]:
    """The vector of each number below `count`: the bit of that number is set."""
    return [bytes(place == number for place in range(count)) for number in range(count)]


def up_to(most: int, thresholds: Sequence[int]) -> list[bytes]:
    """The vector of each number from 0 to `most`: the number, and a bit for each threshold
    reached."""
    return [
        as_bytes([number, *(number >= one for one in thresholds)]) for number in range(most + 1)
    ]


def bits(count: int) -> list[bytes]:
    """The vector of each number of `count` bits: its bits, the lowest one first."""
    return [bytes(number >> place & 1 for place in range(count)) for number in range(1 << count)]
