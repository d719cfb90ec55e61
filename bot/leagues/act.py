"""The common parts of moderators' acts in a season: its decision, and a preview of its changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView
from bot.moderation import desk
from bot.moderation.desk import Act, Outcome
from bot.seasons.events import Event
from bot.seasons.season import Season


def seen_of(state: Season, entry: int) -> dict[str, Any]:
    """Describe the person and division of an entry, and whether its seat is free; empty for an
    unknown entry."""
    if entry not in state.holders:
        return {}
    return {
        "people": [state.holder(entry)],
        "division": state.division_of[entry],
        "free": entry in state.withdrawn,
    }


Preview = desk.Preview[SeasonView]
"""A season before and after an act, which was only tried."""


@dataclass(frozen=True)
class SeasonAct(Act[OpenSeason]):
    """An act of a moderator in a season. Its fields are numbers, so that a button can carry it.
    `tells` may contain {moderator}, {reason}, {who}, {entry}, {table}, {division} and {points}."""

    async def prepare(self, leagues: Leagues, season: SeasonView) -> Self:
        """Return the act with everything done that takes long or asks Discord, before the season is
        opened."""
        return self

    @property
    def table_told(self) -> int | None:
        """The table of the season whose players are told of it in their thread, if it is still
        being played; None for no table."""
        return None

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """List the events of the act. Raises Refusal where it is impossible now."""
        raise NotImplementedError

    async def apply(self, opened: OpenSeason, by: int, reason: str) -> Outcome:
        """Add the act's events to the log."""
        opened.happen(*await self.decide(opened, reason), by=by)
        return Outcome()

    def division_changed(self, before: SeasonView) -> int | None:
        """Find the division whose standings after the act the preview shows; None for none."""
        return None
