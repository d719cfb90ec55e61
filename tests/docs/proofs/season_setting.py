"""A setting of a season more: stored, chosen, kept after the draw, and told by the audit log."""

from dataclasses import replace

from bot.leagues.settings import (
    SeasonSettings,
    changed,
    checked,
    fixed,
    log_lines,
    settings_from_json,
    settings_to_json,
    without_dates,
)
from cogs.leagues.wizard import menus
from tests.docs.proofs.shown import ENGLISH

WITHOUT = SeasonSettings("Rain")
WITH = replace(WITHOUT, applause=True)


def test_it_is_stored() -> None:
    assert settings_from_json(settings_to_json(WITH)) == WITH
    assert settings_from_json({"name": "Rain"}) == WITHOUT, "a season from before"


def test_it_is_chosen_on_its_page() -> None:
    assert (
        changed(WITHOUT, "applause", "on") == WITH and changed(WITH, "applause", "off") == WITHOUT
    )
    assert checked(WITH) == WITH
    parts = [str(part.to_component_dict()) for part in menus(ENGLISH, "news", "l1", WITH)]
    assert any("Applause for the winners" in part and "l1.news.applause" in part for part in parts)


def test_it_may_change_after_the_draw_and_is_logged() -> None:
    assert fixed(WITH) == fixed(WITHOUT) and without_dates(WITH) == without_dates(WITHOUT)
    now, then = log_lines(ENGLISH, WITH), log_lines(ENGLISH, WITHOUT)
    assert [one for one in now if one not in then] == ["Applause for the winners"]
