"""What directories of bots ask for is there, and short enough."""

import re

from tests.docs.guides import ROOT

LISTING = (ROOT / "docs" / "listing.md").read_text("utf-8")


def test_the_texts_are_short_enough() -> None:
    short, long = re.findall(r"^> (.+)$", LISTING, re.MULTILINE)
    assert 100 < len(short) <= 200
    assert 300 < len(long) <= 400
    assert all("Unofficial" in text for text in (short, long))


def test_five_tags() -> None:
    assert len(re.findall(r"`([a-z -]+)`", LISTING.partition("## Tags")[2])) == 5


def test_terms_and_privacy_are_linked() -> None:
    for page in ("README.md", "docs/listing.md"):
        said = (ROOT / page).read_text("utf-8")
        assert "terms.md" in said and "privacy.md" in said
    terms = (ROOT / "docs" / "terms.md").read_text("utf-8")
    assert "unofficial" in terms and "privacy.md" in terms


def test_a_service_is_installed_and_updated_in_one_way() -> None:
    """It runs what `git pull` brings, and nothing that was installed from it before."""
    said = (ROOT / "docs" / "hosting" / "service.md").read_text("utf-8")
    unit = (ROOT / "docs" / "hosting" / "tzolkin.service").read_text("utf-8")
    assert "pip install" not in said and ".venv/bin/tzolkin" not in said + unit
    assert "/opt/tzolkin/scripts/tzolkin run" in unit
    assert (ROOT / "scripts" / "tzolkin").stat().st_mode & 0o111
