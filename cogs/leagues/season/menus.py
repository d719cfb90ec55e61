"""The menus and switches of the season wizard, built from the declared settings."""

from dataclasses import dataclass

from bot.leagues.settings import SETTINGS, SeasonSettings
from bot.text.setting import Setting
from bot.text.translation import Translations
from cogs.kit.layout import Part, row
from cogs.kit.setting_menus import setting_menu


@dataclass(frozen=True)
class Page:
    """A page of the wizard; the custom ids of its menus carry these fields."""

    name: str
    target: str
    """The season or the draft, as the words of presses name it."""
    revision: str
    """The revision of the settings that the page shows."""
    all_free: bool = True
    """Whether every setting may change, since the season is not drawn."""


def menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """The menus and switches for the settings of a page that may change now."""
    shown = [
        one for one in SETTINGS
        if one.page == page.name and one.shown(settings) and (page.all_free or one.after_draw)
    ]  # fmt: skip
    chosen = [row([_choice(t, page, one, settings)]) for one in shown if one.kind != "switch"]
    switches = [_choice(t, page, one, settings) for one in shown if one.kind == "switch"]
    return [*chosen, row(switches)] if switches else chosen


def _choice(
    t: Translations, page: Page, one: Setting[SeasonSettings], settings: SeasonSettings
) -> Part:
    verb = "seasonswitch" if one.kind == "switch" else "seasonset"
    return setting_menu(t, one, settings, verb, 0, page.revision, f"{page.target}.{one.name}")
