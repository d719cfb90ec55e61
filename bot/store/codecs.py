"""How the values of `bot.model` and `bot.clocks` are kept in JSON columns: one codec for each type.

The types say by their annotations how they look in JSON; pydantic does the rest.
"""

from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import TypeAdapter

from bot.clocks import Moment, SeatClock, TimeRules
from bot.model.server import ServerSettings
from bot.model.table import Joins, Options, PauseRequest, PersonSettings, RewindRequest, Seats
from bot.refusal import Refusal

Value = TypeVar("Value")


class Codec(Generic[Value]):
    """Reads and writes a value as plain JSON types."""

    def __init__(self, kind: type[Value]) -> None:
        self._adapter = TypeAdapter(kind)

    def read(self, raw: object) -> Value:
        """The value of plain JSON. Raises ValueError for anything that `write` cannot have
        made, and for a value that the type refuses, such as a time zone that was renamed."""
        try:
            return self._adapter.validate_python(raw)
        except Refusal as refused:
            raise ValueError(str(refused)) from refused

    def read_or_none(self, raw: object) -> Value | None:
        """The same where NULL stands for no value."""
        return None if raw is None else self.read(raw)

    def write(self, value: Value) -> Any:
        """The value as plain JSON."""
        return self._adapter.dump_python(value, mode="json")

    def write_or_none(self, value: Value | None) -> Any:
        """The same, with NULL for no value."""
        return None if value is None else self.write(value)


class LenientCodec(Codec[Value]):
    """For settings that people choose, all of which have a default: what another version of the
    program stored and this one does not understand is as if it had not been chosen."""

    def __init__(self, kind: type[Value]) -> None:
        super().__init__(kind)
        assert is_dataclass(kind)
        hints = get_type_hints(kind, include_extras=True)
        self._kind = kind
        self._fields: dict[str, Codec[Any]] = {
            field.name: Codec(hints[field.name]) for field in fields(kind)
        }

    def read(self, raw: object) -> Value:
        """The value of a JSON object, field by field; never raises for what is in it."""
        assert isinstance(raw, dict)
        chosen = {}
        for name, codec in self._fields.items():
            if name in raw:
                try:
                    chosen[name] = codec.read(raw[name])
                except ValueError:
                    continue
        return self._kind(**chosen)


MOMENT: Codec[datetime] = Codec(Moment)
TIME_RULES = Codec(TimeRules)
CLOCK = Codec(SeatClock)
OPTIONS = LenientCodec(Options)
SEATS: Codec[frozenset[int]] = Codec(Seats)
REWIND_REQUEST = Codec(RewindRequest)
PAUSE_REQUEST = Codec(PauseRequest)
JOINS = Codec(Joins)
PERSON = LenientCodec(PersonSettings)
SERVER = LenientCodec(ServerSettings)
