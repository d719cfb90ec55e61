"""What a person has set for all tables: the own hours, and how to hear of a turn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

from bot.clocks import AWAKE, PersonalTime, Way, hours_from_json, hours_to_json


@dataclass(frozen=True)
class PersonSettings:
    """A person's own settings. They hold at every table."""

    way: Way = "mention"
    """How to hear of a turn: a mention in the channel, a direct message, or nothing at all."""
    hours: PersonalTime = AWAKE
    """Time zone, quiet hours and vacation."""


def settings_of(stored: Mapping[str, Any] | None) -> PersonSettings:
    """Stored settings; what this version of the program cannot read is as if it had not been
    set."""
    settings, stored = PersonSettings(), stored or {}
    if stored.get("way") in get_args(Way):
        settings = replace(settings, way=cast(Way, stored["way"]))
    try:
        return replace(settings, hours=hours_from_json(stored.get("hours", {})))
    except ValueError:  # such as a time zone that was renamed
        return settings


def stored_settings(settings: PersonSettings) -> dict[str, Any]:
    """Settings as plain JSON types."""
    return {"way": settings.way, "hours": hours_to_json(settings.hours)}
