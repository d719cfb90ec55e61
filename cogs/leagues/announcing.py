"""The role that is pinged when a season opens for signing up and when it begins, those that are
given at its end, and what keeps the bot from announcing a season."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeGuard

import discord

from bot.leagues import season_lifecycle
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.model.notes import GiveRoles, NoRoles
from bot.model.table import is_former
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.seasons.standings import champions, winners
from bot.text import league_news
from bot.text.formats import listed
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server
from cogs.kit.context import permission_name
from cogs.kit.contributed import DOCTOR_LINES, ROLE_USES
from cogs.kit.threads import has_private_threads
from cogs.leagues.calls import call_once
from cogs.leagues.channel import LeagueChannel, home_of, missing_in
from cogs.leagues.scheduled_event import may_make_events
from cogs.telling.dispatcher import NotYet, tells


def role_to_ping(where: LeagueChannel) -> discord.Role | None:
    """The role to ping when a season is announced; None if the settings name none or it is gone."""
    return where.guild.get_role(where.season.settings.ping_role or 0)


def must_be_yours_to_ping(member: discord.Member, league: League, role_id: int) -> None:
    """Check that this person may ping the role in the league's channel. Raises Refusal."""
    role = member.guild.get_role(role_id)
    if role is None or role.is_default():
        raise Refusal("role", "Choose a role that only some people have, not everybody.")
    if not _may_ping(member, home_of(member.guild, league), role):
        raise Refusal(
            "role-not-yours",
            "You cannot mention {role} in the league's channel yourself; choose a role that you "
            "can mention.",
            role=role.mention,
        )


def _may_ping(
    member: discord.Member, home: discord.abc.GuildChannel | None, role: discord.Role
) -> bool:
    given = member.guild_permissions if home is None else home.permissions_for(member)
    return role.mentionable or given.mention_everyone


def must_be_yours_to_give(member: discord.Member, _: League, role_id: int) -> None:
    """Check that this person may give others the role. Raises Refusal."""
    role, guild = member.guild.get_role(role_id), member.guild
    highest = member.id == guild.owner_id or (role is not None and member.top_role > role)
    may = highest and member.guild_permissions.manage_roles
    if role is None or role.managed or role.is_default() or not may:
        raise Refusal("role-not-given", "Choose a role that you may give to others yourself.")


def not_given(t: Translations, guild: discord.Guild, settings: SeasonSettings) -> list[str]:
    """What keeps the bot from giving champions' roles, and what helps."""
    chosen = [guild.get_role(one or 0) for one in (settings.champion_role, settings.winner_role)]
    if all(one is None or _may_give(one.id, guild) for one in chosen):
        return []
    words = t.gettext(
        "I cannot give the roles for champions: give me the permission {permission}, and move my "
        "own role above them in the server's list of roles. Then I give them."
    )
    return [words.format(permission=permission_name(t, "manage_roles"))]


def _may_give(role_id: int | None, guild: discord.Guild) -> TypeGuard[int]:
    role = guild.get_role(role_id or 0)
    return role is not None and guild.me.guild_permissions.manage_roles and role.is_assignable()


@tells(GiveRoles)
async def _give_roles(bot: TzolkinBot, season: SeasonView, _: GiveRoles) -> None:
    """Give the roles to whom they belong by the newest season that was closed, and take them from
    whoever had them before; while that season is open again nobody has them."""
    league, settings = await bot.leagues.league(season.league_id), season.settings
    guild = bot.get_guild(league.guild_id)
    if guild is None:
        raise NotYet
    seasons = await season_lifecycle.seasons_of(bot.leagues, league.id)
    known = [one for one in seasons if one.state.phase == "finished" or one.id == season.id]
    if known[-1].id != season.id:
        return  # a newer season has its champion
    if lines := not_given(language_of_server(bot, guild), guild, settings):
        await call_once(bot, season, NoRoles(), lambda _: "\n".join(lines))
        raise NotYet
    had, now = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for one in known:
        chosen, over = one.settings, replace(one.state, phase="finished")
        for role, find in ((chosen.champion_role, champions), (chosen.winner_role, winners)):
            if _may_give(role, guild):
                had[role].update(await in_thread(find, over))
                if one.id == season.id:
                    now[role].update(await in_thread(find, season.state))
    for role, people in had.items():
        for person in people:
            change = bot.http.add_role if person in now[role] else bot.http.remove_role
            if not is_former(person):
                with suppress(discord.NotFound):  # has left the server
                    await change(guild.id, person, role, reason=settings.name)


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
                "In {channel} somebody who manages the server must give me the permission "
                "{permissions}.",
                "In {channel} somebody who manages the server must give me the permissions "
                "{permissions}.",
                len(missing),
            ).format(channel=home.mention, permissions=listed(t, missing))
        )
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
    lines += not_given(t, guild, settings)
    if settings.event and not may_make_events(guild):
        lines.append(
            t.gettext(
                "I cannot create an event on this server: somebody who manages it must give me "
                "the permission {permission}. Then I create it."
            ).format(permission=permission_name(t, "create_events"))
        )
    return lines


async def _seasons_here(
    bot: TzolkinBot, guild: discord.Guild
) -> Sequence[tuple[League, SeasonView]]:
    """The seasons of a server that are open for signing up or being played, with their leagues."""
    own = {league.id: league for league in await season_lifecycle.leagues_of(bot.leagues, guild.id)}
    active = await season_lifecycle.active_seasons(bot.leagues) if own else []
    return [(own[season.league_id], season) for season in active if season.league_id in own]


async def hindrances_here(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    """The `hindrances` of the seasons of a server, with their names; and the leagues in which
    disputes get no private thread."""
    lines = [
        f"❌ **{season.title}**: {one}"
        for league, season in await _seasons_here(bot, guild)
        for one in hindrances(t, guild, league, season.settings)
    ]
    leagues = await season_lifecycle.leagues_of(bot.leagues, guild.id)
    for home in dict.fromkeys(home_of(guild, league) for league in leagues):
        if not isinstance(home, discord.TextChannel):
            continue  # a forum has no private posts
        if not has_private_threads(home):
            words = t.gettext(
                "⚠️ {channel} is an announcement channel, which has no private threads for "
                "disputes: only moderators are notified, and players are told by direct message. "
                "/season found moves the league to another channel."
            )
            lines.append(words.format(channel=home.mention))
        elif not home.permissions_for(guild.me).create_private_threads:
            words = t.gettext(
                "⚠️ For private threads about disputes I need the permission {permission} in "
                "{channel}. Until then only moderators are notified, and players are told by "
                "direct message."
            )
            private = permission_name(t, "create_private_threads")
            lines.append(words.format(permission=private, channel=home.mention))
    return lines


DOCTOR_LINES.append(hindrances_here)


async def _roles_needed(
    bot: TzolkinBot, t: Translations, guild: discord.Guild
) -> Sequence[tuple[int, str]]:
    return [
        (role, f"**{season.title}**: {league_news.role_gone_words(t)}")
        for _, season in await _seasons_here(bot, guild)
        if (role := season.settings.needs_role) is not None
    ]


ROLE_USES.append(_roles_needed)
