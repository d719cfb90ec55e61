"""Readings of clocks, for tests."""

from datetime import datetime, timedelta

from bot.clocks import SeatClock, pause


def time_left(clock: SeatClock, now: datetime) -> timedelta | None:
    """Awake time left for the question, or for the next one where the seat is not asked; None
    without a clock."""
    question = pause(clock, now).question
    return clock.bank if question is None else question.left
