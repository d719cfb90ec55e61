"""What every act of a moderator in a season has: what it decides, a preview of what it changes, and
its numbers, which a button carries."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self, get_type_hints

from bot.leagues.season_transaction import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.model.league import Ban
from bot.moderation.acting import Act, Outcome
from bot.seasons.events import Event
from bot.seasons.season import Season
from bot.text.translation import Translations

NOTHING = -1
"""Stands for a missing value in the numbers of an act."""


def seen_of(state: Season, entry: int) -> dict[str, Any]:
    """Who plays for an entry, and in which division; nothing for an unknown entry."""
    if entry not in state.holders:
        return {}
    return {"people": [state.holder(entry)], "division": state.division_of[entry]}


NameOf = Callable[[int], str]
"""Gives a person's name, formatted for messages, from the id."""


@dataclass(frozen=True)
class Preview:
    """A season before and after an act."""

    before: SeasonView
    after: SeasonView
    bans: Sequence[Ban] = ()
    """The league's bans that are in force."""
    appeals: datetime | None = None
    """Until when results can be disputed before the season is closed by its date; None once that is
    over."""


@dataclass(frozen=True)
class SeasonAct(Act[OpenSeason]):
    """An act of a moderator in a season. Its fields are numbers, so that a button can carry it.
    `tells` may contain {moderator}, {reason}, {who}, {entry}, {table}, {division} and {points}."""

    affects_result: ClassVar[bool] = False
    """Whether it can change a result of the season: a second moderator must confirm it on servers
    that require that, and anywhere where the moderator plays in the season."""
    always_second: ClassVar[bool] = False
    """Whether a second moderator must confirm it on every server."""
    asks_reason: ClassVar[bool] = True
    """False for what happens in every season: the log then has the act's name as the reason."""
    takes_long: ClassVar[bool] = False
    """Whether it may take longer, in a large league, than Discord waits for a response."""

    async def prepare(self, leagues: Leagues, season: SeasonView) -> Self:
        """The act with slow calculations done before the season is opened."""
        return self

    @property
    def table_told(self) -> int | None:
        """The table of the season whose players are told of it in their thread, if it is still
        being played; None for none."""
        return None

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """The events of the act. Raises Refusal where it cannot be done now."""
        raise NotImplementedError

    async def apply(self, opened: OpenSeason, by: int, reason: str) -> Outcome:
        """Add its events to the log."""
        opened.happen(*await self.decide(opened, reason), by=by)
        return Outcome()

    def can_affect(self, season: SeasonView) -> bool:
        """Whether it can change a result of this season (`affects_result`)."""
        return self.affects_result

    async def helps_players(self, leagues: Leagues, season: SeasonView) -> bool:
        """Whether a moderator who plays in the season may not do it alone."""
        return self.can_affect(season)

    def preview(self, t: Translations, name_of: NameOf, found: Preview) -> list[str]:
        """What it would change, as lines for the moderator only."""
        return []

    def other_way(self, t: Translations, found: Preview) -> tuple[str, Self] | None:
        """A second button of the preview, with its label, for the same act done otherwise; None for
        none."""
        return None

    def division_changed(self, before: SeasonView) -> int | None:
        """The division whose standings after the act the preview shows; None for none."""
        return None

    def numbers(self) -> list[int]:
        """The fields as a flat list for a button; those of a tuple come last."""
        numbers: list[int] = []
        for field in self.stored_fields():
            value = getattr(self, field.name)
            numbers += value if isinstance(value, tuple) else [NOTHING if value is None else value]
        return numbers

    @classmethod
    def of_numbers(cls, numbers: Sequence[int]) -> Self:
        """The inverse of `numbers`. Raises ValueError for too few."""
        hints, left = get_type_hints(cls), list(numbers)
        values: dict[str, Any] = {}
        for field in cls.stored_fields():
            kind = hints[field.name]
            if kind == tuple[int, ...]:
                values[field.name], left = tuple(left), []
            elif not left and field.default is not MISSING:
                break  # a button of before there was this field
            elif not left:
                raise ValueError(f"too few numbers for {cls.act}: {numbers}")
            else:
                value = left.pop(0)
                values[field.name] = None if value == NOTHING and kind == int | None else value
        return cls(**values)
