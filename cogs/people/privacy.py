"""/privacy: everything stored about the person who asks, as a private file, and its deletion; and
the daily removal of data that nobody has used for long."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues import privacy as in_leagues
from bot.leagues.privacy import EXPLAINED as IN_LEAGUES
from bot.process.work import in_thread
from bot.store import settings as stored_settings
from bot.store.postgres import FORGOTTEN
from bot.tables import PersonSettings, time_passing
from bot.tables import privacy as at_tables
from bot.tables.privacy import EXPLAINED as AT_TABLES
from bot.tables.settings import (
    IN_GAMES_TOO,
    LEAGUES_ONLY,
    ON_PAGES,
    WHERE_NAMED,
    agreed_to_leagues_alone,
)
from bot.text.translation import Translations
from cogs.client import LoopCog, every
from cogs.kit.answering import fill, speaks
from cogs.kit.buttons import Press, button, on_press, setting_menu, setting_pressed
from cogs.kit.context import Interaction, Stands, ask_for_much
from cogs.kit.layout import message, row, small, text
from cogs.kit.members import forget_names

FORMAT = "tzolkin-person 1"
FILE = "tzolkin-my-data.json"
LARGEST = 8_000_000
"""The bytes of a file that Discord accepts everywhere; a larger file is compressed (gzip)."""
_NO_TABLE = 0


async def stored_about(interaction: Interaction) -> dict[str, Any]:
    """Everything stored about the person who asks, by the names of its parts."""
    bot, t, user = interaction.client, speaks(interaction), interaction.user
    stored: Mapping[str, Any] = {
        **await at_tables.stored_about(bot.tables, user.id),
        **await in_leagues.stored_about(bot.leagues, user.id),
    }
    explained = {**AT_TABLES, **IN_LEAGUES}
    return {
        "format": FORMAT,
        "what": t.gettext(
            "Everything this bot has stored about you. Messages and pictures in channels are "
            "kept by Discord, not by this bot."
        ),
        "person": user.id,
        "at": bot.tables.now().isoformat(timespec="seconds"),
        **{
            part: {"what": t.gettext(explained[part]), "stored": content}
            for part, content in stored.items()
        },
    }


def as_file(stored: Mapping[str, Any], largest: int = LARGEST) -> tuple[str, bytes]:
    """The name and the content of the file, compressed if it has more than `largest` bytes."""
    data = json.dumps(stored, indent=1, ensure_ascii=False).encode()
    if len(data) <= largest:
        return FILE, data
    return f"{FILE}.gz", gzip.compress(data)


def deletion_view(t: Translations) -> ui.LayoutView:
    """The message that says what is deleted and what stays, with the button to delete."""
    return message(
        text(
            "### " + t.gettext("Delete what is stored about you?"),
            t.gettext(
                "**Deleted:** your settings, plans and prepared turns, and your name and "
                "Discord ID in all games and leagues. “Deleted account” appears instead."
            ),
            t.gettext(
                "**Kept without your name:** games and their results, standings and ratings, "
                "because other people played in those games too."
            ),
            t.gettext(
                "**Kept:** what you did as a moderator, reasons typed by moderators, a league "
                "ban until it ends, and messages in Discord channels."
            ),
            t.gettext(
                "**Kept as a code:** which seasons you left or lost a seat in, so that nobody "
                "can enter the same season twice. Anybody who knows your Discord ID and has "
                "the bot's database can match the code to you. The code is deleted after a "
                "year, or when those seasons are over."
            ),
            t.gettext("This cannot be undone. If you come back, you start afresh, except in the "
                "seasons you left or lost a seat in."),
        ),
        row(
            [
                button(
                    t.gettext("Delete my data"), "forget", _NO_TABLE,
                    style=discord.ButtonStyle.danger,
                )
            ]
        ),
        text(small(t.gettext("To keep a copy, use /privacy export first."))),
    )  # fmt: skip


async def _must_be_free(interaction: Interaction) -> None:
    """Check that the person plays nowhere now, since others count on that seat. Raises Refusal."""
    # seasons first: the ways to leave another table do not work at a season's
    await in_leagues.must_play_nowhere(interaction.client.leagues, interaction.user.id)
    await at_tables.must_sit_nowhere(interaction.client.tables, interaction.user.id)


@on_press(Stands.ANYWHERE)
async def forget(interaction: Interaction, press: Press) -> None:
    """Delete everything about the person who presses."""
    bot, t = interaction.client, speaks(interaction)
    await _must_be_free(interaction)
    done = await in_leagues.forget(bot.leagues, interaction.user.id)
    forget_names(bot, interaction.user.id)
    bot.seen_locales.pop(interaction.user.id, None)
    await bot.store.processes.say(f"{FORGOTTEN} {interaction.user.id}")
    if done:
        told = t.gettext(
            "Done: nothing this bot has stored names you any more. Thank you for playing."
        )
    else:
        told = t.gettext("There was nothing to delete.")
    await interaction.response.edit_message(view=message(text(told)))


def pages_view(
    t: Translations, settings: PersonSettings, notice: str | None = None
) -> ui.LayoutView:
    """The message with the menu of how one stands on web pages and in rankings."""
    some = agreed_to_leagues_alone(settings)
    return message(
        text(
            "### " + t.gettext(ON_PAGES.heading),
            *([notice] if notice else []),
            t.gettext(WHERE_NAMED),
            *([t.gettext(LEAGUES_ONLY)] if some else []),
        ),
        *(
            [row([button(t.gettext(IN_GAMES_TOO), "onpages", 0, word=settings.on_pages)])]
            if some
            else []
        ),
        row([setting_menu(t, ON_PAGES, settings, "onpages")]),
        text(
            small(
                t.gettext(
                    "Web pages change within a minute; saved copies of them can take up to a week."
                )
            )
        ),
    )


@on_press(Stands.ANYWHERE)
async def onpages(interaction: Interaction, press: Press) -> None:
    """Store how the person wants to stand on web pages: chosen from the menu, or answered to the
    question at a sign-up to a league. Both say that it is about games, too."""
    t, bot, user_id = speaks(interaction), interaction.client, interaction.user.id
    was = await bot.store.read(stored_settings.of_person, user_id)
    if not press.values:
        press = replace(press, values=(press.word,))
    settings = setting_pressed(ON_PAGES, was, press)
    settings = replace(settings, named_in_games=settings.on_pages != "hidden")
    await time_passing.set_person_settings(bot.tables, user_id, settings)
    said = t.gettext("Your name is not shown.")
    if settings.on_pages != "hidden":
        said = t.gettext("Your name is shown.")
    await interaction.response.edit_message(view=pages_view(t, settings, said))


class Privacy(
    LoopCog,
    commands.GroupCog,
    group_name="privacy",
    group_description=locale_str("What this bot has stored about you"),
):
    """The group /privacy, and the loop that removes old data."""

    @app_commands.command(
        name="export",
        description=locale_str("Get everything stored about you, in a file for you alone"),
    )
    async def export(self, interaction: Interaction) -> None:
        """Send the file privately."""
        ask_for_much(interaction)
        # Working out the results of many games takes seconds.
        await interaction.response.defer(ephemeral=True, thinking=True)
        name, data = await in_thread(as_file, await stored_about(interaction))
        t = speaks(interaction)
        view = message(
            text(
                t.gettext(
                    "This file holds everything stored about you, and only you can see it; "
                    "each part says what it is."
                )
            ),
            ui.File(f"attachment://{name}"),
            text(
                small(
                    t.gettext(
                        "Use /privacy delete to delete your data and take your name out of games "
                        "and leagues."
                    )
                )
            ),
        )
        attached = [discord.File(BytesIO(data), filename=name)]
        await fill(interaction, view=view, attachments=attached)

    @app_commands.command(
        name="delete",
        description=locale_str("See what would be kept, then delete your data"),
    )
    async def delete(self, interaction: Interaction) -> None:
        """Ask privately whether to delete. Raises Refusal at once if the person plays now."""
        await _must_be_free(interaction)
        view = deletion_view(speaks(interaction))
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(
        name="pages",
        # Translators: description of the command /privacy pages, at most 100 characters
        description=locale_str(
            "Choose whether your name is shown on web pages and in the ranking of the turn of "
            "the day"
        ),
    )
    async def pages(self, interaction: Interaction) -> None:
        """Show privately how the person stands on web pages, to be changed."""
        settings = await self.bot.store.read(stored_settings.of_person, interaction.user.id)
        await interaction.response.send_message(
            view=pages_view(speaks(interaction), settings), ephemeral=True
        )

    @every(86_400, "removing what is old")
    async def look(self) -> None:
        """Remove what nobody has used for the `retention_days` of the settings, unless these keep
        everything."""
        days = self.bot.settings.retention_days
        if days and await self.bot.is_first():
            await at_tables.remove_old(self.bot.tables, timedelta(days=days))
