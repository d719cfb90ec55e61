"""Seats that computers played: what counts then, and where it is said."""

from dataclasses import replace

from bot.leagues.settings import SeasonSettings, changed, checked, rules_lines
from bot.seasons.results import Line, Result
from bot.text.league_news import result_line
from bot.text.leagues import result_words
from bot.text.translation import ENGLISH

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


def test_the_share_is_a_setting() -> None:
    thirty = checked(changed(SeasonSettings("New"), "computer", "30"))
    assert thirty.rules.computer_percent == 30
    lines = rules_lines(ENGLISH, replace(thirty, hand_over_after=3))
    assert "More than 30% of the turns by a computer: no league points" in lines
    assert "3 time-outs lose the seat" in lines
