"""Moments in UTC and spans of time, and how pydantic stores them as JSON."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, PlainSerializer

MICROSECOND = timedelta(microseconds=1)
ZERO = timedelta(0)


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC. Raises ValueError for one without a zone.

    All arithmetic is done in UTC: adding to, or subtracting, datetimes in a zone of their own
    counts on the wall clock and forgets summer time.
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
"""Stored as ISO 8601 in UTC."""
Span = Annotated[
    timedelta,
    BeforeValidator(_span_from_json),
    PlainSerializer(lambda span: span // MICROSECOND, return_type=int),
]
"""Stored in microseconds, so that nothing is lost by rounding."""
