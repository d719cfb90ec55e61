"""Time zones by their names in the IANA database ("Europe/Berlin").

The system's copy of the database is used if there is one, else that of the package tzdata.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
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
_MORE_LETTERS = (
    "Africa/Johannesburg", "Africa/Lagos", "Africa/Maputo", "Africa/Nairobi", "America/Havana",
    "America/St_Johns", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem", "Asia/Manila",
    "Asia/Seoul", "Australia/Adelaide", "Australia/Darwin", "Australia/Perth", "Europe/Dublin",
    "Europe/Lisbon", "Pacific/Pago_Pago",
)  # fmt: skip
"""Zones with letters of their own (as "CET"), or with the same as others."""
_GERMAN = {"MEZ": "CET", "MESZ": "CEST", "OEZ": "EET", "OESZ": "EEST", "WEZ": "WET", "WESZ": "WEST"}
_OFFSET = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?", re.ASCII)
_MOST_HOURS = 14
"""No zone is farther from UTC."""
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


def zone_typed(words: str, own: str, year: int) -> tzinfo | None:
    """Find the zone that somebody whose own zone is `own` means by words: "Europe/Berlin", "UTC+2",
    "-03:30", "CET". None where it is unknown, and for letters that several zones have, unless
    one's own zone is one of them."""
    said = " ".join(words.split())
    name = said.casefold().replace(" ", "_")
    if name in _by_plain_name():
        return ZoneInfo(_by_plain_name()[name])
    letters = _GERMAN.get(said.upper(), said.upper())
    if letters in ("Z", "UTC", "GMT"):
        return UTC
    if found := _OFFSET.fullmatch(letters):
        away = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if away > timedelta(hours=_MOST_HOURS):
            return None
        return timezone(-away if found[1] == "-" else away)
    meant = _letters((own,), year).get(letters) or _letters(ZONES + _MORE_LETTERS, year).get(
        letters
    )
    return timezone(next(iter(meant))) if meant and len(meant) == 1 else None


@lru_cache(maxsize=8)
def _letters(zones: tuple[str, ...], year: int) -> Mapping[str, set[timedelta]]:
    """The distances from UTC that letters stand for in any of these zones in a year."""
    found: dict[str, set[timedelta]] = {}
    for name in zones:
        for month in (1, 7):
            there = datetime(year, month, 1, tzinfo=ZoneInfo(name))
            away, letters = there.utcoffset(), there.tzname()
            if away is not None and letters and letters.isalpha():
                found.setdefault(letters.upper(), set()).add(away)
    return found


@cache
def _by_plain_name() -> Mapping[str, str]:
    return {name.casefold(): name for name in zone_names()}


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
