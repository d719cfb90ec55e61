"""A seat's clock as plain JSON, for the store."""

from collections.abc import Mapping
from typing import Any, get_args

from bot.clocks.deadlines import Question, SeatClock, What
from bot.clocks.moments import (
    ZERO,
    moment_from_json,
    moment_to_json,
    span_from_json,
    span_to_json,
)
from bot.clocks.quiet import hours_from_json, hours_to_json


def clock_to_json(clock: SeatClock) -> dict[str, Any]:
    """Moments as ISO 8601 in UTC, spans in microseconds."""
    raw: dict[str, Any] = {
        "seat": clock.seat,
        "hours": hours_to_json(clock.hours),
        "bank": span_to_json(clock.bank),
        "answered": clock.answered,
        "earned": clock.earned,
    }
    if clock.question is not None:
        raw["question"] = _question_to_json(clock.question)
    if clock.withdrawn is not None:
        raw["withdrawn"] = _question_to_json(clock.withdrawn)
    if clock.unconfirmed is not None:
        raw["unconfirmed"] = clock_to_json(clock.unconfirmed)
    return raw


def clock_from_json(raw: Mapping[str, Any]) -> SeatClock:
    """What `clock_to_json` wrote. Raises ValueError for anything else, and where the
    person's zone no longer exists."""
    try:
        return SeatClock(
            raw["seat"],
            hours_from_json(raw["hours"]),
            span_from_json(raw["bank"]),
            _question_from_json(raw["question"]) if "question" in raw else None,
            raw["answered"],
            raw["earned"],
            clock_from_json(raw["unconfirmed"]) if "unconfirmed" in raw else None,
            _question_from_json(raw["withdrawn"]) if "withdrawn" in raw else None,
        )
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"not a clock: {raw!r}") from wrong


def _question_to_json(question: Question) -> dict[str, Any]:
    return {
        "asked_at": moment_to_json(question.asked_at),
        "left": span_to_json(question.left),
        "since": moment_to_json(question.since),
        "used": span_to_json(question.used),
        "told": sorted(question.told),
    }


def _question_from_json(raw: Mapping[str, Any]) -> Question:
    asked_at = moment_from_json(raw["asked_at"])
    told = frozenset(raw["told"])
    if asked_at is None or not told <= frozenset(get_args(What)):
        raise ValueError(f"not a question on the clock: {raw!r}")
    return Question(
        asked_at,
        span_from_json(raw["left"]),
        moment_from_json(raw["since"]),
        span_from_json(raw["used"]) or ZERO,
        told,
    )
