"""The role that is pinged when a season opens for signing up and when it begins; and what keeps the
bot from announcing a season."""

from collections.abc import Sequence

import discord

from bot.leagues import season_lifecycle
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.refusal import Refusal
from bot.text import league_news
from bot.text.formats import listed
from bot.text.translation import Translations
from bot.text.typed import escaped
from cogs.client import TzolkinBot
from cogs.kit.context import permission_name
from cogs.kit.contributed import DOCTOR_LINES
from cogs.kit.moderators import roles_gone
from cogs.kit.threads import Home
from cogs.leagues.channel import LeagueChannel, home_of, missing_in
from cogs.leagues.scheduled_event import may_make_events


def role_to_ping(where: LeagueChannel, season: SeasonView) -> discord.Role | None:
    """The role to ping when a season is announced; None if the settings name none or it is gone."""
    return where.guild.get_role(season.settings.ping_role or 0)


def must_be_yours_to_ping(member: discord.Member, league: League, role_id: int) -> None:
    """Check that this person may ping the role in the league's channel. Raises Refusal."""
    role = member.guild.get_role(role_id)
    if role is None or role.is_default():
        raise Refusal("role", "Choose a role that only some people have, not everybody.")
    if not _may_ping(member, home_of(member.guild, league), role):
        raise Refusal(
            "role-not-yours",
            "You may not mention {role} in the league's channel yourself; choose a role that you "
            "may mention.",
            role=role.mention,
        )


def _may_ping(
    member: discord.Member, home: discord.abc.GuildChannel | None, role: discord.Role
) -> bool:
    given = member.guild_permissions if home is None else home.permissions_for(member)
    return role.mentionable or given.mention_everyone


def hindrances(
    t: Translations, guild: discord.Guild, league: League, settings: SeasonSettings
) -> list[str]:
    """A line for everything that keeps the bot from announcing a season with these settings, with
    what helps."""
    lines, home = [], home_of(guild, league)
    if home is None:
        lines.append(
            t.gettext("The league has no channel any more; choose one with /season found.")
        )
    elif missing := missing_in(t, home):
        lines.append(
            # Translators: {permissions} are names of Discord permissions
            t.ngettext(
                "In {channel} someone who manages the server must give me the permission "
                "{permissions}.",
                "In {channel} someone who manages the server must give me the permissions "
                "{permissions}.",
                len(missing),
            ).format(channel=home.mention, permissions=listed(t, missing))
        )
    if roles_gone(guild, [settings.needs_role]):
        lines.append(league_news.role_gone_words(t))
    if settings.ping_role is not None:
        role = guild.get_role(settings.ping_role)
        if role is None:
            lines.append(t.gettext("The role that was to be pinged no longer exists."))
        elif not _may_ping(guild.me, home, role):
            lines.append(
                # Translators: “Mention Everyone” is a permission of Discord, to be named as Discord
                # does
                t.gettext(
                    "I cannot mention {role}: allow everybody to mention the role, or give me the "
                    "permission Mention Everyone in the league's channel. Until then it is named "
                    "without a ping."
                ).format(role=role.mention)
            )
    if settings.event and not may_make_events(guild):
        lines.append(
            t.gettext(
                "I cannot make an event on this server: someone who manages it must give "
                "me the permission {permission}. Then I make it."
            ).format(permission=permission_name(t, "create_events"))
        )
    return lines


async def hindrances_here(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    """The `hindrances` of all seasons of a server that are open for signing up or being played,
    with their names; and the leagues in which disputes get no private thread."""
    own = {league.id: league for league in await season_lifecycle.leagues_of(bot.leagues, guild.id)}
    if not own:
        return []
    lines = []
    for season in await season_lifecycle.active_seasons(bot.leagues):
        league = own.get(season.league_id)
        if league is not None:
            name = escaped(season.settings.name)
            found = hindrances(t, guild, league, season.settings)
            lines += [f"❌ **{name}**: {one}" for one in found]
    homes = dict.fromkeys(home_of(guild, league) for league in own.values())
    return [*lines, *(_not_in_private(t, home) for home in homes if _keeps_nothing_private(home))]


DOCTOR_LINES.append(hindrances_here)


def _keeps_nothing_private(home: Home | None) -> bool:
    if not isinstance(home, discord.TextChannel):
        return False  # a forum has no private posts
    return not home.permissions_for(home.guild.me).create_private_threads


def _not_in_private(t: Translations, home: Home | None) -> str:
    assert home is not None
    return t.gettext(
        "⚠️ For private threads about disputes I need the permission {permission} in "
        "{channel}. Until then only moderators are called, and players are told by direct "
        "message."
    ).format(permission=permission_name(t, "create_private_threads"), channel=home.mention)
