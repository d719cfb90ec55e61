"""The menus and switches of the season wizard, built from the declared settings."""

from dataclasses import dataclass

from bot.leagues.settings import SETTINGS, SeasonSettings
from bot.text.setting import Setting
from bot.text.translation import Translations
from cogs.kit.buttons import button
from cogs.kit.layout import Part, row
from cogs.kit.setting_menus import setting_menu

Season = Setting[SeasonSettings]


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
    switches = [_switch(t, page, one, settings) for one in shown if one.kind == "switch"]
    parts = [
        row([setting_menu(t, one, settings, "seasonset", 0, page.revision, _word(page, one))])
        for one in shown
        if one.kind != "switch"
    ]
    return [*parts, row(switches)] if switches else parts


def _word(page: Page, one: Season) -> str:
    return f"{page.target}.{one.name}"


def _switch(t: Translations, page: Page, one: Season, settings: SeasonSettings) -> Part:
    """A button that shows the current choice of two, and chooses the other."""
    chosen = one.chosen(settings)
    now = next(option for option in one.options(t, settings) if option.value in chosen)
    other = next(option for option in one.options(t, settings) if option.value not in chosen)
    word = f"{_word(page, one)}.{other.value}"
    return button(now.label, "seasonswitch", 0, page.revision, word)
