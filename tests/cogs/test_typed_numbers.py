"""Numbers and dates are read as people type them, and as the bot writes them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.refusal import Refusal
from bot.seasons.points import UNIT
from bot.text.names import points_number, signed_points
from bot.text.standings import signed_league_points
from bot.text.translation import translator
from bot.text.typed import read_date
from cogs.kit.moderators import typed_number, typed_points, typed_result
from cogs.leagues.season.forms import DAY_ENDS, read_moment


@given(st.integers(-4000, 4000))
def test_points_are_read_as_they_are_written(points4: int) -> None:
    assert typed_number(points_number(points4)) == Fraction(points4, 4)
    assert typed_number(signed_points(points4)) == Fraction(points4, 4)
    assert typed_points(f"{points_number(points4)} {points4 / 4}") == [points4, points4]


@given(st.integers(-40_000, 40_000))
def test_league_points_are_read_as_they_are_written_in_each_language(hundredths: int) -> None:
    units = hundredths * UNIT // 100
    for language in ("en", "es", "pt-BR", "it", "de"):
        said = signed_league_points(translator(language), units)
        if "." in said and "," in said:
            continue  # a thousand is written with a sign of its own
        read = typed_number(said)
        assert read is not None and round(read * UNIT) == units


@pytest.mark.parametrize(
    ("typed", "seats", "points4"),
    [
        ("61 55.25 48", 3, [244, 221, 192]),
        ("61, 55,25, 48", 3, [244, 221, 192]),
        ("61,55,48", 3, [244, 220, 192]),
        ("61,55", None, [244, 220]),
        ("2,5", 1, [10]),
        ("2,5 2.5", None, [10, 10]),
        ("−5 -5 +5", 3, [-20, -20, 20]),
        ("2¾ ¼ −½", None, [11, 1, -2]),
        ("-0 0", 2, [0, 0]),
    ],
)
def test_points_of_a_table(typed: str, seats: int | None, points4: list[int]) -> None:
    assert typed_points(typed, seats=seats) == points4


@pytest.mark.parametrize("typed", ["", "a b", "1.3 2", "1e3 2", "2½.5 1", "--1 2", "٣ 1", "1 2 3"])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed_points(typed, seats=2)
    assert refused.value.code == "points-typed"


def test_who_lost_by_forfeit_is_named_by_a_letter() -> None:
    assert typed_result("61, 55,25, X", seats=3) == ([244, 221, 0], (2,))
    assert typed_result("61,x") == ([244, 0], (1,))


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "1999-12-31", "3000-01-01"])
def test_a_day_at_the_end_of_all_days_is_refused(zone: str, day: str) -> None:
    for read in (read_date, lambda word: read_moment(word, zone, DAY_ENDS)):
        with pytest.raises(Refusal) as refused:
            read(day)
        assert refused.value.code == "date"
