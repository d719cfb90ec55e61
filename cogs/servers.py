"""What belongs to a server: /settings, for people who may manage it; what it lists of its open
tables for other servers, and its invite link for them; the check whether the bot can
play in a channel (/doctor and the greeting's button For moderators), which offers those who manage
the server to mend what is missing; how to begin: the greeting when the bot joins a server, posted
once, and the same page as /help; /about: what this bot is, its version, its games."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot import VERSION
from bot.model.server import LANGUAGE_NAMES
from bot.model.table import Listing
from bot.statistics import rate_servers
from bot.store import settings
from bot.store.postgres import LANGUAGE
from bot.tables import Refusal, ServerSettings, filling, practice
from bot.tables.settings import OF_MODERATORS, OF_SERVERS
from bot.text.answer_preview import shortened
from bot.text.names import theme_name
from bot.text.translation import N_, Translations, span, spoken
from cogs.client import BotCog, LoopCog, TzolkinBot, every
from cogs.kit import buttons, context
from cogs.kit.answering import ENGLISH, UNREACHABLE, language_of_server, speaks
from cogs.kit.channels import hindrance_lines, may_be_refused
from cogs.kit.layout import Part, first_lines, message, packed, row, small, text
from cogs.kit.members import staff_here
from cogs.kit.pages import DOCTOR_LINES, FRIENDS, answer_page
from cogs.moderation.set_up import setup_button
from cogs.telling.messages import opening_button
from cogs.telling.moderators_called import not_callable, unmentionable

# --- /settings ------------------------------------------------------------------------------------


def _server_managed(interaction: context.Interaction) -> int:
    """The id of the server. Raises Refusal (`not-server-manager`) if the person may not manage it,
    even if they could when the button was shown, or the command was opened to them."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "not-server-manager",
            "Only people who can manage this server can change its settings; ask one of them.",
        )
    return interaction.guild_id


def _settings_view(
    interaction: context.Interaction, chosen: ServerSettings, notice: str | None = None
) -> ui.LayoutView:
    """The settings, each with what changes it."""
    t, locale = speaks(interaction), str(interaction.guild_locale or ENGLISH)
    known = {
        "theme": theme_name(t, interaction.client.settings.theme),
        "language": LANGUAGE_NAMES[spoken(locale)],
    }
    title = "### " + t.gettext("Settings of this server")
    parts: list[Part] = [text(title, *([notice] if notice else []))]
    for one in OF_SERVERS:
        lines = one.lines(t, chosen) or [f"**{t.gettext(one.heading)}**"]
        menus = [buttons.setting_menu(t, one, chosen, one.name, known=known)]
        if one.name == "listtables" and chosen.lists_tables:
            # Translators: button, at most 34 characters: type a link by which people come to this
            # server; imperative
            menus.append(buttons.button(t.gettext("Enter an invite link"), "invitelink", 0))
        parts += [text(*lines, small(t.gettext(one.about))), row(menus)]
    return message(*parts)


async def _show_settings(interaction: context.Interaction) -> None:
    chosen = await interaction.client.tables.server_settings(_server_managed(interaction))
    await interaction.response.send_message(
        view=_settings_view(interaction, chosen), ephemeral=True
    )


_BY_NAME = {one.name: one for one in OF_SERVERS}


@buttons.on_press(context.Stands.ANYWHERE, *_BY_NAME)
async def setting_chosen(interaction: context.Interaction, press: buttons.Press) -> None:
    """Apply the choice from the menu of a setting, or the press on its button."""
    server = _server_managed(interaction)
    bot, t = interaction.client, speaks(interaction)
    chosen = buttons.setting_pressed(
        _BY_NAME[press.verb], await bot.tables.server_settings(server), press
    )
    if press.verb == "listtables":
        chosen = replace(chosen, invite=await _new_invite(interaction, chosen))
    await bot.tables.set_server_settings(server, chosen)
    if press.verb == "listtables":
        await _note_listing(bot, server)
    if chosen.language is None:
        bot.server_languages.pop(server, None)
    else:
        bot.server_languages[server] = chosen.language
    await bot.store.processes.say(f"{LANGUAGE} {server}")
    await interaction.response.edit_message(
        view=_settings_view(
            interaction, chosen, t.gettext("This server's settings have been saved.")
        )
    )
    if press.verb == "serverratings":
        bot.in_background(rate_servers(bot.tables), "rating games")


class Settings(BotCog):
    """The command for the settings of a server."""

    @app_commands.command(
        name="settings",
        description=locale_str("Settings of this server, for people who manage it"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: context.Interaction) -> None:
        """The settings, to be looked at and changed privately."""
        await _show_settings(interaction)


# --- open tables on other servers -----------------------------------------------------------------

CHECKED_EVERY = timedelta(minutes=10)
"""How often it is checked whether the invite link of a server with open tables still works."""
MOST_LINK = 100


async def _new_invite(interaction: context.Interaction, chosen: ServerSettings) -> str:
    """The code of an invite to this server that the bot makes; empty where it may make none, or
    none is needed."""
    guild = interaction.guild
    if guild is None or not chosen.lists_tables:
        return ""
    first = [one for one in (guild.rules_channel, guild.system_channel) if one is not None]
    for channel in [*first, *guild.text_channels]:
        may = channel.permissions_for(guild.me).create_instant_invite
        if may and context.open_to_all(channel):
            with suppress(discord.HTTPException):
                made = await channel.create_invite(max_age=0, max_uses=0, unique=False)
                return made.code
    return ""


async def _invite(bot: TzolkinBot, guild_id: int, link: str) -> discord.Invite | None:
    """The invite to this server that the link is; None if it is none that works."""
    with suppress(discord.NotFound, ValueError):
        found = await bot.fetch_invite(discord.utils.resolve_invite(link).code, with_counts=False)
        if found.guild is not None and found.guild.id == guild_id:
            return found
    return None


@buttons.on_press(context.Stands.ANYWHERE)
async def invitelink(interaction: context.Interaction, press: buttons.Press) -> None:
    """Ask for the link by which people come from other servers, or store the one that was typed.
    Raises Refusal (`invite-wrong`, `invite-ends`)."""
    server, bot, t = _server_managed(interaction), interaction.client, speaks(interaction)
    if not press.typed:
        # Translators: button, at most 34 characters: type a link by which people come to this
        # server; imperative
        form = buttons.Form(t.gettext("Enter an invite link"), press)
        # Translators: label of a line in a form, at most 45 characters
        label = t.gettext("Invite link to this server")
        # Translators: hint below a line in a form, at most 100 characters
        hint = t.gettext("Use one that never expires; people from other servers join with it.")
        form.ask("link", label, "", hint, most=MOST_LINK, needed=True)
        await interaction.response.send_modal(form)
        return
    invite = await _invite(bot, server, press.typed["link"].strip())
    if invite is None:
        raise Refusal(
            "invite-wrong",
            "This is not an invite link to this server; create one under “Invite People” and "
            "copy it.",
        )
    if invite.expires_at is not None:
        raise Refusal("invite-ends", "This link expires; create one that never does.")
    chosen = await bot.tables.server_settings(server)
    chosen = replace(chosen, lists_tables=True, invite=invite.code)
    await bot.tables.set_server_settings(server, chosen)
    await _note_listing(bot, server)
    saved = t.gettext("This server's settings have been saved.")
    await interaction.response.edit_message(view=_settings_view(interaction, chosen, saved))


async def _note_listing(bot: TzolkinBot, guild_id: int) -> list[int]:
    """Note which of a server's open tables other servers list, and return them: those in channels
    that everybody there can see, if the server wants it and the bot is there."""
    guild = bot.get_guild(guild_id)
    async with bot.tables.alone("listing", guild_id):
        chosen = await bot.tables.server_settings(guild_id)
        if guild is None or not (chosen.lists_tables and chosen.invite):
            await bot.store.write(settings.end_listing, guild_id)
            return []
        seen = [
            table.id
            for table in await filling.open_tables(bot.tables, guild_id)
            if context.open_to_all(guild.get_channel_or_thread(table.channel_id))
        ]
        await bot.store.write(
            settings.put_listing, Listing(guild_id, guild.name, chosen.invite, seen)
        )
        return seen


class OpenTablesElsewhere(LoopCog):
    """Keeps what servers list of their open tables for each other."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self._checked = dict[int, datetime]()

    @every(60, "listing open tables for other servers")
    async def look(self) -> None:
        """Note what each server lists now; one whose invite link no longer works lists nothing."""
        for server in await self.bot.store.read(settings.servers_that_list, self.bot.mine):
            await self.bot.guarded(self._look_at(server), f"listing open tables of {server}")

    async def _look_at(self, server: int) -> None:
        bot, now = self.bot, self.bot.tables.now()
        seen = await _note_listing(bot, server)
        checked = self._checked.get(server)
        if not seen or (checked is not None and now - checked < CHECKED_EVERY):
            return
        self._checked[server] = now
        chosen = await bot.tables.server_settings(server)
        if await _invite(bot, server, chosen.invite) is None:
            log.info("invite link no longer works", server=server)
            await bot.tables.set_server_settings(server, replace(chosen, invite=""))
            await _note_listing(bot, server)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Called when a channel has changed, perhaps who may see it."""
        if before.overwrites != after.overwrites or before.category != after.category:
            await _note_listing(self.bot, after.guild.id)


# --- /doctor --------------------------------------------------------------------------------------

# Translators, for each: what a permission is for, after its name and a colon.
PURPOSES = {
    "read_messages": N_("to see this channel"),
    "send_messages": N_("to post the board and whose turn it is"),
    "send_messages_in_threads": N_("to post the board and whose turn it is in this thread"),
    "attach_files": N_("to show the picture of the board"),
}
"""The purpose of each permission, by its name in the library."""
MOST_ABOUT_LEAGUES = 1500
"""The most characters about what is missing for leagues."""
MOST_ROLES, LONGEST_LABEL = 3, 34
"""The most roles with a button, and the most letters on one."""


def check_view(
    t: Translations,
    interaction: context.Interaction,
    missing: Sequence[str],
    lines: Sequence[str] = (),
    ways: Sequence[ui.Button[Any]] = (),
) -> ui.LayoutView:
    """The message with the permissions that are `missing` in this channel, and how to give them.
    `lines` say what else is missing on the server, `ways` are the buttons that mend it."""
    names = {name: context.permission_name(t, name) for name in missing}
    here = [f"❌ **{names[name]}**: {t.gettext(PURPOSES[name])}" for name in missing]
    if missing:
        if isinstance(interaction.channel, discord.Thread):
            # Translators: "Permissions" as Discord calls it in this language.
            advice = t.gettext(
                "Somebody who manages the server must open the settings of the thread's "
                "channel, choose Permissions, add my role or me, and allow: {permissions}."
            )
        else:
            # Translators: "Permissions" as Discord calls it in this language.
            advice = t.gettext(
                "Somebody who manages the server must open the settings of this channel, "
                "choose Permissions, add my role or me, and allow: {permissions}."
            )
        here.append(advice.format(permissions=", ".join(names.values())))
    else:
        here.append("✅ " + t.gettext("All good: you can play here."))
    return message(
        text("### " + t.gettext("Can I play here?"), *here, *_about_threads(t, interaction)),
        text(*lines) if lines else None,
        *packed(ways),
        text(
            small(
                # Translators: "Use Application Commands" is Discord's name of a permission, as
                # Discord shows it in this language, and behind it the English name in brackets
                t.gettext(
                    "I do not read messages. Anybody who cannot use my commands needs the Use "
                    "Application Commands permission."
                )
            )
        ),
    )


def _about_threads(t: Translations, interaction: context.Interaction) -> list[str]:
    """Lines about whether games can be opened in threads, which the lobby offers."""
    lacking = context.lacking_for_threads(interaction)
    if lacking is None:
        return []
    if not lacking:
        return ["✅ " + t.gettext("A game can also be opened in a thread of its own.")]
    needed = context.needed_permissions(interaction)  # those that are missing are listed above
    lacking = [one for one in lacking if one not in needed]
    return lacking and [
        "❌ "
        # Translators: {permissions}: names of Discord's permissions.
        + t.gettext("For games in their own threads, also allow: {permissions}.").format(
            permissions=", ".join(context.permission_name(t, one) for one in lacking)
        )
    ]


async def _check(interaction: context.Interaction, *, mended: bool = False) -> ui.LayoutView:
    """Check what is missing here; whoever manages the server gets the buttons that mend it.
    `mended` says that the permissions have been given since the press."""
    bot, t, guild = interaction.client, speaks(interaction), interaction.guild
    missing = () if mended else context.lacking(interaction)
    if guild is None:
        return check_view(t, interaction, missing)
    server = await bot.tables.server_settings(guild.id)
    lines = [f"❌ {one}" for one in not_callable(t, guild, server)]
    lines += hindrance_lines(bot, t, guild.id)
    if server.lists_tables and not server.invite:
        missing_link = t.gettext(
            "Other servers do not list this server's open tables, because an invite link is "
            "missing or no longer works; enter one with /settings."
        )
        lines.append(f"❌ {missing_link}")
    if bot.settings.emojis and not bot.icons:
        why = t.gettext(
            "My icons are missing, so you see words instead; whoever runs this bot can find "
            "the reason in my log."
        )
        lines.append(f"❌ {why}")
    found = [one for about in DOCTOR_LINES for one in await about(bot, t, guild)]
    lines += first_lines(found, MOST_ABOUT_LEAGUES)
    if not interaction.permissions.manage_guild:
        return check_view(t, interaction, missing, lines)
    lines += [f"▫️ {line}" for one in OF_MODERATORS for line in one.said(t, server)]
    ways = [
        *_permission_ways(t, interaction, guild, missing),
        *_mention_ways(t, guild, server),
        setup_button(t),
        # Translators: button, at most 34 characters, and heading
        buttons.button(t.gettext("Settings of this server"), "serverpage", 0),
        buttons.moderate_button(t, word="g"),
        # Translators: button, at most 34 characters: what is missing is looked at anew; imperative
        buttons.button(t.gettext("Check again"), "formoderators", 0),
    ]
    return check_view(t, interaction, missing, lines, ways)


def _permission_ways(
    t: Translations, interaction: context.Interaction, guild: discord.Guild, missing: Sequence[str]
) -> list[ui.Button[Any]]:
    """What gives the bot the permissions that it lacks in this channel: a button if it may give
    them to itself, a link that gives them to its role on the server if that lacks them, and nothing
    where only the channel's own settings help, which the page names."""
    # Translators: button, at most 34 characters: the bot gets what it lacks; imperative
    label = t.gettext("Give the bot the permissions")
    of_role = guild.me.guild_permissions
    if missing and not all(getattr(of_role, one) for one in missing):
        link = interaction.client.invite_link(guild)
        return [ui.Button(label=label, url=link)]
    if missing and interaction.app_permissions.manage_roles:
        return [buttons.button(label, "mendhere", 0, style=buttons.GREEN)]
    return []


def _mention_ways(
    t: Translations, guild: discord.Guild, server: ServerSettings
) -> list[ui.Button[Any]]:
    """Buttons that let everybody mention those moderators' roles that the bot cannot ping."""
    # Translators: button, at most 34 characters: {role} is a role's name; imperative
    words = t.gettext("Let the bot mention {role}")
    return [
        buttons.button(shortened(words.format(role=role.name), LONGEST_LABEL), "letmention", 0, "",
                       str(role.id))
        for role in unmentionable(guild, server)[:MOST_ROLES]
        if guild.me.guild_permissions.manage_roles and role < guild.me.top_role
    ]  # fmt: skip


@buttons.on_press(context.Stands.ANYWHERE)
async def formoderators(interaction: context.Interaction, press: buttons.Press) -> None:
    """Show what is missing here to those who manage the server, in place of a private message, and
    say to others who can."""
    guild, t = interaction.guild, speaks(interaction)
    if guild is None:
        raise Refusal(
            "no-server-check",
            "Press this button on a server, in the channel where you want to play.",
        )
    if interaction.permissions.manage_guild:
        await answer_page(interaction, await _check(interaction))
        return
    # Translators: {owner}: a mention of the person who owns the server
    words = t.gettext(
        "Only people who can manage this server can set me up here: ask one of them, such as "
        "{owner}."
    )
    lines, ways = [words.format(owner=f"<@{guild.owner_id}>")], list[Part]()
    with suppress(Refusal):
        await staff_here(interaction)
        ways.append(row([buttons.moderate_button(t, word="g")]))
    await answer_page(interaction, message(text(*lines), *ways))


@buttons.on_press(context.Stands.ANYWHERE)
async def mendhere(interaction: context.Interaction, press: buttons.Press) -> None:
    """Give the bot what it lacks in this channel, and check again."""
    _server_managed(interaction)
    here, mended = interaction.channel, False
    home = here.parent if isinstance(here, discord.Thread) else here
    if isinstance(home, discord.abc.GuildChannel):
        with may_be_refused():  # then the check still says what is missing
            given = home.overwrites_for(home.guild.me)
            given.update(**dict.fromkeys(context.lacking(interaction), True))
            await home.set_permissions(home.guild.me, overwrite=given)
            mended = True
    await answer_page(interaction, await _check(interaction, mended=mended))


@buttons.on_press(context.Stands.ANYWHERE)
async def letmention(interaction: context.Interaction, press: buttons.Press) -> None:
    """Let everybody mention a moderators' role, and check again."""
    server = await interaction.client.tables.server_settings(_server_managed(interaction))
    assert interaction.guild is not None
    for role in unmentionable(interaction.guild, server):
        if role.id == press.number:
            with may_be_refused():
                await role.edit(mentionable=True)
                role.mentionable = True  # Discord's own notice follows
    await answer_page(interaction, await _check(interaction))


@buttons.on_press(context.Stands.ANYWHERE)
async def serverpage(interaction: context.Interaction, press: buttons.Press) -> None:
    """Show the settings of the server in a new message."""
    await _show_settings(interaction)


class Doctor(BotCog):
    """The command /doctor."""

    @app_commands.command(
        name="doctor",
        description=locale_str(
            "See whether the bot can work in this channel, and what to do if it cannot"
        ),
    )
    @app_commands.guild_only()
    async def doctor(self, interaction: context.Interaction) -> None:
        """Answer privately, also if the bot may not write in this channel."""
        await interaction.response.send_message(view=await _check(interaction), ephemeral=True)


# --- the greeting and /help -----------------------------------------------------------------------

GREETED = "greeted"
"""The key in the settings of a server that was greeted."""

log = structlog.get_logger(__name__)


def greeting_view(t: Translations, *, new: bool = True, game: Sequence[Part] = ()) -> ui.LayoutView:
    """The greeting, and the page of /help: what this is, and a button for each way to begin. Who is
    `new` begins with the tutorial; who has a `game` here, with what can be done in it now."""
    # Translators: heading; imperative
    head = "### " + t.gettext("Play Tzolk'in")
    words = t.gettext(
        "A board game for two to five players: place workers on turning gears, feed them, "
        "build, climb temples. It is played here, in one evening or over weeks. New? The "
        "tutorial takes ten minutes."
    )
    more = t.gettext(
        "Also: the turn of the day with /today, the rules with /rules, your games with /games. "
        "Unofficial and free."
    )
    # Translators, for each: button, at most 34 characters; imperative
    computer, friends = t.gettext("Play against a computer"), t.gettext("Invite friends")
    begin = {False: discord.ButtonStyle.secondary}
    begin[True] = begin[False] if game else buttons.GREEN
    first = [
        # Translators: button, at most 34 characters: a lesson in private
        buttons.button(t.gettext("Tutorial"), "learn", 0, style=begin[new]),
        buttons.button(computer, "newgame", 0, style=begin[not new]),
    ]
    ways = [
        *(first if new else first[::-1]),
        buttons.button(friends, "newgame", 0, word=FRIENDS),
        buttons.open_tables_button(t),
        # Translators: button, at most 34 characters: what moderators must know and do
        buttons.button(t.gettext("For moderators"), "formoderators", 0),
    ]
    told = [text(head)] if game else [text(head, words)]
    return message(*game, *told, row(ways), text(small(more)))


async def _game_here(interaction: context.Interaction) -> list[Part]:
    """What a person can do now in their game in this channel; empty for who plays none here."""
    t, tables = speaks(interaction), interaction.client.tables
    try:
        table = await context.table_here(interaction)
    except Refusal:
        return []
    mine = table.seat_of(interaction.user.id)
    if mine is None or table.status != "playing":
        return []
    game = await tables.game(table.id)
    asked, keep = game.kind_asked(mine.seat) is not None, game.snapshot().phase == "keep"
    if asked:
        says = t.gettext("It is your turn; nothing counts until you press **Confirm**.")
        ways: list[Part] = [opening_button(t, table, keep=keep)]
        if table.options.hints:
            # Translators: a menu's entry: what a computer player would do; noun
            ways.append(buttons.button(t.gettext("Hint"), "hintask", table.id))
    else:
        says = t.gettext("It is not your turn yet; I call you when it is.")
        # Translators: button: plan one's next turn; imperative
        ways = [] if keep else [buttons.button(t.gettext("Plan ahead"), "plan", table.id)]
    if not keep:
        # Translators: button: take back the turn confirmed; imperative
        ways.append(buttons.button(t.gettext("Take back"), "takebackoffer", table.id))
    # Translators: menu option: the rules of the game, to be looked up
    ways += [buttons.board_button(t, table.id), buttons.button(t.gettext("Rules"), "rules", 0)]
    # Translators: heading: the game that the reader plays in this channel
    return [text("### " + t.gettext("Your game here"), says), row(ways)]


def _places_to_greet(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels in which the bot may write, the server's system channel first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in [*first, *guild.text_channels]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


class Greeting(BotCog):
    """Greets a server, and says how to begin."""

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server. Discord also calls this when a server was only unreachable."""
        store, now = self.bot.store, self.bot.tables.now()
        if not self.bot.settings.greeting:
            return
        if GREETED in await store.read(settings.get, "guild", guild.id):
            return
        place = next(_places_to_greet(guild), None)
        if place is None:
            return
        await store.write(settings.change, "guild", guild.id, {GREETED: True}, at=now)
        t = language_of_server(self.bot, guild)
        try:
            await place.send(view=greeting_view(t), allowed_mentions=discord.AllowedMentions.none())
        except UNREACHABLE as refused:
            log.info("not greeted", server=guild.id, reason=str(refused))

    @app_commands.command(
        name="help", description=locale_str("How to begin: learn the game, or start one")
    )
    async def help(self, interaction: context.Interaction) -> None:
        """Say privately what can be done in one's game here, and how to begin another."""
        new = await practice.is_new(self.bot.tables, interaction.user.id)
        game = await _game_here(interaction)
        view = greeting_view(speaks(interaction), new=new, game=game)
        await interaction.response.send_message(view=view, ephemeral=True)


# --- /about ---------------------------------------------------------------------------------------


def about_lines(
    t: Translations, *, running: timedelta, playing: int, lobbies: int, source: str | None
) -> list[str]:
    """The lines of /about. `running` is the time since the start; `playing` games and `lobbies` are
    those of all servers."""
    lines = [
        "### " + t.gettext("Tzolk'in on Discord"),
        t.gettext(
            "Play the complete game for 2 to 5 players in a channel, with the expansion Tribes "
            "& Prophecies."
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
        description=locale_str("What this bot is, and which version is running"),
    )
    async def about(self, interaction: context.Interaction) -> None:
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
                        "I do not read messages. Get everything stored about you with /privacy "
                        "export; delete your data with /privacy delete, which shows first what "
                        "is kept."
                    )
                ),
                # Translators: MIT is the name of the licence.
                small(t.gettext("Free software, under the MIT licence.")),
            ),
        )
        await interaction.response.send_message(view=view, ephemeral=True)
