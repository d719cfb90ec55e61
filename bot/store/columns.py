"""The types of columns that hold more than plain values: moments, and values of `bot.model` and
`bot.clocks` as JSON. A value's own annotations say how it looks in JSON; pydantic does the rest."""

from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from sqlalchemy import JSON, DateTime, Dialect, TypeDecorator

from bot.refusal import Refusal

KNOWN = 1_024
"""The most stored texts of settings that are remembered with the values read from them."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone of a time, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Convert a moment for the database; raises ValueError for a time without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a moment from the database; its zone is always UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class JsonOf(TypeDecorator[Any]):
    """A column that holds a value of some type as JSON; None is NULL."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind
        self._adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def process_bind_param(self, value: Any, dialect: Dialect | None = None) -> Any:
        """Convert the value to plain JSON."""
        if value is None:
            return None
        return self._adapter.dump_python(value, mode="json")

    def process_result_value(self, value: Any, dialect: Dialect | None = None) -> Any:
        """Read the value from plain JSON. Raises ValueError for JSON that the program cannot have
        written, and for a value that the type refuses, such as a time zone that was renamed."""
        if value is None:
            return None
        try:
            return self._adapter.validate_python(value)
        except Refusal as refused:
            raise ValueError(str(refused)) from refused


class SettingsJson(JsonOf):
    """A column for settings, where every field has a default. A value from another version of the
    program that this one does not understand counts as not set."""

    cache_ok = True

    def __init__(self, kind: type) -> None:
        super().__init__(kind)
        hints = get_type_hints(kind, include_extras=True)
        self._fields = {one.name: TypeAdapter[Any](hints[one.name]) for one in fields(kind)}

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Read settings as `process_result_value` does, but each stored text only once: settings
        are read far more often than they are changed, and their values never change."""
        read = super().result_processor(dialect, coltype)
        assert read is not None
        known = lru_cache(KNOWN)(read)
        # PostgreSQL's driver has parsed the JSON already.
        return lambda stored: known(stored) if isinstance(stored, str) else read(stored)

    def process_result_value(self, value: Any, dialect: Dialect | None = None) -> Any:
        """Read the value of a JSON object field by field, or of NULL; no content makes it fail.
        Raises ValueError for other JSON, which no version of the program stores."""
        if not isinstance(value, dict | None):
            raise ValueError(f"Settings are an object, not {type(value).__name__}.")
        chosen = {}
        for name, adapter in self._fields.items():
            if value is not None and name in value:
                with suppress(ValueError, Refusal):
                    chosen[name] = adapter.validate_python(value[name])
        return self.kind(**chosen)
