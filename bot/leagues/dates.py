"""The dates of seasons: what a date that has passed asks for."""

from datetime import datetime
from typing import Literal

from bot.leagues.founding import FEWEST_PLAYERS
from bot.leagues.views import SeasonView

Step = Literal["draw", "too-few", "close", "late"]


def step_due(view: SeasonView, now: datetime) -> Step | None:
    """What the dates of a season ask for at this moment: to draw it, or to say that too few have
    signed up for that; to close it, or to say that tables are still open."""
    settings, state = view.settings, view.state
    if state.phase == "sign-up" and _passed(settings.sign_up_until, now):
        return "draw" if len(state.signed_up) >= FEWEST_PLAYERS else "too-few"
    if state.phase == "running" and _passed(settings.ends, now):
        return "late" if state.open_tables() else "close"
    return None


def _passed(date: datetime | None, now: datetime) -> bool:
    return date is not None and date <= now
