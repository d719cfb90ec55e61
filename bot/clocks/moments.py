"""Moments in UTC, and how moments and spans are written in JSON."""

from datetime import UTC, datetime, timedelta
from typing import Any

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


def moment_to_json(moment: datetime | None) -> str | None:
    """As ISO 8601 in UTC."""
    return None if moment is None else in_utc(moment).isoformat()


def moment_from_json(raw: Any) -> datetime | None:
    """What `moment_to_json` wrote. Raises ValueError for anything else."""
    if raw is None:
        return None
    if not isinstance(raw, str):
        raise ValueError(f"not a moment: {raw!r}")
    return in_utc(datetime.fromisoformat(raw))


def span_to_json(span: timedelta | None) -> int | None:
    """In microseconds, so that nothing is lost by rounding."""
    return None if span is None else span // MICROSECOND


def span_from_json(raw: Any) -> timedelta | None:
    """What `span_to_json` wrote. Raises ValueError for anything else."""
    if raw is None:
        return None
    if type(raw) is not int:
        raise ValueError(f"not a number of microseconds: {raw!r}")
    return timedelta(microseconds=raw)
