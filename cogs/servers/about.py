"""/about: what this bot is, its version, its games."""

from datetime import timedelta

from discord import app_commands
from discord.app_commands import locale_str

from bot import VERSION
from bot.text.formats import span
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction
from cogs.kit.layout import message, small, text


def about_lines(
    t: Translations, *, running: timedelta, playing: int, lobbies: int, source: str | None
) -> list[str]:
    """The lines of /about. `running` is the time since the start; `playing` games and `lobbies` are
    those of all servers."""
    lines = [
        "### " + t.gettext("Tzolk'in on Discord"),
        t.gettext(
            "The complete game for 2 to 5 people, with the expansion Tribes & Prophecies, in a "
            "channel."
        ),
        t.gettext("Unofficial: the game's authors and publishers have nothing to do with it."),
        "",
        # Translators: heading of a line; {version}: as 1.4.0.
        t.gettext("**Version** {version}").format(version=VERSION),
        # Translators: heading of a line; {time}: "3 days", since the bot was started.
        t.gettext("**Running for** {time}").format(time=span(t, running)),
        # Translators: heading of a line, on all servers together; {playing}, {lobbies}: numbers.
        t.gettext("**Games** in play: {playing}, waiting for players: {lobbies}").format(
            playing=playing, lobbies=lobbies
        ),
    ]
    if source is not None:
        # Translators: heading of a line: where the program can be read; {address}: a web address.
        lines.append(t.gettext("**Source** {address}").format(address=source))
    return lines


class About(BotCog):
    """The command /about."""

    @app_commands.command(
        name="about",
        description=locale_str("What this bot is, and which version"),
    )
    async def about(self, interaction: Interaction) -> None:
        """Say privately what this bot is."""
        bot, t = interaction.client, speaks(interaction)
        counted = await bot.tables.counted()
        view = message(
            text(
                *about_lines(
                    t,
                    running=bot.tables.now() - bot.began,
                    playing=counted["playing"],
                    lobbies=counted["lobby"],
                    source=bot.settings.source_url,
                )
            ),
            text(
                small(
                    t.gettext(
                        "I read no messages. Get everything stored about you with /privacy "
                        "export, delete it with /privacy delete."
                    )
                ),
                # Translators: MIT is the name of the licence.
                small(t.gettext("Free software, under the MIT licence.")),
            ),
        )
        await interaction.response.send_message(view=view, ephemeral=True)
