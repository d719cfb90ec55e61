"""The menus and switches of the season wizard, as the settings are declared."""

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.leagues.declared import SETTINGS
from bot.leagues.setting import Setting
from bot.leagues.settings import SeasonSettings
from bot.text.answer_preview import shortened
from bot.text.translation import Translations
from cogs.kit.buttons import button, custom_id, select
from cogs.kit.layout import Part, row

MOST_LABEL = 100
"""Discord's limit."""


@dataclass(frozen=True)
class Page:
    """A page of the wizard; its menus carry all of it."""

    name: str
    target: str
    """The season or the draft, as in the words of presses."""
    revision: str
    """Of the settings that the page shows."""
    all_free: bool = True
    """Whether the season is not drawn."""


def menus(t: Translations, page: Page, settings: SeasonSettings) -> list[Part]:
    """The settings of a page that can be chosen now."""
    shown = [
        one for one in SETTINGS
        if one.page == page.name and one.shown(settings) and (page.all_free or one.after_draw)
    ]  # fmt: skip
    switches = [_switch(t, page, one, settings) for one in shown if one.kind == "switch"]
    parts = [row([_menu(t, page, one, settings)]) for one in shown if one.kind != "switch"]
    return [*parts, row(switches)] if switches else parts


def _switch(t: Translations, page: Page, one: Setting, settings: SeasonSettings) -> Part:
    """A button that says what holds now, and chooses the other."""
    chosen = one.chosen(settings)
    now = next(option for option in one.options(t, settings) if option.value in chosen)
    other = next(option for option in one.options(t, settings) if option.value not in chosen)
    word = f"{page.target}.{one.name}.{other.value}"
    return button(now.label, "seasonswitch", 0, page.revision, word)


def _menu(t: Translations, page: Page, one: Setting, settings: SeasonSettings) -> Part:
    word, heading = f"{page.target}.{one.name}", t.gettext(one.heading)
    chosen = one.chosen(settings)
    if one.kind == "role":
        menu: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id=custom_id("seasonset", 0, page.revision, word),
            placeholder=heading,
            min_values=0,
            default_values=[discord.Object(int(role)) for role in chosen],
        )
        return menu
    options = [
        discord.SelectOption(
            label=shortened(option.label, MOST_LABEL),
            value=option.value,
            default=option.value in chosen,
            description=shortened(option.hint, MOST_LABEL) or None,
        )
        for option in one.options(t, settings)
    ]
    several = one.kind == "several"
    return select(
        options, "seasonset", 0, page.revision, word, placeholder=heading,
        least=0 if several else 1, most=len(options) if several else 1,
    )  # fmt: skip
