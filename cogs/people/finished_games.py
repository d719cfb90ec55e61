"""A person's finished games: the picture of all of them, the last ones, and the rating.

The reader's own page has all games on every server. Another person's page has the games of this
server only, and lists single games only if the reader sees their channel.
"""

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.model.figures import LastGame, Scope
from bot.seasons.ratings import Rating
from bot.store import counted_games as stored
from bot.store import ratings
from bot.text.names import shown_name
from bot.text.profile import last_game_line, profile_card, rating_lines
from cogs.kit.answering import address, speaks
from cogs.kit.context import Interaction, draw_soon, name_of
from cogs.kit.layout import Part, first_lines, picture, printed, text
from cogs.kit.pages import theme_here
from rendering import Picture, draw_profile

LAST, LOOKED_AT = 5, 40
"""The most last games shown, and the most games examined for ones that the reader may see."""
_LONGEST = 1200
"""The most characters of the lines of the last games."""


async def finished_games(
    interaction: Interaction, person: discord.User | discord.Member
) -> tuple[list[Part], list[Part], list[Picture]]:
    """The parts of a page about a person's finished games, those about the last ones, which are not
    shared, and the picture; none without games."""
    bot, t = interaction.client, speaks(interaction)
    own, guild_id = person.id == interaction.user.id, server_of(interaction)
    scope = Scope(0 if own else guild_id, user_id=person.id)
    figures = await bot.store.read(stored.by_players, scope, ("points", "place", "gear"))
    course = await _rating_course(interaction, person.id)
    card = profile_card(t, name_of(person), figures, course)
    if card is None:
        return [], [], []
    theme = await theme_here(bot, guild_id)
    drawn = await draw_soon(interaction, draw_profile, card, theme=theme, t=t)
    shown = [drawn] if drawn else []
    parts: list[Part] = [picture(one.filename, one.alt) for one in shown]
    if course:
        parts.append(text(*rating_lines(t, course[-1])))
    lines = [
        last_game_line(
            t, game, [printed(shown_name(t, name)) for name in game.others],
            address(game.guild_id or None, game.channel_id, game.message_id),
        )
        for game in await _last_games(interaction, scope, own=own)
    ]  # fmt: skip
    if lines:
        # Translators: heading: the games of a person that were over last
        heading = t.gettext("**Last games**")
        return parts, [text(heading, *first_lines(lines, _LONGEST))], shown
    return parts, [], shown


def server_of(interaction: Interaction) -> int:
    """The id of the server of the interaction; 0 if there is none or the bot is not on it."""
    guild_id = interaction.guild_id or 0
    return guild_id if interaction.client.get_guild(guild_id) is not None else 0


async def _rating_course(interaction: Interaction, user_id: int) -> list[Rating]:
    """A person's rating after each game at this server; empty if the server rates no games."""
    bot, guild_id = interaction.client, server_of(interaction)
    if not (await bot.tables.server_settings(guild_id)).ratings:
        return []
    steps = await bot.store.read(ratings.course_of, guild_id, user_id)
    return [Rating(mu, sigma, n) for n, (mu, sigma) in enumerate(steps, start=1)]


async def _last_games(interaction: Interaction, scope: Scope, *, own: bool) -> Sequence[LastGame]:
    """The newest finished games that the reader may see."""
    read = interaction.client.store.read
    if own:
        return await read(stored.last_games, scope, most=LAST)
    channels: dict[int, bool] = {}
    seen: list[LastGame] = []
    for game in await read(stored.last_games, scope, most=LOOKED_AT):
        if game.channel_id not in channels:
            channels[game.channel_id] = await sees(interaction, game.channel_id)
        if channels[game.channel_id]:
            seen.append(game)
        if len(seen) == LAST:
            break
    return seen


async def sees(interaction: Interaction, channel_id: int) -> bool:
    """Whether the reader may read a channel of this server."""
    guild, reader = interaction.guild, interaction.user
    if channel_id == interaction.channel_id:
        return True
    if guild is None or not isinstance(reader, discord.Member):
        return False
    channel: discord.abc.GuildChannel | discord.Thread | None
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:  # an archived thread
        with suppress(discord.HTTPException):
            channel = await guild.fetch_channel(channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return channel.permissions_for(reader).view_channel
