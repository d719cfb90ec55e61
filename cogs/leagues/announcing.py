"""What a season announces beside its news: calls of the moderators, and the roles that are pinged
or given.

The moderators are called when a season waits for them. Each call is made once, with a ping where
they read and a button for the act that is due.

One role is pinged when a season opens for signing up and when it begins; others are given at its
end. `hindrances` says what keeps the bot from announcing a season.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeGuard

import discord

from bot.leagues import games, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.games import DECISIONS
from bot.leagues.result_acts import Replay, Void
from bot.leagues.season_acts import Close, DrawRound, next_round
from bot.leagues.season_transaction import SeasonView, posting_place
from bot.leagues.settings import SeasonSettings
from bot.model import notes
from bot.model.league import League
from bot.model.table import is_former
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons.events import stage_of
from bot.seasons.season import open_disputes
from bot.seasons.standings import champions
from bot.store import leagues as stored
from bot.text import league_news
from bot.text.seasons import division_name
from bot.text.translation import Translations, listed
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server, refusal_text
from cogs.kit.buttons import moderate_button
from cogs.kit.context import permission_name
from cogs.kit.layout import Part, message, row, text
from cogs.kit.pages import DOCTOR_LINES, ROLE_USES
from cogs.leagues.league_channel import LeagueChannel, home_of, missing_in, post_in, told_once
from cogs.moderation.acts import act_button
from cogs.telling.dispatcher import NotYet, tells
from cogs.telling.moderators_called import call_moderators_there


async def call_once(
    bot: TzolkinBot,
    season: SeasonView,
    note: notes.ToldOnce,
    line: Callable[[Translations], str],
    buttons: Callable[[Translations], Sequence[Part]] = lambda _: (),
) -> None:
    """Call the moderators of a season with a line, these buttons and the one to their page, once
    (`told_once`)."""
    league = await bot.leagues.league(season.league_id)

    async def call() -> None:
        guild = bot.get_guild(league.guild_id)
        assert guild is not None
        t = language_of_server(bot, guild)
        await call_moderators_there(
            bot, guild, [line(t)],
            row([*buttons(t), moderate_button(t, word=f"s{season.id}")]),
            otherwise=(posting_place(league, season),), league=league,
        )  # fmt: skip

    await told_once(bot, season, note, call)


async def call_late(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators: the season's end has passed, and tables are still open."""
    tables = len(season.state.open_tables()) or 1  # a rewound game, if no table is open
    await call_once(
        bot, season, notes.StillPlayed(),
        lambda t: t.say(league_news.LATE, season=season.title, n=tables),
    )  # fmt: skip


async def call_too_few(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators: signing up has ended with too few entries."""
    await call_once(
        bot,
        season,
        notes.TooFewSignedUp(),
        lambda t: t.say(
            league_news.TOO_FEW_HERE if season.settings.check_in else league_news.TOO_FEW,
            season=season.title,
        ),
    )


async def call_kept_open(bot: TzolkinBot, season: SeasonView, refusal: Refusal) -> None:
    """Call the moderators: the date to close the season has passed, but `refusal` keeps it
    open."""
    await call_once(
        bot, season, notes.KeptOpen(refusal.code, ""),
        lambda t: t.say(league_news.KEPT_OPEN, season=season.title, why=refusal_text(t, refusal)),
        lambda t: [_draw_button(t, bot, season, next_round(season.state))],
    )  # fmt: skip


def _draw_button(t: Translations, bot: TzolkinBot, season: SeasonView, act: DrawRound) -> Part:
    """A button that draws a round, or a stage."""
    if stage_of(act.division) and act.round == 1:
        what = division_name(t, act.division, season.state.rules)
    else:
        # Translators: a round of a division; noun
        what = t.gettext("Round {n}").format(n=act.round)
    # Translators: button, at most 34 characters; imperative; {what} is “Round 2”, or a part of the
    # season such as “Final”
    return _offer(t.gettext("Draw: {what}").format(what=what), bot, season, act)


async def call_to_close(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators to close a season that no date closes: all tables are over, nothing
    waits, and the time for disputes has ended. They are called again after each decision."""
    state, leagues = season.state, bot.leagues
    over = state.phase == "running" and state.tables and not state.open_tables()
    if not over or season.settings.ends is not None or open_disputes(state.disputes):
        return
    if await games.draws_due(state):
        return
    until = await games.appeals_until(leagues.store.read, season)
    if (until is not None and until > leagues.now()) or await games.played_on(leagues, season):
        return
    last = await leagues.store.read(stored.last_event, season.id, DECISIONS)
    await call_once(
        bot, season, notes.ReadyToClose((last or season.created_at).replace(microsecond=0)),
        lambda t: t.say(league_news.TO_CLOSE, season=season.title),
        # Translators: button, at most 34 characters; imperative
        lambda t: [_offer(t.gettext("Close the season"), bot, season, Close())],
    )  # fmt: skip


async def call_for_given_up(where: LeagueChannel, number: int) -> None:
    """Tell the league's channel that a game ended without a result, and call the moderators in
    their own channel, else there. Raises discord.HTTPException."""
    bot, season, t = where.bot, where.season, where.t
    server = await bot.tables.server_settings(where.guild.id)
    line = t.say(league_news.GIVEN_UP, number=number, season=season.title)
    buttons = row(
        [
            # Translators: button, one of two in a row, at most 24 characters; it: a table of a
            # season
            _offer(t.gettext("Play it again"), bot, season, Replay(number)),
            # Translators: button, one of two in a row, at most 24 characters; it: a table, out of
            # its season
            _offer(t.gettext("Remove it"), bot, season, Void(number)),
            moderate_button(t, word=f"s{season.id}.t{number}"),
        ]
    )
    place = posting_place(where.league, season)
    if place is None or server.moderators_channel not in (None, place):
        await post_in(where, message(text(line)))
    if place is not None or server.moderators_channel is not None:
        await call_moderators_there(
            bot, where.guild, [line], buttons, otherwise=(place,), league=where.league
        )


def _offer(label: str, bot: TzolkinBot, season: SeasonView, act: SeasonAct) -> Part:
    """A button that shows the preview of an act, which has a button to do it."""
    return act_button(label, InSeason(bot.leagues, season.id), act, "actask")


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
        raise Refusal("role-not-given", "Choose a role that you can give to others yourself.")


def not_given(t: Translations, guild: discord.Guild, settings: SeasonSettings) -> list[str]:
    """What keeps the bot from giving the champions' role, and what helps."""
    role = guild.get_role(settings.champion_role or 0)
    if role is None or _may_give(role.id, guild):
        return []
    words = t.gettext(
        "I cannot assign the champion roles yet: give me the permission {permission}, and move "
        "my own role above those roles in the server's list of roles. After that I will assign "
        "them."
    )
    return [words.format(permission=permission_name(t, "manage_roles"))]


def _may_give(role_id: int | None, guild: discord.Guild) -> TypeGuard[int]:
    role = guild.get_role(role_id or 0)
    return role is not None and guild.me.guild_permissions.manage_roles and role.is_assignable()


@tells(notes.GiveRoles)
async def _give_roles(bot: TzolkinBot, season: SeasonView, _: notes.GiveRoles) -> None:
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
        await call_once(bot, season, notes.NoRoles(), lambda _: "\n".join(lines))
        raise NotYet
    had, now = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for one in known:
        if _may_give(role := one.settings.champion_role, guild):
            had[role].update(await in_thread(champions, replace(one.state, phase="finished")))
            if one.id == season.id:
                now[role].update(await in_thread(champions, season.state))
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
            t.gettext("The league has no channel any more; choose one with /moderate page.")
        )
    elif missing := missing_in(t, home):
        lines.append(
            # Translators: {permissions} are names of Discord permissions
            t.ngettext(
                "Somebody who manages the server must give me the permission {permissions} in "
                "{channel}.",
                "Somebody who manages the server must give me the permissions {permissions} in "
                "{channel}.",
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
                    "I cannot mention {role}: allow everybody to mention the role, or give me "
                    "the permission Mention Everyone in the league's channel. Until then I "
                    "name the role without pinging it."
                ).format(role=role.mention)
            )
    lines += not_given(t, guild, settings)
    return lines


async def _seasons_here(
    bot: TzolkinBot, guild: discord.Guild
) -> Sequence[tuple[League, SeasonView]]:
    """The seasons of a server that are open for signing up or being played, with their leagues."""
    own = {league.id: league for league in await season_lifecycle.leagues_of(bot.leagues, guild.id)}
    active = await season_lifecycle.active_seasons(bot.leagues) if own else []
    return [(own[season.league_id], season) for season in active if season.league_id in own]


async def hindrances_here(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    """The `hindrances` of the seasons of a server, with their names."""
    return [
        f"❌ **{season.title}**: {one}"
        for league, season in await _seasons_here(bot, guild)
        for one in hindrances(t, guild, league, season.settings)
    ]


DOCTOR_LINES.append(hindrances_here)


async def _roles_needed(
    bot: TzolkinBot, t: Translations, guild: discord.Guild
) -> Sequence[tuple[int, str]]:
    return [
        (role, f"**{season.title}**: {t.say(league_news.ROLE_GONE)}")
        for _, season in await _seasons_here(bot, guild)
        if (role := season.settings.needs_role) is not None
    ]


ROLE_USES.append(_roles_needed)
