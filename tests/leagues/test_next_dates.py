"""The dates of the next season, by the clocks of where they were given."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.leagues.season_lifecycle import LEAST_SIGN_UP, _weeks_later
from bot.leagues.settings import SeasonSettings

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
