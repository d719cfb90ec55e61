"""Vacation days: taken in advance, so many a calendar year, counted in the own zone.

A day is taken today or later. What has begun is spent: it can be taken late on the same day, but
neither for the past nor given back.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime

from bot.clocks.quiet import AWAKE, PersonalTime
from bot.clocks.rules import TimeRules
from bot.clocks.zones import zone_named
from bot.refusal import Refusal


def today(now: datetime, hours: PersonalTime) -> date:
    """The date where the person is."""
    return now.astimezone(zone_named(hours.zone)).date()


def take_vacation(
    hours: PersonalTime, days: Iterable[date], now: datetime, budget: int
) -> PersonalTime:
    """With these days taken as well; days taken already cost nothing more.

    `budget` is how many days a person may take in a calendar year. Raises Refusal for a day
    that is over (`vacation-past`) or one too many (`vacation-budget`).
    """
    new = frozenset(days) - hours.vacation
    if any(day < today(now, hours) for day in new):
        raise Refusal("vacation-past", "Vacation begins today or later; choose a later day.")
    for year in sorted({day.year for day in new}):
        left = vacation_left(hours, year, budget)
        if sum(day.year == year for day in new) > left:
            raise Refusal(
                "vacation-budget",
                "You have {left} of {budget} vacation days left in {year}; choose fewer days.",
                left=left,
                budget=budget,
                year=year,
            )
    return replace(hours, vacation=hours.vacation | new)


def cancel_vacation(hours: PersonalTime, days: Iterable[date], now: datetime) -> PersonalTime:
    """Without these days; other days are left as they are. Raises Refusal
    (`vacation-begun`) for a day taken that has begun."""
    given_back = hours.vacation & frozenset(days)
    if any(day <= today(now, hours) for day in given_back):
        raise Refusal(
            "vacation-begun",
            "A vacation day that has begun cannot be given back; choose days after today.",
        )
    return replace(hours, vacation=hours.vacation - given_back)


def vacation_left(hours: PersonalTime, year: int, budget: int) -> int:
    """How many days of a year's budget are not taken yet; never below 0."""
    return max(0, budget - sum(day.year == year for day in hours.vacation))


def counted_hours(rules: TimeRules, own: PersonalTime) -> PersonalTime:
    """When a person's clock stands still at a table: what to pass to `ask`.

    Never at a live table. Elsewhere in the quiet hours, unless the rules let them count, and on
    the year's first vacation days, as many as the rules allow.
    """
    if rules.is_live:
        return AWAKE
    taken: Counter[int] = Counter()
    allowed = set()
    for day in sorted(own.vacation):
        taken[day.year] += 1
        if taken[day.year] <= rules.vacation_days:
            allowed.add(day)
    quiet = None if rules.quiet_counts else own.quiet
    return PersonalTime(own.zone, quiet, frozenset(allowed))
