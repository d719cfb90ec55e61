"""What can be chosen for a season."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.clocks import BankClock, TimeRules
from bot.leagues.settings import SeasonSettings, checked, settings_from_json, settings_to_json
from bot.refusal import Refusal
from bot.seasons.events import Rules

NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
FULL = SeasonSettings(
    "Rainy season",
    Rules(seats=5, form="swiss", games=6, division_size=12, scheme="share", promoted=3),
    ("tribes", "prophecies"),
    TimeRules(BankClock(48, 6, 96)),
    NOON,
    NOON + timedelta(days=1),
    NOON + timedelta(days=60),
)


@pytest.mark.parametrize("settings", [FULL, SeasonSettings("Plain")])
def test_what_is_stored_comes_back(settings: SeasonSettings) -> None:
    assert settings_from_json(settings_to_json(checked(settings))) == settings


def test_names_lose_their_spaces() -> None:
    assert checked(SeasonSettings("  Rainy \n season ")).name == "Rainy season"


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("name", {"name": "  "}),
        ("name", {"name": "x" * 61}),
        ("modules", {"modules": ("dragons",)}),
        ("dates-order", {"starts": NOON, "ends": NOON - timedelta(days=1)}),
        ("dates-order", {"sign_up_until": NOON, "starts": NOON - timedelta(days=1)}),
        ("dates", {"starts": datetime(2030, 1, 2)}),  # noqa: DTZ001
    ],
)
def test_what_is_refused(code: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        checked(replace(SeasonSettings("Rainy season"), **changes))
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("seats", {"seats": 1}),
        ("seats", {"seats": 6}),
        ("seats", {"seats": True}),
        ("division-size", {"division_size": 1}),
        ("form", {"form": "knockout"}),
        ("games", {"games": 0}),
        ("rounds", {"form": "swiss"}),
        ("scheme", {"scheme": "golf"}),
        ("chain", {"chain": ()}),
        ("chain", {"chain": ("points", "beauty")}),
        ("chain-repeated", {"chain": ("points", "wins", "points")}),
        ("promoted", {"promoted": -1}),
        ("relegated", {"promoted": 4, "relegated": 4}),
        ("computer-percent", {"computer_percent": 101}),
    ],
)
def test_rules_that_are_refused(code: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        checked(SeasonSettings("Rainy season", replace(Rules(), **changes)))
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_stored_nonsense_is_no_settings() -> None:
    with pytest.raises(ValueError, match="dragons"):
        settings_from_json({"name": "x", "rules": {"dragons": 1}})
