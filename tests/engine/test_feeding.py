"""What a food day took, seen from outside."""

from typing import Any

import pytest

from bot.engine.feeding import Feeding, feeding

from .scenario import start

FOOD_DAY = {"round": 8, "tooth": 7, "first_seat": 1, "turn_seat": 0}
"""The last turn before the first food day, seat 0 to move."""


@pytest.mark.parametrize(
    ("changes", "paid"),
    [
        ({"players.0.corn": 9}, Feeding(6, 0, 0, 0)),
        ({"players.0.corn": 5}, Feeding(4, 1, 0, 3)),
        ({"players.0.corn": 0}, Feeding(0, 3, 0, 9)),
        ({"players.0.corn": 9, "players.0.buildings": ["a1-small-farm-1"]}, Feeding(4, 0, 0, 0)),
        (
            {"players.0.corn": 1, "modules": ["buildings"]}
            | {"players.0.buildings": ["x1-store-farm"]},
            None,
        ),
    ],
)
def test_what_was_paid_and_who_went_hungry(changes: dict[str, Any], paid: Feeding | None) -> None:
    table = start(FOOD_DAY | changes).play(0, "place tikal")
    before = table.game.snapshot()
    after = table.play(0, "end").game.snapshot()
    assert after.food_days_held == 1
    found = feeding(before, after, 0)
    if paid is not None:
        assert found == paid
    else:
        assert found is not None and found.income >= 0
    assert found is not None
    lost = before.players[0].corn + found.income - after.players[0].corn
    assert lost == found.paid


def test_calendar_corn_is_counted() -> None:
    table = start(FOOD_DAY | {"calendar_corn": 5}).play(0, "place start")
    before = table.game.snapshot()
    found = feeding(before, table.play(0, "end").game.snapshot(), 0)
    assert found == Feeding(4, 1, 0, 3)
