"""What can be chosen for a season, its next dates, and seats that computers played."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.clocks import BankClock, TimeRules, usual_time
from bot.leagues.season_lifecycle import LEAST_SIGN_UP, _weeks_later
from bot.leagues.settings import (
    FIRST,
    PLANS,
    SETTINGS,
    SeasonSettings,
    changed,
    checked,
    next_offered,
    rules_lines,
    settings_from_json,
    settings_to_json,
)
from bot.refusal import Refusal
from bot.seasons.drawing import division_shapes, forecast
from bot.seasons.events import Rules, Stage
from bot.seasons.results import Line, Result
from bot.seasons.schedules import TURNS
from bot.text.league_news import result_line
from bot.text.leagues import result_words
from bot.text.translation import ENGLISH

# --- What can be chosen for a season --------------------------------------------------------------

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
        ("beyond", {"seats": 1}),
        ("beyond", {"seats": 6}),
        ("beyond", {"seats": True}),
        ("beyond", {"division_size": 1}),
        ("stages", {"stages": (Stage("final", 1),)}),
        ("beyond", {"stages": (Stage(games=0),)}),
        ("rounds", {"stages": (Stage("swiss"),)}),
        ("scheme", {"scheme": "golf"}),
        ("chain", {"chain": ()}),
        ("chain", {"chain": ("points", "beauty")}),
        ("chain-repeated", {"chain": ("points", "wins", "points")}),
        ("beyond", {"promoted": -1}),
        ("beyond", {"promoted": 4, "relegated": 4}),
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


LONGER = {"swiss-final", "cup", "cup-places", "top-8", "top-16"}
"""Plans whose rounds come one after the other; the wizard says how long they last."""


@pytest.mark.parametrize("plan", sorted(PLANS.keys() - LONGER))
@pytest.mark.parametrize("players", range(4, 17))
def test_a_first_season_lasts_two_months_at_most(players: int, plan: str) -> None:
    """As the wizard promises it, with all it offers and any plan."""
    offered = changed(FIRST, "plan", plan)
    for settings in (FIRST, offered):
        turn = usual_time(settings.time.clock, TURNS)
        sizes = division_shapes(players, settings.rules)[0]
        takes = forecast(sizes, settings.rules, settings.at_once, turn).takes
        assert takes is not None and takes <= timedelta(days=61)


MOST_SETTINGS = 20


def test_few_settings_are_chosen() -> None:
    """Besides the name and the dates; the days for disputes are asked with the dates."""
    assert len(SETTINGS) + 1 <= MOST_SETTINGS
    assert {one.name.partition(".")[0] for one in SETTINGS} == {"usual", "more"}


def test_a_next_season_begins_as_the_last_but_for_what_is_no_longer_chosen() -> None:
    before = replace(FULL, rules=replace(FULL.rules, chain=("points", "lot"), computer_percent=50))
    assert next_offered(before) == FULL


# --- The dates of the next season, by the clocks of where they were given -------------------------

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("month", range(1, 13))
def test_the_same_hour_on_the_same_day_of_the_week(zone: str, month: int) -> None:
    """Also over the change of summer time, and with time left to sign up."""
    there = ZoneInfo(zone)
    until = datetime(2026, month, 15, 23, 59, tzinfo=there).astimezone(UTC)
    before = SeasonSettings(
        "Rain", sign_up_until=until, starts=until + timedelta(minutes=1),
        ends=until + timedelta(days=50), zone=zone,
    )  # fmt: skip
    for weeks in range(0, 40, 5):
        now = until + timedelta(weeks=weeks, hours=3)
        after = _weeks_later(before, now)
        assert after.sign_up_until is not None and before.ends is not None
        assert after.sign_up_until >= max(now + LEAST_SIGN_UP, before.ends)
        for one, other in (
            (before.sign_up_until, after.sign_up_until),
            (before.starts, after.starts),
            (before.ends, after.ends),
        ):
            assert one is not None and other is not None
            was, then = one.astimezone(there), other.astimezone(there)
            assert (was.weekday(), was.hour, was.minute) == (
                then.weekday(),
                then.hour,
                then.minute,
            )


# --- Seats that computers played: what counts then, and where it is said --------------------------

HALF = Line(1, 1, 240, ((1, 20),), 6)
"""A seat of which a computer played 6 of 26 turns: 23%."""
OTHER = Line(2, 2, 200, ((2, 26),))


def test_a_result_says_which_seat_earns_nothing() -> None:
    result = Result(3, (HALF, OTHER))
    said = result_words(ENGLISH, result, ["Ada", "Ben"], computer_percent=20)
    assert "60 (no league points: a computer took 6 of 26 turns)" in said
    assert said.count("no league points") == 1
    assert "no league points" not in result_words(
        ENGLISH, result, ["Ada", "Ben"], computer_percent=50
    )
    seats = [(HALF, "Ada"), (OTHER, "Ben")]
    line = result_line(ENGLISH, "One", 3, seats, how="played", corrected=False, computer_percent=20)
    assert "1. Ada 60 (no league points: a computer took 6 of 26 turns) · 2. Ben 50" in line


def test_the_share_is_said() -> None:
    thirty = SeasonSettings("New", Rules(computer_percent=30))
    lines = rules_lines(ENGLISH, replace(thirty, hand_over_after=3))
    assert "More than 30% of the turns by a computer: no league points" in lines
    assert "3 time-outs lose the seat" in lines
