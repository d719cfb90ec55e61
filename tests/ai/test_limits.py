"""The limits of thinking: what ends it, evaluations or the clock."""

import pytest

from bot.ai.limits import Budget


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_evaluations_end_thinking_in_time() -> None:
    """The time that is over afterwards took nothing away."""
    clock = Clock()
    budget = Budget(10, 5.0, clock)
    assert not budget.over
    budget.spend(10)
    assert budget.over
    clock.now = 6.0
    assert budget.over and not budget.late


def test_the_clock_ends_thinking_late() -> None:
    clock = Clock()
    budget = Budget(10, 5.0, clock)
    budget.spend(9)
    clock.now = 5.0
    assert not budget.over and not budget.late
    clock.now = 5.1
    assert budget.over and budget.late


@pytest.mark.parametrize("parts", [1.0, 4.0])
def test_what_is_cut_in_a_part_is_cut_in_the_whole(parts: float) -> None:
    clock = Clock()
    whole = Budget(100, 8.0, clock)
    part = whole.part(parts)
    of_part = part.part(1.0)
    clock.now = 8.0 / parts + 0.1
    assert of_part.over
    assert of_part.late and part.late and whole.late
    assert not whole.part(2.0).late


def test_a_part_without_evaluations_is_not_late() -> None:
    clock = Clock()
    whole = Budget(100, 8.0, clock)
    part = whole.part(4.0)
    part.spend(25)
    clock.now = 2.1
    assert part.over
    assert not part.late and not whole.late


def test_without_a_clock_nothing_is_late() -> None:
    budget = Budget(1)
    budget.part(1.0).spend(1)
    assert budget.over and not budget.late
