"""Every ruling has a test named by its number, or a reason why it has none."""

import re
from pathlib import Path

RULINGS = range(1, 193)

NOT_TESTED = {
    185: "the time monument has no price and is never built (R-184)",
    189: "a list of conflicts; each is ruled and tested under the number it names",
}


def by_number() -> dict[int, list[str]]:
    """Ruling number -> names of the tests that carry it."""
    found: dict[int, list[str]] = {}
    for path in Path(__file__).parent.glob("test_*.py"):
        for name, number in re.findall(r"def (test_r(\d{3})_\w+)", path.read_text("utf-8")):
            found.setdefault(int(number), []).append(f"{path.name}::{name}")
    return found


def test_every_ruling_is_tested_or_listed() -> None:
    covered = set(by_number()) | set(NOT_TESTED)
    assert sorted(set(RULINGS) - covered) == []


def test_no_ruling_is_both_tested_and_excused() -> None:
    assert sorted(set(by_number()) & set(NOT_TESTED)) == []
    assert all(reason for reason in NOT_TESTED.values())
