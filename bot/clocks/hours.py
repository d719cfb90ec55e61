"""A person's own time: quiet hours and vacation days in the person's zone, and awake time.

Time zones are named as in the IANA database ("Europe/Berlin"). The system's copy of the database is
used if there is one, else that of the package tzdata.

A rest is a span in which a slow clock stands still and nobody is pinged. The quiet hours of a day
begin when the wall clock first shows their start, and end when it last shows their end. If an hour
is repeated (at the end of summer time), the night stays one rest that contains both; if a start or
end is skipped, it is the moment of the jump. A vacation day lasts from midnight to midnight in the
same way. Rests that touch or overlap are merged.

Awake time is the real time outside of all rests: a day without rests may have 23 or 25 hours of it.

Vacation days are booked in advance, a limited number for each calendar year of the person's zone. A
day can be booked for today or later, and cancelled until it begins.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from itertools import count
from typing import Annotated, Any
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, BeforeValidator, ConfigDict, PlainSerializer

from bot.clocks.rules import TimeRules
from bot.refusal import P_, Refusal

UTC_NAME = "UTC"
ZONES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver",
    "America/Chicago", "America/Mexico_City", "America/New_York", "America/Halifax",
    "America/Sao_Paulo", "Atlantic/Azores", "UTC", "Europe/London", "Europe/Berlin",
    "Europe/Athens", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka",
    "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""A zone for each part of the world, to choose from; other zones are typed."""
_MORE_LETTERS = (
    "Africa/Johannesburg", "Africa/Lagos", "Africa/Maputo", "Africa/Nairobi", "America/Havana",
    "America/St_Johns", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem", "Asia/Manila",
    "Asia/Seoul", "Australia/Adelaide", "Australia/Darwin", "Australia/Perth", "Europe/Dublin",
    "Europe/Lisbon", "Pacific/Pago_Pago",
)  # fmt: skip
"""More zones whose abbreviations (as "CET") people may type."""
_GERMAN = {"MEZ": "CET", "MESZ": "CEST", "OEZ": "EET", "OESZ": "EEST", "WEZ": "WET", "WESZ": "WEST"}
_OFFSET = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?", re.ASCII)
_MOST_HOURS = 14
"""No zone is more hours away from UTC."""
_NOT_PLACES = ("Etc/", "SystemV/")
"""Beginnings of zones for machines and old programs, which nobody looks for in a list of places."""


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def zone_names() -> tuple[str, ...]:
    """The zones that a person is offered, in alphabetical order: those of places, and UTC."""
    return tuple(
        sorted(
            name
            for name in _known()
            if name == UTC_NAME or ("/" in name and not name.startswith(_NOT_PLACES))
        )
    )


def zone_named(name: str) -> ZoneInfo:
    """The zone with exactly this name. Raises Refusal (`zone`) if there is none."""
    # Look into the list first: ZoneInfo opens a file of this name, which is user input.
    if name not in _known():
        raise Refusal(
            "zone",
            "There is no time zone called “{zone}”; choose one from the list, such as "
            "Europe/Berlin.",
            zone=name,
        )
    return ZoneInfo(name)


def zone_typed(words: str, own: str, year: int) -> tzinfo | None:
    """The zone that a person, whose own zone is `own`, means by words such as "Europe/Berlin",
    "UTC+2", "-03:30" or "CET". None if they mean none, or an abbreviation that stands for several,
    unless the own zone is among them."""
    said = " ".join(words.split())
    name = said.casefold().replace(" ", "_")
    if name in _by_plain_name():
        return ZoneInfo(_by_plain_name()[name])
    letters = _GERMAN.get(said.upper(), said.upper())
    if letters in ("Z", "UTC", "GMT"):
        return UTC
    if found := _OFFSET.fullmatch(letters):
        away = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if away > timedelta(hours=_MOST_HOURS):
            return None
        return timezone(-away if found[1] == "-" else away)
    meant = _letters((own,), year).get(letters) or _letters(ZONES + _MORE_LETTERS, year).get(
        letters
    )
    return timezone(next(iter(meant))) if meant and len(meant) == 1 else None


@lru_cache(maxsize=8)
def _letters(zones: tuple[str, ...], year: int) -> Mapping[str, set[timedelta]]:
    """For each abbreviation in use in these zones, the distances from UTC for which it stands in a
    year."""
    found: dict[str, set[timedelta]] = {}
    for name in zones:
        for month in (1, 7):
            there = datetime(year, month, 1, tzinfo=ZoneInfo(name))
            away, letters = there.utcoffset(), there.tzname()
            if away is not None and letters and letters.isalpha():
                found.setdefault(letters.upper(), set()).add(away)
    return found


@cache
def _by_plain_name() -> Mapping[str, str]:
    return {name.casefold(): name for name in zone_names()}


def zones_like(text: str, limit: int = 25) -> tuple[str, ...]:
    """At most `limit` zones that match what somebody has typed: first those with a part (continent
    or city) that begins with it, then those that contain it."""
    wanted = _plain(text)

    def rank(name: str) -> int:
        plain = _plain(name)
        if plain.startswith(wanted) or f"/{wanted}" in plain:
            return 0
        return 1 if wanted in plain else 2

    found = sorted((rank(name), name) for name in zone_names())
    return tuple(name for place, name in found if place < 2)[:limit]


def _plain(text: str) -> str:
    return text.strip().casefold().replace(" ", "_")


ZERO = timedelta(0)
MOST_QUIET = timedelta(hours=12)
"""The longest quiet hours that a person may choose. If they took almost the whole day, two days of
awake time would never pass."""
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_MIDNIGHT = time(0)


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC. Raises ValueError for a naive datetime.

    All arithmetic is done in UTC: in another zone, arithmetic on datetimes counts wall-clock time
    and ignores changes to and from summer time.
    """
    if moment.tzinfo is UTC:
        return moment
    if moment.utcoffset() is None:
        raise ValueError(f"a moment needs a time zone: {moment!r}")
    return moment.astimezone(UTC)


def _span_from_json(raw: Any) -> timedelta:
    if type(raw) is not int:
        raise ValueError(f"not a number of microseconds: {raw!r}")
    return timedelta(microseconds=raw)


Moment = Annotated[
    datetime, AfterValidator(in_utc), PlainSerializer(lambda moment: in_utc(moment).isoformat())
]
"""A moment, stored as ISO 8601 in UTC."""
Span = Annotated[
    timedelta,
    BeforeValidator(_span_from_json),
    PlainSerializer(lambda span: span // timedelta(microseconds=1), return_type=int),
]
"""A duration, stored in whole microseconds, so that nothing is lost to rounding."""
Rest = tuple[datetime, datetime]
"""A rest: its first moment, and the first moment after it; both in UTC."""


@dataclass(frozen=True)
class QuietHours:
    """Every night from `start` up to `end` on the wall clock, in whole minutes; across midnight if
    the end is not after the start. They may last any time below 24 hours; `quiet_hours` limits what
    people may choose. Raises Refusal (`quiet-same`) if start and end are equal, ValueError for
    times with a zone or seconds."""

    start: time
    end: time

    def __post_init__(self) -> None:
        for edge in (self.start, self.end):
            if edge.tzinfo is not None or edge.second or edge.microsecond or edge.fold:
                raise ValueError(f"not a whole minute of the wall clock: {edge!r}")
        if self.start == self.end:
            raise Refusal(
                "quiet-same",
                "Quiet hours must begin and end at different times; change one of them.",
            )

    @property
    def length(self) -> timedelta:
        """How long they are on the wall clock, in a night without a change of summer time."""
        start, end = (timedelta(hours=at.hour, minutes=at.minute) for at in (self.start, self.end))
        return (end - start) % _DAY


def quiet_hours(start: time, end: time) -> QuietHours:
    """Make the quiet hours that a person has chosen. Raises Refusal if they are empty
    (`quiet-same`) or longer than `MOST_QUIET` (`quiet-long`)."""
    chosen = QuietHours(start, end)
    if chosen.length > MOST_QUIET:
        raise Refusal(
            "quiet-long",
            *P_(
                "Quiet hours can last at most {n} hour a night; choose a shorter span.",
                "Quiet hours can last at most {n} hours a night; choose a shorter span.",
            ),
            n=MOST_QUIET // timedelta(hours=1),
        )
    return chosen


def _quiet_from_json(raw: Any) -> Any:
    if not isinstance(raw, list) or len(raw) != 2:
        raise ValueError(f"not quiet hours: {raw!r}")
    return {"start": raw[0], "end": raw[1]}


StoredQuietHours = Annotated[
    QuietHours,
    BeforeValidator(_quiet_from_json),
    PlainSerializer(lambda quiet: [f"{at:%H:%M}" for at in (quiet.start, quiet.end)]),
]
"""Quiet hours, stored as ["23:00", "07:30"]."""
Dates = Annotated[frozenset[date], PlainSerializer(lambda days: [f"{day}" for day in sorted(days)])]


@dataclass(frozen=True)
class PersonalTime:
    """A person's zone, quiet hours and vacation. Raises Refusal (`zone`) for an unknown zone."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    zone: str | None = None
    """The name of the zone in the IANA database; None if the person has chosen none."""
    quiet: StoredQuietHours | None = None
    vacation: Dates = field(default_factory=frozenset)
    """Vacation days, as dates in that zone, or in UTC."""

    def __post_init__(self) -> None:
        zone_named(self.zone_or_utc)

    @property
    def zone_or_utc(self) -> str:
        """The name of the zone that counts: UTC if the person has chosen none."""
        return self.zone or UTC_NAME


AWAKE = PersonalTime()
"""The hours of somebody who never rests."""


def awake_time_between(start: datetime, end: datetime, hours: PersonalTime) -> timedelta:
    """The awake time between two moments. Raises ValueError for naive datetimes, or if `end` is
    before `start`."""
    start, end = in_utc(start), in_utc(end)
    if end < start:
        raise ValueError(f"{end} comes before {start}")
    awake = end - start
    for begin, over in _rests(hours, start):
        if begin >= end:
            break
        if over > start:
            awake -= min(over, end) - max(begin, start)
    return awake


def moment_after(start: datetime, awake: timedelta, hours: PersonalTime) -> datetime:
    """The first moment at which `awake` has passed since `start`; for zero this is `start` itself.
    It is the exact inverse of `awake_time_between`.

    Raises ValueError for a naive datetime or negative awake time, OverflowError for a moment after
    the year 9999.
    """
    moment = in_utc(start)
    if awake < ZERO:
        raise ValueError(f"negative awake time: {awake}")
    for begin, over in _rests(hours, moment):
        if over <= moment:
            continue
        until_rest = max(begin - moment, ZERO)
        if awake <= until_rest:
            break
        awake -= until_rest
        moment = over
    return moment + awake


def first_awake(moment: datetime, hours: PersonalTime) -> datetime:
    """The first moment from `moment` on that is outside of all rests. Raises ValueError for a naive
    datetime."""
    moment = in_utc(moment)
    for begin, over in _rests(hours, moment):
        if over > moment:
            return over if begin <= moment else moment
    return moment


def _rests(hours: PersonalTime, start: datetime) -> Iterator[Rest]:
    """Yields the rests in order, without overlaps, beginning with some before `start`; without end
    if there are quiet hours."""
    if hours.quiet is None and not hours.vacation:
        return
    zone = zone_named(hours.zone_or_utc)
    # A rest of one date that still lasts began at most two dates ago: it takes no more than 24
    # hours by the wall clock, which never jumps back by more than a day. (Longer ones are joined
    # from several dates, and all but the last are over.)
    earliest = start.astimezone(zone).date() - 2 * _DAY
    # Starts are in order: the first moment of a later wall time is never before that of an
    # earlier one.
    last: Rest | None = None
    for day in _days(hours, earliest):
        for begin, over in _rests_of(day, hours, zone):
            if last is None:
                last = (begin, over)
            elif begin <= last[1]:
                last = (last[0], max(last[1], over))
            else:
                yield last
                last = (begin, over)
    if last is not None:
        yield last


def _days(hours: PersonalTime, earliest: date) -> Iterator[date]:
    """Yields the dates on which a rest may begin, from `earliest` on."""
    if hours.quiet is None:
        yield from sorted(day for day in hours.vacation if day >= earliest)
    else:
        yield from (earliest + number * _DAY for number in count())


def _rests_of(day: date, hours: PersonalTime, zone: ZoneInfo) -> Iterator[Rest]:
    """Yields the rests that begin on a date, in order; those that the wall clock skips entirely are
    left out."""
    spans = []
    if day in hours.vacation:
        spans.append((_MIDNIGHT, day + _DAY, _MIDNIGHT))
    if hours.quiet is not None:
        same_day = hours.quiet.end > hours.quiet.start
        spans.append((hours.quiet.start, day if same_day else day + _DAY, hours.quiet.end))
    for start, end_day, end in spans:
        begin = _shown(datetime.combine(day, start), zone, last=False)
        over = _shown(datetime.combine(end_day, end), zone, last=True)
        if begin < over:
            yield begin, over


@lru_cache(maxsize=10_000)
def _shown(wall: datetime, zone: ZoneInfo, *, last: bool) -> datetime:
    """The first or last moment at which the wall clock shows a time; if it skips that time, the
    moment of the jump."""
    first_reading = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    second_reading = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if first_reading <= second_reading:
        return second_reading if last else first_reading
    # A time in a gap: the second reading comes before the jump, the first one after it.
    before, after = second_reading, first_reading
    offset = before.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) // (2 * _SECOND) * _SECOND
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def today(now: datetime, hours: PersonalTime) -> date:
    """The present date in the person's zone."""
    return now.astimezone(zone_named(hours.zone_or_utc)).date()


def take_vacation(
    hours: PersonalTime, days: Iterable[date], now: datetime, budget: int
) -> PersonalTime:
    """Book these days in addition; days that are booked already cost nothing.

    `budget` is how many days a person may book in a calendar year. Raises Refusal for a day in the
    past (`vacation-past`) or beyond the budget (`vacation-budget`).
    """
    new = frozenset(days) - hours.vacation
    if any(day < today(now, hours) for day in new):
        raise Refusal("vacation-past", "A vacation must begin today or later; choose a later day.")
    for year in sorted({day.year for day in new}):
        left = vacation_left(hours, year, budget)
        if sum(day.year == year for day in new) > left:
            # Translators, for each: {left}: days; {year} as "2026".
            raise Refusal(
                "vacation-budget",
                *P_(
                    "You have {left} of {n} vacation day left in {year}; choose fewer days.",
                    "You have {left} of {n} vacation days left in {year}; choose fewer days.",
                ),
                left=left,
                n=budget,
                year=year,
            )
    return replace(hours, vacation=hours.vacation | new)


def cancel_vacation(hours: PersonalTime, days: Iterable[date], now: datetime) -> PersonalTime:
    """Cancel these days; those that are not booked are ignored. Raises Refusal (`vacation-begun`)
    for a booked day that has begun."""
    given_back = hours.vacation & frozenset(days)
    if any(day <= today(now, hours) for day in given_back):
        raise Refusal(
            "vacation-begun",
            "A vacation day that has begun cannot be cancelled; choose only days after today.",
        )
    return replace(hours, vacation=hours.vacation - given_back)


def vacation_left(hours: PersonalTime, year: int, budget: int) -> int:
    """How many days of a year's budget can still be booked; never below 0."""
    return max(0, budget - sum(day.year == year for day in hours.vacation))


def counted_hours(rules: TimeRules, own: PersonalTime) -> PersonalTime:
    """The hours in which a person's clock stands still at a table, for `ask`.

    At a live table there are none. Elsewhere they are the quiet hours, unless the rules say that
    clocks run then, and the first vacation days of each year, up to the number that the rules
    allow.
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
