"""The common parts of moderators' acts in a season: its decision, a preview of its changes, and its
numbers, which a button carries."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, dataclass
from datetime import datetime
from typing import Any, ClassVar, Self, get_type_hints

from bot.leagues.season_transaction import Leagues, OpenSeason, SeasonView
from bot.model.league import Ban
from bot.moderation.acting import LOG_ONLY, Act, Outcome
from bot.seasons.events import Event
from bot.seasons.season import Season
from bot.text.translation import Translations

NOTHING = -1
"""Stands for a missing value in the numbers of an act."""


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
    """The end of the time for disputes, if the season will be closed by its date; None once it is
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

    def can_affect(self, season: SeasonView) -> bool:
        """Whether it can change a result of this season (`affects_result`)."""
        return self.affects_result

    async def helps_players(self, leagues: Leagues, season: SeasonView) -> bool:
        """Whether it may help players: a moderator who plays in the season cannot do it alone."""
        return self.can_affect(season)

    def preview(self, t: Translations, name_of: NameOf, found: Preview) -> list[str]:
        """Write its changes as lines for the moderator only."""
        return []

    def other_way(self, t: Translations, found: Preview) -> tuple[str, Self] | None:
        """Offer the act in another variant, as a second button of the preview with its label; None
        for none."""
        return None

    def division_changed(self, before: SeasonView) -> int | None:
        """Find the division whose standings after the act the preview shows; None for none."""
        return None

    def numbers(self) -> list[int]:
        """List the fields in one flat list for a button; those of a tuple come last."""
        numbers: list[int] = []
        for field in self._button_fields():
            value = getattr(self, field.name)
            numbers += value if isinstance(value, tuple) else [NOTHING if value is None else value]
        return numbers

    @classmethod
    def _button_fields(cls) -> list[Field[Any]]:
        return [one for one in cls.stored_fields() if one.metadata != LOG_ONLY]

    @classmethod
    def of_numbers(cls, numbers: Sequence[int]) -> Self:
        """Make the act from `numbers`. Raises ValueError for too few."""
        hints, left = get_type_hints(cls), list(numbers)
        values: dict[str, Any] = {}
        for field in cls._button_fields():
            kind = hints[field.name]
            if kind == tuple[int, ...]:
                values[field.name], left = tuple(left), []
            elif not left and field.default is not MISSING:
                break  # the button is older than this field
            elif not left:
                raise ValueError(f"too few numbers for {cls.act}: {numbers}")
            else:
                value = left.pop(0)
                values[field.name] = None if value == NOTHING and kind == int | None else value
        return cls(**values)
