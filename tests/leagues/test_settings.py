"""What can be chosen for a season, and seats that computers played."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.clocks import BankClock, TimeRules, usual_time
from bot.leagues.settings import (
    FIRST,
    MOST_APPEAL_DAYS,
    PLANS,
    SETTINGS,
    SeasonSettings,
    changed,
    checked,
    rules_lines,
    settings_from_json,
    settings_to_json,
)
from bot.refusal import Refusal
from bot.seasons.drawing import division_sizes, forecast
from bot.seasons.events import Rules, Stage
from bot.seasons.results import Line, Result
from bot.seasons.schedules import TURNS
from bot.text.league_news import result_line
from bot.text.leagues import result_words
from bot.text.translation import ENGLISH

NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
FULL = SeasonSettings(
    "Rainy season",
    Rules(seats=5, stages=(Stage("swiss", 6),), division_size=12, scheme="share", promoted=3),
    ("tribes", "prophecies"),
    TimeRules(BankClock(48, 6, 96)),
    NOON,
    NOON + timedelta(days=1),
    NOON + timedelta(days=60),
)


@pytest.mark.parametrize("settings", [FULL, SeasonSettings("Plain")])
def test_what_is_stored_comes_back(settings: SeasonSettings) -> None:
    assert settings_from_json(settings_to_json(checked(settings))) == settings
    assert checked(replace(settings, name="  Rainy \n season ")).name == "Rainy season"


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("name", {"name": "  "}), ("name", {"name": "x" * 61}),
        ("alphabets", {"name": "Seas\u043en 3"}),  # Cyrillic o
        ("modules", {"modules": ("dragons",)}),
        ("dates-order", {"starts": NOON, "ends": NOON - timedelta(days=1)}),
        ("dates-order", {"sign_up_until": NOON, "starts": NOON - timedelta(days=1)}),
        ("dates", {"starts": datetime(2030, 1, 2)}),  # noqa: DTZ001
        ("beyond", {"rules": Rules(seats=1)}), ("beyond", {"rules": Rules(seats=6)}),
        ("beyond", {"rules": Rules(seats=True)}), ("beyond", {"rules": Rules(division_size=1)}),
        ("stages", {"rules": Rules(stages=(Stage("final", 1),))}),
        ("beyond", {"rules": Rules(stages=(Stage(games=0),))}),
        ("rounds", {"rules": Rules(stages=(Stage("swiss"),))}),
        ("scheme", {"rules": Rules(scheme="golf")}), ("beyond", {"rules": Rules(promoted=-1)}),
        ("beyond", {"rules": Rules(promoted=4, relegated=4)}),
        ("beyond", {"appeal_days": -1}), ("beyond", {"appeal_days": MOST_APPEAL_DAYS + 1}),
    ],
)  # fmt: skip
def test_what_is_refused(code: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        checked(replace(SeasonSettings("Rainy season"), **changes))
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_stored_nonsense_is_no_settings() -> None:
    with pytest.raises(ValueError, match="dragons"):
        settings_from_json({"name": "x", "rules": {"dragons": 1}})


LONGER = {"swiss-final", "cup", "cup-places", "top-8", "top-16"}
"""Plans whose rounds come one after the other; the wizard says how long they last."""


@pytest.mark.parametrize("plan", sorted(PLANS.keys() - LONGER))
@pytest.mark.parametrize("players", range(4, 17))
def test_a_first_season_lasts_two_months_at_most(players: int, plan: str) -> None:
    """As the wizard promises it, with any plan: it offers one of them."""
    settings = changed(FIRST, "plan", plan)
    turn = usual_time(settings.time.clock, TURNS)
    sizes = division_sizes(players, settings.rules)
    takes = forecast(sizes, settings.rules, settings.at_once, turn).takes
    assert takes is not None and takes <= timedelta(days=61)


def test_few_settings_are_chosen() -> None:
    """Besides the name and the dates; the days for disputes are asked with the dates."""
    assert len(SETTINGS) + 1 <= 20
    assert {one.name.partition(".")[0] for one in SETTINGS} == {"usual", "more"}


# --- Seats that computers played, and where it is said what counts then ---------------------------


def test_a_result_and_the_rules_say_which_seat_earns_nothing() -> None:
    half, other = Line(1, 1, 240, ((1, 20),), 6), Line(2, 2, 200, ((2, 26),))
    said = result_words(ENGLISH, Result(3, (half, other)), ["Ada", "Ben"])
    assert "60 (no league points: a computer took 6 of 26 turns)" in said
    assert said.count("no league points") == 1
    seats = [(half, "Ada"), (other, "Ben")]
    line = result_line(ENGLISH, "One", 3, seats, how="played", corrected=False)
    assert "1. Ada 60 (no league points: a computer took 6 of 26 turns) · 2. Ben 50" in line
    lines = rules_lines(ENGLISH, SeasonSettings("New", hand_over_after=3))
    assert "No league points if a computer plays more than 20% of the turns" in lines
    assert "3 time-outs cost the player their seat" in lines
