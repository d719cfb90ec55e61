"""The program runs with some tables, and what grows is seen."""

from pathlib import Path

import pytest

from bot.hosting import EXIT_OK
from tests.soak.run import GROWS, Growth, Outcome, Plan, growths, report, run


async def check(plan: Plan, folder: Path) -> Outcome:
    """Let it run; it ends as it should, without errors, and games go on."""
    outcome = await run(plan, folder)
    said = report(plan, outcome)
    assert (outcome.code, outcome.errors) == (EXIT_OK, []), said
    assert outcome.turns > 0, said
    assert outcome.measured[-1]["tables"] > 0, said
    return outcome


@pytest.mark.short
async def test_for_a_short_time(tmp_path: Path) -> None:
    plan = Plan(tables=4, minutes=0.2, answering=1, every=2, processes=0, ahead=False)
    await check(plan, tmp_path)


@pytest.mark.long
async def test_for_a_minute(tmp_path: Path) -> None:
    """Memory is not looked at: in so short a time the caches of pictures are not full yet."""
    plan = Plan(tables=30, minutes=1, answering=0.3, every=2.5, day_seconds=30)
    outcome = await check(plan, tmp_path)
    left_over = [one for one in growths(outcome.measured) if one.name != "rss"]
    assert all(one.is_flat for one in left_over), report(plan, outcome)


def measured(rss: list[int]) -> list[dict[str, float]]:
    return [{**dict.fromkeys(GROWS, 100), "rss": one * 2**20} for one in rss]


@pytest.mark.parametrize(
    ("rss", "flat"),
    [
        ([50, 100, 200, 300, 300, 300, 301, 299, 300], True),
        ([50, 100, 200, 300, 310, 320, 330, 340, 350], False),
    ],
    ids=["flat after the warm-up", "a leak"],
)
def test_what_grows_is_seen(rss: list[int], flat: bool) -> None:
    found = {one.name: one.is_flat for one in growths(measured(rss))}
    assert found == {**dict.fromkeys(GROWS, True), "rss": flat}


def test_tasks_that_are_left_over_are_seen() -> None:
    assert not Growth("tasks", 14, 40).is_flat
    assert Growth("tasks", 14, 30).is_flat
