"""What computers expect a technology step to cost: a prophecy's tax and a tribe's savings."""

from typing import Any

from bot.engine.board import TIKAL
from tests.ai.plain.outcomes import Outcome, outcome_of
from tests.ai.plain.prices import block_prices
from tests.ai.plain.view import View
from tests.engine.scenario import TRACKS, parts, start

SHORTAGE = parts(prophecy="teacher-shortage")
EXTRACTION_3 = {
    "players.0.technologies": dict.fromkeys(TRACKS, 2) | {"extraction": 3},
}


def tikal(number: int, changes: dict[str, Any]) -> tuple[View, Outcome | None]:
    """What seat 0 expects of an action of Tikal."""
    view = View(start(changes).game.snapshot(), 0)
    return view, outcome_of(view, view.hand, TIKAL, number)


def test_r158_a_step_of_tikal_costs_the_tax_too() -> None:
    _, poor = tikal(1, SHORTAGE | {"players.0.wood": 1})
    assert poor is None
    _, paid = tikal(1, SHORTAGE | {"players.0.wood": 2})
    assert paid and paid.hand.wood == 0
    _, untaxed = tikal(1, {"players.0.wood": 2})
    assert untaxed and untaxed.hand.wood == 1


def test_r158_both_steps_of_tikal_3_are_taxed() -> None:
    eager = SHORTAGE | {"players.0.monuments": ["mon-learning"]}
    for wood, left in ((3, 1), (4, 0)):
        _, outcome = tikal(3, eager | {"players.0.wood": wood})
        assert outcome and outcome.hand.wood == left


def test_r151_a_tax_off_the_bonus_makes_it_worth_less() -> None:
    view, full = tikal(1, SHORTAGE | EXTRACTION_3 | {"players.0.wood": 2})
    _, owing = tikal(1, SHORTAGE | EXTRACTION_3 | {"players.0.wood": 1})
    assert full and full.hand.wood == 0
    assert owing and owing.hand.wood == 0
    assert full.points - owing.points == max(block_prices(view))


def test_r143_what_a_tribe_saves_is_not_paid() -> None:
    _, saved = tikal(1, {"players.0.tribe": "itzamna", "modules": ["tribes"]})
    assert saved and saved.hand.blocks == (0, 0, 0)
