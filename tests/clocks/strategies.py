"""Readings of clocks, and what the properties are tried on: moments, many of them near a change of
the clocks, and people with all kinds of hours in all kinds of zones."""

from datetime import UTC, date, datetime, time, timedelta

from hypothesis import strategies as st

from bot.clocks import PersonalTime, QuietHours, SeatClock, first_awake, pause, zone_names


def time_left(clock: SeatClock, now: datetime) -> timedelta | None:
    """Awake time left for the question, or for the next one where the seat is not asked; None
    without a clock."""
    question = pause(clock, now).question
    return clock.bank if question is None else question.left


# --- What the properties are tried on -------------------------------------------------------------
# Moments, many of them near a change of the clocks, and people with all kinds of hours in all
# kinds of zones.

EARLIEST, LATEST = datetime(2005, 1, 1, tzinfo=UTC), datetime(2036, 12, 31, tzinfo=UTC)

CHANGES = [
    ("Europe/Berlin", datetime(2026, 3, 29, 1, tzinfo=UTC)),
    ("Europe/Berlin", datetime(2026, 10, 25, 1, tzinfo=UTC)),
    ("America/New_York", datetime(2027, 3, 14, 7, tzinfo=UTC)),
    ("America/New_York", datetime(2027, 11, 7, 6, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2026, 4, 4, 15, tzinfo=UTC)),  # back by half an hour
    ("Australia/Lord_Howe", datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    ("America/Havana", datetime(2026, 11, 1, 5, tzinfo=UTC)),  # the hour after midnight twice
    ("America/Havana", datetime(2027, 3, 14, 5, tzinfo=UTC)),  # no midnight
    ("Africa/Cairo", datetime(2026, 4, 23, 22, tzinfo=UTC)),  # no midnight
    ("America/St_Johns", datetime(2006, 10, 29, 2, 31, tzinfo=UTC)),  # back over midnight
    ("Pacific/Apia", datetime(2011, 12, 30, 10, tzinfo=UTC)),  # a whole day left out
    ("Asia/Pyongyang", datetime(2018, 5, 4, 15, tzinfo=UTC)),  # forward over midnight
    ("Africa/Casablanca", datetime(2027, 2, 7, 2, tzinfo=UTC)),  # back for Ramadan
    ("Antarctica/Troll", datetime(2026, 3, 29, 1, tzinfo=UTC)),  # forward by two hours
    ("Asia/Kathmandu", datetime(2028, 2, 28, 18, 15, tzinfo=UTC)),  # a leap day begins
    ("UTC", datetime(2028, 2, 29, tzinfo=UTC)),
]
"""Zones with a moment at which something happens to the calendar or the clock."""

wall_times = st.builds(time, st.integers(0, 23), st.integers(0, 59))
quiet = st.tuples(wall_times, wall_times).filter(lambda two: two[0] != two[1])
quiet_hours = quiet.map(lambda two: QuietHours(*two))
moments = st.timedeltas(timedelta(0), LATEST - EARLIEST).map(lambda since: EARLIEST + since)
near = st.timedeltas(timedelta(days=-3), timedelta(days=3))
days_near = st.integers(-4, 8)
spans = st.one_of(
    st.timedeltas(timedelta(0), timedelta(hours=6)),
    st.timedeltas(timedelta(0), timedelta(days=6)),
)


@st.composite
def people_and_moments(draw: st.DrawFn) -> tuple[PersonalTime, datetime]:
    """Somebody, and a moment with vacation and maybe a change of the clocks nearby."""
    if draw(st.booleans()):
        zone, moment = draw(st.sampled_from(CHANGES))
        moment += draw(near)
    else:
        zone, moment = draw(st.sampled_from(zone_names())), draw(moments)
    return person_near(draw, zone, moment.date()), moment


def person_near(draw: st.DrawFn, zone: str, day: date) -> PersonalTime:
    """Somebody there who may take some of the days around this one off."""
    offs = draw(st.frozensets(days_near, max_size=4))
    return PersonalTime(
        zone,
        draw(st.none() | quiet_hours),
        frozenset(day + timedelta(days=off) for off in offs),
    )


def resting(moment: datetime, hours: PersonalTime) -> bool:
    """Whether a moment lies in a rest."""
    return first_awake(moment, hours) != moment
