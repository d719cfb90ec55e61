"""What every act of a moderator in a season has: a stored name, its fields, what it decides, the
words that ask for it and tell of it.

An act is a frozen dataclass. Its fields are plain JSON values: so an act that waits for a second
moderator is kept in the audit log (`details`), and a button carries it (`numbers`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, Self, get_type_hints

from pydantic import TypeAdapter

from bot.leagues.model.events import Event
from bot.leagues.opened import Leagues, OpenSeason
from bot.leagues.views import SeasonView
from bot.text.translation import Translations

NOTHING = -1
"""In the numbers of an act, in place of one that was not given."""
NOT_STORED = {"stored": False}
"""Metadata of a field that neither the audit log nor a button keeps."""
NameOf = Callable[[int], str]
"""A person's name as messages print it, from the id."""


@dataclass(frozen=True)
class SeasonAct:
    """An act of a moderator in a season."""

    name: ClassVar[str]
    """Under which it is stored, and carried by buttons."""
    asks: ClassVar[str] = ""
    """The question before it is done."""
    tells: ClassVar[str] = ""
    """What the league's channel is told after it was done, with {moderator}, {reason}, {who},
    {entry}, {table}, {division} and {points}; empty where it is told nothing."""
    changes_result: ClassVar[bool] = False
    """Whether a second moderator must confirm it where the server wants that."""
    opens_tables: ClassVar[bool] = False
    """Whether tables may be played afterwards that could not before."""
    asks_reason: ClassVar[bool] = True
    """False for what happens in every season: its name stands for the reason in the log."""
    takes_long: ClassVar[bool] = False
    """Whether it may take longer in a large league than Discord waits for an answer."""

    async def prepare(self, leagues: Leagues, season: SeasonView) -> Self:
        """The act with what takes long worked out before the season is opened."""
        return self

    async def decide(self, season: OpenSeason, reason: str) -> Sequence[Event]:
        """What happens in the season. Raises Refusal where it cannot be done now."""
        raise NotImplementedError

    def preview(
        self, t: Translations, name_of: NameOf, before: SeasonView, after: SeasonView
    ) -> list[str]:
        """What it would change, in lines for the moderator alone."""
        return []

    def division_changed(self, before: SeasonView) -> int | None:
        """Whose standings a preview shows as they would be; None for none."""
        return None

    def details(self) -> dict[str, Any]:
        """The fields as plain JSON types, as the audit log keeps them."""
        return {
            field.name: list(value) if isinstance(value, tuple) else value
            for field in _stored(type(self))
            for value in [getattr(self, field.name)]
        }

    @classmethod
    def of_details(cls, details: Mapping[str, Any]) -> Self:
        """The act that `details` gave; what else the audit log keeps beside it is left out."""
        names = {field.name for field in _stored(cls)}
        own = {key: value for key, value in details.items() if key in names}
        return TypeAdapter(cls).validate_python(own)

    def numbers(self) -> list[int]:
        """The fields as a button carries them, one after the other; those of a tuple come last."""
        numbers: list[int] = []
        for field in _stored(type(self)):
            value = getattr(self, field.name)
            numbers += value if isinstance(value, tuple) else [NOTHING if value is None else value]
        return numbers

    @classmethod
    def of_numbers(cls, numbers: Sequence[int]) -> Self:
        """The act that gave these numbers. Raises ValueError for too few."""
        hints, left = get_type_hints(cls), list(numbers)
        values: dict[str, Any] = {}
        for field in _stored(cls):
            kind = hints[field.name]
            if kind == tuple[int, ...]:
                values[field.name], left = tuple(left), []
            elif not left:
                raise ValueError(f"too few numbers for {cls.name}: {numbers}")
            else:
                value = left.pop(0)
                values[field.name] = None if value == NOTHING and kind == int | None else value
        return cls(**values)


def _stored(act: type[SeasonAct]) -> list[Field[Any]]:
    return [field for field in fields(act) if field.metadata != NOT_STORED]
