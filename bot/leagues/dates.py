"""The dates of seasons: what a date that has passed asks for, and what was told about it."""

from datetime import datetime
from typing import Literal

from bot.leagues.desked import Desked
from bot.leagues.founding import FEWEST_PLAYERS
from bot.leagues.views import SeasonView
from bot.store import leagues

TOLD = "told"
"""Beside the settings of a season, what its channel was told once."""

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


class Dates(Desked):
    """What is needed to keep the dates of all seasons."""

    async def seasons_going_on(self) -> list[SeasonView]:
        """The seasons of all leagues that are open for signing up or played."""
        rows = await self._desk.store.read(leagues.seasons_in, ("sign-up", "running"))
        return [await self._desk.view(row) for row in rows]

    async def seasons_over(self) -> list[SeasonView]:
        """The seasons of all leagues that are closed."""
        rows = await self._desk.store.read(leagues.seasons_in, ("finished",))
        return [await self._desk.view(row) for row in rows]

    async def told(self, season_id: int) -> frozenset[str]:
        """What was told once about a season, by the words it was kept under."""
        row, _ = await self._desk.read(season_id)
        return frozenset(row.settings.get(TOLD, ()))

    async def keep_told(self, season_id: int, *words: str) -> None:
        """Remember that this was told; to be called once it was."""

        async def attempt() -> None:
            row, _ = await self._desk.read(season_id)
            told = sorted({*row.settings.get(TOLD, ()), *words})
            settings = {**row.settings, TOLD: told}
            await self._desk.store.write(leagues.set_season, season_id, settings)

        await self._desk.alone(season_id, attempt)
