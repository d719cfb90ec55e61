"""How many tables, and of which size, a number of seats makes.

Where the number does not divide, some tables have one seat fewer, as leagues of seven or eight
do on MeepleLeague; a table never has fewer than two seats. What cannot be cut up even so sits
out.
"""

from typing import NamedTuple

FEWEST_PLAYERS, MOST_PLAYERS = 3, 40
"""The sizes of a division whose schedules are tested one by one; larger ones work as well."""
FEWEST_SEATS, MOST_SEATS = 2, 5


class Sizes(NamedTuple):
    """Tables for a number of seats."""

    full: int
    """Tables with all their seats."""
    short: int
    """Tables with one seat fewer."""
    out: int
    """How many find no seat."""


def cut(wanted: int, seats: int) -> Sizes:
    """Tables of `seats`, or one fewer, for `wanted` people: as few people out as can be, then as
    few short tables.

    Raises ValueError for tables of fewer than 2 seats.
    """
    if seats < FEWEST_SEATS:
        raise ValueError(f"a table has at least {FEWEST_SEATS} seats, not {seats}")
    for out in range(wanted + 1):
        seated = wanted - out
        short = -seated % seats
        if not short or (seats > FEWEST_SEATS and short * (seats - 1) <= seated):
            return Sizes((seated - short * (seats - 1)) // seats, short, out)
    raise AssertionError("nobody seated is always possible")
