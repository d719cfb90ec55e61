"""Numbers and dates are read as people type them, and as the bot writes them."""

from datetime import date, datetime, timedelta
from datetime import time as clock_time
from fractions import Fraction
from zoneinfo import ZoneInfo, available_timezones

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import zone_typed
from bot.refusal import Refusal
from bot.seasons.results import UNIT
from bot.text.names import points_number, signed_points
from bot.text.standings import signed_league_points
from bot.text.translation import day as day_words
from bot.text.translation import translator
from bot.text.typed import read_date, read_moment, read_time, typed_count, typed_number
from cogs.kit.members import typed_points, typed_result
from cogs.leagues.wizard import DAY_ENDS, read_days, typed_moment


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
    for read in (
        lambda word: read_date(word, "en-US"),
        lambda word: read_moment(word, "en-US", zone, DAY_ENDS),
    ):
        with pytest.raises(Refusal) as refused:
            read(day)
        assert refused.value.code == "date"


LANGUAGES = [str(one) for one in discord.Locale]
DAYS, HOURS = st.dates(date(2000, 1, 2), date(2999, 12, 30)), st.integers(4, 23)
WHEN = st.builds(lambda day, hour: datetime.combine(day, clock_time(hour, 59)), DAYS, HOURS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2031-12-31 10:30 pm", "2031-12-31T22:30+01:00"),
        ("2031-12-31 6 pm", "2031-12-31T18:00+01:00"),
        ("2031-12-31 12 a.m.", "2031-12-31T00:00+01:00"),
        ("2031-12-31T18:00Z", "2031-12-31T18:00+00:00"),
        ("2031-07-31 18:00 EDT", "2031-07-31T18:00-04:00"),
        ("2031-12-31 18:00 CET", "2031-12-31T18:00+01:00"),
        ("2031-12-31 18:00 MESZ", "2031-12-31T18:00+02:00"),
        ("2031-12-31 18:00 UTC", "2031-12-31T18:00+00:00"),
        ("2031-12-31 18:00 UTC+5:30", "2031-12-31T18:00+05:30"),
        ("2031-12-31 18:00 gmt −3", "2031-12-31T18:00-03:00"),
        ("2031-12-31 18:00+0200", "2031-12-31T18:00+02:00"),
        ("2031-12-31 6:15pm America/New York", "2031-12-31T18:15-05:00"),
        ("31.12.2031 18 Uhr", "2031-12-31T18:00+01:00"),
        ("31. 12. 31, 18.30", "2031-12-31T18:30+01:00"),
        ("31. Dezember 2031 18h30", "2031-12-31T18:30+01:00"),
        ("24. Dez. 2031", "2031-12-24T23:59+01:00"),
        ("Dec 24th, 2031 6 pm", "2031-12-24T18:00+01:00"),
        ("31/12/2031", "2031-12-31T23:59+01:00"),
        ("2031–12–31 18:00", "2031-12-31T18:00+01:00"),
    ],
)
def test_moments_as_people_write_them(typed: str, meant: str) -> None:
    read = read_moment(typed, "de", "Europe/Berlin", DAY_ENDS)
    assert read == datetime.fromisoformat(meant)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en-US", "3/4/2031", "2031-03-04"),
        ("en-GB", "3/4/2031", "2031-04-03"),
        ("en-US", "3.4.2031", "2031-04-03"),
        ("en-US", "12/31/2031", "2031-12-31"),
        ("es-ES", "31 de diciembre de 2031", "2031-12-31"),
        ("es-419", "1º de marzo de 2031", "2031-03-01"),
        ("pt-BR", "1 de marco de 2031", "2031-03-01"),
        ("pt-BR", "31-12-2031", "2031-12-31"),
        ("it", "1° gennaio 2031", "2031-01-01"),
        ("fr", "31 décembre 2031", "2031-12-31"),
        ("ja", "2031/12/31", "2031-12-31"),
        ("sv-SE", "31.12.2031", "2031-12-31"),
    ],
)
def test_dates_stand_in_the_order_of_the_readers_language(
    language: str, typed: str, meant: str
) -> None:
    assert read_date(typed, language) == date.fromisoformat(meant)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en-US", "31/12/2031"),  # the month comes first there
        ("de", "12/31/2031"),
        ("ja", "3/4/2031"),  # the year comes first: nobody can say which is the month
        ("de", "31.12"),
        ("de", "31-12-31"),
        ("de", "31.12/2031"),
        ("de", "31.12.20311"),
        ("de", "32. Dezember 2031"),
        ("de", "31. Brumaire 2031"),
    ],
)
def test_what_is_no_date_is_refused_with_one(language: str, typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_date(typed, language)
    assert refused.value.code == "date"
    assert read_date(str(refused.value.params["date"]), language) == date(2026, 12, 24)


@given(WHEN, st.sampled_from(LANGUAGES), st.sampled_from(["Europe/Berlin", "Asia/Kolkata"]))
def test_dates_are_read_as_the_bot_writes_them(at: datetime, language: str, zone: str) -> None:
    written = day_words(translator(language), at.date(), year=True)
    assert read_date(written, language) == at.date()
    there = at.replace(tzinfo=ZoneInfo(zone))
    assert read_moment(typed_moment(there, zone), language, zone, DAY_ENDS) == there


READERS = {
    "18:00": read_time,
    "6 pm": read_time,
    "10:30 p.m.": read_time,
    "18 Uhr": read_time,
    "2031-12-31": lambda typed: read_date(typed, "de"),
    "31.12.2031": lambda typed: read_date(typed, "de"),
    "31. Dezember 2031": lambda typed: read_date(typed, "de"),
    "2031-12-31 18:00": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 6 pm": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 18:00 CET": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 18:00 UTC+2": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 18:00 Europe/Berlin": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "2031-12-31 ": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "61 55.25 48": lambda typed: typed_points(typed, seats=3),
    "61 x 48": lambda typed: typed_result(typed, seats=3),
    "3": read_days,
    "12": lambda typed: refused_as_none(typed_count(typed)),
    "−1.5": lambda typed: refused_as_none(typed_number(typed)),
}
"""One reader for each kind of typed field, by a text that it reads."""


def refused_as_none(read: object) -> object:
    """For readers that give None, which who asks refuses in words of their own."""
    if read is None:
        raise Refusal("no-number", "No number.")
    return read


@pytest.mark.parametrize("typed", READERS)
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12), st.booleans())
def test_a_word_more_is_refused_or_changes_what_is_read(typed: str, more: str, apart: bool) -> None:
    read = READERS[typed]
    known = read(typed)
    try:
        again = read(f"{typed} {more}" if apart else f"{typed}{more}")
    except Refusal:
        return
    said = "".join(more.split()).strip(",;.")  # a sign at the end says nothing
    assert again != known or said.lower() in SAYS_NOTHING


SAYS_NOTHING = ("", "h", "hs", "hrs", "uhr", "utc", "z", "gmt", "0", "00", ".0", ",0")
"""What may be typed more without another meaning: "18 h", and "UTC" for who lives there."""


@pytest.mark.parametrize("typed", READERS)
@pytest.mark.parametrize("more", ["foo", "or later", "CST", "IST", "UTC+15", "at", "£", "(maybe)"])
def test_words_that_mean_nothing_are_refused(typed: str, more: str) -> None:
    with pytest.raises(Refusal):
        READERS[typed](f"{typed} {more}")


@pytest.mark.parametrize("year", [2026, 2031])
def test_letters_that_count_are_those_of_one_zone_in_all_the_world(year: int) -> None:
    """But for one's own, which come first."""
    meant: dict[str, set[timedelta | None]] = {}
    for name in available_timezones():
        for month in (1, 7):
            there = datetime(year, month, 1, tzinfo=ZoneInfo(name))
            meant.setdefault(str(there.tzname()).upper(), set()).add(there.utcoffset())
    understood = set()
    for letters, offsets in meant.items():
        zone = zone_typed(letters, "Europe/Berlin", year) if letters.isalpha() else None
        if zone is not None:
            understood.add(letters)
            assert offsets == {zone.utcoffset(None)}, letters
    assert understood > {"CET", "EST", "EDT", "PDT", "BST", "AEST", "JST"}
    assert understood.isdisjoint({"CST", "IST"})
    at_home = zone_typed("CST", "America/Chicago", year)
    assert at_home is not None and at_home.utcoffset(None) == timedelta(hours=-6)
