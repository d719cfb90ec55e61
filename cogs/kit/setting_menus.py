"""Menus and buttons of declared settings (`bot.text.setting`), and what a press on them means."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from bot.text.setting import S, Setting
from bot.text.translation import Translations
from cogs.kit.buttons import Press, button, menu_ids, old_button, select
from cogs.kit.layout import Part, option

_NOTHING: Mapping[str, str] = MappingProxyType({})


def setting_menu(
    t: Translations,
    one: Setting[S],
    settings: S,
    verb: str,
    table: int = 0,
    stamp: str = "",
    word: str = "",
    *,
    known: Mapping[str, str] = _NOTHING,
) -> Part:
    """Make the menu of a setting as it is now, or its button; a choice is a press with this verb.
    `known` is what the page puts in place of the names in braces in labels."""
    heading, chosen = t.gettext(one.heading) if one.heading else "", one.chosen(settings)
    if one.kind in ("role", "channel"):
        own = ui.RoleSelect[Any] if one.kind == "role" else ui.ChannelSelect[Any]
        return own(
            **menu_ids(verb, table, stamp, word),
            placeholder=heading,
            min_values=0,
            default_values=[discord.Object(int(each)) for each in chosen],
        )
    options = one.options(t, settings)
    if one.kind in ("switch", "action"):
        now = next(each for each in options if each.value in chosen)
        other = next(each for each in options if each.value not in chosen)
        label = now.label if one.kind == "switch" else other.label
        return button(label, verb, table, stamp, f"{word}.{other.value}" if word else other.value)
    choices = [
        option(each.label.format_map(known), each.value, each.hint, default=each.value in chosen)
        for each in options
    ]
    least, most = (0, len(choices)) if one.kind == "several" else (1, 1)
    return select(
        choices, verb, table, stamp, word, placeholder=heading, least=least, most=most
    )  # fmt: skip


def value_pressed(one: Setting[S], press: Press) -> str:
    """Read what a press on the menu or button of a setting has chosen."""
    match one.kind:
        case "several":
            return ",".join(press.values) or press.word  # a button beside the menu has a word
        case "role" | "channel":
            return press.values[0] if press.values else "0"
        case "switch" | "action":
            return press.word.rpartition(".")[2]
        case _:
            return press.value


def pressed(one: Setting[S], settings: S, press: Press) -> S:
    """Change the settings by such a press. Raises Refusal for what this version does not offer."""
    try:
        return one.change(settings, value_pressed(one, press))
    except ValueError:
        raise old_button() from None
