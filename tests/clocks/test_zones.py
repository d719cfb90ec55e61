"""Time zones by name."""

import subprocess
import sys

import pytest

from bot.clocks import zone_named, zone_names, zones_like
from bot.refusal import Refusal


def test_places_and_utc_are_offered() -> None:
    names = zone_names()
    assert {"Europe/Berlin", "America/Argentina/Ushuaia", "UTC"} <= set(names)
    assert not {"Etc/GMT+5", "EST5EDT", "localtime"} & set(names)
    assert list(names) == sorted(names)


@pytest.mark.parametrize(
    "name",
    ["", "Europe", "europe/berlin", "../etc/passwd", "/etc/passwd", "Mars/Olympus", "x" * 300],
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        zone_named(name)
    assert refused.value.code == "zone"


def test_names_for_what_is_typed() -> None:
    assert zones_like("berlin") == ("Europe/Berlin",)
    assert zones_like("new y") == ("America/New_York",)
    assert zones_like("york") == ("America/New_York",)
    assert zones_like("utc") == ("UTC",)
    assert zones_like("nowhere at all") == ()
    assert len(zones_like("")) == 25
    assert zones_like("is")[0] == "Asia/Istanbul"  # before Africa/Bissau, which has it inside


def test_works_without_the_systems_zones() -> None:
    program = (
        "import zoneinfo; zoneinfo.reset_tzpath(to=[]);"
        "from bot.clocks import zone_named, zone_names;"
        "assert len(zone_names()) > 300;"
        "assert zone_named('Asia/Kathmandu').key == 'Asia/Kathmandu'"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
