"""Menus of declared settings (`bot.text.setting`)."""

from typing import Any

import discord
from discord import ui

from bot.text.answer_preview import shortened
from bot.text.setting import S, Setting
from bot.text.translation import Translations
from cogs.kit.buttons import custom_id, select
from cogs.kit.layout import LONGEST_CHOICE, Part


def setting_menu(
    t: Translations,
    one: Setting[S],
    settings: S,
    verb: str,
    table: int = 0,
    stamp: str = "",
    word: str = "",
) -> Part:
    """The menu of a setting as it is now; a choice from it is a press with this verb."""
    heading, chosen = t.gettext(one.heading), one.chosen(settings)
    if one.kind == "role":
        menu: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id=custom_id(verb, table, stamp, word),
            placeholder=heading,
            min_values=0,
            default_values=[discord.Object(int(role)) for role in chosen],
        )
        return menu
    options = [
        discord.SelectOption(
            label=shortened(option.label, LONGEST_CHOICE),
            value=option.value,
            default=option.value in chosen,
            description=shortened(option.hint, LONGEST_CHOICE) or None,
        )
        for option in one.options(t, settings)
    ]
    several = one.kind == "several"
    least, most = (0, len(options)) if several else (1, 1)
    return select(options, verb, table, stamp, word, placeholder=heading, least=least, most=most)
