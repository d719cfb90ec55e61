"""Time zones by their names in the IANA database ("Europe/Berlin").

The system's copy of the database is used if there is one, else that of the package tzdata.
"""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.refusal import Refusal

UTC_NAME = "UTC"
ZONES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver",
    "America/Chicago", "America/Mexico_City", "America/New_York", "America/Halifax",
    "America/Sao_Paulo", "Atlantic/Azores", "UTC", "Europe/London", "Europe/Berlin",
    "Europe/Athens", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka",
    "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""A zone for each part of the world; others are typed."""
_NOT_PLACES = ("Etc/", "SystemV/")
"""Zones for machines and old programs: in a list of places nobody looks for them."""


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def zone_names() -> tuple[str, ...]:
    """List the zones to offer a person, in alphabetical order: those of places, and UTC."""
    return tuple(
        sorted(
            name
            for name in _known()
            if name == UTC_NAME or ("/" in name and not name.startswith(_NOT_PLACES))
        )
    )


def zone_named(name: str) -> ZoneInfo:
    """Find the zone with this exact name. Raises Refusal (`zone`) if there is none."""
    # Look into the list first: ZoneInfo opens a file of this name, which is user input.
    if name not in _known():
        raise Refusal(
            "zone",
            "There is no time zone “{zone}”; choose one from the list, such as Europe/Berlin.",
            zone=name,
        )
    return ZoneInfo(name)


def zones_like(text: str, limit: int = 25) -> tuple[str, ...]:
    """List at most `limit` zones that match what somebody has typed: first those with a part
    (continent or city) that begins with it, then those that contain it."""
    wanted = _plain(text)

    def rank(name: str) -> int:
        plain = _plain(name)
        if plain.startswith(wanted) or f"/{wanted}" in plain:
            return 0
        return 1 if wanted in plain else 2

    found = sorted((rank(name), name) for name in zone_names())
    return tuple(name for place, name in found if place < 2)[:limit]


def _plain(text: str) -> str:
    return text.strip().casefold().replace(" ", "_")
